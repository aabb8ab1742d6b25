"""House rules on every platform: kept, offered by the next lobby, and chosen from the list."""

import pytest

from bot.table import tokens
from tests.kit.clock import ManualClock
from tests.kit.discord import BEGIN
from tests.kit.parity_discord import Discord
from tests.kit.parity_script import GAME, ONE, TWO
from tests.kit.parity_telegram import Telegram
from tests.kit.parity_web import Web


def shown(at, key):
    """Whether a button made of a key was shown in the last step."""
    last = at.steps[-1]
    return any(name.startswith(key) for one in (*last.public, *last.own) for name in one.labels)


@pytest.mark.parametrize("client", [Telegram, Discord, Web], ids=lambda client: client.name)
async def test_they_are_kept_offered_and_played_by(client, tmp_path):
    async with client(tmp_path / "x.db", ManualClock(BEGIN)) as at:
        await at.say(ONE, f"/newgame {GAME}")
        await at.say(ONE, "/settings chips 40")
        await at.press(ONE, "board", "button-set")
        await at.press(ONE, "answer", "button-house-keep")
        kept = at.table.state.rules
        assert kept, "what is set has a name at once"
        await at.say(ONE, "/stop")
        await at.restart()
        await at.say(TWO, f"/newgame {GAME}")
        assert shown(at, "button-house-named"), "the next lobby offers it"
        assert at.table.options["chips"] == 12
        await at.press(TWO, "board", "button-house-named")
        assert (at.table.options["chips"], at.table.state.rules) == (40, kept)
        await at.press(TWO, "board", "button-set")
        await at.press(TWO, "answer", "button-houses")
        await at.press(TWO, "answer", "button-house-usual")
        assert (at.table.options["chips"], at.table.state.rules) == (12, "")
        await at.press(TWO, "board", "button-set")
        await at.press(TWO, "answer", "button-houses")
        assert shown(at, "button-house-named"), "the list has it"
        await at.stale(TWO, tokens.menu("houses", kept))
        assert shown(at, "button-house-play"), "and shows it with what can be done"
        await at.stale(TWO, tokens.button(at.table.state.id, 0, f"by-{kept}"))
        assert (at.table.options["chips"], at.table.state.rules) == (40, kept)
