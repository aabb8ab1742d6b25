"""Games of 斗地主 as two other programs write them, in our notation.

rlcard: hands and plays as letters (``3456789TJQKA2BR``), plays as pairs of a player and letters in
``trace``. DouZero: hands and plays as numbers (17 is a 2, 20 and 30 are the jokers), a hand for
``landlord``, ``landlord_down`` and ``landlord_up``, plays in ``card_play_action_seq``. Both may be
JSON or what Python prints of them. Hands are those that were dealt, or those that are left.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.records.places import Misread
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Sequence

LETTERS = "3456789TJQKA2BR"
_NUMBERS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30)
_OURS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "小王", "大王")
_OF_LETTER = dict(zip(LETTERS, _OURS, strict=True))
_OF_NUMBER = dict(zip(_NUMBERS, _OURS, strict=True))

_ROLES = ("landlord", "landlord_down", "landlord_up")
_PLAYS = ("trace", "card_play_action_seq")
_PACK = 54
DEEPEST = 4
"""Brackets within each other that are read."""

HEAD = 8
"""Lines of our notation before the first play."""

_ONE = {
    "trace": re.compile(r"[\[(]\s*\d\s*,\s*[\"'][^\"']*[\"']\s*[\])]"),
    "card_play_action_seq": re.compile(r"\[[^\[\]]*\]"),
}


@dataclass(frozen=True, slots=True)
class Foreign:
    """A game in our notation, and where its parts stand in what was written.

    Attributes:
        text: in our notation, one play a line behind ``HEAD`` lines.
        source: what was written.
        plays: where each play begins in it.
        hands: the key of each hand.
    """

    text: str
    source: str
    plays: tuple[int, ...]
    hands: tuple[str, ...]

    def placed(self, error: Misread) -> Misread:
        """The same mistake with its place in what was written."""
        at = 0
        if error.line > HEAD and self.plays:
            at = self.plays[min(error.line - HEAD - 1, len(self.plays) - 1)]
        elif 2 < error.line < 6:
            at = max(0, self.source.find(self.hands[error.line - 3]))
        return _wrong(self.source, at, error)


def of(text: str) -> Foreign | None:
    """The game that is written in one of those forms; None: it is in neither.

    Raises:
        Misread: it begins like one, and cannot be read.
    """
    if not text.lstrip("\ufeff \t\r\n").startswith("{"):
        return None
    value = _value(text)
    kind = next((key for key in _PLAYS if isinstance(value.get(key), list | tuple)), None)
    if kind is None:
        raise _wrong(text, 0, _misread())
    plays = _places(text, kind)
    try:
        made = _of_rlcard(value) if kind == "trace" else _of_douzero(value)
    except _Wrong as error:
        at = plays[error.play] if error.play is not None and error.play < len(plays) else None
        raise _wrong(text, text.find(error.key) if at is None else at, _misread()) from None
    dealt, told, bottom, hands = made
    needed = [at for at, _ in enumerate(told) if not _is_needless(told, at)]
    asked = [told[at] for at in needed]
    places = tuple(plays[at] for at in needed if at < len(plays))
    return Foreign(_notation(dealt, told, asked, bottom), text, places, hands)


def _is_needless(told: Sequence[tuple[int, tuple[str, ...]]], at: int) -> bool:
    """Whether a play is a pass on the rocket: with us nobody is asked then."""
    if told[at][1]:
        return False
    last = next((cards for _, cards in reversed(told[:at]) if cards), ())
    return set(last) == {"小王", "大王"}


class _Wrong(ValueError):
    """What is wrong: a key, or the number of a play from 0."""

    def __init__(self, key: str, play: int | None = None) -> None:
        super().__init__(key)
        self.key, self.play = key, play


def _of_rlcard(value: dict[str, Any]) -> tuple[Any, ...]:
    plays = []
    for at, one in enumerate(value["trace"]):
        if not (isinstance(one, list | tuple) and len(one) == 2 and one[0] in (0, 1, 2)):
            raise _Wrong("trace", at)
        plays.append((one[0], _cards(() if one[1] == "pass" else one[1], "trace", at)))
    landlord = value.get("landlord", plays[0][0] if plays else 0)
    if landlord not in (0, 1, 2):
        raise _Wrong("landlord")
    key = next((key for key in ("hands", "hand_cards") if key in value), "hand_cards")
    hands = value.get(key)
    if not isinstance(hands, list | tuple) or len(hands) != 3:
        raise _Wrong(key)
    order = [(landlord + step) % 3 for step in range(3)]
    dealt = [_cards(hands[seat], key) for seat in order]
    told = [(order.index(seat), cards) for seat, cards in plays]
    bottom = _cards(str(value.get("deck", ""))[-3:] or value.get("seen_cards", ""), "seen_cards")
    return dealt, told, bottom, (key, key, key)


def _of_douzero(value: dict[str, Any]) -> tuple[Any, ...]:
    dealt = [_cards(value.get(role), role) for role in _ROLES]
    told = [
        (at % 3, _cards(one, "card_play_action_seq", at))
        for at, one in enumerate(value["card_play_action_seq"])
    ]
    bottom = _cards(value.get("three_landlord_cards", ()), "three_landlord_cards")
    return dealt, told, bottom, tuple(f'"{role}"' for role in _ROLES)


def _cards(given: Any, key: str, play: int | None = None) -> tuple[str, ...]:
    """Cards as we call them."""
    if not isinstance(given, str | list | tuple):
        raise _Wrong(key, play)
    known: dict[Any, str] = _OF_LETTER if isinstance(given, str) else _OF_NUMBER
    try:
        return tuple(known[card] for card in given)
    except (KeyError, TypeError):
        raise _Wrong(key, play) from None


def _notation(
    dealt: list[tuple[str, ...]],
    told: Sequence[tuple[int, tuple[str, ...]]],
    asked: Sequence[tuple[int, tuple[str, ...]]],
    bottom: tuple[str, ...],
) -> str:
    hands = [Counter(hand) for hand in dealt]
    if sum(map(len, dealt)) < _PACK:  # those that are left
        for seat, cards in told:
            hands[seat].update(cards)
    below = Counter(bottom)
    if len(bottom) != 3 or below - hands[0]:
        below = Counter(sorted(hands[0].elements(), key=_OURS.index)[:3])
    hands[0] -= below
    lines = ["牌谱 1: 斗地主", "人数: 3"]
    lines += [f"{seat}: {_said(hand)}" for seat, hand in enumerate(hands, 1)]
    lines += [f"底牌: {_said(below)}", "先手: 1", "1 叫地主, 2 不抢, 3 不抢"]
    lines += [f"{seat + 1} {' '.join(cards) or '过'}" for seat, cards in asked]
    return "\n".join((*lines, ""))


def _said(cards: Counter[str]) -> str:
    return " ".join(sorted(cards.elements(), key=_OURS.index))


def _value(text: str) -> dict[str, Any]:
    depth = deepest = 0
    for letter in text:
        depth += (letter in "[({") - (letter in "])}")
        deepest = max(deepest, depth)
    if deepest <= DEEPEST:
        for parse in (json.loads, ast.literal_eval):
            try:
                value = parse(text.strip("\ufeff \t\r\n"))
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            if isinstance(value, dict):
                return value
    raise _wrong(text, 0, _misread())


def _places(text: str, kind: str) -> tuple[int, ...]:
    begin = text.find(kind) + len(kind)
    begin = text.find("[", begin) + 1
    return tuple(found.start() for found in _ONE[kind].finditer(text, begin))


def _misread() -> Misread:
    return Misread(msg("notation-foreign"), 1, 1, "")


def _wrong(text: str, at: int, error: Misread) -> Misread:
    at = max(0, at)
    line = text.count("\n", 0, at) + 1
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    return Misread(error.msg, line, column, text[at : at + 24].split("\n")[0])
