"""炸金花 as the engine sees it: dealing, asking, and the doors to the other modules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

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
    PickNumber,
    Pile,
    Prompt,
    Seat,
    Step,
)
from engine.games.zhajinhua import policy, settle, turns, view
from engine.games.zhajinhua import state as deals
from engine.games.zhajinhua.scoring import SIZE
from engine.games.zhajinhua.state import (
    BONUSES,
    PACK,
    STACK,
    Public,
    Result,
    Seen,
    Stand,
    State,
    rules_of,
    sorted_hand,
)
from engine.msg import Msg, SeatArg, msg
from engine.piles import in_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.rng import Rng
    from engine.view import View

OPTIONS = (
    Option("base", (10, 20, 50)),
    Option("most", (10, 5, 20)),
    Option("limit", (20, 10)),
    Option("bonus", tuple(BONUSES)),
    Option("a23", ("low", "second")),
    Option("suits", ("on", "off")),
    Option("min_live", (3, 2)),
    Option("compare", (2, 4), later=True),
)

WORDS = (
    ("看牌", "look"), ("看", "look"), ("look", "look"),
    ("跟注", "call"), ("跟牌", "call"), ("跟", "call"), ("call", "call"),
    ("加注到", "raise"), ("加注", "raise"), ("加到", "raise"), ("加", "raise"),
    ("raise to", "raise"), ("raise", "raise"),
    ("比牌", "compare"), ("比", "compare"), ("compare", "compare"), ("duel", "compare"),
    ("弃牌", "fold"), ("棄牌", "fold"), ("弃", "fold"), ("棄", "fold"), ("fold", "fold"),
    ("孤注一掷", "allin"), ("孤注一擲", "allin"), ("全下", "allin"), ("梭哈", "allin"),
    ("all in", "allin"), ("all-in", "allin"), ("allin", "allin"),
)  # fmt: skip


class Zhajinhua(Game[State, Seen]):
    """The rules of 炸金花, numbered in rules.zh.md."""

    info = GameInfo(
        id="zhajinhua",
        seats=range(3, 6),
        options=OPTIONS,
        rounds=4,
        stack=STACK,
        names=("炸金花", "zhajinhua", "三张牌", "三張牌"),
        words=WORDS,
        numbers=("raise", "call", "compare", "allin"),
    )

    def setup(self, seats: int, options: Options, carry: Carry, rng: Rng) -> Step[State]:
        rules = rules_of(options)
        stacks = carry.stacks or (STACK,) * seats
        able = tuple(stack >= rules.base for stack in stacks)
        enough = sum(able) >= rules.least
        cards = rng.shuffled(PACK)
        first = rng.choice([seat for seat in range(seats) if able[seat] or not any(able)])
        hands = []
        for plays in able:
            count = SIZE if plays and enough else 0
            hands.append(sorted_hand(cards[:count]))
            cards = cards[count:]
        ante = rules.base if enough else 0
        public = Public(
            rules=rules,
            first=first,
            turn=first,
            round=1,
            unit=rules.base,
            stacks=tuple(s - ante * a for s, a in zip(stacks, able, strict=True)),
            paid=tuple(ante * a for a in able),
            stands=tuple(Stand.IN if a and enough else Stand.AWAY for a in able),
            looked=(False,) * seats,
        )
        if not enough:
            nothing = (0,) * seats
            result = Result(None, nothing, nothing, nothing, (), nothing)
            public = replace(public, shown=tuple(hands), result=result)
            state = State(public, tuple(hands), cards)
            return Step(state, (Event(msg("zhajinhua-too-few", least=rules.least)),))
        told = msg("zhajinhua-begins", seat=SeatArg(first), chips=rules.base)
        return Step(State(public, tuple(hands), cards), (Event(told),))

    def piles(self, state: State) -> tuple[Pile, ...]:
        return in_turn(map(len, state.hands), ("stock", len(state.deck)))

    def asked(self, state: State) -> tuple[Seat, ...]:
        return () if state.public.result else (state.public.turn,)

    def finished(self, state: State) -> frozenset[Seat]:
        """Who has folded, has lost a comparison, or sits out."""
        return frozenset(range(state.public.seats)).difference(state.public.live)

    def apply(self, state: State, seat: Seat, action: Action, rng: Rng) -> Step[State]:
        return turns.play(state, seat, action)

    def observe(self, state: State, seat: Seat | None) -> Seen:
        return deals.observe(state, seat)

    def imagine(self, seen: Seen, rng: Rng) -> State:
        return deals.imagine(seen, rng)

    def prompt(self, seen: Seen) -> Prompt:
        public, seat = seen.public, seen.public.turn
        look = (_choice("look"),) if not public.looked[seat] else ()
        if public.short(seat):
            own, price = public.stacks[seat], public.price(seat)
            all_in = Choice(Action("allin"), msg("zhajinhua-choice-allin", chips=own))
            ask = msg("zhajinhua-ask-short", price=price, chips=own)
            return Prompt(ask, (*look, all_in, _choice("fold")))
        price = public.price(seat)
        call = Choice(Action("call"), msg("zhajinhua-choice-call", chips=price))
        duels = tuple(
            Choice(
                Action("compare", target=other),
                msg("zhajinhua-choice-compare", seat=SeatArg(other)),
            )
            for other in (public.others(seat) if public.duels else ())
        )
        raises = public.raises(seat)
        labels = tuple(msg("zhajinhua-choice-raise", chips=cost) for cost in raises)
        number = PickNumber("raise", raises, labels=labels) if raises else None
        kind = ("blind", "looked")[public.looked[seat]]
        when = "" if public.duels else "-first"
        ask = msg(
            f"zhajinhua-ask-{kind}{when}",
            price=price, raises=len(raises), duels=public.rules.compare,
        )  # fmt: skip
        return Prompt(ask, (*look, call, *duels, _choice("fold")), number=number)

    def present(self, seen: Seen) -> View:
        return view.present(seen)

    def why(self, seen: Seen, action: Action) -> Msg | None:
        return policy.why(seen, action)

    def suggest(self, seen: Seen, limit: int) -> Sequence[Action]:
        return policy.ranked(seen, self.prompt(seen))[:limit]

    def on_timeout(self, seen: Seen) -> Action:
        return Action("fold")

    def outcome(self, state: State) -> Outcome | None:
        return settle.outcome(state)

    def inventory(self, state: State) -> Inventory:
        held = [card for hand in state.hands for card in hand]
        public = state.public
        return Inventory(tuple(sorted((*held, *state.deck))), sum(public.stacks) + public.pot)


def _choice(verb: str) -> Choice:
    return Choice(Action(verb), msg(f"zhajinhua-choice-{verb}"))
