"""The computer player of 蹲麻子: what to collect, what to leave to others, and when to stop.

It knows what its seat sees. A hand is worth the points of the suit it collects; a move is worth the
hand that it leads to, less what it leaves on the table for the next seat. Nothing is drawn by lot,
so equal positions get equal advice.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from engine.cards import SUITS, Card, Suit, pack, without
from engine.core import Action
from engine.games.dunmazi.scoring import POINTS, hand_score, may_knock, misfits, strength
from engine.games.dunmazi.state import DRY_LAPS, Hand, Phase, Public, Seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.bots import Budget
    from engine.core import Game, Prompt, Seat
    from engine.rng import Rng

SPARE = 3
"""So many cards of a hand are taken to be of no use to the next seat."""

CAUTION = 0.4
"""What the next seat gains counts so much of what one gains oneself."""

DRAWN = 3.0
"""Points that the next seat would gain by drawing anyway."""

SURE = 0.9
"""扣 when it beats another hand at least so likely."""

GROWTH = 3.0
"""How much stronger others are taken to have become at the end of the pile: see ``_chance``."""

QUIET = 0.9
"""How likely another seat ends its turn without 扣, once most of the pile is used up."""

SECOND = 0.1
"""What the points of the second suit count."""

SLOT = 40
"""Bits of a count in ``_spread``."""

Rated: TypeAlias = tuple[float, Action]


class Manner(NamedTuple):
    """How a level plays.

    Attributes:
        caution: what the next seat gains counts so much of what one gains oneself.
        sure: it says 扣 when it beats every other hand at least so likely.
        waits: whether it minds that others grow, and what 强制结算 pays.
    """

    caution: float = CAUTION
    sure: float = SURE
    waits: bool = True


EXPERT, USUAL, NEWCOMER = Manner(), Manner(0.0, 0.2, waits=False), Manner(0.0, 0.0, waits=False)


def collects(hand: Iterable[Card]) -> Suit:
    """The suit that the computer player makes of a hand: that with most points."""
    totals = _totals(hand)
    return max(SUITS, key=totals.__getitem__)


def worth(hand: Iterable[Card]) -> float:
    """How good a hand is, in points of the suit it collects, jokers included."""
    totals = sorted(_totals(hand).values())
    return totals[-1] + SECOND * totals[-2]


def _totals(hand: Iterable[Card]) -> dict[Suit, int]:
    totals = dict.fromkeys(SUITS, 0)
    jokers = 0
    for card in hand:
        if card.suit:
            totals[card.suit] += POINTS[card]
        else:
            jokers += POINTS[card]
    return {suit: points + jokers for suit, points in totals.items()} if jokers else totals


def ranked(seen: Seen, manner: Manner = EXPERT) -> Iterator[Action]:
    """Good legal actions for the observing seat, which is asked; best first."""
    phase = seen.public.phase
    if phase is Phase.ANSWER:
        found = _answers(seen) if manner.waits else _proudly(seen)
    elif phase is Phase.TURN:
        found = _turns(seen, manner)
    else:
        found = _puts(seen, seen.hand, _odds(seen), manner.caution)
    found.sort(key=lambda rated: -rated[0])
    return (action for _, action in found)


# What lies on the table for the next seat.


def _odds(seen: Seen) -> dict[Suit, float]:
    """How likely the next seat collects each suit: by what it took, and what is left to it."""
    public = seen.public
    weight = dict.fromkeys(SUITS, 1.0)
    for card in public.known[(public.turn + 1) % public.seats]:
        if card.suit:
            weight[card.suit] += 2.0
    for card in seen.hand:
        if card.suit:
            weight[card.suit] *= 0.85
    total = sum(weight.values())
    return {suit: share / total for suit, share in weight.items()}


def _left(zone: Sequence[Card], size: int, odds: dict[Suit, float], caution: float) -> float:
    """What a zone costs the player who leaves it: a share of the next seat's gain, in points."""
    if not caution:
        return 0.0
    gain = 0.0
    count = len(zone)
    for suit, odd in odds.items():
        fits = _fits(zone, suit)
        if count == size:
            fits.sort(reverse=True)
            points = sum(fits[:SPARE]) + sum(fits[SPARE:]) / 3
        else:
            points = sum(fits) - 7 * max(0, count - SPARE)
        gain += odd * max(0.0, points - DRAWN)
    return caution * gain


# Turns.


def _puts(seen: Seen, hand: Hand, odds: dict[Suit, float], caution: float) -> list[Rated]:
    """Cards to put down. One of the suit goes only if there is no other."""
    zone, size = seen.public.zone, seen.public.rules.size
    useless = misfits(hand, collects(hand))
    found = []
    for index, card in enumerate(hand):
        value = worth((*hand[:index], *hand[index + 1 :]))
        value -= _left((*zone, card), size, odds, caution)
        if useless and card not in useless:
            value -= 100
        found.append((value, Action("put", (card,))))
    return found


