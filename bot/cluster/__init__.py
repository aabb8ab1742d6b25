"""Several processes on one PostgreSQL: they share the rooms of the page, and one has the house."""
