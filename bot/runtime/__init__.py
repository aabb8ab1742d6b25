"""The running things: each takes one command at a time, stores, then shows."""
