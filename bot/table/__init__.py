"""One table: synchronous, without I/O; every command is given the time."""
