"""State to screen: what each reader is shown of a table, a score book, a tournament."""