def _turns(seen: Seen, manner: Manner) -> list[Rated]:
    public, hand = seen.public, seen.hand
    size, odds = public.rules.size, _odds(seen)
    found = list(_swaps(seen, odds, manner.caution))
    if not public.pile:
        found.append((worth(hand) - _left(public.zone, size, odds, manner.caution), Action("pass")))
    else:
        zone = () if public.full else public.zone
        put = min(misfits(hand, collects(hand)) or hand, key=POINTS.__getitem__)
        value = _after_draw(seen) - _left((*zone, put), size, odds, manner.caution)
        found.append((value, Action("clear" if public.full else "draw")))
    if may_knock(hand, public.rules):
        found.append((1000.0 if _wants_to_knock(seen, manner) else -1000.0, Action("knock")))
    return found


def _swaps(seen: Seen, odds: dict[Suit, float], caution: float) -> Iterator[Rated]:
    """Swaps that leave the hand at least as good, and no useless card in it for one of its suit."""
    public, hand = seen.public, seen.hand
    zone = public.zone
    if public.full:
        swaps = [swap for suit in SUITS if (swap := _best_of_both(hand, zone, suit)).take]
    else:
        swaps = [Action("swap", given) for given in dict.fromkeys(combinations(hand, len(zone)))]
    now = worth(hand)
    for swap in swaps:
        kept = without(hand, swap.cards)
        take = swap.take or zone
        after = (*kept, *take)
        suit = collects(after)
        if worth(after) < now or (misfits(kept, suit) and _fits(swap.cards, suit)):
            continue
        left = (*without(zone, take), *swap.cards)
        yield worth(after) - _left(left, public.rules.size, odds, caution), swap


def _fits(cards: Iterable[Card], suit: Suit) -> list[int]:
    """Points of the cards that are of a suit, or jokers."""
    return [POINTS[card] for card in cards if card.suit is suit or not card.suit]


def _best_of_both(hand: Hand, zone: Hand, suit: Suit) -> Action:
    """The free swap that makes most of one suit and leaves other cards where they are."""

    def use(place: int) -> tuple[int, bool]:
        card = both[place]
        fits = card.suit is suit or not card.suit
        return (POINTS[card] if fits else 0, place < len(hand))

    both = (*hand, *zone)
    kept = set(sorted(range(len(both)), key=use, reverse=True)[: len(hand)])
    given = tuple(card for place, card in enumerate(hand) if place not in kept)
    take = tuple(both[place] for place in sorted(kept) if place >= len(hand))
    return Action("swap", given, take)


def _unseen(seen: Seen) -> Counter[Card]:
    """Cards that lie in the pile or in hands, as far as the seat knows."""
    public = seen.public
    rest = Counter(pack(public.rules.decks))
    for place in (seen.hand, public.zone, public.discard, *seen.shown):
        rest.subtract(place)
    for seat, known in enumerate(public.known):
        if seat != seen.seat and not seen.shown[seat]:
            rest.subtract(known)
    return rest


def _after_draw(seen: Seen) -> float:
    """How good the hand is after a draw and the put that follows, on average."""
    hand, size = seen.hand, seen.public.rules.size
    totals = _totals(hand)
    best = max(totals.values())
    weakest = {}
    for suit in SUITS:
        fits = _fits(hand, suit)
        weakest[suit] = min(fits) if len(fits) == size else 0
    gained = count = 0
    for card, copies in _unseen(seen).items():
        suits = (card.suit,) if card.suit else SUITS
        after = max(totals[suit] + POINTS[card] - weakest[suit] for suit in suits)
        gained += copies * max(0, after - best)
        count += copies
    return worth(hand) + gained / max(1, count)


# 扣, 随, 砸.


def _wants_to_knock(seen: Seen, manner: Manner) -> bool:
    """Whether 扣 is better than to play on.

    Who plays on loses little: a hand that has the target keeps its 基础分 by 随 whatever others do.
    So it should be near the best there is. While somebody cannot have a hand that counts, for all
    one sees, it may grow: measured, that pays more than to stop at once. Where 强制结算 pays the
    whole 手牌分, playing on is worth that much, as likely as nobody ends the round before.
    """
    public = seen.public
    score = hand_score(seen.hand, public.rules)
    others = [seat for seat in range(public.seats) if seat != public.turn]
    if not manner.sure:
        return True
    if min(_chance(seen, seat) for seat in others) < manner.sure:
        return False
    if not manner.waits or not public.rules.sudden_full:
        return True
    turns = public.pile + DRY_LAPS * public.seats - max(0, public.dry)
    reached: float = QUIET ** (turns * (public.seats - 1) / public.seats)
    return reached * score < score - public.rules.target


