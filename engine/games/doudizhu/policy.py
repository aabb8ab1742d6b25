"""The computer player."""

from engine.kernels.landlord.policy import POLICY

__all__ = ["POLICY"]
