"""蹲麻子: swap cards with the middle of the table until all are of one suit, then 扣, 随 or 砸.

Rules: rules.zh.md.
"""

from engine.games.dunmazi.game import Dunmazi

GAME = Dunmazi()
