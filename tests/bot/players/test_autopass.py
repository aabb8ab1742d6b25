"""What makes playing easier at the table of a climbing game: hints, 自动过牌, the clock."""

from dataclasses import replace

import pytest

from bot.players.autopass import LEAST, MOST, only_passing
from bot.table import tokens
from bot.table.state import Phase
from tests.games.landlord_kit import table as deal
from tests.kit.actors import NAMES, begin, chance, legal, name_of, press_of, waited_for
from tests.kit.house import service
from tests.kit.platform import buttons

SOME = (MOST / 1000) + 0.1
"""Seconds in which whoever wished it has passed."""


async def landlord(house, game="doudizhu", **settings):
    """Three persons at 斗地主, with the auction over."""
    await begin(house, game, persons=3, **settings)
    while house.table.match.state.public.phase != "play":
        await step(house, chance(3), verb="no")


async def step(house, rng, verb=""):
    """Whoever is asked answers: by a verb where that can be, else as chance has it."""
    seat, name = waited_for(house.table)[0]
    ready = [c.action for c in house.table.prompt(seat).choices if c.action.verb == verb]
    action = ready[0] if ready else legal(house.table, seat, rng)
    token, values = press_of(house.table, seat, action)
    return await house.press(name, token, values)


async def ideas_of(house, seat):
    """What the person at a seat would be told."""
    table = house.table
    name = f"{table.state.match}:{table.question_of(seat).number}"
    ask = house.context.computers.ideas
    return await ask(table.game, table.seen(seat), table.prompt(seat), name)


async def until_somebody_can_only_pass(house):
    for count in range(300):
        question = house.table.state.questions[0]
        if only_passing(house.table, question):
            return question
        await step(house, chance(4, count))
    raise AssertionError("nobody could only pass")


async def test_a_hint_is_a_good_play_with_a_reason_and_the_next_press_gives_the_next(tmp_path):
    async with service(tmp_path / "t.db", check=False) as house:
        await landlord(house)
        seat, name = waited_for(house.table)[0]
        table = house.table
        found = await ideas_of(house, seat)
        expected, count = [idea.action.cards for idea in found], len(found)
        assert count > 1
        say = house.context.reader.catalogue.speaker(table.names)
        token = buttons(house.platform.private(name))["提示"]
        shown = []
        for number in range(count + 1):
            await house.forward(1)  # as quickly as somebody can read
            reply = await house.press(name, token, message=None)
            first = reply.message.rows[0][0].token
            assert f"提示 {number % count + 1} / {count}：" in reply.message.text
            assert say(found[number % count].why) in reply.message.text
            shown.append(first)
            token = buttons(reply.message)["下一个提示"]
        assert len(set(shown)) == count, "each is another play"
        assert shown[-1] == shown[0], "after the last comes the first again"
        step_before = house.table.match.step
        await house.press(name, shown[0])
        assert house.table.match.step == step_before + 1
        assert sorted(house.table.match.state.public.played[-1].cards) == sorted(expected[0])


@pytest.mark.parametrize("hints", ["on", "off"])
async def test_where_hints_are_off_nobody_is_shown_told_or_offered_any(tmp_path, hints):
    async with service(tmp_path / "t.db", check=False) as house:
        await landlord(house, hints=hints)
        seat, name = waited_for(house.table)[0]
        shown = house.platform.private(name)
        question = house.table.question_of(seat)
        asked = await house.press(
            name, tokens.button(house.table.state.id, question.number, "h0"), message=None
        )
        offered = any(button.picks for row in shown.rows for button in row)
        typing = await house.service.suggest(house.people.say(name, "/play "), "play")
        assert house.table.state.hints == hints
        assert ("提示" in buttons(shown)) == offered == bool(typing) == (hints == "on")
        assert (asked.message.text == "这桌不给提示。") == (hints == "off")


