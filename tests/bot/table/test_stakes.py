"""A table that plays for coins: what is put down, what a round moves, how it comes back."""

import asyncio
from dataclasses import replace

import pytest

from bot.economy.ledger import granted
from bot.ports.notices import Migrated, PlaceGone
from bot.ports.refs import ChatRef
from bot.store.purse import Posted, Purse
from bot.table.commands import Start
from bot.table.state import Phase
from engine.errors import IllegalAction
from tests.kit.actors import answer, begin, chance, go_on, said, to_the_end, waited_for
from tests.kit.coin_law import complaints
from tests.kit.ids import ROOM_ID, ROOM_KEY, long_id
from tests.kit.platform import buttons
from tests.kit.world import until

CHAT = ROOM_KEY


def key(name):
    return f"memory:{name}"


async def purses(house, names="甲乙"):
    found = await house.store.coins.purses(CHAT, [key(name) for name in names])
    return {name: found[key(name)] for name in names}


async def coins(house, names="甲乙"):
    """All that people have, and nothing is locked or wrong any more."""
    found = await purses(house, names)
    assert await house.store.coins.ledger_check() == []
    assert [purse.locked for purse in found.values()] == [0] * len(names)
    return [found[name].free for name in names]


async def play_round(house):
    while house.tables.running and house.table.state.phase is Phase.PLAYING:
        seat, _ = waited_for(house.table)[0]
        await answer(house, house.table, seat, chance(seat))


async def test_coins_are_locked_moved_and_given_back(house):
    await begin(house, "比大小", 2, money="coins", buyin=300, quan=2)
    assert await purses(house) == {name: Purse(700, 300, True) for name in "甲乙"}
    await play_round(house)
    table = house.table.state
    assert sum(table.stakes) == 600
    assert table.stakes != (300, 300)
    assert table.moved == house.table.match.played[-1].scores
    lines = "\n".join(house.platform.lines())
    assert "每人带上 300 金币" in lines
    assert "面前还有" in lines
    await to_the_end(house, chance(1))
    assert sum(await coins(house)) == 2000
    assert await coins(house) != [1000, 1000]
    assert "带回" in "\n".join(house.platform.lines())


async def test_everybody_plays_for_the_same_buy_in_or_it_does_not_begin(house):
    await begin(house, "比大小", 2, money="coins", buyin=1001)
    assert house.table.state.phase is Phase.LOBBY
    told = said(await house.say("甲", "/start"))
    assert "每人要有 1001 金币" in told
    assert "甲（有 1000，还差 1）、乙（有 1000，还差 1）" in told
    await house.say("甲", "/settings buyin 1000")
    await house.say("甲", "/start")
    assert house.table.state.stakes == (1000, 1000)


# Every road on which a match ends.


async def begun(house, **settings):
    """A coins table of 甲 and 乙 with one round played and another one begun."""
    await begin(house, "比大小", 2, money="coins", buyin=300, quan=3, **settings)
    await play_round(house)
    await go_on(house, chance(1))
    await go_on(house, chance(1))
    assert house.table.state.phase is Phase.PLAYING
    won = dict(zip("甲乙", (await by_seat(house)), strict=True))
    assert any(won.values())
    return [1000 + won[name] for name in "甲乙"]


async def by_seat(house):
    """By how much 甲 and 乙 have more in front of them than they brought."""
    state = house.table.state
    at = {player.name: seat for seat, player in enumerate(state.players)}
    return [state.stakes[at[name]] - 300 for name in "甲乙"]


async def by_vote(house):
    await house.say("甲", "/stop")
    await house.press("乙", buttons(house.platform.board())["同意结束"])


async def by_administrator(house):
    await house.say("管", "/stop", admin=True)


async def with_its_chat(house):
    await house.service.notice(PlaceGone(house.people.chat))
    await house.settle()


async def swept(house):
    await house.say("甲", "/leave")
    await house.say("乙", "/leave")
    while house.tables.running:
        await house.next_wake()


