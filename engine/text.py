"""A typed line and a prompt make an action: 扣 / 换 ♠3 红桃5 取 方块4 / 打 334455 / 叫 2 / 过.

Only what is written is read here; whether it is allowed is said by the game, so that its refusal
can name the rule.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from engine.cards import BIG_JOKER, SMALL_JOKER, Card, Rank, Suit, pack
from engine.core import Action
from engine.errors import AmbiguousAction, IllegalAction, UnreadableAction
from engine.shapes import spelled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import GameInfo, PickNumber, Prompt

PASS_WORDS = (
    "要不起", "不出", "不打", "不要", "过牌", "過牌", "过", "過", "pass", "--", "-", "/", "\\",
)  # fmt: skip
"""Typed for the verb ``pass`` in every game that has it. Source: seed 002's program."""

LONGEST = 200
"""Characters of a line that are read; a longer one is no play."""

SUITS = {
    "黑桃": Suit.SPADE, "♠": Suit.SPADE, "♤": Suit.SPADE, "s": Suit.SPADE,
    "红桃": Suit.HEART, "紅桃": Suit.HEART, "红心": Suit.HEART, "紅心": Suit.HEART,
    "愛心": Suit.HEART, "爱心": Suit.HEART, "♥": Suit.HEART, "♡": Suit.HEART,
    "❤": Suit.HEART, "h": Suit.HEART,
    "梅花": Suit.CLUB, "草花": Suit.CLUB, "♣": Suit.CLUB, "♧": Suit.CLUB, "c": Suit.CLUB,
    "方块": Suit.DIAMOND, "方塊": Suit.DIAMOND, "方板": Suit.DIAMOND, "方片": Suit.DIAMOND,
    "♦": Suit.DIAMOND, "♢": Suit.DIAMOND, "d": Suit.DIAMOND,
}  # fmt: skip
_DIGITS = "零一二三四五六七八九十"
RANKS = {
    **{str(n): Rank(n) for n in range(2, 11)},
    **{_DIGITS[n]: Rank(n) for n in range(2, 11)},
    "0": Rank.TEN, "t": Rank.TEN, "1": Rank.ACE, "a": Rank.ACE,
    "j": Rank.JACK, "q": Rank.QUEEN, "k": Rank.KING,
}  # fmt: skip
_PAIR = (SMALL_JOKER, BIG_JOKER)
_ALL_FOUR = (SMALL_JOKER, SMALL_JOKER, BIG_JOKER, BIG_JOKER)
_ROCKET = ("王炸", "火箭", "rocket", "jokers")
_TWO = (
    "大小王", "小大王", "大小鬼", "双王", "雙王", "对王", "對王", "双鬼", "雙鬼", "对鬼", "對鬼",
    "xd", "dx",
)  # fmt: skip
_FOUR = (
    "天王炸弹", "天王炸彈", "天王炸", "四王", "four jokers",
    "xxdd", "ddxx", "xdxd", "dxdx", "xddx", "dxxd",
)  # fmt: skip
SETS = {
    **dict.fromkeys((*_TWO, *_ROCKET), _PAIR),
    **dict.fromkeys(_FOUR, _ALL_FOUR),
    "xx": (SMALL_JOKER, SMALL_JOKER),
    "dd": (BIG_JOKER, BIG_JOKER),
}
"""Typed for several jokers together.

What is called a rocket is all four of them for whoever holds two of each: in a game of two packs
nothing else is one (四人斗地主). ``x`` and ``D`` are how programs write the two jokers.
"""

JOKERS = {
    "大王": BIG_JOKER, "大鬼": BIG_JOKER, "bj": BIG_JOKER, "r": BIG_JOKER,
    "big joker": BIG_JOKER,
    "小王": SMALL_JOKER, "小鬼": SMALL_JOKER, "lj": SMALL_JOKER, "l": SMALL_JOKER,
    "small joker": SMALL_JOKER,
}  # fmt: skip

_PACK = pack()


