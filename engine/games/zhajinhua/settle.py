"""The end of a deal of 炸金花: the pot, what comes back, 喜錢, and why (rules §8 to §15)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import codes
from engine.core import Carry, Outcome
from engine.core import seats as seats_of
from engine.games.zhajinhua.scoring import Kind, strength
from engine.games.zhajinhua.state import Result, Stand, State
from engine.msg import CardsArg, Msg, SeatArg, msg, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat
    from engine.games.zhajinhua.state import Public


def finish(state: State, winner: Seat, *, all_in: bool) -> State:
    """Give the winner the pot, what he cannot win by 孤注一擲 back, and pay 喜錢."""
    public = state.public
    most = public.paid[winner] if all_in else max(public.paid)
    returned = tuple(
        max(0, own - most) if seat != winner else 0 for seat, own in enumerate(public.paid)
    )
    taken = tuple(
        own - back if seat != winner else 0
        for seat, (own, back) in enumerate(zip(public.paid, returned, strict=True))
    )
    stacks = [own + back for own, back in zip(public.stacks, returned, strict=True)]
    stacks[winner] += public.paid[winner] + sum(taken)
    owed, lucky = bonuses(state)
    bonus = netted(owed, stacks)
    stacks = [own + more for own, more in zip(stacks, bonus, strict=True)]
    scores = tuple(
        after - before - own
        for after, before, own in zip(stacks, public.stacks, public.paid, strict=True)
    )
    result = Result(winner, taken, returned, bonus, lucky, scores)
    open_to_all = {s for s in public.last if public.stands[s] is not Stand.FOLDED} | set(lucky)
    shown = tuple(hand if seat in open_to_all else () for seat, hand in enumerate(state.hands))
    return replace(state, public=replace(public, stacks=tuple(stacks), shown=shown, result=result))


def bonuses(state: State) -> tuple[tuple[int, ...], tuple[Seat, ...]]:
    """喜錢 that is owed, by seat and net, and who is owed any (§15)."""
    public = state.public
    owed, lucky = [0] * public.seats, []
    for seat in public.playing:
        kind = strength(state.hands[seat], low=public.rules.low).kind
        each = {Kind.TRIPLE: public.rules.bonus[0], Kind.STRAIGHT_FLUSH: public.rules.bonus[1]}
        amount = each.get(kind, 0)
        blind = public.stands[seat] is Stand.FOLDED and not public.looked[seat]
        if not amount or blind:
            continue
        lucky.append(seat)
        for other in public.playing:
            owed[other] -= amount
        owed[seat] += amount * len(public.playing)
    return tuple(owed), tuple(lucky)


def netted(owed: Sequence[int], stacks: Sequence[int]) -> tuple[int, ...]:
    """What is paid where nobody pays more than he has.

    If the losers cannot cover it, winners are paid in proportion, rounded down, the rest to the
    largest winner (the first of equal ones).
    """
    paid = [max(net, -stack) for net, stack in zip(owed, stacks, strict=True)]
    won, lost = sum(n for n in paid if n > 0), -sum(n for n in paid if n < 0)
    if lost < won:
        paid = [n * lost // won if n > 0 else n for n in paid]
        paid[max(range(len(owed)), key=lambda s: (owed[s], -s))] -= sum(paid)
    return tuple(paid)


def outcome(state: State) -> Outcome | None:
    """The result of a deal that is over."""
    public = state.public
    if public.result is None:
        return None
    able = sum(stack >= public.rules.base for stack in public.stacks)
    return Outcome(
        public.result.scores,
        reasons(public),
        Carry(stacks=public.stacks),
        broke=able < public.rules.least,
    )


def reasons(public: Public) -> tuple[Msg, ...]:
    """Who put in what, who took it, what came back, and 喜錢."""
    result = public.result
    if result is None or result.winner is None:
        return (msg("zhajinhua-too-few", least=public.rules.least),)
    winner = SeatArg(result.winner)
    losers = [seat for seat in public.playing if result.taken[seat]]
    parts = " + ".join(str(result.taken[seat]) for seat in losers) or "0"
    found = [
        _won_with(public, result.winner),
        msg("zhajinhua-takes", seat=winner, sum=parts, total=sum(result.taken)),
    ]
    found += [
        msg("zhajinhua-returned", seat=SeatArg(seat), chips=back)
        for seat, back in enumerate(result.returned)
        if back
    ]
    for seat in result.lucky:
        kind = strength(public.shown[seat], low=public.rules.low).kind
        each = public.rules.bonus[kind is not Kind.TRIPLE]
        name = _kind(kind)
        others = len(public.playing) - 1
        found.append(
            msg("zhajinhua-lucky", seat=SeatArg(seat), kind=name, each=each, others=others,
                total=each * others)
        )  # fmt: skip
    if result.lucky:
        found += [
            msg("zhajinhua-bonus", seat=SeatArg(seat), chips=signed(result.bonus[seat]))
            for seat in seats_of(public.seats)
            if result.bonus[seat]
        ]
    return tuple(found)


def _kind(kind: Kind) -> Msg:
    return msg(f"zhajinhua-kind-{kind.name.lower().replace('_', '-')}")


def _won_with(public: Public, winner: Seat) -> Msg:
    """With which hand the deal was won; nobody sees it where the others have folded (§14)."""
    hand = public.shown[winner]
    if not hand:
        return msg("zhajinhua-won-unseen", seat=SeatArg(winner))
    kind = _kind(strength(hand, low=public.rules.low).kind)
    return msg("zhajinhua-won-with", seat=SeatArg(winner), cards=CardsArg(codes(hand)), kind=kind)