async def for_a_new_table(house):
    await house.say("甲", "/leave")
    await house.say("乙", "/leave")
    assert "已经有一桌了" in said(await house.say("丙", "/newgame 比大小"))
    while house.table.state.phase is Phase.PLAYING:
        await house.next_wake()
    await house.forward(601)
    await house.say("丙", "/newgame 比大小")


@pytest.mark.parametrize("end", [by_vote, by_administrator, with_its_chat])
async def test_however_a_match_ends_all_locks_come_back(house, end):
    """What the finished rounds have moved stays moved; the round that is broken off moves none."""
    wanted = await begun(house)
    await end(house)
    assert await coins(house) == wanted


@pytest.mark.parametrize("end", [swept, for_a_new_table])
async def test_a_deal_for_coins_that_all_have_left_is_finished_first(house, end, world):
    """Whoever is about to lose does not get out of it by leaving last."""
    await begun(house)
    await end(house)
    assert sum(await coins(house)) == 2000
    assert complaints(world.path) == []
    assert world.sql("select count(*) from round where scored is not null") == [(2,)]


async def test_nobody_who_plays_ends_a_deal_for_coins_alone(house):
    """Nor does an administrator among them; the host does it between deals, as everywhere."""
    await begun(house)
    await house.say("甲", "/stop", admin=True)
    assert house.table.state.vote is not None
    await house.press("乙", buttons(house.platform.board())["继续打"])
    await house.say("乙", "/leave")
    assert "要先打完这一副才能结束" in said(await house.say("甲", "/stop", admin=True))
    assert house.table.state.phase is Phase.PLAYING


async def test_an_open_vote_does_not_end_a_deal_for_coins_when_the_others_leave(house):
    await begun(house)
    await house.say("甲", "/stop")
    await house.say("乙", "/leave")
    assert house.table.state.phase is Phase.PLAYING


async def test_a_host_who_stops_between_rounds_ends_it_too(house):
    await begin(house, "比大小", 2, money="coins", buyin=300, quan=3)
    await play_round(house)
    won = await by_seat(house)
    await house.say("甲", "/stop")
    assert await coins(house) == [1000 + by for by in won]


async def test_a_void_round_gives_the_coins_back(house, monkeypatch):
    wanted = await begun(house)
    game = type(house.table.game)

    def refuse(self, state, seat, action, rng):
        raise IllegalAction("play-refused")

    monkeypatch.setattr(game, "apply", refuse)
    await house.forward(400)
    assert await coins(house) == wanted


BROKEN = {
    "state": "update table_state set state = '{'",
    "log": "delete from action",
    "carry": "update match set carry = '?'",
    "game": "update table_state set state = replace(state, '\"_specimen\"', '\"_gone\"')",
}


@pytest.mark.parametrize("statement", BROKEN.values(), ids=BROKEN)
async def test_a_table_that_cannot_be_opened_again_gives_the_coins_back(world, statement):
    """RES-09: broken rows, a game that is gone; another version's rules end the same way."""
    async with world.house() as house:
        wanted = await begun(house)
    world.sql(statement)
    async with world.house(down=60.0) as house:
        assert await coins(house) == wanted
        assert world.sql("select distinct status from match") == [("stopped",)]


async def test_who_has_nothing_left_ends_a_match_of_points(house, monkeypatch):
    monkeypatch.setattr("bot.table.stakes.BUY_INS", range(1, 100))
    await begin(house, "比大小", 2, money="coins", buyin=1, quan=32)
    await to_the_end(house, chance(3))
    assert sorted(await coins(house)) == [999, 1001]
    lines = "\n".join(house.platform.lines())
    assert "面前没有金币了，打到这里为止" in lines
    assert "第 32 圈" not in lines


# What cannot be.


