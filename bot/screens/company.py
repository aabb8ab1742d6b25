"""Rooms one has been in, people one has played with, and tables that are open to everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.i18n.lengths import cut
from bot.ports.messages import Button, Fact, Outgoing, Style
from engine.msg import chained

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.screens.reader import Reader

LABEL = 40
"""Characters of a button."""

JOIN = "#join"
"""Ends an address whose button sits down as well."""


@dataclass(frozen=True, slots=True)
class Room:
    """A room that somebody has been in.

    Attributes:
        link: opens it.
        game: what is or was played there; empty: nothing yet.
        playing: whether a match is on there; None: there is no table.
        names: the others who sit there.
        ago: days since one played there last; None: one never did.
    """

    link: str
    game: str
    playing: bool | None
    names: tuple[str, ...]
    ago: int | None


@dataclass(frozen=True, slots=True)
class Open:
    """A table that its host has opened to everybody; ``free``: seats that are free."""

    link: str
    game: str
    host: str
    free: int


def rooms(reader: Reader, found: Sequence[Room]) -> Outgoing:
    """Every room as a button that opens it."""
    say = reader.say
    if not found:
        return Outgoing(say("company-rooms-none"), title=say("company-rooms"))
    rows = tuple((Button("", _label(reader, room), url=room.link),) for room in found)
    return Outgoing(say("company-rooms-text"), rows=rows, title=say("company-rooms"))


def _label(reader: Reader, room: Room) -> str:
    say = reader.say
    parts = [reader.catalogue.say(game_name(room.game))] if room.game else []
    if room.playing is not None:
        parts.append(say("company-playing" if room.playing else "company-waiting"))
    elif room.ago is not None:
        parts.append(say("company-last", days=room.ago))
    if room.names:
        parts.append(say("company-with", names=chained("render-list", room.names)))
    return cut(" · ".join(parts) or say("company-room"), LABEL)


def fellows(reader: Reader, found: Sequence[tuple[str, int]]) -> Outgoing:
    """Names, and in how many matches they sat at the same table."""
    say = reader.say
    if not found:
        return Outgoing(say("company-fellows-none"), title=say("company-fellows"))
    facts = tuple(Fact(name, say("company-fellow", matches=matches)) for name, matches in found)
    return Outgoing(facts=facts, title=say("company-fellows"))


def house(reader: Reader, found: Sequence[Open]) -> Outgoing:
    """Every open table as a button by which one joins it."""
    say = reader.say
    if not found:
        return Outgoing(say("company-house-none"), title=say("company-house"))
    rows = tuple((_way_in(reader, one),) for one in found)
    return Outgoing(say("company-house-text"), rows=rows, title=say("company-house"))


def home(
    reader: Reader,
    tables: Sequence[Open],
    found: Sequence[Room],
    people: Sequence[tuple[str, int]],
) -> Outgoing:
    """All of it in one message, but for what there is not."""
    title, known = reader.say("company-home"), fellows(reader, people).facts
    ways = (house(reader, tables).rows, rooms(reader, found).rows)
    return Outgoing(rows=ways[0] + ways[1], facts=known, title=title)


def _way_in(reader: Reader, one: Open) -> Button:
    """A press goes there and sits down; where no seat is free one looks on."""
    key = "company-join" if one.free else "company-watch"
    label = reader.say(key, game=game_name(one.game), host=one.host, free=one.free)
    style = Style.PRIMARY if one.free else Style.PLAIN
    return Button("", cut(label, LABEL), style, url=one.link + (JOIN if one.free else ""))
