"""/deal and /record in writing: a table from a written deal, and a match as text, read back."""

from __future__ import annotations

import pytest

from bot.commands import notation
from bot.commands.topics import PARSER
from bot.records.reader import read
from bot.records.writer import write
from bot.store.rows import SeatRow, StoredMatch, StoredRound
from bot.table.state import Phase
from engine.cards import cards
from engine.match import deal
from engine.registry import games
from tests.kit import written
from tests.kit.actors import answer, chance, said, waited_for
from tests.kit.house import service
from tests.kit.ids import ROOM_KEY
from tests.kit.platform import buttons

LANDLORD = (
    "地主: 大王 小王 2222 AAAA KKKK 333 | 农民: QQQQ JJJJ 10 10 10 10 9999 3 | "
    "农民: 8888 7777 6666 5555 4 | 底牌: 444"
)


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


async def seated(house, deal, *, computers):
    """甲 lays a deal, and begins with computer players."""
    reply = await house.say("甲", f"/deal {deal}")
    for _ in range(computers):
        await house.say("甲", "/addbot")
    await house.say("甲", "/start")
    return reply


async def over(house):
    """Play on until the match is over; the table as it was then."""
    table = house.table
    while house.tables.running:
        if waits := [w for w in waited_for(table) if table.state.phase is Phase.PLAYING]:
            await answer(house, table, waits[0][0], chance(1))
        elif table.state.phase is Phase.BETWEEN:
            await house.say("甲", "/next")
        elif not await house.next_wake():
            break
    return table


async def test_a_table_is_dealt_from_what_is_written(house):
    """斗地主: the hands, who begins and what was said are as they stand in the text."""
    reply = await seated(house, f"斗地主 {LANDLORD}; 叫, 2 不抢, 3 不抢", computers=2)
    assert "就照这副牌发" in said(reply)

    state = house.table.match.state
    assert state.public.extra.landlord == 0
    assert state.public.turn == 0
    assert state.public.counts == (20, 17, 17)
    assert set(cards("BJ LJ S2 H2 C2 D2")) <= set(state.hands[0])
    assert house.table.state.players[0].user is not None
    assert len(house.table.log[0].actions) == 3
    assert "照写好的牌发" in "\n".join(house.platform.lines())


async def test_it_goes_on_after_a_restart_from_the_same_cards(tmp_path):
    """What chance had to add is kept: the check of the house loads the table after each step."""
    async with service(tmp_path / "t.db") as house:
        await seated(house, "斗地主 1: 大王 小王\n其余: 随机", computers=2)
        before = house.table.match.state
        clock = house.clock
    async with service(tmp_path / "t.db", clock=clock) as again:
        assert again.table.match.state == before
        assert set(cards("BJ LJ")) <= set(before.hands[0])


async def test_it_counts_nowhere(tmp_path):
    for dealt, rows in ((True, 0), (False, 1)):
        async with service(tmp_path / f"{dealt}.db", check=False) as house:
            if dealt:
                await house.say("甲", "/deal 比大小 1: ♠A ♠K ♠Q\n其余: 随机")
            else:
                await house.say("甲", "/newgame 比大小")
            await house.say("甲", "/settings rounds 1")
            await house.say("甲", "/addbot")
            await house.say("甲", "/start")
            await over(house)
            assert len(await house.store.scores.rounds(ROOM_KEY)) == rows
            assert len(await house.store.scores.game_totals(ROOM_KEY)) == rows


async def test_the_lobby_says_that_it_is_practice(house):
    await house.say("甲", f"/deal 斗地主 {LANDLORD}")
    assert "照写好的牌（练习，不计战绩）" in house.platform.board().text
    await house.say("甲", "/addbot")
    assert "写好的牌是 3 人的，现在坐着" not in "\n".join(house.platform.lines())


async def test_so_many_must_sit_there_as_are_written(house):
    await house.say("甲", "/deal 蹲麻子 1: ♠A\n2: ♠K\n其余: 随机")
    await house.say("甲", "/addbot")
    await house.say("甲", "/addbot")
    reply = await house.say("甲", "/start")
    assert "写好的牌是 2 人的，现在坐着 3 人" in said(reply)
    assert house.table.state.phase is Phase.LOBBY


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("斗地主 1: ♠3 ♠3\n其余: 随机", "第 1 行第 7 个字“♠3”：♠3 已经写够了"),
        ("斗地主 1: ♠3 猫", "第 1 行第 7 个字“猫”：这不是一张牌"),
        ("1: ♠3", "没有写是哪个游戏"),
        ("斗地主 1: ♠3", "1 号的手牌还缺 16 张"),
        ("牌谱 1: 斗地王", "没有叫这个名字的游戏"),
    ],
)
async def test_of_what_cannot_be_read_nothing_is_kept(house, text, told):
    reply = await house.say("甲", f"/deal {text}")
    assert told in said(reply)
    assert not house.tables.running
    assert not await house.store.matches.live_tables()


