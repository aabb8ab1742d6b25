"""The database: what is stored, read back, moved to a newer form, and kept safe."""
