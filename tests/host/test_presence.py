"""Health tells where a platform that has a token is not served."""

from types import SimpleNamespace

from bot.app.presence import LONG, Presence
from tests.kit.health import health_of


class Moved:
    """Seconds that a test moves."""

    now = 0.0

    def __call__(self):
        return self.now


async def test_a_platform_that_is_down_for_more_than_a_minute_makes_it_unwell(world):
    clock = Moved()
    memory = SimpleNamespace(serving=False)
    presence = Presence({"memory": memory}, clock)
    async with world.house() as house:

        def found():
            return health_of(house.service, presence.down(), presence.gone())

        assert found().well and found().parts["memory"] == "down", "it has only begun"
        clock.now = LONG + 1
        assert not found().well
        memory.serving = True
        assert found().well and found().parts["memory"] == "up"
        memory.serving = False
        clock.now += LONG
        assert found().well, "a connection that comes back soon is no news"
        clock.now += 2
        assert not found().well


def test_what_nobody_asks_for_is_noticed_all_the_same():
    """Health is asked for now and then: what was served in between was served."""
    clock = Moved()
    memory = SimpleNamespace(serving=True)
    presence = Presence({"memory": memory}, clock)
    clock.now = 10 * LONG
    presence.down()
    memory.serving = False
    clock.now += LONG / 2
    assert presence.gone() == frozenset()
