"""Presses that are acknowledged before they are done: one request, and words only if need be."""

import discord

from bot.ports.messages import Button, Outgoing, Picker, PickGroup, PickOption, Reply, Where
from tests.kit.discord import Slow, menus, wired

JOIN = ((Button("g1:table1:0:join", "加入"),),)
TOKEN = "g1:table1:3:s0"
CARDS = PickGroup("选手牌", tuple(PickOption(f"cards.{n}", f"♠{n}") for n in range(6)), 1, 6)
PASS = "g1:table1:3:c0"
HAND = Outgoing(
    "轮到你", rows=((Button(PASS, "不要"),),), pickers=(Picker(TOKEN, "出牌", (CARDS,)),)
)


async def test_an_answer_that_is_sure_to_be_taken_is_acknowledged_before_it_is_done():
    async with wired() as w:
        w.service.sure.add("g1:table1:0:join")
        w.service.gate = Slow(w.env)
        await w.port.post(w.chat, Outgoing("牌桌", rows=JOIN))
        result = await w.ann.click(w.channel.last_message, label="加入")
        assert result.deferred and len(w.service.heard) == 1
        w.service.gate.event.set()
        await w.env.settle()
        assert [body["type"] for body in w.sent("POST", "/interactions/*/callback")] == [6]
        assert w.sent("POST", "/webhooks/*") == []


async def test_cards_are_acknowledged_at_once_and_a_refusal_follows_for_the_same_eyes():
    async with wired(lambda _: Reply(Outgoing("压不过"), Where.TOAST)) as w:
        await w.port.post(w.chat, HAND)
        message = w.channel.last_message
        await w.ann.select(message, ["cards.1"], custom_id=next(iter(menus(message))))
        await w.ann.click(message, custom_id=f"s:{TOKEN}")
        assert w.sent("POST", "/interactions/*/callback")[-1]["type"] == 6
        assert w.channel.history(viewer=w.ann)[-1].content == "压不过"
        bob = w.channel.guild.add_member(w.env.create_user("bob"))
        assert w.channel.history(viewer=bob)[-1].content != "压不过"


async def test_a_message_that_shows_the_hand_is_changed_by_the_first_answer():
    async with wired(lambda i: Reply(HAND, Where.SAME_MESSAGE if i.token else Where.PRIVATE)) as w:
        w.service.sure.add(PASS)
        own = (await w.ann.slash(w.channel, "hand")).response
        await w.ann.click(own, custom_id=f"s:{TOKEN}")
        assert [b["type"] for b in w.sent("POST", "/interactions/*/callback")][-1] == 7
        own = (await w.ann.slash(w.channel, "hand")).response
        await w.ann.click(own, label="不要")
        assert [b["type"] for b in w.sent("POST", "/interactions/*/callback")][-1] == 7


async def test_a_network_that_fails_at_the_acknowledgement_is_no_error(caplog, monkeypatch):
    async with wired() as w:
        w.service.sure.add("g1:table1:0:join")
        await w.port.post(w.chat, Outgoing("牌桌", rows=JOIN))

        async def broken(*_, **__):
            raise ConnectionResetError("peer")

        monkeypatch.setattr(discord.InteractionResponse, "defer", broken)
        await w.ann.click(w.channel.last_message, label="加入")
        await w.env.settle()
        assert len(w.service.heard) == 1
        assert w.env.errors == []
    assert "answer not put off" in caplog.text
