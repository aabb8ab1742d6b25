"""Points that mean something: what has no rank is said, marked, and settled all the same."""

import csv
import io

import pytest

from bot.table.state import Phase
from engine.msg import signed
from engine.registry import games
from tests.kit.actors import NAMES, answer, begin, chance, go_on, to_the_end, waited_for
from tests.kit.coinroom import greedy, queue, set_purse
from tests.kit.house import service
from tests.kit.ids import ROOM_KEY
from tests.kit.tiers import chosen
from tests.kit.tournament import called, play_on, register

NONE = "没有打完过"
BOTS = "只有你一个人和电脑打的"


async def said(house, who, text, **fields):
    return (await house.say(who, text, **fields)).message.text


async def ranked(house, chat=ROOM_KEY):
    return [r.ranked for r in await house.store.scores.rounds(chat)]


async def test_one_person_with_computers_is_settled_and_has_no_rank(house):
    await begin(house, "比大小", 1, 2, quan=2)
    await to_the_end(house, chance(4))
    assert await ranked(house) == [False, False]
    (total,) = await house.store.scores.game_totals(ROOM_KEY)
    assert total.user == "memory:甲" and total.rounds == 2

    text = await said(house, "乙", "/scores")
    assert "第 1 圈 人机" in text and "第 2 圈 人机" in text
    assert "另有 2 圈不进累计和排行" in text
    assert "累计 ·" not in text, "no list of nobody"
    assert "比大小：" in await said(house, "乙", "/settle")
    mine = await said(house, "甲", "/me")
    assert BOTS in mine and "另有 2 圈" in mine and NONE not in mine
    table = list(csv.reader(io.StringIO(
        (await house.say("甲", "/export")).message.file.data.decode("utf-8-sig")
    )))  # fmt: skip
    assert all(row[-1].endswith("不进排行") for row in table[1:])


async def test_with_people_it_counts_and_the_rest_is_named_beside_it(house):
    await begin(house, "比大小", 1, 2, quan=1)
    await to_the_end(house, chance(1))
    await begin(house, "比大小", 2, 1, quan=1)
    await to_the_end(house, chance(2))
    assert await ranked(house) == [False, True]
    store = house.store
    (mine,) = await store.scores.person_totals("memory:甲")
    both = {t.user: t.points for t in await store.scores.game_totals(ROOM_KEY)}["memory:甲"]
    text = await said(house, "甲", "/me")
    assert signed(mine.points) in text and (mine.rounds, mine.unranked) == (1, 1)
    assert "另有 1 圈不算在战绩里" in text
    text = await said(house, "甲", "/scores")
    assert "累计 ·" in text and "另有 1 圈" in text and "第 1 圈 人机" not in text
    with_bots = next(r for r in await store.scores.rounds(ROOM_KEY) if not r.ranked)
    alone = dict(zip([s.user for s in with_bots.seats], with_bots.scores, strict=True))
    assert mine.points + alone["memory:甲"] == both


async def deal(house, answering, rounds=1):
    """Some answer, and nobody else does anything, until so many rounds are scored."""
    rng = chance(5)
    for _ in range(2000):
        if len(await house.store.scores.rounds(ROOM_KEY)) >= rounds:
            return
        here = [at for at, who in waited_for(house.table) if who in answering]
        if here:
            await answer(house, house.table, here[0], rng, greedy)
        elif not await house.next_wake():
            raise AssertionError("it stands still")
    raise AssertionError("it does not end")


async def test_what_nobody_played_for_themselves_has_no_rank(house):
    await begin(house, "比大小", 2, quan=1)
    await deal(house, "")
    assert await ranked(house) == [False]
    text = await said(house, "丙", "/scores")
    assert "第 1 圈 代" in text and "结账照算，不进排行" in text
    assert "另有 1 圈" in text


async def test_a_record_is_one_of_a_ranked_round(house):
    """What is shown as one's best is not won from computers."""
    await begin(house, "比大小", 1, 2, quan=3)
    await to_the_end(house, chance(8))
    store = house.store
    (started,) = {r.match for r in await store.scores.rounds(ROOM_KEY)}
    options = (await store.matches.match(started)).rounds[0].options
    assert await store.scores.best_rounds(ROOM_KEY, "_specimen", options) == {}
    await begin(house, "比大小", 2, quan=1)
    await to_the_end(house, chance(9))
    best = await store.scores.best_rounds(ROOM_KEY, "_specimen", options)
    assert set(best) == {"memory:甲", "memory:乙"}


