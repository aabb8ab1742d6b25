"""Whether a match was shuffled as its protocol says: whoever has the record can find out.

The protocol is on one page, ``engine/SHUFFLE.md``. This file is the check and nothing else: it
needs the standard library alone, so that it can be read in a quarter of an hour and run anywhere::

    python -m engine.verify RECORD [FINGERPRINT [WHEN IT WAS SEEN, IN UTC]]

What is drawn is worked out here anew, on purpose not with ``engine.rng``: a check that uses what it
checks would find no fault in it. Whether a public beacon's number is its own cannot be found here:
that takes a pairing of curves, which the standard library has not. It says which it is instead.
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

KNOWN = {"52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971": "drand quicknet"}
"""Public beacons. Who holds the key of another one knows its numbers beforehand."""

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ORDER = (
    "TW", *(f"T{n}" for n in range(1, 10)), *(s + r for r in RANKS for s in "DCHS"), "LJ", "BJ",
)  # fmt: skip
"""Every card in the order in which a pack lies before it is shuffled."""

_PLACE = {code: place for place, code in enumerate(ORDER)}
_HEX = re.compile(r"[0-9a-f]{64}")
_SALT = re.compile(r"[0-9a-f]{32}")
_LABEL = re.compile(r"seats|draw/0|deal/[1-9][0-9]{0,6}|apply/[1-9][0-9]{0,6}/[1-9][0-9]{0,6}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_BEACON = {
    "signature": re.compile(r"[0-9a-f]{96}"),
    "public_key": re.compile(r"[0-9a-f]{192}"),
    "period": re.compile(r"[1-9][0-9]{0,3}"),
    "genesis_time": re.compile(r"[1-9][0-9]{0,10}"),
    "group_hash": _HEX,
    "beacon_id": re.compile(r"[a-z0-9_-]{0,64}"),
}
_NAMED = {"beacon=": _HEX, "round=": re.compile(r"[1-9][0-9]{0,10}")}
_SIZE = re.compile(r"[1-9][0-9]{0,2}")
_SIZES = dict.fromkeys(("tables=", "seats=", "deals="), _SIZE)


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing of a record that is wrong: a name of ``_WORDS``, and which one, from 0."""

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


def chain_of(beacon: Mapping[str, str]) -> str:
    """The hash of a beacon's chain, as drand works it out from the beacon's key and times."""
    name = "" if beacon["beacon_id"] == "default" else beacon["beacon_id"]
    times = f"{int(beacon['period']):08x}{int(beacon['genesis_time']):016x}"
    whole = bytes.fromhex(times + beacon["public_key"] + beacon["group_hash"]) + name.encode()
    return hashlib.sha256(whole).hexdigest()


def due_of(beacon: Mapping[str, str], number: int) -> int:
    """When a beacon tells a round's number, in seconds since 1970."""
    return int(beacon["genesis_time"]) + (number - 1) * int(beacon["period"])


def number_of(signature: str) -> str:
    """The public random number that is in a round's signature; both in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(signature)).hexdigest()


def key_of(
    opening: bytes, fingerprint: str, words: Iterable[tuple[str, str, str]], number: str = ""
) -> bytes:
    """The key of a match: nobody knows it before both the opening and every word are there.

    Where nobody has given a word it is the opening itself.

    Args:
        opening: the secret behind the fingerprint.
        fingerprint: in hexadecimal.
        words: a seat, a person and a digest each; of 复式 those of all its tables.
        number: of a beacon's round, in the place of words.
    """
    parts = ["beacon", number] if number else [part for word in words for part in word]
    if not parts:
        return opening
    return hmac.new(opening, packed((PROTOCOL, fingerprint, *parts)), hashlib.sha256).digest()


def deal_key(key: bytes, deal: int) -> bytes:
    """The key of a deal of 复式, from 1, at all its tables; ``key`` is the whole contest's."""
    return hmac.new(key, packed((PROTOCOL, "deal", str(deal))), hashlib.sha256).digest()


def places_of(tables: int, seats: int, deal: int, table: int) -> list[int]:
    """Which places of a 复式's lot sit at a table, by seat; deal and table from 1."""
    moved, turned = divmod(deal - 1, seats)
    by = turned if table % 2 else moved + 1 - turned
    lines = [(seat - by) % seats for seat in range(seats)]
    return [(table - 1 - line * moved) % tables * seats + line for line in lines]


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


