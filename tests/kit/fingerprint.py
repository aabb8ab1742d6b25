"""What a group was shown of how a deal is sealed."""

import re

SHOWN = re.compile(r"(?:[0-9a-f]{8} ){3}[0-9a-f]{8}")
"""A fingerprint as people see it."""

BEACON_WAIT = 12
"""Seconds after which the number of the round that is named is there."""


def posts(house):
    """The group's messages that have no buttons, and so are never edited: their texts."""
    sent = [one for one in house.platform.in_chat() if not one.message.rows]
    assert all(one.edits == 0 for one in sent)
    return [one.message.text for one in sent]


def posted(house):
    """The same as one text."""
    return "\n".join(posts(house))


def shown(text):
    """The first fingerprint in a text."""
    return SHOWN.search(text)[0]
