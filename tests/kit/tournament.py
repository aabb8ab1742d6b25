"""A tournament in the service of the tests: called, joined, and left to the clock."""

from bot.tournament.commands import Seat
from tests.kit.house import service
from tests.kit.ids import ROOM_KEY

QUICK = "niuniu"
"""A game of few actions."""

ROOM = ROOM_KEY


def contest(house):
    """The one that is on."""
    (runner,) = house.service.running.tournaments._runners.values()
    return runner


async def called(house, game=QUICK, **how):
    """A tournament of one deal a stage."""
    how = {"deals": 1, "fee": 0, **how}
    caller = house.people.say("org", "")
    tournament = await house.service.running.tournaments.create(
        caller, house.context.games[game], **how
    )
    await house.settle()
    return tournament


async def register(house, tournament, *numbers, **fields):
    for number in numbers:
        who = f"p{number}" if isinstance(number, int) else number
        incoming = house.people.say(who, "", **fields)
        await house.service.running.tournaments.register(incoming, tournament)
    await house.settle()


async def computers(house, tournament, count):
    for number in range(count):
        await tournament.do(Seat(f"c{number}", "easy"))
    await house.settle()


async def play_on(house, tournament):
    """Let time pass until the tournament is over; nobody does anything."""
    for _ in range(3000):
        if tournament.state.over:
            return
        if not await house.next_wake():
            await house.forward(60)
    raise AssertionError("it does not end")


async def played(path, count):
    """The whole tournament of people who do nothing, without a break: its bracket."""
    async with service(path, check=False) as house:
        tournament = await called(house)
        await register(house, tournament, *range(count))
        await house.forward(600)
        await play_on(house, tournament)
        return tournament.state.bracket


async def duplicated(path, count):
    """A whole 复式 of people who do nothing: its session, and what the chat's book has of it."""
    async with service(path, check=False) as house:
        caller, game = house.people.say("org", ""), house.context.games[QUICK]
        tournament = await house.service.running.tournaments.create_duplicate(
            caller, game, tables=3, deals=2
        )
        await house.settle()
        await register(house, tournament, *range(count))
        await house.forward(600)
        await play_on(house, tournament)
        await house.settle()
        totals = [
            await house.store.scores.person_totals(f"memory:p{number}", ROOM)
            for number in range(count)
        ]
        return tournament.state.bracket, totals


def tables(house, tournament):
    """The tables of a tournament that are not over."""
    found = [
        r.table
        for r in house.tables.running.values()
        if r.table.state.tournament == tournament.state.id
    ]
    return [table for table in found if not table.state.over]


async def balance(house, account):
    return await house.store.coins.held(ROOM, account)
