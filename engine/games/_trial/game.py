"""The rules of 占格子, numbered in rules.zh.md."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import Card, codes, holds
from engine.core import (
    Action,
    Carry,
    Choice,
    Event,
    Game,
    GameInfo,
    Inventory,
    Option,
    Options,
    Outcome,
    PickCards,
    PickNumber,
    Pile,
    Prompt,
    Seat,
    Step,
    put,
)
from engine.errors import AmbiguousAction, IllegalAction
from engine.games._trial.position import (
    CELLS,
    HAND,
    PACK,
    Public,
    Seen,
    State,
    alone,
    deal,
    paid,
    worths,
)
from engine.games._trial.screen import screen
from engine.msg import CardsArg, Msg, SeatArg, msg
from engine.piles import in_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.rng import Rng
    from engine.view import View


class Zhangezi(Game[State, Seen]):
    """The rules of 占格子."""

    info = GameInfo(
        id="_trial",
        seats=range(2, 5, 2),
        options=(Option("chips", (12, 3, 40)), Option("open", ("pair", "suit", "none"), True)),
        rounds=3,
        stack=12,
        names=("占格子", "佔格子", "trial"),
        words=(("占", "mark"), ("佔", "mark"), ("押", "stake"), ("出", "lead"), ("lead", "lead")),
    )

    def check(self, seats: int, options: Options) -> Msg | None:
        poor = options["chips"] == 3 and options["open"] == "suit"
        return msg("trial-check") if poor else None

    def setup(self, seats: int, options: Options, carry: Carry, rng: Rng) -> Step[State]:
        stacks = carry.stacks or (int(options["chips"]),) * seats
        leader = rng.below(seats) if carry.leader is None else carry.leader
        deck, gone = carry.deck, carry.gone
        if len(deck) < len(CELLS) + HAND * seats:
            deck, gone = rng.shuffled(PACK), ()
        return deal(Public(stacks, leader, str(options["open"]), gone), deck)

    def piles(self, state: State) -> tuple[Pile, ...]:
        rest = len(state.public.board) + len(state.deck)
        return in_turn(map(len, state.hands), ("stock", rest))

    def asked(self, state: State) -> tuple[Seat, ...]:
        if state.public.won:
            return ()
        return tuple(range(len(state.marks))) if None in state.marks else (state.public.leader,)

    def prompt(self, seen: Seen) -> Prompt:
        assert seen.seat is not None  # noqa: S101  (only a seat is asked; for the type checker)
        if not all(seen.answered):
            there = seen.answered[seen.seat]
            ask = msg("trial-ask-again") if there else msg("trial-ask-mark")
            return Prompt(ask, number=PickNumber("mark", CELLS, 3), private=True, answered=there)
        most = seen.public.stacks[seen.seat]
        if not seen.public.stake:
            all_in = Choice(Action("stake", number=most), msg("trial-all-in", chips=most))
            ask = msg("trial-ask-stake", most=most)
            return Prompt(ask, (all_in,), number=PickNumber("stake", range(1, most + 1)))
        pick = PickCards("lead", seen.hands[seen.seat], 1, HAND)
        return Prompt(msg("trial-ask-lead"), picks=(pick,), private=True)

    def apply(self, state: State, seat: Seat, action: Action, rng: Rng) -> Step[State]:
        known, marking = state.public, None in state.marks
        match action:
            case Action("mark", (), (), int(cell), None, "") if marking and cell in CELLS:
                return self._mark(state, seat, cell, rng)
            case Action("stake", (), (), int(stake), None, "") if (
                not (marking or known.stake) and 1 <= stake <= known.stacks[seat]
            ):
                told = msg("trial-staked", seat=SeatArg(seat), chips=stake)
                return Step(replace(state, public=replace(known, stake=stake)), (Event(told),))
            case Action("lead", led, (), None, None, reading) if (
                known.stake and 0 < len(led) <= HAND and holds(state.hands[seat], led)
            ):
                found = worths(led)
                if not reading and len(found) > 1:
                    each = tuple(replace(action, reading=r) for r in found)
                    raise AmbiguousAction("trial-which", each)
                if not found or (reading and reading not in found):
                    raise IllegalAction("trial-refused")
                return self._lead(state, led, found[reading or next(iter(found))])
            case _:
                raise IllegalAction("trial-refused")

    def _mark(self, state: State, seat: Seat, cell: int, rng: Rng) -> Step[State]:
        marks, known = put(state.marks, seat, cell), state.public
        card = CardsArg(codes((known.board[CELLS.index(cell)],)))
        mine = Event(msg("trial-mine", card=card), frozenset({seat}))
        first = state.marks[seat] is None
        told = (mine, Event(msg("trial-marked", seat=SeatArg(seat)))) if first else (mine,)
        if None in marks or known.again or alone(marks, 0) or alone(marks, 1):
            return Step(replace(state, marks=marks), told)
        used = (c for hand in state.hands for c in hand)
        deck = rng.shuffled(sorted((*used, *known.board, *state.deck)))
        step = deal(replace(known, again=True), deck)
        return Step(step.state, (*told, Event(msg("trial-redeal")), *step.events))

    def _lead(self, state: State, led: tuple[Card, ...], worth: int) -> Step[State]:
        known = replace(state.public, lead=led, worth=worth)
        mine, other = known.leader % 2, 1 - known.leader % 2
        ranks = [int(known.board[CELLS.index(m)].rank) for m in alone(state.marks, other)]
        best = max(ranks, default=0)
        seat, shown = SeatArg(known.leader), CardsArg(codes(led))
        told = msg("trial-led", seat=seat, cards=shown, value=worth, best=best)
        done = paid(known, mine if worth > best else other, 0 if worth == best else known.stake)
        return Step(replace(state, public=done), (Event(told),))

    def observe(self, state: State, seat: Seat | None) -> Seen:
        known, closed = state.public, None not in state.marks
        hands = tuple(h if known.won or s == seat else () for s, h in enumerate(state.hands))
        marks = tuple(m if closed or s == seat else None for s, m in enumerate(state.marks))
        return Seen(seat, known, hands, marks, tuple(m is not None for m in state.marks))

    def imagine(self, seen: Seen, rng: Rng) -> State:
        closed = all(seen.answered)
        known = {*seen.public.board, *seen.public.gone, *(c for hand in seen.hands for c in hand)}
        rest = rng.shuffled(c for c in PACK if c not in known)
        hands: list[tuple[Card, ...]] = []
        marks: list[int | None] = []
        for s, there in enumerate(seen.answered):
            kept = bool(seen.public.won) or s == seen.seat
            hands.append(seen.hands[s] if kept else tuple(sorted(rest[:HAND])))
            rest = rest if kept else rest[HAND:]
            mark = seen.marks[s] if closed or s == seen.seat else rng.choice(CELLS)
            marks.append(mark if there else None)
        return State(seen.public, tuple(hands), tuple(marks), rest)

    def present(self, seen: Seen) -> View:
        return screen(seen)

    def suggest(self, seen: Seen, limit: int) -> Sequence[Action]:
        known = seen.public
        if not all(seen.answered):
            best = sorted(zip(known.board, CELLS, strict=True), reverse=True)
            found = [Action("mark", number=cell) for _, cell in best]
        elif not known.stake:
            found = [Action("stake", number=n) for n in range(1, known.stacks[known.leader] + 1)]
        else:
            found = [Action("lead", (c,)) for c in reversed(seen.hands[known.leader])]
        return found[:limit]

    def on_timeout(self, seen: Seen) -> Action:
        if not all(seen.answered):
            return Action("mark", number=CELLS[0])
        led = (min(seen.hands[seen.public.leader]),)
        return Action("lead", led) if seen.public.stake else Action("stake", number=1)

    def outcome(self, state: State) -> Outcome | None:
        known, n = state.public, len(state.hands)
        if not known.won:
            return None
        reasons = tuple(
            msg("trial-reason", seat=SeatArg(s), other=SeatArg(s + 1), chips=known.won[s])
            for s in range(0, n, 2)
        )
        used = (*known.gone, *known.board, *(c for hand in state.hands for c in hand))
        carry = Carry(
            leader=(known.leader + 1) % n,
            teams=(frozenset(range(0, n, 2)), frozenset(range(1, n, 2))),
            stacks=known.stacks,
            deck=state.deck,
            gone=tuple(sorted(used)),
        )
        return Outcome(known.won, reasons, carry, broke=0 in known.stacks)

    def inventory(self, state: State) -> Inventory:
        known = state.public
        lying = (*known.board, *known.gone, *state.deck, *(c for h in state.hands for c in h))
        return Inventory(tuple(sorted(lying)), sum(known.stacks))
