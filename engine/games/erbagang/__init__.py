"""二八杠: two tiles each, five deals from one pack, everybody against 莊.

Sources: seed 004, an engine of the same house, and public rule pages; see rules.zh.md.
"""

from engine.games.erbagang.game import Erbagang

GAME = Erbagang()
