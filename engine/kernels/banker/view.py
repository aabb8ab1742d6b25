"""The screens of the games with a 莊, and the lines of their settlements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import codes
from engine.kernels.banker.state import Phase
from engine.msg import Msg, SeatArg, msg, signed
from engine.view import (
    Block,
    Cards,
    Fact,
    Facts,
    Lines,
    Play,
    SeatRow,
    Seats,
    Tint,
    Trick,
    View,
)

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.kernels.banker.flow import BankerGame
    from engine.kernels.banker.state import Public, Seen


def present(game: BankerGame, seen: Seen) -> View:
    """The screen for one viewer."""
    public = seen.public
    blocks: list[Block] = [_seats(seen)]
    if public.phase is Phase.OVER:
        blocks += _shown(game, public)
    else:
        blocks.append(Facts(_facts(seen)))
        if public.banker is not None:
            how = msg(
                f"banker-is-{public.how}", seat=SeatArg(public.banker), multiple=public.multiple
            )
            blocks.append(Lines((how,)))
        if seen.hand:
            title = msg("banker-hand")
            blocks.append(Cards(title, codes(seen.hand), mine=True))
    gone = Cards(msg("banker-gone", count=len(public.gone)), codes(sorted(public.gone)))
    details = (gone,) if public.gone else ()
    if public.phase is Phase.OVER:
        return View(_title(game, public), tuple(blocks), details)
    return View(_title(game, public), (*blocks, *details))


def _title(game: BankerGame, public: Public) -> Msg:
    name = msg(f"{game.info.id}-name")
    if public.banker is None:
        return msg(f"banker-title-{public.phase.value}", game=name)
    banker = SeatArg(public.banker)
    return msg(
        f"banker-title-{public.phase.value}-of", game=name, seat=banker, multiple=public.multiple
    )


def _facts(seen: Seen) -> tuple[Fact, ...]:
    public = seen.public
    found = [Fact(msg("banker-fact-base"), public.base)]
    if public.banker is not None:
        found.append(Fact(msg("banker-fact-multiple"), public.multiple))
    if seen.seat is not None:
        found.append(Fact(msg("banker-fact-own"), public.stacks[seen.seat]))
    if seen.answer is not None and public.phase is not Phase.ARRANGE:
        key = f"banker-said-{public.phase.value}"
        found.append(Fact(msg("banker-fact-said"), msg(key, number=seen.answer), good=True))
    return tuple(found)


def _seats(seen: Seen) -> Seats:
    public = seen.public
    best = max(public.paid.scores, default=0) if public.paid else 0
    rows = []
    for seat, stack in enumerate(public.stacks):
        plays = seat in public.playing or public.phase is Phase.OVER
        rows.append(
            SeatRow(
                seat,
                marks=(msg("banker-mark-chips", chips=stack), *_marks(public, seat)),
                asked=seat in public.asked,
                won=bool(best) and public.paid is not None and public.paid.scores[seat] == best,
                dim=not plays,
            )
        )
    return Seats(tuple(rows), seen.seat)


def _marks(public: Public, seat: Seat) -> tuple[Msg, ...]:
    """What a seat is and has said."""
    if seat not in public.playing:
        return (msg("banker-mark-out"),)
    if seat == public.banker:
        return (msg("banker-mark-banker", multiple=public.multiple),)
    if seat in public.answered:
        return (msg("banker-mark-said"),)
    if public.stakes:
        return (msg("banker-mark-stake", stake=public.stakes[seat]),)
    if public.bids:
        return (msg("banker-mark-bid", bid=public.bids[seat]),)
    return ()


def _shown(game: BankerGame, public: Public) -> list[Block]:
    """All hands, what each won, and why."""
    paid = public.paid
    assert paid is not None  # noqa: S101  (the deal is over)
    lines = Lines(reasons(game, public))
    if public.banker is None:
        return [lines]
    best = max(paid.scores)
    plays = []
    for seat in (public.banker, *public.punters):
        banks = seat == public.banker
        if banks:
            mark = msg("banker-mark-banker", multiple=public.multiple)
        else:
            mark = msg("banker-mark-stake", stake=public.stakes[seat])
        plays.append(
            Play(
                seat,
                codes(public.hands[seat]),
                label=game.kind(public, seat),
                mark=mark,
                tint=Tint.GOLD if banks else Tint.BLUE,
                points=paid.scores[seat],
                won=best > 0 and paid.scores[seat] == best,
            )
        )
    return [Trick(msg("banker-showdown"), tuple(plays)), lines]


def reasons(game: BankerGame, public: Public) -> tuple[Msg, ...]:
    """The settlement, a line for each 閒, for each limit, and for 莊."""
    if public.banker is None or public.paid is None:
        return (msg("banker-too-few"),)
    pre, found = game.info.id, []
    banker, owned = SeatArg(public.banker), game.kind(public, public.banker)
    for seat in public.punters:
        bill = game.bill(public, seat)
        numbers = dict(zip("abcd", bill.factors, strict=False))
        found.append(
            msg(
                f"banker-{('even', 'wins', 'loses')[bill.sign]}",
                seat=SeatArg(seat),
                hand=game.kind(public, seat),
                other=owned,
                sum=msg(f"{pre}-sum", **numbers),
                amount=abs(bill.amount),
            )
        )
    for seat, chips in public.paid.capped:
        found.append(msg("banker-capped", seat=SeatArg(seat), chips=chips))
    if public.paid.scaled is not None:
        net, chips = public.paid.scaled
        key = "banker-scaled-loss" if net < 0 else "banker-scaled-win"
        found.append(msg(key, seat=banker, net=abs(net), chips=chips))
        found += [
            msg("banker-gets", seat=SeatArg(seat), amount=signed(public.paid.scores[seat]))
            for seat in public.punters
        ]
    amounts = [-public.paid.scores[seat] for seat in public.punters]
    product = " ".join(map(signed, amounts)).removeprefix("+")
    total = public.paid.scores[public.banker]
    found.append(msg("banker-net", seat=banker, sum=product, total=signed(total)))
    return tuple(found)
