"""Before the start: who sits where, and what is played. Also leaving and coming back."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NoReturn

from bot import rounds, votes
from bot.commands import Say, Toast
from bot.state import Phase, Sitter
from bot.store.rows import ChatSet, MatchStarted, SeatRow
from bot.tablecore import LOBBY_IDLE, Refused
from engine.codec import dump_carry
from engine.core import Carry
from engine.match import Match, option_error, plan_of
from engine.msg import Msg, msg
from engine.rng import Rng, commitment

if TYPE_CHECKING:
    from datetime import datetime

    from bot.commands import AddBot, Configure, Join, Kick, Leave, RemoveBot, Resume, Start
    from bot.ports import UserRef
    from bot.tablecore import TableCore as Table
    from engine.core import Seat

HOST_AWAY = timedelta(minutes=2)
"""After so long without a word from the host anybody seated may start."""

QUAN = range(1, 33)
CLOCKS = (30, 60, 120, 300, 600, 0)
BOT_NAMES = ("电脑·石", "电脑·竹", "电脑·松", "电脑·梅", "电脑·兰", "电脑·菊", "电脑·荷", "电脑·桂")


def _refuse(key: str, **params: str | int | Msg) -> NoReturn:
    raise Refused(key, **params)


def _touch(table: Table, user: UserRef, now: datetime) -> None:
    if table.state.phase is Phase.LOBBY:
        table.change(idle_at=now + LOBBY_IDLE)
    if user == table.state.host:
        table.change(host_seen=now)


def _seats_changed(table: Table, user: UserRef, now: datetime) -> None:
    _touch(table, user, now)
    table.touch_board()


def join(table: Table, command: Join, now: datetime) -> None:
    """Sit down in the lobby, or come back to one's own seat."""
    state = table.state
    seat = table.seat_of(command.user)
    if seat is not None:
        come_back(table, seat, now)
        return
    table.need_phase(Phase.LOBBY)
    if len(state.sitters) >= table.game.info.seats[-1]:
        _refuse("table-full", most=table.game.info.seats[-1])
    table.change(sitters=(*state.sitters, Sitter(command.user, command.name)))
    _seats_changed(table, command.user, now)
    table.react(Toast(msg("table-joined")))


def come_back(table: Table, seat: Seat, now: datetime) -> None:
    """A person who left, or whom 托管 plays for, takes their seat again."""
    sitter = table.state.sitters[seat]
    if not (sitter.left or sitter.autopilot):
        table.react(Toast(msg("table-joined-already")))
        return
    _seated_again(table, seat, now)
    table.react(Toast(msg("table-back")))


def resume(table: Table, command: Resume, now: datetime) -> None:
    """A seated person lets a table that stands still go on."""
    seat = table.need_seat(command.user)
    if table.state.suspended_at is None:
        table.react(Toast(msg("table-runs")))
        return
    _seated_again(table, seat, now)


def _seated_again(table: Table, seat: Seat, now: datetime) -> None:
    table.seat_changed(seat, left=False, autopilot=False, timeouts=0)
    votes.go_on(table, now)
    rounds.redate(table, seat, now)
    table.touch_board()
    table.touch_hands(frozenset({seat}))


def leave(table: Table, command: Leave, now: datetime) -> None:
    """Stand up; during a match the seat goes on by itself and can be taken again."""
    seat = table.need_seat(command.user)
    state = table.state
    if state.phase is Phase.LOBBY:
        _remove(table, seat)
    else:
        table.need_phase(Phase.PLAYING, Phase.BETWEEN)
        if state.sitters[seat].left:
            _refuse("table-left-already")
        table.seat_changed(seat, left=True)
        votes.recount(table, now)
    people = [s for s in table.state.sitters if s.person and not s.left]
    table.react(Toast(msg("table-left")))
    if not people and table.state.phase is Phase.LOBBY:
        votes.close(table, "stopped", now)
        return
    if command.user == state.host and people:
        heir = next((s for s in people if not s.autopilot), people[0])
        table.change(host=heir.user, host_seen=now)
    _seats_changed(table, command.user, now)
    if not people and table.state.phase in (Phase.PLAYING, Phase.BETWEEN):
        votes.stand_still(table, now)
    elif table.state.phase is Phase.PLAYING:
        rounds.redate(table, seat, now)
    elif table.state.phase is Phase.BETWEEN:
        rounds.maybe_next(table, now)


def _remove(table: Table, seat: Seat) -> None:
    sitters = table.state.sitters
    table.change(sitters=(*sitters[:seat], *sitters[seat + 1 :]))