def check(record: Any, shown: str = "", when: int | None = None) -> Fault | None:
    """What is wrong with a record; None: it is right.

    Args:
        record: a record as ``json.loads`` reads it; whatever it is, it is judged.
        shown: the fingerprint as it was seen before the first deal, whole or its beginning.
        when: the moment at which it was seen, in seconds since 1970; None: not known.
    """
    if not _well_formed(record):
        return Fault("form")
    opening, fingerprint = bytes.fromhex(record["opening"]), record["fingerprint"]
    bound, draws = record["bound"], record["draws"]
    seen = "".join(shown.split()).lower()
    if seen and (len(seen) < SHOWN or not fingerprint.startswith(seen)):
        return Fault("shown")
    if fingerprint != fingerprint_of(opening, bound):
        return Fault("fingerprint")
    for at, word in enumerate(record["words"]):
        if not _word_right(word, bound):
            return Fault("word", at)
    number, beacon = "", record.get("beacon")
    if (named := _named(bound)) is not None:
        if chain_of(beacon) != named[0] or record["words"]:
            return Fault("beacon")
        if when is not None and when >= due_of(beacon, named[1]):
            return Fault("late")
        number = number_of(beacon["signature"])
    entries = [(word["seat"], word["person"], word["digest"]) for word in record["words"]]
    key = whole = key_of(opening, fingerprint, entries, number)
    lot, first, contest = "seating=lot" in bound, "seats", record.get("duplicate")
    if contest is not None:
        lot, first, key = True, "draw/0", deal_key(whole, int(contest["deal"]))
    if record["key"] != key.hex():
        return Fault("key")
    labels = [draw["label"] for draw in draws]
    seats = [str(at) for at in range(sum(text.startswith("seat ") for text in bound))]
    if labels.count(first) != lot or (lot and draws[0].get("before") != seats):
        return Fault("label")
    if contest is not None and not _sat(contest, bound, draws[0]["after"]):
        return Fault("seated")
    return _drawn(first, whole, key, draws)


