"""Whoever is waited for goes, in every game and at any moment: somebody always acts."""

import pytest

from bot.commands.repeats import SPAN
from bot.ports.notices import MemberLeft, Reachable
from bot.table.state import Phase
from engine.registry import games
from tests.kit.actors import answer, begin, chance, name_of, waited_for
from tests.kit.house import service
from tests.kit.ids import ROOM_KEY

GAMES = games()
WAYS = ("leaves", "leaves the chat", "leaves and comes back", "blocks the bot")
MOST = 400


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db", check=False) as open_house:
        yield open_house


async def goes(house, table, seat, way):
    """STK-05, STK-25, STK-07, PRV-14: the one who is asked is there no longer, or again."""
    await house.forward(SPAN.total_seconds())  # nobody does so again and again
    if not table.state.players[seat].present:
        return
    user, who = table.state.players[seat].user, name_of(table, seat)
    before = table.game.present(table.seen(seat))
    match way:
        case "leaves":
            await house.say(who, "/leave")
        case "leaves the chat":
            await house.service.notice(MemberLeft(user, house.people.chat))
            await house.settle()
        case "leaves and comes back":
            await house.say(who, "/leave")
            await house.say(who, "/join")
            assert table.state.players[seat].present
            assert table.game.present(table.seen(seat)) == before, "the same seat, the same hand"
        case "blocks the bot":
            await house.service.notice(Reachable(user, reachable=False))
            await house.settle()
            assert table.state.players[seat].unreached


async def go_on(house, table, rng):
    """The next thing that happens: somebody goes, answers or is ready, or time passes."""
    there = table.present()
    asked = [seat for seat, _ in waited_for(table) if seat in there]
    if table.state.phase is Phase.BETWEEN:
        seat = next(seat for seat in there if seat not in table.state.ready)
        await house.say(name_of(table, seat), "/next")
    elif asked and len(there) > 1 and not rng.below(3):
        await goes(house, table, asked[0], rng.choice(WAYS))
    elif asked:
        await answer(house, table, asked[0], rng)
    else:
        assert await house.next_wake(), "nobody acts any more"


@pytest.mark.parametrize("game", GAMES)
async def test_stk_05_a_match_ends_whoever_goes_whenever(house, game):
    """One person stays; the others may go whatever their part is, 地主 or 庄家."""
    await begin(house, game, max(2, GAMES[game].info.seats[0]), quan=1)
    table, rng = house.table, chance("leavers", game)
    for _ in range(MOST):
        if not house.tables.running:
            break
        await go_on(house, table, rng)
    assert table.state.phase is Phase.FINISHED
    rounds = await house.store.scores.rounds(ROOM_KEY)
    assert len(rounds) == len(table.match.played)
    assert [r.scores for r in rounds] == [outcome.scores for outcome in table.match.played]