async def test_a_game_for_one_counts_when_one_plays_it(house):
    await house.say("甲", "/newgame 扑克矩阵")
    await house.say("甲", "/start")
    rng = chance(3)
    while house.tables.running:
        await go_on(house, rng)
    assert await ranked(house) == [True]
    assert BOTS not in await said(house, "甲", "/me")


async def test_what_is_played_in_private_is_named_and_has_no_rank(house):
    await house.say("甲", "/newgame 比大小", chat=None)
    await house.say("甲", "/addbot", chat=None)
    await house.say("甲", "/start", chat=None)
    await to_the_end(house, chance(2))
    text = await said(house, "甲", "/me", chat=None)
    assert BOTS in text
    assert "比大小" in await said(house, "甲", "/mydata"), "kept is kept"
    assert NONE in await said(house, "乙", "/me")


@pytest.mark.parametrize("name", ["战绩", "戰績", "scores", "排行"])
async def test_the_rules_of_the_book_say_what_counts(house, name):
    text = await said(house, "甲", f"/rules {name}")
    assert "不进排行的有两种" in text and "人机" in text and "一半以上" in text
    english = await said(house, "乙", f"/rules {name}", language="en")
    assert "have no rank" in english


async def test_the_coin_room_is_no_exception(tmp_path):
    """Three of four who do nothing: coins change hands, and nobody gets a rank for it."""
    async with service(tmp_path / "t.db") as house:
        for name in "甲乙丙丁":
            await set_purse(house, name, 5000)
        await queue(house)
        await deal(house, "甲")
        assert await ranked(house) == [False]
        assert [t.rounds for t in await house.store.scores.game_totals(ROOM_KEY)] == [1] * 4
        assert (await house.store.scores.sheet(ROOM_KEY)).totals == []
        assert await house.store.coins.ledger_check() == []
        assert "另有 1 圈" in await said(house, "甲", "/scores")


async def test_a_tournament_is_no_exception(tmp_path):
    """Nobody does anything: it has a champion, and the book has no ranks of it."""
    async with service(tmp_path / "t.db", check=False) as house:
        tournament = await called(house)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
        await play_on(house, tournament)
        assert set(await ranked(house)) == {False}
        assert (await house.store.scores.sheet(ROOM_KEY)).totals == []
        assert await house.store.scores.game_totals(ROOM_KEY) != []


# Handing over, and what the settlement says.


def shown(house):
    """Every word that the group was shown."""
    return "\n".join(sent.message.text for sent in house.platform.in_chat())


HANDING = ["/autopilot", "/leave"]


@pytest.mark.parametrize("way", HANDING)
async def test_a_loser_cannot_have_a_round_not_count_by_handing_it_over(house, way):
    """比大小 is one decision each: without this half of it would be the autopilot's."""
    await begin(house, "比大小", 2, quan=1)
    await house.say("乙", way)
    await deal(house, "甲")
    assert await ranked(house) == [True]
    assert "不进排行" not in shown(house)


async def test_who_falls_silent_in_the_midst_of_a_round_has_played_it(house):
    """乙 answers once, and then the clock does; it would be half of the round, and is lost."""
    await begin(house, "占格子", 4, quan=1)
    rng, answered = chance(5), set()
    while not await house.store.scores.rounds(ROOM_KEY):
        here = [(at, who) for at, who in waited_for(house.table) if who not in answered]
        if here:
            await answer(house, house.table, here[0][0], rng)
            answered |= {here[0][1]} - {"甲"}
        else:
            assert await house.next_wake()
    assert await ranked(house) == [True]


async def test_who_was_away_from_the_deal_on_has_not_played(house):
    await begin(house, "比大小", 2, quan=2)
    await deal(house, "甲乙")
    await house.say("乙", "/autopilot")
    rng = chance(6)
    while house.tables.running:
        here = [at for at, who in waited_for(house.table) if who == "甲"]
        if here:
            await answer(house, house.table, here[0], rng)
        elif house.table.state.phase is Phase.BETWEEN:
            await house.say("甲", "/next")
        else:
            await house.next_wake()
    assert await ranked(house) == [True, False]
    text = shown(house)
    assert text.count("多半由系统代打，这一圈不进排行") >= 1
    assert "其中 1 圈不进排行，“战绩”里" in text


