"""四人斗地主: two packs. Source: seed 002; the holes are settled in rules.zh.md."""

from engine.games.doudizhu4.game import Doudizhu4

GAME = Doudizhu4()
