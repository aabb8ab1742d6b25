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
from tests.kit.platform import Listening
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

    def paint(self, view, say, *, four):
        name = f"PNG {len(self.views)}".encode()
        self.views[name] = view
        return name


def bare(view):
    """A view without what the table adds: the round, totals, who has won, who is a computer."""
    blocks = tuple(
        replace(b, rows=tuple(replace(r, score=None, marks=(), won=False) for r in b.rows))
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
        seat = next(s for s, x in enumerate(table.state.players) if x.user.id == reader)
    seen = [table.game.observe(state, seat) for state in states]
    may = cards_in(seen)
    # The tokens name positions and picks by bits, which may spell a card by chance.
    labels = tuple(button.label for row in message.rows for button in row)
    words = (message.text, message.alt, message.title, labels, message.pickers)
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
