"""Who gets how much, and why in lines that a person can check (rules §15 to §19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import codes
from engine.core import Outcome
from engine.games.dunmazi.scoring import (
    SIGNS,
    Strength,
    flush_suit,
    hand_score,
    is_mazi,
    main_suit,
    misfits,
    strength,
)
from engine.games.dunmazi.state import DRY_LAPS, End, Hand, Public, Stand
from engine.msg import CardsArg, Msg, SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat
    from engine.games.dunmazi.scoring import Rules


def settle(public: Public, hands: Sequence[Hand]) -> Outcome:
    """The result of a round that is over.

    Args:
        public: what lies open; ``stands`` name the knocker and the answers if ``end`` is ``KNOCK``.
        hands: all hands by seat.
    """
    if public.end is End.KNOCK:
        return _showdown(public, hands)
    return _forced(public, hands)


def pool_order(public: Public) -> tuple[Seat, ...]:
    """The seats of the pool, the knocker first, then as they answered: the order of a full tie."""
    assert public.knocker is not None  # noqa: S101  (there is a pool only after 扣)
    turns = [(public.knocker + i) % public.seats for i in range(public.seats)]
    return tuple(seat for seat in turns if public.stands[seat] in (Stand.KNOCK, Stand.CALL))


def pool_winner(order: Sequence[Seat], strengths: dict[Seat, Strength]) -> Seat:
    """The best hand of the pool; of wholly equal ones the first in ``order`` (§15).

    Source: seed, case four (the knocker wins); among those who answered, the first: decided here.
    """
    return max(order, key=strengths.__getitem__)


def pool_best(public: Public, hands: Sequence[Hand]) -> Seat:
    """The seat that takes the pool of a round that was knocked."""
    order = pool_order(public)
    return pool_winner(order, {seat: strength(hands[seat], public.rules) for seat in order})


def _showdown(public: Public, hands: Sequence[Hand]) -> Outcome:
    rules = public.rules
    order = pool_order(public)
    strengths = {seat: strength(hands[seat], rules) for seat in order}
    winner = pool_winner(order, strengths)
    basic = {seat: strengths[seat].score - rules.target for seat in order}
    scores = [0] * public.seats
    scores[winner] = sum(basic.values())
    losers = [seat for seat in order if seat != winner]
    first = named(public, winner, hands[winner])
    if losers:
        stakes = " + ".join(str(basic[seat]) for seat in (winner, *losers))
        beaten = joined([named(public, seat, hands[seat]) for seat in losers])
        lines = [msg("dunmazi-won", hand=first, over=beaten, sum=stakes, points=scores[winner])]
    else:
        score = strengths[winner].score
        lines = [_difference("dunmazi-won-alone", first, score, rules.target)]
    lines += [
        msg(
            "dunmazi-lost",
            hand=named(public, seat, hands[seat]),
            winner=SeatArg(winner),
            why=_why(strengths[winner], strengths[seat], winner == public.knocker),
        )
        for seat in losers
    ]
    for seat, stand in enumerate(public.stands):
        if stand is Stand.FOLD:
            score = hand_score(hands[seat], rules)
            scores[seat] = score - rules.target
            hand = named(public, seat, hands[seat])
            lines.append(_difference("dunmazi-kept", hand, score, rules.target))
        elif stand is Stand.MAZI:
            lines.append(_nothing(public, seat, hands[seat]))
    return Outcome(tuple(scores), tuple(lines))


def _forced(public: Public, hands: Sequence[Hand]) -> Outcome:
    """Everybody shows; nothing is compared (§18, §19)."""
    rules = public.rules
    full = public.end is End.SUDDEN and rules.sudden_full
    laps = rules.stall_laps if public.end is End.STALL else DRY_LAPS
    how = msg("dunmazi-pays-hand" if full else "dunmazi-pays-basic")
    lines = [msg(f"dunmazi-end-{public.end.value}", laps=laps, pays=how)]
    scores = []
    for seat, hand in enumerate(hands):
        if is_mazi(hand, rules):
            scores.append(0)
            lines.append(_nothing(public, seat, hand))
            continue
        score = hand_score(hand, rules)
        shown = named(public, seat, hand)
        scores.append(score if full else score - rules.target)
        if full:
            lines.append(msg("dunmazi-paid-hand", hand=shown, points=score))
        else:
            lines.append(_difference("dunmazi-paid-basic", shown, score, rules.target))
    return Outcome(tuple(scores), tuple(lines))


def named(public: Public, seat: Seat, hand: Hand) -> Msg:
    """``甲 扣 ♠50``: who stands how with which flush."""
    suit = flush_suit(hand) or main_suit(hand)
    return msg(
        "dunmazi-hand",
        seat=SeatArg(seat),
        stand=msg(f"dunmazi-stand-{public.stands[seat].value or 'open'}"),
        suit=SIGNS[suit],
        score=hand_score(hand, public.rules),
    )


def _difference(key: str, hand: Msg, score: int, target: int) -> Msg:
    """A hand that is paid its 基础分, as a sum."""
    return msg(key, hand=hand, score=score, target=target, points=score - target)


def joined(items: Sequence[Msg]) -> Msg:
    """Messages as one list."""
    found = items[0]
    for item in items[1:]:
        found = msg("dunmazi-and", some=found, more=item)
    return found


def _why(winner: Strength, loser: Strength, knocked: bool) -> Msg:
    """Which of the comparisons decided."""
    if winner.score != loser.score:
        return msg("dunmazi-why-score", high=winner.score, low=loser.score)
    if winner.suit != loser.suit:
        return msg("dunmazi-why-suit", high=SIGNS[winner.suit], low=SIGNS[loser.suit])
    if winner.singles != loser.singles:
        return msg("dunmazi-why-single")
    return msg("dunmazi-why-knocker" if knocked else "dunmazi-why-first")


def _nothing(public: Public, seat: Seat, hand: Hand) -> Msg:
    why = lacking(hand, public.rules, public.rules.target)
    return msg("dunmazi-nothing", seat=SeatArg(seat), why=why)


def lacking(hand: Hand, rules: Rules, need: int) -> Msg:
    """What keeps a hand from being a flush of ``need`` points: wrong cards, or too few points."""
    suit = main_suit(hand)
    wrong = misfits(hand, suit)
    if wrong:
        cards = CardsArg(codes(wrong))
        return msg("dunmazi-lacks-suit", suit=SIGNS[suit], count=len(wrong), cards=cards)
    score = hand_score(hand, rules)
    return msg("dunmazi-lacks-points", suit=SIGNS[suit], score=score, need=need, short=need - score)
