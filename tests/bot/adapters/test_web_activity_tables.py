"""The table as people see it inside Discord: whose hand, and what is done where there is none."""

from contextlib import asynccontextmanager

import pytest

from bot.adapters.web.framed import view as views
from bot.ports.refs import ChatRef, UserRef
from bot.table import tokens
from tests.kit.activity import activity_house
from tests.kit.discord import buttons
from tests.kit.framed import FramedPage
from tests.kit.world import until


@asynccontextmanager
async def at_play(tmp_path):
    """Three of four people play, and are in the Activity as is the fourth."""
    async with activity_house(tmp_path / "d.db") as inside:
        club = inside.club
        await club.slash(0, "newgame", game="doudizhu")
        for who in (1, 2):
            await club.click(who, club.board(), "加入")
        await club.click(0, club.board(), "开始")
        for person in club.people:
            inside.enter(person)
        yield inside


async def opened(inside, person, **more):
    """A person's page."""
    found = await inside.session(person.id, **more)
    return FramedPage(*await inside.socket(found["token"]))


def faces(page):
    """The cards to pick from on a page."""
    groups = [group for p in page.hand["pickers"] for group in p["groups"]]
    return sorted(option["face"] for group in groups for option in group["options"])


async def test_each_sees_their_own_hand_and_who_only_looks_on_the_board(tmp_path):
    async with at_play(tmp_path) as playing:
        table = playing.house.table
        for who in range(4):
            page = await opened(playing, playing.club.people[who])
            seat = playing.club.seat_of(who)
            if seat is None:
                assert page.hand is None
            else:
                assert faces(page) == sorted(card.code for card in table.seen(seat).hand)
            assert f"g{table.state.id}" in page.shown
            await page.close()


async def test_one_seat_by_page_and_by_buttons(tmp_path):
    async with at_play(tmp_path) as playing:
        club, table = playing.club, playing.house.table
        who, _ = club.asked()[0]
        page = await opened(playing, club.people[who])
        before = table.state.step
        token = next(b["token"] for row in page.hand["rows"] for b in row if b["token"])
        assert set(await page.press(token)) == {"ack"}
        await club.settle()
        assert playing.house.table.state.step == before + 1

        other, _ = club.asked()[0]
        watching = await opened(playing, club.people[other])
        question = playing.house.table.state.questions[0].number
        press = f"b:{tokens.button(table.state.id, question, 'c0')}"
        await club.press(other, club.private(other), press)
        assert playing.house.table.state.step == before + 2
        await playing.house.settle()
        await page.close()
        await watching.close()


@pytest.mark.parametrize("looks", [False, True])
async def test_who_has_it_before_their_eyes_is_not_called_but_their_hand_is_kept_up(
    tmp_path, looks
):
    async with at_play(tmp_path) as playing:
        club, house = playing.club, playing.house
        first, _ = club.asked()[0]
        pages = {who: await opened(playing, club.people[who]) for who in range(3) if who != first}
        for who, page in pages.items() if looks else ():
            user = UserRef("discord", str(club.people[who].id))
            await page.socket.send_str('{"here":1}')
            await until(lambda user=user: house.context.watched.by(user, house.table.state.id))
        before = {who: club.private(who).id for who in pages}
        await club.click(first, club.private(first), "不叫")
        second, _ = club.asked()[0]

        assert (club.private(second).id == before[second]) == looks
        assert "不叫" in buttons(club.private(second))
        for page in pages.values():
            await page.close()


async def test_who_was_blocked_while_it_is_open_sees_and_does_nothing_more(tmp_path):
    async with at_play(tmp_path) as playing:
        club, table = playing.club, playing.house.table
        who, _ = club.asked()[0]
        person = club.people[who]
        page = await opened(playing, person)
        token = next(b["token"] for row in page.hand["rows"] for b in row if b["token"])
        home = table.state.home or table.state.place
        await playing.house.service.bars.bar(home.key, home, UserRef("discord", str(person.id)))
        before = table.state.step

        answer = await page.press(token)
        await page.press(views.AGAIN)
        again = await playing.session(person.id)
        _, state = await playing.socket(again["token"])

        assert "note" in answer or "toast" in answer
        assert playing.house.table.state.step == before
        assert state["messages"]["person"] == []
        await page.close()


