"""What comes from Discord, and how it is answered: once, in time, for the right eyes."""

import discord
import pytest

from bot.adapters.discord.interaction import PATIENCE
from bot.ports.errors import Elsewhere
from bot.ports.messages import (
    Button,
    Outgoing,
    Picker,
    PickGroup,
    PickOption,
    Reply,
    Suggestion,
    Where,
)
from bot.ports.notices import Added, Erased, PlaceBack, PlaceGone, Removed
from bot.ports.refs import ChatRef, MessageRef
from tests.kit.discord import Slow, menus, wired
from tests.kit.service import png

JOIN = ((Button("g1:table1:0:join", "加入"),),)
TOKEN = "g1:table1:3:s0"


def hand(count, text="轮到你"):
    """A private screen with so many cards to pick from."""
    options = tuple(PickOption(f"cards.{n}", f"♠{n}") for n in range(count))
    picker = Picker(TOKEN, "出牌", (PickGroup("选手牌", options, 1, 9),))
    return Outgoing(text, png(count), "你的牌", pickers=(picker,))


def reply(where, message=None):
    message = message or Outgoing("好的")
    return lambda _: Reply(message, where)


# Commands.


async def test_a_command_is_what_could_be_typed():
    async with wired() as w:
        await w.ann.slash(w.channel, "settings", option="quan", value="8")
        await w.ann.slash(w.channel, "newgame")
        first, second = w.service.heard
    assert (first.text, second.text) == ("/settings quan 8", "/newgame")
    assert first.chat == w.chat
    assert first.user == w.user
    assert first.display_name == "小安"
    assert first.chat_title == "牌友会 · #打牌"
    assert first.language == "zh-CN"
    assert first.source != second.source
    assert first.at is not None
    assert not first.admin


async def test_administrators_are_those_who_may_manage_the_server_or_its_messages():
    async with wired() as w:
        guild = w.channel.guild
        for n, right in enumerate(("manage_guild", "manage_messages", "manage_nicknames")):
            role = guild.create_role(right, permissions=discord.Permissions(**{right: True}))
            person = guild.add_member(w.env.create_user(f"p{n}"), roles=[role])
            await person.slash(w.channel, "stop")
    assert [incoming.admin for incoming in w.service.heard] == [True, True, False]


async def test_fields_are_completed_by_the_service():
    async with wired() as w:
        w.service.suggestions = tuple(Suggestion(f"v{n}", "游" * 120) for n in range(30))
        found = await w.ann.autocomplete(w.channel, "newgame", "game", "蹲")
        ((incoming, field),) = w.service.asked
    assert (incoming.text, field) == ("蹲", "game")
    assert len(found) == 25
    assert all(len(choice["name"]) == 100 for choice in found)


async def test_commands_have_names_and_descriptions_in_chinese():
    async with wired() as w:
        (declared,) = w.sent("PUT", "/applications/*/commands")
    newgame = next(command for command in declared if command["name"] == "newgame")
    assert newgame["name_localizations"] == {"zh-CN": "开局", "zh-TW": "開局"}
    assert newgame["description_localizations"]["zh-CN"] == "开一桌"
    assert newgame["description"].isascii()
    assert newgame["contexts"] == [0, 1, 2]
    assert newgame["integration_types"] == [0, 1]
    names = [command["name_localizations"]["zh-CN"] for command in declared]
    assert len(set(names)) == len(names)


async def test_where_nothing_is_to_be_said_a_command_leaves_no_trace():
    async with wired() as w:
        result = await w.ann.slash(w.channel, "table")
        assert result.acknowledged
        assert w.channel.history(viewer=w.ann) == []


# Answers.


@pytest.mark.parametrize("where", list(Where))
async def test_an_answer_is_for_its_author_alone(where):
    async with wired(reply(where)) as w:
        result = await w.ann.slash(w.channel, "why")
        assert (result.response.content, result.ephemeral) == ("好的", True)
        assert w.channel.history(viewer=w.channel.guild.add_member(w.env.create_user("bob"))) == []


async def test_what_another_process_is_to_do_is_said_to_whoever_does_it_here():
    """Discord tells it to nobody else once more."""

    def elsewhere(_):
        raise Elsewhere

    async with wired(elsewhere) as w:
        result = await w.ann.slash(w.channel, "rules")
        assert "请再试一次" in result.response.content and result.ephemeral


