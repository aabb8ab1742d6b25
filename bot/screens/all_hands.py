"""看牌 (``display``): all hands of a table with open cards, and all that the asked seat may do.

Source: the program of seed 002, whose ``display`` shows the deal as it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.keys import prefix
from bot.screens import plays
from engine.cards import codes
from engine.errors import RuleError
from engine.match import act, pending
from engine.msg import CardsArg, Msg, SeatArg, chained, msg
from engine.view import Cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ports.messages import Button
    from bot.ports.refs import UserRef
    from bot.screens.plays import Say
    from bot.table.table import Table
    from engine.core import Action, Seat
    from engine.match import Match

MOST = 120
"""Plays that are listed."""


def all_hands(match: Match) -> tuple[Msg, ...]:
    """What lies in each hand, and what the first seat that is asked may do, kind by kind."""
    return (*_hands(match), *_possible(match))


def offered(
    table: Table, user: UserRef, say: Say, room: int, row: int
) -> tuple[tuple[Button, ...], ...]:
    """All of that as buttons, kind by kind, for whoever is asked themselves.

    Args:
        table: where the match is played.
        user: who reads it.
        say: puts messages into words.
        room: how many buttons there may be.
        row: how many in a row.
    """
    match, seat = table.match, table.seat_of(user)
    if match is None or seat is None or seat not in pending(match)[:1]:
        return ()
    offer = plays.offer_to(table, seat)
    if offer is None:
        return ()
    found = match.game.suggest(offer.seen, MOST + 1)[:MOST]
    kinds: dict[Msg | None, list[Action]] = {}
    for action in (*(choice.action for choice in offer.prompt.choices), *found):
        if all(action not in known for known in kinds.values()):
            kinds.setdefault(_kind(match, seat, action), []).append(action)
    rows: list[tuple[Button, ...]] = []
    for actions in kinds.values():
        buttons = plays.all_buttons(offer, actions, say)[: room - row * len(rows)]
        rows += [buttons[at : at + row] for at in range(0, len(buttons), row)]
    return tuple(rows)


def _hands(match: Match) -> Iterator[Msg]:
    for seat in range(match.seats):
        view = match.game.present(match.game.observe(match.state, seat))
        for block in view.blocks:
            if isinstance(block, Cards) and block.mine and block.codes:
                yield msg("display-hand", seat=SeatArg(seat), cards=CardsArg(block.codes))


def _possible(match: Match) -> Iterator[Msg]:
    for seat in pending(match)[:1]:
        yield msg("display-asked", seat=SeatArg(seat))
        seen = match.game.observe(match.state, seat)
        prompt = match.game.prompt(seen)
        ready = [choice.label for choice in prompt.choices]
        if ready:
            yield msg("display-plain", plays=chained("render-list", ready))
        said = {choice.action for choice in prompt.choices}
        found = [a for a in match.game.suggest(seen, MOST + 1) if a not in said]
        yield from _by_kind(match, seat, found[:MOST])
        if len(found) > MOST:
            yield msg("display-more", count=len(found) - MOST)


def _by_kind(match: Match, seat: Seat, found: list[Action]) -> Iterator[Msg]:
    """Plays that are called the same in one line each."""
    kinds: dict[Msg | None, list[Action]] = {}
    for action in found:
        kinds.setdefault(_kind(match, seat, action), []).append(action)
    for kind, actions in kinds.items():
        listed = chained("render-list", (_cards(match, action) for action in actions))
        if kind is None:
            yield msg("display-plain", plays=listed)
        else:
            yield msg("display-kind", kind=kind, plays=listed)


def _kind(match: Match, seat: Seat, action: Action) -> Msg | None:
    """What a play is told as once it is made: a shape; None where there are none."""
    try:
        _, events = act(match, seat, action)
    except RuleError:
        return None
    shapes = (value for event in events for name, value in event.msg.params if name == "shape")
    return next((shape for shape in shapes if isinstance(shape, Msg)), None)


def _cards(match: Match, action: Action) -> Msg | CardsArg:
    if action.cards:
        return CardsArg(codes(action.cards))
    return msg(f"{prefix(match.game.info.id)}-verb-{action.verb}")
