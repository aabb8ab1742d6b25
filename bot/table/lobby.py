"""Handlers for the lobby: join, leave, bots, settings, start; and for leaving and coming back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from bot.store.access_rows import Barred
from bot.store.rows import ChatSet, MatchStarted, SeatRow
from bot.support.errors import Refused
from bot.table import (
    beacon,
    houses,
    lesson,
    lifecycle,
    options,
    practice,
    rank,
    rounds,
    seats,
    shuffle,
    stakes,
    votes,
    written,
)
from bot.table.commands import EASY, LEVELS, Start
from bot.table.effects import Say, ShowHandOf, Toast
from bot.table.state import Phase, Player, dump_options
from bot.table.table import HOST_AWAY
from engine.codec import dump_carry
from engine.core import Carry
from engine.match import Match, plan_of
from engine.msg import Param, msg

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from bot.ports.refs import UserRef
    from bot.table.commands import (
        AddBot,
        BeaconTold,
        Configure,
        Join,
        Kick,
        Leave,
        PlayRules,
        RemoveBot,
        Resume,
        Teach,
    )
    from bot.table.table import Table
    from engine.core import Seat


def _refuse(key: str, *, private: bool = False, **params: Param) -> NoReturn:
    raise Refused(key, private=private, **params)


def _touch(table: Table, user: UserRef, now: datetime) -> None:
    if table.state.phase is Phase.LOBBY:
        table.change(idle_at=table.lobby_until(now))
    if user == table.state.host:
        table.change(host_seen=now)


def _seats_changed(table: Table, user: UserRef, now: datetime) -> None:
    _touch(table, user, now)
    table.touch_board()


def join(table: Table, command: Join, now: datetime) -> None:
    """Sit down in the lobby, or come back to one's own seat."""
    state = table.state
    seat = table.seat_of(command.user)
    if seat is not None and state.phase is Phase.LOBBY and state.players[seat].left:
        seats.accept(table, seat)
        _touch(table, command.user, now)
        if not seats.complete(table):  # else the next thing to be seen is the deal
            table.touch_board()
        return
    if seat is not None:
        come_back(table, seat, now)
        return
    table.need_phase(Phase.LOBBY, Phase.PLAYING, Phase.BETWEEN)
    table.need_free("cup-table-closed")
    if state.least:
        _refuse("coinroom-drawn-only")
    full = len(state.players) >= table.game.info.seats[-1]
    if full or state.phase is not Phase.LOBBY:
        seats.wait(table, command, now)
        return
    table.change(players=(*state.players, Player(command.user, command.name)))
    if table.has_hands:
        table.react(ShowHandOf(len(state.players), notify=True))
    _seats_changed(table, command.user, now)
    table.react(Toast(msg("table-joined")))


def come_back(table: Table, seat: Seat, now: datetime) -> None:
    """Give a person who left, or whom 托管 plays for, their seat again."""
    player = table.state.players[seat]
    if not (player.left or player.autopilot):
        table.react(Toast(msg("table-joined-already")))
        return
    _seated_again(table, seat, now)
    table.react(Toast(msg("table-back")))


def resume(table: Table, command: Resume, now: datetime) -> None:
    """Let a suspended table go on, for somebody who sits there."""
    seat = table.need_seat(command.user)
    if table.state.suspended_at is None:
        table.react(Toast(msg("table-runs")))
        return
    _seated_again(table, seat, now)


def _seated_again(table: Table, seat: Seat, now: datetime) -> None:
    table.seat_changed(seat, left=False, autopilot=False, timeouts=0)
    lifecycle.resume(table, now)
    rounds.redate(table, seat, now)
    table.touch_board()
    table.touch_hands(frozenset({seat}))


