"""五瓜皮. Source: the program of seed 002, whose own section is empty; see rules.zh.md."""

from engine.games.wuguapi.game import Wuguapi

GAME = Wuguapi()
