"""上饶打炸 and its mode 12炸神. Source: seed 003; its holes are settled in rules.zh.md."""

from engine.games.dazha.game import Dazha

GAME = Dazha()
