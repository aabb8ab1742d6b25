"""Exact play in this game, and its problems: see ``engine.exact`` and ``engine.puzzles``."""

from __future__ import annotations

from engine.kernels.landlord.exact import position, solver

SOLVER = solver
POSITION = position
