"""The screens of the games with a 地主."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import codes
from engine.kernels.climb import view
from engine.kernels.climb.state import OVER, PLAY
from engine.kernels.landlord.deal import AUCTION, DOUBLE
from engine.kernels.landlord.settle import settled
from engine.msg import Msg, SeatArg, msg
from engine.view import Block, Cards, Fact, Facts, Lines, View

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.kernels.landlord.deal import LandlordPublic, LandlordSeen
    from engine.kernels.landlord.flow import LandlordGame

FEW = 1
"""So few cards are announced: fewer than two. Source: the sport's rules, cited in rules.zh.md."""


def present(game: LandlordGame, seen: LandlordSeen) -> View:
    """The screen for one viewer."""
    public = seen.public
    name = msg(f"{game.info.id.replace('_', '-')}-name")
    if public.phase == OVER:
        title = msg("landlord-title-over", game=name)
        return View(title, tuple(_settlement(game, seen)))
    if public.phase == DOUBLE:
        title = msg("landlord-title-double", game=name)
    else:
        title = msg(f"landlord-title-{public.phase}", game=name, seat=SeatArg(public.turn))
    return View(title, tuple(_table(game, seen)))


def _asked(game: LandlordGame, public: LandlordPublic, step: int) -> str:
    """What the answer number ``step`` of the auction was an answer to."""
    if game.by_score(dict(public.options)):
        return "bid"
    return "grab" if any(public.extra.answers[:step]) else "call"


def _marks(game: LandlordGame, public: LandlordPublic, seat: Seat) -> tuple[Msg, ...]:
    deal = public.extra
    marks = []
    if deal.landlord is not None:
        role = "landlord" if seat == deal.landlord else "farmer"
        marks.append(msg(f"landlord-mark-{role}"))
    if deal.doubles[seat] > 1:
        marks.append(msg("landlord-mark-doubled", factor=deal.doubles[seat]))
    if public.phase == AUCTION:
        step = (seat - deal.first) % public.seats
        marks += [
            msg(f"landlord-mark-{_asked(game, public, step)}", answer=answer)
            for answer in deal.answers[step : step + 1]
        ]
    if public.phase == PLAY and public.counts[seat] == FEW:
        marks.append(msg("climb-mark-few", count=public.counts[seat]))
    return tuple(marks)


def _seats(game: LandlordGame, seen: LandlordSeen, scores: tuple[int, ...] = ()) -> Block:
    public = seen.public
    marks = [_marks(game, public, seat) for seat in range(public.seats)]
    asked = game.asked_of(public)
    return view.seats_block(seen, asked, marks, scores=scores)


def _bottom(game: LandlordGame, public: LandlordPublic) -> Cards:
    deal, options = public.extra, dict(public.options)
    if deal.landlord is None:
        return Cards(msg("landlord-bottom"), hidden=game.bottom_size(options))
    return Cards(msg("landlord-bottom"), codes(game.arranged(deal.bottom, options)))


def _stake(public: LandlordPublic) -> Facts:
    return Facts((Fact(msg("landlord-fact-stake"), public.extra.stake.product),))


def _table(game: LandlordGame, seen: LandlordSeen) -> list[Block]:
    public = seen.public
    blocks: list[Block] = [_seats(game, seen), _bottom(game, public), _stake(public)]
    circle = view.circle_block(public)
    if circle is not None:
        blocks.append(circle)
    if seen.seat is not None:
        blocks.append(view.hand_block(seen))
        if seen.options.get("counter") == "on":
            reader = game.reader(seen.options)
            blocks.append(view.counter_block(seen, game.pack(seen.options), reader.rules))
    return blocks


def _settlement(game: LandlordGame, seen: LandlordSeen) -> list[Block]:
    result = settled(seen.public)
    return [
        _seats(game, seen, result.scores),
        view.left_block(seen, result.scores),
        Lines(result.reasons),
    ]
