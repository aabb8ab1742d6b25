"""Makes problems (残局) by generation and exact play: ``python -m tests.puzzles 180 90 40``.

It adds to those that are there until there are so many of each level, and never changes one that
was shipped; what comes behind the three numbers is what its chance is made of. A problem is kept if
one first play of the 地主 alone wins, which is neither the highest single card nor a bomb, if no
other problem has the same hand of the 地主, and if it is proven in few steps, so that all of them
can be proven again at any time. From the second level on a player by rule of thumb does not find
it.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core import defaults
from engine.exact import TooLong
from engine.kernels.climb.ranks import STRENGTH
from engine.kernels.landlord.exact import Exact, position
from engine.puzzles import GAME, LEVELS, Puzzle, puzzles
from engine.registry import games, policy
from engine.rng import Rng

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.core import Action
    from engine.kernels.climb.state import Hand

FILE = Path(__file__).parents[1] / "engine" / "games" / GAME / "puzzles.txt"

SIZES = {1: (6, 8), 2: (8, 10), 3: (9, 12)}
"""By level, the least and the most cards of a side; 农民 hold theirs in two hands."""

LOOKS = 6000
"""It is proven within so many positions."""

STEPS, TRIES = 24, 50
"""So often a deal is changed until it is a problem, and so many cards are tried for a change."""

STEP = 4
"""So much higher or lower a card is at most for which another one is changed."""

RANKS = 9
"""A problem is dealt from so many ranks: where all are different there is little to choose."""


def made(level: int, rng: Rng) -> Puzzle | None:
    """A problem of a level; None: what was dealt is none."""
    game = games()[GAME]
    options = defaults(game.info)
    pack = list(rng.shuffled(game.pack(options)))
    ranks = rng.shuffled(sorted({card.rank for card in pack}))[:RANKS]
    pack.sort(key=lambda card: card.rank not in ranks)
    least, most = SIZES[level]
    mine = least + rng.below(most - least + 1)
    theirs = least + rng.below(most - least + 1)
    first = theirs // 2 + rng.below(3) - 1
    hands: list[Hand] = []
    for count in (mine, first, theirs - first):
        hands.append(game.arranged(tuple(pack[:count]), options))
        del pack[:count]
    for _ in range(STEPS):
        won = winning(hands)
        if won is None:
            return None
        if len(won) == 1 and not plain(hands[0], won[0].cards) and hard(level, hands, won[0]):
            return Puzzle(0, level, tuple(hands), won[0].cards)
        change(hands, pack, rng, stronger=len(won) > 0)
    return None


@cache
def _exact() -> Exact:
    """What it has found out of one deal holds for the next one too."""
    game = games()[GAME]
    return Exact(game, position(game, ((), (), ())))


def winning(hands: list[Hand]) -> tuple[Action, ...] | None:
    """The first plays that win; None: it takes too long to tell."""
    state = position(games()[GAME], tuple(hands))
    try:
        return _exact().winning(state, lambda looked: looked > LOOKS, most=1)
    except TooLong:
        return None


def hard(level: int, hands: list[Hand], key: Action) -> bool:
    """Whether a player by rule of thumb misses it, which is asked from the second level on."""
    player = policy(GAME)
    if level == 1 or player is None:
        return True
    game = games()[GAME]
    seen = game.observe(position(game, tuple(hands)), 0)
    thumb = player.choose(game, seen, game.prompt(seen), Rng(bytes(32), "thumb"))
    return look(thumb.cards) != look(key.cards)


def change(hands: list[Hand], pack: list[Card], rng: Rng, *, stronger: bool) -> None:
    """Change a card of the 农民 for a higher or a lower one that nobody holds."""
    for _ in range(TRIES):
        seat = 1 + rng.below(2)
        at, other = rng.below(len(hands[seat])), rng.below(len(pack))
        card = hands[seat][at]
        step = above(pack[other]) - above(card)
        if 0 < (step if stronger else -step) <= STEP:
            held = (*hands[seat][:at], pack[other], *hands[seat][at + 1 :])
            pack[other] = card
            hands[seat] = games()[GAME].arranged(held, defaults(games()[GAME].info))
            return


def above(card: Card) -> int:
    """How high a card is."""
    return STRENGTH[card.rank]


def plain(hand: Hand, key: Hand) -> bool:
    """Whether a play is the highest card, a bomb, or all that is held."""
    ranks = [card.rank for card in key]
    bomb = len(ranks) == 4 and len(set(ranks)) == 1
    jokers = len(ranks) == 2 and all(card.is_joker for card in key)
    return len(key) == len(hand) or bomb or jokers or key == hand[:1]


def look(hand: tuple[Card, ...]) -> tuple[int, ...]:
    """What makes two hands alike."""
    return tuple(sorted(card.rank for card in hand))


def main(counts: dict[int, int], seed: str) -> None:
    """Add problems to the file."""
    known = list(puzzles())
    hands = {look(one.hands[0]) for one in known}
    have = [one.level for one in known]
    wanted = {level: max(0, count - have.count(level)) for level, count in counts.items()}
    at = 0
    while any(wanted.values()):
        at += 1
        level = LEVELS[at % len(LEVELS)]
        if not wanted[level]:
            continue
        found = made(level, Rng(seed.encode().ljust(32, b"\0"), "puzzle", at))
        if found is None or look(found.hands[0]) in hands:
            continue
        hands.add(look(found.hands[0]))
        wanted[level] -= 1
        known.append(found)
        FILE.write_text("".join(f"{one.line}\n" for one in known), "utf-8")


if __name__ == "__main__":
    main(
        dict(zip(LEVELS, map(int, sys.argv[1:4]), strict=True)),
        sys.argv[4] if len(sys.argv) > 4 else "1",
    )
