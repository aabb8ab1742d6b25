"""Who gets which seat: the queue, seats chosen in the lobby, and the same table once more."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.store.rows import SeatTaken
from bot.support.errors import Refused
from bot.table.effects import Say, SeatLeft, ShowHandOf, Toast
from bot.table.options import kept
from bot.table.state import Phase, Player
from engine.msg import msg
from engine.text import normal

if TYPE_CHECKING:
    from datetime import datetime

    from bot.ports.refs import UserRef
    from bot.table.commands import Join, TakeSeat
    from bot.table.state import TableState
    from bot.table.table import Table
    from engine.core import Seat

QUEUE = 8
"""So many persons may wait for a seat."""

AGAIN = timedelta(minutes=2)
"""How long those who are asked to play again may take."""


# The queue.


def wait(table: Table, command: Join, now: datetime) -> None:
    """Put a person into the queue, or seat them if there is a seat after all."""
    state = table.state
    waiting = [player.user for player in state.queue]
    if command.user in waiting:
        place = waiting.index(command.user) + 1
        table.react(Toast(msg("table-queued-already", place=place)))
        return
    if state.phase is Phase.PLAYING and state.suspended_at is not None and not table.present():
        raise Refused("table-deserted")
    if len(waiting) >= QUEUE:
        raise Refused("table-queue-full", most=QUEUE)
    table.change(queue=(*state.queue, Player(command.user, command.name)))
    if fill(table, now):
        return
    if state.phase is Phase.LOBBY:
        table.touch_board()
    key = "table-queued"
    if state.phase is not Phase.LOBBY:
        taken_over = table.game.info.takeover and not state.stakes
        key = "table-queued-next" if taken_over else "table-queued-match"
    table.react(Toast(msg(key, place=len(waiting) + 1)))


def leave_queue(table: Table, user: UserRef) -> bool:
    """Take a person out of the queue; whether they were in it."""
    queue = tuple(player for player in table.state.queue if player.user != user)
    if queue == table.state.queue:
        return False
    table.change(queue=queue)
    return True


def fill(table: Table, now: datetime) -> bool:
    """Seat people from the queue while there are free seats; whether any was seated."""
    before = table.state.queue
    while table.state.queue and _seat_next(table, now):
        pass
    if table.state.queue == before:
        return False
    table.touch_board()
    return True


def _seat_next(table: Table, now: datetime) -> bool:
    player, *queue = table.state.queue
    if table.state.phase is Phase.LOBBY:
        seated = _seat_in_lobby(table, player)
    else:
        free = _free(table) if table.state.phase is Phase.BETWEEN else None
        seated = free is not None
        if free is not None:
            _take_over(table, free, player, now)
    if seated:
        table.change(queue=tuple(queue))
    return seated


def _seat_in_lobby(table: Table, player: Player) -> bool:
    """A place that is free, or that of the computer player who came last."""
    players = list(table.state.players)
    computers = [seat for seat, other in enumerate(players) if not other.person]
    if len(players) < table.game.info.seats[-1]:
        seat = len(players)
        players.append(player)
    elif computers:
        seat = computers[-1]
        players[seat] = player
    else:
        return False
    table.change(players=tuple(players))
    table.react(Say((msg("table-seated-lobby", name=player.name),)))
    if table.has_hands:
        table.react(ShowHandOf(seat, notify=True))
    return True


def _free(table: Table) -> Seat | None:
    """A computer player's seat, else that of somebody who has gone, where the game allows it."""
    if not table.game.info.takeover or table.state.stakes:
        return None
    players = table.state.players
    taken = [s for s, player in enumerate(players) if not player.person]
    taken += [s for s, player in enumerate(players) if player.person and player.left]
    return next(iter(taken), None)


def _take_over(table: Table, seat: Seat, player: Player, now: datetime) -> None:
    """Between rounds: the next round, and those after it, are the newcomer's."""
    state, old = table.state, table.state.players[seat]
    name = table.names[seat]
    table.seat_changed(seat, user=player.user, name=player.name, level="")
    table.seat_changed(seat, left=False, autopilot=False, timeouts=0, unreached=False)
    forget(table, old.user)
    key = player.user.key if player.user is not None else ""
    table.store(SeatTaken(state.match, seat, state.round + 1, key, player.name, now))
    table.change(anew=state.round + 1)
    host = table.seat_of(state.host)
    if player.user is not None and (host is None or table.state.players[host].left):
        table.change(host=player.user, host_seen=now)
    table.react(Say((msg("table-seated-next", name=player.name, old=name),)))
    table.touch_hands(frozenset({seat}))