async def test_two_tables_that_start_at_once_cannot_lock_the_same_coins(house):
    """甲 and 乙 sit at both, with a purse each that is enough for one."""
    rooms = [ChatRef("memory", ROOM_ID, thread) for thread in ("1", "2")]
    for room in rooms:
        house.people.chat = room
        await house.say("甲", "/newgame 比大小")
        await house.say("乙", "/join")
        await house.say("甲", "/settings money coins")
        await house.say("甲", "/settings buyin 600")
    both = tuple((key(name), 1000) for name in "甲乙")
    user = house.people.say("甲", "").user
    starts = [
        runner.ask(Start(user, f"m{at}", b"seed", purses=both))
        for at, runner in enumerate(house.tables.running.values())
    ]
    await house.store.commit([granted(CHAT, person, house.clock.now()) for person, _ in both])
    done, refused = await asyncio.gather(*starts, return_exceptions=True)
    await house.settle()
    assert done == ()
    assert refused.msg.key == "stakes-overdrawn"
    phases = sorted(runner.table.state.phase for runner in house.tables.running.values())
    assert phases == [Phase.LOBBY, Phase.PLAYING]
    assert await purses(house) == {name: Purse(400, 600, True) for name in "甲乙"}
    assert await house.store.coins.ledger_check() == []


async def test_only_people_sit_at_a_table_for_coins(house):
    await house.say("甲", "/newgame 比大小")
    await house.say("甲", "/addbot")
    assert "电脑没有钱包" in said(await house.say("甲", "/settings money coins"))
    await house.say("甲", "/removebot")
    await house.say("甲", "/settings money coins")
    assert house.table.state.money == "coins"
    assert "电脑没有钱包" in said(await house.say("甲", "/addbot"))


@pytest.mark.parametrize(
    ("game", "why"), [("蹲麻子", "只能打筹码"), ("五瓜皮", "有输有赢"), ("比大小", "")]
)
async def test_only_games_whose_points_are_won_from_each_other_play_for_coins(house, game, why):
    await house.say("甲", f"/newgame {game}")
    told = said(await house.say("甲", "/settings money coins"))
    assert (why in told) if why else house.table.state.money == "coins"
    assert house.table.state.money == ("chips" if why else "coins")


async def test_what_is_played_alone_has_no_purse(house):
    await house.say("甲", "/newgame 比大小", chat=None)
    assert "单独开的桌" in said(await house.say("甲", "/settings money coins", chat=None))


async def test_where_nobody_is_the_same_tomorrow_there_are_no_purses(house):
    limits = house.platform.limits
    house.platform.limits = replace(limits, purses=False)
    await house.say("甲", "/newgame 比大小")
    assert "没有钱包" in said(await house.say("甲", "/settings money coins"))


async def test_a_buy_in_is_a_whole_number_in_bounds_and_set_before_the_start(house):
    await house.say("甲", "/newgame 炸金花")
    assert "先改成金币" in said(await house.say("甲", "/settings buyin 100"))
    await house.say("甲", "/settings money coins")
    for wrong in ("99", "-5", "0", "3.5", "100001", "1e3"):
        assert "100 到 100000" in said(await house.say("甲", f"/settings buyin {wrong}")), wrong
    await house.say("甲", "/settings buyin 100")
    for name in "乙丙":
        await house.say(name, "/join")
    await house.say("甲", "/start")
    assert house.table.match.carry.stacks == (100, 100, 100)
    assert said(await house.say("甲", "/settings money chips"))
    assert house.table.state.money == "coins"


async def test_nobody_takes_a_seat_over_while_coins_are_locked(house):
    await begin(house, "比大小", 2, money="coins", quan=3)
    await house.say("丙", "/join")
    await house.say("乙", "/leave")
    await house.forward(120)
    assert house.table.state.phase is not Phase.LOBBY
    assert "丙" not in [player.name for player in house.table.state.players]


@pytest.mark.parametrize(("game", "persons"), [("炸金花", 3), ("牛牛", 3), ("二八杠", 4)])
async def test_a_game_of_bets_plays_with_the_coins_themselves(house, game, persons):
    """What the game pays is what the ledger moves, round by round."""
    names = "甲乙丙丁"[:persons]
    await begin(house, game, persons, money="coins", buyin=200, quan=1 if persons == 4 else 3)
    rng = chance(game)
    seen = 0
    while house.tables.running:
        played = house.table.match.played
        if played and len(played) > seen:
            seen = len(played)
            assert house.table.state.stakes == played[-1].carry.stacks
        await go_on(house, rng)
    assert seen
    assert sum(await coins(house, names)) == 1000 * persons