def _answers(seen: Seen) -> list[Rated]:
    """随 or 砸, by the points that they are expected to bring less those of the knocker."""
    public = seen.public
    knocker = public.knocker or 0
    own = hand_score(seen.hand, public.rules) - public.rules.target
    spread = _spread(seen, knocker)
    hands = sum(spread.values()) or 1
    theirs = sum(n * (score - public.rules.target) for (score, _), n in spread.items()) / hands
    chance = _chance(seen, knocker)
    share = 1 / (public.seats - 1)
    call = (chance - (1 - chance) * share) * (own + theirs)
    return [(own - share * theirs, Action("fold")), (call, Action("call"))]


def _proudly(seen: Seen) -> list[Rated]:
    """随 or 砸 by one's own cards alone."""
    over = hand_score(seen.hand, seen.public.rules) - seen.public.rules.target
    return [(PROUD, Action("fold")), (over, Action("call"))]


def _chance(seen: Seen, seat: Seat) -> float:
    """How likely the viewer's flush beats one that another seat has.

    All hands that it may hold count the same; the further the pile is used up, the longer it may
    have waited for a better one. 0 if it can hold none.
    """
    public = seen.public
    mine = strength(seen.hand, public.rules)
    spread = _spread(seen, seat)
    hands = sum(spread.values())
    if not hands:
        return 0.0
    won = 0.0
    for other, count in spread.items():
        won += count * (1.0 if mine[:2] > other else 0.5 if mine[:2] == other else 0.0)
    used = 1 - public.pile / _first_pile(public)
    chance: float = (won / hands) ** (1 + GROWTH * used)
    return chance


def _first_pile(public: Public) -> int:
    return len(pack(public.rules.decks)) - public.rules.size * public.seats - 1


def _spread(seen: Seen, seat: Seat) -> Counter[tuple[int, Suit]]:
    """How many hands with each 手牌分, from the target on, and suit another seat may hold.

    Exact, by counting subsets of each suit; jokers count 10 even with ``joker_score=represented``.
    """
    rules, known = seen.public.rules, seen.public.known[seat]
    suits = {card.suit for card in known if card.suit}
    spread: Counter[tuple[int, Suit]] = Counter()
    if len(suits) > 1:
        return spread
    missing = rules.size - len(known)
    rest = [(card.suit, POINTS[card]) for card in _unseen(seen).elements()]
    for suit in suits or SUITS:
        # ways[k]: how many choices of k cards there are for every sum, the count for sum p in the
        # 40 bits from 40 * p on, so that adding a card is one shift. C(108, 6) needs 31 bits.
        ways = [1 << SLOT * sum(POINTS[card] for card in known)] + [0] * missing
        for owner, points in rest:
            if owner is suit or not owner:
                for held in range(missing - 1, -1, -1):
                    ways[held + 1] += ways[held] << SLOT * points
        high = ways[missing] >> SLOT * rules.target
        for score in range(rules.target, 11 * rules.size + 1):
            count = high & ((1 << SLOT) - 1)
            high >>= SLOT
            if count:
                spread[score, suit] = count
    return spread


class Collecting:
    """The computer player: the best of what ``ranked`` says."""

    def __init__(self, manner: Manner = EXPERT) -> None:
        self.manner = manner

    def choose(self, game: Game[Any, Any], seen: Seen, prompt: Prompt, rng: Rng) -> Action:
        """The best action."""
        return next(ranked(seen, self.manner))


class Newcomer(Collecting):
    """The player of 入门: it says 扣 as soon as it may, and 砸 with almost anything.

    It collects and clears as others do, and gives no card of its suit away for a useless one.
    """

    def choose(self, game: Game[Any, Any], seen: Seen, prompt: Prompt, rng: Rng) -> Action:
        """An action."""
        if seen.public.phase is Phase.ANSWER:
            own = hand_score(seen.hand, seen.public.rules)
            return Action("call" if own > seen.public.rules.target + SURELY else "fold")
        return super().choose(game, seen, prompt, rng)


PROUD, SURELY = 2.0, 1
"""Points above the target with which 普通 thinks that it wins, and a beginner that it cannot lose.
"""

ENOUGH = 40
"""With fewer trials it is 普通 that plays; nothing is tried here."""

POLICY, BEGINNER = Collecting(), Newcomer(NEWCOMER)


def THINKER(budget: Budget) -> Any:  # noqa: N802  (as the registry calls it)
    """The player of a level, by what it may spend."""
    return POLICY if budget.trials >= ENOUGH else Collecting(USUAL)
