"""Coins as people see them: /purse and /daily. Source: rulebook, decision 10 and issue 10."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from bot.adapters.web import WebPlatform
from bot.economy.ledger import DAILY, FIRST
from bot.economy.wallets import tomorrow
from bot.i18n.catalogue import sources
from bot.i18n.times import plain
from bot.ports.refs import ChatRef
from bot.screens.board import board
from bot.screens.table_view import course, score, won
from bot.store.purse import HOUSE, Posted, purse_of
from bot.table.state import Phase
from engine.core import Outcome
from engine.frozen import changed
from engine.registry import games, rules
from engine.view import SeatRow
from renderers.text import render
from tests.kit.house import service
from tests.kit.ids import ROOM_KEY, long_id
from tests.kit.platform import buttons

CHAT = ROOM_KEY


def said(reply):
    return reply.message.text


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


async def spend(house, who, amount, number=1):
    """Coins leave a purse, as they would by losing them."""
    lines = ((purse_of(f"memory:{who}"), -amount), (HOUSE, amount))
    now = house.clock.now()
    await house.store.commit([Posted(f"test:{who}:{number}", CHAT, "fee", lines, now)])


async def test_the_first_purse_is_given_once_for_ever(house):
    """First purse 1,000, by entry: asking again, or coming back, gives nothing."""
    for _ in range(3):
        assert f"金币 {FIRST}" in said(await house.say("甲", "/purse"))
    assert await house.store.coins.held(CHAT, "bank") == -FIRST


async def test_every_chat_has_another_purse(house):
    await house.say("甲", "/purse")
    await spend(house, "甲", 900)
    other = ChatRef("memory", long_id("other"))
    assert f"金币 {FIRST}" in said(await house.say("甲", "/purse", chat=other))
    assert "金币 100" in said(await house.say("甲", "/purse"))
    assert "请到群里" in said(await house.say("甲", "/purse", chat=None))


async def test_daily_coins_once_a_day_below_200(house):
    """/daily gives 200 once a day to a purse below 200."""
    assert f"你有 {FIRST}" in said(await house.say("甲", "/daily"))
    await spend(house, "甲", FIRST - DAILY)
    assert f"你有 {DAILY}" in said(await house.say("甲", "/daily")), "200 are not below 200"
    await spend(house, "甲", 1, number=2)
    assert "现在有 399 金币" in said(await house.say("甲", "/签到"))
    await spend(house, "甲", 300, number=3)
    again = said(await house.say("甲", "/daily"))
    assert "今天签过了" in again
    left = (tomorrow(house.clock.now()) - house.clock.now()).total_seconds()
    await house.forward(left - 1)
    assert "今天签过了" in said(await house.say("甲", "/daily"))
    await house.forward(1)
    assert "现在有 299 金币" in said(await house.say("甲", "/daily"))
    assert await house.store.coins.ledger_check() == []


async def test_the_purse_tells_the_last_movements_in_words(house):
    await house.say("甲", "/purse")
    await spend(house, "甲", 900)
    await house.forward(60)
    await house.say("甲", "/daily")
    lines = said(await house.say("甲", "/purse")).split("\n")
    assert lines[0] == "测试群 · 钱包"
    at = lines.index("最近几笔：")
    told = [line.split("　")[1:] for line in lines[at + 1 : at + 4]]
    assert told == [["+200", "签到"], ["−900", "房费 · "], ["+1000", "开户赠送"]]
    assert re.match(r"\d\d-\d\d \d\d:\d\d", plain(lines[at + 1]))


def test_the_browser_has_no_purses():
    assert not WebPlatform.limits.purses


async def test_without_identities_it_says_so(house, monkeypatch):
    limits = type(house.platform.limits)(purses=False)
    monkeypatch.setattr(house.platform, "limits", limits)
    for command in ("/purse", "/daily", "/coinroom"):
        assert "浏览器里没有钱包" in said(await house.say("甲", command))


REAL = re.compile(
    r"人民币|充值|提现|兑换|现金|赌[博钱场]|付费|购买|打赏|￥|¥|€|美元|块钱|"
    r"\b(real money|cash|gambl\w*|casino|deposit|withdraw (?:coins|chips)|purchase\w*|buy coins|"
    r"usd|dollars?)\b",
    re.IGNORECASE,
)
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("language", ["zh-Hans", "en"])
def test_bet_11_no_wording_of_real_money_anywhere(language):
    """BET-11: coins are for play, and nothing that people read sounds otherwise."""
    texts = sources(language) | {"web": files("bot.adapters.web").joinpath("en.ftl").read_text()}
    texts |= {game: rules(game, "en" if language == "en" else "zh") for game in games()}
    texts["README"] = (ROOT / "README.md").read_text("utf-8")
    found = {name: [m[0] for m in REAL.finditer(text)] for name, text in texts.items()}
    assert {name: words for name, words in found.items() if words} == {}


# What a table is played for.


async def test_the_host_chooses_coins_and_how_many_with_buttons(house):
    await house.say("甲", "/newgame 斗地主")
    form = await house.press("甲", buttons(house.platform.board())["设置"])
    assert "筹码或金币：筹码" in buttons(form.message)
    assert not any("每人带上" in label for label in buttons(form.message))
    form = await house.press("甲", buttons(form.message)["筹码或金币：筹码"])
    form = await house.press("甲", buttons(form.message)["每人带上：100 金币"])
    assert {"筹码或金币：金币", "每人带上：200 金币"} <= set(buttons(form.message))
    assert (house.table.state.money, house.table.state.buy_in) == ("coins", 200)
    board = house.platform.board()
    assert "加电脑" not in buttons(board) and "电脑不能坐" in board.text
    await house.say("甲", "/settings 金币 筹码")
    assert house.table.state.money == "chips" and "加电脑" in buttons(house.platform.board())


async def test_the_lobby_and_the_board_tell_what_is_played_for(house):
    await house.say("甲", "/newgame 斗地主")
    await house.say("甲", "/settings money coins")
    reader = house.context.reader
    told = render(board(reader, house.table).view, reader.catalogue.say)
    assert "筹码或金币" in told and "每人带上" in told and "100 金币" in told
    for who in "乙丙":
        await house.say(who, "/join")
    await house.say("甲", "/start")
    assert reader.catalogue.say(board(reader, house.table).view.title).endswith("· 金币")


async def test_where_points_are_not_won_from_others_only_chips_are_offered(house):
    await house.say("甲", "/newgame 蹲麻子")
    form = await house.press("甲", buttons(house.platform.board())["设置"])
    assert not any("金币" in label for label in buttons(form.message))


async def test_a_deal_that_losers_cannot_cover_shows_what_it_moved(house):
    """Rulebook, decision 10: the board shows coins that moved, not points that were scored."""
    await house.say("甲", "/newgame 斗地主")
    await house.say("甲", "/settings money coins")
    await house.say("甲", "/settings buyin 10")
    for who in "乙丙":
        await house.say(who, "/join")
    await house.say("甲", "/start")
    table = house.table
    table.change(phase=Phase.BETWEEN, moved=(20, -10, -10), stakes=(30, 0, 0))
    assert won(table) == (20, -10, -10)
    rows = [score(table, SeatRow(s, score=n), (0, 0, 0)) for s, n in enumerate((40, -20))]
    assert rows == [20, -10]
    assert score(table, SeatRow(2), (1, 2, 3)) == 3
    # The chart of the match ends where what lies there does: nobody paid more than they had.
    rounds = [Outcome(scores=scores) for scores in ((8, -4, -4), (40, -20, -20))]
    table.match = changed(table.match, played=tuple(rounds))
    table.change(bought=(10, 10, 10))
    assert course(table) == ((0, 0, 0), (8, -4, -4), (20, -10, -10))
