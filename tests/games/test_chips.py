"""What all games with chips keep to: 抢庄牛牛, 二八杠, 炸金花."""

from __future__ import annotations

import re

import pytest

from bot.i18n import Catalogue
from bot.plays import Offer, label, typed_line
from engine.bots import Random
from engine.core import Action, Carry, defaults
from engine.errors import AmbiguousAction, RuleError
from engine.games.zhajinhua import GAME as ZHAJINHUA
from engine.match import Match, Rounds, act, deal, pending, totals
from engine.registry import games, rules
from engine.rng import SEED_BYTES, Rng
from engine.text import read
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
