"""Several processes on one PostgreSQL: one serves, the others hand on to it and stand by."""