def add_bot(table: Table, command: AddBot, now: datetime) -> None:
    """Anybody seated may add a computer player."""
    table.need_phase(Phase.LOBBY)
    table.need_seat(command.user)
    sitters = table.state.sitters
    if len(sitters) >= table.game.info.seats[-1]:
        _refuse("table-full", most=table.game.info.seats[-1])
    used = {s.name for s in sitters}
    free = [n for n in BOT_NAMES if n not in used]
    name = free[0] if free else f"电脑·{len(sitters) + 1}"
    table.change(sitters=(*sitters, Sitter(None, name, level="normal")))
    _seats_changed(table, command.user, now)


def remove_bot(table: Table, command: RemoveBot, now: datetime) -> None:
    """Anybody seated may take the last computer player away."""
    table.need_phase(Phase.LOBBY)
    table.need_seat(command.user)
    bots = [s for s, sitter in enumerate(table.state.sitters) if not sitter.person]
    if not bots:
        _refuse("table-no-bot")
    _remove(table, bots[-1])
    _seats_changed(table, command.user, now)


def _need_host(table: Table, user: UserRef) -> None:
    if user != table.state.host:
        host = table.seat_of(table.state.host)
        _refuse("table-host-only", host=table.names[host] if host is not None else "?")


def kick(table: Table, command: Kick, now: datetime) -> None:
    """The host removes somebody from the lobby."""
    table.need_phase(Phase.LOBBY)
    _need_host(table, command.user)
    if not 0 <= command.seat < len(table.state.sitters):
        _refuse("table-no-such-seat", seats=len(table.state.sitters))
    if table.state.sitters[command.seat].user == command.user:
        _refuse("table-kick-self")
    _remove(table, command.seat)
    _seats_changed(table, command.user, now)


def _number(value: int | str) -> int | None:
    text = str(value)
    return int(text) if text.isdecimal() and len(text) < 6 else None


def configure(table: Table, command: Configure, now: datetime) -> None:
    """The host sets what is played: all of it in the lobby, some of it between rounds."""
    table.need_phase(Phase.LOBBY, Phase.BETWEEN)
    _need_host(table, command.user)
    lobby = table.state.phase is Phase.LOBBY
    number = _number(command.value)
    if command.key == "quan" and number is not None and lobby:
        if number not in QUAN:
            _refuse("table-quan", least=QUAN[0], most=QUAN[-1])
        table.change(quan=number)
    elif command.key == "clock":
        if number not in CLOCKS:
            _refuse("table-clock", values=" / ".join(map(str, CLOCKS)))
        table.change(clock=number)
    else:
        _set_option(table, command, lobby=lobby)
    _seats_changed(table, command.user, now)


def _set_option(table: Table, command: Configure, *, lobby: bool) -> None:
    info = table.game.info
    option = next((o for o in info.options if o.key == command.key), None)
    if option is None:
        known = ("quan", "clock", *(o.key for o in info.options))
        _refuse("table-no-option", known=" / ".join(known))
    value = next((v for v in option.values if str(v) == str(command.value)), None)
    if value is None or option_error(info, option.key, value):
        _refuse("table-no-value", values=" / ".join(map(str, option.values)))
    if not lobby and not option.between:
        _refuse("table-option-later")
    table.change(options=tuple({**table.options, option.key: value}.items()))


def start(table: Table, command: Start, now: datetime) -> None:
    """Begin the match; a second Start is harmless."""
    state, info = table.state, table.game.info
    if state.phase is not Phase.LOBBY:
        table.react(Toast(msg("table-started-already")))
        return
    table.need_seat(command.user)
    if command.user != state.host and now - state.host_seen < HOST_AWAY:
        _need_host(table, command.user)
    count = len(state.sitters)
    if count < info.seats[0]:
        _refuse("table-too-few", missing=info.seats[0] - count, least=info.seats[0])
    wrong = table.game.check(count, table.options)
    if wrong is not None:
        raise Refused(wrong.key, **dict(wrong.params))
    _begin(table, command, now)


def _begin(table: Table, command: Start, now: datetime) -> None:
    state = table.state
    order = Rng(command.seed, "seats").shuffled(state.sitters)
    table.change(
        sitters=order,
        phase=Phase.PLAYING,
        match=command.match,
        idle_at=None,
        ready=(),
        next_at=None,
    )
    carry = Carry()
    plan = plan_of(table.options, state.quan)
    table.match = Match(table.game, len(order), command.seed, table.options, plan, carry)
    seats = tuple(
        SeatRow(s, sitter.user.key if sitter.user else "", sitter.name, sitter.level)
        for s, sitter in enumerate(order)
    )
    chat = state.place.key if state.place is not None else ""
    table.store(
        MatchStarted(
            command.match, state.id, chat, state.game, table.game.info.version, command.seed,
            rounds.dump_options(table.options), state.quan, dump_carry(carry), seats, now,
        )
    )  # fmt: skip
    if chat:
        table.store(ChatSet(chat, "game", state.game))
    table.react(Say((msg("table-begins", seed=commitment(command.seed)[:16]),)))
    rounds.deal_on(table, now)
