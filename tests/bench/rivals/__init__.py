"""Computer players as they once were, kept as opponents."""
