"""What people say to each other while they play: small talk that is nobody's card.

Numbers of the internet, letters that are cards and suits as well, Chinese and English with the
words of plays and commands in it, signs. What says a button's words and nothing else (不出, call)
is not here: it is a play.
"""

from pathlib import Path

TALK = tuple(Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines())
"""Lines that are no play and no button's words in any of the games."""