def forget(table: Table, user: UserRef | None) -> None:
    """Drop the private screen of a person who has no seat any more."""
    if user is not None:
        table.change(hands=tuple(hand for hand in table.state.hands if hand.user != user))
        table.react(SeatLeft(user))


# Places that are chosen.


def beside(table: Table, user: UserRef) -> Seat | None:
    """The next seat that somebody may change to in the lobby; None: there is none."""
    mine, players = table.seat_of(user), table.state.players
    if mine is None or table.state.seating != "chosen" or table.state.phase is not Phase.LOBBY:
        return None
    others = [(mine + step) % len(players) for step in range(1, len(players))]
    host = user == table.state.host
    return next((seat for seat in others if host or not players[seat].person), None)


def sit(table: Table, command: TakeSeat, now: datetime) -> None:
    """Change places in the lobby with a computer player, or as host with anybody."""
    table.need_phase(Phase.LOBBY)
    mine, players = table.need_seat(command.user), list(table.state.players)
    if table.state.seating != "chosen":
        raise Refused("table-seat-lot")
    if not 0 <= command.seat < len(players):
        raise Refused("table-no-such-seat", seats=len(players))
    other = players[command.seat]
    if other.person and other.user != command.user and command.user != table.state.host:
        raise Refused("table-seat-taken")
    players[mine], players[command.seat] = players[command.seat], players[mine]
    table.change(players=tuple(players))
    table.react(Toast(msg("seat-moved", seat=command.seat + 1), private=True))
    table.touch_board()


# The same table once more.


def again(fresh: TableState, old: TableState, counts: range, now: datetime) -> TableState:
    """A lobby of the people, seats and settings of a table that is over.

    Everybody but the new host is asked first: nobody plays who did not say so. People who waited
    for a seat are asked in place of computer players, and where more may play.

    Args:
        fresh: the new table with its host alone.
        old: the one that is over.
        counts: how many may play.
        now: when those who are asked are.
    """
    known = dict(fresh.options)
    options = tuple((key, value) for key, value in {**known, **dict(old.options)}.items())
    order = [replace(s, autopilot=False, timeouts=0, own=0) for s in old.players if not s.left]
    queue = [s for s in old.queue if s.user != fresh.host]
    for seat, player in enumerate(order):
        if not player.person and queue:
            order[seat] = queue.pop(0)
    if all(player.user != fresh.host for player in order):
        order = [*fresh.players, *order]
    while queue and len(order) + 1 in counts:
        order.append(queue.pop(0))
    order = [replace(s, left=s.person and s.user != fresh.host) for s in order]
    return replace(
        fresh,
        players=tuple(order),
        queue=tuple(queue),
        options=tuple((key, value) for key, value in options if key in known),
        rules=old.rules,
        **kept(old),
        fee=old.fee,
        least=old.least,
        seating="chosen",
        next_at=now + AGAIN if any(s.left for s in order) else None,
    )


def accept(table: Table, seat: Seat) -> None:
    """Seat somebody who was asked to play again and agrees."""
    table.seat_changed(seat, left=False)
    if table.has_hands:
        table.react(ShowHandOf(seat, notify=True))


def complete(table: Table) -> bool:
    """Whether everybody who was asked to play again will, so that it can begin."""
    state = table.state
    asked = state.phase is Phase.LOBBY and state.next_at is not None
    return asked and state.here == len(state.players) and state.here in table.game.info.seats


def give_up(table: Table, now: datetime) -> None:
    """Remove those who were asked to play again and did not answer; the lobby stays."""
    users = [player.user for player in table.state.players if player.left]
    players = tuple(player for player in table.state.players if not player.left)
    table.change(players=players, next_at=None)
    for user in users:
        forget(table, user)
    table.touch_board()
    fill(table, now)


def seat_named(table: Table, text: str) -> int:
    """A seat by its number from 1 or its name; below 0 where there is none that is called so.

    The table says that, after all that would speak against any seat. A number is always a seat's:
    nobody takes a kick for another by calling themselves 2.
    """
    wanted, names = normal(text), table.names
    if wanted in (numbers := [str(seat + 1) for seat in range(len(names))]):
        return numbers.index(wanted)
    named = [seat for seat, name in enumerate(names) if normal(name) == wanted]
    return named[0] if len(named) == 1 else -1