async def test_settlement_and_final_board_say_what_has_no_rank(house):
    await begin(house, "比大小", 1, 2, quan=2)
    rng = chance(4)
    while house.table.state.phase is not Phase.BETWEEN:
        await go_on(house, rng)
    assert "人机对打，这一圈不进排行" in house.platform.board().text
    await to_the_end(house, rng)
    assert "这一场不进排行，“战绩”里" in house.platform.board().text


async def test_where_all_counts_nothing_is_said(house):
    await begin(house, "比大小", 2, 1, quan=2)
    await to_the_end(house, chance(4))
    assert "不进排行" not in shown(house)
    assert await ranked(house) == [True, True]


@pytest.mark.parametrize("seed", range(4))
async def test_what_the_table_says_is_what_the_book_has(tmp_path, seed):
    """The table counts for itself; the book decides by the log."""
    async with service(tmp_path / "t.db", check=False) as house:
        persons, rng = 1 + seed % 3, chance(seed, "rank")
        await begin(house, "蹲麻子", persons, 3 - persons, quan=2)
        table, done = house.table, 0
        while house.tables.running:
            done += 1
            who = rng.choice(NAMES[:persons])
            wish = rng.choice(range(12))
            if wish == 0:
                await house.say(who, "/autopilot")
            elif wish == 1:
                await house.say(who, "/back")
            elif wish < 6 or table.state.suspended_at is not None:
                await go_on(house, rng)
            else:
                await house.next_wake()
            assert done < 2000
        book = {r.round: r.ranked for r in await house.store.scores.rounds(ROOM_KEY)}
        assert book
        assert {n for n, fine in book.items() if not fine} == {n for n, _ in table.state.unranked}


TWO = sorted(ident for ident, game in games(tests_too=True).items() if max(game.info.seats) > 1)


@pytest.mark.parametrize("game", chosen(TWO, 2, "silent"))
async def test_whoever_sees_their_cards_and_does_nothing_has_played(tmp_path, game):
    """Of every game: silence is no way out of a bad hand."""
    async with service(tmp_path / "t.db", check=False) as house:
        persons = min(n for n in house.context.games[game].info.seats if n > 1)
        await begin(house, game, persons, quan=2)
        await deal(house, "甲")
        (book,) = await house.store.scores.rounds(ROOM_KEY)
        assert book.ranked and "不进排行" not in shown(house)


@pytest.mark.parametrize("game", chosen(TWO, 2, "away"))
async def test_to_win_from_who_is_away_gives_no_rank(tmp_path, game):
    """Of every game: all others handed over before the second round was dealt."""
    async with service(tmp_path / "t.db", check=False) as house:
        persons = min(n for n in house.context.games[game].info.seats if n > 1)
        await begin(house, game, persons, quan=2)
        names = NAMES[:persons]
        await deal(house, names)
        for name in names[1:]:
            await house.say(name, "/autopilot")
        await house.say("甲", "/next")
        await deal(house, "甲", rounds=2)
        first, second = sorted(await house.store.scores.rounds(ROOM_KEY), key=lambda r: r.round)
        assert first.ranked and not second.ranked, game
        assert "有人不在，多半由系统代打" in shown(house)


async def test_planted_fault_silence_from_the_deal_on_is_a_way_out(house, monkeypatch):
    """As it was."""
    monkeypatch.setattr("bot.table.rank.begin", lambda table, ready: None)
    await begin(house, "比大小", 2, quan=1)
    await deal(house, "甲")
    assert await ranked(house) == [False]


async def test_planted_fault_what_is_handed_over_is_the_autopilots(house, monkeypatch):
    """As it was."""
    monkeypatch.setattr("bot.table.rank.decider", lambda table, seat, by: by)
    await begin(house, "比大小", 2, quan=1)
    await house.say("乙", "/autopilot")
    await deal(house, "甲")
    assert await ranked(house) == [False]
