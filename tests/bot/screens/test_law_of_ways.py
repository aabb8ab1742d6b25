"""Every screen says what can be done next, offers it as a button, and offers nothing in vain.

Over all games, phases and readers: what is expected of each is written here by hand.
"""

from datetime import timedelta

import pytest

from bot.ports.messages import Style
from bot.ports.refs import UserRef
from bot.screens import board as boards
from bot.screens import lobby as lobbies
from bot.screens.board import board
from bot.screens.hand import hand
from bot.screens.more import MORE, Place, here, more
from bot.table import tokens
from bot.table.commands import (
    AddBot,
    Autopilot,
    CastVote,
    Join,
    Leave,
    Next,
    Pause,
    RemoveBot,
    Repost,
    Resume,
    Start,
    Stop,
)
from bot.table.state import Phase
from engine.errors import RuleError
from engine.registry import games
from engine.rng import SEED_BYTES
from tests.kit.tables import NOW, ROOM, SCREENS, begun, lobby, to_phase, user

GAMES = games()
STRANGER = UserRef("telegram", "9999999999")
OVER = (Phase.FINISHED, Phase.CLOSED)


def stages(game):
    """A table at every stage that a match has, each with the time then."""
    few = game.info.seats[0]
    table = lobby(game, persons=1)
    if few > 1:
        yield "lobby", table, NOW
    yield "ready", lobby(game), NOW
    full = lobby(game, persons=min(game.info.seats[-1], 8))
    yield "full", full, NOW
    bots = lobby(game, persons=1)
    while bots.state.here < few:
        bots.handle(AddBot(user(0), ("石", "竹", "松", "梅")), NOW)
    yield "computers", bots, NOW
    yield "playing", begun(game), NOW
    voting = begun(game)
    voting.handle(Stop(user(0)), NOW)
    yield "voting", voting, NOW
    paused = begun(game)
    for seat in paused.present():
        if paused.state.suspended_at is None:
            paused.handle(Pause(paused.state.players[seat].user), NOW)
    yield "paused", paused, NOW + timedelta(hours=3)
    away = begun(game)
    away.handle(Autopilot(user(0), on=True), NOW)
    if few > 1:
        away.handle(Leave(user(1)), NOW)
    yield "away", away, NOW
    stopped = begun(game)
    for seat in stopped.present():
        if not stopped.state.over:
            stopped.handle(Stop(stopped.state.players[seat].user), NOW)
    yield "stopped", stopped, NOW
    between = begun(game)
    then = to_phase(between, Phase.BETWEEN)
    yield "between", between, then
    last = begun(game, quan=1)
    yield "finished", last, to_phase(last, Phase.FINISHED)


def over(table):
    return table.state.phase in OVER


def readers(table):
    return [s.user for s in table.state.players if s.person] + [STRANGER]


def shown(table, reader):
    """The board, one's own screen, and what stands behind 更多."""
    found = [board(SCREENS, table)]
    seat = table.seat_of(reader)
    if seat is not None:
        found.append(hand(SCREENS, table, seat))
    found.append(here(SCREENS, Place()) if over(table) else more(SCREENS, table, reader, Place()))
    return found


def offered(screens):
    """What can be pressed: items of a table's controls, and menus with their arguments."""
    found = set()
    for screen in screens:
        for row in screen.message.rows:
            for button in row:
                token = tokens.read(button.token)
                if isinstance(token, tokens.Token):
                    found.add(token.item.removeprefix(MORE))
                elif token is not None:
                    found.add(f"{token.command}:{token.argument}".rstrip(":"))
    return found


