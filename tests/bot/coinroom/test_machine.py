"""The queue of a coin room, told things: what it stores, shows and says."""

from datetime import timedelta

import pytest

from bot.coinroom.commands import Draw, Drop, Expire, Join, Leave, Lost, Seat, Shift
from bot.coinroom.machine import CoinRoom, key_of
from bot.coinroom.queue import LEAST, PATIENCE, loads
from bot.i18n.catalogue import Catalogue
from bot.ports.refs import ChatRef, MessageRef
from bot.store.rows import ChatSet
from bot.support.errors import Refused
from bot.table.commands import Delivered, Moved
from bot.table.effects import Say, ShowBoard, Store
from tests.bot.coinroom.test_queue import NOW, PLACE, names, room, user
from tests.kit.ids import long_id

SAY = Catalogue(strict=True).say


def queued(*people):
    return CoinRoom(room(*people))


def rows(effects):
    return [row for effect in effects if isinstance(effect, Store) for row in effect.rows]


def said(effects):
    return [SAY(line) for effect in effects if isinstance(effect, Say) for line in effect.msgs]


def shows(effects):
    return any(isinstance(effect, ShowBoard) for effect in effects)


def test_who_joins_is_stored_and_shown():
    machine = queued("甲")
    effects = machine.handle(Join(user("乙"), "乙", LEAST), NOW)
    (row,) = rows(effects)
    assert (row.chat, row.key) == (PLACE.key, key_of(machine.state))
    assert names(loads(row.value).people) == names(machine.state.people) == [*"甲乙"]
    assert shows(effects)


def test_whose_coins_are_too_few_is_told_in_private_and_changes_nothing():
    machine = queued("甲")
    before = machine.state
    with pytest.raises(Refused, match="coinroom-poor") as refused:
        machine.handle(Join(user("乙"), "乙", LEAST - 1), NOW)
    assert refused.value.private
    assert machine.state == before


def test_the_fourth_is_shown_once_the_draw_was_tried():
    effects = queued(*"甲乙丙").handle(Join(user("丁"), "丁", LEAST), NOW)
    assert rows(effects)
    assert not shows(effects)


def test_who_leaves_goes_and_who_does_not_wait_is_told_so():
    machine = queued(*"甲乙")
    assert shows(machine.handle(Leave(user("甲"), wants=True), NOW))
    assert names(machine.state.people) == ["乙"]
    with pytest.raises(Refused, match="coinroom-not-waiting"):
        machine.handle(Leave(user("甲"), wants=True), NOW)
    assert machine.handle(Leave(user("甲")), NOW) == (), "who left the chat is told nothing"


def test_who_waits_too_long_goes_with_words_and_at_a_draw_without():
    late = NOW + PATIENCE
    machine = queued("甲")
    assert machine.next_wake() == late
    effects = machine.handle(Expire(), late)
    assert "甲" in "".join(said(effects))
    assert machine.next_wake() is None
    machine = queued("甲")
    assert said(machine.handle(Draw(), late)) == []
    assert machine.state.people == ()


def test_those_who_cannot_be_drawn_are_each_told_why():
    machine = queued(*"甲乙丙丁")
    away, silent, poor = (frozenset({user(who).key}) for who in "甲乙丙")
    lines = said(machine.handle(Drop(away, silent, poor), NOW))
    assert [who in line for who, line in zip("甲乙丙", lines, strict=True)] == [True] * 3
    assert names(machine.state.people) == ["丁"]


@pytest.mark.parametrize("there", [PLACE, ChatRef(PLACE.platform, PLACE.id, "8")])
def test_the_four_who_were_drawn_are_called_to_their_table(there):
    machine = queued(*"甲乙丙丁戊")
    four = tuple(map(user, "甲乙丙丁"))
    (line,) = said(machine.handle(Seat(four, there, "https://example.org/t"), NOW))
    assert all(who in line for who in "甲乙丙丁")
    assert names(machine.state.people) == ["戊"]


def test_a_clock_that_was_set_moves_everybodys_time():
    machine = queued("甲")
    assert shows(machine.handle(Shift(timedelta(hours=8), 3), NOW))
    assert machine.next_wake() == NOW + timedelta(hours=8) + PATIENCE
    assert not shows(machine.handle(Shift(timedelta(0), 4), NOW))
    assert machine.state.standstills == 4


def test_a_place_that_is_gone_ends_the_queue_in_silence():
    machine = queued(*"甲乙")
    effects = machine.handle(Lost(), NOW)
    assert rows(effects)
    assert not shows(effects)
    assert machine.state.people == ()


def test_it_knows_the_message_that_shows_it():
    machine = queued("甲")
    shown = MessageRef(PLACE.platform, PLACE.id, long_id("board"))
    assert rows(machine.handle(Delivered(board=shown), NOW))
    assert machine.state.board == shown
    assert machine.handle(Delivered(), NOW) == ()


def test_with_another_id_of_its_chat_it_is_stored_there_and_no_longer_here():
    machine = queued("甲")
    new = ChatRef(PLACE.platform, long_id("new"))
    effects = machine.handle(Moved(PLACE, new), NOW)
    old, moved = rows(effects)
    assert old == ChatSet(PLACE.key, key_of(room("甲")), "")
    assert moved.chat == machine.state.place.key == ChatRef(new.platform, new.id, "7").key
    assert shows(effects)
    elsewhere = ChatRef(PLACE.platform, long_id("other"))
    assert machine.handle(Moved(elsewhere, new), NOW) == ()


def test_a_draft_changes_nothing_until_it_is_adopted():
    machine = queued("甲")
    draft = machine.draft()
    draft.handle(Join(user("乙"), "乙", LEAST), NOW)
    assert names(machine.state.people) == ["甲"]
    machine.adopt(draft)
    assert names(machine.state.people) == [*"甲乙"]
