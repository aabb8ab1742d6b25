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
from engine.games.dunmazi.state import DRY_LAPS, End, Phase, Public, Seen, Stand
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
    public = seen.public
    if public.phase is Phase.OVER:
        blocks = _settlement(seen)
    elif public.phase is Phase.ANSWER:
        blocks = _response(seen)
    else:
        blocks = _table(seen)
    return View(_title(public), tuple(blocks), _details(seen))


def pool(public: Public) -> Msg:
    """Who is in the pool so far."""
    return joined([msg("dunmazi-one", seat=SeatArg(seat)) for seat in pool_order(public)])


def _title(public: Public) -> Msg:
    target = public.rules.target
    if public.phase is Phase.OVER:
        return msg(f"dunmazi-title-{public.end.value}", target=target)
    turn = SeatArg(public.turn)
    if public.knocker is None:
        return msg(f"dunmazi-title-{public.phase.value}", target=target, seat=turn)
    knocker = SeatArg(public.knocker)
    return msg("dunmazi-title-answer", target=target, knocker=knocker, seat=turn)


def _seats(seen: Seen) -> Seats:
    public = seen.public
    rows = []
    for seat, stand in enumerate(public.stands):
        marks = [msg("dunmazi-mark-starter")] if seat == public.starter else []
        if stand and not public.end:
            marks.append(msg(f"dunmazi-mark-{stand.value}"))
        rows.append(
            SeatRow(
                seat,
                cards=None if public.end else public.held(seat),
                marks=tuple(marks),
                asked=seat == public.turn and public.phase is not Phase.OVER,
            )
        )
    return Seats(tuple(rows), seen.seat)


def _table(seen: Seen) -> list[Block]:
    public = seen.public
    zone = msg("dunmazi-zone", count=len(public.zone), size=public.rules.size)
    piles = Row(
        (
            Cards(
                msg("dunmazi-pile"),
                hidden=public.pile,
                note=None if public.pile else msg("dunmazi-pile-none"),
            ),
            Cards(zone, codes(public.zone), places=public.rules.size),
            Cards(msg("dunmazi-discard"), codes(public.discard), pile=True),
        )
    )
    blocks: list[Block] = [_seats(seen), piles]
    lines = (*public.recent, *_countdown(public))
    if lines:
        blocks.append(Lines(lines))
    if seen.seat is not None:
        blocks += _own(seen)
    return blocks


def _countdown(public: Public) -> tuple[Msg, ...]:
    """How long nobody may go on like this."""
    if public.dry >= 0:
        return (msg("dunmazi-dry", left=DRY_LAPS * public.seats - public.dry),)
    lap = public.idle // public.seats + 1
    if lap < STALL_SHOWN:
        return ()
    laps = public.rules.stall_laps
    left = laps * public.seats - public.idle
    return (msg("dunmazi-stalling", lap=lap, laps=laps, left=left),)


def _own(seen: Seen) -> list[Block]:
    """The viewer's hand, and the numbers that it is played by."""
    public, hand = seen.public, seen.hand
    rules = public.rules
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
    public = seen.public
    knocker = public.knocker or 0
    plays = tuple(
        Play(seat, codes(seen.shown[seat]), mark=_mark(stand), tint=TINTS[stand])
        for seat in ((knocker + i) % public.seats for i in range(public.seats))
        for stand in (public.stands[seat],)
    )
    blocks: list[Block] = [
        _seats(seen),
        Trick(msg("dunmazi-stands", seat=SeatArg(knocker)), plays),
    ]
    facts = [Fact(msg("dunmazi-fact-pool"), pool(public))]
    if seen.seat is not None:
        facts += _stakes(seen, seen.seat)
        suit = SIGNS[main_suit(seen.hand)]
        note = None
        if not is_mazi(seen.hand, public.rules):
            note = msg("dunmazi-flush-of", suit=suit, score=hand_score(seen.hand, public.rules))
        blocks.append(Cards(msg("dunmazi-hand-title"), codes(seen.hand), note=note, mine=True))
    blocks.append(Facts(tuple(facts)))
    return blocks


def _stakes(seen: Seen, seat: Seat) -> list[Fact]:
    public = seen.public
    if is_mazi(seen.hand, public.rules):
        return [Fact(msg("dunmazi-fact-you"), msg("dunmazi-you-mazi"))]
    basic = hand_score(seen.hand, public.rules) - public.rules.target
    own = Fact(msg("dunmazi-fact-basic"), basic, good=True)
    stand = public.stands[seat]
    if stand is Stand.FOLD:
        return [Fact(msg("dunmazi-fact-you"), msg("dunmazi-you-fold", basic=basic), good=True)]
    if stand:
        return [own, Fact(msg("dunmazi-fact-you"), msg("dunmazi-you-pool"))]
    return [
        own,
        Fact(msg("dunmazi-mark-fold"), msg("dunmazi-stake-fold", basic=basic), good=True),
        Fact(msg("dunmazi-mark-call"), msg("dunmazi-stake-call", pool=pool(public))),
    ]


def _mark(stand: Stand) -> Msg:
    return msg(f"dunmazi-mark-{stand.value or 'open'}")


def _settlement(seen: Seen) -> list[Block]:
    public = seen.public
    rules = public.rules
    result = settle(public, seen.shown)
    knocked = public.end is End.KNOCK
    first = public.knocker or 0
    winner = pool_best(public, seen.shown) if knocked else None
    plays = []
    for seat in ((first + i) % public.seats for i in range(public.seats)):
        hand = seen.shown[seat]
        mazi = is_mazi(hand, rules)
        stand = Stand.MAZI if mazi else public.stands[seat]
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
    public = seen.public
    found = []
    if public.discard:
        title = msg("dunmazi-discard-all", count=len(public.discard))
        found.append(Cards(title, codes(public.discard)))
    if public.phase is not Phase.OVER:
        found += [
            Cards(msg("dunmazi-known", seat=SeatArg(seat)), codes(known))
            for seat, known in enumerate(public.known)
            if known and seat != seen.seat and not seen.shown[seat]
        ]
    return tuple(found)
