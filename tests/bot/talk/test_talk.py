"""What is said in a room: who may say how much, who hears it, and how long it is kept."""

import logging
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from bot.access.bars import Bars
from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.ports.refs import ChatRef, UserRef
from bot.store.rows import PersonSet
from bot.support.errors import Refused
from bot.support.ids import Ids
from bot.support.tasks import Tasks
from bot.talk import words
from bot.talk.talk import DEAF, KEPT, LINES, SHOWN, WITHIN, Talk
from bot.users.preferences import Preferences
from engine.msg import msg
from tests.kit.actors import chance
from tests.kit.clock import ManualClock
from tests.kit.disk import open_store
from tests.kit.nasty import NASTY, line
from tests.kit.tiers import DEEP

ROOM = ChatRef("web", "k7" * 16)
OTHER = ChatRef("web", "q4" * 16)
ANN, BOB, EVE = (UserRef("web", name * 4) for name in ("ann2", "bob3", "eve4"))


class Ears:
    """Whoever shows what is said."""

    def __init__(self):
        self.heard = []
        self.renewed = []

    def said(self, chat, line, deaf):
        self.heard.append((chat, line, set(deaf)))

    def anew(self, user, chats):
        self.renewed.append((user, set(chats)))


@asynccontextmanager
async def talking(path):
    clock = ManualClock()
    store = await open_store(path, clock.now)
    tasks = Tasks()
    talk = Talk(store, Preferences(store, tasks.begin), Bars(store, clock), clock, Ids())
    await talk.load()
    talk.ears = Ears()
    talk.listen(talk.ears)
    talk.store, talk.clock = store, clock
    try:
        yield talk
    finally:
        await tasks.close()
        await store.close()


@pytest.fixture
async def talk(tmp_path):
    async with talking(tmp_path / "t.db") as made:
        yield made


async def read(talk, reader=BOB, room=ROOM):
    return [(line.name, line.words or line.quick) for line in await talk.lines(room, reader)]


async def refused(saying):
    with pytest.raises(Refused) as found:
        await saying
    assert found.value.private
    return found.value.msg.key


async def test_what_is_said_is_stored_told_and_read_again(talk):
    await talk.say(ROOM, ANN, "小安", " 大家好 ")
    await talk.say_quickly(ROOM, BOB, "小博", "hurry")
    await talk.say(OTHER, ANN, "小安", "别处")
    assert await read(talk) == [("小安", "大家好"), ("小博", "hurry")]
    (chat, line, deaf), *_ = talk.ears.heard
    assert (chat, line.words, line.user, line.seat, deaf) == (ROOM, "大家好", ANN, -1, set())


async def test_ten_lines_a_minute_and_then_a_break_whatever_the_clock_does(talk):
    for _ in range(LINES):
        await talk.say(ROOM, ANN, "小安", "快点")
    assert await refused(talk.say(ROOM, ANN, "小安", "快点")) == "talk-fast"
    assert await refused(talk.say_quickly(OTHER, ANN, "小安", "hurry")) == "talk-fast"
    await talk.say(ROOM, BOB, "小博", "在想")
    talk.clock.forward(WITHIN.total_seconds())
    await talk.say(ROOM, ANN, "小安", "快点")
    assert len(await read(talk)) == LINES + 2


@pytest.mark.parametrize(
    ("said", "key"),
    [("字" * 301, "talk-long"), ("x" * 5000, "talk-long"), ("\u202e\u200b\x00", "talk-empty")],
)
async def test_what_is_too_long_or_shows_nothing_is_refused_and_not_kept(talk, said, key):
    assert await refused(talk.say(ROOM, ANN, "小安", said)) == key
    assert await read(talk) == []
    await talk.say(ROOM, ANN, "小安", "字" * 300)
    assert await refused(talk.say_quickly(ROOM, ANN, "小安", "dance")) == "talk-empty"


