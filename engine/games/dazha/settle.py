"""Points of the cards, and what a deal of 上饶打炸 pays: all worked out from what lies open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards import Card, Rank
from engine.core import Carry, Outcome
from engine.games.dazha.deal import SEATS
from engine.games.dazha.pay import EACH, Bomb, lone_jokers, penalised, played, shown
from engine.msg import Msg, SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Options, Seat
    from engine.games.dazha.deal import DazhaPublic
    from engine.kernels.climb.state import Hand, Put

POINTS = {Rank.FIVE: 5, Rank.TEN: 10, Rank.KING: 10}
ALL = 200
"""The points of two packs."""

SWEEP, DOUBLE, SINGLE = 3, 2, 1
"""The team's result in units of the base: all points, 双扣, and otherwise."""


def points(cards: Iterable[Card]) -> int:
    """分牌: 5 for a 5, 10 for a 10 or K."""
    return sum(POINTS.get(c.rank, 0) for c in cards)


def in_circle(plays: Sequence[Put]) -> int:
    """The points that lie in a circle."""
    return sum(points(what.cards) for what in plays)


def collected(public: DazhaPublic) -> tuple[int, ...]:
    """The points each seat has taken: those of its circles.

    At the end of a deal the open circle belongs to the player of its last hand.
    """
    taken = [0] * public.seats
    for plays in (*public.past, *([public.circle.plays] if over(public) else [])):
        owner = next((what.seat for what in reversed(plays) if what.reading is not None), None)
        if owner is not None:
            taken[owner] += in_circle(plays)
    return tuple(taken)


def over(public: DazhaPublic) -> bool:
    """Whether a side has played all its cards."""
    return finished(public) is not None


def finished(public: DazhaPublic) -> int | None:
    """The side whose partners are both out: 1 or 2; None before that, and after 摊牌."""
    if public.extra.shown:
        return None
    for team in (1, 2):
        if not any(public.counts[seat] for seat in public.extra.side(team)):
            return team
    return None


def double(public: DazhaPublic) -> bool:
    """双扣: the first two to be out are partners."""
    return len(public.out) == 2 and finished(public) is not None


def bombs(public: DazhaPublic) -> tuple[Bomb, ...]:
    """The bombs played that are paid, first to last."""
    options = dict(public.options)
    found = (
        played(what.seat, what.reading, what.cards, options)
        for what in public.played
        if what.reading is not None
    )
    return tuple(bomb for bomb in found if bomb is not None)


@dataclass(frozen=True, slots=True)
class Result:
    """What a side wins by its cards.

    Attributes:
        team: the side.
        why: ``double``, ``doubleless`` (双扣 with fewer points), ``all`` or ``more``.
        sums: the points of side 1 and side 2.
        left: of these, what lay in hands at the end.
        amount: what each of the side wins, and each of the other loses.
    """

    team: int
    why: str
    sums: tuple[int, int]
    left: int
    amount: int


def result(public: DazhaPublic, hands: Sequence[Hand]) -> Result:
    """Which side wins, and how much. Sources: seed 003; rulebook, 上饶打炸, 10.4."""
    team = finished(public)
    assert team is not None  # noqa: S101  (the deal was played)
    taken = collected(public)
    left = sum(points(hand) for hand in hands)
    sums = [sum(taken[seat] for seat in public.extra.side(n)) for n in (1, 2)]
    sums[team - 1] += left
    both = double(public)
    winner = team if both else public.extra.teams[public.out[0]]
    if not both and sums[0] != sums[1]:
        winner = 1 if sums[0] > sums[1] else 2
    mine = sums[winner - 1]
    if mine == ALL:
        why, times = "all", SWEEP
    elif both:
        why, times = ("double", DOUBLE) if 2 * mine >= ALL else ("doubleless", SINGLE)
    else:
        why, times = "more", SINGLE
    base = int(dict(public.options)["team_base"])
    return Result(winner, why, (sums[0], sums[1]), left, times * base)


