"""金币场 for tests: who queues, what they own, and a room that is played."""

from bot.ports.refs import ChatRef
from bot.store.purse import HOUSE, Posted, purse_of
from bot.table.state import Phase
from engine.bots import Greedy
from tests.kit.actors import answer, waited_for
from tests.kit.ids import ROOM_ID, ROOM_KEY

CHAT = ROOM_KEY
FOUR = "甲乙丙丁"


BEGUN = (Phase.PLAYING, Phase.BETWEEN)
"""Where a table is that has begun: its first deal may be decided at once."""


async def queue(house, names=FOUR, **fields):
    for name in names:
        await house.say(name, "/coinroom", **fields)


async def free(house, names=FOUR, chat=CHAT):
    keys = [f"memory:{name}" for name in names]
    found = await house.store.coins.purses(chat, keys)
    return [found[key].free for key in keys]


async def set_purse(house, who, coins):
    """So many coins in a purse, whatever was there."""
    store, now, person = house.store, house.clock.now(), f"memory:{who}"
    await house.say(who, "/purse")
    have = (await store.coins.purse(CHAT, person)).free
    if have != coins:
        lines = ((purse_of(person), coins - have), ("bank", have - coins))
        await store.commit(
            [Posted(f"set:{who}:{house.context.ids.id()}", CHAT, "grant", lines, now)]
        )


def queued(house, chat=ROOM_ID, thread=""):
    """Who waits in a place, in order."""
    room = house.service.running.coinrooms.at(ChatRef("memory", chat, thread))
    return [waiter.name for waiter in room.people] if room is not None else []


def greedy(table, seat, rng):
    """A computer player in the seat of a person."""
    return Greedy().choose(table.game, table.seen(seat), table.prompt(seat), rng)


async def deal_through(house, rng):
    """Play the deal that is on to its end, and say whether a table is still there."""
    if not house.tables.running:
        return False
    number = house.table.match.round
    while house.tables.running and house.table.match.round == number:
        if house.table.state.phase is Phase.BETWEEN:
            break
        (seat, _), *_ = waited_for(house.table)
        await answer(house, house.table, seat, rng, greedy)
    return bool(house.tables.running)


async def accounted_for(house):
    """Every coin: the purses, what is locked, and the house hold all that the bank gave."""
    store = house.store
    assert await store.coins.ledger_check() == []
    people = [f"memory:{name}" for name in "甲乙丙丁戊己庚辛"]
    purses = await store.coins.purses(CHAT, people)
    whole = sum(purse.whole for purse in purses.values())
    assert whole + await store.coins.held(CHAT, HOUSE) + await store.coins.held(CHAT, "bank") == 0