async def test_who_was_removed_while_it_is_open_does_nothing_more(tmp_path, monkeypatch):
    """Nobody tells: without its permission Discord says of no member that they are gone."""
    async with at_play(tmp_path) as playing:
        club, table = playing.club, playing.house.table
        who, seat = club.asked()[0]
        page = await opened(playing, club.people[who])
        token = next(b["token"] for row in page.hand["rows"] for b in row if b["token"])
        club.env.backend.remove_member(club.guild.id, club.people[who].id)
        monkeypatch.setattr(views, "LOOK_AGAIN", 0)
        answer = await page.press(token)
        await club.settle()
        again = await playing.session(club.people[who].id, key="key-of-another-page")
        _, state = await playing.socket(again["token"])

        assert set(answer) != {"ack"}
        assert table.state.players[seat].left
        assert state["messages"]["person"] == []
        assert all(m["scene"] is None for m in state["messages"]["room"])
        await page.close()


async def test_a_channel_without_a_table_shows_those_that_one_may_see_or_opens_one(tmp_path):
    async with at_play(tmp_path) as playing:
        club, table = playing.club, playing.house.table
        quiet = club.guild.create_text_channel("闲聊")
        playing.channel(quiet, "闲聊")
        await club.settle()
        onlooker = club.people[3]
        instance = "i-4-gc-4-4"
        playing.enter(onlooker, instance, quiet)
        page = await opened(playing, onlooker, instance=instance)
        (why,) = page.shown.values()
        offered = [b["token"] for row in why["rows"] for b in row]

        assert offered == [f"{views.CHOSEN}{table.state.id}", views.OPEN]
        menu = (await page.press(views.OPEN))["note"]
        game = next(b["token"] for row in menu["rows"] for b in row if "dunmazi" in b["token"])
        await page.press(game)
        await club.settle()
        new = [r.table for r in playing.house.service.running.tables.running.values()]
        assert {t.state.place.id for t in new} == {str(club.channel.id), str(quiet.id)}
        opened_there = next(t for t in new if t.state.place.id == str(quiet.id))
        assert opened_there.state.host == UserRef("discord", str(onlooker.id))
        assert opened_there.state.chat_title == "牌友会 · #闲聊"
        await page.close()


async def test_a_stranger_opens_nothing_where_they_are_not(tmp_path):
    """The place of the page is Discord's word, and says nothing of what its person may do there."""
    async with at_play(tmp_path) as playing:
        club = playing.club
        stranger = club.env.create_user("joe", global_name="路人")
        playing.known(stranger.id, "路人")
        quiet = club.guild.create_text_channel("闲聊")
        playing.channel(quiet, "闲聊")
        playing.enter(stranger, "i-4-gc-4-4", quiet)
        page = await opened(playing, stranger, instance="i-4-gc-4-4")
        before = len(playing.house.service.running.tables.running)
        (why,) = page.shown.values()

        assert [b["token"] for row in why["rows"] for b in row] == [views.OPEN]
        await page.press(views.OPEN)
        await page.press("newgame.dunmazi")
        await club.settle()
        assert len(playing.house.service.running.tables.running) == before
        assert page.hand is None
        await page.close()


async def test_in_a_thread_it_is_the_threads_table_and_in_private_ones_own(tmp_path):
    async with at_play(tmp_path) as playing:
        club, table, authority = playing.club, playing.house.table, playing.authority
        thread, parent = "1290000000000000001", str(club.channel.id)
        authority.channels[thread] = {
            "id": thread, "type": 11, "name": "第二桌", "parent_id": parent,
            "guild_id": str(club.guild.id),
        }  # fmt: skip
        person = club.people[0]
        authority.enter(person.id, thread, club.guild.id, "i-1-gc-1-1")
        authority.enter(person.id, "1290000000000000002", "", "i-2-pc-2")
        authority.enter(person.id, "1290000000000000003", "1290000000000000004", "i-3-gc-3-3")
        found = {}
        for instance in ("i-1-gc-1-1", "i-2-pc-2", "i-3-gc-3-3"):
            page = await opened(playing, person, instance=instance)
            (view,) = (tab.view for tab in playing.web._server.frames.tabs)
            found[instance] = (view.window.home, page.hand is not None, view.window.title)
            await page.close()
            await until(lambda: not playing.web._server.frames.tabs)

        # One's own table is of the same server: it is shown where there is no other.
        assert found["i-1-gc-1-1"] == (
            ChatRef("discord", parent, thread), True, "牌友会 · #第二桌",
        )  # fmt: skip
        assert found["i-2-pc-2"] == (None, True, "")
        assert found["i-3-gc-3-3"] == (None, True, "")
        assert table.seat_of(UserRef("discord", str(person.id))) is not None
