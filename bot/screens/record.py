"""What can be read about a match and a game: its record, its rules."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.i18n.rules import pages
from bot.ports.messages import Attachment, Outgoing
from bot.screens.houses import called, shortly
from bot.screens.reader import Reader
from bot.table.options import options_of
from bot.table.shuffle import short
from engine.houses import differences
from engine.match import act, deal, planned
from engine.msg import Msg, msg
from engine.rng import commitment
from engine.verify import KNOWN, number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from bot.i18n.catalogue import Catalogue
    from bot.store.shuffles import Sealed, Unopened
    from bot.table.table import Table
    from engine.core import Event
    from engine.match import Match
    from engine.replay import RoundLog
    from engine.shuffle import Word

MOST_BYTES = 2 * 2**20
"""Bytes of a record: some 200 rounds of the longest game are one."""

MOST_WORDS = 4000
"""Characters of a record that is read as a message; a longer one is a file."""

FILE = "record.txt"

NEWEST = 3
"""So many fingerprints that cannot be checked are named."""


class Record:
    """Every public fact of a match, which grows round by round; once it is opened, its seed too.

    Args:
        catalogue: the words.
        fresh: the match before its first deal.
        names: what its people are called.
        sealed: what its seed comes from; None in a match from before there was that.
        rules: the id of the house rules by which it began, and their name; empty: none.
        most: bytes that are kept; the oldest rounds give way.

    Attributes:
        rounds: how many were added.
        kept: how many of them are in ``data``, the newest ones.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        fresh: Match,
        names: Sequence[str],
        sealed: Sealed | None = None,
        rules: tuple[str, str] = ("", ""),
        most: int = MOST_BYTES,
    ) -> None:
        self._catalogue, self._names, self._sealed = catalogue, names, sealed
        self._rules, self._fresh = rules, fresh
        self._most = most
        self._match = fresh
        self._played: deque[bytes] = deque()
        self._size = 0
        self.rounds = 0

    @property
    def kept(self) -> int:
        return len(self._played)

    def add(self, log: Iterable[RoundLog]) -> None:
        """Play the rounds that come next and write them down.

        Raises:
            RuleError, ValueError: the log cannot be played by these rules.
        """
        for round_ in log:
            self.rounds += 1
            text = _fitting(self._written(round_).encode(), self._most - 1)
            self._played.append(text)
            self._size += len(text) + 1  # the end of its line
            while self._size > self._most:
                self._size -= len(self._played.popleft()) + 1

    def _written(self, round_: RoundLog) -> str:
        match, events = deal(self._match, round_.options, anew=round_.anew)
        told = _public(events)
        for seat, action in round_.actions:
            match, events = act(match, seat, action)
            told += _public(events)
        told += match.outcome.reasons if match.outcome is not None else ()
        self._match = match
        lines = [self._say(msg("sheet-round-number", round=self.rounds))]
        lines += [f"  {self._say(self._noted(message))}" for message in told]
        return "\n".join(lines)

    def data(self) -> bytes:
        """What is kept of it in UTF-8; what proves the deal stands below what was played."""
        begin = (line.encode() for line in self.begin)
        end = (line.encode() for line in self.end)
        return b"\n".join([*begin, *self._played, *end])

    @property
    def begin(self) -> tuple[str, ...]:
        """The rules, where they are not as usual."""
        return tuple(self._played_by())

    def _played_by(self) -> Iterator[str]:
        info = self._fresh.game.info
        reader, ident = Reader(self._catalogue), self._rules[0]
        if changed := differences(info, self._fresh.options):
            yield self._say(msg("record-options", changes=shortly(reader, info, changed)))
        if ident:
            yield self._say(msg("record-house", name=called(info.id, *self._rules)))

    def _dealt_from(self) -> str:
        if self._sealed is not None:
            return self._say(msg("record-fingerprint", fingerprint=self._sealed.fingerprint))
        return self._say(msg("record-seed", seed=commitment(self._match.seed)))

    @property
    def end(self) -> tuple[str, ...]:
        """The fingerprint of what it is dealt from, and once it is opened that itself.

        Of a match from before there was that: once it is over.
        """
        return (self._dealt_from(), *self._opened())

    def _opened(self) -> Iterator[str]:
        sealed = self._sealed
        if sealed is None:
            if self._match.over:
                yield self._say(msg("record-reveal", seed=self._match.seed.hex()))
        elif sealed.opened is None:
            if sealed.ended is not None:
                yield self._say(msg("record-sealed"))
        else:
            yield self._say(msg("record-opening", opening=sealed.opening.hex()))
            if sealed.beacon:
                yield self._say(_round(sealed.bound, sealed.beacon))
            contest = sealed.contest is not None
            yield from (self._say(_word(given, contest=contest)) for given in sealed.words)

    def _noted(self, message: Msg) -> Msg:
        """What was told, as it is written down where a record says it more shortly."""
        noted = replace(message, key=f"record-{message.key}")
        return noted if self._catalogue.has(noted.key) else message

    def _say(self, message: Msg) -> str:
        return self._catalogue.say(message, self._names)