async def test_a_press_on_a_board_is_answered_beside_it():
    async with wired(reply(Where.SAME_MESSAGE)) as w:
        board = await w.port.post(w.chat, Outgoing("牌桌", rows=JOIN))
        message = w.channel.last_message
        result = await w.ann.click(message, label="加入")
        (incoming,) = w.service.heard
        assert (incoming.token, incoming.message, incoming.own) == (
            "g1:table1:0:join", board, False,
        )  # fmt: skip
        assert result.ephemeral
        assert w.channel.history()[0].content == "牌桌"


async def test_ones_own_hand_in_the_channel_is_changed_by_its_own_presses():
    async with wired(reply(Where.PRIVATE, hand(5))) as w:
        shown = await w.ann.slash(w.channel, "hand")
        assert shown.ephemeral
        w.service.answer = reply(Where.SAME_MESSAGE, hand(4, "等阿强"))
        pressed = await w.ann.click(shown.response, custom_id=f"s:{TOKEN}")
        incoming = w.service.heard[-1]
        assert (incoming.own, incoming.chat) == (True, w.chat)
        assert incoming.message is not None
        assert incoming.message.private
        assert pressed.response.id == shown.response.id
        assert pressed.response.content == "等阿强"
        assert len(pressed.response.attachments) == 1
        again = await w.ann.click(pressed.response, custom_id=f"s:{TOKEN}")
        assert again.response.id == shown.response.id


async def test_dis_04_the_hand_comes_again_as_often_as_it_is_asked_for():
    async with wired(reply(Where.PRIVATE, hand(5))) as w:
        ids = {(await w.ann.slash(w.channel, "hand")).response.id for _ in range(3)}
        assert len(ids) == 3


async def test_a_long_answer_is_several_messages_for_the_same_eyes():
    async with wired(reply(Where.PRIVATE, Outgoing("规" * 4500))) as w:
        result = await w.ann.slash(w.channel, "rules")
        parts = [result.response, *result.followups]
        assert [len(part.content) for part in parts] == [2000, 2000, 500]
        assert all(part.ephemeral for part in parts)


@pytest.mark.parametrize("press", [True, False], ids=["press", "command"])
async def test_dis_01_a_slow_answer_is_put_off_and_given_once(press, monkeypatch):
    assert PATIENCE < 3, "Discord waits no longer"
    monkeypatch.setattr("bot.adapters.discord.interaction.PATIENCE", 0.01)
    async with wired(reply(Where.PRIVATE)) as w:
        await w.port.post(w.chat, Outgoing("牌桌", rows=JOIN))
        w.service.gate = Slow(w.env)
        board = w.channel.last_message
        if press:
            result = await w.ann.click(board, label="加入")
        else:
            result = await w.ann.slash(w.channel, "why")
        assert result.deferred
        assert w.sent("PATCH", "/webhooks/*") == w.sent("POST", "/webhooks/*") == []
        w.service.gate.event.set()
        await w.env.settle()
        (first,) = w.sent("POST", "/interactions/*/callback")
        assert first["type"] == (6 if press else 5)
        assert len(w.service.heard) == 1
        told = [m.content for m in w.channel.history(viewer=w.ann)]
        assert told == ["牌桌", "好的"]


async def test_dis_02_what_another_has_acknowledged_is_followed_up():
    async with wired(reply(Where.PRIVATE)) as w:
        w.env.inject_error("POST", "/interactions/*/callback", status=400, code=40060)
        await w.ann.slash(w.channel, "why")
        assert [body["content"] for body in w.sent("POST", "/webhooks/*")] == ["好的"]


@pytest.mark.parametrize("code", [10062, 50027, 10015])
async def test_an_interaction_that_has_expired_is_no_error(code, caplog):
    async with wired(reply(Where.PRIVATE)) as w:
        w.env.inject_error("POST", "/interactions/*/callback", status=404, code=code)
        await w.ann.slash(w.channel, "why")
        assert w.env.errors == []
    assert not [r for r in caplog.records if r.levelname in ("WARNING", "ERROR")]


