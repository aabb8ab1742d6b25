"""锄大地. Source: seed 002; the holes are settled in rules.zh.md."""

from engine.games.chudadi.game import Chudadi

GAME = Chudadi()
