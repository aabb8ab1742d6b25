"""The history of the database, forward only; run at start-up by ``bot.store.migrate``."""