async def test_a_picture_that_is_too_large_is_told_in_words():
    async with wired(reply(Where.PRIVATE, hand(3))) as w:
        w.env.inject_error("POST", "/interactions/*/callback", status=413, code=40005)
        result = await w.ann.slash(w.channel, "hand")
        assert result.response.content == "轮到你\n\n你的牌"
        assert result.response.attachments == []


# Picking.


async def test_dis_06_cards_of_two_menus_are_sent_together():
    async with wired() as w:
        await w.port.whisper(w.user, hand(33))
        user = w.ann.user
        message = user.dm_channel.history()[0]
        first, second = menus(message)
        await user.select(message, ["cards.2", "cards.7"], custom_id=first)
        await user.select(message, ["cards.30"], custom_id=second)
        shown = user.dm_channel.history()[0]
        assert marked(shown) == ["cards.2", "cards.7", "cards.30"]
        await user.click(shown, custom_id=f"s:{TOKEN}")
        (incoming,) = w.service.heard
    assert (incoming.token, incoming.values) == (TOKEN, ("cards.2", "cards.7", "cards.30"))
    assert incoming.chat is None
    assert incoming.message.private


def marked(message):
    return [
        option.value
        for row in message.components
        for child in row.children
        for option in getattr(child, "options", ())
        if option.default
    ]


async def test_what_is_picked_stands_in_the_message_and_outlives_a_restart():
    async with wired() as w:
        await w.port.whisper(w.user, hand(6))
        user = w.ann.user
        message = user.dm_channel.history()[0]
        (menu,) = menus(message)
        await user.select(message, ["cards.1", "cards.4"], custom_id=menu)
        w.port.memory = type(w.port.memory)()
        w.env.bot.memory = w.port.memory
        await user.click(message, custom_id=f"s:{TOKEN}")
        assert w.service.heard[-1].values == ("cards.1", "cards.4")


async def test_rac_13_a_half_made_pick_survives_a_change_of_the_screen():
    async with wired() as w:
        delivery = await w.port.whisper(w.user, hand(6))
        user = w.ann.user
        message = user.dm_channel.history()[0]
        (menu,) = menus(message)
        await user.select(message, ["cards.1"], custom_id=menu)
        await w.port.edit(delivery.ref, hand(6, "阿强出了一张"))
        assert marked(user.dm_channel.history()[0]) == ["cards.1"]
        assert w.service.heard == [], "nothing is sent by picking alone"


async def test_picks_on_a_message_that_all_see_are_each_persons_own():
    async with wired() as w:
        bob = w.channel.guild.add_member(w.env.create_user("bob"))
        await w.port.post(w.chat, hand(6))
        message = w.channel.last_message
        (menu,) = menus(message)
        await w.ann.select(message, ["cards.1"], custom_id=menu)
        await bob.select(message, ["cards.5"], custom_id=menu)
        assert marked(w.channel.last_message) == []
        for person in (w.ann, bob):
            await person.click(message, custom_id=f"s:{TOKEN}")
        assert [i.values for i in w.service.heard] == [("cards.1",), ("cards.5",)]


async def test_an_option_of_a_more_menu_is_a_press():
    rows = tuple(
        tuple(Button(f"g1:table1:3:n{10 * r + c}", f"{r} {c}") for c in range(10)) for r in range(6)
    )
    async with wired() as w:
        await w.port.post(w.chat, Outgoing("选", rows=rows))
        message = w.channel.last_message
        menu, values = next(iter(menus(message).items()))
        await w.ann.select(message, [values[0]], custom_id=menu)
        (incoming,) = w.service.heard
    assert (incoming.token, incoming.values) == (values[0], ())


KEYS = ["b", "b:", "s:x", "zz", "g1:table1:0:join", "p:::", "m1:", "❤" * 30]


@pytest.mark.parametrize("key", KEYS)
async def test_pol_11_buttons_of_others_and_of_older_programs_harm_nobody(key):
    async with wired(reply(Where.TOAST)) as w:
        board = await w.port.post(w.chat, Outgoing("牌桌", rows=JOIN))
        stored = w.env.backend.get_message(w.channel.id, int(board.id))
        stored.components[0]["components"][0]["custom_id"] = key
        await w.ann.click(w.channel.last_message, custom_id=key)
        assert w.env.errors == []


