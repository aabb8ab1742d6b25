"""The computer players: by rule of thumb, and searching."""

from engine.kernels.climb.beginner import BEGINNER
from engine.kernels.landlord.policy import POLICY
from engine.kernels.landlord.search import Searcher

THINKER = Searcher

__all__ = ["BEGINNER", "POLICY", "THINKER"]