async def test_without_words_it_says_how(house):
    assert "/deal 斗地主" in said(await house.say("甲", "/deal"))
    assert not house.tables.running


async def test_another_persons_lobby_is_not_dealt_anew(house):
    await house.say("甲", "/newgame 斗地主")
    await house.say("乙", "/join")
    await house.say("乙", f"/deal 斗地主 {LANDLORD}")
    assert not house.table.state.deal


async def test_a_deal_is_not_for_coins(house):
    await house.say("甲", f"/deal 斗地主 {LANDLORD}")
    await house.say("甲", "/settings money coins")
    await house.say("甲", "/addbot")
    await house.say("甲", "/addbot")
    reply = await house.say("甲", "/start")
    assert house.table.state.phase is Phase.LOBBY
    assert reply is not None


async def test_a_record_in_writing_is_read_back(house):
    """What /record gives goes into /deal, and is the same cards and moves."""
    await seated(house, f"斗地主 {LANDLORD}; 叫, 2 不抢, 3 不抢, 1 333, 2 过, 3 过", computers=2)
    log = house.table.log
    await house.forward(4)

    private = await house.say("甲", "/record 文字", chat=None)
    text = private.message.file.data.decode()

    found = read(text, fill=True)
    assert found.log == log
    assert set(cards("BJ LJ S2")) <= set(found.match.state.hands[0])


async def test_a_record_shows_its_reader_what_he_saw(house):
    """In the chat it shows what all have seen; to whoever plays, in private, the own hand too."""
    await seated(house, f"斗地主 {LANDLORD}", computers=2)
    await house.forward(4)

    public = (await house.say("甲", "/record text")).message.file.data.decode()
    own = (await house.say("甲", "/record text", chat=None)).message.file.data.decode()

    assert "大王" not in public
    assert "1: 大王 小王" in own
    assert "2: ?×17" in own
    assert "底牌: ?×3" in own


async def test_of_a_long_match_the_first_rounds_are_written(house, monkeypatch):
    monkeypatch.setattr(notation, "MOST", 4)
    await house.say("甲", "/newgame 比大小")
    await house.say("甲", "/settings rounds 4")
    await house.say("甲", "/addbot")
    await house.say("甲", "/start")
    await over(house)
    reply = await house.say("甲", "/record 文字")
    text = reply.message.file.data.decode()
    assert "第 2 副" in text
    assert "第 3 副" not in text
    assert "只写了开头 2 副" in said(reply)


async def test_from_a_move_of_a_record(house):
    deal = f"斗地主 {LANDLORD}; 从: 4; 叫, 2 不抢, 3 不抢, 1 333, 2 过, 3 过"
    await seated(house, deal, computers=2)
    assert len(house.table.log[0].actions) == 3
    assert house.table.match.state.public.turn == 0


@pytest.mark.parametrize("game_id", sorted(games()))
async def test_a_whole_round_of_each_game_is_played_from_a_written_deal(tmp_path, game_id):
    game = games()[game_id]
    async with service(tmp_path / "t.db", check=False) as house:
        seats = min(game.info.seats)
        await seated(house, f"{game.info.names[0]}\n人数: {seats}\n其余: 随机", computers=seats - 1)
        table = house.table
        assert table.state.deal
        assert table.match.round == 1
        while table.match.round == 1 and table.match.outcome is None:
            due = waited_for(table)
            if due:
                await answer(house, table, due[0][0], chance(2))
            elif not await house.next_wake():
                break
        assert table.match.played


async def test_all_hands_of_a_table_for_one_are_shown(house):
    """看牌: hands by seat, and what may be played, by shape."""
    await seated(house, f"斗地主 {LANDLORD}; 叫, 2 不抢, 3 不抢", computers=2)
    told = said(await house.say("甲", "/display"))
    assert "♠Q" in told
    assert "♠8" in told
    assert "轮到 甲，可以这样：" in told
    assert "王炸：" in told
    assert "炸弹：" in told


async def test_with_friends_hands_are_shown_where_the_deal_says_so(house):
    for word, shown in (("", False), ("; 明牌", True)):
        await house.say("甲", f"/deal 斗地主 {LANDLORD}{word}")
        await house.say("乙", "/join")
        await house.say("甲", "/addbot")
        await house.say("甲", "/start")
        told = said(await house.say("乙", "/display"))
        assert ("♠8" in told) == shown
        assert ("只有照写好的牌开的练习桌" in told) == (not shown)
        await house.say("甲", "/stop")
        await house.say("乙", "/yes")