def _round(bound: Sequence[str], beacon: Mapping[str, str]) -> Msg:
    named = dict(text.split("=", 1) for text in bound)
    name = KNOWN.get(named["beacon"], named["beacon"])
    number = number_of(beacon["signature"])
    return msg("record-beacon", beacon=name, round=named["round"], number=number)


def _word(given: Word, *, contest: bool) -> Msg:
    """A word, and whose: of 复式 by the order in which people registered."""
    kind = "contest" if contest else "shuffle"
    if not given.text:
        return msg(f"record-{kind}-forgotten", seat=given.seat + 1)
    return msg(f"record-{kind}-word", seat=given.seat + 1, word=given.text)


def unopened(say: Callable[..., str], found: Sequence[Unopened]) -> str:
    """What cannot be checked of what was dealt in a chat; empty: all can."""
    if not found:
        return ""
    dealt = sum(one.dealt for one in found)
    undealt = len(found) - dealt
    both = int(bool(dealt and undealt))
    lines = [say("record-unopened", dealt=dealt, undealt=undealt, both=both)]
    for one in found[:NEWEST]:
        key = "record-unopened-dealt" if one.dealt else "record-unopened-undealt"
        name = one.name or say("record-somebody")
        mark = one.fingerprint[:8]
        lines.append(say(key, fingerprint=short(one.fingerprint), name=name, mark=mark))
    return "\n".join(lines)


def _fitting(text: bytes, most: int) -> bytes:
    """The lines of one round that fit by themselves."""
    return text if len(text) <= most else text[:most].rpartition(b"\n")[0]


def recorded(record: Record, say: Callable[..., str]) -> Outgoing:
    """A record as a message; a long one is a file beside it."""
    data = record.data()
    if len(data) <= 4 * MOST_WORDS and len(text := data.decode()) <= MOST_WORDS:
        return Outgoing(text)
    words = [say("record-file", rounds=record.rounds)]
    if record.kept < record.rounds:
        words.append(say("record-newest", rounds=record.kept))
    return Outgoing("\n".join([*words, *record.begin, *record.end]), file=Attachment(FILE, data))


class Book:
    """Makes the screens that only tell."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def _say(self, message: Msg, names: Sequence[str] = ()) -> str:
        return self.reader.catalogue.say(message, names)

    def record(
        self,
        fresh: Match,
        names: Sequence[str],
        sealed: Sealed | None = None,
        rules: tuple[str, str] = ("", ""),
    ) -> Record:
        """The record of a match that began as ``fresh``, with nothing in it yet."""
        return Record(self.reader.catalogue, fresh, names, sealed, rules)

    # What is played.

    def rules(self, game_id: str, table: Table | None) -> tuple[str, ...]:
        """The rules of a game in pages, and the options in force at a table."""
        here = table if table is not None and table.state.game == game_id else None
        before = "\n".join(self._in_force(here)) if here is not None else ""
        catalogue = self.reader.catalogue
        return tuple(map(catalogue.called, pages(game_id, catalogue.language, before=before)))

    def _in_force(self, table: Table) -> list[str]:
        lines = [self._say(msg("rules-options"))]
        count = planned(table.match) if table.match is not None else None
        if count is not None:
            lines.append(self._say(msg("rules-rounds", rounds=count)))
        lines += [
            self._say(
                msg("rules-option", name=one.name, value=self.reader.value(one, one.value(table)))
            )
            for one in options_of(table.game.info)
        ]
        return lines


def _public(events: tuple[Event, ...]) -> list[Msg]:
    return [event.msg for event in events if event.to is None]
