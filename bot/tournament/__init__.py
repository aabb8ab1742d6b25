"""One tournament, a knock-out or 复式: the same kind of machine as a table."""
