"""A match that waits for a public random number: named with the fingerprint, and told after it.

Where there is a beacon its number takes the place of people's words. The round is still to come
when the fingerprint is shown, so that whoever chose the opening did not know it, and whoever knows
it cannot choose any more. The lobby waits: once the number is there it begins by itself, where the
beacon is late people are told, and where it stays away nothing is dealt from that fingerprint.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.i18n.times import clock_time
from bot.store.shuffle_rows import BeaconDrawn
from bot.table import seats, shuffle
from bot.table.commands import Start
from bot.table.effects import Say, Toast
from bot.table.state import Phase, Seal, Waiting
from engine.errors import RuleError
from engine.msg import msg
from engine.verify import number_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from bot.table.commands import BeaconTold, BeaconUnused
    from bot.table.state import BeaconRound
    from bot.table.table import Table
    from engine.msg import Msg, Param

LATE = timedelta(seconds=15)
"""So long after its time people are told that a number is late."""

GONE = timedelta(seconds=75)
"""So long after that it is waited for no more."""


def waits(table: Table, command: Start, now: datetime) -> bool:
    """Whether a match that somebody begins has to wait for a beacon; its fingerprint is shown."""
    made = table.state.seal
    if made is not None and made.waits is not None:
        table.react(Toast(msg("beacon-waits", **called(made.waits.round))))
        return True
    if made is not None or not shuffle.by_chance(table):
        return False
    if table.state.tournament or table.state.least:
        return False
    if command.beacon is None:
        if command.silent:
            table.react(Say((msg("beacon-silent"),), kept=True))
        return False
    seats.give_up(table, now)
    until = max(now, command.beacon.due) + LATE
    waiting = Waiting(
        command.beacon, until, command.user,
        best=command.best, purses=command.purses, coached=command.coached,
    )  # fmt: skip
    made = shuffle.made(table, command.match, command.seed.hex(), command.user, now, waits=waiting)
    shown = shuffle.short(made.fingerprint)
    told = msg("beacon-sealed", fingerprint=shown, **called(command.beacon))
    table.react(Say((told,), kept=True))
    table.touch_board()
    return True


def called(beacon: BeaconRound) -> dict[str, Param]:
    """A round as people read it: the beacon, the number, and when it is told."""
    name = beacon.name or beacon.chain[:16]
    return {"beacon": name, "round": str(beacon.number), "time": clock_time(beacon.due)}


def line(made: Seal) -> Msg | None:
    """What a lobby says that waits; None: it does not."""
    if made.waits is None:
        return None
    key = "beacon-lobby-late" if made.waits.late else "beacon-lobby"
    return msg(key, fingerprint=shuffle.short(made.fingerprint), **called(made.waits.round))


def told(
    table: Table,
    command: BeaconTold,
    now: datetime,
    begin: Callable[[Table, Start, datetime], None],
) -> None:
    """The number is there: the match begins, or it is said why it cannot."""
    made = table.state.seal
    if table.state.phase is not Phase.LOBBY or made is None or made.match != command.match:
        return
    if made.waits is None:
        return
    waiting = made.waits
    before, out, rows = table.snapshot(), list(table.out), list(table.rows)
    chain = json.dumps(dict(command.chain))
    table.store(BeaconDrawn(made.match, command.signature, chain))
    number = shuffle.short(number_of(command.signature))
    table.react(Say((msg("beacon-told", number=number, **called(waiting.round)),)))
    start = Start(
        waiting.user, made.match, bytes.fromhex(made.opening), waiting.best,
        admin=True, purses=waiting.purses, coached=waiting.coached,
    )  # fmt: skip
    try:
        begin(table, replace(start, signature=command.signature), now)
    except RuleError as error:
        table.restore(before)
        table.out, table.rows = out, rows
        _call_off(table, error.msg)


def unused(table: Table, command: BeaconUnused, now: datetime) -> None:
    """Somebody's coins are gone since it was begun."""
    made = table.state.seal
    if made is not None and made.waits is not None and made.match == command.match:
        _call_off(table, msg("stakes-overdrawn"))


def tick(table: Table, now: datetime) -> None:
    """Say that a number is late, and wait for it no more where it stays away."""
    made = table.state.seal
    if made is None or made.waits is None or now < made.waits.until:
        return
    if table.state.phase is not Phase.LOBBY:
        return
    if made.waits.late:
        _call_off(table, msg("beacon-gone", **called(made.waits.round)))
        return
    later = replace(made.waits, late=True, until=made.waits.until + GONE)
    table.change(seal=replace(made, waits=later))
    table.react(Say((msg("beacon-late", **called(later.round)),)))
    table.touch_board()


def _call_off(table: Table, why: Msg) -> None:
    made = table.state.seal
    if made is None:
        return
    off = msg("beacon-off", fingerprint=shuffle.short(made.fingerprint))
    table.change(seal=None)
    table.react(Say((why, off), kept=True))
    table.touch_board()
