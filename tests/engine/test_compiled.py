"""The cores of the searches as C answer as they do in plain Python."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

DEALS = """
import random
import sys
sys.path.insert(0, ".")
from engine.bots import Budget
from engine.cards import pack
from engine.core import Carry, defaults
from engine.kernels.climb import compact, menus, ranks, tally
from engine.kernels.landlord import divided, solve, trial
from engine.registry import games, thinker
from engine.rng import Rng

for module in (compact, divided, menus, solve, tally, trial):
    print(module.__file__.rpartition(".")[2], file=sys.stderr)
for name in ("doudizhu", "doudizhu_ext", "doudizhu4", "chudadi", "sanliangyi", "dazha"):
    game, player = games()[name], thinker(name, Budget(60))
    for deal in range(int(sys.argv[1])):
        rng = Rng(bytes([deal]), name)
        state = game.setup(game.info.seats[-1], defaults(game.info), Carry(), rng).state
        while game.outcome(state) is None:
            seat = game.asked(state)[0]
            seen = game.observe(state, seat)
            action = player.choose(game, seen, game.prompt(seen), rng)
            state = game.apply(state, seat, action, rng).state
            print(name, deal, seat, action.verb, action.number, *(c.code for c in action.cards))
for name in ("doudizhu", "doudizhu_ext"):
    plays = compact.Plays(games()[name].reader(defaults(games()[name].info)))
    for number in range(20 * int(sys.argv[1])):
        luck = random.Random(number)
        cards = luck.sample(pack(), 54)
        hands = [ranks.weigh(cards[at:end]) for at, end in ((0, 20), (20, 37), (37, 54))]
        deal = compact.Compact(plays, hands, (20, 17, 17), 0)
        print(name, number, deal.play_out(luck.random), *deal.done())
"""


def deals(folder, count):
    """What is said in deals of every game whose search has a compact core; and what it is."""
    done = subprocess.run(  # noqa: S603  (our own program)
        [sys.executable, "-c", DEALS, str(count)], cwd=folder, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    return done.stdout, set(done.stderr.split())


@pytest.mark.deep
def test_both_answer_the_same(tmp_path):
    """Law: the same seed and trials give the same deals, compiled or not."""
    assert shutil.which("cc"), "this needs a C compiler"
    shutil.copytree(ROOT / "engine", tmp_path / "engine")
    shutil.copy(ROOT / "setup.py", tmp_path)
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=tmp_path, check=True,
        env={**os.environ, "POKERTABLE_COMPILED": "1"}, capture_output=True,
    )  # fmt: skip
    plain, how = deals(ROOT, 3)
    assert how == {"py"}
    made, how = deals(tmp_path, 3)
    assert how <= {"so", "pyd"}
    assert made == plain
    assert len(plain.splitlines()) > 500
