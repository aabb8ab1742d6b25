"""Every request fits the schema that Discord publishes."""

from dataclasses import replace

from bot.ports.messages import Button, Outgoing, Picker, PickGroup, PickOption, Reply, Where
from bot.ports.refs import UserRef
from tests.kit.actors import chance
from tests.kit.discord import club, wired
from tests.kit.discord_schema import complaints, needed
from tests.kit.service import png

OPTIONS = tuple(PickOption(f"cards.{n}", f"♠{n}") for n in range(33))
HAND = Outgoing(
    "轮到你", png(), "你的牌", ((Button("g1:table1:1:c0", "过"), Button("", "网页", url="https://a.example/")),),
    (Picker("g1:table1:1:s0", "出牌", (PickGroup("选手牌", OPTIONS, 1, 9),)),), "打牌 · 小安",
    mention=UserRef("discord", "77"),
)  # fmt: skip
GRID = replace(HAND, rows=(tuple(Button(f"g1:table1:1:n{n}", str(n)) for n in range(30)),))


async def test_a_game_from_the_lobby_to_the_table_fits(tmp_path):
    needed()
    async with club(tmp_path / "x.db") as c:
        await c.begin()
        rng = chance(1)
        for _ in range(10):
            await c.answer(rng)
        for name in ("hand", "why", "scores", "rules", "table", "settings", "help", "prefs"):
            await c.slash(0, name)
        await c.people[0].autocomplete(c.channel, "newgame", "game", "")
        checked, wrong = complaints(c.env.http_requests)
    assert wrong == []
    assert checked > 60


async def test_every_kind_of_message_and_answer_fits():
    needed()
    async with wired() as w:
        for message in (HAND, GRID, Outgoing("规" * 4500), replace(HAND, picture=None)):
            ref = await w.port.post(w.chat, message)
            await w.port.edit(ref, replace(message, text="x"))
            await w.port.retire(ref)
            await w.port.whisper(w.user, message)
            w.service.answer = lambda _, message=message: Reply(message, Where.PRIVATE)
            shown = await w.ann.slash(w.channel, "hand")
            w.service.answer = lambda _, message=message: Reply(message, Where.SAME_MESSAGE)
            if message.pickers:
                await w.ann.select(shown.response, ["cards.1"], custom_id="p0.0:g1:table1:1:s0")
                await w.ann.click(shown.response, custom_id="s:g1:table1:1:s0")
        await w.port.reach(w.user)
        place = await w.port.open_place(w.chat, "蹲麻子", (w.user,))
        await w.port.close_place(place)
        checked, wrong = complaints(w.env.http_requests)
    assert wrong == []
    assert checked > 40


async def test_the_check_notices_what_does_not_fit():
    needed()
    async with wired() as w:
        await w.port.post(w.chat, Outgoing("x"))
        request = w.env.http_requests[-1]
        request.json["content"] = "牌" * 4001
        assert len(complaints([request])[1]) == 1
