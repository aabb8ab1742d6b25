"""A round at the table: answers, refusals, the clock, votes, the pause between rounds."""

import json

import pytest

from bot.commands.repeats import TAKEN
from bot.table.commands import Suspend
from bot.table.state import Phase
from engine.rng import Rng
from tests.kit import actors
from tests.kit.actors import go_on, said
from tests.kit.house import service
from tests.kit.ids import ROOM_KEY
from tests.kit.platform import buttons

GAME = "/newgame 比大小"


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


async def begin(house, *others, quan=2, bots=0):
    """甲 opens a table for 甲 and the others and starts it."""
    await house.say("甲", GAME)
    for who in others:
        await house.say(who, "/join")
    for _ in range(bots):
        await house.say("甲", "/addbot")
    await house.say("甲", f"/settings quan {quan}")
    await house.say("甲", "/start")


async def play(house, who, at=0):
    """``who`` plays the card at a position of the private picker."""
    picker = house.platform.private(who).pickers[0]
    return await house.press(who, picker.token, [picker.groups[0].options[at].value])


def code(house, who, at=0):
    return house.platform.private(who).pickers[0].groups[0].options[at].face


async def test_a_match_is_played_and_the_book_is_kept(house):
    await begin(house, "乙")
    for _ in range(2):
        await play(house, "甲")
        await play(house, "乙")
        if house.tables.running and house.table.state.phase is Phase.BETWEEN:
            await house.press("甲", buttons(house.platform.board())["下一圈"])
            await house.say("乙", "/next")
    assert house.tables.running == {}
    sheet = await house.store.scores.rounds(ROOM_KEY)
    assert [r.round for r in sheet] == [1, 2]
    sums = await house.store.scores.game_totals(ROOM_KEY)
    totals = {t.name: t.points for t in sums}
    assert totals == {sheet[0].seats[s].name: sum(r.scores[s] for r in sheet) for s in (0, 1)}
    scores = said(await house.say("甲", "/scores"))
    assert "第 1 圈" in scores and "第 2 圈" in scores and "合计" in scores
    record = said(await house.say("甲", "/record"))
    assert "还没开封" in record


REFUSED = [
    ("出 黑桃X", "没有看懂", "a rank that does not exist"),
    ("出 ♠2 ♥2 ♣2 ♦2", "自己的手牌", "more cards than asked for"),
    ("什么意思", "没看懂", "no play at all"),
    ("出 " + "3" * 300, "太长", "an endless line"),
]


@pytest.mark.parametrize(("line", "answer", "why"), REFUSED, ids=[r[2] for r in REFUSED])
async def test_a_refusal_is_private_and_changes_nothing(house, line, answer, why):
    await begin(house, "乙")
    before, posts = house.table.snapshot(), len(house.platform.order)
    reply = await house.say("甲", line)
    assert answer in said(reply)
    assert house.table.snapshot() == before
    assert len(house.platform.order) == posts


async def test_who_has_answered_is_told_so(house):
    """Where everybody is asked at once, nobody's turn is to come."""
    await begin(house, "乙", "丙")
    await play(house, "甲")
    assert "你已经选好了，现在在等 2 位玩家" in said(await house.say("甲", "出 3"))
    await play(house, "乙")
    assert "你已经选好了，现在在等 丙" in said(await house.say("甲", "出 3"))


async def test_out_of_turn_says_who_is_waited_for(house):
    """RAC-06."""
    await actors.begin(house, "chudadi", 4)
    ((seat, who),) = actors.waited_for(house.table)
    other = next(name for name in actors.NAMES[:4] if name != who)
    assert f"还没轮到你，现在在等 {who}" in said(await house.say(other, "出 3"))
    assert said(await actors.answer(house, house.table, seat, actors.chance(1))) == ""
    assert "还没轮到你" in said(await house.say(who, "出 3"))


async def test_a_card_of_somebody_else_is_not_held(house):
    await begin(house, "乙")
    word = house.platform.private("乙").pickers[0].groups[0].options[0].label
    assert "自己的手牌" in said(await house.say("甲", f"出 {word}"))


