"""A token is a claim: nothing that is pressed or said gets past the gate by naming something."""

import pytest

from bot.access import rights
from bot.access.rights import RIGHTS
from bot.ports.refs import ChatRef
from bot.table import tokens
from tests.kit.actors import chance, said, to_the_end
from tests.kit.gate import ROOM, town
from tests.kit.house import service
from tests.kit.ids import ROOM_ID
from tests.kit.platform import buttons

EAST, WEST = (ChatRef("memory", f"-1009876543210{n}") for n in (1, 2))


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db", check=False) as made:
        made.people.chat = ROOM
        yield made


# Every control of every screen.


def rowless(made):
    """The tokens among some that no row of the table of rights is for."""
    found = []
    for text in made:
        token = tokens.read(text)
        if isinstance(token, tokens.Token):
            act = rights.control(token.item)
        elif token.command == "motion":
            act = "proposal-season"
        else:
            act = rights.menu(token.command, token.argument)
        if act not in RIGHTS:
            found.append(text)
    return found


@pytest.fixture
def made(monkeypatch):
    """Every token that is made while a test runs."""
    found = set()
    for name in ("button", "menu"):
        real = getattr(tokens, name)

        def noted(*parts, real=real):
            found.add(real(*parts))
            return real(*parts)

        monkeypatch.setattr(tokens, name, noted)
    return found


READ = (
    *("/settings", "/why", "/scores", "/me", "/settle", "/season", "/export", "/record", "/rules"),
    *("/prefs", "/chat", "/mydata", "/forgetme", "/help", "/hand", "/purse", "/newgame 什么"),
)


async def test_every_control_of_every_screen_has_a_row(house, made):
    house.people.chat = ChatRef("memory", ROOM_ID)

    async def read():
        for line in READ:
            await house.forward(1)
            await house.say("甲", line, admin=True)

    await house.say("甲", "/newgame 蹲麻子")
    await read()
    await house.say("乙", "/join")
    await house.say("甲", "/kick 乙")
    await house.say("甲", "/unblock all")
    await house.say("乙", "/join")
    await house.say("甲", "/start")
    await read()
    await house.say("甲", "/pause")
    await house.say("乙", "/yes")
    await read()
    await house.say("甲", "/resume")
    await house.say("甲", "/stop")
    await house.say("乙", "/no")
    await house.say("乙", "/autopilot")
    await to_the_end(house, chance(1))
    await read()
    await house.say("乙", "/correct 1 1 -1")
    await house.say("乙", "/season new")
    await house.say("乙", "/coinroom")
    await house.say("丙", "/tournament 比大小")
    await house.say("丙", "/tournament join")
    for chat in (EAST, WEST):
        await house.say("丁", "/newgame 比大小", chat=chat)
    await house.say("丁", "/start", chat=None)
    await house.settle()
    assert len(made) > 100
    assert rowless(made) == []
    kinds = {t.item if isinstance(t, tokens.Token) else t.command for t in map(tokens.read, made)}
    wanted = {"join", "set", "hand", "why", "resume", "back", "yes", "said", "opt-quan", "again",
              "motion", "coinroom", "tournament", "forgetme", "chat", "season"}  # fmt: skip
    assert wanted <= kinds, "the walk has seen them all"


def test_a_control_without_a_row_is_found():
    assert rowless(["g1:table1:0:open-sesame", "g1:table1:0:join", "m1:sesame"]) == [
        "g1:table1:0:open-sesame", "m1:sesame",
    ]  # fmt: skip


# Words that wait for a choice.


async def test_words_that_wait_are_not_carried_to_a_table_of_another_chat(house):
    """/start g1_<table>_0_said in private: the choice names a table as any button does."""
    for chat in (EAST, WEST):
        await house.say("甲", "/newgame 比大小", chat=chat)
    await house.say("乙", "/newgame 比大小", chat=ROOM)
    house.platform.outside.add("甲")
    other = house.tables.at(ROOM)
    for line in ("/join", "/why", "/settings quan 8", "/addbot", "/stop"):
        await house.say("甲", line, chat=None)
        before = other.table.state
        answer = said(await house.press("甲", f"g1:{other.table.state.id}:0:said", chat=None))
        assert "群里的人才能用" in answer, line
        assert other.table.state == before


# What everybody sees.


async def test_a_press_that_names_anothers_board_changes_nothing_for_others(house):
    """The button of one table, with the board of another as its message; menus as well."""
    await house.say("甲", "/newgame 比大小", chat=EAST)
    await house.say("乙", "/newgame 比大小", chat=WEST)
    await house.say("丙", "/tournament 比大小", chat=WEST)
    await house.say("丁", "/coinroom", chat=WEST)
    mine = house.tables.at(EAST).table
    targets = [one.ref for one in house.platform.in_chat(WEST.id)]
    assert len(targets) == 3
    before = [(one.ref, one.message, one.retired) for one in house.platform.in_chat(WEST.id)]
    items = ("why", "look", "rules", "scores", "set", "join", "leave", "start")
    menus = ("m1:newgame:_specimen", "m1:again:x", "m1:newgame:nothing")
    for target in targets:
        for token in [f"g1:{mine.state.id}:0:{item}" for item in items] + list(menus):
            await house.press("戊", token, chat=EAST, message=target)
    after = [(one.ref, one.message, one.retired) for one in house.platform.in_chat(WEST.id)]
    assert after == before


async def test_a_menu_goes_and_a_board_does_not(house):
    menu = await house.platform.post(EAST, (await house.say("甲", "/newgame ?", chat=EAST)).message)
    token = next(iter(buttons(house.platform.sent[menu].message).values()))
    await house.press("甲", token, chat=EAST, message=menu)
    assert menu not in house.platform.sent
    assert house.tables.at(EAST) is not None


async def test_an_old_board_of_ones_own_table_still_loses_its_buttons(house):
    await house.say("甲", "/newgame 比大小")
    old = house.tables.at(ROOM).outbox.board_ref
    await house.say("甲", "/table")
    await house.press("乙", f"g1:{house.table.state.id}:0:join", message=old)
    assert house.platform.sent[old].retired
    assert not house.platform.sent[house.tables.at(ROOM).outbox.board_ref].retired


async def test_what_somebody_who_left_might_play_is_not_completed(tmp_path):
    async with town(tmp_path / "t.db") as made:
        gone = made.incoming("gone", text="")
        assert await made.house.service.suggest(gone, "play") == ()
        assert await made.house.service.suggest(made.incoming("host", text=""), "play")
