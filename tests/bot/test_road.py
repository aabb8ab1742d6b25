"""ARCHITECTURE.md names the files through which one play goes: a play is followed through them.

The page tells the road; what else is entered stands here, each file with the one reason for it.
"""

import re
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

from tests.kit.discord import club

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")

MOST_FILES = 83
"""Files of ``bot/`` that a play enters. It may only fall."""

REASONS = {
    "bot/access/bars.py": "whom the chat or the host keeps out",
    "bot/access/presence.py": "that the author is in this chat was just seen",
    "bot/adapters/discord/interaction.py": "an interaction is answered once, within three seconds",
    "bot/adapters/discord/layout.py": "buttons and menus fitted into a message's lines",
    "bot/adapters/discord/events.py": "the library's events become requests",
    "bot/adapters/discord/connection.py": "the client that is connected just now",
    "bot/adapters/discord/errors.py": "what Discord refuses, in the port's words",
    "bot/adapters/discord/cache.py": "pictures that need not be sent again",
    "bot/adapters/discord/refs.py": "channels and people as the port's references",
    "bot/adapters/discord/render.py": "a message as the library's arguments",
    "bot/adapters/discord/escape.py": "nothing in a name is markup",
    "bot/beacon/watch.py": "whether the deal waits for a public number",
    "bot/commands/enclosures.py": "whether a file came along",
    "bot/commands/parser.py": "the line is a command and the rest",
    "bot/commands/registry.py": "the command's declaration and its method",
    "bot/commands/request.py": "what handlers are handed: author, table, reader",
    "bot/delivery/channel.py": "the group's board and lines",
    "bot/delivery/gateway.py": "the chat's budget, and rights",
    "bot/delivery/private.py": "each person's screen",
    "bot/i18n/catalogue.py": "a message becomes a sentence",
    "bot/i18n/keys.py": "keys of messages that every game has",
    "bot/i18n/lengths.py": "texts cut to what a platform takes",
    "bot/i18n/links.py": "nothing in a name is a link",
    "bot/i18n/names.py": "a name that can be shown",
    "bot/i18n/sentences.py": "Fluent's files, read once",
    "bot/i18n/times.py": "until when, in the reader's zone",
    "bot/players/autopass.py": "who wishes to pass where nothing else can be done",
    "bot/players/computer.py": "plays worth offering, thought of beside the loop",
    "bot/ports/budget.py": "how the platform counts",
    "bot/ports/incoming.py": "the request's value",
    "bot/ports/menu.py": "the command's value",
    "bot/ports/refs.py": "keys of people and chats",
    "bot/runtime/letters.py": "what must be told, stored with the step",
    "bot/runtime/metrics.py": "requests are counted",
    "bot/runtime/sleeping.py": "a table that sleeps is woken first",
    "bot/runtime/standstills.py": "the time at the table, moved by what it is owed",
    "bot/runtime/table_runner.py": "what a table's runner has beside any other",
    "bot/runtime/tables.py": "the table of this chat",
    "bot/screens/board.py": "the group's screen",
    "bot/screens/controls.py": "a prompt as buttons",
    "bot/screens/labels.py": "words that are a button's",
    "bot/screens/plays.py": "plays offered as buttons",
    "bot/screens/reader.py": "for whom a screen is made",
    "bot/screens/situation.py": "what the screens of one step have in common",
    "bot/screens/screen.py": "the screen's value, and whether it is another",
    "bot/screens/table_view.py": "the game's view with the round and the sums",
    "bot/store/connection.py": "the one connection that writes",
    "bot/store/db.py": "what only this database understands",
    "bot/store/lines.py": "what a row declares that it writes",
    "bot/store/livefile.py": "the file is still the one that was opened",
    "bot/store/purse.py": "no purse falls below zero",
    "bot/store/schema.py": "times as the database keeps them",
    "bot/store/statements.py": "rows become few statements",
    "bot/support/clock.py": "the writer's time limit",
    "bot/support/skew.py": "when a message was written, by our clock",
    "bot/support/workers.py": "the thread that paints",
    "bot/table/position.py": "what each seat knows, found once",
    "bot/table/rank.py": "who has decided for the seat",
    "bot/table/state.py": "the table's value, and its JSON",
    "bot/table/table.py": "the table as handlers see it",
    "bot/table/tokens.py": "what buttons carry",
    "bot/table/typed.py": "typed words become an action",
    "bot/table/waiting.py": "whom the table waits for",
    "bot/users/preferences.py": "each reader's language and taste",
    "bot/users/reachability.py": "whom private messages reach",
}
"""What a play enters beside the files of the page, and why."""

MOST_RETURNS = 900
"""How often a play comes back to a file that it had left, about 800; it may only fall."""

NOT_ENTERED = ("<module>", "<genexpr>", "<lambda>")


def listed():
    """The files of the page's list, in its order."""
    return re.findall(r"^\d+\. `(bot/[\w/]+\.py)`", PAGE, re.MULTILINE)


@contextmanager
def followed(house):
    """How often each file of ``bot/`` is entered from another, in the order of the first time."""
    entered = {}
    names = {}
    last = {}

    def note(frame, event, _):
        if event != "call" or frame.f_code.co_name in NOT_ENTERED:
            return
        file = frame.f_code.co_filename
        if file not in names:
            path = Path(file)
            ours = path.is_relative_to(ROOT / "bot")
            names[file] = path.relative_to(ROOT).as_posix() if ours else ""
        thread = threading.get_ident()
        if names[file] and last.get(thread) != names[file]:
            entered[names[file]] = entered.get(names[file], 0) + 1
            last[thread] = names[file]

    quiet = house.quiet

    def unseen():  # the test's own questions are no part of the road
        sys.setprofile(None)
        try:
            return quiet()
        finally:
            sys.setprofile(note)

    house.quiet = unseen
    sys.setprofile(note)
    threading.setprofile(note)
    try:
        yield entered
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        house.quiet = quiet


async def test_a_play_goes_the_road_of_the_page(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.begin()
        ((who, seat),) = c.asked()
        table = c.house.table
        card = table.game.observe(table.match.state, seat).hand[0]
        before = len(table.log[-1].actions)
        with followed(c.house) as entered:
            await c.slash(who, "play", cards=str(card.code))
        assert len(c.house.table.log[-1].actions) == before + 1
    order = list(entered)
    road = listed()
    assert len(road) >= 15
    assert [file for file in road if file not in order] == []
    assert [file for file in order if file in road] == road
    assert len(order) <= MOST_FILES, order
    others = set(order) - set(road)
    assert others - set(REASONS) == set(), "give each a reason, or do without"
    assert set(REASONS) - others == set(), "take the others off the list"
    assert sum(entered.values()) - len(order) <= MOST_RETURNS


def test_every_package_of_the_page_is_there_and_says_its_sentence():
    named = set(re.findall(r"`bot/(\w+)/`", PAGE))
    there = {path.parent.name for path in (ROOT / "bot").glob("*/__init__.py")}
    assert named == there


def test_every_file_that_a_page_names_is_there():
    for page in ("ARCHITECTURE.md", "CONTRIBUTING.md"):
        text = (ROOT / page).read_text("utf-8")
        paths = re.findall(r"`((?:bot|engine|renderers|tests)/[\w/.]+)`", text)
        assert paths
        assert [path for path in paths if not (ROOT / path).exists()] == []
