"""The rules of 比大小, numbered in rules.zh.md."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from engine.cards import Card, codes, pack
from engine.core import (
    Action,
    Carry,
    Event,
    Game,
    GameInfo,
    Inventory,
    Options,
    Outcome,
    PickCards,
    Pile,
    Prompt,
    Seat,
    Step,
    put,
    seats,
)
from engine.errors import IllegalAction
from engine.msg import CardsArg, SeatArg, msg
from engine.piles import in_turn
from engine.view import Cards, Lines, Play, SeatRow, Seats, Trick, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.rng import Rng

HAND = 3


@dataclass(frozen=True, slots=True)
class State:
    """``hands[s]`` and ``chosen[s]`` by seat; ``chosen[s]`` is None until seat s has answered.

    What somebody may not know is left out of the repr, which may stand in a log.
    """

    hands: tuple[tuple[Card, ...], ...] = field(repr=False)
    chosen: tuple[Card | None, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Seen:
    """What one seat knows. ``chosen`` is empty until all have answered."""

    seat: Seat | None
    hand: tuple[Card, ...]
    mine: Card | None
    answered: tuple[bool, ...]
    chosen: tuple[Card, ...]


class Bidaxiao(Game[State, Seen]):
    """The rules of 比大小."""

    info = GameInfo(
        id="_specimen",
        seats=range(2, 9),
        names=("比大小", "specimen"),
        words=(("出", "play"), ("play", "play")),
    )

    def setup(self, seats: int, options: Options, carry: Carry, rng: Rng) -> Step[State]:
        deck = rng.shuffled(pack(jokers=False))
        hands = tuple(tuple(sorted(deck[i * HAND : (i + 1) * HAND])) for i in range(seats))
        return Step(State(hands, (None,) * seats))

    def piles(self, state: State) -> tuple[Pile, ...]:
        return in_turn(map(len, state.hands), ("stock", 52 - HAND * len(state.hands)))

    def asked(self, state: State) -> tuple[Seat, ...]:
        return tuple(s for s in seats(len(state.hands)) if state.chosen[s] is None)

    def prompt(self, seen: Seen) -> Prompt:
        return Prompt(msg("specimen-ask"), picks=(PickCards("play", seen.hand),), private=True)

    def apply(self, state: State, seat: Seat, action: Action, rng: Rng) -> Step[State]:
        match action:
            case Action("play", (card,), (), None, None, "") if card in state.hands[seat]:
                told = Event(msg("specimen-answered", seat=SeatArg(seat)))
                return Step(replace(state, chosen=put(state.chosen, seat, card)), (told,))
            case _:
                raise IllegalAction("specimen-one-of-your-cards")

    def observe(self, state: State, seat: Seat | None) -> Seen:
        shown = tuple(c for c in state.chosen if c is not None)
        return Seen(
            seat,
            hand=() if seat is None else state.hands[seat],
            mine=None if seat is None else state.chosen[seat],
            answered=tuple(c is not None for c in state.chosen),
            chosen=shown if len(shown) == len(state.hands) else (),
        )

    def present(self, seen: Seen) -> View:
        done = bool(seen.chosen)
        rows = tuple(
            SeatRow(
                s,
                cards=HAND - there,
                marks=(msg("specimen-mark-answered"),) if there and not done else (),
                asked=not there,
            )
            for s, there in enumerate(seen.answered)
        )
        blocks: list[Seats | Trick | Cards | Lines] = [Seats(rows, seen.seat)]
        if done:
            plays = tuple(Play(s, codes((c,))) for s, c in enumerate(seen.chosen))
            blocks.append(Trick(msg("specimen-shown"), plays))
        elif seen.mine is not None:
            blocks.append(Cards(msg("specimen-mine"), codes((seen.mine,))))
        if seen.hand:
            blocks.append(Cards(msg("specimen-hand"), codes(seen.hand), mine=True))
        title = msg("specimen-title-done") if done else msg("specimen-title")
        return View(title, tuple(blocks))

    def suggest(self, seen: Seen, limit: int) -> Sequence[Action]:
        best = sorted(seen.hand, reverse=True)
        return [Action("play", cards=(c,)) for c in islice(best, limit)]

    def on_timeout(self, seen: Seen) -> Action:
        return Action("play", cards=(min(seen.hand),))

    def imagine(self, seen: Seen, rng: Rng) -> State:
        known = {*seen.hand, *seen.chosen}
        rest = iter(rng.shuffled(c for c in pack(jokers=False) if c not in known))
        hands: list[tuple[Card, ...]] = []
        chosen: list[Card | None] = []
        for s, there in enumerate(seen.answered):
            shown = seen.chosen[s : s + 1]
            hand = seen.hand if s == seen.seat else (*shown, *islice(rest, HAND - len(shown)))
            guess = seen.mine if s == seen.seat else hand[0]
            hands.append(tuple(sorted(hand)))
            chosen.append(guess if there else None)
        return State(tuple(hands), tuple(chosen))

    def outcome(self, state: State) -> Outcome | None:
        shown = [c for c in state.chosen if c is not None]
        if len(shown) < len(state.hands):
            return None
        others = len(shown) - 1
        winner = shown.index(max(shown))
        scores = tuple(others if s == winner else -1 for s in range(len(shown)))
        why = msg(
            "specimen-reason",
            seat=SeatArg(winner),
            card=CardsArg(codes((shown[winner],))),
            others=others,
            points=others,
        )
        return Outcome(scores, (why,))

    def inventory(self, state: State) -> Inventory:
        return Inventory(tuple(sorted(c for hand in state.hands for c in hand)))