@pytest.mark.parametrize("game", ["炸金花", "抢庄牛牛", "蹲麻子", "扑克矩阵"])
async def test_whoever_presses_numbers_or_buttons_is_given_hints_too(tmp_path, game):
    async with service(tmp_path / "t.db", check=False) as house:
        await begin(house, game, persons=3)
        seat, name = waited_for(house.table)[0]
        token = buttons(house.platform.private(name))["提示"]
        reply = await house.press(name, token, message=None)
        line = next(one for one in reply.message.text.splitlines() if one.startswith("提示 1 / "))
        assert line.endswith("。")
        first, *_ = await ideas_of(house, seat)
        assert house.context.reader.catalogue.speaker(house.table.names)(first.why) in line
        token, values = press_of(house.table, seat, first.action)
        before = house.table.match.step
        await house.press(name, token, values)
        assert house.table.match.step == before + 1


async def test_a_hint_of_an_earlier_turn_is_refused_and_tells_nothing(tmp_path):
    async with service(tmp_path / "t.db") as house:
        await landlord(house)
        _, name = waited_for(house.table)[0]
        token = buttons(house.platform.private(name))["提示"]
        await step(house, chance(5))
        refused = await house.press(name, token)
        assert "过时" in refused.message.text
        other = await house.press(next(n for n in NAMES[:3] if n != name), token)
        assert "提示" not in other.message.text


async def test_who_wishes_it_passes_after_a_while_and_not_before(tmp_path):
    async with service(tmp_path / "t.db") as house:
        await landlord(house)
        for name in NAMES[:3]:
            await house.say(name, "/prefs autopass on")
        passed = 0
        for count in range(40):
            if house.table.state.phase is not Phase.PLAYING:
                break
            question = house.table.state.questions[0]
            before = house.table.match.step
            if only_passing(house.table, question):
                await house.forward(LEAST / 1000 - 0.1)
                assert house.table.match.step == before, "as slow as a person"
                await house.forward(SOME)
                assert house.table.match.step > before
                passed += 1
            else:
                await house.forward(SOME)
                assert house.table.match.step == before, "who can play is not passed for"
                await step(house, chance(6, count))
        assert passed


async def test_who_does_not_wish_it_is_waited_for(tmp_path):
    async with service(tmp_path / "t.db") as house:
        await landlord(house)
        question = await until_somebody_can_only_pass(house)
        await house.forward(SOME)
        assert house.table.state.questions[0] == question


async def test_the_wish_may_come_while_it_is_ones_turn_and_survives_a_restart(tmp_path):
    async with service(tmp_path / "t.db") as house:
        await landlord(house)
        question = await until_somebody_can_only_pass(house)
        name, clock = name_of(house.table, question.seat), house.clock
        await house.say(name, "/prefs autopass on")
        before = house.table.match.step
    async with service(tmp_path / "t.db", clock=clock) as house:
        assert house.table.match.step == before
        await house.forward(SOME)
        assert house.table.match.step == before + 1
        assert house.table.state.players[question.seat].autopilot is False


async def test_txt_07_the_board_looks_the_same_whether_somebody_wishes_to_pass(tmp_path):
    """Nobody can tell from what is shown that a pass will come by itself."""
    texts = []
    for wish in ("on", "off"):
        async with service(tmp_path / f"{wish}.db") as house:
            await landlord(house)
            question = await until_somebody_can_only_pass(house)
            await house.say(name_of(house.table, question.seat), f"/prefs autopass {wish}")
            texts.append([sent.message.text for sent in house.platform.in_chat()])
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("sends", "shape"), [(True, "plane1"), (False, "single")], ids=["first reading", "cautious"]
)
async def test_cards_that_were_not_explained_in_time_are_read_the_first_way(tmp_path, sends, shape):
    """§3 of 斗地主拓展版: 44443333 are a plane first."""
    async with service(tmp_path / "t.db", check=False) as house:
        await landlord(house, "doudizhu_ext")
        table, seat = house.table, house.table.state.questions[0].seat
        hands = ["5", "6", "7"]
        hands[seat] = "333344449"
        dealt = deal(table.game, "/".join(hands), landlord=seat, turn=seat)
        table.match = replace(table.match, state=dealt)
        if sends:
            reply = await house.say(name_of(table, seat), "出 33334444")
            assert len(reply.message.rows) == 3, "the ways are offered"
        step_before = table.match.step
        while table.match.step == step_before:
            assert await house.next_wake()
        assert table.match.state.public.played[0].reading.shape == shape
