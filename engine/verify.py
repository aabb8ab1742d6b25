"""Whether a match was shuffled as its protocol says: whoever has the record can find out.

The protocol is on one page, ``engine/SHUFFLE.md``. This file is the check and nothing else: it
needs the standard library alone, so that it can be read in a quarter of an hour and run anywhere::

    python -m engine.verify RECORD [FINGERPRINT]

What is drawn is worked out here anew, on purpose not with ``engine.rng``: a check that uses what it
checks would find no fault in it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PROTOCOL = "pokertable shuffle 1"

LONGEST = 40
"""Characters of a word."""

SHOWN = 32
"""Hexadecimal digits of a fingerprint that are always shown: 128 bits."""

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ORDER = (
    "TW", *(f"T{n}" for n in range(1, 10)), *(s + r for r in RANKS for s in "DCHS"), "LJ", "BJ",
)  # fmt: skip
"""Every card in the order in which a pack lies before it is shuffled."""

_PLACE = {code: place for place, code in enumerate(ORDER)}
_HEX = re.compile(r"[0-9a-f]{64}")
_SALT = re.compile(r"[0-9a-f]{32}")
_LABEL = re.compile(r"seats|deal/[1-9][0-9]{0,6}|apply/[1-9][0-9]{0,6}/[1-9][0-9]{0,6}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing of a record that is wrong.

    Attributes:
        where: ``form``, ``shown``, ``fingerprint``, ``word``, ``beacon``, ``key``, ``label``,
            ``before``, ``after`` or ``drawn``.
        at: which of them, from 0.
    """

    where: str
    at: int = 0


# What is worked out.


def packed(items: Iterable[str | bytes]) -> bytes:
    """Some texts as one, of which no other texts become the same: each behind its length."""
    parts = [item.encode() if isinstance(item, str) else item for item in items]
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def fingerprint_of(opening: bytes, bound: Sequence[str]) -> str:
    """The SHA-256 of an opening and of all that it is for, in hexadecimal."""
    return hashlib.sha256(packed((PROTOCOL, opening, *bound))).hexdigest()


def person_of(salt: bytes) -> str:
    """What stands for a person: the SHA-256 of their salt, in hexadecimal."""
    return hashlib.sha256(packed((PROTOCOL, "person", salt))).hexdigest()


def digest_of(salt: bytes, word: str) -> str:
    """What stands for a word: once the salt is gone nobody finds the word from it."""
    return hmac.new(salt, packed((PROTOCOL, "word", word)), hashlib.sha256).hexdigest()


def key_of(opening: bytes, fingerprint: str, words: Iterable[tuple[str, str, str]]) -> bytes:
    """The key of a match: nobody knows it before both the opening and every word are there.

    Where nobody has given a word it is the opening itself.

    Args:
        opening: the secret behind the fingerprint.
        fingerprint: in hexadecimal.
        words: a seat, a person and a digest each. Where several tables play the same deals, a seat
            is ``TABLE/SEAT``, and the words of all tables go in, in the order of the tables.
    """
    parts = [part for word in words for part in word]
    if not parts:
        return opening
    return hmac.new(opening, packed((PROTOCOL, fingerprint, *parts)), hashlib.sha256).digest()


class Stream:
    """The numbers that a key gives for a label."""

    def __init__(self, key: bytes, label: str) -> None:
        name, *numbers = label.split("/")
        parts = (f"str:{name}", *(f"int:{number}" for number in numbers))
        self._seed = hashlib.sha256(key + b"\0" + "\0".join(parts).encode()).digest()
        self._block, self._rest = 0, b""

    def _number(self, size: int) -> int:
        while len(self._rest) < size:
            counted = self._seed + self._block.to_bytes(8, "big")
            self._rest += hashlib.sha256(counted).digest()
            self._block += 1
        taken, self._rest = self._rest[:size], self._rest[size:]
        return int.from_bytes(taken, "big")

    def below(self, limit: int) -> int:
        """The next number from 0 to ``limit - 1``."""
        size = 1 if limit < 256 else (limit.bit_length() + 7) // 8
        whole = 256**size
        while (number := self._number(size)) >= whole - whole % limit:
            pass
        return number % limit

    def shuffled(self, before: Sequence[str]) -> list[str]:
        """The items in the order in which they come out."""
        items = list(before)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


# The check.


def check(record: Any, shown: str = "") -> Fault | None:
    """What is wrong with a record; None: it is right.

    Args:
        record: a record as ``json.loads`` reads it; whatever it is, it is judged.
        shown: the fingerprint as it was seen before the first deal, whole or its beginning.
    """
    if not _well_formed(record):
        return Fault("form")
    opening, bound, fingerprint = bytes.fromhex(record["opening"]), record["bound"], record[
        "fingerprint"
    ]  # fmt: skip
    seen = "".join(shown.split()).lower()
    if seen and (len(seen) < SHOWN or not fingerprint.startswith(seen)):
        return Fault("shown")
    if fingerprint != fingerprint_of(opening, bound):
        return Fault("fingerprint")
    for at, word in enumerate(record["words"]):
        if not _word_right(word, bound):
            return Fault("word", at)
    entries = [(word["seat"], word["person"], word["digest"]) for word in record["words"]]
    key = key_of(opening, fingerprint, entries)
    if record["key"] != key.hex():
        return Fault("key")
    return _drawn(key, record["draws"])


