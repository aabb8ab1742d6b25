"""上饶打炸: two packs, two sides, bombs that pay. Its mode 12炸神 has twelve jokers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import codes, holds, without
from engine.core import (
    Action,
    Carry,
    Event,
    GameInfo,
    Option,
    Outcome,
    Pile,
    Seat,
    Step,
)
from engine.errors import IllegalAction
from engine.frozen import changed
from engine.games.dazha import plays, settle, view
from engine.games.dazha.deal import (
    FEW,
    SEATS,
    SPADE_THREE,
    Deal,
    full_pack,
    partners,
    showdown,
)
from engine.games.dazha.pay import EACH, lone_jokers, played
from engine.games.dazha.shapes import reader, twelve
from engine.kernels.climb.flow import WORDS, ClimbGame
from engine.kernels.climb.state import OVER, PLAY, Hand, Public, Seen, State
from engine.kernels.dealing import high_first
from engine.msg import CardsArg, Msg, SeatArg, msg

if TYPE_CHECKING:
    from engine.core import Options
    from engine.games.dazha.deal import DazhaPublic, DazhaSeen, DazhaState
    from engine.games.dazha.shapes import DazhaReader
    from engine.kernels.climb.state import Put
    from engine.rng import Rng
    from engine.view import View

OPTIONS = (
    Option("mode", ("base", "twelve")),
    Option("showdown", ("all", "kings_cap", "off")),
    Option("cap", (9, 20, 26, "none")),
    Option("team_base", (2, 0, 1, 4)),
    Option("double_kou_cancels_bombs", ("false", "true")),
    Option("wsk", ("on", "off")),
    Option("triple_answer", ("free", "strict")),
    Option("single_joker", ("none", "penalty")),
    Option("lucky_ranks", ("off", "on")),
    Option("six_joker", ("60", "60_total")),
    Option("counter", ("off", "on"), between=True),
)


class Dazha(ClimbGame[Deal]):
    """The rules of 上饶打炸, numbered in rules.zh.md."""

    shapes_paragraph = 4

    info = GameInfo(
        id="dazha",
        seats=range(SEATS, SEATS + 1),
        options=OPTIONS,
        rounds=10,
        anew=True,
        names=("上饶打炸", "dazha", "上饒打炸", "打炸", "12炸神", "shangrao"),
        modes=(("12炸神", "mode", "twelve"),),
        words=WORDS,
    )

    def reader(self, options: Options) -> DazhaReader:
        return reader(options)

    def pack(self, options: Options) -> Hand:
        return full_pack(options)

    def arranged(self, hand: Hand, options: Options) -> Hand:
        return high_first(hand, self.reader(options).rules.order)

    # The deal.

    def setup(self, seats: int, options: Options, carry: Carry, rng: Rng) -> Step[DazhaState]:
        order = rng.shuffled(self.pack(options))
        hands = tuple(self.arranged(order[seat::seats], options) for seat in range(seats))
        fresh = not carry.teams
        if fresh:
            teams, leader = partners(order)
        else:
            teams = tuple(1 if seat in carry.teams[0] else 2 for seat in range(seats))
            leader = carry.leader or 0
        ended = showdown(hands, options)
        threes = tuple(tuple(c for c in hand if c == SPADE_THREE) for hand in hands)
        public = Public(
            options=tuple(sorted(options.items())),
            phase=OVER if ended else PLAY,
            turn=leader,
            counts=tuple(len(hand) for hand in hands),
            extra=Deal(teams, leader, fresh, ended),
            known=threes if fresh else ((),) * seats,
        )
        return Step(State(public, hands), tuple(map(Event, self._dealt(public, hands))))

    def piles(self, state: DazhaState) -> tuple[Pile, ...]:
        cards, seats = sum(state.public.counts), state.public.seats
        return tuple(Pile("hand", range(seat, cards, seats), seat) for seat in range(seats))

    def laid(self, state: DazhaState, seat: Seat, hand: Hand) -> Hand:
        """With ♠3 in front where it has to be the first that is dealt: its owner leads."""
        deal, shown = state.public.extra, super().laid(state, seat, hand)
        if not deal.fresh or seat != deal.leader or SPADE_THREE not in hand:
            return shown
        return (SPADE_THREE, *without(shown, (SPADE_THREE,)))

    def friends(self, seen: Seen[Deal]) -> tuple[Seat, ...]:
        return () if seen.seat is None else (seen.public.extra.partner(seen.seat),)

    def _dealt(self, public: DazhaPublic, hands: tuple[Hand, ...]) -> list[Msg]:
        deal = public.extra
        (one, other), (two, four) = deal.side(1), deal.side(2)
        key = "dazha-partners-new" if deal.fresh else "dazha-partners"
        told = [
            msg(
                key, one=SeatArg(one), other=SeatArg(other), two=SeatArg(two), four=SeatArg(four),
                leader=SeatArg(deal.leader),
            )
        ]  # fmt: skip
        return told + settle.why_shown(public, hands)

    # Play.

    def apply(self, state: DazhaState, seat: Seat, action: Action, rng: Rng) -> Step[DazhaState]:
        if action.verb == "play" and seat in self.asked(state):
            self._object(state.public, state.hands[seat], action.cards)
        return super().apply(state, seat, action, rng)

    def _object(self, public: DazhaPublic, hand: Hand, cards: Hand) -> None:
        """Refuse what the shapes alone do not forbid, in words of its own."""
        if not cards or not holds(hand, cards):
            return
        options = dict(public.options)
        found = self.reader(options).readings(cards, last=len(cards) == len(hand))
        if not found and any(c.is_joker for c in cards):
            raise _no_jokers(public, hand, cards, options)
        refused = plays.refusal(found[0], public.circle.top, len(hand), options) if found else ""
        if refused:
            raise IllegalAction(refused, cards=CardsArg(codes(cards)))

    def played(self, state: DazhaState, what: Put) -> tuple[DazhaState, tuple[Msg, ...]]:
        public, seat = state.public, SeatArg(what.seat)
        assert what.reading is not None  # noqa: S101  (it is a hand)
        told = []
        bomb = played(what.seat, what.reading, what.cards, dict(public.options))
        if bomb is not None:
            told.append(msg("dazha-reward", seat=seat, level=bomb.level, unit=bomb.unit))
        jokers = lone_jokers(what.reading, what.cards)
        if jokers:
            told.append(msg("dazha-lone", seat=seat, count=jokers, all=EACH * jokers))
        left = public.counts[what.seat]
        if 0 < left <= FEW < left + len(what.cards):
            told.append(msg("dazha-few", seat=seat, count=left))
        if not left:
            told.append(msg(f"dazha-out-{len(public.out)}", seat=seat))
        return state, tuple(told)

    def swept(self, state: DazhaState, owner: Seat) -> tuple[DazhaState, tuple[Msg, ...]]:
        taken = settle.in_circle(state.public.circle.plays)
        if not taken:
            return state, ()
        return state, (msg("dazha-takes", seat=SeatArg(owner), points=taken),)

    def heir(self, state: DazhaState, owner: Seat) -> Seat:
        """接风 by the partner, who still has cards: else the deal would be over."""
        return state.public.extra.partner(owner)

    def done(self, state: DazhaState) -> bool:
        return settle.finished(state.public) is not None

    def outcome(self, state: DazhaState) -> Outcome | None:
        if state.public.phase != OVER:
            return None
        return settle.settled(state.public, state.hands)

    # What a seat may do, and sees.

    def hints(self, seen: DazhaSeen, limit: int) -> tuple[Action, ...]:
        return plays.hints(seen, self.reader(seen.options), limit)

    def able(self, seen: DazhaSeen) -> bool:
        return bool(plays.playable(seen, self.reader(seen.options)))

    def on_timeout(self, seen: DazhaSeen) -> Action:
        if seen.public.circle.top is None and all(c.is_joker for c in seen.hand):
            return Action("play", cards=seen.hand)
        if seen.public.circle.top is not None:
            return Action("pass")
        natural = tuple(c for c in seen.hand if not c.is_joker)
        return super().on_timeout(changed(seen, hand=natural))

    def present(self, seen: DazhaSeen) -> View:
        return view.present(self, seen)


def _no_jokers(public: DazhaPublic, hand: Hand, cards: Hand, options: Options) -> IllegalAction:
    """Why jokers cannot be put down so, and how they can."""
    single = str(options["single_joker"])
    if public.circle.top is None and all(c.is_joker for c in hand):
        return IllegalAction("dazha-jokers-all", count=len(hand), single=single)
    whole = "six" if twelve(options) else "four"
    return IllegalAction("dazha-jokers", cards=CardsArg(codes(cards)), whole=whole, single=single)
