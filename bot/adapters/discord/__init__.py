"""Discord: boards in channels, hands in direct messages, everything else for one person's eyes.

``words`` turns plain words into Discord's text and cuts it at its limits, ``arrange`` fits buttons
and things to pick into a message, ``view`` makes the library's objects of them and ``shape`` a
whole message; ``places`` names channels and messages, ``errors`` says what went wrong; ``commands``
are the slash commands, ``answer`` answers an interaction exactly once, ``client`` hears events, and
``platform`` is the port. Nothing in here knows a game.
"""
