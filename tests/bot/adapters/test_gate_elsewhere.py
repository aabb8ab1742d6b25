"""Who is there, on Discord and on the page; and that a press changes no other's board."""

import discord
import pytest

from bot.ports.messages import Button, Outgoing
from bot.ports.refs import ChatRef, UserRef
from tests.kit.discord import wired
from tests.kit.open_house import open_house
from tests.kit.web import WebTable, web_table

# Discord: a member is who sees the channel.


async def test_a_member_is_who_sees_the_channel_not_only_the_server():
    async with wired() as w:
        guild = w.channel.guild
        bob = guild.add_member(w.env.create_user("bob"))
        hidden = guild.create_text_channel(
            "密室",
            overwrites={
                guild.default_role: discord.PermissionOverwrite(view_channel=False),
                bob: discord.PermissionOverwrite(view_channel=True),
                guild.me: discord.PermissionOverwrite(view_channel=True),
            },
        )
        stranger = w.env.create_user("eve")

        async def sees(person, channel):
            chat = ChatRef("discord", str(channel.id))
            return await w.port.member(chat, UserRef("discord", str(person.id)))

        assert await sees(w.ann, w.channel) is True
        assert await sees(stranger, w.channel) is False
        assert await sees(bob, hidden) is True
        assert await sees(w.ann, hidden) is False


async def test_of_a_private_thread_only_who_is_in_it_or_manages_threads():
    async with wired() as w:
        guild, me = w.channel.guild, w.user
        place = await w.port.open_place(w.chat, "桌", [])
        bob = guild.add_member(w.env.create_user("bob"))
        assert await w.port.member(place, me) is True, "it is public"
        found = w.env.bot.get_channel(int(w.chat.id))
        private = await found.create_thread(
            name="私", type=discord.ChannelType.private_thread, invitable=False
        )
        await private.add_user(discord.Object(bob.id))
        await w.env.settle()
        thread = ChatRef("discord", w.chat.id, str(private.id))
        assert await w.port.member(thread, UserRef("discord", str(bob.id))) is True
        assert await w.port.member(thread, me) is False


async def test_of_a_channel_that_is_not_known_nobody_can_say():
    async with wired() as w:
        chat = ChatRef("discord", "1234567890123456789")
        assert await w.port.member(chat, w.user) is None


async def test_a_message_is_only_named_by_a_button_that_stands_on_it():
    async with wired() as w:
        mine = await w.port.post(
            w.chat, Outgoing("一", rows=((Button("g1:table1:0:join", "加入"),),))
        )
        await w.ann.click(w.channel.last_message, custom_id="b:g1:table1:0:join")
        assert w.service.heard[-1].message == mine


async def test_people_are_named_by_mention_and_by_reply():
    async with wired() as w:
        bob = w.channel.guild.add_member(w.env.create_user("bob", global_name="鲍勃"))
        await w.ann.slash(w.channel, "block", person=f"<@{bob.id}>")
        assert w.service.heard[-1].about == UserRef("discord", str(bob.id))
        await w.ann.slash(w.channel, "block", person="3")
        assert w.service.heard[-1].about is None


# The page: the link is membership for looking and sitting.


async def test_on_the_page_whoever_came_by_the_link_is_there():
    async with web_table() as table:
        tab = await table.tab()
        assert await table.platform.member(table.chat, tab.user) is True
        other = ChatRef("web", table.platform.signer.new_room())
        assert await table.platform.member(other, tab.user) is False


@pytest.fixture
async def rooms(tmp_path):
    """Two rooms with a table each: somebody sits in both, a spectator only looks at one."""
    import aiohttp

    async with open_house(tmp_path / "t.db") as (service, web), aiohttp.ClientSession() as http:
        found = WebTable(web, None, http)
        yield service, found
        for socket in found.sockets:
            await socket.close()


async def newgame(service, tab, n=1):
    """The table that somebody opens in the room of their tab, and its board as all see it."""
    await tab.send(n=n, say="/newgame 比大小")
    while (shown := await tab.put())["id"][0] != "g" or not shown["rows"]:
        pass
    tables = {r.table.state.host: r.table for r in service.running.tables.running.values()}
    return tables[tab.user], shown


async def test_a_spectators_frame_takes_no_buttons_off_the_rooms_board(rooms):
    service, web = rooms
    host = await web.tab("小明")
    _, board = await newgame(service, host)
    away = web.platform.signer.new_room()
    other, _ = await newgame(service, await web.tab("小红", room=away, session="tab-0002"))
    spectator = await web.tab("路人", session="tab-0003")
    items = ("join", "why", "rules", "scores", "look", "set", "start", "bot", "leave", "hand")
    tokens = [f"g1:{other.state.id}:0:{item}" for item in items]
    tokens += ["m1:newgame:nothing", "m1:again:x", "m1:tournament:join.x"]
    for n, token in enumerate(tokens, 1):
        await spectator.ask(n, press=token, message=board["id"])
    kept = web.platform.messages.channel(("room", web.room)).messages[board["id"]]
    assert kept.message.rows and not kept.retired
    assert [s.name for s in other.state.players] == ["小红"]


async def test_who_has_not_the_rooms_link_reads_and_does_nothing_there(rooms):
    service, web = rooms
    away = web.platform.signer.new_room()
    other, _ = await newgame(service, await web.tab("小红", room=away, session="tab-0002"))
    outsider = await web.tab("路人", session="tab-0003")
    for n, item in enumerate(("join", "why", "scores", "set", "rules"), 1):
        answer = await outsider.ask(n, press=f"g1:{other.state.id}:0:{item}")
        assert "群里的人才能用" in str(answer), item
    assert len(other.state.players) == 1