async def test_at_any_other_table_they_are_not(house):
    await house.say("甲", "/newgame 斗地主")
    await house.say("甲", "/addbot")
    await house.say("甲", "/addbot")
    await house.say("甲", "/start")
    told = said(await house.say("甲", "/display"))
    assert "只有照写好的牌开的练习桌" in told


def test_who_sat_where_in_each_round():
    """From the seats at the start, and those that changed hands between rounds."""
    seats = (SeatRow(0, "web:A", "A"), SeatRow(1, "web:B", "B"))
    changes = [(2, SeatRow(0, "web:C", "C")), (3, SeatRow(0, "web:A", "A"))]
    rounds = tuple(StoredRound(number, "{}", ()) for number in (1, 2, 3))
    found = StoredMatch("m", "_specimen", 1, bytes(32), "{}", 3, "{}", "playing", seats, rounds)
    assert notation.seats_of("web:A", found, changes) == (0, None, 0)
    assert notation.seats_of("web:B", found, changes) == (1, 1, 1)
    assert notation.seats_of("web:C", found, changes) == (None, 0, None)
    assert notation.seats_of("web:D", found, changes) == (None, None, None)


async def test_a_deal_may_begin_on_the_line_below_its_command(house):
    deal = "/deal\n牌谱 1: 斗地主\n1: 大王\n其余: 随机"
    assert "就照这副牌发" in said(await house.say("甲", deal))
    assert house.table.state.deal.startswith("牌谱")


@pytest.mark.parametrize("line", ["/", "/ deal", "deal", "排牌 斗地主"])
def test_what_is_no_command(line):
    """Nothing behind the slash, a blank there, or a word that means it only behind one."""
    name = PARSER.understand(line).name
    assert name == ("deal" if line.startswith("排牌") else "")


async def test_a_whole_record_begins_a_table_from_its_first_deal(house):
    """What /record gives at the end of a match is over: it is dealt from its beginning."""
    fresh, log, _ = written.playthrough("doudizhu.txt")
    record = write(fresh, log)
    assert "就照这副牌发" in said(await house.say("甲", f"/deal {record}"))
    assert len(house.table.state.deal) < len(record) + 40
    await house.say("甲", "/addbot")
    await house.say("甲", "/addbot")
    await house.say("甲", "/start")
    dealt = [frozenset(hand) for hand in house.table.match.state.hands]
    begun, _ = deal(fresh)
    assert dealt == [frozenset(hand) for hand in begun.state.hands]


async def test_of_a_record_of_many_deals_the_one_that_is_named_is_dealt(house):
    fresh, log, _ = written.playthrough("erbagang.txt")
    first = len(log[0].actions)
    text = f"{write(fresh, log)}从: {first + 1}\n"
    assert "就照这副牌发" in said(await house.say("甲", f"/deal {text}"))
    kept = read(house.table.state.deal)
    assert len(kept.log) == 1
    assert kept.fresh.carry.totals


async def test_an_over_deal_is_refused_where_a_play_is_named(house):
    fresh, log, _ = written.playthrough("doudizhu.txt")
    reply = await house.say("甲", f"/deal {write(fresh, log)}从: 999\n")
    assert "已经打完了" in said(reply)
    assert not house.tables.running


async def test_all_that_may_be_played_is_shown_as_buttons(house):
    """By shape, in the order of the words; a press plays it. Only whoever is asked has them."""
    await seated(house, f"斗地主 {LANDLORD}; 叫, 2 不抢, 3 不抢", computers=2)
    reply = await house.say("甲", "/display")
    limits = house.platform.limits
    assert 1 < len(reply.message.rows) < limits.rows
    assert all(len(row) <= limits.row for row in reply.message.rows)
    shown = buttons(reply.message)
    assert len(set(shown.values())) == len(shown) > 8
    label, token = next((label, token) for label, token in shown.items() if "王" in label)
    await house.press("甲", token)
    assert house.table.log[0].actions[3][0] == 0
    assert "王" in label


async def test_whoever_is_not_asked_has_words_alone(house):
    await house.say("甲", f"/deal 斗地主 {LANDLORD}; 明牌; 叫, 2 不抢, 3 不抢")
    await house.say("乙", "/join")
    await house.say("甲", "/addbot")
    await house.say("甲", "/start")
    reply = await house.say("乙", "/display")
    assert "可以这样" in said(reply)
    assert not reply.message.rows
