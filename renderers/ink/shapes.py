"""Suit signs and a crown as outlines in a unit square.

Points run from (0, 0) at the upper left to (1, 1). Curves are given as points close together, so
that painting is nothing but filling polygons.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Point, ...]


def circle(x: float, y: float, radius: float, steps: int = 48) -> Outline:
    """A round outline."""
    turns = (2 * pi * i / steps for i in range(steps))
    return tuple((x + radius * cos(t), y + radius * sin(t)) for t in turns)


def curve(start: Point, pull: Point, end: Point, steps: int = 16) -> Outline:
    """A bent line from ``start`` to ``end``, drawn towards ``pull`` (a quadratic Bézier)."""
    found = []
    for i in range(steps + 1):
        t = i / steps
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        x = a * start[0] + b * pull[0] + c * end[0]
        y = a * start[1] + b * pull[1] + c * end[1]
        found.append((x, y))
    return tuple(found)


def _heart(top: float, bottom: float) -> Outline:
    """The well-known curve, from ``top`` to ``bottom``; upside down where bottom is less."""
    found = []
    for i in range(96):
        t = 2 * pi * i / 96
        x = 16 * sin(t) ** 3
        y = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
        found.append((0.5 + x / 34, top + (bottom - top) * (11.94 - y) / 28.94))
    return tuple(found)


_STEM = (
    *curve((0.5, 0.55), (0.5, 0.86), (0.32, 0.98)),
    *curve((0.68, 0.98), (0.5, 0.86), (0.5, 0.55)),
)


@cache
def suit(letter: str) -> tuple[Outline, ...]:
    """The sign of a suit: ``S``, ``H``, ``C`` or ``D``."""
    match letter:
        case "H":
            return (_heart(0.05, 0.97),)
        case "S":
            return (_heart(0.8, 0.02), _STEM)
        case "C":
            lobes = (circle(0.5, 0.25, 0.22), circle(0.25, 0.57, 0.22), circle(0.75, 0.57, 0.22))
            return (*lobes, circle(0.5, 0.5, 0.12), _STEM)
        case _:
            sides = (
                *curve((0.5, 0.01), (0.6, 0.27), (0.88, 0.5)),
                *curve((0.88, 0.5), (0.6, 0.73), (0.5, 0.99)),
                *curve((0.5, 0.99), (0.4, 0.73), (0.12, 0.5)),
                *curve((0.12, 0.5), (0.4, 0.27), (0.5, 0.01)),
            )
            return (sides,)


@cache
def crown() -> tuple[Outline, ...]:
    """A crown with a cross."""
    band = ((0.12, 0.8), (0.88, 0.8), (0.88, 0.95), (0.12, 0.95))
    tips = ((0.04, 0.3), (0.3, 0.5), (0.5, 0.14), (0.7, 0.5), (0.96, 0.3))
    body = ((0.12, 0.74), *tips, (0.88, 0.74))
    cross = ((0.47, 0.0), (0.53, 0.0), (0.53, 0.2), (0.47, 0.2))
    bar = ((0.41, 0.05), (0.59, 0.05), (0.59, 0.11), (0.41, 0.11))
    return (body, band, cross, bar, circle(0.04, 0.28, 0.05), circle(0.96, 0.28, 0.05))
