"""What a chat sees of a tournament: the picture, what it means in words, and the buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.times import clock_time
from bot.ports.messages import Button, Outgoing, Style, Wanted
from bot.screens import duplicate
from bot.screens.bracket import names_of, view_of
from bot.screens.duplicate import DRAWN
from bot.screens.more import after, open_more
from bot.screens.replay import KEEP
from bot.screens.screen import Screen, lines
from bot.screens.unreached import opens_private
from bot.table import tokens
from bot.tournament import sealing
from bot.tournament.session import won
from bot.tournament.state import Status, called_off, table_of
from engine.frozen import changed
from engine.msg import chained, msg
from engine.tournament import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.screens.reader import Reader
    from bot.tournament.state import Entrant, TournamentState
    from engine.msg import Msg, Param

COMMAND = "tournament"
ABREAST = 4
"""Buttons side by side that open tables."""

NAMED = 12
"""People who are named one by one in a sentence."""


def board(
    reader: Reader, state: TournamentState, links: Mapping[int, str], private: str = ""
) -> Screen:
    """The tournament as it stands.

    Args:
        reader: for whom it is.
        state: the tournament.
        links: addresses of tables that are played, by their number from 0.
        private: the address that opens a private chat, for whoever has to before they register.
    """
    text = lines(*map(reader.catalogue.say, _told(state)))
    rows: list[tuple[Button, ...]] = []
    if state.status is Status.OPEN:
        rows += _registering(reader, state)
        rows += opens_private(reader, private)
    elif state.status is Status.PLAYING:
        rows += _tables(reader, links)
        rows += _records(reader, state)
        rows.append((_button(reader, state, "hand", Style.PRIMARY), open_more(reader)))
    else:
        rows += _records(reader, state)
        rows.append(after(reader))
    message = Outgoing(text, rows=tuple(rows))
    view = duplicate.view_of(state) if state.duplicate else view_of(state)
    return Screen(view, names_of(state), message, state.public, taste=reader.taste)


def _told(state: TournamentState) -> Iterator[Msg]:
    match state.status:
        case Status.OPEN:
            yield from _before(state)
        case Status.PLAYING:
            yield from _meanwhile(state)
        case Status.CANCELLED:
            yield called_off(state)
        case Status.OVER if state.session is not None:
            yield won(state, state.session)
        case Status.OVER:
            if state.winner is not None:
                yield champion(state, state.winner)


def champion(state: TournamentState, winner: Entrant) -> Msg:
    """Who has won, and what."""
    if state.fee:
        return msg("cup-say-won-pool", name=winner.name, pool=state.pool)
    return msg("cup-say-won", name=winner.name)


def _before(state: TournamentState) -> Iterator[Msg]:
    here, players = len(state.entrants), state.players
    if state.waits is None:
        at = clock_time(state.start, state.opened)
        yield msg("cup-text-start", time=at, host=state.host_name)
    if state.duplicate:
        yield msg("duplicate-text-field", here=here, tables=state.tables, seats=state.room)
        yield msg("duplicate-text-rules", tables=state.tables, deals=state.deals)
        if (dealt_from := sealing.line(state)) is not None:
            yield dealt_from
        return
    if players:
        surplus = here - players
        key = "cup-text-field-surplus" if surplus else "cup-text-field"
        yield msg(key, here=here, players=players, tables=players // SEATS, surplus=surplus)
    else:
        yield msg("cup-text-few", here=here, least=SEATS, missing=SEATS - here)
    yield msg("cup-text-rules", deals=state.deals)
    if state.fee:
        yield msg("cup-text-fee", fee=state.fee)


def _meanwhile(state: TournamentState) -> Iterator[Msg]:
    if state.duplicate:
        yield msg("duplicate-text-playing")
    if state.lacking:
        yield msg("cup-text-lacking", rights=chained("render-list", map(msg, state.lacking)))
    if state.removed:
        key = "cup-text-removed-free" if state.fee else "cup-text-removed"
        yield msg(key, names=_names(state.removed), count=len(state.removed))
    if state.poor:
        yield msg("cup-text-poor", names=_names(state.poor), fee=state.fee)


def _names(entrants: tuple[Entrant, ...]) -> Param:
    named = chained("render-list", (entrant.name for entrant in entrants[:NAMED]))
    if len(entrants) > NAMED:
        return msg("cup-and-more", names=named, count=len(entrants))
    return named


def _button(
    reader: Reader, state: TournamentState, item: str, style: Style = Style.PLAIN
) -> Button:
    token = tokens.menu(COMMAND, f"{item}.{state.id}")
    return Button(token, reader.say(f"button-cup-{item}"), style)


def _registering(reader: Reader, state: TournamentState) -> Iterator[tuple[Button, ...]]:
    """What is refused to everybody is not offered: it is full, nobody is in, too few are."""
    cancel = _button(reader, state, "cancel", Style.DANGER)
    if state.waits is not None:
        yield cancel, open_more(reader)
        return
    full, people = (
        len(state.entrants) >= state.room,
        any(e.user is not None for e in state.entrants),
    )
    # Who is in waits; the host, who has called it, starts it.
    here = tuple(one.user for one in state.entrants if one.user is not None)
    host = tuple(user for user in here if user == state.host)
    join = _button(reader, state, "join", Style.PRIMARY)
    start = changed(_button(reader, state, "start"), wanted=Wanted(host))
    yield (
        *(() if full else (changed(join, wanted=Wanted(here, others=True)),)),
        *((_button(reader, state, "withdraw"),) if people else ()),
        Button(tokens.menu("rules", f"{state.game}.1"), reader.say("button-rules")),
    )
    if people and state.seal is not None:
        word = tokens.menu(COMMAND, f"word.{state.id}")
        yield (Button(word, reader.say("button-more-word")),)
    yield (
        *((start,) if state.players else ()),
        cancel,
        open_more(reader),
    )


def _tables(reader: Reader, links: Mapping[int, str]) -> Iterator[tuple[Button, ...]]:
    """A button for every table that has an address."""
    buttons = [
        Button("", reader.catalogue.word("button-cup-table", table=at + 1), url=url)
        for at, url in sorted(links.items())
        if url
    ]
    for at in range(0, len(buttons), ABREAST):
        yield tuple(buttons[at : at + ABREAST])


def _records(reader: Reader, state: TournamentState) -> Iterator[tuple[Button, ...]]:
    """In 复式 a button for what each table has played of the newest deal that is over at all."""
    session = state.session
    if session is None or not session.compared or session.tables > DRAWN:
        return
    stage = len(session.compared) - 1
    buttons = [
        Button(
            tokens.menu(KEEP, f"{table_of(state, stage, at).match}.1.text"),
            reader.catalogue.word("button-duplicate-record", deal=stage + 1, table=at + 1),
        )
        for at, board_ in enumerate(session.compared[-1])
        if not board_.void
    ]
    for at in range(0, len(buttons), ABREAST // 2):
        yield tuple(buttons[at : at + ABREAST // 2])
