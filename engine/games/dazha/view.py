"""The screens of 上饶打炸."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.cards import codes
from engine.games.dazha import settle
from engine.games.dazha.deal import FEW
from engine.games.dazha.pay import natural_bombs, penalised, shown
from engine.games.dazha.shapes import twelve
from engine.kernels.climb import view
from engine.kernels.climb.state import OVER
from engine.msg import Msg, SeatArg, chained, msg
from engine.view import Block, Cards, Fact, Facts, Lines, View

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.dazha.deal import DazhaPublic, DazhaSeen
    from engine.games.dazha.game import Dazha
    from engine.kernels.climb.state import Hand


def present(game: Dazha, seen: DazhaSeen) -> View:
    """The screen for one viewer."""
    public = seen.public
    name = msg("dazha-name-twelve" if twelve(seen.options) else "dazha-name")
    if public.phase != OVER:
        title = msg("dazha-title-play", game=name, seat=SeatArg(public.turn))
        return View(title, tuple(_table(game, seen)))
    result = settle.settled(public, seen.shown)
    title = msg("dazha-title-shown" if public.extra.shown else "dazha-title-over", game=name)
    seats = _seats(game, seen, result.scores)
    lines = Lines(result.reasons)
    if public.extra.shown:
        return View(title, (seats, *_hands(seen), lines))
    return View(title, (seats, *_left(seen), lines))


def _marks(public: DazhaPublic, seat: Seat) -> tuple[Msg, ...]:
    marks = []
    if seat in public.out:
        marks.append(msg(f"dazha-mark-out-{public.out.index(seat) + 1}"))
    elif (
        public.phase == OVER
        and not public.extra.shown
        and len(public.out) == len(public.counts) - 1
    ):
        marks.append(msg("dazha-mark-out-4"))
    threes = len(public.known[seat])
    if threes and public.phase != OVER:
        marks.append(msg("dazha-mark-three", count=threes))
    if public.phase != OVER and 0 < public.counts[seat] <= FEW:
        marks.append(msg("climb-mark-few", count=public.counts[seat]))
    return tuple(marks)


def _seats(game: Dazha, seen: DazhaSeen, scores: tuple[int, ...] = ()) -> Block:
    public = seen.public
    marks = [_marks(public, seat) for seat in range(public.seats)]
    asked = game.asked_of(public)
    return view.seats_block(seen, asked, marks, teams=public.extra.teams, scores=scores)


def _points(public: DazhaPublic) -> Facts:
    taken = settle.collected(public)
    sides = [sum(taken[seat] for seat in public.extra.side(team)) for team in (1, 2)]
    return Facts(
        (
            Fact(msg("dazha-fact-side", team=1), sides[0]),
            Fact(msg("dazha-fact-side", team=2), sides[1]),
            Fact(msg("dazha-fact-circle"), settle.in_circle(public.circle.plays)),
        )
    )


def _table(game: Dazha, seen: DazhaSeen) -> list[Block]:
    public = seen.public
    blocks: list[Block] = [_seats(game, seen), _points(public)]
    circle = view.circle_block(public)
    if circle is not None:
        blocks.append(circle)
    if seen.seat is not None:
        blocks.append(view.hand_block(seen))
        if seen.options["counter"] == "on":
            rules = game.reader(seen.options).rules
            blocks.append(view.counter_block(seen, game.pack(seen.options), rules))
    return blocks


def _left(seen: DazhaSeen) -> list[Cards]:
    """What lay in hands at the end of a deal that was played."""
    return [
        Cards(msg("dazha-left-of", seat=SeatArg(seat)), codes(hand))
        for seat, hand in enumerate(seen.shown)
        if hand
    ]


def _hands(seen: DazhaSeen) -> list[Cards]:
    """摊牌: every hand; the cards that are paid for stand out."""
    return [_hand(seen, seat, hand) for seat, hand in enumerate(seen.shown)]


def _hand(seen: DazhaSeen, seat: Seat, hand: Hand) -> Cards:
    bombs = shown(seat, hand, seen.options)
    fined = penalised(hand, seen.options)
    words = [msg(f"dazha-worth-{b.shape}", level=b.level) for b in bombs]
    if fined:
        words.append(msg("dazha-worth-penalty", count=fined))
    if not words:  # no joker either: with a bomb it would be paid, and else fined
        whole = any(natural_bombs(Counter(c.rank for c in hand)))
        words.append(msg("dazha-worth-four" if whole else "dazha-worth-none"))
    paid = Counter(c for b in bombs for c in b.cards)
    chosen = []
    for at, c in enumerate(hand):
        if paid[c] or (fined and c.is_joker):
            paid[c] -= 1
            chosen.append(at)
    worth = chained("dazha-worth-and", words)
    title = msg("dazha-hand-of", seat=SeatArg(seat), worth=worth)
    return Cards(title, codes(hand), chosen=tuple(chosen))