async def test_typed_cards_are_played(house):
    await begin(house, "乙")
    word = house.platform.private("甲").pickers[0].groups[0].options[2].label
    assert said(await house.say("甲", f"出{word}")) == ""
    assert house.table.match.state.chosen[house.table.seat_of(house.people.say("甲", "").user)]


async def test_the_same_press_twice_acts_once(house):
    """RAC-01."""
    await begin(house, "乙")
    picker = house.platform.private("甲").pickers[0]
    value = [picker.groups[0].options[0].value]
    await house.press("甲", picker.token, value)
    step = house.table.state.step
    assert said(await house.press("甲", picker.token, value)) == "", "a copy is done already"
    await house.forward(TAKEN.total_seconds())
    assert "过时" in said(await house.press("甲", picker.token, value))
    assert house.table.state.step == step


async def test_the_same_source_twice_acts_once(house):
    """TEL-11: a replayed update."""
    await begin(house, "乙", quan=3)
    word = house.platform.private("甲").pickers[0].groups[0].options[0].label
    again = house.people.say("甲", f"出 {word}")
    await house.do(again)
    await play(house, "乙")
    await house.say("甲", "/next")
    await house.say("乙", "/next")
    before = house.table.state
    # The card may be held again in the new round; the source has been stored all the same.
    mine = house.platform.private("甲").pickers[0].groups[0].options[0].label
    replayed = type(again)(
        **{**{f: getattr(again, f) for f in again.__slots__}, "text": f"出 {mine}"}
    )
    await house.forward(5)
    assert await house.do(replayed) is None, "a quiet done"
    assert house.table.state == before


async def test_the_same_words_within_two_seconds_are_one_play(house):
    await begin(house, "乙", quan=8)
    seat = house.table.seat_of(house.people.say("甲", "").user)
    table = house.table
    word = house.platform.private("甲").pickers[0].groups[0].options[0].label
    await house.say("甲", f"出 {word}")
    await play(house, "乙")
    await house.say("甲", "/next")
    await house.say("乙", "/next")
    assert table.question_of(seat) is not None
    assert "只算一次" in said(await house.say("甲", f"出 {word}"))


async def test_words_written_before_the_question_are_old(house):
    await begin(house, "乙")
    early = house.clock.now()
    await house.forward(5)
    await play(house, "甲")
    await play(house, "乙")
    await house.say("甲", "/next")
    await house.say("乙", "/next")
    word = house.platform.private("甲").pickers[0].groups[0].options[0].label
    assert "轮到你之前" in said(await house.say("甲", f"出 {word}", at=early))


async def test_a_strangers_press_is_not_theirs(house):
    await begin(house, "乙")
    picker = house.platform.private("甲").pickers[0]
    before = house.table.state
    assert "不是你的按钮" in said(await house.press("乙", picker.token, ["cards.0"]))
    assert "不在这一桌" in said(await house.press("丙", picker.token, ["cards.0"]))
    assert house.table.state == before


FORGED = ["g1:zzzzzzzzzz:1:s0", "g1:x", "", "m1:stop", "m1:newgame:麻将", "g1::::", "x" * 500]


@pytest.mark.parametrize("token", FORGED[:2] + FORGED[3:])
async def test_a_forged_button_does_nothing(house, token):
    await begin(house, "乙")
    before = house.table.state
    assert said(await house.press("甲", token))
    assert house.table.state == before


VALUES = [(), ("cards.9",), ("cards.-1",), ("take.0",), ("cards.x",), ("cards.0", "cards.1"), ("",)]


@pytest.mark.parametrize("values", VALUES)
async def test_impossible_values_do_nothing(house, values):
    await begin(house, "乙")
    before = house.table.state
    assert said(await house.press("甲", house.platform.private("甲").pickers[0].token, values))
    assert house.table.state == before


async def test_the_clock_plays_for_who_does_not_answer_and_twice_is_autopilot(house):
    await begin(house, "乙", quan=8)
    await house.forward(121)
    seat = house.table.seat_of(house.people.say("甲", "").user)
    # Both were asked at once, both ran out of time at once.
    assert house.table.state.phase is Phase.BETWEEN
    assert all(s.timeouts == 1 for s in house.table.state.players)
    await house.say("甲", "/next")
    await house.say("乙", "/next")
    await house.forward(119)
    assert house.table.state.players[seat].timeouts == 0
    await house.forward(2)
    assert house.table.state.players[seat].timeouts == 1


