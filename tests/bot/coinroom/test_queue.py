"""金币场: the queue, as a value. Source: seed 003, 金币场 2 (随机4人开始进行游戏)."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.coinroom.queue import MOST, PATIENCE, SEATS, Queue, dumps, loads
from bot.ports.refs import ChatRef, MessageRef, UserRef
from bot.support.errors import Refused
from tests.kit.ids import ROOM_ID, long_id

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)
PLACE = ChatRef("memory", ROOM_ID, "7")


def user(name):
    return UserRef("memory", name)


def room(*names):
    made = Queue(PLACE, "群")
    for name in names:
        made = made.joined(user(name), name, NOW)
    return made


def names(people):
    return [waiter.name for waiter in people]


def test_who_comes_first_stands_first_and_twice_is_once():
    waiting = room(*"甲乙丙").joined(user("甲"), "甲", NOW)
    assert names(waiting.people) == [*"甲乙丙"]
    assert names(waiting.without(user("乙")).people) == [*"甲丙"]
    assert waiting.without(user("戊")) is waiting


def test_the_queue_is_not_endless():
    full = room(*map(str, range(MOST)))
    with pytest.raises(Refused, match="coinroom-full"):
        full.joined(user("末"), "末", NOW)
    assert full.joined(user("3"), "3", NOW).waits(user("3")), "who waits may press again"


def test_nobody_is_waited_for_too_long():
    waiting = room("甲").joined(user("乙"), "乙", NOW + PATIENCE / 2)
    assert waiting.expires == NOW + PATIENCE
    assert waiting.patient(NOW + PATIENCE / 2) is waiting
    assert names(waiting.patient(NOW + PATIENCE).people) == ["乙"]
    again = waiting.joined(user("甲"), "甲", NOW + PATIENCE / 2)
    assert names(again.patient(NOW + PATIENCE).people) == [*"甲乙"], "a press begins anew"


def test_four_are_drawn_by_chance_among_all_who_wait():
    """随机4人: everybody as often as everybody else, whatever their place in the queue."""
    waiting = room(*"甲乙丙丁戊己庚辛")
    seats = Counter[str]()
    for number in range(2000):
        four = waiting.drawn(number.to_bytes(32, "big"))
        assert len({w.user for w in four}) == SEATS
        seats.update(names(four))
    # Each is drawn in half of the draws: 1000 of 2000, standard deviation 22.4.
    assert all(abs(count - 1000) < 5 * 22.4 for count in seats.values())
    assert waiting.drawn(b"one") == waiting.drawn(b"one"), "it can be checked with the seed"


def test_three_are_too_few():
    with pytest.raises(ValueError, match="3 are too few"):
        room(*"甲乙丙").drawn(b"seed")


def test_what_is_stored_is_read_back():
    ref = MessageRef("memory", ROOM_ID, "9", thread="7")
    waiting = replace(room(*"甲乙"), board=ref)
    assert loads(dumps(waiting)) == waiting
    assert loads(dumps(waiting)).moved(ChatRef("memory", long_id("new"), "7")).board is None
    with pytest.raises(ValueError, match="newer"):
        loads('{"form": 99}')
