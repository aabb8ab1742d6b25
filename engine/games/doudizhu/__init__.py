"""斗地主. Sources: seed 002 and the rules it cites; the holes are settled in rules.zh.md."""

from engine.games.doudizhu.game import Doudizhu

GAME = Doudizhu()
