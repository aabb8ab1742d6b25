"""What chance decided in a match, and the same again: the way from a written deal to a table.

A game asks chance for three things only: the order of a pack, a seat, and cells of a board. What
it was told can be noted (``Noted``) and told again (``Told``), so that a deal in writing is dealt
by the game's own rules: they are nowhere said twice.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from engine.cards import Card
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

T = TypeVar("T")

Moment = tuple[int, int]
"""A round from 1, and 0 for its deal or the number of an action of it, from 1."""


@dataclass(frozen=True, slots=True)
class Draws:
    """What chance decided in one moment; None: it was not asked, or it is not known.

    Attributes:
        pack: the shuffled cards, those that are not known as None.
        lot: a seat drawn by lot.
        cells: numbers drawn, in their order.
    """

    pack: tuple[Card | None, ...] | None = None
    lot: int | None = None
    cells: tuple[int, ...] | None = None


class Impossible(ValueError):
    """Chance cannot have decided what was written.

    ``what``: ``pack``, ``lot`` or ``cells``.
    """

    def __init__(self, what: str) -> None:
        super().__init__(f"no such {what} can be drawn")
        self.what = what


class Source(Protocol):
    """Where the randomness of a match comes from: as ``Rng`` is made, by a seed and labels."""

    def __call__(self, seed: bytes, label: str, /, *at: int) -> Rng:
        """The stream of one moment: of a ``deal`` of a round, or an ``apply`` of a step of it."""


def moment(label: str, at: Sequence[int]) -> Moment:
    """The moment that labels name."""
    return (at[0], 0 if label == "deal" else at[1])


class Noted(Rng):
    """Draws as another stream does, and notes what was drawn.

    ``apart``: shuffled cards are made values of their own, equal to those given, so that each can
    be found again by its identity wherever it goes.
    """

    __slots__ = ("_apart", "_of", "draws")

    def __init__(self, of: Rng, *, apart: bool = False) -> None:
        self._of, self._apart = of, apart
        self.draws = Draws()

    def below(self, limit: int) -> int:
        drawn = self._of.below(limit)
        self.draws = Draws(self.draws.pack, drawn, self.draws.cells)
        return drawn

    def choice(self, items: Sequence[T]) -> T:
        drawn = self._of.choice(items)
        if isinstance(drawn, int):
            self.draws = Draws(self.draws.pack, int(drawn), self.draws.cells)
        return drawn

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        drawn = self._of.shuffled(items)
        if self._apart and drawn and isinstance(drawn[0], Card):
            drawn = cast("tuple[T, ...]", tuple(Card(*cast("Card", card)) for card in drawn))
        self._note(drawn)
        return drawn

    def sample(self, items: Iterable[T], count: int) -> tuple[T, ...]:
        drawn = self._of.sample(items, count)
        self._note(drawn)
        return drawn

    def _note(self, drawn: tuple[T, ...]) -> None:
        if drawn and isinstance(drawn[0], Card):
            pack = cast("tuple[Card, ...]", drawn)
            self.draws = Draws(pack, self.draws.lot, self.draws.cells)
        else:
            cells = cast("tuple[int, ...]", drawn)
            self.draws = Draws(self.draws.pack, self.draws.lot, cells)


class Told(Rng):
    """Draws what is written, and what is not written as another stream does."""

    __slots__ = ("_draws", "_of")

    def __init__(self, of: Rng, draws: Draws) -> None:
        self._of, self._draws = of, draws

    def below(self, limit: int) -> int:
        return self.choice(range(limit))

    def choice(self, items: Sequence[T]) -> T:
        lot = self._draws.lot
        if lot is None:
            return self._of.choice(items)
        if lot not in items:
            raise Impossible("lot")
        return cast("T", lot)

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        given = tuple(items)
        if self._draws.pack is None or not given or not isinstance(given[0], Card):
            return self._of.shuffled(given)
        return cast("tuple[T, ...]", self._pack(cast("tuple[Card, ...]", given)))

    def _pack(self, given: tuple[Card, ...]) -> tuple[Card, ...]:
        """The pack as it is written, its gaps filled by chance."""
        pack = self._draws.pack or ()
        rest = Counter(given)
        rest.subtract(card for card in pack if card is not None)
        if len(pack) != len(given) or any(count < 0 for count in rest.values()):
            raise Impossible("pack")
        others = iter(self._of.shuffled(sorted(rest.elements())))
        return tuple(next(others) if card is None else card for card in pack)

    def sample(self, items: Iterable[T], count: int) -> tuple[T, ...]:
        given, cells = tuple(items), self._draws.cells
        if cells is None:
            return self._of.sample(given, count)
        if len(cells) != count or len(set(cells)) != count or not set(cells) <= set(given):
            raise Impossible("cells")
        return cast("tuple[T, ...]", cells)


@dataclass(frozen=True, slots=True)
class Script:
    """The randomness of a match of which some moments are written."""

    moments: Mapping[Moment, Draws]

    def __call__(self, seed: bytes, label: str, /, *at: int) -> Rng:
        """The written draws of a moment; what is not written comes from the seed."""
        rng = Rng(seed, label, *at)
        draws = self.moments.get(moment(label, at))
        return rng if draws is None else Told(rng, draws)


@dataclass(frozen=True, slots=True)
class Later:
    """The randomness of a match that begins with a later round of another one.

    ``by``: so many rounds were played there before.
    """

    source: Source
    by: int

    def __call__(self, seed: bytes, label: str, /, *at: int) -> Rng:
        """The stream that the same moment had there."""
        return self.source(seed, label, at[0] + self.by, *at[1:])


class Notebook:
    """The randomness of a match, noted moment by moment."""

    def __init__(self, source: Source, *, apart: bool = False) -> None:
        self._source, self._apart = source, apart
        self._noted: dict[Moment, Noted] = {}

    def __call__(self, seed: bytes, label: str, /, *at: int) -> Rng:
        """The stream of the source, with a pen beside it."""
        noted = Noted(self._source(seed, label, *at), apart=self._apart)
        self._noted[moment(label, at)] = noted
        return noted

    def at(self, number: int, step: int) -> Draws:
        """What was drawn in a moment; nothing where there was none."""
        noted = self._noted.get((number, step))
        return Draws() if noted is None else noted.draws
