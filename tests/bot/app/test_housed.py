"""What is done while the house goes to another process counts for nothing, and is done there."""

import pytest

from bot.app.housed import Housed
from bot.ports.errors import Elsewhere
from tests.kit.telegram import Stub


class Served(Stub):
    """A service during which the house goes, where it is to."""

    goes = False
    here = True

    async def handle(self, incoming):
        self.here = not self.goes
        self.incoming.append(incoming)
        return "a reply"


async def test_what_is_done_while_the_house_goes_is_another_ones_to_do():
    service = Served()
    housed = Housed(service, lambda: service.here)
    assert await housed.handle("one") == "a reply"
    service.goes = True
    with pytest.raises(Elsewhere):
        await housed.handle("two")
    with pytest.raises(Elsewhere):
        await housed.handle("three")
    assert service.incoming == ["one", "two"], "once it is gone nothing is begun"


def test_nothing_is_sure_any_more_once_the_house_is_gone():
    service = Served()
    service.sure = {"t1:join"}
    housed = Housed(service, lambda: service.here)
    assert housed.foresee(None, "t1:join") and not housed.foresee(None, "t1:go")
    service.here = False
    assert not housed.foresee(None, "t1:join")
