"""A table through a window: what the gate lets its looker see, as the table is at that moment."""

from dataclasses import replace

import pytest

from bot.ports.notices import MemberLeft
from bot.ports.refs import ChatRef, UserRef
from bot.ports.windows import Window
from bot.table import tokens
from engine.cards import codes
from tests.kit.actors import NAMES, begin, waited_for
from tests.kit.ids import ROOM_ID

STRANGER = "joe23456"


@pytest.fixture
async def table(house):
    await begin(house, "doudizhu", persons=3)
    house.changed = []
    house.service.windows.listen(house.changed.append)
    return house.table


def at(table, who, **more):
    return Window(UserRef("memory", who), table.state.id, **more)


async def look(house, window):
    return await house.service.windows.look(window)


def cards(message):
    """The cards of a hand that is shown."""
    options = (o for p in message.pickers for group in p.groups for o in group.options)
    return sorted(option.face for option in options)


async def test_each_sees_the_board_and_their_own_hand_alone(house, table):
    for seat, sitter in enumerate(table.state.players):
        seen = await look(house, at(table, sitter.user.id))

        assert cards(seen.hand) == sorted(codes(table.seen(seat).hand))
        assert seen.board.scene["table"] == table.state.id
        assert seen.chat == "测试群"


async def test_whoever_only_looks_on_sees_the_board_and_no_hand(house, table):
    seen = await look(house, at(table, "ann29999"))

    assert seen.board is not None
    assert seen.hand is None


@pytest.mark.parametrize("unsure", [False, True])
async def test_a_stranger_sees_nothing_not_even_what_the_chat_is_called(house, table, unsure):
    house.platform.outside.add(STRANGER)
    house.platform.unsure = unsure

    seen = await look(house, at(table, STRANGER))

    assert (seen.board, seen.hand, seen.chat, seen.tables) == (None, None, "", ())
    assert seen.why
    assert seen.window.place is None


async def test_who_has_left_the_chat_sees_and_does_nothing_more(house, table):
    ((_, who),) = waited_for(table)
    window = (await look(house, at(table, who))).window
    house.platform.outside.add(who)
    await house.service.notice(MemberLeft(UserRef("memory", who), house.people.chat))
    await house.settle()

    seen = await look(house, window)
    press = tokens.button(table.state.id, table.state.questions[0].number, "c0")
    reply = await house.press(who, press, chat=None, window=True)

    assert (seen.board, seen.hand) == (None, None)
    assert "群" in seen.why
    assert reply is not None


async def test_who_was_blocked_sees_their_hand_no_more_and_does_nothing(house, table):
    ((_, who),) = waited_for(table)
    window = (await look(house, at(table, who))).window
    user = window.user
    await house.service.bars.bar(house.people.chat.key, house.people.chat, user)
    before = table.state.step

    seen = await look(house, window)
    number = table.state.questions[0].number
    reply = await house.press(
        who, tokens.button(table.state.id, number, "c0"), chat=None, window=True
    )

    assert seen.hand is None
    assert "不让你" in reply.message.text
    assert house.table.state.step == before


async def test_asking_for_the_hand_where_it_is_seen_sends_nothing(house, table):
    who = table.state.players[0].user.id
    sent = len(house.platform.order)
    press = tokens.button(table.state.id, 0, "hand")

    assert await house.press(who, press, chat=None, window=True) is None
    assert len(house.platform.order) == sent


async def test_a_press_through_a_window_is_no_proof_of_being_in_the_chat(house, table):
    """Where it was pressed says nothing: whoever is outside is let in by no number of presses."""
    house.platform.outside.add(STRANGER)
    for item in ("join", "hand", "look", "c0"):
        await house.press(STRANGER, tokens.button(table.state.id, 0, item), chat=None, window=True)

    assert (await look(house, at(table, STRANGER))).board is None
    assert table.seat_of(UserRef("memory", STRANGER)) is None


async def test_what_changes_at_a_table_is_told_and_seen_at_the_next_look(house, table):
    ((_, who),) = waited_for(table)
    window = at(table, who)
    before = await look(house, window)
    press = next(b.token for row in before.hand.rows for b in row if b.token)
    house.changed.clear()

    await house.press(who, press, chat=None, window=True)

    assert set(house.changed) == {table.state.id}
    assert await look(house, window) != before


async def test_without_a_table_named_it_is_ones_own_or_the_way_to_one(house, table):
    mine = table.state.players[0].user
    own = await look(house, Window(mine))
    none = await look(house, Window(UserRef("memory", "ann29999")))

    assert own.window.table == table.state.id
    assert (none.board, none.hand) == (None, None)
    assert none.why != (await look(house, at(table, STRANGER))).why


async def test_the_next_table_at_the_same_place_is_seen_there(house):
    await house.say(NAMES[0], "/newgame 斗地主")
    first = house.table.state.id
    window = (await look(house, at(house.table, NAMES[0]))).window
    await house.say(NAMES[0], "/leave")
    over = await look(house, window)
    await house.say(NAMES[1], "/newgame 锄大地")

    seen = await look(house, over.window)

    assert window.place.id == ROOM_ID
    assert (over.board, over.hand) == (None, None)
    assert seen.window.table not in ("", first)
    assert seen.board is not None
    assert seen.hand is None


async def test_who_has_it_before_their_eyes_is_not_called_to_their_turn(house, table):
    ((_, who),) = waited_for(table)
    window, watched = at(table, who), house.context.watched
    user = window.user
    assert not watched.by(user, table.state.id)
    house.service.windows.watching(window, "page one")
    house.service.windows.watching(window, "page two")
    house.service.windows.away(window, "page two")
    assert watched.by(user, table.state.id)
    assert not watched.by(user, "another")

    house.clock.lapse(10.5)

    assert not watched.by(user, table.state.id)
    house.service.windows.watching(window, "page one")
    house.service.windows.away(window, "page one")
    assert not watched.by(user, table.state.id)


async def test_where_the_page_is_open_without_a_table_those_nearby_are_offered_that_one_may_see(
    house, table
):
    here, there = ChatRef("memory", "another-room"), table.state.place
    onlooker, near = UserRef("memory", "ann29999"), frozenset({"memory:another-room", there.key})
    window = Window(onlooker, place=here, home=here, near=near)
    offered = await look(house, window)
    apart = await look(house, replace(window, near=frozenset({"memory:another-room"})))
    house.platform.outside.add(STRANGER)
    hidden = await look(house, replace(window, user=UserRef("memory", STRANGER)))
    own = await look(house, replace(window, user=table.state.players[0].user))

    assert [ident for ident, _ in offered.tables] == [table.state.id]
    assert offered.opens
    assert (apart.tables, hidden.tables) == ((), ())
    assert apart.why == hidden.why != offered.why
    assert own.window.table == table.state.id
    assert "测试群" not in apart.why + hidden.why


async def test_a_line_from_a_page_says_nothing_of_who_is_in_the_chat_that_it_names(house, table):
    house.platform.outside.add(STRANGER)
    before = len(house.service.running.tables.running)
    for line in ("/newgame 斗地主", "/join", "/hand"):
        await house.say(STRANGER, line, window=True)

    assert len(house.service.running.tables.running) == before
    assert table.seat_of(UserRef("memory", STRANGER)) is None
    assert (await look(house, at(table, STRANGER))).board is None
