"""What a computer player of each level is asked for, and who answers where one fails."""

import asyncio
from types import SimpleNamespace

import pytest

from bot.players.computer import BUDGETS, Computers, budget
from bot.support.clock import SystemClock
from bot.support.workers import Overdue
from bot.table.commands import EASY, HARD, LEVELS, NORMAL
from bot.table.effects import Think
from engine.bots import Budget
from engine.kernels.landlord.search import Searcher
from engine.registry import games, thinker
from tests.games.landlord_kit import table

GAME = games()["doudizhu"]


def asked(level, hands="34567A/99/TT", **options):
    """A question to the landlord, who leads, at a table of a pace."""
    state = table(GAME, hands, **options)
    seen = GAME.observe(state, 0)
    return Think(0, 1, seen, GAME.prompt(seen), level)


def at(pace):
    return SimpleNamespace(game=GAME, pace=pace, state=SimpleNamespace(match="m"))


async def answered(level, pace, **limits):
    computers = Computers(SystemClock(), **limits)
    try:
        return await computers.answer(at(pace), asked(level))
    finally:
        computers.workers.close()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("pace", [0.0, 1.0])
async def test_every_level_answers_with_a_legal_play(level, pace):
    action = await answered(level, pace)
    assert action.verb == "play"
    GAME.apply(table(GAME, "34567A/99/TT"), 0, action, None)


MOST = 0.25
"""No move costs more: it is half as much on average, where 150 ms are allowed, 400 at p99."""


def test_a_level_above_has_more_to_spend():
    assert budget(EASY, 1.0).trials == 0
    assert 0 < budget(NORMAL, 1.0).trials < budget(HARD, 1.0).trials
    assert budget(NORMAL, 1.0).seconds < budget(HARD, 1.0).seconds <= MOST


def test_nothing_is_spent_where_nobody_waits():
    assert all(budget(level, 0.0).trials == 0 for level in BUDGETS)
    assert thinker("doudizhu", Budget(0)) is None
    assert isinstance(thinker("doudizhu", Budget(1)), Searcher)
    assert thinker("_specimen", Budget(1)) is None


def test_the_time_is_shared_by_all_who_think_at_once():
    alone, among = budget(HARD, 1.0), budget(HARD, 1.0, thinking=64)
    assert among.seconds == pytest.approx(alone.seconds / 64)
    assert among.trials == alone.trials


async def test_whoever_thinks_is_counted_until_it_has_answered(monkeypatch):
    computers, counted = Computers(SystemClock()), []

    def counting(level, pace, thinking):
        counted.append(thinking)
        return Budget(1)

    monkeypatch.setattr("bot.players.computer.budget", counting)
    await asyncio.gather(*(computers.answer(at(1.0), asked(HARD)) for _ in range(3)))
    computers.workers.close()
    assert counted == [1, 2, 3]
    assert computers.thinking == 0


async def test_a_search_that_fails_is_stood_in_for_by_rule_of_thumb(monkeypatch, caplog):
    def broken(self, *args):
        raise RuntimeError

    monkeypatch.setattr(Searcher, "choose", broken)
    action = await answered(HARD, 1.0)
    assert len(action.cards) == 5
    assert "computer player failed" in caplog.text


async def test_a_machine_too_busy_for_hints_says_so_once_and_it_is_no_error(monkeypatch, caplog):
    computers, think = Computers(SystemClock()), asked(NORMAL)

    async def late(_):
        raise Overdue

    asking = computers._asked
    try:
        for _ in range(2):
            monkeypatch.setattr(computers, "_asked", late)
            for name in ("one", "two"):
                assert await computers.ideas(GAME, think.seen, think.prompt, name) == ()
                assert await computers.suggestions(GAME, think.seen, 3) == ()
            monkeypatch.setattr(computers, "_asked", asking)
            assert await computers.suggestions(GAME, think.seen, 3)
    finally:
        computers.workers.close()
    told = [record.levelname for record in caplog.records if "too busy" in record.message]
    assert told == ["WARNING", "WARNING"], "once until there is time again"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
