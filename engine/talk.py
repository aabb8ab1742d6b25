"""Which lines are a play though they were said among people, without calling the bot.

People who play talk: 666, 88, qq and ha are laughter and goodbyes, and cards all the same. Only
what can hardly be talk is read as a play.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine import text
from engine.cards import Card
from engine.errors import RuleError, UnreadableAction
from engine.shapes import spelled

if TYPE_CHECKING:
    from engine.core import Action, GameInfo, Prompt

_JOKERS = frozenset(
    word for word in (*text.SETS, *text.JOKERS) if not word.isascii() or len(word) >= len("xxdd")
)
"""Names of jokers that mean nothing else: not ``r``, ``bj`` (北京), ``lj`` (垃圾) or ``xd``."""

_SUITS = tuple(word for word in text.SUITS if not word.isascii())
_NAMED = re.compile(
    rf"{text.either(_SUITS)}|{text.either(_JOKERS)}|(?:^|[\s,，、])[shcd](?:10|[2-9]).*[shcd](?:10|[2-9])"
)
"""A suit or a joker that cannot be mistaken: ``ha``, ``dj``, ``h5`` and ``c4`` are talk, ``♥5`` and
``h5 s5`` are not."""

_RANKS = re.compile(rf"(?:(?:{text.either(text.RANKS)})[\s,，、+带帶]*)+")
_LAUGHTER = re.compile(r"23{3,}")
"""How people laugh on the internet, though it may be a two and four threes."""

CARDS_ALONE = 5
"""So many cards without a word are a play, if they are of two ranks at least."""


def bare(line: str, info: GameInfo, prompt: Prompt) -> Action | None:
    """What somebody who is asked ``prompt`` has played by a line that called nobody.

    That is a verb and what it is about (出 88, 换 ♠3), a suit, a joker's or a shape's name (♠6,
    王炸, 对8), or five cards and more of two ranks and more (34567). Whether a word alone is a
    button's is for whoever knows what buttons say.

    Returns:
        None: it is talk.

    Raises:
        RuleError: as ``text.read`` does.
    """
    said = text.normal(line)
    if len(line) > text.LONGEST:
        return None
    try:
        _, rest = text.verb_of(said, info, prompt)
    except UnreadableAction:
        return None
    if not rest or (rest == said and not _is_marked(said)):
        return None
    return text.read(line, info, prompt)


def word(line: str, info: GameInfo, prompt: Prompt) -> Action | None:
    """The one finished action that a word alone stands for now: 扣, 跟, 要不起.

    None: it stands for none or for several, or it is more than a word. A sign (``-``) is no word.
    """
    said = text.normal(line)
    if not any(letter.isalpha() for letter in said):
        return None
    try:
        action = text.read(line, info, prompt)
    except RuleError:
        return None
    if action.verb == "pass" and said in text.PASS_WORDS:
        return action
    ready = any(choice.action == action for choice in prompt.choices)
    return action if ready and (said, action.verb) in info.words else None


def played(line: str, info: GameInfo) -> bool:
    """Whether a line would be a play for somebody who is asked, whatever is asked.

    It is for those who are not: that it is not their turn is worth saying to a player, not to
    somebody who talks.
    """
    said = text.normal(line)
    if said in text.PASS_WORDS:
        return any(letter.isalpha() for letter in said)
    words = {word for word, _ in info.words if said.startswith(word)}
    rest = said.removeprefix(max(words, key=len, default="")).strip()
    if not rest:
        return False
    if words and text.NUMBER.fullmatch(rest):
        return True
    try:
        text.written(text.PLUS.sub(" ", spelled(rest)))
    except UnreadableAction:
        return False
    return bool(words) or _is_marked(said)


def _is_marked(said: str) -> bool:
    """Whether cards without a verb are hardly talk."""
    if spelled(said) != said or _NAMED.search(said):
        return True
    if _LAUGHTER.fullmatch(said) or not _RANKS.fullmatch(said):
        return False
    found = text.written(text.PLUS.sub(" ", said))
    ranks = {item.rank if isinstance(item, Card) else item for item in found}
    return len(found) >= CARDS_ALONE and len(ranks) > 1