async def test_whom_somebody_does_not_hear_they_hear_neither_now_nor_later(tmp_path):
    async with talking(tmp_path / "t.db") as talk:
        await talk.say(ROOM, EVE, "小伊", "之前")
        await talk.deafen(BOB, EVE)
        await talk.say(ROOM, EVE, "小伊", "之后")
        assert talk.ears.heard[-1][2] == {BOB}
        assert talk.ears.renewed == [(BOB, set())]
        assert await read(talk) == []
        assert await read(talk, ANN) == await read(talk, EVE) != []
    async with talking(tmp_path / "t.db") as talk:
        assert await read(talk) == [], "after a restart"
        (key,) = (await talk.store.preferences.people([BOB.key]))[BOB.key]
        assert key.startswith(DEAF) and EVE.id not in key, "it names nobody"
        await talk.hear(BOB, EVE)
        assert await read(talk) == [("小伊", "之前"), ("小伊", "之后")]
        await talk.deafen(BOB, EVE)
        await talk.deafen(BOB, ANN)
        await talk.hear_all(BOB)
        assert talk.hears(BOB, EVE) and talk.hears(BOB, ANN)


async def test_nobody_is_deaf_to_themselves(talk):
    await talk.deafen(BOB, BOB)
    assert talk.hears(BOB, BOB)


async def test_what_is_forgotten_elsewhere_is_read_anew(talk):
    await talk.deafen(BOB, EVE)
    ((key, _),) = (await talk.store.preferences.people([BOB.key]))[BOB.key].items()
    await talk.store.commit([PersonSet(BOB.key, key, "")])
    await talk.forgotten(BOB, [ROOM.key, ROOM.key])
    assert talk.hears(BOB, EVE)
    assert talk.ears.renewed[-1] == (None, {ROOM})


async def test_a_line_is_gone_after_a_week(talk):
    await talk.say(ROOM, ANN, "小安", "早")
    talk.clock.forward((KEPT - timedelta(minutes=1)).total_seconds())
    await talk.say(ROOM, ANN, "小安", "晚")
    await talk.prune()
    assert len(await read(talk)) == 2
    talk.clock.forward(120)
    assert len(await read(talk)) == 1, "not shown, even before it is swept"
    await talk.prune()
    assert [one.words for one in await talk.store.talk.of(ANN.key)] == ["晚"]


async def test_whoever_comes_in_is_shown_the_newest(talk):
    for number in range(SHOWN + 5):
        talk.clock.forward(10)
        await talk.say(ROOM, ANN, "小安", str(number))
    shown = await read(talk)
    assert (len(shown), shown[-1]) == (SHOWN, ("小安", str(SHOWN + 4)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_quick_word_has_its_words(language):
    catalogue = Catalogue(strict=True).to(language)
    said = [catalogue.say(msg(f"talk-quick-{key}")) for key in words.QUICK]
    assert len(set(said)) == len(words.QUICK)
    assert max(map(len, said)) <= 40, "as much as a button holds"


# Anything.


def broken(count):
    """The law: refused, or visible words on one line that become no others when read again."""
    rng = chance("talk")
    for _ in range(count):
        said = line(rng)
        try:
            found = words.said(said)
        except Refused:
            continue
        right = 0 < len(found) <= 300 and not NASTY.search(found)
        if not right or words.said(found) != found:
            yield ascii(found)


def test_whatever_is_said_is_one_line_that_hides_nothing():
    assert list(broken(100_000 if DEEP else 3_000)) == []


def test_without_cleaning_the_law_is_broken(monkeypatch):
    """Planted: words are taken as they come."""
    monkeypatch.setattr(words, "clean", str.strip)
    assert list(broken(300))


async def test_nothing_that_is_said_is_logged(talk, caplog):
    caplog.set_level(logging.DEBUG)
    rng = chance("log")
    secret = "只在这里说的话"
    for number in range(60):
        talk.clock.forward(7)
        try:
            await talk.say(ROOM, ANN, f"小安{number}", secret + line(rng))
        except Refused:
            continue
    assert secret not in caplog.text and "小安" not in caplog.text
