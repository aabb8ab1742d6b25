"""The computer players: by rule of thumb, and by search."""

from engine.kernels.climb.beginner import BEGINNER
from engine.kernels.draw.policy import POLICY
from engine.kernels.draw.search import thinker as THINKER  # noqa: N812  (as the registry calls it)

__all__ = ["BEGINNER", "POLICY", "THINKER"]