async def test_an_act_ends_the_autopilot(house):
    """STK-22."""
    await begin(house, "乙", "丙", quan=8)
    await house.say("甲", "/autopilot")
    seat = house.table.seat_of(house.people.say("甲", "").user)
    assert house.table.state.players[seat].autopilot
    await house.forward(1)
    assert house.table.match.state.chosen[seat] is not None
    await play(house, "乙")
    await play(house, "丙")
    await house.say("乙", "/next")
    await house.say("丙", "/next")
    assert house.table.state.round == 2
    await play(house, "甲")
    assert not house.table.state.players[seat].autopilot


async def test_a_deadline_is_not_moved_by_others(house):
    """RAC-09."""
    await begin(house, "乙", "丙")
    seat = house.table.seat_of(house.people.say("甲", "").user)
    before = house.table.question_of(seat)
    await house.forward(50)
    await play(house, "乙")
    await house.say("甲", "/hand")
    assert house.table.question_of(seat) == before


async def test_computer_players_answer_after_a_moment(house):
    await begin(house, bots=2)
    assert house.table.match.step == 0
    await house.forward(2.1)
    assert house.table.match.step == 2


async def test_between_rounds_the_next_begins_when_all_are_ready(house):
    await begin(house, "乙", quan=8)
    await play(house, "甲")
    await play(house, "乙")
    await house.press("甲", buttons(house.platform.board())["下一圈"])
    assert house.table.state.phase is Phase.BETWEEN
    await house.say("乙", "/next")
    assert house.table.state.round == 2


async def test_between_rounds_one_press_is_enough_after_a_minute(house):
    await begin(house, "乙", quan=8)
    await play(house, "甲")
    await play(house, "乙")
    await house.say("甲", "/next")
    await house.forward(61)
    assert house.table.state.round == 2


async def test_a_table_that_nobody_uses_stands_still_and_goes_on(house):
    """STK-27."""
    await begin(house, "乙", quan=8)
    await play(house, "甲")
    await play(house, "乙")
    await house.forward(601)
    assert house.table.state.suspended_at is not None
    assert "暂停" in said(await house.say("乙", "/why"))
    await house.say("甲", "/next")
    await house.say("乙", "/next")
    assert house.table.state.round == 2


async def test_leaving_in_a_round_is_autopilot_and_coming_back_the_same_hand(house):
    """STK-07, STK-05."""
    await begin(house, "乙", quan=8)
    seat = house.table.seat_of(house.people.say("甲", "").user)
    hand = house.table.match.state.hands[seat]
    await house.say("甲", "/leave")
    assert house.table.state.host.id == "乙"
    await house.say("甲", "/join")
    assert house.table.state.players[seat].present
    assert house.table.match.state.hands[seat] == hand
    await house.say("甲", "/leave")
    await house.forward(1)
    assert house.table.match.state.chosen[seat] == min(hand)


async def test_when_all_have_left_the_table_waits_and_makes_room(house):
    await begin(house, "乙")
    await house.say("甲", "/leave")
    await house.say("乙", "/leave")
    assert house.table.state.suspended_at is not None
    assert await house.say("丙", GAME) is None
    assert house.table.state.host.id == "丙"


async def test_alone_with_computers_stop_is_at_once(house):
    await begin(house, bots=3)
    await house.say("甲", "/stop")
    assert house.tables.running == {}


async def test_in_a_round_the_present_persons_vote(house):
    """STK-17: absent ones do not count, silence is no."""
    await begin(house, "乙", "丙")
    await house.say("丙", "/leave")
    await house.say("乙", "/stop")
    assert house.table.state.vote is not None
    await house.forward(61)
    assert house.table.state.vote is None
    await house.say("乙", "/stop")
    await house.press("甲", buttons(house.platform.board())["继续打"])
    assert house.table.state.vote is None
    await house.say("乙", "/stop")
    await house.press("甲", buttons(house.platform.board())["同意结束"])
    assert house.tables.running == {}


