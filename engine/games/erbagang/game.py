"""二八杠 as the engine sees it: five deals of one pack, the bank, and its ladder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import TILES
from engine.core import Carry, GameInfo, Option
from engine.games.erbagang import policy
from engine.games.erbagang.scoring import Kind, compared, strength
from engine.kernels.banker.flow import NUMBERS, STACK, WORDS, BankerGame
from engine.kernels.banker.pay import Bill
from engine.msg import Msg, msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Action, Seat
    from engine.kernels.banker.flow import Numbers
    from engine.kernels.banker.state import Hand, Public, Seen, State
    from engine.rng import Rng

PACK = tuple(sorted(TILES * 4))
PLAYERS, SIZE = 4, 2

LOWEST = 3
"""The lowest 莊倍: a third of it is 1, so that three 閒 cannot win more than it."""

USUAL = (3, 30, 200)
"""莊倍 that are buttons, beside the highest; those of seed 004's example among them."""


class Erbagang(BankerGame):
    """The rules of 二八杠, numbered in rules.zh.md."""

    info = GameInfo(
        id="erbagang",
        seats=range(PLAYERS, PLAYERS + 1),
        options=(
            Option("base", (1, 2, 5, 10)),
            Option("banker", ("random", "highest")),
            Option("tie", ("high_tile", "banker", "push")),
        ),
        span=5,
        stack=STACK,
        names=("二八杠", "erbagang", "28杠", "二八槓"),
        words=WORDS,
        numbers=NUMBERS,
    )
    size = SIZE
    paragraphs = 3, 4

    def pack(self) -> Hand:
        return PACK

    def bids(self, public: Public, seat: Seat) -> Numbers:
        return range(LOWEST, public.stacks[seat] // public.base + 1)

    def stakes(self, public: Public, seat: Seat) -> Numbers:
        return range(1, limit(public.multiple) + 1)

    def usual(self, allowed: Numbers) -> tuple[int, ...]:
        lowest, highest = allowed[0], allowed[-1]
        wanted = USUAL if lowest == 0 else (1, highest // 4, highest // 2)
        kept = [n for n in wanted if lowest < n < highest]
        return tuple(dict.fromkeys((lowest, *kept, highest)))

    def chosen(self, public: Public, rng: Rng) -> tuple[Seat, int, str]:
        bidders = tuple(seat for seat in public.playing if public.bids[seat])
        if not bidders:
            return rng.choice(public.playing), LOWEST, "nobody"
        if dict(public.options)["banker"] == "random":
            seat = rng.choice(bidders)
            return seat, public.bids[seat], "lot"
        best = max(public.bids)
        first = tuple(seat for seat in bidders if public.bids[seat] == best)
        return rng.choice(first), best, "tied" if len(first) > 1 else "highest"

    def bill(self, public: Public, seat: Seat) -> Bill:
        tie = str(dict(public.options)["tie"])
        sign = compared(public.hands[seat], public.hands[public.banker or 0], tie)
        return Bill(seat, sign, (public.base, public.stakes[seat]))

    def kind(self, public: Public, seat: Seat) -> Msg:
        return named(public.hands[seat])

    def arranged(self, public: Public, hand: Hand) -> Hand:
        return tuple(sorted(hand, reverse=True))

    def too_few(self, public: Public) -> bool:
        return len(public.playing) < public.seats

    def cut(self, carry: Carry, rng: Rng) -> tuple[Hand, Hand]:
        if len(carry.deck) >= PLAYERS * SIZE:
            return carry.deck, carry.gone
        return rng.shuffled(PACK), ()

    def onward(self, state: State) -> Carry:
        public = state.public
        shown = (*public.gone, *(tile for hand in public.hands for tile in hand))
        return Carry(stacks=public.stacks, deck=state.deck, gone=tuple(sorted(shown)))

    def suggest(self, seen: Seen, limit: int) -> Sequence[Action]:
        return policy.ranked(seen, self.prompt(seen))[:limit]


def limit(multiple: int) -> int:
    """The highest 閒倍: a third of 莊倍, rounded down, but at least 1 (§4)."""
    return max(1, multiple // 3)


def named(hand: Hand) -> Msg:
    """What two tiles are called."""
    kind, number = strength(hand)
    if kind is Kind.PAIR:
        return msg("erbagang-kind-pair", number=number)
    if kind is Kind.POINTS:
        half = "half" if number % 2 else "points"
        return msg(f"erbagang-kind-{half}", number=number // 2)
    return msg(f"erbagang-kind-{kind.name.lower()}")
