"""Playing one action of 炸金花, and why another is refused (rules §3 to §9)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core import Action, Event, Step, put
from engine.errors import IllegalAction
from engine.games.zhajinhua.scoring import beats
from engine.games.zhajinhua.settle import finish
from engine.games.zhajinhua.state import Stand, State
from engine.msg import Msg, SeatArg, msg

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.zhajinhua.state import Public

RECENT = 4
"""What was done last is shown, so many facts."""


def play(state: State, seat: Seat, action: Action) -> Step[State]:
    """Play one action of the seat whose turn it is.

    Raises:
        IllegalAction: it is not possible now.
    """
    public = state.public
    match action:
        case Action("look", (), (), None, None, ""):
            return _look(state, seat)
        case Action("fold" | "pass", (), (), None, None, ""):
            told = msg("zhajinhua-did-fold", seat=SeatArg(seat))
            return _on(_out(state, seat, Stand.FOLDED), seat, (told,))
        case Action("call", (), (), None | int() as said, None, ""):
            _can_pay(public, seat)
            price = public.price(seat)
            if said not in (None, price):
                raise IllegalAction("zhajinhua-call-costs", price=price)
            told = msg("zhajinhua-did-call", seat=SeatArg(seat), chips=price)
            return _on(_pay(state, seat, price), seat, (told,))
        case Action("raise", (), (), None | int() as cost, None, ""):
            return _raise(state, seat, cost)
        case Action("compare", (), (), None | int(), None | int() as target, ""):
            return _compare(state, seat, target)
        case Action("allin", (), (), None | int() as said, None, ""):
            return _all_in(state, seat, said)
        case _:
            raise IllegalAction("zhajinhua-no-such")


def possible(public: Public) -> Msg:
    """What is left to do where no raise is possible, in words."""
    if public.duels:
        return msg("zhajinhua-can")
    return msg("zhajinhua-can-first", duels=public.rules.compare)


def _look(state: State, seat: Seat) -> Step[State]:
    public = state.public
    if public.looked[seat]:
        raise IllegalAction("zhajinhua-looked-already")
    told = msg("zhajinhua-did-look", seat=SeatArg(seat))
    public = replace(public, looked=put(public.looked, seat, True), recent=_recent(public, (told,)))
    return Step(replace(state, public=public), (Event(told),))


def _raise(state: State, seat: Seat, cost: int | None) -> Step[State]:
    public = state.public
    _can_pay(public, seat)
    allowed = public.raises(seat)
    if not allowed:
        highest = public.rules.most * public.rules.base
        key = "zhajinhua-highest" if public.unit >= highest else "zhajinhua-no-raise"
        raise IllegalAction(key, chips=public.stacks[seat], can=possible(public))
    if cost is None or cost not in allowed:
        step = public.rules.base * public.factor(seat)
        least, most = allowed[0], allowed[-1]
        if least == most:
            raise IllegalAction("zhajinhua-raise-only", chips=least)
        raise IllegalAction("zhajinhua-raise-to", least=least, most=most, step=step)
    told = msg("zhajinhua-did-raise", seat=SeatArg(seat), chips=cost)
    unit = cost // public.factor(seat)
    state = _pay(state, seat, cost)
    return _on(replace(state, public=replace(state.public, unit=unit)), seat, (told,))


def _compare(state: State, seat: Seat, target: Seat | None) -> Step[State]:
    public = state.public
    _can_pay(public, seat)
    if not public.duels:
        raise IllegalAction("zhajinhua-too-early", duels=public.rules.compare)
    if target is None or target not in public.others(seat):
        raise IllegalAction("zhajinhua-no-target")
    price = public.price(seat)
    paid = msg("zhajinhua-did-compare", seat=SeatArg(seat), other=SeatArg(target), chips=price)
    state, told = _duel(_pay(state, seat, price), seat, target)
    return _on(state, seat, (paid, told))


def _all_in(state: State, seat: Seat, said: int | None) -> Step[State]:
    public = state.public
    if not public.short(seat):
        raise IllegalAction("zhajinhua-not-short", price=public.price(seat))
    if said not in (None, public.stacks[seat]):
        _can_pay(public, seat)
    told = [msg("zhajinhua-did-allin", seat=SeatArg(seat), chips=public.stacks[seat])]
    state = _pay(state, seat, public.stacks[seat])
    for other in public.others(seat):
        state, fact = _duel(state, seat, other)
        told.append(fact)
        if state.public.stands[seat] is not Stand.IN:
            break
    return _on(state, seat, tuple(told), all_in=True)


def _can_pay(public: Public, seat: Seat) -> None:
    if public.short(seat):
        raise IllegalAction("zhajinhua-short", price=public.price(seat), chips=public.stacks[seat])


def _pay(state: State, seat: Seat, chips: int) -> State:
    public = state.public
    stacks = put(public.stacks, seat, public.stacks[seat] - chips)
    paid = put(public.paid, seat, public.paid[seat] + chips)
    return replace(state, public=replace(public, stacks=stacks, paid=paid))


def _out(state: State, seat: Seat, stand: Stand) -> State:
    public = state.public
    return replace(state, public=replace(public, stands=put(public.stands, seat, stand)))


def _duel(state: State, seat: Seat, other: Seat) -> tuple[State, Msg]:
    """Compare two hands; the weaker one is out, and nobody is told more (§7)."""
    public = state.public
    rules, hands = public.rules, state.hands
    won = beats(hands[seat], hands[other], low=rules.low, suits=rules.suits)
    loser = other if won else seat
    told = msg("zhajinhua-did-lose", seat=SeatArg(loser), other=SeatArg(seat if won else other))
    state = replace(state, public=replace(public, last=tuple(sorted(public.live))))
    return _out(state, loser, Stand.BEATEN), told


def _on(
    state: State, seat: Seat, told: tuple[Msg, ...], *, all_in: bool = False
) -> Step[State]:  # fmt: skip
    """The next turn, the comparison after the last round, or the end."""
    public = state.public
    if len(public.live) > 1:
        following = public.others(seat)[0]
        place = (following - public.first) % public.seats
        number = public.round + (place <= (seat - public.first) % public.seats)
        if number <= public.rules.rounds:
            recent = _recent(public, told)
            public = replace(public, turn=following, round=number, recent=recent)
            return Step(replace(state, public=public), tuple(map(Event, told)))
        state, more = _forced(state)
        told = (*told, msg("zhajinhua-forced", rounds=public.rules.rounds), *more)
    winner = state.public.live[0]
    told = (*told, msg("zhajinhua-won", seat=SeatArg(winner)))
    state = replace(state, public=replace(state.public, recent=()))
    return Step(finish(state, winner, all_in=all_in and winner == seat), tuple(map(Event, told)))


def _forced(state: State) -> tuple[State, list[Msg]]:
    """From the first seat of the deal on, each with the next, until one is left (§8)."""
    told = []
    while len(state.public.live) > 1:
        one, other = state.public.live[:2]
        state, said = _duel(state, one, other)
        told.append(said)
    return state, told


def _recent(public: Public, told: tuple[Msg, ...]) -> tuple[Msg, ...]:
    return (*public.recent, *told)[-RECENT:]
