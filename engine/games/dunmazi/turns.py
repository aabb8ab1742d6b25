"""Playing one action of 蹲麻子: every move that the rules allow, and why another is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import Card, codes
from engine.core import Action, Event, Step, put
from engine.errors import IllegalAction, NotYourTurn
from engine.frozen import changed
from engine.games.dunmazi.scoring import arranged, is_mazi, may_knock
from engine.games.dunmazi.settle import lacking
from engine.games.dunmazi.state import DRY_LAPS, End, Hand, Phase, Public, Stand, State
from engine.msg import CardsArg, Msg, SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat


def possible(public: Public) -> Msg:
    """What may be done now, in words: the second half of most refusals."""
    if public.phase is Phase.FIRST:
        return msg("dunmazi-can-first")
    if public.phase is Phase.PUT:
        return msg("dunmazi-can-put")
    if public.phase is Phase.ANSWER:
        return msg("dunmazi-can-answer")
    if public.full:
        return msg(
            "dunmazi-can-full" if public.pile else "dunmazi-can-full-dry", most=len(public.zone)
        )
    return msg(
        "dunmazi-can-part" if public.pile else "dunmazi-can-part-dry", count=len(public.zone)
    )


def play(state: State, seat: Seat, action: Action) -> Step[State]:
    """Play one action.

    Raises:
        NotYourTurn: the seat is not asked.
        IllegalAction: the rules do not allow it; the message says which rule.
    """
    public = state.public
    if public.phase is Phase.OVER or seat != public.turn:
        raise NotYourTurn("dunmazi-not-your-turn")
    if action.number is not None or action.target is not None or action.reading:
        raise IllegalAction("dunmazi-too-much", can=possible(public))
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
            raise IllegalAction("dunmazi-no-such", can=possible(public))


def _bare(public: Public, action: Action, phase: Phase = Phase.TURN) -> None:
    """Refuse in another phase, and cards where none belong."""
    if public.phase is not phase:
        key = "dunmazi-no-answer" if phase is Phase.ANSWER else f"dunmazi-now-{public.phase.value}"
        raise IllegalAction(key, can=possible(public))
    if action.cards or action.take:
        raise IllegalAction("dunmazi-too-much", can=possible(public))


def _put(state: State, action: Action) -> Step[State]:
    public, seat = state.public, state.public.turn
    if public.phase is Phase.ANSWER:
        raise IllegalAction("dunmazi-now-answer", can=possible(public))
    if public.phase is Phase.TURN:
        raise IllegalAction("dunmazi-draw-first", can=possible(public))
    if len(action.cards) != 1 or action.take:
        raise IllegalAction("dunmazi-put-one", given=len(action.cards))
    parted = _parted(state.hands[seat], action.cards)
    if parted is None:
        raise IllegalAction("dunmazi-not-held")
    given, left = parted
    key = "dunmazi-did-first" if public.phase is Phase.FIRST else "dunmazi-did-draw"
    after = changed(
        state,
        public=changed(
            public,
            zone=(*public.zone, *given),
            known=put(public.known, seat, _unknown(public.known[seat], given)),
        ),
        hands=put(state.hands, seat, left),
        drawn=None,
    )
    return _next_turn(after, msg(key, seat=SeatArg(seat), card=CardsArg(codes(given))))


def _draw(state: State, action: Action) -> Step[State]:
    public = state.public
    _bare(public, action)
    if public.full:
        raise IllegalAction("dunmazi-zone-full", can=possible(public))
    if not public.pile:
        raise IllegalAction("dunmazi-pile-empty", can=possible(public))
    return _drawn(state, public, ())


def _clear(state: State, action: Action) -> Step[State]:
    public = state.public
    _bare(public, action)
    if not public.full:
        raise IllegalAction(
            "dunmazi-zone-not-full",
            count=len(public.zone),
            size=public.rules.size,
            can=possible(public),
        )
    if not public.pile:
        raise IllegalAction("dunmazi-pile-empty", can=possible(public))
    told = Event(
        msg("dunmazi-cleared", seat=SeatArg(public.turn), cards=CardsArg(codes(public.zone)))
    )
    cleared = changed(
        public,
        discard=(*public.discard, *public.zone),
        zone=(),
        recent=_recent(public, msg("dunmazi-did-clear", seat=SeatArg(public.turn))),
    )
    return _drawn(state, cleared, (told,))


def _drawn(state: State, public: Public, told: tuple[Event, ...]) -> Step[State]:
    """Give the top card to the seat whose turn it is; a put has to follow."""
    seat = public.turn
    card, *deck = state.deck
    hands = put(state.hands, seat, arranged((*state.hands[seat], card)))
    public = changed(public, phase=Phase.PUT, pile=len(deck))
    mine = Event(msg("dunmazi-drew", card=CardsArg((card.code,))), frozenset({seat}))
    return Step(State(public, tuple(deck), hands, card), (*told, mine))


def _swap(state: State, action: Action) -> Step[State]:
    public, seat = state.public, state.public.turn
    given = action.cards
    if public.phase is not Phase.TURN:
        raise IllegalAction(f"dunmazi-now-{public.phase.value}", can=possible(public))
    take = action.take if public.full else action.take or public.zone
    if public.full:
        if not 1 <= len(given) <= public.rules.size or len(given) != len(take):
            raise IllegalAction(
                "dunmazi-swap-equal", given=len(given), taken=len(take), most=public.rules.size
            )
    elif len(given) != len(public.zone) or len(take) != len(public.zone):
        raise IllegalAction("dunmazi-swap-all", count=len(public.zone), can=possible(public))
    from_hand, from_zone = _parted(state.hands[seat], given), _parted(public.zone, take)
    if from_hand is None:
        twice = all(card in state.hands[seat] for card in given)
        raise IllegalAction("dunmazi-twice" if twice else "dunmazi-not-held")
    if from_zone is None:
        twice = all(card in public.zone for card in take)
        raise IllegalAction("dunmazi-twice" if twice else "dunmazi-not-in-zone")
    (given, kept), (take, left) = from_hand, from_zone
    if not left:
        take = public.zone
    known = arranged((*_unknown(public.known[seat], given), *take))
    after = changed(
        state,
        public=changed(public, zone=(*left, *given), known=put(public.known, seat, known)),
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
    public = state.public
    if public.phase is Phase.TURN and public.pile:
        raise IllegalAction("dunmazi-no-pass", pile=public.pile, can=possible(public))
    _bare(public, action)
    return _next_turn(state, msg("dunmazi-did-pass", seat=SeatArg(public.turn)), idle=True)


def _next_turn(state: State, fact: Msg, *, idle: bool = False) -> Step[State]:
    """Give the turn on, unless the round is at its end (§17 to §19)."""
    public = state.public
    count = public.seats
    still = public.idle + 1 if idle else 0
    dry = public.dry if public.pile else public.dry + 1
    end = End.NOT
    if dry >= DRY_LAPS * count:
        end = End.SUDDEN
    elif still >= public.rules.stall_laps * count:
        end = End.STALL
    after = changed(
        public,
        turn=(public.turn + 1) % count,
        phase=Phase.OVER if end else Phase.TURN,
        idle=still,
        dry=dry,
        end=end,
        recent=_recent(public, fact),
    )
    told = [Event(fact)]
    if dry == 0:
        told.append(Event(msg("dunmazi-pile-out", laps=DRY_LAPS)))
    if end:
        told.append(Event(msg("dunmazi-over")))
    return Step(changed(state, public=after), tuple(told))


def _knock(state: State, action: Action) -> Step[State]:
    public, seat = state.public, state.public.turn
    _bare(public, action)
    hand = state.hands[seat]
    if not may_knock(hand, public.rules):
        need = public.rules.target + public.rules.strict
        raise IllegalAction("dunmazi-no-knock", why=lacking(hand, public.rules, need))
    fact = msg("dunmazi-did-knock", seat=SeatArg(seat))
    after = _declared(public, Stand.KNOCK, fact)
    return _ask_next(changed(state, public=after), (Event(fact),))


def _answer(state: State, action: Action) -> Step[State]:
    public = state.public
    _bare(public, action, Phase.ANSWER)
    fact = msg(f"dunmazi-did-{action.verb}", seat=SeatArg(public.turn))
    after = _declared(public, Stand(action.verb), fact)
    return _ask_next(changed(state, public=after), (Event(fact),))


def _declared(public: Public, stand: Stand, fact: Msg) -> Public:
    stands = put(public.stands, public.turn, stand)
    return changed(public, stands=stands, recent=_recent(public, fact))


def _recent(public: Public, fact: Msg) -> tuple[Msg, ...]:
    """The last facts, as many as there are seats."""
    return (*public.recent, fact)[-public.seats :]


def _ask_next(state: State, told: tuple[Event, ...]) -> Step[State]:
    """Ask the next seat that can answer; those who cannot show their hand in passing (§14)."""
    public = state.public
    while True:
        seat = (public.turn + 1) % public.seats
        if seat == public.knocker:
            over = changed(public, phase=Phase.OVER, end=End.KNOCK)
            told = (*told, Event(msg("dunmazi-over")))
            return Step(changed(state, public=over), told)
        public = changed(public, turn=seat, phase=Phase.ANSWER)
        hand = state.hands[seat]
        if not is_mazi(hand, public.rules):
            return Step(changed(state, public=public), told)
        fact = msg("dunmazi-did-mazi", seat=SeatArg(seat), cards=CardsArg(codes(hand)))
        public = _declared(public, Stand.MAZI, fact)
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
