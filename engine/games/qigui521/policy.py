"""The computer player."""

from engine.kernels.draw.policy import POLICY

__all__ = ["POLICY"]