def either(words: Iterable[str]) -> str:
    """A regular expression for any of some words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_RANK = rf"(?P<rank>{either(RANKS)})"
_BEHIND = either(word for word in SUITS if not word.isascii())
"""Suits that may stand behind the rank: ``ah`` is more likely a sigh than an ace."""


def _token(card: str) -> re.Pattern[str]:
    """One item of a list of cards, with what stands between it and the next."""
    several, joker = f"(?P<set>{either(SETS)})", f"(?P<joker>{either(JOKERS)})"
    return re.compile(rf"[\s,，、:。和]*(?:{several}|{joker}|{card})[\s,，、。和]*")


_SUIT_FIRST = _token(rf"(?:(?P<suit>{either(SUITS)})\s*)?{_RANK}")
_RANK_FIRST = _token(rf"{_RANK}\s*(?P<suit>{_BEHIND})?")
_ENDS_IN_SUIT = re.compile(rf"(?:{either(RANKS)})(?:{_BEHIND})(?:[\s,，、。和]|$)")
"""A suit close behind a rank with nothing close behind itself: ``A♦ 2♦``."""

_TAKE = re.compile(r"\s*(?:取|拿|换取|換取|换|換|=>|->|=|<-|for)\s*")
PLUS = re.compile(r"\s*[+带帶]\s*")
"""What stands between a body and what it carries, each of several."""

NUMBER = re.compile(rf"[×x]?\s*([+-]?[0-9]{{1,9}}|[{_DIGITS}两兩])\s*[分倍号號]?")
"""A number, perhaps with what it counts: ``2 分``, ``三倍``, ``×3``, ``2 号``."""


def normal(line: str) -> str:
    """The line as it is read: one width, lower case, no variation selectors, single blanks."""
    plain = unicodedata.normalize("NFKC", line[: LONGEST + 1]).replace("\ufe0f", "")
    return " ".join(plain.lower().split())


def read(line: str, info: GameInfo, prompt: Prompt) -> Action:
    """What a player who is asked ``prompt`` has typed.

    A card without a suit is the lowest suit of that rank among the cards asked about; a suit may
    stand behind its rank as well. A player is named by the number of the seat, from 1.

    Raises:
        UnreadableAction: it is no play at all.
        IllegalAction: it names cards that are not there to pick, or there are none to pick now.
        AmbiguousAction: it is one of several buttons.
    """
    text = normal(line)
    if len(line) > LONGEST or len(text) > LONGEST:
        raise UnreadableAction("text-too-long", most=LONGEST)
    named = prompt.number
    if named is not None and _name(text) in named.names:
        return Action(named.verb, number=named.names.index(_name(text)))
    verb, rest = verb_of(text, info, prompt)
    ready = tuple(c.action for c in prompt.choices if c.action.verb == verb)
    if not rest:
        if len(ready) > 1:
            raise AmbiguousAction("text-which", ready)
        return ready[0] if ready else Action(verb)
    word = text.removesuffix(rest).strip()
    if named is not None and named.verb == verb:
        return Action(verb, number=_numbered(word, rest, named))
    numbers = [action.number for action in ready if action.number is not None]
    targets = [action.target + 1 for action in ready if action.target is not None]
    if targets:
        return Action(verb, target=_number(word, rest, targets) - 1)
    if numbers or verb in info.numbers:
        return Action(verb, number=_number(word, rest, numbers))
    if not prompt.picks and verb not in _asked(prompt):
        # It is not offered, whatever the cards: the game says why.
        given = _TAKE.split(spelled(rest), maxsplit=1)[0]
        return Action(verb, cards=_cards(given, _PACK, prompt))
    if not prompt.picks and not any(action.cards for action in ready):
        raise IllegalAction("text-no-cards", ask=prompt.ask)
    return _picked(verb, rest, prompt)


def _picked(verb: str, text: str, prompt: Prompt) -> Action:
    """The cards of an action, how they are to be read, and what is taken for them."""
    given, *taken = _TAKE.split(spelled(text), maxsplit=1)
    among = _among(prompt, verb, "cards")
    body, *wings = PLUS.split(given)
    return Action(
        verb,
        cards=_cards(" ".join((body, *wings)), among, prompt),
        take=_cards(taken[0], _among(prompt, verb, "take"), prompt) if taken else (),
        reading=declared(_cards(body, among, prompt)) if wings else "",
    )


def declared(body: tuple[Card, ...]) -> str:
    """``Action.reading`` of cards typed with plus signs: the ranks of what stands before them.

    >>> declared((BIG_JOKER, SMALL_JOKER))
    '+15.16'
    """
    return "+" + ".".join(str(int(rank)) for rank in sorted(card.rank for card in body))


def verb_of(text: str, info: GameInfo, prompt: Prompt) -> tuple[str, str]:
    """The verb of a normal line, and what follows it; the whole line where only cards are named.

    Raises:
        RuleError: as ``read`` does.
    """
    words = [*info.words, *((word, "pass") for word in PASS_WORDS)]
    fitting = [
        (word, verb)
        for word, verb in words
        if text.startswith(word) and _ends(word, text[len(word) :])
    ]
    if fitting:
        longest = max((word for word, _ in fitting), key=len)
        meant = [verb for word, verb in fitting if word == longest]
        asked = _asked(prompt)
        return next((v for v in meant if v in asked), meant[0]), text[len(longest) :].strip()
    counted = _counted(info, prompt)
    if counted and NUMBER.fullmatch(text):
        return counted, text
    number = prompt.number
    verbs = {pick.verb for pick in prompt.picks}
    cards = _SUIT_FIRST.match(spelled(text))
    if len(verbs) == 1 and cards:
        return verbs.pop(), text
    if not prompt.picks and number is None and cards:
        raise IllegalAction("text-no-cards", ask=prompt.ask)
    if number is not None and number.names:
        raise UnreadableAction("text-name", first=number.names[0], last=number.names[-1])
    if "play" in verbs:
        raise UnreadableAction("text-unreadable")
    raise UnreadableAction("text-unreadable-ask", ask=prompt.ask)


def _asked(prompt: Prompt) -> set[str]:
    """The verbs that a prompt offers: what a word of several meanings is read as."""
    offered = {choice.action.verb for choice in prompt.choices}
    offered |= {pick.verb for pick in prompt.picks}
    return offered if prompt.number is None else offered | {prompt.number.verb}


def _counted(info: GameInfo, prompt: Prompt) -> str:
    """The verb that a number alone stands for; none where cards could be meant as well."""
    if prompt.number is not None:
        return "" if prompt.number.names else prompt.number.verb
    verbs = {choice.action.verb for choice in prompt.choices if choice.action.number is not None}
    if prompt.picks:
        return ""
    return verbs.pop() if len(verbs) == 1 else next(iter(info.numbers), "")


def _ends(word: str, rest: str) -> bool:
    """Whether a word is over where ``rest`` begins: ``play 3`` and ``play黑桃3``, not ``player``.

    A sign is a word only by itself: ``-`` passes, ``-5`` is a number.
    """
    if not any(letter.isalpha() for letter in word):
        return not rest
    return not (word.isascii() and rest[:1].isascii() and rest[:1].isalnum())


def _numbered(word: str, text: str, pick: PickNumber) -> int:
    """The number that a name or digits stand for."""
    if not pick.names:
        return _number(word, text, pick.allowed)
    if _name(text) not in pick.names:
        raise UnreadableAction("text-name", first=pick.names[0], last=pick.names[-1])
    return pick.names.index(_name(text))


def _name(text: str) -> str:
    """A name that may be followed by what it names: ``b``, ``b 格``."""
    return text.removesuffix("格").strip()


def _number(word: str, text: str, allowed: Iterable[int]) -> int:
    """The number that was typed after a word, which those ``allowed`` are an example for."""
    found = NUMBER.fullmatch(text)
    if found is None:
        number = next((number for number in allowed if number > 0), 2)
        raise UnreadableAction("text-number", example=f"{word} {number}")
    digits = "二" if found[1] in "两兩" else found[1]
    return _DIGITS.index(digits) if digits in _DIGITS else int(digits)


def _among(prompt: Prompt, verb: str, slot: str) -> tuple[Card, ...]:
    wanted = [p for p in prompt.picks if p.slot == slot]
    for pick in sorted(wanted, key=lambda p: p.verb != verb):
        return pick.among
    return ()


def _cards(text: str, among: tuple[Card, ...], prompt: Prompt) -> tuple[Card, ...]:
    """The cards that were typed; a rank alone is filled with the lowest suit left of ``among``."""
    found = _rocket(written(text), text, among)
    left = sorted(among, key=lambda c: (c.suit, c.rank))
    for named in (item for item in found if isinstance(item, Card)):
        if named in left:
            left.remove(named)
    taken = []
    for item in found:
        if isinstance(item, Card):
            taken.append(item)
            continue
        fitting = next((c for c in left if c.rank is item), None)
        if fitting is None:
            face, count = Card(item, Suit.SPADE).code[1:], found.count(item)
            raise IllegalAction("text-not-there", face=face, count=count, ask=prompt.ask)
        left.remove(fitting)
        taken.append(fitting)
    return tuple(taken)


def _rocket(found: list[Card | Rank], text: str, among: tuple[Card, ...]) -> list[Card | Rank]:
    """What was written, a rocket being all four jokers where two of each are held."""
    four = all(among.count(joker) >= 2 for joker in _PAIR)
    return list(_ALL_FOUR) if four and text.strip() in _ROCKET else found


def written(text: str) -> list[Card | Rank]:
    """Cards and ranks in the order typed; a suit stands before its rank or, in all of them, behind.

    Raises:
        UnreadableAction: something else stands there.
    """
    ways = (_SUIT_FIRST, _RANK_FIRST)
    for way in reversed(ways) if _ENDS_IN_SUIT.search(text) else ways:
        found = _listed(text, way)
        if found is not None:
            return found
    raise UnreadableAction("text-cards")


def _listed(text: str, way: re.Pattern[str]) -> list[Card | Rank] | None:
    """What one way of writing makes of a text; None: it is not written so."""
    found: list[Card | Rank] = []
    at = 0
    while at < len(text):
        token = way.match(text, at)
        if token is None:
            return None
        at = token.end()
        if token["set"]:
            found += SETS[token["set"]]
        elif token["joker"]:
            found.append(JOKERS[token["joker"]])
        elif token["suit"]:
            found.append(Card(RANKS[token["rank"]], SUITS[token["suit"]]))
        else:
            found.append(RANKS[token["rank"]])
    return found
