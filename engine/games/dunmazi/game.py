"""蹲麻子 as the engine sees it: dealing, asking, and the doors to the other modules."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from engine.cards import pack
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
    Pile,
    Prompt,
    Seat,
    Step,
)
from engine.games.dunmazi import policy, settle, turns, view
from engine.games.dunmazi import state as rounds
from engine.games.dunmazi.scoring import arranged, hand_score, least_useful, may_knock, rules_of
from engine.games.dunmazi.state import Phase, Public, Seen, Stand, State
from engine.msg import Msg, SeatArg, msg
from engine.piles import in_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from engine.rng import Rng
    from engine.view import View

OPTIONS = (
    Option("target", (40, 45, 50, 35), between=True),
    Option("sudden_death", ("hand", "basic"), front=True),
    Option("stall_laps", (6, 4, 8)),
    Option("strict_over", ("false", "true")),
    Option("joker_score", ("ten", "represented")),
    Option("joker_rank", ("joker", "represented")),
    Option("hand_size", (5, 6)),
    Option("decks", (1, 2)),
    Option("quan", ("deal", "lap")),
    Option("final_tie", ("joint", "playoff")),
)

WORDS = (
    ("摸牌出牌", "draw"), ("摸一张", "draw"), ("摸一張", "draw"), ("摸牌", "draw"), ("摸", "draw"),
    ("draw", "draw"), ("清场", "clear"), ("清場", "clear"), ("清", "clear"), ("clear", "clear"),
    ("强制交换", "swap"), ("強制交換", "swap"), ("自由交换", "swap"), ("自由交換", "swap"),
    ("交换", "swap"), ("交換", "swap"), ("用", "swap"),
    ("换牌", "swap"), ("換牌", "swap"), ("换", "swap"), ("換", "swap"), ("swap", "swap"),
    ("打牌", "put"), ("打", "put"), ("出牌", "put"), ("出", "put"), ("put", "put"),
    ("play", "put"),
    ("扣牌", "knock"), ("扣", "knock"), ("knock", "knock"),
    ("不砸", "fold"), ("随", "fold"), ("隨", "fold"), ("keep", "fold"), ("fold", "fold"),
    ("砸", "call"), ("challenge", "call"), ("call", "call"),
    ("不换", "pass"), ("不換", "pass"),
)  # fmt: skip

SAID = {"put": ("打", "put"), "draw": ("摸", "draw"), "swap": ("换", "swap")}
"""The short words of what is done most, as a record has them."""


class Dunmazi(Game[State, Seen]):
    """The rules of 蹲麻子, numbered in rules.zh.md."""

    info = GameInfo(
        id="dunmazi",
        seats=range(2, 5),
        options=OPTIONS,
        zero_sum=False,
        rounds=4,
        names=("蹲麻子", "dunmazi"),
        words=WORDS,
    )

    def setup(self, seats: int, options: Options, carry: Carry, rng: Rng) -> Step[State]:
        rules = rules_of(options)
        starter, key = _starter(seats, carry, rng)
        deck = list(rng.shuffled(pack(rules.decks)))
        hands = []
        for seat in range(seats):
            count = rules.size + (seat == starter)
            hands.append(arranged(deck[:count]))
            del deck[:count]
        public = Public(
            rules=rules,
            starter=starter,
            turn=starter,
            phase=Phase.FIRST,
            pile=len(deck),
            known=((),) * seats,
            stands=(Stand.OPEN,) * seats,
        )
        told = Event(msg(key, seat=SeatArg(starter)))
        return Step(State(public, tuple(deck), tuple(hands)), (told,))

    def piles(self, state: State) -> tuple[Pile, ...]:
        return in_turn(map(len, state.hands), ("stock", len(state.deck)))

    def word(self, verb: str, prompt: Prompt) -> tuple[str, ...]:
        return SAID.get(verb, ())

    def laid(self, state: State, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        return arranged(hand)

    def asked(self, state: State) -> tuple[Seat, ...]:
        return () if state.public.phase is Phase.OVER else (state.public.turn,)

    def apply(self, state: State, seat: Seat, action: Action, rng: Rng) -> Step[State]:
        return turns.play(state, seat, action)

    def observe(self, state: State, seat: Seat | None) -> Seen:
        return rounds.observe(state, seat)

    def imagine(self, seen: Seen, rng: Rng) -> State:
        return rounds.imagine(seen, rng)

    def prompt(self, seen: Seen) -> Prompt:
        public, hand = seen.public, seen.hand
        if public.phase in (Phase.FIRST, Phase.PUT):
            ask = msg(f"dunmazi-ask-{public.phase.value}")
            return Prompt(ask, picks=(PickCards("put", hand),), private=True)
        if public.phase is Phase.ANSWER:
            return _response(seen)
        choices = []
        if public.pile:
            verb = "clear" if public.full else "draw"
            choices.append(Choice(Action(verb), msg(f"dunmazi-choice-{verb}")))
        if may_knock(hand, public.rules):
            basic = hand_score(hand, public.rules) - public.rules.target
            choices.append(Choice(Action("knock"), msg("dunmazi-choice-knock", basic=basic)))
        if not public.pile:
            choices.append(Choice(Action("pass"), msg("dunmazi-choice-pass")))
        count = len(public.zone)
        if public.full:
            picks: tuple[PickCards, ...] = (
                PickCards("swap", hand, 1, count),
                PickCards("swap", public.zone, 1, count, slot="take", same_as="cards"),
            )
        else:
            picks = (PickCards("swap", hand, count, count),)
        ask = msg("dunmazi-ask-turn", can=turns.possible(public))
        return Prompt(ask, tuple(choices), picks, private=True)

    def present(self, seen: Seen) -> View:
        return view.present(seen)

    def why(self, seen: Seen, action: Action) -> Msg | None:
        if action.verb in ("knock", "fold", "call"):
            score = hand_score(seen.hand, seen.public.rules)
            return msg(f"dunmazi-hint-{action.verb}", score=score)
        return msg(f"dunmazi-hint-{action.verb}")

    def suggest(self, seen: Seen, limit: int) -> Sequence[Action]:
        return list(islice(policy.ranked(seen), limit))

    def on_timeout(self, seen: Seen) -> Action:
        public = seen.public
        if public.phase in (Phase.FIRST, Phase.PUT):
            return Action("put", cards=(least_useful(seen.hand),))
        if public.phase is Phase.ANSWER:
            return Action("fold")
        if not public.pile:
            return Action("pass")
        return Action("clear" if public.full else "draw")

    def outcome(self, state: State) -> Outcome | None:
        if state.public.phase is not Phase.OVER:
            return None
        return settle.settle(state.public, state.hands)

    def inventory(self, state: State) -> Inventory:
        public = state.public
        held = [card for hand in state.hands for card in hand]
        return Inventory(tuple(sorted((*state.deck, *held, *public.zone, *public.discard))))


def _starter(count: int, carry: Carry, rng: Rng) -> tuple[Seat, str]:
    """起始玩家 and how it was found: lowest last score, then lowest total, then lot (§6)."""
    if len(carry.last) != count:
        return rng.below(count), "dunmazi-starts-lot"
    worst = [seat for seat in range(count) if carry.last[seat] == min(carry.last)]
    if len(worst) == 1:
        return worst[0], "dunmazi-starts-last"
    if len(carry.totals) == count:
        least = min(carry.totals[seat] for seat in worst)
        worst = [seat for seat in worst if carry.totals[seat] == least]
        if len(worst) == 1:
            return worst[0], "dunmazi-starts-total"
    return rng.choice(worst), "dunmazi-starts-tied"


def _response(seen: Seen) -> Prompt:
    """随 or 砸, with what is at stake (§14, §16)."""
    public = seen.public
    basic = hand_score(seen.hand, public.rules) - public.rules.target
    choices = (
        Choice(Action("fold"), msg("dunmazi-choice-fold", basic=basic)),
        Choice(Action("call"), msg("dunmazi-choice-call")),
    )
    ask = msg("dunmazi-ask-answer", pool=view.pool(public), basic=basic)
    return Prompt(ask, choices, private=True)
