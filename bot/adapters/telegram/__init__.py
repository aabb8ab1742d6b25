"""Telegram: groups, topics and private chats, by python-telegram-bot.

``inbound`` turns updates into what the service takes, ``shape`` its messages into what Telegram
shows, ``calls`` makes every request and ``sender`` those about messages; ``picking`` holds
half-made picks, ``alone`` shows something in a group to one person, ``answers`` finds the way back
to whoever did something, ``intake``, ``serving`` and ``webhook`` take updates, and ``platform`` is
the port.
"""

import os

# The library's own switch to durations that are timedeltas; without it every 429 is a warning.
os.environ.setdefault("PTB_TIMEDELTA", "true")
