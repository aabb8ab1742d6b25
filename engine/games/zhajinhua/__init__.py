"""炸金花: three cards that one need not look at, a pot, and nerves.

Sources: seed 004, and two programs of the same rules; the holes are settled in rules.zh.md.
"""

from engine.games.zhajinhua.game import Zhajinhua

GAME = Zhajinhua()
