"""Laws of hints: what is told to somebody who asks. Each yields what is wrong, in words.

``tell(game, state, seat)`` gives the ideas; it may look at no more than what ``observe`` gives.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.players.ideas import MOST, Idea, ideas
from bot.screens.plays import Hint, Offer, hint_line
from engine.errors import RuleError
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = tuple(f"名字很长很长的牌友{at}" for at in range(10))
CATALOGUE = Catalogue(strict=True)
TRIALS = 24
LONGEST = 150
"""Characters of a hint: two lines of a telephone."""


def tell(game: Any, state: Any, seat: int) -> tuple[Idea, ...]:
    """What the program tells."""
    seen = game.observe(state, seat)
    return ideas(game.info.id, seen, game.prompt(seen), "abcdef0124:7", TRIALS, None)


def lines(game: Any, seen: Any, idea: Idea) -> Iterator[tuple[str, str]]:
    """An idea in both languages."""
    offer = Offer("abcdef0123", 7, NAMES, game, seen, game.prompt(seen))
    for language in LANGUAGES:
        say = CATALOGUE.to(language).speaker(NAMES)
        yield language, hint_line(offer, Hint(idea.action, 2, 3, idea.why, idea.wins), say)


def few(game: Any, state: Any, seat: int, told: Any) -> Iterator[str]:
    """One to three, each for a reason of its own."""
    found = told(game, state, seat)
    if not 1 <= len(found) <= MOST:
        yield f"{len(found)} ideas"
    if len({idea.why.key for idea in found}) < len(found):
        yield "one reason twice"


def legal(game: Any, state: Any, seat: int, told: Any) -> Iterator[str]:
    """The rules accept each."""
    for idea in told(game, state, seat):
        try:
            game.apply(state, seat, idea.action, Rng(b"apply"))
        except RuleError as error:
            yield f"{idea.action.verb} is refused: {error.msg.key}"


def readable(game: Any, state: Any, seat: int, told: Any) -> Iterator[str]:
    """A sentence in both languages that two lines of a telephone hold."""
    seen = game.observe(state, seat)
    for idea in told(game, state, seat):
        for language, line in lines(game, seen, idea):
            if len(line) > LONGEST:
                yield f"{language}: too long"
            if not re.search(r"[。！.%]", line[-3:]):
                yield f"{language}: no sentence"


def fair(game: Any, state: Any, seat: int, told: Any) -> Iterator[str]:
    """Nothing hangs on what the seat cannot know."""
    seen = game.observe(state, seat)
    imagined = game.imagine(seen, Rng(b"imagine", seat))
    if told(game, imagined, seat) != told(game, state, seat):
        yield "it hangs on hidden cards"


def shares(game: Any, state: Any, seat: int, told: Any) -> Iterator[str]:
    """How often it wins is a part of a hundred, and told of what was tried alone: the first."""
    for at, idea in enumerate(told(game, state, seat)):
        if idea.wins is not None and (at or not 0 <= idea.wins <= 100):
            yield f"idea {at} wins {idea.wins} of 100"


LAWS = {law.__name__: law for law in (few, legal, readable, fair, shares)}
