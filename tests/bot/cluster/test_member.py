"""What one of several processes tells the others of people, and what they hear."""

from datetime import UTC, datetime

import pytest

from bot.cluster.mail import ALL, LONGEST
from bot.cluster.member import FREE, Member
from bot.store.access_rows import DeviceEnded
from bot.store.rows import PersonReach, PersonSet
from tests.kit.ids import ROOM_ID

URL = "postgresql://owner:secret@127.0.0.1:1/none"  # nothing is opened
NOW = datetime(2026, 1, 1, tzinfo=UTC)
PERSON = f"web:{'p' * 32}"


@pytest.fixture
def two(monkeypatch):
    """One process, and what a second one hears of it: person and rooms."""
    one, other, heard = Member(URL, URL, "one"), Member(URL, URL, "two"), []
    other.heard = lambda person, rooms: heard.append((person, list(rooms)))

    def send(to, said):
        assert to == ALL and len(said) < LONGEST - 100
        other._hear("one", said)

    monkeypatch.setattr(one._mail, "send", send)
    return one, heard


def test_what_is_stored_of_a_person_is_told_once_whatever_it_is(two):
    one, heard = two
    one.changed([PersonSet(PERSON, "suits", "four"), PersonReach(PERSON, "blocked", NOW)])
    assert heard == [(PERSON, [])]
    one.changed([DeviceEnded("mark", NOW)])
    assert heard[1:] == [("", [])]


@pytest.mark.parametrize("count", [0, 1, 100, 101, 250])
def test_whoever_is_forgotten_is_so_in_all_rooms_where_they_had_spoken(two, count):
    one, heard = two
    rooms = [f"web:{ROOM_ID[:-4]}{number:04d}" for number in range(count)]
    one.forgotten(PERSON, set(rooms))
    assert {person for person, _ in heard} == {PERSON}
    assert [room for _, some in heard for room in some] == rooms


def test_where_somebody_was_killed_all_look_at_once_for_what_they_had(two):
    one, _ = two
    looked = []
    for name in ("holder", "rooms"):
        getattr(one, name).hurry = lambda name=name: looked.append(name)
    one.shares("discord", 2).hurry = lambda: looked.append("shares")
    one.rooms.freed()
    one._hear("two", FREE)
    assert looked == 2 * ["holder", "rooms", "shares"]
    other = Member(URL, URL, "two")
    other.rooms.hurry = lambda: looked.append("the other's")
    one._mail.send = lambda to, said: other._hear("one", said)
    one.rooms.freed()
    assert looked[-1] == "the other's"
