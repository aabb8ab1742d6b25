"""The database: SQLAlchemy Core over aiosqlite (or any other async URL), Alembic at start-up."""