def expected(stage, table, reader):
    """What a reader can do next that matters, by hand."""
    state, info = table.state, table.game.info
    if over(table):
        return {f"again:{state.id}", "newgame:menu", "more", "tournament:new", "coinroom:join"}
    seat, full = table.seat_of(reader), state.here >= info.seats[-1]
    if state.phase is Phase.LOBBY:
        wanted = {"rules", "set", "leave", "more"}
        wanted |= {"join"} if seat is None and not full else set()
        wanted |= {"start"} if state.here in info.seats else set()
        wanted |= {"bot", "bot-easy", "bot-hard"} if not full and seat is not None else set()
        wanted |= {"unbot"} if stage == "computers" and info.seats[0] > 1 else set()
        wanted |= {"queue"} if full and seat is None else set()
        return wanted | ({"stop"} if reader == state.host else set())
    wanted = {"scores", "rules", "record", "why", "more"}
    if seat is None:
        deserted = state.suspended_at is not None and not table.present()
        return wanted | (set() if deserted else {"queue"})
    player = state.players[seat]
    wanted |= {"hand"}
    wanted |= {"resume"} if state.suspended_at is not None else set()
    if player.left:
        return wanted | {"return"}
    wanted |= {"autopass", "leave"}
    wanted |= {"back"} if player.autopilot else {"auto"}
    if state.vote is not None:
        return wanted | {"yes", "no"}
    if not player.autopilot and state.suspended_at is None:
        wanted |= {"pause"}
    return wanted | {"stop"}


COMMANDS = {
    "join": lambda u: Join(u, "新人"),
    "queue": lambda u: Join(u, "新人"),
    "return": lambda u: Join(u, "旧人"),
    "leave": Leave,
    "unqueue": Leave,
    "bot": lambda u: AddBot(u, ("兰", "菊")),
    "bot-easy": lambda u: AddBot(u, ("兰", "菊"), "easy"),
    "bot-hard": lambda u: AddBot(u, ("兰", "菊"), "hard"),
    "unbot": RemoveBot,
    "start": lambda u: Start(u, "abcdef0199", (3).to_bytes(SEED_BYTES, "big")),
    "next": Next,
    "resume": Resume,
    "pause": Pause,
    "stop": Stop,
    "auto": lambda u: Autopilot(u, on=True),
    "back": lambda u: Autopilot(u, on=False),
    "yes": lambda u: CastVote(u, yes=True),
    "no": lambda u: CastVote(u, yes=False),
    "table": lambda u: Repost(),
}


def refused(table, reader, item, now):
    """Why a press on a control would be refused; empty where it would not."""
    before = table.snapshot()
    try:
        table.handle(COMMANDS[item](reader), now)
    except RuleError as error:
        return error.msg.key
    else:
        return ""
    finally:
        table.restore(before)


def in_vain(table, now):
    """Buttons of the board that nobody could press, and of one's own that its reader could not."""
    people = readers(table)
    public = offered([board(SCREENS, table)]) & set(COMMANDS)
    found = [
        ("board", item)
        for item in public
        if all(refused(table, reader, item, now) for reader in people)
    ]
    own = ((who, item) for who in people for item in offered(shown(table, who)[1:]))
    return found + [
        (who.id, item, why)
        for who, item in own
        if item in COMMANDS and (why := refused(table, who, item, now))
    ]


def golden(screen):
    return sum(b.style is Style.PRIMARY for row in screen.message.rows for b in row) + any(
        picker.token and picker.style is Style.PRIMARY for picker in screen.message.pickers
    )


def standing_out(screen, reader):
    """What stands out for a reader whom a page knows: the items of those buttons."""
    found = []
    for button in (button for row in screen.message.rows for button in row):
        wanted = button.wanted
        for_all = button.style is Style.PRIMARY
        if for_all if wanted is None else (reader in wanted.users) != wanted.others:
            found.append(tokens.read(button.token).item)
    return found


@pytest.mark.parametrize("ident", GAMES)
def test_every_screen_offers_what_its_reader_can_do_next(ident):
    for stage, table, _ in stages(GAMES[ident]):
        for reader in readers(table):
            missing = expected(stage, table, reader) - offered(shown(table, reader))
            assert not missing, f"{stage}: {reader} is not offered {missing}"


@pytest.mark.parametrize("ident", GAMES)
def test_no_button_only_refuses(ident):
    for stage, table, now in stages(GAMES[ident]):
        assert in_vain(table, now) == [], stage


@pytest.mark.parametrize("ident", GAMES)
def test_no_screen_has_a_time_that_is_over_or_two_golden_buttons(ident):
    for stage, table, now in stages(GAMES[ident]):
        for reader in readers(table):
            for screen in shown(table, reader):
                assert screen.message.until is None or screen.message.until > now, stage
                assert golden(screen) <= 1, (stage, screen.message.rows)
                if over(table) or table.state.suspended_at is not None:
                    assert screen.message.until is None and "之前" not in screen.message.text