def leave(table: Table, command: Leave, now: datetime) -> None:
    """Stand up; during a match the seat goes on by itself and can be taken again."""
    if seats.leave_queue(table, command.user):
        table.react(Toast(msg("table-queue-left")))
        return
    seat = table.need_seat(command.user)
    state = table.state
    if state.phase is Phase.LOBBY:
        _remove(table, seat)
    else:
        table.need_phase(Phase.PLAYING, Phase.BETWEEN)
        if state.players[seat].left:
            _refuse("table-left-already")
        if state.players[seat].present:
            rank.took_part(table, seat)
        table.seat_changed(seat, left=True)
        votes.recount(table, now)
    people = [s for s in table.state.players if s.person and not s.left]
    table.react(Toast(msg("table-left")))
    if not people and table.state.phase is Phase.LOBBY:
        lifecycle.close(table, "stopped", now)
        return
    if command.user == state.host and people:
        heir = next((s for s in people if not s.autopilot), people[0])
        table.change(host=heir.user, host_seen=now)
    _seats_changed(table, command.user, now)
    if table.state.phase is not Phase.PLAYING:
        seats.fill(table, now)
    if not people and table.state.phase in (Phase.PLAYING, Phase.BETWEEN):
        lifecycle.suspend(table, now, "empty")
    elif table.state.phase is Phase.PLAYING:
        rounds.redate(table, seat, now)
    elif table.state.phase is Phase.BETWEEN:
        rounds.maybe_next(table, now)


def _remove(table: Table, seat: Seat) -> None:
    players, user = table.state.players, table.state.players[seat].user
    table.change(players=(*players[:seat], *players[seat + 1 :]))
    seats.forget(table, user)


def add_bot(table: Table, command: AddBot, now: datetime) -> None:
    """Anybody seated may add a computer player."""
    table.need_phase(Phase.LOBBY)
    table.need_seat(command.user)
    players = table.state.players
    if len(players) >= table.game.info.seats[-1]:
        _refuse("table-full", most=table.game.info.seats[-1])
    if stakes.plays_coins(table.state):
        _refuse("stakes-computers", private=True)
    if command.level not in LEVELS:
        _refuse("table-level")
    used = {s.name for s in players}
    name = next((n for n in command.names if n not in used), f"#{len(players) + 1}")
    table.change(players=(*players, Player(None, name, level=command.level)))
    _seats_changed(table, command.user, now)


def remove_bot(table: Table, command: RemoveBot, now: datetime) -> None:
    """Anybody seated may take the last computer player away."""
    table.need_phase(Phase.LOBBY)
    table.need_seat(command.user)
    bots = [s for s, player in enumerate(table.state.players) if not player.person]
    if not bots:
        _refuse("table-no-bot")
    _remove(table, bots[-1])
    _seats_changed(table, command.user, now)
    seats.fill(table, now)


def _need_host(table: Table, user: UserRef) -> None:
    if user != table.state.host:
        host = table.seat_of(table.state.host)
        _refuse("table-host-only", host=table.names[host] if host is not None else "?")


def kick(table: Table, command: Kick, now: datetime) -> None:
    """The host removes somebody from the lobby."""
    table.need_phase(Phase.LOBBY)
    _need_host(table, command.user)
    if not 0 <= command.seat < len(table.state.players):
        _refuse("table-no-such-seat", seats=len(table.state.players))
    if table.state.players[command.seat].user == command.user:
        _refuse("table-kick-self")
    name, gone = table.names[command.seat], table.state.players[command.seat].user
    mark = dict(command.marks).get(gone.key) if gone is not None else None
    if mark is not None:
        table.store(Barred(table.state.id, mark, now))
    _remove(table, command.seat)
    table.react(Say((msg("table-kicked", name=name),)))
    _seats_changed(table, command.user, now)
    seats.fill(table, now)


def configure(table: Table, command: Configure, now: datetime) -> None:
    """The host sets what is played: all of it in the lobby, some of it between rounds."""
    table.need_phase(Phase.LOBBY, Phase.BETWEEN)
    table.need_free("cup-no-settings")
    if table.state.least:
        _refuse("coinroom-fixed")
    _need_host(table, command.user)
    options.configure(table, command.key, command.value)
    _seats_changed(table, command.user, now)


def play_rules(table: Table, command: PlayRules, now: datetime) -> None:
    """The host sets all options of the game at once."""
    table.need_phase(Phase.LOBBY)
    table.need_free("cup-no-settings")
    if table.state.least:
        _refuse("coinroom-fixed")
    _need_host(table, command.user)
    houses.play(table, command, now)
    _seats_changed(table, command.user, now)


