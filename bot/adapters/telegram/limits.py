"""What Telegram can show, and how much one chat may be sent."""

from __future__ import annotations

from bot.adapters.telegram import render
from bot.ports.budget import Window
from bot.ports.platform import Limits

GROUP = (Window(20, 60.0, asked=8, each=4, shown=18),)
PRIVATE = (Window(3, 1.0, asked=2), Window(10, 10.0, asked=6))
"""What one chat may be sent (Telegram's FAQ for bots): 20 a minute in a group, in a private chat
one a second with short bursts; edits count as messages do (its maintainer in tdlib/td#2592)."""

LIMITS = Limits(
    row=render.ROW, rows=12, text=render.TEXT, label=render.LABEL, options=render.BUTTONS,
    pictures=True, edits=12, quiet=True, aside=True, places=16, sightings=True,
    group=GROUP, private=PRIVATE,
)  # fmt: skip