@pytest.mark.parametrize("ident", GAMES)
def test_what_stands_out_in_a_lobby_is_what_its_reader_does_next(ident):
    """Who is here already is not told to join; the host fills up or starts; others wait."""
    seats = GAMES[ident].info.seats
    for stage, table, now in stages(GAMES[ident]):
        if table.state.phase is not Phase.LOBBY:
            continue
        for reader in readers(table):
            found = standing_out(board(SCREENS, table), reader)
            wanted = []
            if reader == table.state.host:
                wanted = ["start" if table.state.here in seats else "bot"]
            elif table.seat_of(reader) is None and table.state.here < seats[-1]:
                wanted = ["join"]
            assert found == wanted, (stage, reader)
            assert not any(refused(table, reader, item, now) for item in found), stage


def test_the_law_catches_what_stands_out_for_everybody(monkeypatch):
    """As it was: 加入 was gold for whoever had joined."""
    monkeypatch.setattr(lobbies, "_wanted", lambda table, *, ready: {})
    table = lobby(GAMES["dazha"], persons=1)
    assert standing_out(board(SCREENS, table), user(0)) == ["join"]


@pytest.mark.parametrize("ident", GAMES)
def test_every_button_can_be_read_again(ident):
    for _, table, _ in stages(GAMES[ident]):
        for reader in readers(table):
            for screen in shown(table, reader):
                for row in screen.message.rows:
                    assert all(tokens.read(b.token) or b.url or not b.token for b in row)


def numbers_twice(screen):
    """Numbers that have a button though all stand in a list to be picked from."""
    listed = {
        tokens.number_item(option.value)
        for picker in screen.message.pickers
        if picker.token.endswith(tokens.NUMBERS)
        for group in picker.groups
        for option in group.options
    }
    return listed & offered([screen])


def test_beside_a_board_a_number_is_offered_in_one_way():
    """In a chat, and below the whole table, the usual ones have a button: the list is far there."""
    told = set()
    for ident in GAMES:
        table = begun(GAMES[ident], place=ROOM)
        for seat, _ in enumerate(table.state.players):
            assert not numbers_twice(hand(SCREENS, table, seat, panes=True)), ident
            if numbers_twice(hand(SCREENS, table, seat)):
                told.add(ident)
    assert "zhajinhua" in told


def test_the_law_catches_a_stopped_board_without_a_button(monkeypatch):
    """As it was."""
    monkeypatch.setattr(boards, "next_row", lambda reader, table: ())
    table = next(t for stage, t, _ in stages(GAMES["dazha"]) if stage == "stopped")
    own = offered([board(SCREENS, table)])
    assert expected("stopped", table, STRANGER) - own


def test_the_law_catches_a_start_that_only_refuses(monkeypatch):
    """As it was: 开始 stood on the board of a lobby with one person."""
    rows = lobbies._lobby_rows

    def with_start(reader, table):
        first, second = rows(reader, table)
        return first, (*second, lobbies.control(table, "start", "开始"))

    monkeypatch.setattr(lobbies, "_lobby_rows", with_start)
    assert in_vain(lobby(GAMES["dazha"], persons=1), NOW) == [("board", "start")]


def test_a_tournaments_table_offers_neither_a_break_nor_an_end():
    table = begun(GAMES["dazha"])
    table.change(tournament="abcdef9999")
    pane = offered([more(SCREENS, table, user(0), Place())])
    assert not pane & {"pause", "stop", "queue"} and {"auto", "leave"} <= pane
    assert "queue" not in offered([more(SCREENS, table, STRANGER, Place())])
    assert in_vain(table, NOW) == []


def test_who_queues_is_offered_to_leave_the_queue():
    table = lobby(GAMES["dazha"])
    table.handle(Join(STRANGER, "新人"), NOW)
    pane = offered([more(SCREENS, table, STRANGER, Place())])
    assert "unqueue" in pane and "queue" not in pane and "join" not in pane
    assert in_vain(table, NOW) == []


def test_a_lobby_that_is_ready_says_who_begins():
    for persons, said in ((1, "甲 按“开始”就打"), (4, "等桌主 甲 按“开始”")):
        table = lobby(GAMES["dazha"], persons=persons, place=ROOM)
        while table.state.here < 4:
            table.handle(AddBot(user(0), ("石", "竹", "松")), NOW)
        assert said in board(SCREENS, table).message.text
