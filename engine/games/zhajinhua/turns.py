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
    from engine.games.zhajinhua.state import Open

RECENT = 4
"""What was done last is shown, so many facts."""


def play(state: State, seat: Seat, action: Action) -> Step[State]:
    """Play one action of the seat whose turn it is.

    Raises:
        IllegalAction: it is not possible now.
    """
    lies = state.open
    match action:
        case Action("look", (), (), None, None, ""):
            return _look(state, seat)
        case Action("fold" | "pass", (), (), None, None, ""):
            told = msg("zhajinhua-did-fold", seat=SeatArg(seat))
            return _on(_out(state, seat, Stand.FOLDED), seat, (told,))
        case Action("call", (), (), None | int() as said, None, ""):
            _can_pay(lies, seat)
            price = lies.price(seat)
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


def possible(lies: Open) -> Msg:
    """What is left to do where no raise is possible, in words."""
    return msg("zhajinhua-can-first" if lies.round < 2 else "zhajinhua-can")


def _look(state: State, seat: Seat) -> Step[State]:
    lies = state.open
    if lies.looked[seat]:
        raise IllegalAction("zhajinhua-looked-already")
    told = msg("zhajinhua-did-look", seat=SeatArg(seat))
    lies = replace(lies, looked=put(lies.looked, seat, True), recent=_recent(lies, (told,)))
    return Step(replace(state, open=lies), (Event(told),))


def _raise(state: State, seat: Seat, cost: int | None) -> Step[State]:
    lies = state.open
    _can_pay(lies, seat)
    allowed = lies.raises(seat)
    if not allowed:
        highest = lies.rules.most * lies.rules.base
        key = "zhajinhua-highest" if lies.unit >= highest else "zhajinhua-no-raise"
        raise IllegalAction(key, chips=lies.stacks[seat], can=possible(lies))
    if cost is None or cost not in allowed:
        step = lies.rules.base * lies.factor(seat)
        least, most = allowed[0], allowed[-1]
        if least == most:
            raise IllegalAction("zhajinhua-raise-only", chips=least)
        raise IllegalAction("zhajinhua-raise-to", least=least, most=most, step=step)
    told = msg("zhajinhua-did-raise", seat=SeatArg(seat), chips=cost)
    unit = cost // lies.factor(seat)
    state = _pay(state, seat, cost)
    return _on(replace(state, open=replace(state.open, unit=unit)), seat, (told,))


def _compare(state: State, seat: Seat, target: Seat | None) -> Step[State]:
    lies = state.open
    _can_pay(lies, seat)
    if lies.round < 2:
        raise IllegalAction("zhajinhua-too-early")
    if target is None or target not in lies.others(seat):
        raise IllegalAction("zhajinhua-no-target")
    price = lies.price(seat)
    paid = msg("zhajinhua-did-compare", seat=SeatArg(seat), other=SeatArg(target), chips=price)
    state, told = _duel(_pay(state, seat, price), seat, target)
    return _on(state, seat, (paid, told))


def _all_in(state: State, seat: Seat, said: int | None) -> Step[State]:
    lies = state.open
    if not lies.short(seat):
        raise IllegalAction("zhajinhua-not-short", price=lies.price(seat))
    if said not in (None, lies.stacks[seat]):
        _can_pay(lies, seat)
    told = [msg("zhajinhua-did-allin", seat=SeatArg(seat), chips=lies.stacks[seat])]
    state = _pay(state, seat, lies.stacks[seat])
    for other in lies.others(seat):
        state, fact = _duel(state, seat, other)
        told.append(fact)
        if state.open.stands[seat] is not Stand.IN:
            break
    return _on(state, seat, tuple(told), all_in=True)


def _can_pay(lies: Open, seat: Seat) -> None:
    if lies.short(seat):
        raise IllegalAction("zhajinhua-short", price=lies.price(seat), chips=lies.stacks[seat])


def _pay(state: State, seat: Seat, chips: int) -> State:
    lies = state.open
    stacks = put(lies.stacks, seat, lies.stacks[seat] - chips)
    paid = put(lies.paid, seat, lies.paid[seat] + chips)
    return replace(state, open=replace(lies, stacks=stacks, paid=paid))


def _out(state: State, seat: Seat, stand: Stand) -> State:
    lies = state.open
    return replace(state, open=replace(lies, stands=put(lies.stands, seat, stand)))


def _duel(state: State, seat: Seat, other: Seat) -> tuple[State, Msg]:
    """Compare two hands; the weaker one is out, and nobody is told more (§7)."""
    lies = state.open
    rules, hands = lies.rules, state.hands
    won = beats(hands[seat], hands[other], low=rules.low, suits=rules.suits)
    loser = other if won else seat
    told = msg("zhajinhua-did-lose", seat=SeatArg(loser), other=SeatArg(seat if won else other))
    state = replace(state, open=replace(lies, last=tuple(sorted(lies.live))))
    return _out(state, loser, Stand.BEATEN), told


def _on(
    state: State, seat: Seat, told: tuple[Msg, ...], *, all_in: bool = False
) -> Step[State]:  # fmt: skip
    """The next turn, the comparison after the last round, or the end."""
    lies = state.open
    if len(lies.live) > 1:
        following = lies.others(seat)[0]
        place = (following - lies.first) % lies.seats
        number = lies.round + (place <= (seat - lies.first) % lies.seats)
        if number <= lies.rules.rounds:
            recent = _recent(lies, told)
            lies = replace(lies, turn=following, round=number, recent=recent)
            return Step(replace(state, open=lies), tuple(map(Event, told)))
        state, more = _forced(state)
        told = (*told, msg("zhajinhua-forced", rounds=lies.rules.rounds), *more)
    winner = state.open.live[0]
    told = (*told, msg("zhajinhua-won", seat=SeatArg(winner)))
    state = replace(state, open=replace(state.open, recent=()))
    return Step(finish(state, winner, all_in=all_in and winner == seat), tuple(map(Event, told)))


def _forced(state: State) -> tuple[State, list[Msg]]:
    """From the first seat of the deal on, each with the next, until one is left (§8)."""
    told = []
    while len(state.open.live) > 1:
        one, other = state.open.live[:2]
        state, said = _duel(state, one, other)
        told.append(said)
    return state, told


def _recent(lies: Open, told: tuple[Msg, ...]) -> tuple[Msg, ...]:
    return (*lies.recent, *told)[-RECENT:]
