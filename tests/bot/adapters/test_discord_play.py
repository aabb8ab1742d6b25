"""People play on Discord: the real service, the real client, a real store."""

import pytest

from bot.adapters.discord.escape import escaped
from bot.commands.repeats import TAKEN
from bot.table.state import Phase
from tests.kit.actors import chance, legal, press_of
from tests.kit.discord import NAMES, buttons, club, menus, restarted

HAND = "我的手牌"


def close(c, who, *, code=50007):
    """Nothing private arrives at a person any more."""
    channel = c.people[who].user.dm_channel
    c.env.inject_error(
        "POST", f"/channels/{channel.id}/messages", status=403, code=code, times=None
    )


def tries(c, who):
    """How often a private message to a person was tried."""
    path = f"/channels/{c.people[who].user.dm_channel.id}/messages"
    return sum(r.method == "POST" and r.path == path for r in c.env.http_requests)


async def round_to_the_end(c, rng):
    """Play on the private messages until the round is over."""
    for _ in range(400):
        if c.house.table.state.phase is not Phase.PLAYING:
            return
        await c.answer(rng)
    raise AssertionError("no end in sight")


async def test_four_people_play_from_the_lobby_to_the_settlement(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.begin()
        assert sorted(c.house.table.names) == sorted(NAMES)
        await round_to_the_end(c, chance(1))
        said = "\n".join(m.content for m in c.channel.history())
        assert "第 1 圈结束" in said
        for who in range(4):
            await c.click(who, c.board(), "下一圈")
        assert c.house.table.state.round == 2
        assert all("#打牌 · 蹲麻子" in c.private(who).content for who in range(4))
        assert len([m for m in c.channel.history() if m.components]) == 1, "one living board"


async def test_a_private_message_a_deal_and_a_fresh_one_for_a_turn(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.begin()
        rng = chance(2)
        for _ in range(8):
            ((who, _),) = c.asked()
            assert [len(p.user.dm_channel.history()) for p in c.people] == [1, 1, 1, 1]
            before = c.private(who).id
            await c.answer(rng)
            if c.asked()[0][0] != who:
                assert c.private(who).id == before, "what is no turn is changed in place"


async def test_dis_05_every_control_works_after_a_restart(tmp_path):
    path, rng = tmp_path / "x.db", chance(3)
    async with club(path) as c:
        await c.begin()
        for _ in range(4):
            await c.answer(rng)
        async with restarted(c, path):
            ((who, seat),) = c.asked()
            message, table = c.private(who), c.house.table
            token, values = press_of(table, seat, legal(table, seat, rng))
            step = table.match.step
            await c.act(who, message, token, values)
            assert c.house.table.match.step == step + 1
            shown = await c.click(who, c.board(), HAND)
            assert shown.ephemeral
            await round_to_the_end(c, rng)
            assert "第 1 圈结束" in "\n".join(m.content for m in c.channel.history())


async def test_prv_01_the_deal_stands_when_a_private_chat_is_closed(tmp_path):
    async with club(tmp_path / "x.db") as c:
        close(c, 1)
        await c.begin()
        assert c.house.table.state.phase is Phase.PLAYING
        assert c.private(1) is None
        shown = await c.click(1, c.board(), HAND)
        assert shown.ephemeral
        assert shown.response.attachments
        rng = chance(4)
        for _ in range(12):
            ((who, _),) = c.asked()
            if who == 1:
                shown = await c.click(1, c.board(), HAND)
                await c.answer(rng, shown.response.message)
            else:
                await c.answer(rng)
        assert tries(c, 1) == 1, "PRV-10: nobody is written to again and again"


async def test_prv_02_before_the_start_every_seat_shows_whether_it_can_be_reached(tmp_path):
    async with club(tmp_path / "x.db") as c:
        close(c, 1)
        await c.slash(0, "newgame", game="dunmazi")
        await c.click(1, c.board(), "加入")
        await c.click(2, c.board(), "加入")
        board = c.board()
        assert f"{NAMES[1]} 收不到私信" in board.content
        assert NAMES[2] not in board.content
        c.env.backend.faults.clear()
        await c.click(1, board, "再试我的私信")
        assert "收不到私信" not in c.board().content
        assert c.private(1) is not None


async def test_prv_14_blocking_in_the_middle_of_a_game_stops_nobody(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.begin()
        rng = chance(5)
        close(c, 2)
        for _ in range(10):
            ((who, _),) = c.asked()
            if who == 2:
                shown = await c.click(2, c.board(), HAND)
                await c.answer(rng, shown.response.message)
            else:
                await c.answer(rng)
        c.env.backend.faults.clear()
        await c.people[2].send_dm("/hand")
        await c.settle()
        assert c.private(2) is not None


async def test_prv_06_words_in_private_go_to_the_table_that_is_meant(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.begin()
        other = c.guild.create_text_channel("另一桌")
        first = c.channel
        c.channel = other
        await c.slash(0, "newgame", game="dunmazi")
        await c.click(1, c.board(), "加入")
        await c.people[0].send_dm("/why")
        await c.settle()
        asked = c.private(0)
        titles = buttons(asked)
        assert {title.split(" · ")[1] for title in titles} == {"#打牌", "#另一桌"}
        c.channel = first


async def test_rac_01_the_same_press_twice_is_done_once(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.begin()
        ((who, seat),) = c.asked()
        message, table = c.private(who), c.house.table
        token, values = press_of(table, seat, legal(table, seat, chance(6)))
        step = table.match.step
        await c.act(who, message, token, values)
        shown = c.private(who)
        stale = {"type": 2, "style": 2, "label": "x", "custom_id": f"s:{token}"}
        stored = c.env.backend.get_message(shown.channel.id, shown.id)
        stored.components = [{"type": 1, "components": [stale]}]
        again = await c.press(who, shown, f"s:{token}")
        assert c.house.table.match.step == step + 1
        assert again.acknowledged


async def test_rac_02_a_button_of_an_earlier_round_is_refused_with_words(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.begin()
        old = c.board()
        keys = buttons(old)
        await round_to_the_end(c, chance(7))
        for who in range(4):
            await c.click(who, c.board(), "下一圈")
        board = c.board()
        stored = c.env.backend.get_message(board.channel.id, board.id)
        stale = keys[HAND].replace(":1:hand", ":1:next")
        stored.components[0]["components"][0]["custom_id"] = stale
        await c.forward(TAKEN.total_seconds())
        refused = await c.press(0, c.board(), stale)
        assert refused.ephemeral
        assert "过时" in refused.response.content


async def test_pol_01_a_refusal_says_why_to_its_author_alone(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.slash(0, "newgame", game="dunmazi")
        await c.click(0, c.board(), "加电脑")
        refused = await c.click(1, c.board(), "开始")
        assert refused.ephemeral
        assert refused.response.content
        assert not [m for m in c.channel.history() if refused.response.content in m.content]


EVIL = [
    "@everyone", "<@&123456789012345678>", "```", "*_~|", "](tg://user)", "\u202eabc", "a\nb",
    "🀄" * 20,
]  # fmt: skip


@pytest.mark.parametrize("name", EVIL)
async def test_txt_01_a_name_is_shown_and_does_nothing(tmp_path, name):
    async with club(tmp_path / "x.db", people=2, names=(name, "阿强")) as c:
        await c.begin()
        await c.answer(chance(8))
        await c.answer(chance(9))
        messages = [*c.channel.history(), *c.people[0].user.dm_channel.history()]
        assert not any(m.mention_everyone or m.mentions or m.role_mentions for m in messages)
        shown = c.house.table.names[c.seat_of(0)]
        assert any(escaped(shown) in m.content for m in messages)
        for message in messages:
            assert "```" not in message.content.replace("\\`", "")


async def test_dis_08_without_the_right_to_attach_the_table_is_words(tmp_path):
    async with club(tmp_path / "x.db", people=2, denied=("attach_files",)) as c:
        await c.begin()
        board = c.board()
        assert not board.attachments
        assert "轮到" in board.content


async def test_dis_10_a_board_that_was_deleted_comes_back_at_the_next_change(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.begin()
        old = c.board()
        await c.env.bot.get_channel(old.channel.id).get_partial_message(old.id).delete()
        await c.answer(chance(10))
        board = c.board()
        assert board.id != old.id
        assert HAND in buttons(board)


async def test_a_board_that_can_no_longer_be_edited_is_posted_anew(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.begin()
        old = c.board()
        c.env.inject_error("PATCH", f"/channels/*/messages/{old.id}", status=400, code=30046)
        await c.answer(chance(11))
        assert c.board().id != old.id
        assert len([m for m in c.channel.history() if m.components]) == 1


async def test_a_board_that_scrolled_away_is_posted_anew(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.begin()
        old = c.board()
        for n in range(12):
            await c.people[0].send(c.channel, f"闲聊 {n}")
        await c.answer(chance(12))
        assert c.board().id != old.id
        assert c.channel.last_message.id >= c.board().id


async def test_dis_14_a_channel_that_is_deleted_ends_its_table_and_says_so_once(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.begin()
        channel = c.env.bot.get_channel(c.channel.id)
        await channel.delete()
        await c.settle()
        assert not [r for r in c.house.tables.running.values() if not r.table.state.over]
        told = [[m.content for m in p.user.dm_channel.history()] for p in c.people]
        assert all(len(texts) <= 2 for texts in told)


async def test_a_game_alone_in_private_is_one_message(tmp_path):
    async with club(tmp_path / "x.db", people=1) as c:
        user = c.people[0].user
        await user.slash("newgame", game="dunmazi")
        await c.settle()
        assert len(user.dm_channel.history()) == 1
        for label in ("加电脑", "开始"):
            await c.click(0, c.private(0), label)
        assert len(user.dm_channel.history()) == 1
        assert menus(c.private(0)) or buttons(c.private(0))


async def test_words_are_in_everybodys_own_language(tmp_path):
    async with club(tmp_path / "x.db", people=2) as c:
        c.tags[c.people[1].id] = "en-US"
        c.tags[c.people[0].id] = "zh-TW"
        await c.slash(0, "newgame", game="dunmazi")
        joined = await c.click(1, c.board(), "加入")
        assert joined.response is None or joined.response.content.isascii()


async def test_completions_are_games_by_any_name_and_legal_plays(tmp_path):
    async with club(tmp_path / "x.db") as c:
        found = await c.people[0].autocomplete(c.channel, "newgame", "game", "蹲")
        assert "dunmazi" in [choice["value"] for choice in found] or found[0]["name"] == "蹲麻子"
        await c.begin()
        ((who, _),) = c.asked()
        found = await c.people[who].autocomplete(c.channel, "play", "cards", "")
        assert found
        step = c.house.table.match.step
        await c.slash(who, "play", cards=found[0]["value"])
        assert c.house.table.match.step == step + 1


async def test_whose_turn_it_is_is_called_once_by_name_after_a_while(tmp_path):
    async with club(tmp_path / "x.db", people=2) as c:
        await c.begin()
        ((who, _),) = c.asked()
        before = len(c.channel.history())
        await c.forward(19)
        assert len(c.channel.history()) == before
        await c.forward(2)
        (call,) = c.channel.history()[before:]
        assert [user.id for user in call.mentions] == [c.people[who].id]
        await c.forward(30)
        assert len([m for m in c.channel.history() if m.mentions]) == 1


async def test_table_posts_the_board_anew_and_the_old_one_loses_its_buttons(tmp_path):
    async with club(tmp_path / "x.db", people=2) as c:
        await c.begin()
        old = c.board()
        await c.slash(1, "table")
        assert c.board().id != old.id
        assert [m.id for m in c.channel.history() if m.components] == [c.board().id]


async def test_a_person_who_wants_no_private_messages_gets_none(tmp_path):
    async with club(tmp_path / "x.db", people=2) as c:
        offered = await c.slash(1, "prefs")
        label = next(
            text for text in buttons(offered.response.message) if text.startswith("手牌私下发给我")
        )
        await c.click(1, offered.response.message, label)
        await c.begin()
        assert c.private(1) is None
        assert c.private(0) is not None
        shown = await c.click(1, c.board(), HAND)
        assert shown.response.attachments
