"""搶莊牛牛: bid for the bank, bet against it, and compare five cards with 莊 alone.

Sources: seed 004, and an engine of the same house; holes are settled in rules.zh.md.
"""

from engine.games.niuniu.game import Niuniu

GAME = Niuniu()
