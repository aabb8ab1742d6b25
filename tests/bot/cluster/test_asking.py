"""Questions to whoever has the house: answered once, asked again where nobody could, never lost."""

import asyncio
import itertools
import logging
from random import Random

import pytest

from bot.cluster import asking
from bot.cluster.asking import LARGEST, Asking, NotAnswered
from bot.cluster.wires import SILENT
from tests.bot.cluster.test_wires import Post, Speaker

KIND = "telegram"


class Two:
    """Two processes; ``house`` is who has the house, ``epochs`` under which.

    ``blind``: planted, that neither sees whether it has lost it.
    """

    def __init__(self, *, blind=False):
        self.post, self.blind = Post(), blind
        self.house, self.epochs = "b", {"a": 0, "b": 1}
        self.sides = {name: self._side(name) for name in "ab"}

    def _side(self, name):
        def house():
            return "" if self.house == name else self.house

        return Asking(self.post.sides[name], house, lambda: self.blind or self.epochs[name])

    async def run(self, asked):
        """What comes of a question, while messages go."""
        task = asyncio.ensure_future(asked)
        async with asyncio.timeout(10):
            while not task.done():
                await self.post.settle()
                await asyncio.sleep(0.001)
        return await task


@pytest.fixture
def two(monkeypatch):
    monkeypatch.setattr(asking, "AGAIN", 0.001)
    return Two()


def answering(said):
    async def answer(data):
        return said + data

    return answer


@pytest.mark.parametrize("size", [0, 1, 300_000])
async def test_who_has_the_house_answers_wherever_that_is(two, size):
    for name in "ab":
        two.sides[name].answers[KIND] = answering(name.encode())
    asked = b"x" * size
    assert await two.run(two.sides["a"].house(KIND, asked, 5)) == b"b" + asked
    assert await two.run(two.sides["b"].house(KIND, asked, 5)) == b"b" + asked
    assert not [*two.post.sides["a"]._wires, *two.post.sides["b"]._wires]


async def test_it_is_asked_again_until_somebody_can(two):
    tries = []

    async def answer(data):
        tries.append(data)
        if len(tries) < 3:
            raise ConnectionRefusedError
        return b"done"

    asked = asyncio.create_task(two.sides["a"].house(KIND, b"q", 5))
    two.house = None
    await asyncio.sleep(0.01)
    two.house = "b"
    await two.post.settle()
    two.sides["b"].answers[KIND] = answer
    assert await two.run(asked) == b"done" and len(tries) == 3


async def test_what_was_done_while_the_house_was_lost_is_asked_of_the_next(two):
    done = []

    async def slept(data):
        done.append("b")
        two.house, two.epochs = "a", {"a": 2, "b": 0}
        return b"too late"

    async def awake(data):
        done.append("a")
        return b"in time"

    two.sides["b"].answers[KIND], two.sides["a"].answers[KIND] = slept, awake
    assert await two.run(two.sides["a"].house(KIND, b"q", 5)) == b"in time"
    assert done == ["b", "a"]


async def test_one_who_dies_over_a_question_is_not_waited_for(two):
    begun = asyncio.Event()

    async def dies(data):
        begun.set()
        await asyncio.Event().wait()

    two.sides["b"].answers[KIND], two.sides["a"].answers[KIND] = dies, answering(b"a")
    asked = asyncio.create_task(two.sides["a"].house(KIND, b"q", 5))
    while not begun.is_set():
        await two.post.settle()
    two.house, two.epochs = "a", {"a": 2, "b": 0}
    two.post.now += SILENT + 1
    two.post.sides["a"].beat()
    assert await two.run(asked) == b"aq"


async def test_what_fails_is_not_asked_again_and_says_nothing_of_itself(two, caplog):
    tries, card = [], chr(0x2660) + "3"

    async def fails(data):
        tries.append(data)
        raise RuntimeError(card)

    two.sides["b"].answers[KIND] = fails
    with caplog.at_level(logging.ERROR), pytest.raises(NotAnswered):
        await two.run(two.sides["a"].house(KIND, b"q", 5))
    assert len(tries) == 1 and card not in caplog.text and KIND in caplog.text


async def test_nobody_answers_and_that_is_said_in_time(two):
    two.house = None
    with pytest.raises(ConnectionError):
        await two.sides["a"].house(KIND, b"q", 0.01)
    two.house = "b"  # who says nothing
    with pytest.raises(ConnectionError):
        await two.sides["a"].house(KIND, b"q", 0.01)


async def test_too_much_is_not_listened_to_and_pages_are_not_taken_for_questions(two):
    two.sides["b"].answers[KIND] = answering(b"b")
    with pytest.raises(ConnectionError):
        await two.run(two.sides["a"].ask("b", KIND, bytes(LARGEST + 1)))
    page = Speaker()
    two.post.sides["b"].accept = lambda: page
    near = Speaker()
    two.post.sides["a"].open("b", near, ["1.2.3.4", 5], None).write(b"GET / HTTP/1.1\r\n")
    await two.post.settle()
    assert bytes(page.heard) == b"GET / HTTP/1.1\r\n"
    assert page.transport.get_extra_info("peername") == ("1.2.3.4", 5)


async def law(two, seed):
    """Each question is answered by one who had the house from its beginning to its end, whatever
    breaks, and wherever the house goes meanwhile."""
    rng, done, epoch = Random(seed), set(), itertools.count(2)  # noqa: S311

    def answering(name):
        async def answer(data):
            began = two.epochs[name]
            for _ in range(rng.randrange(6)):
                await asyncio.sleep(0)
            if began == two.epochs[name]:
                done.add((name.encode(), data))
            return name.encode() + b":" + data

        return answer

    def moves(to):
        two.house = to
        two.epochs = {name: next(epoch) if name == to else 0 for name in "ab"}

    for name in "ab":
        two.sides[name].answers[KIND] = answering(name)
    asked = {}
    for n in range(60):
        asked[n] = asyncio.create_task(two.sides["a"].house(KIND, b"%d" % n, 60))
        match rng.randrange(5):
            case 0:
                moves(rng.choice(["a", "b", None]))
            case 1:  # the connection to the server broke, and what was on its way is lost
                two.post.way.clear()
                for name in "ab":
                    two.post.sides[name].broken()
            case _:
                await two.post.settle()
        await asyncio.sleep(0.001)
    moves("b")
    for n, question in asked.items():
        name, _, data = (await two.run(question)).partition(b":")
        assert data == b"%d" % n and (name, data) in done
    assert {name for name, _ in done} == {b"a", b"b"}, "it was both places' turn"


@pytest.mark.parametrize("seed", range(12))
async def test_law_an_answer_is_of_one_who_had_the_house_all_the_while(two, seed):
    await law(two, seed)


async def test_planted_who_does_not_see_that_the_house_is_lost_is_found(two):
    found = []
    for seed in range(12):
        try:
            await law(Two(blind=True), seed)
        except AssertionError:
            found.append(seed)
    assert found
