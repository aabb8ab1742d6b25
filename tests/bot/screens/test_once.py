"""What a position shows is worked out once a viewer, and only where it is shown."""

from collections import Counter

import pytest

from bot.screens import hand as screens
from bot.table.position import Position
from tests.kit.actors import begin, chance, go_on
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform

STEPS = 12


class Counting:
    """Counts how often each viewer of each state is observed. It keeps the states: no id twice."""

    def __init__(self, game):
        self._observe = game.observe
        self._states = []
        self.asked = Counter()

    def observe(self, state, seat):
        if not any(state is known for known in self._states):
            self._states.append(state)
        number = next(n for n, known in enumerate(self._states) if known is state)
        self.asked[number, seat] += 1
        return self._observe(state, seat)

    def more_than_once(self):
        return {asked: count for asked, count in self.asked.items() if count > 1}


async def played(house, monkeypatch, game="dunmazi"):
    """Some steps of a table are played; how often it was observed while they were shown."""
    await begin(house, game, persons=3)
    counting = Counting(house.table.game)
    monkeypatch.setattr(type(house.table.game), "observe", lambda _, *of: counting.observe(*of))
    rng = chance(5)
    for _ in range(STEPS):
        await go_on(house, rng)
    monkeypatch.undo()
    assert len({number for number, _ in counting.asked}) >= STEPS // 2, "nothing was played"
    return counting


@pytest.mark.parametrize("game", ["dunmazi", "doudizhu"])
async def test_each_viewer_of_a_position_is_observed_once(tmp_path, monkeypatch, game):
    async with service(tmp_path / "t.db", check=False) as house:
        counting = await played(house, monkeypatch, game)
        assert counting.more_than_once() == {}


async def test_a_screen_that_observes_again_is_seen(tmp_path, monkeypatch):
    """Planted: nothing is remembered of a position."""

    def forgetful(self, seat):
        return self._game.observe(self.state, seat)

    monkeypatch.setattr(Position, "seen", forgetful)
    async with service(tmp_path / "t.db", check=False) as house:
        with monkeypatch.context() as inner:
            counting = await played(house, inner)
        assert counting.more_than_once()


@pytest.mark.parametrize("panes", [False, True])
async def test_the_part_beside_the_board_is_made_where_the_board_is_beside_it(
    tmp_path, monkeypatch, panes
):
    made = []
    own_part = screens.own_part

    def noted(*of):
        made.append(of)
        return own_part(*of)

    monkeypatch.setattr(screens, "own_part", noted)
    platform = MemoryPlatform(panes=panes)
    async with service(tmp_path / "t.db", platform=platform, check=False) as house:
        await begin(house, "dunmazi", persons=3)
        rng = chance(6)
        for _ in range(STEPS):
            await go_on(house, rng)
    assert bool(made) is panes
