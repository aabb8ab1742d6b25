"""Tables, storage and platforms around the engine. ``python -m bot`` starts it."""
