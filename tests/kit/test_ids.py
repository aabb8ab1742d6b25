"""Ids in tests are as long as real ones."""

import re
from datetime import UTC, datetime

from tests.kit.discord_gateway import BOT, CHANNEL, GUILD, PERSON
from tests.kit.ids import ROOM_ID, long_id
from tests.kit.platform import People
from tests.kit.telegram_world import World


def test_rooms_have_32_letters():
    assert len(ROOM_ID) == len(long_id("den")) == len(People().chat.id) == 32


def test_chats_of_telegram_have_14_digits_and_people_10():
    world = World(lambda update: None, lambda: datetime(2026, 1, 1, tzinfo=UTC))
    assert re.fullmatch(r"-100\d{11}", str(world.group("牌友").id))
    assert re.fullmatch(r"\d{10}", str(world.user("甲").id))


def test_discord_ids_have_19_digits():
    assert all(re.fullmatch(r"\d{19}", ident) for ident in (BOT, GUILD, CHANNEL, PERSON))
