"""Playing one action of 蹲麻子: every move that the rules allow, and why another is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import Card, codes
from engine.core import Action, Event, Step, put
from engine.errors import IllegalAction, NotYourTurn
from engine.games.dunmazi.scoring import arranged, is_mazi, may_knock
from engine.games.dunmazi.settle import lacking
from engine.games.dunmazi.state import DRY_LAPS, End, Hand, Open, Phase, Stand, State
from engine.msg import CardsArg, Msg, SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat


def possible(lies: Open) -> Msg:
    """What may be done now, in words: the second half of most refusals."""
    if lies.phase is Phase.FIRST:
        return msg("dunmazi-can-first")
    if lies.phase is Phase.PUT:
        return msg("dunmazi-can-put")
    if lies.phase is Phase.ANSWER:
        return msg("dunmazi-can-answer")
    if lies.full:
        return msg("dunmazi-can-full" if lies.pile else "dunmazi-can-full-dry", most=len(lies.zone))
    return msg("dunmazi-can-part" if lies.pile else "dunmazi-can-part-dry", count=len(lies.zone))


def play(state: State, seat: Seat, action: Action) -> Step[State]:
    """Play one action.

    Raises:
        NotYourTurn: the seat is not asked.
        IllegalAction: the rules do not allow it; the message says which rule.
    """
    lies = state.open
    if lies.phase is Phase.OVER or seat != lies.turn:
        raise NotYourTurn("dunmazi-not-your-turn")
    if action.number is not None or action.target is not None or action.reading:
        raise IllegalAction("dunmazi-too-much", can=possible(lies))
    match action.verb:
        case "put":
            return _put(state, action)
        case "draw":
            return _draw(state, action)
        case "clear":
            return _clear(state, action)
        case "swap":
            return _swap(state, action)
        case "knock":
            return _knock(state, action)
        case "pass":
            return _pass(state, action)
        case "fold" | "call":
            return _answer(state, action)
        case _:
            raise IllegalAction("dunmazi-no-such", can=possible(lies))


def _bare(lies: Open, action: Action, phase: Phase = Phase.TURN) -> None:
    """Refuse in another phase, and cards where none belong."""
    if lies.phase is not phase:
        key = "dunmazi-no-answer" if phase is Phase.ANSWER else f"dunmazi-now-{lies.phase.value}"
        raise IllegalAction(key, can=possible(lies))
    if action.cards or action.take:
        raise IllegalAction("dunmazi-too-much", can=possible(lies))


def _put(state: State, action: Action) -> Step[State]:
    lies, seat = state.open, state.open.turn
    if lies.phase is Phase.ANSWER:
        raise IllegalAction("dunmazi-now-answer", can=possible(lies))
    if lies.phase is Phase.TURN:
        raise IllegalAction("dunmazi-draw-first", can=possible(lies))
    if len(action.cards) != 1 or action.take:
        raise IllegalAction("dunmazi-put-one", given=len(action.cards))
    parted = _parted(state.hands[seat], action.cards)
    if parted is None:
        raise IllegalAction("dunmazi-not-held")
    given, left = parted
    key = "dunmazi-did-first" if lies.phase is Phase.FIRST else "dunmazi-did-draw"
    after = replace(
        state,
        open=replace(
            lies,
            zone=(*lies.zone, *given),
            known=put(lies.known, seat, _unknown(lies.known[seat], given)),
        ),
        hands=put(state.hands, seat, left),
        drawn=None,
    )
    return _next_turn(after, msg(key, seat=SeatArg(seat), card=CardsArg(codes(given))))


def _draw(state: State, action: Action) -> Step[State]:
    lies = state.open
    _bare(lies, action)
    if lies.full:
        raise IllegalAction("dunmazi-zone-full", can=possible(lies))
    if not lies.pile:
        raise IllegalAction("dunmazi-pile-empty", can=possible(lies))
    return _drawn(state, lies, ())


def _clear(state: State, action: Action) -> Step[State]:
    lies = state.open
    _bare(lies, action)
    if not lies.full:
        raise IllegalAction(
            "dunmazi-zone-not-full", count=len(lies.zone), size=lies.rules.size, can=possible(lies)
        )
    if not lies.pile:
        raise IllegalAction("dunmazi-pile-empty", can=possible(lies))
    told = Event(msg("dunmazi-cleared", seat=SeatArg(lies.turn), cards=CardsArg(codes(lies.zone))))
    cleared = replace(
        lies,
        discard=(*lies.discard, *lies.zone),
        zone=(),
        recent=_recent(lies, msg("dunmazi-did-clear", seat=SeatArg(lies.turn))),
    )
    return _drawn(state, cleared, (told,))


def _drawn(state: State, lies: Open, told: tuple[Event, ...]) -> Step[State]:
    """Give the top card to the seat whose turn it is; a put has to follow."""
    seat = lies.turn
    card, *deck = state.deck
    hands = put(state.hands, seat, arranged((*state.hands[seat], card)))
    lies = replace(lies, phase=Phase.PUT, pile=len(deck))
    mine = Event(msg("dunmazi-drew", card=CardsArg((card.code,))), frozenset({seat}))
    return Step(State(lies, tuple(deck), hands, card), (*told, mine))


def _swap(state: State, action: Action) -> Step[State]:
    lies, seat = state.open, state.open.turn
    given = action.cards
    if lies.phase is not Phase.TURN:
        raise IllegalAction(f"dunmazi-now-{lies.phase.value}", can=possible(lies))
    take = action.take if lies.full else action.take or lies.zone
    if lies.full:
        if not 1 <= len(given) <= lies.rules.size or len(given) != len(take):
            raise IllegalAction(
                "dunmazi-swap-equal", given=len(given), taken=len(take), most=lies.rules.size
            )
    elif len(given) != len(lies.zone) or len(take) != len(lies.zone):
        raise IllegalAction("dunmazi-swap-all", count=len(lies.zone), can=possible(lies))
    from_hand, from_zone = _parted(state.hands[seat], given), _parted(lies.zone, take)
    if from_hand is None:
        twice = all(card in state.hands[seat] for card in given)
        raise IllegalAction("dunmazi-twice" if twice else "dunmazi-not-held")
    if from_zone is None:
        twice = all(card in lies.zone for card in take)
        raise IllegalAction("dunmazi-twice" if twice else "dunmazi-not-in-zone")
    (given, kept), (take, left) = from_hand, from_zone
    if not left:
        take = lies.zone
    known = arranged((*_unknown(lies.known[seat], given), *take))
    after = replace(
        state,
        open=replace(lies, zone=(*left, *given), known=put(lies.known, seat, known)),
        hands=put(state.hands, seat, arranged((*kept, *take))),
    )
    fact = msg(
        "dunmazi-did-swap",
        seat=SeatArg(seat),
        count=len(given),
        given=CardsArg(codes(given)),
        taken=CardsArg(codes(take)),
    )
    return _next_turn(after, fact, idle=True)


def _pass(state: State, action: Action) -> Step[State]:
    lies = state.open
    if lies.phase is Phase.TURN and lies.pile:
        raise IllegalAction("dunmazi-no-pass", pile=lies.pile, can=possible(lies))
    _bare(lies, action)
    return _next_turn(state, msg("dunmazi-did-pass", seat=SeatArg(lies.turn)), idle=True)


def _next_turn(state: State, fact: Msg, *, idle: bool = False) -> Step[State]:
    """Give the turn on, unless the round is at its end (§17 to §19)."""
    lies = state.open
    count = lies.seats
    still = lies.idle + 1 if idle else 0
    dry = lies.dry if lies.pile else lies.dry + 1
    end = End.NOT
    if dry >= DRY_LAPS * count:
        end = End.SUDDEN
    elif still >= lies.rules.stall_laps * count:
        end = End.STALL
    after = replace(
        lies,
        turn=(lies.turn + 1) % count,
        phase=Phase.OVER if end else Phase.TURN,
        idle=still,
        dry=dry,
        end=end,
        recent=_recent(lies, fact),
    )
    told = [Event(fact)]
    if dry == 0:
        told.append(Event(msg("dunmazi-pile-out", laps=DRY_LAPS)))
    if end:
        told.append(Event(msg("dunmazi-over")))
    return Step(replace(state, open=after), tuple(told))


def _knock(state: State, action: Action) -> Step[State]:
    lies, seat = state.open, state.open.turn
    _bare(lies, action)
    hand = state.hands[seat]
    if not may_knock(hand, lies.rules):
        need = lies.rules.target + lies.rules.strict
        raise IllegalAction("dunmazi-no-knock", why=lacking(hand, lies.rules, need))
    fact = msg("dunmazi-did-knock", seat=SeatArg(seat))
    after = _declared(lies, Stand.KNOCK, fact)
    return _ask_next(replace(state, open=after), (Event(fact),))


def _answer(state: State, action: Action) -> Step[State]:
    lies = state.open
    _bare(lies, action, Phase.ANSWER)
    fact = msg(f"dunmazi-did-{action.verb}", seat=SeatArg(lies.turn))
    after = _declared(lies, Stand(action.verb), fact)
    return _ask_next(replace(state, open=after), (Event(fact),))


def _declared(lies: Open, stand: Stand, fact: Msg) -> Open:
    stands = put(lies.stands, lies.turn, stand)
    return replace(lies, stands=stands, recent=_recent(lies, fact))


def _recent(lies: Open, fact: Msg) -> tuple[Msg, ...]:
    """The last facts, as many as there are seats."""
    return (*lies.recent, fact)[-lies.seats :]


def _ask_next(state: State, told: tuple[Event, ...]) -> Step[State]:
    """Ask the next seat that can answer; those who cannot show their hand in passing (§14)."""
    lies = state.open
    while True:
        seat = (lies.turn + 1) % lies.seats
        if seat == lies.knocker:
            over = replace(lies, phase=Phase.OVER, end=End.KNOCK)
            told = (*told, Event(msg("dunmazi-over")))
            return Step(replace(state, open=over), told)
        lies = replace(lies, turn=seat, phase=Phase.ANSWER)
        hand = state.hands[seat]
        if not is_mazi(hand, lies.rules):
            return Step(replace(state, open=lies), told)
        fact = msg("dunmazi-did-mazi", seat=SeatArg(seat), cards=CardsArg(codes(hand)))
        lies = _declared(lies, Stand.MAZI, fact)
        told = (*told, Event(fact))


def _parted(held: Hand, wanted: Sequence[Card]) -> tuple[Hand, Hand] | None:
    """The cards ``wanted`` out of ``held``, and the rest; None if they are not all there."""
    left, found = list(held), []
    for card in wanted:
        if card not in left:
            return None
        found.append(left.pop(left.index(card)))
    return tuple(found), tuple(left)


def _unknown(known: Hand, gone: Hand) -> Hand:
    """What is still known of a hand after the cards ``gone`` have left it."""
    left = list(known)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
