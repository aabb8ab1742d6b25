"""What the server holds for people: answers, pictures and files, each within bounds of its own."""

import asyncio
import json

import pytest

from bot.adapters.web.messages import FILE_BYTES_EACH, Blobs, Messages
from bot.adapters.web.reply_cache import ReplyCache
from bot.ports.messages import Attachment, Outgoing, Reply, Where
from tests.kit.web import web_table

ROOM = ("room", "r")


async def kept(answers, person, frame, size):
    """Have one answer done and noted."""

    async def doing():
        return {"note": "x" * size}

    found = await answers.once(person, frame, doing)
    await asyncio.sleep(0)
    return found


async def test_answers_are_bounded_in_bytes_whoever_asks_and_however_often():
    answers = ReplyCache(most=1000, most_each=10, size=10_000, size_each=2_000)
    for person in range(20):
        for frame in range(30):
            await kept(answers, f"person {person}", str(frame), 20 * frame)
            assert answers.held <= 10_000
    assert len(answers) < 100
    await kept(answers, "greedy", "1", 50_000)
    assert len(answers) == 1, "the newest is kept, so that it can be sent once more"
    await kept(answers, "next", "1", 10)
    assert answers.held < 100


async def test_who_asks_much_pushes_out_none_but_their_own():
    answers = ReplyCache(most=1000, most_each=10, size=10_000, size_each=2_000)
    done = []

    async def doing():
        done.append(1)
        return {"toast": "好"}

    await answers.once("modest", "1", doing)
    for frame in range(100):
        await kept(answers, "greedy", str(frame), 500)
    assert await answers.once("modest", "1", doing) == {"toast": "好"}
    assert done == [1]


async def test_what_failed_is_done_anew():
    answers = ReplyCache()

    async def fails():
        raise LookupError

    with pytest.raises(LookupError):
        await answers.once("a", "1", fails)
    await asyncio.sleep(0)
    assert len(answers) == 0
    assert await kept(answers, "a", "1", 1) == {"note": "x"}


def test_one_owners_bytes_push_out_their_own_first():
    blobs = Blobs(budget=100, each=30)
    other = blobs.add(bytes(30), ("person", "other"))
    mine = [blobs.add(bytes(10), ("person", "me")) for _ in range(50)]

    assert blobs.get(other) is not None
    assert [blobs.get(one) is not None for one in mine] == [False] * 47 + [True] * 3
    blobs.drop([*mine, "none", ""])
    assert blobs.get(other) is not None


def test_a_message_that_goes_takes_its_file_along():
    messages = Messages()
    message = Outgoing("战绩", file=Attachment("scores.csv", b"data"))
    first = messages.put(ROOM, message, "g1").file
    second = messages.put(ROOM, message, "g1").file
    assert messages.files.get(first) is None
    assert messages.files.get(second) == (b"data", ROOM)
    messages.drop(ROOM, "g1")
    assert messages.files.get(second) is None


FILE = Attachment("scores.csv", b"x" * 1_000_000)


async def test_ninety_exports_are_short_answers_and_one_budget():
    """Each was a frame of its whole size, and was kept for a thousand frames."""

    def answer(_):
        return Reply(Outgoing("战绩在附件里", file=FILE), Where.PRIVATE)

    async with web_table(answer=answer) as table:
        token = await table.sit()
        tabs = [await table.tab(token=token, session=f"tab-000{at}") for at in range(3)]
        notes = [await tab.ask(n, say="/export") for tab in tabs for n in range(1, 31)]

        assert max(len(json.dumps(note)) for note in notes) < 2000
        assert table.platform._replies.held < 200_000
        ids = [note["note"]["file"]["id"] for note in notes]
        held = [one for one in ids if table.platform.messages.files.get(one)]
        assert len(held) * len(FILE.data) <= FILE_BYTES_EACH
        assert held[-1] == ids[-1]


async def test_a_file_is_its_readers_alone():
    answer = Reply(Outgoing("战绩在附件里", file=FILE), Where.PRIVATE)
    async with web_table(answer=lambda _: answer) as table:
        tab, other = await table.tab("小明"), await table.tab("小红", session="tab-0002")
        note = (await tab.ask(1, say="/export"))["note"]
        assert note["file"]["name"] == FILE.name
        url = table.url(f"/r/{table.room}/f/{note['file']['id']}")

        async def fetched(token):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            async with table.http.get(url, headers=headers) as found:
                return found.status, await found.read()

        assert await fetched(tab.token) == (200, FILE.data)
        assert (await fetched(other.token))[0] == 404
        assert (await fetched(""))[0] == 404


def test_of_older_tables_only_the_pictures_are_held():
    """The newest stays to be looked at, also when nobody can act on it any more."""
    messages = Messages()
    first = messages.put(ROOM, Outgoing("one", picture=b"PNG 1", scene={"title": "one"}), "g1")
    messages.retire(ROOM, "g1")
    assert first.message.scene == {"title": "one"}, "there is no newer one"

    second = messages.put(ROOM, Outgoing("two", picture=b"PNG 2", scene={"title": "two"}), "g2")
    messages.retire(ROOM, "g1")
    messages.retire(ROOM, "g2")

    assert first.message.scene is None
    assert messages.pictures.get(first.pictures[-1]) == (b"PNG 1", ROOM)
    assert second.message.scene == {"title": "two"}


def test_a_message_is_written_once_however_many_look_on(monkeypatch):
    class Page:
        def __init__(self, language):
            self.got, self.language = [], language

        def send(self, frame, written=""):
            self.got.append((frame["put"]["text"], json.loads(written)["put"]["text"]))

    wrote = []
    monkeypatch.setattr(
        "bot.adapters.web.messages.write", lambda f: wrote.append(f) or json.dumps(f)
    )
    messages, pages = Messages(), [Page(("zh-Hans", "en")[at % 2]) for at in range(40)]
    messages.channel(ROOM).tabs.update(pages)
    messages.put(ROOM, Outgoing("轮到 小明"), "g1")

    assert len(wrote) == 1
    assert all(page.got == [("轮到 小明", "轮到 小明")] for page in pages)

    told = {"zh-Hans": "轮到 小红", "en": "小红’s turn"}
    messages.put(ROOM, Outgoing("轮到 小红", others=(("en", Outgoing(told["en"])),)), "g1")
    assert len(wrote) == 3, "once for each language"
    assert all(page.got[1:] == [(told[page.language],) * 2] for page in pages)


def test_what_was_shown_in_a_language_goes_when_nobody_reads_it_any_more():
    messages = Messages()
    english = Outgoing("turn", picture=b"PNG", file=FILE)
    kept = messages.put(ROOM, Outgoing("轮到", others=(("en", english),)), "g1").told("en")
    picture, file = kept.pictures[-1], kept.file
    assert (messages.pictures.get(picture), messages.files.get(file)) == (
        (b"PNG", ROOM),
        (FILE.data, ROOM),
    )

    messages.retire(ROOM, "g1")
    assert kept.retired
    assert messages.put(ROOM, Outgoing("轮到"), "g1").told("en").message.text == "轮到"
    assert messages.pictures.get(picture) is messages.files.get(file) is None