# Words.


async def test_words_in_private_are_heard_and_answered_there():
    async with wired(reply(Where.TOAST)) as w:
        await w.ann.send_dm("过")
        (incoming,) = w.service.heard
        assert (incoming.text, incoming.chat, incoming.user) == ("过", None, w.user)
        assert w.ann.user.dm_channel.last_message.content == "好的"


async def test_words_in_a_channel_are_none_of_our_business_unless_we_are_called():
    async with wired() as w:
        me = w.channel.guild.me
        await w.ann.send(w.channel, "过")
        await w.ann.send(w.channel, f"<@{me.id}> 出 ♠3")
        assert [i.text for i in w.service.heard] == ["出 ♠3"]
        assert w.service.heard[0].chat == w.chat


async def test_prv_09_an_answer_that_cannot_go_to_its_author_goes_nowhere_else():
    async with wired(reply(Where.PRIVATE, Outgoing("你的牌是 ♠3"))) as w:
        w.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
        await w.ann.send(w.channel, f"<@{w.channel.guild.me.id}> /hand")
        assert [m.author.bot for m in w.channel.history()] == [False]


# Places.


async def test_dis_10_a_board_that_somebody_deletes_is_noticed():
    async with wired() as w:
        board = await w.port.post(w.chat, Outgoing("牌桌"))
        moderator = discord.Permissions(manage_messages=True)
        guild = w.channel.guild
        bob = guild.add_member(
            w.env.create_user("bob"), roles=[guild.create_role("m", permissions=moderator)]
        )
        await bob.delete(w.channel.last_message)
        assert w.service.notices == [Erased(board)]


async def test_the_bot_comes_and_goes():
    async with wired() as w:
        guild = w.env.create_guild("新群", preferred_locale="zh-TW")
        await w.env.settle()
        hall = guild.create_text_channel("大厅")
        joined = w.env.bot.get_guild(guild.id)
        await w.env.bot.on_guild_join(joined)
        chat = ChatRef("discord", str(hall.id))
        assert w.service.notices == [Added(chat, language="zh-TW")]
        w.service.notices.clear()
        await w.env.bot.on_guild_remove(joined)
        assert w.service.notices == [Removed(chat)]


async def test_dis_14_a_channel_that_is_deleted_takes_its_table_along():
    async with wired() as w:
        channel = w.env.bot.get_channel(w.channel.id)
        await channel.delete()
        await w.env.settle()
        assert w.service.notices == [PlaceGone(w.chat)]


async def test_dis_09_threads_are_locked_opened_and_deleted():
    async with wired() as w:
        place = await w.port.open_place(w.chat, "蹲麻子")
        thread = w.env.bot.get_channel(int(place.thread))
        await w.ann.slash(w.channel.threads[0], "why")
        assert w.service.heard[0].chat == place
        await thread.edit(archived=True)
        await w.env.settle()
        assert w.service.notices == [], "writing to it opens it again"
        await thread.edit(archived=False, locked=True)
        await w.env.settle()
        await thread.edit(locked=False)
        await w.env.settle()
        await thread.delete()
        await w.env.settle()
    assert w.service.notices == [
        PlaceGone(place, deleted=False),
        PlaceBack(place),
        PlaceGone(place, deleted=True),
    ]


async def test_where_only_a_person_installed_us_their_private_chat_is_the_place():
    async with wired(reply(Where.PRIVATE)) as w:
        w.env.bot.get_guild = lambda _: None
        result = await w.ann.slash(w.channel, "newgame")
        (incoming,) = w.service.heard
        assert (incoming.chat, incoming.admin, incoming.chat_title) == (None, False, "")
        assert result.ephemeral


async def test_a_message_reference_is_the_same_from_every_side():
    async with wired() as w:
        place = await w.port.open_place(w.chat, "蹲麻子")
        posted = await w.port.post(place, Outgoing("牌桌", rows=JOIN))
        message = w.channel.threads[0].last_message
        await w.ann.click(message, label="加入")
        assert w.service.heard[0].message == posted
        assert posted == MessageRef(
            "discord", w.chat.id, str(message.id), thread=str(message.channel.id)
        )
