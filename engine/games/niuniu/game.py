"""搶莊牛牛 as the engine sees it: the bank, and what its hands are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import codes, holds, pack
from engine.core import Action, Choice, GameInfo, Option, PickCards, Prompt
from engine.errors import IllegalAction
from engine.games.niuniu import policy
from engine.games.niuniu.scoring import (
    MULTIPLIERS,
    SIZE,
    Kind,
    arranged,
    shown_as,
    special,
    split,
    strength,
    value,
)
from engine.kernels.banker.flow import NUMBERS, STACK, WORDS, BankerGame
from engine.kernels.banker.pay import Bill
from engine.kernels.banker.state import Phase
from engine.msg import CardsArg, Msg, msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat
    from engine.kernels.banker.flow import Numbers
    from engine.kernels.banker.state import Hand, Public, Seen, State
    from engine.rng import Rng

PACK = pack(jokers=False)

TABLES = {3: (1, 2, 3), 5: (1, 2, 3, 4, 5), 10: (1, 2, 3, 5, 10)}
"""Multiples that may be bid or bet, by the highest."""

OPTIONS = (
    Option("base", (10, 20, 50)),
    Option("bids", tuple(TABLES)),
    Option("bets", tuple(TABLES)),
    Option("multipliers", tuple(MULTIPLIERS)),
    Option("arrange", ("auto", "manual")),
)


class Niuniu(BankerGame):
    """The rules of 搶莊牛牛, numbered in rules.zh.md."""

    info = GameInfo(
        id="niuniu",
        seats=range(2, 5),
        options=OPTIONS,
        rounds=4,
        stack=STACK,
        numbers=NUMBERS,
        names=("抢庄牛牛", "牛牛", "niuniu", "搶莊牛牛"),
        words=(
            *WORDS, ("组牌", "split"), ("組牌", "split"), ("组", "split"), ("組", "split"),
            ("split", "split"), ("没牛", "none"), ("沒牛", "none"), ("none", "none"),
            ("亮牌", "show"), ("亮", "show"), ("show", "show"), ("四花牛", "show"),
            ("五花牛", "show"), ("炸弹", "show"), ("炸彈", "show"), ("五小牛", "show"),
        ),
    )  # fmt: skip
    size = SIZE
    paragraphs = 2, 3

    def pack(self) -> Hand:
        return PACK

    def bids(self, public: Public, seat: Seat) -> Numbers:
        return TABLES[int(dict(public.options)["bids"])]

    def stakes(self, public: Public, seat: Seat) -> Numbers:
        return TABLES[int(dict(public.options)["bets"])]

    def chosen(self, public: Public, rng: Rng) -> tuple[Seat, int, str]:
        best = max(public.bids)
        if not best:
            return rng.choice(public.playing), 1, "nobody"
        first = tuple(seat for seat in public.playing if public.bids[seat] == best)
        return rng.choice(first), best, "tied" if len(first) > 1 else "highest"

    def bill(self, public: Public, seat: Seat) -> Bill:
        banker = public.banker or 0
        ours, theirs = (
            strength(public.hands[s], claimed=public.claims[s]) for s in (seat, banker)
        )  # fmt: skip
        table = MULTIPLIERS[str(dict(public.options)["multipliers"])]
        factors = (public.base, public.multiple, public.stakes[seat], table[max(ours, theirs)[0]])
        return Bill(seat, 1 if ours > theirs else -1, factors)

    def kind(self, public: Public, seat: Seat) -> Msg:
        return named(shown_as(public.hands[seat], claimed=public.claims[seat]))

    def arranged(self, public: Public, hand: Hand) -> Hand:
        return super().arranged(public, hand) if self.arranging(public) else arranged(hand)

    def arranging(self, public: Public) -> bool:
        return dict(public.options)["arrange"] == "manual"

    def arrangement(self, hand: Hand, action: Action) -> int:
        match action:
            case Action("split", (_, _, _) as three, (), None, None, "") if holds(hand, three):
                total = sum(map(value, three))
                if total % 10:
                    cards = CardsArg(codes(three))
                    raise IllegalAction("niuniu-not-ten", cards=cards, total=total)
                return 1
            case Action("show", (), (), None, None, "") if special(hand):
                return 1
            case Action("none", (), (), None, None, ""):
                return 0
            case _:
                raise IllegalAction("niuniu-now-arrange")

    def told(self, state: State, seat: Seat, action: Action) -> Action:
        """That there is 牛 in the hand; which three cards were pointed at is not shown."""
        three = split(state.hands[seat]) if action.verb == "split" else None
        return action if three is None else Action("split", cards=three)

    def prompt(self, seen: Seen) -> Prompt:
        if seen.public.phase is not Phase.ARRANGE:
            return super().prompt(seen)
        found = special(seen.hand)
        choices = []
        if found:
            choices.append(Choice(Action("show"), msg("niuniu-choice-show", kind=named(found))))
        choices.append(Choice(Action("none"), msg("niuniu-choice-none")))
        picks = (PickCards("split", seen.hand, 3, 3),)
        return Prompt(msg("niuniu-ask-arrange"), tuple(choices), picks, private=True)

    def why(self, seen: Seen, action: Action) -> Msg | None:
        if seen.public.phase is not Phase.ARRANGE:
            return super().why(seen, action)
        best = self.on_timeout(seen)
        return msg(f"niuniu-hint-{action.verb}") if action.verb == best.verb else None

    def suggest(self, seen: Seen, limit: int) -> Sequence[Action]:
        if seen.public.phase is Phase.ARRANGE:
            return [self.on_timeout(seen)]
        return policy.ranked(seen, self.prompt(seen))[:limit]

    def on_timeout(self, seen: Seen) -> Action:
        if seen.public.phase is not Phase.ARRANGE:
            return super().on_timeout(seen)
        if special(seen.hand):
            return Action("show")
        three = split(seen.hand)
        return Action("none") if three is None else Action("split", cards=three)


def named(kind: int) -> Msg:
    """What a kind is called."""
    if Kind.NONE < kind < Kind.NIU:
        return msg("niuniu-kind", number=kind)
    return msg(f"niuniu-kind-{Kind(kind).name.lower()}")
