"""Cards and actions as they stand in a written deal: what people type, and always the same.

``engine.text`` reads what a player means; here it is written down so that it is read as exactly
that, in Chinese or in English.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine import text
from engine.cards import BIG_JOKER, SMALL_JOKER, TILES, Card, Rank, Suit, card
from engine.codec import brief
from engine.core import Action
from engine.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.core import Game, Prompt

CHINESE, ENGLISH = 0, 1
"""The languages of the notation, and where each stands in a pair of words."""

_SIGNS = {Suit.SPADE: "♠", Suit.HEART: "♥", Suit.CLUB: "♣", Suit.DIAMOND: "♦"}
_NAMES = {
    SMALL_JOKER: ("小王", "LJ"),
    BIG_JOKER: ("大王", "BJ"),
    TILES[0]: ("白板", "TW"),
    **{tile: (f"{int(tile.rank)}筒", tile.code) for tile in TILES[1:]},
}
_TILE = {
    **{name.lower(): tile for tile in TILES for name in (*_NAMES[tile], tile.code)},
    **{f"{'一二三四五六七八九'[int(tile.rank) - 1]}筒": tile for tile in TILES[1:]},
    **dict.fromkeys(("白", "白皮"), TILES[0]),
}
_PASS = ("过", "pass")
_TAKE = ("取", "for")

_BEHIND = "|".join(sign for sign in text.SUITS if not sign.isascii())
_ITEM = re.compile(
    rf"(?P<unknown>[?？](?:\s*[×x*]\s*(?P<count>[0-9]{{1,3}}))?)"
    rf"|(?P<tile>{text.either(_TILE)})"
    rf"|(?P<set>{text.either(text.SETS)})"
    rf"|(?P<joker>{text.either(text.JOKERS)})"
    rf"|(?:(?P<suit>{text.either(text.SUITS)})\s*)?(?P<rank>{text.either(text.RANKS)})"
    rf"(?P<behind>{_BEHIND})?"
)
_BETWEEN = re.compile(r"[\s,，、。和]*")
_READING = re.compile(r"\s*\[(?P<reading>[a-z0-9+.:_-]{1,60})\]$")
_EXACT = re.compile(r"=\s*(?P<verb>[a-z][a-z0-9-]*)(?P<rest>[^()]*)(?:\((?P<reading>[^()]*)\))?$")


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in a list of cards, and where it stands.

    Attributes:
        card: which one; None: it is not told.
        rank: all that is told of it.
        at: where it begins in the text; ``end``: where it ends.
    """

    card: Card | None
    rank: Rank | None
    at: int
    end: int


class NoCard(ValueError):
    """No card can be read ``at`` a place."""

    def __init__(self, at: int) -> None:
        super().__init__("no card is written there")
        self.at = at


def face(held: Card, language: int = CHINESE) -> str:
    """A card as it is written: ``♠3``, ``♥10``, ``大王``, ``5筒``.

    >>> face(card("H10")), face(card("BJ")), face(card("T5"), ENGLISH)
    ('♥10', '大王', 'T5')
    """
    if held in _NAMES:
        return _NAMES[held][language]
    return _SIGNS[held.suit] + held.code[1:]


def faces(held: Iterable[Card | None], language: int = CHINESE) -> str:
    """Cards in their order; those that are not known as ``?``, several as ``?×3``."""
    words: list[str] = []
    unknown = 0
    for one in (*held, SMALL_JOKER):
        if one is None:
            unknown += 1
            continue
        if unknown:
            words.append("?" if unknown == 1 else f"?×{unknown}")
        unknown = 0
        words.append(face(one, language))
    return " ".join(words[:-1])


def items(line: str) -> Iterator[Item]:
    """The cards of a normal text (``text.normal``), one by one.

    Raises:
        NoCard: something else stands there.
    """
    at = _BETWEEN.match(line, 0).end()  # type: ignore[union-attr]  # it may be empty
    while at < len(line):
        found = _ITEM.match(line, at)
        if found is None:
            raise NoCard(at)
        yield from _items(found)
        at = _BETWEEN.match(line, found.end()).end()  # type: ignore[union-attr]


def _items(found: re.Match[str]) -> Iterator[Item]:
    at, end = found.span()
    if found["unknown"]:
        for _ in range(int(found["count"] or 1)):
            yield Item(None, None, at, end)
    elif found["set"]:
        for joker in text.SETS[found["set"]]:
            yield Item(joker, joker.rank, at, end)
    elif found["rank"]:
        suit, rank = found["suit"] or found["behind"], text.RANKS[found["rank"]]
        yield Item(Card(rank, text.SUITS[suit]) if suit else None, rank, at, end)
    else:
        one = _TILE[found["tile"]] if found["tile"] else text.JOKERS[found["joker"]]
        yield Item(one, one.rank, at, end)


def say(action: Action, game: Game[Any, Any], prompt: Prompt, language: int = CHINESE) -> str:
    """An action as somebody would type it who is asked ``prompt``, read as exactly that.

    Where no words say it, its parts stand behind a ``=``.
    """
    said = _said(action, game, prompt, language)
    try:
        if hear(said, game, prompt) == action:
            return said
        said = f"{said} [{action.reading}]"
        if action.reading and hear(said, game, prompt) == action:
            return said
    except (RuleError, ValueError):
        pass
    return _exact(action)


def _said(action: Action, game: Game[Any, Any], prompt: Prompt, language: int) -> str:
    words = [_word(action.verb, game, prompt, language), faces(action.cards, language)]
    if action.take:
        words += [_TAKE[language], faces(action.take, language)]
    if action.number is not None:
        named = prompt.number
        if named is not None and named.names and 0 <= action.number < len(named.names):
            words.append(named.names[action.number])
        else:
            words.append(str(action.number))
    if action.target is not None:
        words.append(str(action.target + 1))
    return " ".join(word for word in words if word)


def _word(verb: str, game: Game[Any, Any], prompt: Prompt, language: int) -> str:
    own = game.word(verb, prompt)
    if own:
        return own[language]
    known = [word for word, meant in game.info.words if meant == verb]
    if not known and verb == "pass":
        return _PASS[language]
    fitting = [word for word in known if word.isascii() == (language == ENGLISH)]
    return next(iter(fitting or known), verb)


def hear(line: str, game: Game[Any, Any], prompt: Prompt) -> Action:
    """The action of ``say``, and whatever else is typed by somebody who is asked ``prompt``.

    Raises:
        RuleError: as ``text.read`` does.
        ValueError: what stands behind a ``=`` is no action.
    """
    if line.startswith("="):
        return _parts(line)
    found = _READING.search(line)
    if found is None:
        return text.read(line, game.info, prompt)
    action = text.read(line[: found.start()], game.info, prompt)
    return replace(action, reading=found["reading"])


def _exact(action: Action) -> str:
    target = "" if action.target is None else f" @{action.target}"
    number = "" if action.number is None else f" #{action.number}"
    plain = replace(action, target=None, number=None, reading="")
    reading = f" ({action.reading})" if action.reading else ""
    return f"= {brief(plain)}{number}{target}{reading}"


def _parts(line: str) -> Action:
    found = _EXACT.match(line)
    if found is None:
        raise ValueError("no action")
    held: list[Card] = []
    taken: list[Card] = []
    into, number, target = held, None, None
    for word in found["rest"].split():
        if word == "<-":
            into = taken
        elif word[0] == "#":
            number = int(word[1:9])
        elif word[0] == "@":
            target = int(word[1:9])
        else:
            into.append(card(word.upper()))
    reading = found["reading"] or ""
    return Action(found["verb"], tuple(held), tuple(taken), number, target, reading)
