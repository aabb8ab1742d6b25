"""What pictures are drawn with: shapes, figures, faces of cards and tiles, letters, colours."""
