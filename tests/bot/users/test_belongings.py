"""What a platform has kept of people: it lasts, is theirs to read, and goes when they go."""

import json

import pytest

from bot.ports.refs import UserRef, alone_key
from bot.store.scorebook import Forgotten
from tests.kit.house import service
from tests.kit.ids import long_id

USER, OTHER = (UserRef("web", long_id(name)) for name in ("甲", "乙"))
DEVICE, MARK = "device:abcdefghijklmnop", "m" * 26
PUSH = "push:abcdefghijklmnop"
WHAT = "1767323045 Firefox · Linux"


async def test_a_device_ended_stays_out_after_a_restart_and_after_being_forgotten(tmp_path):
    async with service(tmp_path / "t.db") as house:
        kept = house.service.belongings
        await kept.keep(USER, DEVICE, WHAT)
        await kept.keep(USER, "suits", "four")
        await kept.end(USER, DEVICE, MARK)
        await kept.end(USER, DEVICE, MARK)
        assert await kept.of(USER) == {"suits": "four"}
    async with service(tmp_path / "t.db") as house:
        kept, store = house.service.belongings, house.service.context.store
        assert set(await kept.ended()) == {MARK}
        assert await kept.of(USER) == {"suits": "four"}
        traces = await store.people.traces(USER.key, "", alone_key(USER))
        now = house.service.context.clock.now()
        await store.people.forget(Forgotten("anon:1", USER.key, "", now, traces), alone_key(USER))
        house.service.context.preferences.forget_person(USER)
        assert await kept.of(USER) == {}
        assert set(await kept.ended()) == {MARK}


async def test_what_is_set_is_told_once_it_is_stored_and_what_was_set_before_stays(tmp_path):
    heard = []
    async with service(tmp_path / "t.db") as house:
        await house.service.belongings.keep(USER, "suits", "four")
    async with service(tmp_path / "t.db") as house:
        kept = house.service.belongings
        kept.listen(lambda user, values: heard.append((user, dict(values))))
        await kept.keep(USER, "language", "en")

        assert heard == [(USER, {"language": "en"})]
        assert await kept.of(USER) == {"suits": "four", "language": "en"}
        assert await kept.of(OTHER) == {}


@pytest.mark.parametrize("command", ["/mydata", "我的数据"])
async def test_devices_are_in_what_is_handed_out(tmp_path, command):
    async with service(tmp_path / "t.db") as house:
        user = UserRef("memory", "甲")
        await house.service.belongings.keep(user, DEVICE, WHAT)
        await house.service.belongings.keep(user, PUSH, "{}")
        await house.service.belongings.keep(user, "name", "")
        reply = await house.say("甲", command)

        data = json.loads(reply.message.file.data)
        assert data["devices"] == {DEVICE: WHAT}
        assert data["told of turns at"] == {PUSH: "{}"}
        assert not {DEVICE, PUSH} & set(data["settings"])
        assert "name" not in data["settings"]