async def test_a_second_table_of_the_same_people_plays_for_the_same(house):
    await begin(house, "比大小", 2, money="coins", buyin=50, quan=1)
    await to_the_end(house, chance(1))
    before = sum(await coins(house))
    await house.say("甲", "/again")
    await house.say("乙", "/join")
    assert (house.table.state.money, house.table.state.buy_in) == ("coins", 50)
    assert house.table.state.stakes == (50, 50)
    assert sum(purse.whole for purse in (await purses(house)).values()) == before


# The book.


async def corrected(house, points):
    """甲 asks for so many points of round 1, won from 乙, who agrees."""
    (scored,) = await house.store.scores.rounds(CHAT)
    signs = [1 if seat.user == key("甲") else -1 for seat in scored.seats]
    await house.say("甲", f"/correct 1 {signs[0] * points} {signs[1] * points}")
    return said(await house.press("乙", buttons(house.platform.board())["同意"]))


async def test_a_correction_of_a_round_of_coins_is_a_counter_entry(house):
    await begin(house, "比大小", 2, money="coins", buyin=300, quan=1)
    await to_the_end(house, chance(1))
    await coins(house)
    await corrected(house, 25)
    assert await coins(house) == [1025, 975]
    kinds = [m.kind for m in await house.store.coins.movements(CHAT, key("甲"), 9)]
    assert sorted(kinds) == ["buyin", "correction", "grant", "return"]


async def test_a_correction_that_somebody_cannot_pay_is_refused_in_words(house):
    await begin(house, "比大小", 2, money="coins", buyin=1000, quan=1)
    await to_the_end(house, chance(1))
    won = (await coins(house))[0] - 1000
    have = 1000 - won
    chat, spent = CHAT, f"purse:{key('乙')}"
    now = house.clock.now()
    await house.store.commit([Posted("x", chat, "fee", ((spent, -have), ("house", have)), now)])
    assert "不够付" in await corrected(house, 500)
    assert (await purses(house))["甲"].free == 1000 + won


async def test_who_is_forgotten_takes_no_coins_along_and_gets_none_anew(world):
    """POL-04: neither a purse nor a second first purse while it can be taken back."""
    async with world.house() as house:
        await begin(house, "比大小", 2, money="coins", buyin=300, quan=1)
        await to_the_end(house, chance(1))
        before = await coins(house)
        message = (await house.say("甲", "/forgetme")).message
        await house.press("甲", buttons(message)["到处都忘记我"])
        assert await purses(house, "甲") == {"甲": Purse(0, 0, True)}
        assert await house.store.coins.ledger_check() == []
        await house.say("甲", "/forgetme undo")
        assert await coins(house) == before
        message = (await house.say("甲", "/forgetme")).message
        await house.press("甲", buttons(message)["到处都忘记我"])
    async with world.house(down=7 * 86_400.0) as house:
        await house.forward(11)
        await until(lambda: not world.sql("select 1 from forgotten"))
        assert world.sql("select 1 from posting where entry || account like '%甲%'") == []
        assert await house.store.coins.ledger_check() == []


async def test_a_chat_that_gets_another_id_keeps_its_coins_in_mid_match(house):
    await begin(house, "比大小", 2, money="coins", buyin=300, quan=2)
    await play_round(house)
    old, new = house.people.chat, ChatRef("memory", long_id("super"))
    await house.service.notice(Migrated(old, new))
    await house.settle()
    house.people.chat = new
    held = dict(zip("甲乙", await by_seat(house), strict=True))
    await house.say("甲", "/stop")
    assert await coins(house) == [1000 + held[name] for name in "甲乙"]
    there = await house.store.coins.purses(new.key, [key("甲"), key("乙")])
    assert there == {key(name): purse for name, purse in (await purses(house)).items()}


async def test_a_table_that_is_wrong_about_its_coins_still_ends(house):
    """A fault of the program: what goes back is what the ledger says is locked."""
    await begin(house, "比大小", 2, money="coins", buyin=300, quan=2)
    house.table.change(stakes=(900, 900))
    await house.say("管", "/stop", admin=True)
    assert house.tables.running == {}
    assert await coins(house) == [1000, 1000]
