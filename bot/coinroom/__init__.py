"""One queue of a 金币场: the same kind of machine as a table."""