def start(table: Table, command: Start, now: datetime) -> None:
    """Begin the match; a second Start is harmless."""
    state, info = table.state, table.game.info
    if state.phase is not Phase.LOBBY:
        table.react(Toast(msg("table-started-already")))
        return
    if not command.admin:
        table.need_seat(command.user)
        if command.user != state.host and now - state.host_seen < HOST_AWAY:
            _need_host(table, command.user)
    count = state.here
    if count < info.seats[0]:
        _refuse("table-too-few", missing=info.seats[0] - count, least=info.seats[0])
    if count not in info.seats:
        _refuse("table-seats", here=count, seats=" / ".join(map(str, info.seats)))
    wrong = table.game.check(count, table.options)
    if wrong is not None:
        raise Refused(wrong.key, private=True, **dict(wrong.params))
    if not beacon.waits(table, command, now):
        _begin(table, command, now)


def beacon_told(table: Table, command: BeaconTold, now: datetime) -> None:
    """Begin the match that has waited for a beacon's number."""
    beacon.told(table, command, now, _begin)


def teach(table: Table, command: Teach, now: datetime) -> None:
    """Begin the game's lesson for the host, with computer players at the other seats."""
    table.need_phase(Phase.LOBBY)
    _need_host(table, command.user)
    learner = table.state.players[table.need_seat(command.user)]
    text, seats_ = lesson.of(table.game)
    others = (Player(None, name, level=EASY) for name in command.names[: seats_ - 1])
    table.change(
        deal=text, lesson=True, word="", quan=1, clock=0, seating="chosen", queue=(),
        players=(learner, *others),
    )  # fmt: skip
    _begin(table, Start(command.user, command.match, command.seed), now)


def _best(order: Sequence[Player], known: Mapping[str, int]) -> tuple[int, ...]:
    """People's best rounds by seat; nothing where none is known."""
    found = tuple(known.get(s.user.key, 0) if s.user is not None else 0 for s in order)
    return found if any(found) else ()


def _begin(table: Table, command: Start, now: datetime) -> None:
    seats.give_up(table, now)
    state = table.state
    order = state.players
    command = shuffle.begun(table, command, practice.seed_of(table, command.seed, len(order)), now)
    seed = command.seed
    record = written.begun(table, seed, len(order))
    laid = dict(zip(order, stakes.checked(table, dict(command.purses)), strict=False))
    if state.seating == "lot":
        order = shuffle.drawn(seed, order)
    table.change(
        players=order,
        phase=Phase.PLAYING,
        match=command.match,
        coached=command.coached,
        clock=0 if command.coached else state.clock,
        idle_at=None,
        ready=(),
        next_at=None,
    )
    down = tuple(laid[player] for player in order) if laid else ()
    stacks = down if table.game.info.stack else ()
    rated = not (state.word or record)
    best = _best(order, dict(command.best)) if rated else ()
    carry = Carry(stacks=stacks, best=best) if record is None else record.fresh.carry
    plan = plan_of(table.options, state.quan)
    match = Match(table.game, len(order), seed, table.options, plan, carry)
    if record is not None:
        table.change(options=tuple(record.fresh.options.items()))
        match = replace(match, options=table.options, source=record.fresh.source)
    table.match = match
    rows = tuple(
        SeatRow(s, player.user.key if player.user else "", player.name, player.level)
        for s, player in enumerate(order)
    )
    table.store(
        MatchStarted(
            command.match, state.id, state.chat_key, state.game,
            table.game.info.version, seed,
            dump_options(table.options), state.quan, dump_carry(carry), rows, now,
            rated=rated, deal="" if record is None else written.kept(record),
            rules=state.rules if record is None else "",
        )
    )  # fmt: skip
    stakes.put_down(table, down, now)
    if not state.book:
        table.store(ChatSet(state.chat_key, "game", state.game))
    table.react(
        Say(
            (
                msg("table-begins"),
                *stakes.begin_lines(table),
                *practice.lines(state),
                *written.lines(state),
                *shuffle.lines(table),
            )
        )
    )
    rounds.deal_on(table, now)
    if record is not None:
        rounds.play_on(table, record.log, now)
