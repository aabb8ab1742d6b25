"""One knock-out tournament: the same kind of machine as a table."""