async def test_an_old_vote_button_is_no_vote(house):
    await begin(house, "乙", "丙")
    await house.say("乙", "/stop")
    yes = buttons(house.platform.board())["同意结束"]
    await house.say("丙", "/no")
    await house.say("丙", "/stop")
    assert "过时" in said(await house.press("甲", yes))
    assert house.table.state.vote.yes == (house.table.seat_of(house.people.say("丙", "").user),)


async def test_an_administrator_stops_at_once(house):
    """STK-01: and the next game works."""
    await begin(house, "乙")
    await house.say("管", "/stop", admin=True)
    assert house.tables.running == {}
    assert await house.say("乙", GAME) is None


async def test_the_host_stops_between_rounds_and_finished_rounds_count(house):
    await begin(house, "乙")
    await play(house, "甲")
    await play(house, "乙")
    await house.say("甲", "/stop")
    assert house.tables.running == {}
    assert [r.round for r in await house.store.scores.rounds(ROOM_KEY)] == [1]


async def test_a_bug_is_contained_and_logged_once(house, caplog, monkeypatch):
    await begin(house, "乙")

    told = str(house.table.match.state.hands)

    def broken(*_):
        raise ZeroDivisionError(told)

    with monkeypatch.context() as patched:
        patched.setattr(type(house.table.game), "apply", broken)
        reply = await play(house, "甲")
    assert "出了点问题" in said(reply)
    errors = [r for r in caplog.records if r.levelname == "ERROR"]
    assert len(errors) == 1
    assert house.table.state.id in errors[0].getMessage()
    assert told not in caplog.text
    assert house.platform.private("甲").pickers == ()
    await house.say("甲", "/resume")
    assert said(await play(house, "甲")) == ""


async def test_nobody_can_suspend_a_closed_table(house):
    await begin(house, bots=1)
    table = house.table
    await house.say("甲", "/stop")
    assert table.handle(Suspend(), house.clock.now()) == ()


async def test_why_names_who_is_waited_for(house):
    await begin(house, "乙", "丙")
    told = said(await house.say("甲", "/why"))
    assert all(who in told for who in "你乙丙")
    await play(house, "甲")
    await play(house, "乙")
    assert "在等 丙 出手" in said(await house.say("甲", "/why"))


async def test_a_hand_that_cannot_be_delivered_leaves_the_deal_standing(house):
    """PRV-01."""
    house.platform.unreachable.add("乙")
    await begin(house, "乙")
    await play(house, "甲")
    assert house.table.match.step == 1


async def test_a_refused_message_does_not_hold_up_the_turn(house):
    """STK-10: the play stands, and the board is sent later."""
    from bot.ports.errors import RetryAfter

    await begin(house, "乙")
    picker = house.platform.private("甲").pickers[0]
    house.platform.fail["edit"] = RetryAfter(30)
    task = house.handle(house.people.press("甲", picker.token, [picker.groups[0].options[0].value]))
    assert await task is None
    assert house.table.match.step == 1
    house.platform.fail.clear()
    await house.forward(31)
    assert house.table.state.shown == house.table.state.public


async def test_an_option_for_between_the_rounds_counts_from_the_next_one(house):
    """SCO-05: what a round was played under is stored with it."""
    await house.say("甲", "/newgame 占格子")
    await house.say("乙", "/join")
    await house.say("甲", "/settings quan 8")
    info = house.table.game.info
    later = next(option for option in info.options if option.between)
    never = next(option for option in info.options if not option.between)
    await house.say("甲", "/start")
    # As this chance has it, nobody is broke after the first round.
    rng = Rng(b"between2", "people")
    while house.table.state.phase is not Phase.BETWEEN:
        await go_on(house, rng)
    assert "不能改" in said(await house.say("甲", f"/settings {never.key} {never.values[1]}"))
    await house.say("甲", f"/settings {later.key} {later.values[1]}")
    played = house.table.state.round
    while house.table.state.round == played:
        await go_on(house, rng)
    stored = await house.store.matches.match(house.table.state.match)
    options = [json.loads(r.options)[later.key] for r in stored.rounds]
    assert options[played - 1 : played + 1] == [later.values[0], later.values[1]]
