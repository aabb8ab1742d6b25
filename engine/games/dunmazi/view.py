"""The screens of 蹲麻子: the table, the response phase, the settlement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import codes
from engine.games.dunmazi.scoring import (
    SIGNS,
    hand_score,
    is_mazi,
    least_useful,
    main_suit,
    misfits,
)
from engine.games.dunmazi.settle import joined, pool_best, pool_order, settle
from engine.games.dunmazi.state import DRY_LAPS, End, Open, Phase, Seen, Stand
from engine.msg import CardsArg, Msg, SeatArg, msg
from engine.view import (
    Block,
    Cards,
    Fact,
    Facts,
    Lines,
    Play,
    Row,
    SeatRow,
    Seats,
    Tint,
    Trick,
    View,
)

if TYPE_CHECKING:
    from engine.core import Seat

STALL_SHOWN = 3
"""From this lap of exchanges on the board says when the round will end (§19)."""

TINTS = {
    Stand.OPEN: Tint.PLAIN,
    Stand.KNOCK: Tint.GOLD,
    Stand.CALL: Tint.RED,
    Stand.FOLD: Tint.BLUE,
    Stand.MAZI: Tint.BLACK,
}
"""How a seat stands, in colours too."""


def present(seen: Seen) -> View:
    """The screen for one viewer."""
    lies = seen.open
    if lies.phase is Phase.OVER:
        blocks = _settlement(seen)
    elif lies.phase is Phase.ANSWER:
        blocks = _response(seen)
    else:
        blocks = _table(seen)
    return View(_title(lies), tuple(blocks), _details(seen))


def pool(lies: Open) -> Msg:
    """Who is in the pool so far."""
    return joined([msg("dunmazi-one", seat=SeatArg(seat)) for seat in pool_order(lies)])


def _title(lies: Open) -> Msg:
    target = lies.rules.target
    if lies.phase is Phase.OVER:
        return msg(f"dunmazi-title-{lies.end.value}", target=target)
    turn = SeatArg(lies.turn)
    if lies.knocker is None:
        return msg(f"dunmazi-title-{lies.phase.value}", target=target, seat=turn)
    knocker = SeatArg(lies.knocker)
    return msg("dunmazi-title-answer", target=target, knocker=knocker, seat=turn)


def _seats(seen: Seen) -> Seats:
    lies = seen.open
    rows = []
    for seat, stand in enumerate(lies.stands):
        marks = [msg("dunmazi-mark-starter")] if seat == lies.starter else []
        if stand and not lies.end:
            marks.append(msg(f"dunmazi-mark-{stand.value}"))
        rows.append(
            SeatRow(
                seat,
                cards=None if lies.end else lies.held(seat),
                marks=tuple(marks),
                asked=seat == lies.turn and lies.phase is not Phase.OVER,
            )
        )
    return Seats(tuple(rows), seen.seat)


def _table(seen: Seen) -> list[Block]:
    lies = seen.open
    zone = msg("dunmazi-zone", count=len(lies.zone), size=lies.rules.size)
    piles = Row(
        (
            Cards(
                msg("dunmazi-pile"),
                hidden=lies.pile,
                note=None if lies.pile else msg("dunmazi-pile-none"),
            ),
            Cards(zone, codes(lies.zone), places=lies.rules.size),
            Cards(msg("dunmazi-discard"), codes(lies.discard), pile=True),
        )
    )
    blocks: list[Block] = [_seats(seen), piles]
    lines = (*lies.recent, *_countdown(lies))
    if lines:
        blocks.append(Lines(lines))
    if seen.seat is not None:
        blocks += _own(seen)
    return blocks


def _countdown(lies: Open) -> tuple[Msg, ...]:
    """How long nobody may go on like this."""
    if lies.dry >= 0:
        return (msg("dunmazi-dry", left=DRY_LAPS * lies.seats - lies.dry),)
    lap = lies.idle // lies.seats + 1
    if lap < STALL_SHOWN:
        return ()
    laps = lies.rules.stall_laps
    left = laps * lies.seats - lies.idle
    return (msg("dunmazi-stalling", lap=lap, laps=laps, left=left),)


def _own(seen: Seen) -> list[Block]:
    """The viewer's hand, and the numbers that it is played by."""
    lies, hand = seen.open, seen.hand
    rules = lies.rules
    spare = len(hand) > rules.size
    gone = least_useful(hand) if spare else None
    rest = tuple(card for i, card in enumerate(hand) if gone is None or i != hand.index(gone))
    suit = main_suit(rest)
    wrong = misfits(rest, suit)
    out = (gone,) if gone else wrong
    score = hand_score(rest, rules)
    chosen = tuple(i for i, card in enumerate(hand) if card in out)
    note = None
    if seen.drawn:
        note = msg("dunmazi-just-drawn", card=CardsArg((seen.drawn.code,)))
    if gone:
        label = msg("dunmazi-fact-score-after", card=CardsArg((gone.code,)))
    else:
        label = msg("dunmazi-fact-score")
    if wrong:
        fits = msg(
            "dunmazi-missing", suit=SIGNS[suit], count=len(wrong), cards=CardsArg(codes(wrong))
        )
    else:
        fits = msg("dunmazi-flush", suit=SIGNS[suit])
    need = rules.target + rules.strict
    if score >= need:
        distance = msg("dunmazi-enough" if wrong else "dunmazi-reached", over=score - rules.target)
    else:
        distance = msg("dunmazi-short", short=need - score)
    facts = Facts(
        (
            Fact(label, score, good=score >= need),
            Fact(msg("dunmazi-fact-suit"), fits, good=not wrong),
            Fact(msg("dunmazi-fact-target"), distance, good=score >= need),
        )
    )
    shown = Cards(msg("dunmazi-hand-title"), codes(hand), chosen=chosen, note=note, mine=True)
    return [shown, facts]


