"""A match's shuffles in writing, as ``engine.verify`` reads them.

The key of a match is its seed, so that a match is still its seed, its first carry, its options and
its action log; opening, words and what the fingerprint binds are only where the seed comes from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from engine.cards import Card
from engine.replay import replay
from engine.rng import Rng
from engine.verify import (
    PROTOCOL,
    digest_of,
    fingerprint_of,
    key_of,
    number_of,
    person_of,
    places_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.match import Match
    from engine.replay import RoundLog

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Word:
    """A word that somebody gave before the first deal.

    Attributes:
        seat: where they sat when the fingerprint was made, from 0.
        person: ``verify.person_of`` their salt.
        digest: ``verify.digest_of`` salt and word; this goes into the key.
        salt: 16 bytes; empty once they are forgotten.
        text: the word; empty once they are forgotten.
    """

    seat: int
    person: str
    digest: str
    salt: bytes = b""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of 复式, whose opening and words are the whole contest's.

    Attributes:
        deal: which deal it played, from 1.
        table: its number, from 1.
        tables: how many played the same.
        seats: of each of them.
    """

    deal: int
    table: int
    tables: int
    seats: int


def word(seat: int, salt: bytes, text: str) -> Word:
    """The word of a seat."""
    return Word(seat, person_of(salt), digest_of(salt, text), salt, text)


def seed_of(
    opening: bytes, bound: Sequence[str], words: Iterable[Word], signature: str = ""
) -> bytes:
    """The seed of a match, from its opening and everybody's words, or a beacon's round.

    ``signature``: of the round that the fingerprint names, in hexadecimal; empty: it names none.
    """
    entries = [(str(given.seat), given.person, given.digest) for given in _ordered(words)]
    number = number_of(signature) if signature else ""
    return key_of(opening, fingerprint_of(opening, bound), entries, number)


def _ordered(words: Iterable[Word]) -> list[Word]:
    return sorted(words, key=lambda given: given.seat)


class _Written(Rng):
    """Draws as another stream does, and writes down what was drawn, in order."""

    __slots__ = ("_draws", "_label", "_of")

    def __init__(self, of: Rng, label: str, draws: list[dict[str, Any]]) -> None:
        self._of, self._label, self._draws = of, label, draws

    def below(self, limit: int) -> int:
        drawn = self._of.below(limit)
        among = _named(range(limit))
        self._draws.append({"label": self._label, "among": among, "drawn": str(drawn)})
        return drawn

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        before = tuple(items)
        after = self._of.shuffled(before)
        if before:
            self._draws.append(
                {"label": self._label, "before": _named(before), "after": _named(after)}
            )
        return after


def _named(items: Iterable[Any]) -> list[str]:
    return [item.code if isinstance(item, Card) else str(item) for item in items]


def record(
    opening: bytes,
    bound: Sequence[str],
    words: Iterable[Word],
    fresh: Match,
    log: Iterable[RoundLog],
    lot: int = 0,
    beacon: Mapping[str, str] | None = None,
    contest: Table | None = None,
) -> dict[str, Any]:
    """The record of a match: all that ``verify.check`` needs, as JSON can hold it.

    Args:
        opening: the secret behind the fingerprint.
        bound: what the fingerprint is for, as ``name=value``.
        words: what people gave before the first deal.
        fresh: the match before its first deal.
        log: what was played.
        lot: for so many the seats were drawn by lot; 0: they were chosen.
        beacon: the signature of the round that the fingerprint names, and what its chain's hash is
            made of; None: it names none.
        contest: which table of 复式 it is; None: it is no contest's. Opening, fingerprint and words
            are the contest's then.

    Raises:
        RuleError, ValueError: the log is not of this match, or its rules have changed.
    """
    draws: list[dict[str, Any]] = []

    def source(seed: bytes, label: str, /, *at: int) -> Rng:
        name = "/".join((label, *map(str, at)))
        if label == "deal":
            draws.append({"label": name})
        return _Written(fresh.source(seed, label, *at), name, draws)

    words, told = list(words), dict[str, Any]({} if beacon is None else {"beacon": dict(beacon)})
    if contest is not None:
        whole = seed_of(opening, bound, words, beacon["signature"] if beacon else "")
        drawing = _Written(Rng(whole, "draw", 0), "draw/0", draws)
        who = drawing.shuffled(range(contest.tables * contest.seats))
        places = places_of(contest.tables, contest.seats, contest.deal, contest.table)
        told["duplicate"] = {
            "deal": str(contest.deal), "table": str(contest.table),
            "seated": [str(who[place]) for place in places],
        }  # fmt: skip
    elif lot:
        source(fresh.seed, "seats").shuffled(range(lot))
    replay(replace(fresh, source=source), log)
    return {
        "protocol": PROTOCOL,
        "fingerprint": fingerprint_of(opening, bound),
        "opening": opening.hex(),
        "bound": list(bound),
        "words": [_told(given) for given in _ordered(words)],
        "key": fresh.seed.hex(),
        "draws": draws,
        **told,
    }


def _told(given: Word) -> dict[str, str | None]:
    kept = bool(given.text)
    return {
        "seat": str(given.seat),
        "person": given.person,
        "salt": given.salt.hex() if kept else None,
        "word": given.text if kept else None,
        "digest": given.digest,
    }
