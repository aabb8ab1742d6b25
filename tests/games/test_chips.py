"""What all games with chips keep to: 抢庄牛牛, 二八杠, 炸金花."""

from __future__ import annotations

import re

import pytest

from bot.i18n.catalogue import Catalogue
from bot.screens.plays import Offer, label, typed_line
from engine.bots import Random
from engine.core import Action, Carry, defaults
from engine.errors import AmbiguousAction, IllegalAction, RuleError
from engine.games.zhajinhua import GAME as ZHAJINHUA
from engine.match import Match, Rounds, act, deal, pending, totals
from engine.registry import games, rules
from engine.rng import SEED_BYTES, Rng
from engine.text import read
from tests.games.banker_kit import answer, fresh, say
from tests.games.zhajinhua_kit import act as zhajinhua_act
from tests.games.zhajinhua_kit import table

CHIPS = {game_id: games()[game_id] for game_id in ("erbagang", "niuniu", "zhajinhua")}
GAMES = pytest.mark.parametrize("game", CHIPS.values(), ids=CHIPS)


def played(game, seed, carry=None, rounds=2):
    """A match of random answers, position by position."""
    seats = game.info.seats[-1]
    seed_ = bytes([seed]) * SEED_BYTES
    match = Match(game, seats, seed_, defaults(game.info), Rounds(rounds), carry or Carry())
    luck = Rng(b"chips", seed)
    while not match.over:
        match, _ = deal(match)
        yield match
        while match.outcome is None:
            seat = luck.choice(pending(match))
            seen = game.observe(match.state, seat)
            action = Random().choose(game, seen, game.prompt(seen), luck)
            try:
                match, _ = act(match, seat, action)
            except RuleError:
                match, _ = act(match, seat, game.on_timeout(seen))
            yield match


@GAMES
@pytest.mark.parametrize("seed", range(6))
def test_rul_23_nothing_appears_or_vanishes(game, seed):
    """RUL-23, BET-05: cards and chips are the same after every step, and scores add up to 0."""
    seats, start = game.info.seats[-1], 100 if seed % 2 else 1000
    last = None
    for match in played(game, seed, Carry(stacks=(start,) * seats)):
        held = game.inventory(match.state)
        assert held.chips == start * seats
        assert len(held.cards) == len(set(held.cards)) * (4 if game.info.id == "erbagang" else 1)
        last = match
    assert last is not None
    assert sum(totals(last)) == 0
    assert all(min(o.carry.stacks) >= 0 for o in last.played)
    assert [own - start for own in last.played[-1].carry.stacks] == list(totals(last))


@GAMES
def test_bet_11_who_goes_broke_owes_nothing(game):
    """BET-11: chips never go below 0, and the match ends or goes on without him."""
    seats = game.info.seats[-1]
    base = int(defaults(game.info)["base"])
    for seed in range(12):
        for match in played(game, seed, Carry(stacks=(base,) * seats), rounds=1):
            if match.outcome:
                assert min(match.outcome.carry.stacks) >= 0


MONEY = re.compile(
    r"金钱|现金|人民币|美元|\d ?元|块钱|充值|提现|付费|real money|cash|dollar|euro|deposit|withdraw"
)


@GAMES
@pytest.mark.parametrize("language", ["zh", "en"])
def test_bet_11_no_word_of_real_money(game, language):
    """BET-11: chips are won and lost, nothing else."""
    assert not MONEY.search(rules(game.info.id, language).lower())


def test_rul_21_an_unclear_word_is_asked_about():
    """RUL-21: 比 alone could mean any of three: nothing is guessed."""
    hands = "SA HA DA/SK HK D3/SQ HJ D9/S2 H3 D5"
    state = table(hands, number=2)
    prompt = ZHAJINHUA.prompt(ZHAJINHUA.observe(state, 0))
    with pytest.raises(AmbiguousAction) as asked:
        read("比", ZHAJINHUA.info, prompt)
    assert asked.value.options == tuple(Action("compare", target=seat) for seat in (1, 2, 3))
    assert read("比 3", ZHAJINHUA.info, prompt) == Action("compare", target=2)


