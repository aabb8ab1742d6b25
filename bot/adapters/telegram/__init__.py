"""Telegram: groups, topics and private chats, by python-telegram-bot.

``updates`` turns updates into what the service takes, ``render`` its messages into what Telegram
shows, ``api`` makes every request and ``sender`` those about messages; ``card_picker`` holds
half-made picks, ``ephemeral`` shows something in a group to one person, ``replies`` finds the way
back to whoever did something, ``dispatcher``, ``polling`` and ``webhook`` take updates, and
``platform`` is the port.
"""

import os

# The library's own switch to durations that are timedeltas; without it every 429 is a warning.
os.environ.setdefault("PTB_TIMEDELTA", "true")
