"""One decision in a race: plays are tried in deals as they may lie, played to the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.kernels.climb.ideas import sift
from engine.kernels.race.core import LEAD, SINGLE, Book, Play, Race

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.bots import Budget
    from engine.core import Seat

TRIED = 9
"""So many plays are tried, and passing."""

TOLD = 20
"""After so many trials the part of them that was won is worth telling."""


@dataclass(slots=True)
class Idea:
    """A play that is tried.

    Attributes:
        play: None for passing.
        rate: what the rule of thumb makes of it, in parts of a win.
        rest: the hand that is left.
        won: what its trials have brought.
        tried: trials played.
        firsts: in so many of them the seat was out first.
    """

    play: Play | None
    rate: float
    rest: Book
    won: float = 0.0
    tried: int = 0
    firsts: int = 0

    @property
    def value(self) -> float:
        """How good it looks."""
        return self.won / max(1, self.tried) + self.rate

    @property
    def share(self) -> float | None:
        """The part of its trials in which the seat was out first, where that is worth telling."""
        return self.firsts / self.tried if self.tried >= TOLD else None


@dataclass(frozen=True, slots=True)
class Table:
    """Where a race stands, for the seat that is asked.

    Attributes:
        me: the seat.
        counts: by seat, the cards held.
        lock: see ``Race``.
        kind: of what is to be beaten, ``LEAD`` for nothing; ``key`` and ``owner`` likewise.
        locked: the seats out of the circle, as bits.
    """

    me: Seat
    counts: tuple[int, ...]
    lock: bool
    kind: int = LEAD
    key: int = -1
    owner: Seat = 0
    locked: int = 0


def certain(ideas: Sequence[Idea], unseen: Book, most: int) -> Idea | None:
    """An idea that wins for sure: all that is played but the last is beaten by nothing unseen.

    ``unseen``: the plays of all cards in other hands together; ``most``: the cards of the largest.
    """

    def safe(play: Play) -> bool:
        key, _, size, kind = play
        return size > most or all(other[0] <= key for other in unseen.follows.get(kind, ()))

    for idea in ideas:
        if idea.play is None or not safe(idea.play):
            continue
        left, risky = idea.rest.mask, 0
        for play in idea.rest.leads:
            if not play[1] & ~left:
                left -= play[1]
                risky += not safe(play)
        if risky <= 1:
            return idea
    return None


def sensible(table: Table, ideas: Sequence[Idea]) -> list[Idea]:
    """The ideas worth a trial: what every good player knows of a last card needs none."""
    counts, me = table.counts, table.me
    following = (me + 1) % len(counts)
    last = [seat for seat, count in enumerate(counts) if count == 1 and seat != me]
    if not last:
        return list(ideas)
    singles = [idea for idea in ideas if idea.play and idea.play[3] == SINGLE]
    highest = max(singles, key=lambda idea: (idea.play or (0,))[0], default=None)
    if table.kind == LEAD:
        more = [idea for idea in ideas if idea.play and idea.play[3] != SINGLE]
        return more or [idea for idea in singles if idea is highest]
    beats = [idea for idea in ideas if idea.play]
    if beats and table.kind == SINGLE and following in last:
        return [idea for idea in singles if idea is highest]
    if beats and following == table.owner and following in last:
        return beats
    return list(ideas)


def best(
    table: Table, ideas: Sequence[Idea], unseen: Book, draw: Callable[[], list[Book]],
    worth: Callable[[Race, Seat], float], budget: Budget,
) -> Idea:  # fmt: skip
    """The idea that does best.

    Args:
        table: where the deal stands.
        ideas: what is tried, at least one; the best by rule of thumb first.
        unseen: see ``certain``.
        draw: makes up the others' hands, by seat; the own one is not looked at.
        worth: what the end of a race is worth, from 0 to 1.
        budget: what may be spent.
    """
    others = [count for seat, count in enumerate(table.counts) if seat != table.me]
    found = certain(ideas, unseen, max(others))
    if found is not None:
        return found
    ideas = sensible(table, ideas)
    ideas = [idea for at, idea in enumerate(ideas) if at < TRIED or idea.play is None]
    if len(ideas) == 1:
        return ideas[0]
    used = budget.begin()
    me = table.me

    def deal() -> Callable[[Idea], float]:
        books = draw()

        def outcome(idea: Idea) -> float:
            books[me] = idea.rest
            race = Race(books, me, lock=table.lock)
            race.on(table.kind, table.key, table.owner if table.kind else me, table.locked)
            # The book is of the hand after the play.
            play = idea.play
            if play is not None:
                race.do((play[0], 0, 0, play[3]))
            else:
                race.do(None)
            race.run()
            idea.firsts += not race.counts[me]
            return worth(race, me)

        return outcome

    sift(ideas, budget.trials, used, deal)
    return max(ideas, key=lambda idea: (idea.tried, idea.value))
