"""How much a group of Telegram is sent while people play as quickly as they can."""

from datetime import timedelta

from bot.table.state import Phase
from tests.kit.actors import chance
from tests.kit.telegram import best, open_group

BOARDS, MESSAGES = 12, 20
"""What a minute may bring a group: edits of its board, and everything together."""

SHOWN = ("sendMessage", "sendPhoto", "sendDocument", "deleteMessage")


def minutes(house, group):
    """Of every minute that begins with a request to the group: edits of boards, and all of them."""
    sent = [
        (request.at, request.method)
        for request in house.server.sent(chat=group.id)
        if request.method.startswith("edit") or request.method in SHOWN
    ]
    for begin, _ in sent:
        inside = [m for at, m in sent if begin <= at < begin + timedelta(minutes=1)]
        yield sum(m.startswith("edit") for m in inside), len(inside)


async def test_tel_12_four_quick_players_stay_within_what_a_group_may_be_sent(tmp_path):
    """A hand of 蹲麻子 with an answer every two seconds, and everybody looks at their hand."""
    path = tmp_path / "t.db"
    async with open_group(path, check=False) as (house, group, people):
        await house.begin(group, people, target=35)
        rng, acts = chance(1), 0
        while house.table.state.phase is Phase.PLAYING and acts < 60:
            await house.answer(rng, choose=best if acts > 24 else house_rules)
            await house.press(people[acts % 4], house.board(group), "在等谁")
            await house.forward(2)
            acts += 1
        result = house.table.state.phase
        await house.forward(60)
        counted = list(minutes(house, group))
        assert acts > 24
        assert max(boards for boards, _ in counted) <= BOARDS
        assert max(every for _, every in counted) <= MESSAGES
        assert max(boards for boards, _ in counted) > BOARDS / 2, "it was quick"
        if result is not Phase.PLAYING:
            text = "\n".join(message.words for message in group.ours)
            assert "第 1 圈结束" in text, "a result is never dropped"


def house_rules(table, seat, rng):
    """Swaps and puts that end nothing."""
    actions = table.game.suggest(table.seen(seat), 12)
    calm = [action for action in actions if action.verb not in ("knock", "clear")]
    return calm[0] if calm else actions[0]


async def test_fifty_play_the_matrix_within_the_limits_of_every_message(tmp_path):
    """扑克矩阵: no message is refused, and the group is sent no more than it may be."""
    names = [f"玩家{number}" for number in range(1, 51)]
    async with open_group(tmp_path / "t.db", names, check=False) as (house, group, people):
        await house.begin(group, people, "matrix")
        assert house.table.state.phase is Phase.PLAYING
        rng = chance(2)
        for _ in range(8):
            await house.answer(rng, choose=best)
        await house.forward(10)
        assert house.server.wrong == []
        counted = list(minutes(house, group))
        assert max(boards for boards, _ in counted) <= BOARDS
        assert max(every for _, every in counted) <= MESSAGES
        assert not [r for r in house.server.requests if r.refused]
        await house.press(people[0], house.board(group), "战绩")
        assert all(len(m.words) <= 4096 for m in group.messages)
