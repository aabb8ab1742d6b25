"""A thought is the same wherever it is thought, and takes along only what its seat may know."""

import pickle
from types import SimpleNamespace

import pytest

from bot.players import thought
from bot.players.computer import Computers
from bot.support.processes import FailedThere, Gone, Late, Processes
from bot.support.workers import NoneFree, Overdue
from bot.table.commands import HARD, NORMAL
from bot.table.effects import Think
from engine.bots import Budget, Greedy
from engine.core import Carry, defaults
from engine.registry import games
from engine.rng import Rng
from tests.kit.clock import ManualClock
from tests.kit.walk import cards_in

GAMES = games(tests_too=True)
EVERY = 7
"""Of so many positions of a round one is looked at."""


def positions(game, seed="thought"):
    """States of a round in which somebody is asked, with the seat."""
    rng = Rng(seed.encode(), game.info.id)
    options = defaults(game.info)
    state = game.setup(max(game.info.seats), options, Carry(), Rng(b"deal", game.info.id)).state
    number = 0
    while asked := game.asked(state):
        seat = asked[rng.below(len(asked))]
        if number % EVERY == 0:
            yield state, seat
        seen = game.observe(state, seat)
        action = Greedy().choose(game, seen, game.prompt(seen), rng)
        state = game.apply(state, seat, action, rng).state
        number += 1
        if number > 60:
            return


def think(game, state, seat, level=HARD):
    seen = game.observe(state, seat)
    return Think(seat, 1, seen, game.prompt(seen), level)


def at(game):
    return SimpleNamespace(game=game, pace=1.0, state=SimpleNamespace(match="abcdef0124"))


class Instead:
    """In the place of processes: what would be sent to one."""

    count = 2

    def __init__(self, error=None, tired=0.0):
        self.sent, self.error, self.tired = [], error, tired
        self.clock = ManualClock()

    async def do(self, function, arguments):
        self.clock.forward(self.tired)
        self.sent.append((function, *arguments()))
        if self.error is not None:
            raise self.error
        return function(*self.sent[-1][1:])

    def close(self):
        pass


async def sent(game, asked):
    instead = Instead()
    computers = Computers(instead.clock, processes=instead)
    await computers.answer(at(game), asked)
    computers.close()
    (found,) = instead.sent
    return found


@pytest.mark.parametrize("game_id", sorted(GAMES))
async def test_what_is_sent_hangs_on_nothing_that_the_seat_cannot_know(game_id):
    game = GAMES[game_id]
    for number, (state, seat) in enumerate(list(positions(game))[:3]):
        really = think(game, state, seat, NORMAL)
        imagined = game.imagine(really.seen, Rng(b"imagine", number))
        found = await sent(game, really)
        assert found == await sent(game, think(game, imagined, seat, NORMAL))
        assert cards_in(found) <= cards_in(really.seen) | cards_in(really.prompt)


async def test_every_player_gives_the_same_answer_in_a_process():
    clock = ManualClock()
    some = Processes("test process", clock.call_in, count=1, limit=600, ready=thought.ready)
    await some.begun()
    asked = 0
    for game_id, game in GAMES.items():
        for state, seat in list(positions(game))[:2]:
            it = think(game, state, seat)
            what = (game_id, it.seen, it.prompt, "abcdef0124:1", 12, None)
            there = await some.do(thought.answer, lambda what=what: what)
            assert there == thought.answer(*what), game_id
            asked += 1
    some.close()
    assert asked >= len(GAMES)


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_what_goes_and_comes_is_read_as_it_was_written(game_id):
    game = GAMES[game_id]
    for state, seat in positions(game):
        it = think(game, state, seat)
        for thing in (it.seen, it.prompt, game.suggest(it.seen, 3)):
            assert pickle.loads(pickle.dumps(thing)) == thing  # noqa: S301  (ours)


@pytest.mark.parametrize("error", [Overdue, Gone, Late, FailedThere])
async def test_a_thought_without_an_end_is_answered_by_the_player_that_does_not_search(error):
    game = GAMES["doudizhu"]
    (state, seat), *_ = positions(game)
    computers = Computers(ManualClock(), processes=Instead(error))
    action = await computers.answer(at(game), think(game, state, seat))
    computers.close()
    assert computers.answers == {"process": 0, "thread": 0, "rule": 1, "first": 0}
    game.apply(state, seat, action, Rng(b"apply"))


async def test_while_there_are_no_processes_a_thread_searches():
    game = GAMES["chudadi"]
    (state, seat), *_ = positions(game)
    computers = Computers(ManualClock(), processes=Instead(NoneFree))
    action = await computers.answer(at(game), think(game, state, seat))
    computers.close()
    assert computers.answers == {"process": 0, "thread": 1, "rule": 0, "first": 0}
    game.apply(state, seat, action, Rng(b"apply"))


async def test_what_has_waited_too_long_is_not_thought_any_more():
    game = GAMES["chudadi"]
    (state, seat), *_ = positions(game)
    instead = Instead(tired=2.0)
    computers = Computers(instead.clock, processes=instead)
    await computers.answer(at(game), think(game, state, seat))
    computers.close()
    assert not instead.sent
    assert computers.answers["rule"] == 1


async def test_the_time_is_shared_by_those_who_wait_for_a_process():
    game = GAMES["chudadi"]
    (state, seat), *_ = positions(game)
    instead = Instead()
    computers = Computers(instead.clock, processes=instead)
    for waiting in (0, 1, 7):
        computers.thinking = waiting
        await computers.answer(at(game), think(game, state, seat))
    computers.close()
    alone, two, eight = (seconds for *_, seconds in instead.sent)
    assert alone == two == pytest.approx(4 * eight), "there are two processes"


def test_the_clock_of_a_thought_goes_on_while_others_use_the_processor(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(thought.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(thought.time, "thread_time", lambda: 0.0)
    used = Budget(1, 1.0, thought.spent()).begin()
    now[0] = thought.CROWDED * 1.5
    assert used() == pytest.approx(1.5)