def _is(pattern: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _well_formed(record: Any) -> bool:
    wanted = {"protocol", "fingerprint", "opening", "bound", "words", "key", "draws"}
    if not isinstance(record, dict) or set(record) - {"beacon", "duplicate"} != wanted:
        return False
    hexes = all(_is(_HEX, record[name]) for name in ("fingerprint", "opening", "key"))
    lists = all(isinstance(record[name], list) for name in ("bound", "words", "draws"))
    if not hexes or not lists or record["protocol"] != PROTOCOL:
        return False
    words, draws = record["words"], record["draws"]
    if not _texts(record["bound"]) or not all(map(_is_word, words)) or not draws:
        return False
    seats = [int(word["seat"]) for word in words]
    ordered = seats == sorted(set(seats)) and _contest_formed(record)
    return ordered and _beacon_formed(record) and all(map(_is_draw, draws))


def _beacon_formed(record: Mapping[str, Any]) -> bool:
    """Whether a beacon stands there if the fingerprint names one, and only then."""
    if "beacon" not in record:
        return not any(text.startswith(tuple(_NAMED)) for text in record["bound"])
    beacon = record["beacon"]
    if not isinstance(beacon, dict) or set(beacon) != set(_BEACON):
        return False
    told = all(_is(pattern, beacon[name]) for name, pattern in _BEACON.items())
    return told and _named(record["bound"]) is not None


def _values(bound: Sequence[str], names: Mapping[str, re.Pattern[str]]) -> list[str]:
    """What a fingerprint says of each of some names; empty: not once of each, and well."""
    found = [text.removeprefix(name) for name in names for text in bound if text.startswith(name)]
    return found if len(found) == len(names) and all(map(_is, names.values(), found)) else []


def _named(bound: Sequence[str]) -> tuple[str, int] | None:
    """The chain and the round that a fingerprint names; None: no beacon, or not one alone."""
    found = _values(bound, _NAMED)
    return (found[0], int(found[1])) if found else None


def _contest_formed(record: Mapping[str, Any]) -> bool:
    """Whether a table of 复式 stands there if the fingerprint is a contest's, and only then."""
    contest, bound = record.get("duplicate"), record["bound"]
    if "duplicate" not in record:
        return not any(text.startswith(tuple(_SIZES)) for text in bound)
    if not isinstance(contest, dict) or set(contest) != {"deal", "table", "seated"}:
        return False
    said = _is(_SIZE, contest["deal"]) and _is(_SIZE, contest["table"])
    seated = isinstance(contest["seated"], list) and all(_is(_NUMBER, s) for s in contest["seated"])
    return said and seated and bool(_values(bound, _SIZES))


def _sat(contest: Mapping[str, Any], bound: Sequence[str], lot: Sequence[str]) -> bool:
    """Whether those sat at a table of 复式 whom the lot and the movement bring there."""
    tables, seats, deals = map(int, _values(bound, _SIZES))
    deal, table = int(contest["deal"]), int(contest["table"])
    if deal > deals or table > tables or len(lot) != tables * seats:
        return False
    return bool(contest["seated"] == [lot[at] for at in places_of(tables, seats, deal, table)])


def _is_text(value: Any) -> bool:
    """Whether it is a text that has a form in bytes: no half of a pair, as JSON can write it."""
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_word(word: Any) -> bool:
    if not isinstance(word, dict) or set(word) != {"seat", "person", "salt", "word", "digest"}:
        return False
    whole = _is(_SALT, word["salt"]) and _is_text(word["word"])
    marks = _is(_HEX, word["person"]) and _is(_HEX, word["digest"])
    gone = word["salt"] is None and word["word"] is None
    return marks and _is(_NUMBER, word["seat"]) and (whole or gone)


def _is_draw(draw: Any) -> bool:
    if not isinstance(draw, dict) or not _is(_LABEL, draw.get("label")):
        return False
    if set(draw) == {"label"}:
        return str(draw["label"]).startswith("deal/")
    if set(draw) == {"label", "before", "after"}:
        return _texts(draw["before"]) and _texts(draw["after"]) and bool(draw["before"])
    if set(draw) != {"label", "among", "drawn"} or not _texts(draw["among"]):
        return False
    return bool(draw["among"]) and _counted(draw["among"]) and _is(_NUMBER, draw["drawn"])


def _counted(texts: Sequence[str]) -> bool:
    """Whether they are 0, 1, 2, …: below which number one is drawn has one way to be written."""
    return list(texts) == [str(number) for number in range(len(texts))]


def _word_right(word: Mapping[str, Any], bound: Sequence[str]) -> bool:
    """Whether it is of a person of the fingerprint; of who is forgotten the digest is left."""
    if f"seat {word['seat']}={word['person']}" not in bound:
        return False
    if word["word"] is None:
        return True
    salt, text = bytes.fromhex(word["salt"]), word["word"]
    if not 0 < len(text) <= LONGEST or unicodedata.normalize("NFC", text) != text:
        return False
    return (person_of(salt), digest_of(salt, text)) == (word["person"], word["digest"])


def _drawn(
    first: str, whole: bytes, key: bytes, draws: Sequence[Mapping[str, Any]]
) -> Fault | None:
    """Whether all comes from the key, every deal in its turn; the lot ``first``, from ``whole``."""
    label, stream, moment = first, Stream(whole, first), (0, 0)
    for at, draw in enumerate(draws):
        begins = set(draw) == {"label"}
        if begins or draw["label"] != label:
            label, before = draw["label"], moment
            moment, stream = _moment(label), Stream(key, label)
            later = moment[0] == before[0] and moment > before
            if moment != (before[0] + 1, 0) if begins else not later:
                return Fault("label", at)
        if "among" in draw and str(stream.below(len(draw["among"]))) != draw["drawn"]:
            return Fault("drawn", at)
        if "before" in draw and not _natural(draw["before"]):
            return Fault("before", at)
        if "before" in draw and stream.shuffled(draw["before"]) != draw["after"]:
            return Fault("after", at)
    return None


def _moment(label: str) -> tuple[int, int]:
    """The round and the step of a label; the seats are drawn in round 0."""
    numbers = [*map(int, label.split("/")[1:]), 0, 0]
    return numbers[0], numbers[1]


def _natural(before: Sequence[str]) -> bool:
    """Whether cards or numbers lie as they must before a shuffle: nobody chose their order."""
    if all(item in _PLACE for item in before):
        places = [_PLACE[item] for item in before]
        return places == sorted(places)
    return _counted(before)


def remarks(record: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """What whoever checks has to look at themselves; of a record that is right.

    ``word``, seat, word; ``gone``, seat: its author had it deleted; ``alone``: neither word nor
    beacon; ``beacon``, name, chain, round, seconds since 1970, number; ``stranger``, as
    ``beacon``, of one not ``KNOWN``; ``pack``, times, cards, kinds; ``number``, times, below what;
    ``seated``, deal, table, the places of the contest that sat there: in 复式 a word's seat is one.
    """
    drawn: list[tuple[str, ...]]
    found: list[tuple[str, ...]] = [
        ("gone", word["seat"]) if word["word"] is None else ("word", word["seat"], word["word"])
        for word in record["words"]
    ]
    if (named := _named(record["bound"])) is not None:
        number, due = number_of(record["beacon"]["signature"]), due_of(record["beacon"], named[1])
        kind, known = ("beacon", KNOWN[named[0]]) if named[0] in KNOWN else ("stranger", "")
        found.append((kind, known, named[0], str(named[1]), str(due), number))
    elif not found:
        found.append(("alone",))
    if (contest := record.get("duplicate")) is not None:
        found.append(("seated", contest["deal"], contest["table"], " ".join(contest["seated"])))
    dealt = [one for one in record["draws"] if one["label"] not in ("seats", "draw/0")]
    packs = [one.get("before", ()) for one in dealt]
    drawn = [("pack", str(len(pack)), str(len(set(pack)))) for pack in packs if pack]
    drawn += [("number", str(len(one["among"]))) for one in record["draws"] if "among" in one]
    return found + [(one[0], str(drawn.count(one)), *one[1:]) for one in dict.fromkeys(drawn)]


_WORDS = {
    "form": "this is no record of a shuffle",
    "shown": "the fingerprint is not the one that was shown",
    "fingerprint": "the opening does not fit the fingerprint",
    "word": "word {at} is not the one that was given",
    "beacon": "the beacon is not the one that the fingerprint names",
    "late": "the number was public already when the fingerprint was seen",
    "key": "the key does not come from the opening and the words",
    "seated": "others sat at the table than the lot brings there",
    "label": "draw {at} is out of its turn",
    "before": "draw {at}: the cards did not lie in order before",
    "after": "draw {at}: the cards come out in another order",
    "drawn": "draw {at}: another number comes out",
}
_REMARKS = {
    "word": "seat {0} added the word: {1}",
    "gone": "seat {0} had their word deleted: that it was this one cannot be checked",
    "alone": "neither word nor beacon: that the opening was not chosen cannot be checked",
    "beacon": "{0}, round {2}, told at {3}: {4}\n  Was the fingerprint seen before that?\n"
    "  Is it the beacon's number? Not checked here: https://api.drand.sh/{1}/public/{2}",
    "stranger": "a beacon that is NOT KNOWN here, {1}, round {2}, told at {3}: {4}\n"
    "  Who holds its key knew the number beforehand",
    "seated": "deal {0} at table {1} of a duplicate; its seats were places {2} of all who play",
    "pack": "shuffled {0} times: {1} cards, {2} different ones",
    "number": "drawn {0} times: a number below {1}",
}
_MOMENT = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)")


def _main(arguments: Sequence[str]) -> int:
    import calendar
    import json
    from email.utils import formatdate
    from pathlib import Path

    file, shown, moment = (*arguments, "", "", "")[:3]
    said = _MOMENT.fullmatch(moment)
    when = calendar.timegm(tuple(map(int, said.groups()))) if said else None
    if not file or arguments[3:] or (moment and not said):
        print("python -m engine.verify RECORD [FINGERPRINT [2026-11-30T12:03:09]]")  # noqa: T201
        return 2
    try:
        record = json.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        print(f"not read: {error}")  # noqa: T201
        return 2
    if (fault := check(record, shown, when)) is not None:
        print("WRONG: " + _WORDS[fault.where].format(at=fault.at + 1))  # noqa: T201
        return 1
    seen = "" if shown else "; give the fingerprint that was shown to know that it is yours"
    print(f"right: {len(record['draws'])} draws, {len(record['words'])} words{seen}")  # noqa: T201
    for what, *told in remarks(record):
        if what in ("beacon", "stranger"):
            told[3] = formatdate(int(told[3]), usegmt=True)
        print("- " + _REMARKS[what].format(*told))  # noqa: T201
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(_main(sys.argv[1:]))