def test_whom_a_hint_is_aimed_at_can_be_typed():
    """A suggestion to duel seat 3 is 比 3, and is called by the name that sits there."""
    state = table("SA HA DA/SK HK D3/SQ HJ D9", number=2)
    seen = ZHAJINHUA.observe(state, 0)
    names = ("甲", "乙", "丙")
    offer = Offer("t", 1, names, ZHAJINHUA, seen, ZHAJINHUA.prompt(seen))
    say = Catalogue(strict=True).speaker(names)
    action = Action("compare", target=2)
    assert (typed_line(offer, action, say), label(offer, action, say)) == ("比 3", "和 丙 比")


SAID = [
    ("niuniu", (), "下 2", "banker-now-bid", 2, "§2: bets come after the bids"),
    ("niuniu", (), "组 3 7 10", "banker-now-bid", 2, "§2: and hands after them"),
    ("niuniu", (), "抢 4", "banker-not-so", 2, "§2: 1 to 3 times"),
    ("niuniu", (), "抢", "banker-now-bid", 2, "§2: how many?"),
    ("niuniu", (3, 0, 0, 0), "抢 3", "banker-now-stake", 3, "§3: the bids are over"),
    ("niuniu", (3, 0, 0, 0), "不抢", "banker-now-stake", 3, "§3: everybody bets"),
    ("niuniu", (3, 0, 0, 0), "下 4 倍", "banker-not-so", 3, "§3: 1 to 3 times"),
    ("erbagang", (), "下 3", "banker-now-bid", 3, "§3: bets come after the bids"),
    ("erbagang", (), "抢 1001 倍", "banker-not-so", 3, "§3: chips ÷ base"),
    ("erbagang", (200, 0, 0, 0), "抢 3", "banker-now-stake", 4, "§4: the bids are over"),
    ("erbagang", (200, 0, 0, 0), "下 67 倍", "banker-not-so", 4, "§4: a third of 200 is 66"),
]


@pytest.mark.parametrize(
    ("game", "bids", "line", "key", "paragraph", "why"), SAID, ids=[row[-1] for row in SAID]
)
def test_what_is_typed_is_refused_by_its_rule(game, bids, line, key, paragraph, why):
    """The refusal names the paragraph, and what would be right."""
    match = answer(fresh(CHIPS[game]), *bids)
    with pytest.raises(IllegalAction) as refused:
        say(match, 1, line)
    about = dict(refused.value.msg.params)
    assert (refused.value.msg.key, about["paragraph"]) == (key, paragraph)
    assert about["rule"].key.startswith("banker-rule-" + ("stake" if bids else "bid"))


def test_where_one_number_alone_is_right_that_is_said():
    """§4: nobody bids, 莊倍 is 1, and 閒倍 is max(1, 1 // 3) = 1."""
    match = answer(fresh(CHIPS["erbagang"]), 0, 0, 0, 0)
    seat = next(s for s in range(4) if s != match.state.public.banker)
    with pytest.raises(IllegalAction) as refused:
        say(match, seat, "下 2 倍")
    words = Catalogue(strict=True).say(refused.value.msg)
    assert "可以下 1 倍" in words and "至" not in words


@pytest.mark.parametrize(
    ("language", "told"),
    [("zh-Hans", "加注只能加到 10（规则 6）"), ("en", "only be to 10 (rule 6)")],
)
def test_where_one_raise_alone_is_right_that_is_said(language, told):
    """§6: with 9 as the stake and 10 antes as the highest."""
    with pytest.raises(IllegalAction) as refused:
        zhajinhua_act(table("SA HA DA/SK HK D3/SQ HJ D9", unit=9), 11)
    assert told in Catalogue(language, strict=True).say(refused.value.msg)


@pytest.mark.parametrize("line", ["抢 3", "抢3倍", "抢 ×3", "搶莊 三", "三倍", "3"])
def test_how_a_bid_is_typed(line):
    """As the words of the game say it, and as the button does."""
    assert say(fresh(CHIPS["niuniu"]), 0, line).state.answers[0] == 3


def test_a_number_is_called_what_its_button_says():
    """不抢, not 抢庄 0."""
    game = CHIPS["niuniu"]
    seen = game.observe(fresh(game, 3).state, 0)
    names = ("甲", "乙", "丙")
    offer = Offer("t", 1, names, game, seen, game.prompt(seen))
    words = Catalogue(strict=True).speaker(names)
    assert label(offer, Action("bid", number=0), words) == "不抢"
    assert label(offer, Action("bid", number=3), words) == "抢 ×3"
