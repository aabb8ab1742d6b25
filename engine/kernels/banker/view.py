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
    from engine.kernels.banker.state import Open, Seen


def present(game: BankerGame, seen: Seen) -> View:
    """The screen for one viewer."""
    lies = seen.open
    blocks: list[Block] = [_seats(seen)]
    if lies.phase is Phase.OVER:
        blocks += _shown(game, lies)
    else:
        blocks.append(Facts(_facts(seen)))
        if lies.banker is not None:
            how = msg(f"banker-is-{lies.how}", seat=SeatArg(lies.banker), multiple=lies.multiple)
            blocks.append(Lines((how,)))
        if seen.hand:
            title = msg("banker-hand")
            blocks.append(Cards(title, codes(seen.hand), mine=True))
    gone = Cards(msg("banker-gone", count=len(lies.gone)), codes(sorted(lies.gone)))
    details = (gone,) if lies.gone else ()
    if lies.phase is Phase.OVER:
        return View(_title(game, lies), tuple(blocks), details)
    return View(_title(game, lies), (*blocks, *details))


def _title(game: BankerGame, lies: Open) -> Msg:
    name = msg(f"{game.info.id}-name")
    if lies.banker is None:
        return msg(f"banker-title-{lies.phase.value}", game=name)
    banker = SeatArg(lies.banker)
    return msg(
        f"banker-title-{lies.phase.value}-of", game=name, seat=banker, multiple=lies.multiple
    )


def _facts(seen: Seen) -> tuple[Fact, ...]:
    lies = seen.open
    found = [Fact(msg("banker-fact-base"), lies.base)]
    if lies.banker is not None:
        found.append(Fact(msg("banker-fact-multiple"), lies.multiple))
    if seen.seat is not None:
        found.append(Fact(msg("banker-fact-own"), lies.stacks[seen.seat]))
    if seen.answer is not None and lies.phase is not Phase.ARRANGE:
        key = f"banker-said-{lies.phase.value}"
        found.append(Fact(msg("banker-fact-said"), msg(key, number=seen.answer), good=True))
    return tuple(found)


def _seats(seen: Seen) -> Seats:
    lies = seen.open
    best = max(lies.paid.scores, default=0) if lies.paid else 0
    rows = []
    for seat, stack in enumerate(lies.stacks):
        plays = seat in lies.playing or lies.phase is Phase.OVER
        rows.append(
            SeatRow(
                seat,
                marks=(msg("banker-mark-chips", chips=stack), *_marks(lies, seat)),
                asked=seat in lies.asked,
                won=bool(best) and lies.paid is not None and lies.paid.scores[seat] == best,
                dim=not plays,
            )
        )
    return Seats(tuple(rows), seen.seat)


def _marks(lies: Open, seat: Seat) -> tuple[Msg, ...]:
    """What a seat is and has said."""
    if seat not in lies.playing:
        return (msg("banker-mark-out"),)
    if seat == lies.banker:
        return (msg("banker-mark-banker", multiple=lies.multiple),)
    if seat in lies.answered:
        return (msg("banker-mark-said"),)
    if lies.stakes:
        return (msg("banker-mark-stake", stake=lies.stakes[seat]),)
    if lies.bids:
        return (msg("banker-mark-bid", bid=lies.bids[seat]),)
    return ()


def _shown(game: BankerGame, lies: Open) -> list[Block]:
    """All hands, what each won, and why."""
    paid = lies.paid
    assert paid is not None  # noqa: S101  (the deal is over)
    lines = Lines(reasons(game, lies))
    if lies.banker is None:
        return [lines]
    best = max(paid.scores)
    plays = []
    for seat in (lies.banker, *lies.punters):
        banks = seat == lies.banker
        if banks:
            mark = msg("banker-mark-banker", multiple=lies.multiple)
        else:
            mark = msg("banker-mark-stake", stake=lies.stakes[seat])
        plays.append(
            Play(
                seat,
                codes(lies.hands[seat]),
                label=game.kind(lies, seat),
                mark=mark,
                tint=Tint.GOLD if banks else Tint.BLUE,
                points=paid.scores[seat],
                won=best > 0 and paid.scores[seat] == best,
            )
        )
    return [Trick(msg("banker-showdown"), tuple(plays)), lines]


def reasons(game: BankerGame, lies: Open) -> tuple[Msg, ...]:
    """The settlement, a line for each 閒, for each limit, and for 莊."""
    if lies.banker is None or lies.paid is None:
        return (msg("banker-too-few"),)
    pre, found = game.info.id, []
    banker, owned = SeatArg(lies.banker), game.kind(lies, lies.banker)
    for seat in lies.punters:
        bill = game.bill(lies, seat)
        numbers = dict(zip("abcd", bill.factors, strict=False))
        found.append(
            msg(
                f"banker-{('even', 'wins', 'loses')[bill.sign]}",
                seat=SeatArg(seat),
                hand=game.kind(lies, seat),
                other=owned,
                sum=msg(f"{pre}-sum", **numbers),
                amount=abs(bill.amount),
            )
        )
    for seat, chips in lies.paid.capped:
        found.append(msg("banker-capped", seat=SeatArg(seat), chips=chips))
    if lies.paid.scaled is not None:
        net, chips = lies.paid.scaled
        key = "banker-scaled-loss" if net < 0 else "banker-scaled-win"
        found.append(msg(key, seat=banker, net=abs(net), chips=chips))
        found += [
            msg("banker-gets", seat=SeatArg(seat), amount=signed(lies.paid.scores[seat]))
            for seat in lies.punters
        ]
    amounts = [-lies.paid.scores[seat] for seat in lies.punters]
    product = " ".join(map(signed, amounts)).removeprefix("+")
    total = lies.paid.scores[lies.banker]
    found.append(msg("banker-net", seat=banker, sum=product, total=signed(total)))
    return tuple(found)
