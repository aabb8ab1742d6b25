"""A group is sent no more than its platform takes, soon enough, and nothing that matters is lost.

TEL-12.
"""

from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ports.budget import Claim, Later, Pace, Traffic, Window
from bot.ports.errors import RetryAfter
from bot.ports.refs import ChatRef
from bot.table.state import Phase
from tests.kit.actors import NAMES, answer, begin, chance, go_on, waited_for
from tests.kit.clock import BEGIN
from tests.kit.house import service
from tests.kit.ids import ROOM_ID, ROOM_KEY, long_id
from tests.kit.platform import MemoryPlatform, buttons

EDITS, ALL = 12, 20
GROUP = (Window(ALL, 60.0, asked=8, each=4, shown=18),)
PACE = Pace(GROUP, EDITS)


def most_in_a_minute(times):
    """The most of these that lie within any 60 seconds."""
    return max(
        (sum(begin <= t < begin + timedelta(seconds=60) for t in times) for begin in times),
        default=0,
    )


def at(seconds):
    return BEGIN + timedelta(seconds=seconds)


def send(traffic, wanted):
    """Send boards (True) and lines (False) as soon as they may, each after the one before.

    Returns:
        The seconds each was wanted and went, by kind.
    """
    now, went = 0.0, []
    for pause, board in wanted:
        now += pause
        asked = now
        while True:
            try:
                traffic.ask("chat", PACE, Claim("it", board=board), at(now))
                break
            except Later as later:
                now += later.seconds + 1e-6  # clocks count microseconds
        went.append((asked, now, board))
    return went


@given(st.lists(st.tuples(st.floats(0, 40), st.booleans()), max_size=60))
def test_never_too_much_in_a_minute(wanted):
    went = send(Traffic(), wanted)
    assert most_in_a_minute([at(now) for _, now, _ in went]) <= ALL
    assert most_in_a_minute([at(now) for _, now, board in went if board]) <= EDITS


@given(st.lists(st.floats(0, 10), max_size=60))
def test_a_board_never_waits_long(pauses):
    went = send(Traffic(), [(pause, True) for pause in pauses])
    assert all(now - asked <= 8 for asked, now, _ in went)
    if went:
        assert went[0][0] == went[0][1], "the first goes at once"
    spaced = [later[1] - now[1] for now, later in pairwise(went)]
    assert all(gap >= 3 for gap in spaced)


def test_a_chat_that_was_quiet_is_shown_the_next_board_at_once():
    traffic = Traffic()
    send(traffic, [(0, True)] * 20)
    traffic.ask("chat", PACE, Claim("it", board=True), at(1000))


def test_lines_have_room_while_boards_flood():
    traffic, now = Traffic(), 0.0
    for _ in range(4):
        for _ in range(EDITS):
            try:
                traffic.ask("chat", PACE, Claim("board", board=True), at(now))
            except Later as later:
                now += later.seconds + 1e-6
        traffic.ask("chat", PACE, Claim("line"), at(now))
        traffic.ask("chat", PACE, Claim("line"), at(now))


def test_chats_do_not_count_for_each_other_and_without_a_limit_nothing_counts():
    traffic = Traffic()
    for chat in map(str, range(100)):
        traffic.ask(chat, PACE, Claim("it", board=True), at(0))
    for _ in range(100):
        traffic.ask("free", Pace(), Claim("it", board=True), at(0))


# The service.


class Counting(MemoryPlatform):
    """Notes when the group was sent what."""

    def __init__(self):
        super().__init__(edits=EDITS, group=GROUP)
        self.clock, self.times = None, []

    def _check(self, method, where):
        if method in ("post", "edit") and where.startswith((ROOM_KEY, "room")):
            self.times.append((self.clock.now(), method))
        super()._check(method, where)


@pytest.fixture
async def house(tmp_path):
    platform = Counting()
    async with service(tmp_path / "t.db", platform=platform, check=False) as open_house:
        platform.clock = open_house.clock
        yield open_house


async def busy_minute(house, persons=8, seconds=2):
    """Everybody answers, one every ``seconds`` seconds, over two minutes."""
    await begin(house, "比大小", persons, quan=8)
    rng = chance(12)
    for _ in range(120 // seconds):
        asked = waited_for(house.table)
        if asked:
            await answer(house, house.table, asked[0][0], rng)
        else:
            for name in NAMES[:persons]:
                await house.handle(house.people.say(name, "/next"))
        await house.forward(seconds)


async def test_tel_12_eight_players_and_thirty_acts_a_minute(house):
    await busy_minute(house)
    times = [time for time, _ in house.platform.times]
    assert len(times) > 20, "it was shown all the while"
    assert most_in_a_minute(times) <= ALL
    await house.forward(10)
    board = house.platform.board()
    told = "\n".join(house.platform.lines())
    rounds = house.table.state.round - (house.table.state.phase is Phase.PLAYING)
    for number in range(1, rounds + 1):
        assert told.count(f"第 {number} 圈结束") == 1, "results are not dropped"
    assert f"第 {house.table.state.round} / 8 圈" in board.text, "and the board is the newest"


async def test_tel_12_a_hand_of_four_quick_players(tmp_path):
    """A deal of 蹲麻子: below 12 board edits and 20 messages a minute."""
    platform = Counting()
    async with service(tmp_path / "t.db", platform=platform, check=False) as house:
        platform.clock = house.clock
        await begin(house, "蹲麻子", 4, quan=1)
        rng = chance(4)
        for _ in range(200):
            if not house.tables.running:
                break
            await go_on(house, rng)
            await house.forward(1.5)
        assert not house.tables.running
        edits = [time for time, method in platform.times if method == "edit"]
        assert most_in_a_minute(edits) <= EDITS
        assert most_in_a_minute([time for time, _ in platform.times]) <= ALL
        assert any("第一名" in line for line in platform.lines())
        assert "再来一场" in buttons(platform.board())


async def test_a_change_after_quiet_is_shown_at_once(house):
    await begin(house, "比大小", 2)
    await house.forward(10)
    await house.forward(60)
    text = house.platform.board().text
    await answer(house, house.table, 0, chance(1))
    assert house.platform.board().text != text


async def test_topics_of_a_chat_count_together(house):
    for topic in "123":
        house.people.chat = ChatRef("memory", ROOM_ID, topic)
        await begin(house, "比大小", 3, quan=8)
    for _ in range(30):
        for runner in tuple(house.tables.running.values()):
            asked = waited_for(runner.table)
            if asked:
                await answer(house, runner.table, asked[0][0], chance(1))
        await house.forward(2)
    assert most_in_a_minute([time for time, _ in house.platform.times]) <= ALL


async def test_a_pause_that_one_chat_must_make_is_no_other_chats(house):
    await begin(house, "比大小", 2)
    house.platform.fail["edit"] = RetryAfter(40)
    await house.forward(60)
    await answer(house, house.table, 0, chance(1))
    house.platform.fail.clear()
    text = house.platform.board().text
    house.people.chat = ChatRef("memory", long_id("other"))
    await begin(house, "比大小", 2)
    assert house.platform.board(long_id("other")).rows
    assert house.platform.board().text == text
    await house.forward(41)
    assert house.platform.board().text != text
