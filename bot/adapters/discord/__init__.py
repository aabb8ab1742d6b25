"""Discord: boards in channels, hands in direct messages, everything else for one person's eyes.

``escape`` turns plain words into Discord's text and cuts it at its limits, ``layout`` fits buttons
and things to pick into a message, ``components`` makes the library's objects of them and ``render``
a whole message; ``refs`` names channels and messages, ``errors`` says what went wrong; ``commands``
are the slash commands, ``interaction`` answers one exactly once, ``events`` hears what happens, and
``platform`` is the port. Nothing in here knows a game.
"""
