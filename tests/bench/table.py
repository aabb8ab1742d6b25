"""What one action costs in the engine and at a table, and what a live table weighs.

``python -m tests.bench.table [game ...]``: microseconds of ``observe``, ``prompt``, ``present``,
``apply`` and ``TableMachine.handle`` beside each other in one run, and memory of 500 live tables.
"""

import sys
import time
import tracemalloc
from datetime import UTC, datetime

from bot.ports.refs import ChatRef, UserRef
from bot.table.commands import Join, Start, Thought
from bot.table.machine import TableMachine
from bot.table.new_table import NewTable
from engine.bots import Random
from engine.cards import pack
from engine.core import defaults
from engine.errors import RuleError
from engine.match import Match, Rounds, act, deal, pending
from engine.registry import games
from engine.rng import Rng

NOW = datetime(2026, 1, 1, tzinfo=UTC)
TABLES = 500


class Watch:
    """Sums of time by name."""

    def __init__(self):
        self.spent = {}

    def time(self, name, call):
        """The result of a call, whose time is added up."""
        begin = time.perf_counter_ns()
        result = call()
        spent, count = self.spent.get(name, (0, 0))
        self.spent[name] = (spent + time.perf_counter_ns() - begin, count + 1)
        return result

    def micros(self, name):
        """The mean of a name in microseconds."""
        spent, count = self.spent[name]
        return spent / count / 1000


def legal(match, seat, rng):
    """A random action that the rules accept."""
    seen = match.game.observe(match.state, seat)
    prompt = match.game.prompt(seen)
    for _ in range(20):
        action = Random().choose(match.game, seen, prompt, rng)
        try:
            act(match, seat, action)
        except RuleError:
            continue
        return action
    return match.game.suggest(seen, 1)[0]


def engine_costs(game, seats, watch, actions=1500):
    """Play random matches and time what a table asks of a game."""
    rng, played = Rng(b"bench", game.info.id), 0
    while played < actions:
        seed = bytes([played % 251]) * 32
        match, _ = deal(Match(game, seats, seed, defaults(game.info), Rounds(1)))
        while waiting := pending(match):
            seat, state = rng.choice(waiting), match.state
            seen = watch.time("observe", lambda state=state, seat=seat: game.observe(state, seat))
            watch.time("prompt", lambda seen=seen: game.prompt(seen))
            watch.time("present", lambda seen=seen: game.present(seen))
            action = legal(match, seat, rng)
            step = Rng(seed, "apply", 1, match.step + 1)
            watch.time(
                "apply",
                lambda state=state, seat=seat, action=action, step=step: game.apply(
                    state, seat, action, step
                ),
            )
            match, _ = act(match, seat, action)
            played += 1
        played += 1
    deck = pack()
    for _ in range(200):
        watch.time("(shuffle of 54 cards)", lambda: rng.shuffled(deck))


def live_table(game, seats, number):
    """A table with everybody seated and the first round dealt."""
    users = [UserRef("bench", str(s)) for s in range(seats)]
    place = ChatRef("bench", str(number))
    new = NewTable(f"table{number:05d}", place, "", game.info.id, users[0], "p0", 0)
    table = TableMachine.open(new, game, NOW)
    for seat, user in enumerate(users[1:], 1):
        table.handle(Join(user, f"p{seat}"), NOW)
    table.handle(Start(users[0], f"match{number}", number.to_bytes(32, "big")), NOW)
    return table


def handle_costs(game, seats, watch):
    """Time a table's own handling of a play, storing left out."""
    rng = Rng(b"bench", "handle")
    for number in range(30):
        table = live_table(game, seats, number)
        while table.state.questions and table.state.round == 1:
            question = next(q for q in table.state.questions if not table.prompt(q.seat).answered)
            table.change(
                questions=tuple(
                    type(q)(q.seat, q.number, q.since, None, NOW) for q in table.state.questions
                )
            )
            thought = Thought(
                question.seat, question.number, legal(table.match, question.seat, rng)
            )
            watch.time(
                "TableMachine.handle",
                lambda table=table, thought=thought: table.handle(thought, NOW),
            )


def weight(game, seats):
    """KiB of one live table, everything it holds included."""
    live_table(game, seats, 0)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tables = [live_table(game, seats, n) for n in range(TABLES)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(tables) / 1024


def main(names):
    """Print a line a game."""
    for name in names:
        game, watch = games(tests_too=True)[name], Watch()
        seats = min(4, game.info.seats[-1])
        engine_costs(game, seats, watch)
        handle_costs(game, seats, watch)
        peer = watch.micros("(shuffle of 54 cards)")
        costs = "  ".join(
            f"{key} {watch.micros(key):.0f} µs ({watch.micros(key) / peer:.2f}×)"
            for key in ("observe", "prompt", "present", "apply", "TableMachine.handle")
        )
        print(f"{name}, {seats} seats: {costs}  [a shuffle: {peer:.0f} µs]")
        print(f"{name}: {weight(game, seats):.1f} KiB a live table ({TABLES})")


if __name__ == "__main__":
    main(sys.argv[1:] or list(games()))
