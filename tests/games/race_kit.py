"""Positions of games in which everybody plays for themselves, from a line of text."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from engine.cards import Rank, Suit, card, pack
from engine.core import Carry, defaults
from engine.kernels.climb.state import Circle, Put
from engine.rng import Rng
from tests.games.landlord_kit import FACES, SUITS

TABLES = Path(__file__).parent / "no_brainers"
SEATS = 4


def lines(name):
    """The positions of a game's table."""
    text = (TABLES / f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def cards_in(text, used):
    """Cards by code (``S2``, ``HT``) or by rank, then the lowest suit that is free."""
    found = []
    for word in text.replace("+", " ").split():
        if len(word) > 1 and word[0] in "DCHS":
            found.append(card(word[0] + FACES[word[1]]))
            continue
        for face in word:
            free = (card("?DCHS"[suit] + FACES[face]) for suit in SUITS)
            found.append(next(one for one in free if one not in used and one not in found))
    used.update(found)
    return tuple(found)


def position(game, line, luck):
    """A line of a table as a deal in which seat 0 is asked, and its answers."""
    text, counts, on, gone, answers, _ = (part.strip() for part in line.split("|"))
    counts = list(map(int, counts.split()))
    used = Counter()
    mine = cards_in(text, used)
    assert len(mine) == counts[0], line
    whose, laid = 0, ()
    if on != "lead":
        whose, laid = int(on[0]), cards_in(on[2:], used)
    for word in gone.split():
        faces = word if len(word) == 1 else ""
        cards_in(" ".join(4 * [faces]) if faces else word, used)
    pool = list(luck.shuffled(one for one in pack(jokers=False) if one not in used))
    hands = [mine]
    for count in counts[1:]:
        hands.append(tuple(pool[:count]))
        del pool[:count]
    options = defaults(game.info)
    reader = game.reader(options)
    dealt = game.setup(SEATS, options, Carry(), Rng(b"position")).state
    held = {one for hand in hands for one in hand}
    away = (one for one in pack(jokers=False) if one not in held and one not in laid)
    past = tuple((Put(0, ((one,),), reader.readings((one,))[0]),) for one in away)
    circle = Circle()
    if laid:
        top = Put(whose, (laid,), reader.readings(laid, last=False)[0])
        circle = Circle((top,), top)
    public = replace(
        dealt.public, turn=0, counts=tuple(counts), circle=circle, past=past,
        known=((),) * SEATS, must=None,
    )  # fmt: skip
    arranged = tuple(game.arranged(hand, options) for hand in hands)
    return replace(dealt, public=public, hands=arranged), answers


def right(action, answers):
    """Whether an action is among the answers, or not among those behind ``!``."""
    return any(map(_fits(action), answers.removeprefix("!").split())) != answers.startswith("!")


def _fits(action):
    def fits(answer):
        if answer == "-" or action.verb == "pass":
            return answer == "-" and action.verb == "pass"
        left = list(action.cards)
        words = answer.split("+") if "+" in answer or answer[0] in "DCHS" else list(answer)
        for word in words:
            suits = [Suit.NONE] if len(word) == 1 else ["?DCHS".index(word[0])]
            wanted = card("D" + FACES[word[-1]]).rank
            one = next((c for c in left if c.rank is Rank(wanted) and (
                suits == [Suit.NONE] or c.suit in suits)), None)  # fmt: skip
            if one is None:
                return False
            left.remove(one)
        return not left

    return fits
