"""Exact play in the endings of this game: see ``engine.exact``."""

from __future__ import annotations

from engine.kernels.draw.exact import position, solver

SOLVER = solver
POSITION = position
