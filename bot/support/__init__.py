"""What any service needs and no game: time, ids and errors; nothing here knows a table."""
