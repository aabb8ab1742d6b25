"""占格子: two sides, secret cells on a board, a stake, and a lead of one or two cards.

Not one of the fourteen games (the registry skips ``_folders``): the test game that has what the
specimen lacks. Answers that may be changed, chips and all-in, a face-down pack that goes on into
the next round, rounds that end at the deal, a second deal inside a round, an ambiguous play.
Rules: rules.zh.md.
"""

from engine.games._trial.game import Zhangezi

GAME = Zhangezi()
