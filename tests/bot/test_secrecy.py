"""Nobody is ever sent what they may not know: every picture and every word of whole matches.

The pictures are compared with an independent replay of the stored log: what X was sent is
``present(observe(state, X))`` of one of the states, and the cards named in any message that V
receives occur in what V may see then.
"""

from dataclasses import replace

import pytest

from engine.rng import Rng
from engine.view import Seats
from tests.kit.actors import begin, go_on
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform
from tests.kit.shadow import Shadow
from tests.kit.walk import cards_in

TABLES = [
    ("_specimen", 3, {}),
    ("_trial", 4, {}),
    ("dunmazi", 2, {}),
    ("dunmazi", 4, {"target": 35}),
]


class Studio:
    """A painter that remembers which view it made a picture of."""

    def __init__(self):
        self.views = {}

    def paint(self, view, say):
        name = f"PNG {len(self.views)}".encode()
        self.views[name] = view
        return name


class Listening(MemoryPlatform):
    """Writes down every message with its reader; None is everybody in the chat."""

    def __init__(self):
        super().__init__(pictures=True)
        self.heard = []

    async def post(self, chat, message):
        self.heard.append((None, message))
        return await super().post(chat, message)

    async def edit(self, ref, message):
        self.heard.append((ref.chat if ref.private else None, message))
        return await super().edit(ref, message)

    async def whisper(self, user, message):
        self.heard.append((user.id, message))
        return await super().whisper(user, message)


def bare(view):
    """A view without what the table adds: the round, totals, who is a computer."""
    blocks = tuple(
        replace(b, rows=tuple(replace(r, score=None, marks=()) for r in b.rows))
        if isinstance(b, Seats)
        else b
        for b in view.blocks
    )
    return replace(view, title=None, blocks=blocks)


@pytest.mark.parametrize(("game", "seats", "settings"), TABLES)
async def test_every_message_holds_only_what_its_reader_may_know(tmp_path, game, seats, settings):
    studio, platform, rng = Studio(), Listening(), Rng(game.encode(), "people")
    async with service(
        tmp_path / "t.db", platform=platform, paint=studio.paint, check=False
    ) as house:
        await begin(house, game, seats, quan=2, **settings)
        table = house.table
        shadow, checked = Shadow(table), 0
        going = True
        while going:
            states = shadow.catch_up()
            for reader, message in platform.heard:
                checked += _check(table, states, studio, reader, message)
            platform.heard.clear()
            going = await go_on(house, rng)
    # Everybody had a picture of every step.
    assert checked >= seats * len(table.log) * 2
    assert table.state.over


def _check(table, states, studio, reader, message):
    """Check one message; 1 for a picture."""
    seat = None
    if reader is not None:
        seat = next(s for s, x in enumerate(table.state.sitters) if x.user.id == reader)
    seen = [table.game.observe(state, seat) for state in states]
    may = cards_in(seen)
    words = (message.text, message.alt, message.title, message.rows, message.pickers)
    assert cards_in(words) <= may
    view = studio.views.get(message.picture)
    if view is None or view.title.key == "lobby-title":
        return 0
    assert cards_in(view) <= may
    final = bare(view)
    known = [bare(table.game.present(s)) for s in seen]
    if final not in known:
        # The last board has the final places below it.
        final = replace(final, blocks=final.blocks[:-1])
    assert final in known
    return 1
