"""Exact play in this game: see ``engine.exact`` and ``engine.puzzles.position``."""

from __future__ import annotations

from engine.kernels.landlord.exact import position, solver

SOLVER = solver
POSITION = position
