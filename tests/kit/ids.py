"""Ids as long as real ones: what is made of them must fit into tokens, links and rows."""


def long_id(name):
    """The id of a chat of the tests: 32 letters and digits, as a room of the page has."""
    assert name.isalnum() and len(name) < 32, name
    return name.ljust(32, "q")


ROOM_ID = long_id("room")
ROOM_KEY = f"memory:{ROOM_ID}"
"""The chat in which the tests of the service play, and its key in the store."""