class _Sum:
    """Scores by seat with the lines that explain them."""

    def __init__(self) -> None:
        self.scores = [0] * SEATS
        self.lines: list[Msg] = []

    def each_pays(self, seat: Seat, amount: int, line: Msg) -> None:
        """Every other player pays a seat; below 0 the seat pays them."""
        for other in range(SEATS):
            self.scores[other] += (SEATS - 1) * amount if other == seat else -amount
        self.lines.append(line)

    def bomb(self, bomb: Bomb) -> None:
        """What a bomb is paid."""
        line = msg(
            f"dazha-paid-{bomb.shape}", seat=SeatArg(bomb.seat), level=bomb.level,
            rank=_rank(bomb), count=len(bomb.cards), all=(SEATS - 1) * bomb.unit, unit=bomb.unit,
        )  # fmt: skip
        self.each_pays(bomb.seat, bomb.unit, line)

    def jokers(self, seat: Seat, count: int, key: str) -> None:
        """What a seat pays for so many jokers; ``key`` says why."""
        line = msg(key, seat=SeatArg(seat), count=count, all=EACH * count)
        self.each_pays(seat, -count, line)


def _rank(bomb: Bomb) -> Msg:
    """The rank of a bomb's first card, which is no joker unless all are."""
    return msg(f"climb-rank-{int(bomb.cards[0].rank)}")


def settled(public: DazhaPublic, hands: Sequence[Hand]) -> Outcome:
    """The scores of a deal that is over, with the reasons and what the next deal needs."""
    total = _Sum()
    deal, options = public.extra, dict(public.options)
    if deal.shown:
        _show(total, public, hands, options)
        return Outcome(tuple(total.scores), tuple(total.lines), carry(public))
    found = result(public, hands)
    _team(total, public, found)
    cancelled = double(public) and options["double_kou_cancels_bombs"] == "true"
    if cancelled and bombs(public):
        total.lines.append(msg("dazha-cancelled"))
    for bomb in () if cancelled else bombs(public):
        total.bomb(bomb)
    for what in public.played:
        count = lone_jokers(what.reading, what.cards) if what.reading is not None else 0
        if count:
            total.jokers(what.seat, count, "dazha-lone")
    for seat, hand in enumerate(dealt(public, hands)):
        if count := penalised(hand, options):
            total.jokers(seat, count, "dazha-penalty")
    return Outcome(tuple(total.scores), tuple(total.lines), carry(public))


def dealt(public: DazhaPublic, hands: Sequence[Hand]) -> tuple[Hand, ...]:
    """What each was dealt: what is left and what was played."""
    return tuple(
        (*hand, *(c for what in public.played if what.seat == seat for c in what.cards))
        for seat, hand in enumerate(hands)
    )


def _show(total: _Sum, public: DazhaPublic, hands: Sequence[Hand], options: Options) -> None:
    total.lines += [m for m in why_shown(public, hands) if m.key != "dazha-shown-bare"]
    for seat, hand in enumerate(hands):
        for bomb in shown(seat, hand, options):
            total.bomb(bomb)
    for seat, hand in enumerate(hands):
        if count := penalised(hand, options):
            total.jokers(seat, count, "dazha-penalty")


def why_shown(public: DazhaPublic, hands: Sequence[Hand]) -> list[Msg]:
    """Who ends the deal, and by what."""
    return [
        msg(f"dazha-shown-{why}", seat=SeatArg(seat), count=sum(c.is_joker for c in hands[seat]))
        for seat, why in public.extra.shown
    ]


def _team(total: _Sum, public: DazhaPublic, found: Result) -> None:
    one, two = found.sums
    total.lines.append(msg("dazha-sums", one=one, two=two, left=found.left))
    side = public.extra.side(found.team)
    for seat in range(SEATS):
        total.scores[seat] += found.amount if seat in side else -found.amount
    total.lines.append(
        msg(
            f"dazha-result-{found.why}", one=SeatArg(side[0]), two=SeatArg(side[1]),
            amount=found.amount,
        )
    )  # fmt: skip


def carry(public: DazhaPublic) -> Carry:
    """Partners stay until 双扣; the first one out leads, after 摊牌 whoever was to lead."""
    teams = tuple(frozenset(public.extra.side(team)) for team in (1, 2))
    if public.extra.shown:
        return Carry(leader=public.extra.leader, teams=teams)
    return Carry() if double(public) else Carry(leader=public.out[0], teams=teams)
