"""Points over time as lines: each has its name and what it has come to at its end."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from renderers.sheet import Curve, Panel, Part, below, line_height, words
from renderers.text import gained, value
from renderers.theme import FAINT, LINES, Ground, Tone

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.view import Course
    from renderers.blocks.parts import Context
    from renderers.sheet import Item

NAMES = 0.3
"""The part of the width that names have at most."""

GAP = 14
"""Pixels between the lines and what is written beside them."""

SPOT = 10
"""Pixels between a line's end and its name for the spot there."""

SWATCH = 20
"""Pixels of colour before a name."""

FIRST = 4
"""Of more lines than have colours: so many of the best are told apart, the last, and one's own."""


def course(block: Course, width: int, context: Context) -> Part:
    """Lines over a scale of points and one of rounds; the best stands highest at the right."""
    title = context.text(context.voice(block.title), width)
    names = [value(name, context.voice) for name in block.names]
    points = [after for after in block.points if len(after) == len(names)]
    if not names or len(points) < 2 or len(points) != len(block.points):
        return title
    return below([title, _Plot(block, names, points, context).drawn(width)], 8)


def ranked(now: Sequence[int], me: int | None) -> list[int]:
    """Which lines are told apart, the best first.

    >>> ranked([3, 9, 5], None)
    [1, 2, 0]
    """
    order = sorted(range(len(now)), key=lambda line: -now[line])
    if len(order) <= len(LINES):
        return order
    kept = {*order[:FIRST], order[-1], me}
    return [line for line in order if line in kept]


def step_of(span: int) -> int:
    """A round number of points so that three or four marks go over a span.

    >>> step_of(10), step_of(37), step_of(1)
    (5, 20, 1)
    """
    rough = max(span / 3, 1)
    power = int(10 ** math.floor(math.log10(rough)))
    return next(one * power for one in (1, 2, 5, 10) if one * power >= rough)


class _Plot:
    """The lines of one course."""

    def __init__(
        self, block: Course, names: list[str], points: list[tuple[int, ...]], context: Context
    ) -> None:
        self._me, self._names, self._points, self._context = block.me, names, points, context
        self._named = ranked(points[-1], block.me)
        low = min(0, *map(min, points))
        high = max(0, *map(max, points))
        self._step = step_of(high - low)
        self._low = math.floor(low / self._step) * self._step
        self._top = max(math.ceil(high / self._step) * self._step, self._low + self._step)

    def drawn(self, width: int) -> Part:
        """All of it, ``width`` pixels wide."""
        scale, measure = self._context.scale, self._context.measure
        marks = list(range(self._low, self._top + 1, self._step))
        small = line_height(scale.small)
        high = max(round(scale.card * 2.2), len(self._named) * line_height(scale.text), 3 * small)
        left = 1 + math.ceil(max(measure(gained(mark), scale.small, False) for mark in marks))
        right = self._right(width)
        wide = width - left - right - 2 * GAP - SPOT
        if wide < SWATCH:
            return Part(0, 0)
        air = line_height(scale.text) // 2 + 1
        x, y = left + GAP, self._height(high)
        items: list[Item] = []
        for mark in marks:
            thick = 4 if mark == 0 else 2
            items.append(Panel(x, air + y(mark) - thick // 2, wide, thick, Ground.RULE))
            said = words(gained(mark), scale.small, left, measure, Tone.LABEL)
            items += said.at(left - said.w, air + y(mark) - small // 2)
        items += self._lines(x, air, wide, high)
        items += self._ends(x + wide + GAP + SPOT, air, right, high)
        items += self._rounds(x, high + 2 * air, wide)
        return Part(width, high + 2 * air + small, tuple(items))

    def _right(self, width: int) -> int:
        """Pixels for names and what they have come to."""
        scale, measure = self._context.scale, self._context.measure
        wanted = max(
            measure(self._names[line], scale.text, False)
            + measure(gained(self._points[-1][line]), scale.text, True)
            for line in self._named
        )
        return min(math.ceil(wanted) + SWATCH + 3 * GAP, round(width * NAMES))

    def _height(self, high: int) -> Callable[[int], int]:
        """How far from the upper edge points stand, in ``high`` pixels."""
        span = self._top - self._low
        return lambda points: round((self._top - points) * high / span)

    def _lines(self, x: int, y: int, wide: int, high: int) -> list[Item]:
        """The lines, those with names over the others, one's own over all."""
        at, last = self._height(high), len(self._points) - 1
        found: list[Item] = []
        order = sorted(
            range(len(self._names)), key=lambda line: (line in self._named, line == self._me)
        )
        for line in order:
            path = tuple(
                (round(number * wide / last), at(after[line]))
                for number, after in enumerate(self._points)
            )
            told = line in self._named
            thick = (6 if line == self._me else 4) if told else 2
            colour = self._named.index(line) if told else FAINT
            found.append(Curve(x, y, wide, high, path, colour, thick))
        return found

    def _ends(self, x: int, y: int, wide: int, high: int) -> list[Item]:
        """The names at the right, as near to their lines' ends as they have room, best first."""
        scale, measure, at = self._context.scale, self._context.measure, self._height(high)
        tall = line_height(scale.text)
        found: list[Item] = []
        least = y - tall // 2
        for place, line in enumerate(self._named):
            after = len(self._named) - place - 1
            last = y + high + tall // 2 - tall * (after + 1)
            top = max(least, min(y + at(self._points[-1][line]) - tall // 2, last))
            least = top + tall
            own = line == self._me
            said = words(
                gained(self._points[-1][line]), scale.text, wide, measure, Tone.GOLD, bold=True
            )
            room = wide - said.w - SWATCH - 2 * GAP
            tone = Tone.STRONG if own or self._me is None else Tone.LABEL
            name = words(self._names[line], scale.text, room, measure, tone, bold=own)
            thick = 6 if own else 4
            swatch = ((0, 0), (SWATCH, 0))
            found.append(Curve(x, top + tall // 2, SWATCH, 1, swatch, place, thick))
            found += name.at(x + SWATCH + GAP, top)
            found += said.at(x + wide - said.w, top)
        return found

    def _rounds(self, x: int, y: int, wide: int) -> list[Item]:
        """The rounds' numbers below, as many as have room."""
        scale, measure = self._context.scale, self._context.measure
        last = len(self._points) - 1
        need = measure(str(last), scale.small, False) + 2 * GAP
        every = max(1, math.ceil(last * need / wide))
        found: list[Item] = []
        for number in range(every, last + 1, every):
            said = words(str(number), scale.small, wide, measure, Tone.DIM)
            found += said.at(x + round(number * wide / last) - said.w // 2, y)
        return found