def _is(pattern: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _well_formed(record: Any) -> bool:
    wanted = {"protocol", "fingerprint", "opening", "bound", "words", "key", "draws"}
    if not isinstance(record, dict) or set(record) != wanted or record["protocol"] != PROTOCOL:
        return False
    if not all(_is(_HEX, record[name]) for name in ("fingerprint", "opening", "key")):
        return False
    if not all(isinstance(record[name], list) for name in ("bound", "words", "draws")):
        return False
    words, draws = record["words"], record["draws"]
    if not _texts(record["bound"]) or not all(map(_is_word, words)) or not draws:
        return False
    seats = [int(word["seat"]) for word in words]
    return seats == sorted(set(seats)) and all(map(_is_draw, draws))


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_text(value: Any) -> bool:
    """Whether it is a text that has a form in bytes: no half of a pair, as JSON can write it."""
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def _is_word(word: Any) -> bool:
    if not isinstance(word, dict) or set(word) != {"seat", "person", "salt", "word", "digest"}:
        return False
    whole = _is(_SALT, word["salt"]) and _is_text(word["word"])
    gone = word["salt"] is None and word["word"] is None
    marks = _is(_HEX, word["person"]) and _is(_HEX, word["digest"])
    return bool(marks and _is(_NUMBER, word["seat"]) and (whole or gone))


def _is_draw(draw: Any) -> bool:
    if not isinstance(draw, dict) or not _is(_LABEL, draw.get("label")):
        return False
    if set(draw) == {"label"}:
        return str(draw["label"]).startswith("deal/")
    if set(draw) == {"label", "before", "after"}:
        return _texts(draw["before"]) and _texts(draw["after"]) and bool(draw["before"])
    if set(draw) != {"label", "below", "drawn"}:
        return False
    numbers = (draw["below"], draw["drawn"])
    return all(_is(_NUMBER, number) for number in numbers) and draw["below"] != "0"


def _word_right(word: Mapping[str, Any], bound: Sequence[str]) -> bool:
    """Whether a word belongs to a person of the fingerprint, and stands as it must.

    Of somebody who is forgotten only the digest is left; it is what goes into the key.
    """
    if f"seat {word['seat']}={word['person']}" not in bound:
        return False
    if word["word"] is None:
        return True
    salt, text = bytes.fromhex(word["salt"]), word["word"]
    if not 0 < len(text) <= LONGEST or unicodedata.normalize("NFC", text) != text:
        return False
    marks = person_of(salt), digest_of(salt, text)
    return marks == (word["person"], word["digest"])


def _drawn(key: bytes, draws: Sequence[Mapping[str, Any]]) -> Fault | None:
    """Whether all that was drawn comes from the key, every deal in its turn."""
    label, stream, moment = "seats", Stream(key, "seats"), (0, 0)
    for at, draw in enumerate(draws):
        begins = set(draw) == {"label"}
        if begins or draw["label"] != label:
            label, before = draw["label"], moment
            moment, stream = _moment(label), Stream(key, label)
            later = moment[0] == before[0] and moment > before
            if moment != (before[0] + 1, 0) if begins else not later:
                return Fault("label", at)
        if begins:
            continue
        if "below" in draw:
            if str(stream.below(int(draw["below"]))) != draw["drawn"]:
                return Fault("drawn", at)
            continue
        if not _natural(draw["before"]):
            return Fault("before", at)
        if stream.shuffled(draw["before"]) != draw["after"]:
            return Fault("after", at)
    return None


def _moment(label: str) -> tuple[int, int]:
    """The round and the step of a label; the seats are drawn in round 0."""
    name, *numbers = label.split("/")
    if name == "seats":
        return 0, 0
    return int(numbers[0]), int(numbers[1]) if name == "apply" else 0


def _natural(before: Sequence[str]) -> bool:
    """Whether cards or numbers lie as they must before a shuffle: nobody chose their order."""
    if all(item in _PLACE for item in before):
        places = [_PLACE[item] for item in before]
        return places == sorted(places)
    return list(before) == [str(number) for number in range(len(before))]


_WORDS = {
    "form": "this is no record of a shuffle",
    "shown": "the fingerprint is not the one that was shown",
    "fingerprint": "the opening does not fit the fingerprint",
    "word": "word {at} is not the one that was given",
    "key": "the key does not come from the opening and the words",
    "label": "draw {at} is out of its turn",
    "before": "draw {at}: the cards did not lie in order before",
    "after": "draw {at}: the cards come out in another order",
    "drawn": "draw {at}: another number comes out",
}


def _main(arguments: Sequence[str]) -> int:
    import json
    from pathlib import Path

    if len(arguments) not in (1, 2):
        print("python -m engine.verify RECORD [FINGERPRINT]")  # noqa: T201
        return 2
    try:
        record = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        print(f"not read: {error}")  # noqa: T201
        return 2
    fault = check(record, *arguments[1:])
    if fault is not None:
        print("WRONG: " + _WORDS[fault.where].format(at=fault.at + 1))  # noqa: T201
        return 1
    seen = "" if arguments[1:] else "; give the fingerprint that was shown to know that it is yours"
    print(f"right: {len(record['draws'])} draws, {len(record['words'])} words{seen}")  # noqa: T201
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(_main(sys.argv[1:]))
