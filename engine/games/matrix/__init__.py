"""扑克矩阵: everybody puts the same cards into a board of their own, and twelve lines are scored.

Rules: rules.zh.md.
"""

from engine.games.matrix.game import Matrix

GAME = Matrix()