def _response(seen: Seen) -> list[Block]:
    """Who stands how, and what is at stake for the viewer."""
    lies = seen.open
    knocker = lies.knocker or 0
    plays = tuple(
        Play(seat, codes(seen.shown[seat]), mark=_mark(stand), tint=TINTS[stand])
        for seat in ((knocker + i) % lies.seats for i in range(lies.seats))
        for stand in (lies.stands[seat],)
    )
    blocks: list[Block] = [
        _seats(seen),
        Trick(msg("dunmazi-stands", seat=SeatArg(knocker)), plays),
    ]
    facts = [Fact(msg("dunmazi-fact-pool"), pool(lies))]
    if seen.seat is not None:
        facts += _stakes(seen, seen.seat)
        suit = SIGNS[main_suit(seen.hand)]
        note = None
        if not is_mazi(seen.hand, lies.rules):
            note = msg("dunmazi-flush-of", suit=suit, score=hand_score(seen.hand, lies.rules))
        blocks.append(Cards(msg("dunmazi-hand-title"), codes(seen.hand), note=note, mine=True))
    blocks.append(Facts(tuple(facts)))
    return blocks


def _stakes(seen: Seen, seat: Seat) -> list[Fact]:
    lies = seen.open
    if is_mazi(seen.hand, lies.rules):
        return [Fact(msg("dunmazi-fact-you"), msg("dunmazi-you-mazi"))]
    basic = hand_score(seen.hand, lies.rules) - lies.rules.target
    own = Fact(msg("dunmazi-fact-basic"), basic, good=True)
    stand = lies.stands[seat]
    if stand is Stand.FOLD:
        return [Fact(msg("dunmazi-fact-you"), msg("dunmazi-you-fold", basic=basic), good=True)]
    if stand:
        return [own, Fact(msg("dunmazi-fact-you"), msg("dunmazi-you-pool"))]
    return [
        own,
        Fact(msg("dunmazi-mark-fold"), msg("dunmazi-stake-fold", basic=basic), good=True),
        Fact(msg("dunmazi-mark-call"), msg("dunmazi-stake-call", pool=pool(lies))),
    ]


def _mark(stand: Stand) -> Msg:
    return msg(f"dunmazi-mark-{stand.value or 'open'}")


def _settlement(seen: Seen) -> list[Block]:
    lies = seen.open
    rules = lies.rules
    result = settle(lies, seen.shown)
    knocked = lies.end is End.KNOCK
    first = lies.knocker or 0
    winner = pool_best(lies, seen.shown) if knocked else None
    plays = []
    for seat in ((first + i) % lies.seats for i in range(lies.seats)):
        hand = seen.shown[seat]
        mazi = is_mazi(hand, rules)
        stand = Stand.MAZI if mazi else lies.stands[seat]
        flush = msg("dunmazi-points", suit=SIGNS[main_suit(hand)], score=hand_score(hand, rules))
        plays.append(
            Play(
                seat,
                codes(hand),
                label=None if mazi else flush,
                mark=_mark(stand) if stand else None,
                tint=TINTS[stand],
                points=result.scores[seat],
                won=seat == winner,
            )
        )
    title = msg("dunmazi-shown" if knocked else "dunmazi-shown-all")
    return [_seats(seen), Trick(title, tuple(plays)), Lines(result.reasons)]


def _details(seen: Seen) -> tuple[Cards, ...]:
    """Faces of the 弃牌堆, and cards that others took in everybody's sight."""
    lies = seen.open
    found = []
    if lies.discard:
        title = msg("dunmazi-discard-all", count=len(lies.discard))
        found.append(Cards(title, codes(lies.discard)))
    if lies.phase is not Phase.OVER:
        found += [
            Cards(msg("dunmazi-known", seat=SeatArg(seat)), codes(known))
            for seat, known in enumerate(lies.known)
            if known and seat != seen.seat and not seen.shown[seat]
        ]
    return tuple(found)
