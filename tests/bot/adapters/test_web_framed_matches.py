"""Whole matches: one person on the page inside their client, others by the buttons in the chat."""

import re

import pytest

from bot.screens.controls import listed
from bot.table import tokens
from bot.table.state import Phase
from engine.core import defaults
from engine.errors import AmbiguousAction
from engine.registry import games
from engine.rng import Rng
from tests.bot.adapters.test_every_game import company
from tests.kit.actors import chance, offered, press_of
from tests.kit.doors import DOORS, happens, unread
from tests.kit.page import window
from tests.kit.shadow import Shadow
from tests.kit.tiers import DEEP, chosen
from tests.kit.walk import cards_in, spoken

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.asyncio(loop_scope="module"),
]

GAMES = games()
MOST = 3000
"""Things that happen in one match; more have no end in sight."""

PHONE = {"viewport": {"width": 400, "height": 800}, "has_touch": True}

MODES = [
    *((game, False) for game in GAMES),
    *((game, True) for game in GAMES if DEEP and GAMES[game].info.options),
]
"""Each game as it is usually played, and with everything that can be set set otherwise."""


def otherwise(game, seats):
    """The second value of every option, as far as they go together."""
    found = defaults(game.info)
    for option in game.info.options:
        trial = {**found, option.key: option.values[1]}
        if game.check(seats, trial) is None:
            found = trial
    return [(key, value) for key, value in found.items() if value != defaults(game.info)[key]]


def is_them(player, ident):
    """Whether this person sits there."""
    return player.user is not None and player.user.id == ident


def ambiguous(table, seat, action):
    """Whether cards can be read in several ways: then the ways are offered once they are sent."""
    try:
        table.game.apply(table.match.state, seat, unread(action), Rng(b"trial", "apply"))
    except AmbiguousAction:
        return True
    except Exception:  # noqa: BLE001
        return False
    return False


class Known:
    """What a seat could know when a frame reached it."""

    def __init__(self, table, seat):
        self._table, self._seat, self._shadow = table, seat, Shadow(table)
        self.cards = set()

    def look(self, frames):
        """Check what has come since the last look; how much it was."""
        for state in self._shadow.catch_up():
            self.cards |= cards_in(self._table.game.observe(state, self._seat))
        for frame in frames:
            assert cards_in(spoken(frame)) <= self.cards, frame
        return len(frames)


async def on_the_page(app, table, seat, action):
    """Do it as somebody does who looks at the page."""
    token, values = press_of(table, seat, unread(action) if action.reading else action)
    number = table.prompt(seat).number
    if not values and number is not None and action.number is not None and listed(number):
        # Where all are in the list, the page has no button for some of them.
        at, _, _ = token.rpartition(":")
        token, values = f"{at}:{tokens.NUMBERS}", (str(action.number),)
    if not values:
        await app.press(token)
        return
    asks = ambiguous(table, seat, action)
    reading = press_of(table, seat, action)[0] if action.reading else ""
    await app.pick(token, values)
    if asks:
        await app.press(reading)


async def in_the_chat(road, table, who, seat, action):
    """Do it by the buttons below the messages in the chat."""
    plain = unread(action)
    token, values = press_of(table, seat, plain)
    if not values:
        shown = next(m for m in road.sight(who) if token in road.offered(m))
        await road.press(who, shown, token)
        return
    slots = [pick.slot for pick in tokens.picks(table.prompt(seat), action.verb)]
    asks = ambiguous(table, seat, action)
    reading = press_of(table, seat, action)[0] if action.reading else ""
    await road.pick(who, token, values, slots)
    if asks:
        await road.press(who, road.answers(who)[reading], reading)


async def go_on(road, who):
    """Ask for the next round in the chat."""
    for message in road.sight(who):
        for token in road.offered(message):
            if re.fullmatch(r".*:next", token):
                await road.press(who, message, token)
                return
    raise AssertionError("nobody is asked whether there is to be a next round")


@pytest.mark.parametrize("door", chosen(DOORS, 1, "a door"))
@pytest.mark.parametrize(("game", "other"), chosen(MODES, 1, "inside a client"))
async def test_a_match_is_played_whole_inside_the_client_beside_people_in_the_chat(
    browser, tmp_path, door, game, other
):
    rng = chance(27, game)
    people, computers = company(GAMES[game], 2)
    settings = otherwise(GAMES[game], people + computers) if other else []
    async with (
        DOORS[door](tmp_path / "t.db", people) as road,
        window(browser, permissions=["local-network-access"], **PHONE) as context,
    ):
        await road.begin(game, computers, settings=[*settings, ("quan", 2 if DEEP else 1)])
        table = road.table
        seat = next(
            at for at, p in enumerate(table.state.players) if p.user and p.user.id == road.ids[0]
        )
        app = await road.enter(context, 0)
        known, done = Known(table, seat), {"page": 0, "chat": 0, "seen": 0}
        for _ in range(MOST):
            await road.settle()
            done["seen"] += known.look(app.take())
            if table.state.over:
                break
            before = (table.state.public, table.match.step)

            def moved(before=before):
                return (table.state.public, table.match.step) != before

            if table.state.phase is Phase.BETWEEN:
                missing = [at for at in table.present() if at not in table.state.ready]
                if seat in missing:
                    await app.next()
                    await happens(moved)
                else:
                    await go_on(road, 1)
                continue
            asked = road.asked()
            if not asked:
                await road.wait()
                continue
            who, at = rng.choice(asked)
            action = offered(table, at, rng)
            if who == 0:
                await on_the_page(app, table, at, action)
                await happens(moved)
                done["page"] += 1
            else:
                await in_the_chat(road, table, who, at, action)
                done["chat"] += people > 1
        assert table.state.over
        assert table.match.played
        assert done["page"]
        assert done["seen"] > done["page"]
