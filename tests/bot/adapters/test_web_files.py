"""What the page is made of: for any game, and small."""

import gzip
import re

from bot.adapters.web.page import imported, page, static
from engine.registry import games

MOST = 150 * 1024
"""Bytes of script and style, compressed."""


def test_the_page_knows_no_game_and_is_small():
    sent = {name: file.body for name, file in static().items() if not file.kind.startswith("image")}
    told = b"\n".join(sent.values()).decode()

    assert [game_id for game_id in games(tests_too=True) if game_id.strip("_") in told] == []
    assert sum(len(gzip.compress(body)) for body in sent.values()) <= MOST


def test_no_selector_counts_what_is_below_something():
    """With one a card table's turn took twice as long to draw (``python -m tests.bench.page``)."""
    styles = {name: file.body.decode() for name, file in static().items() if name.endswith(".css")}
    assert styles
    counting = [name for name, text in styles.items() if re.search(r":has\([^;{]*:nth-", text)]
    assert counting == []


def test_every_script_is_asked_for_at_once():
    """What one imports is not found out only once it is there: a telephone would wait."""
    named = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', page().body.decode())
    texts = {name: static()[name].body.decode() for name in (*named, "app.js")}
    wanted = {one for text in texts.values() for one in re.findall(r'from "\./([^"]+)"', text)}

    assert len(wanted) > 30
    assert sorted(named) == sorted(wanted) == sorted(imported("app.js"))
