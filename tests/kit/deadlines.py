"""Everything that runs out: a house in which each of them is on, and how long each still has."""

from datetime import datetime, timedelta

from bot.ports.refs import ChatRef, UserRef
from bot.runtime.forgetting import UNDO
from bot.runtime.proposals import LIFE
from bot.store.scorebook import CORRECTION, Forgotten, Traces
from bot.table.state import Phase
from tests.kit.actors import chance, press_of, waited_for
from tests.kit.actors import legal as any_legal
from tests.kit.platform import buttons

ROOMS = {
    name: ChatRef("memory", f"-100123456789{number:02}")
    for number, name in enumerate(("play", "lobby", "between", "paused", "queue", "cup"))
}
FORGOTTEN = "memory:1234567890123456789"


def here(house, name):
    """What people do from now on they do in that room."""
    house.people.chat = ROOMS[name]
    return house


def table_in(house, name):
    return house.tables.at(ROOMS[name]).table


async def seated(house, name, people, **settings):
    """A match between people in a room of its own."""
    here(house, name)
    await house.say(people[0], "/newgame 比大小")
    for person in people[1:]:
        await house.say(person, "/join")
    for key, value in {"quan": 3, **settings}.items():
        await house.say(people[0], f"/settings {key} {value}")
    await house.say(people[0], "/start")


async def round_over(house, name):
    """Everybody answers until a round is over."""
    table = table_in(here(house, name), name)
    while table.state.phase is Phase.PLAYING:
        seat, who = waited_for(table)[0]
        token, values = press_of(table, seat, any_legal(table, seat, chance(1)))
        await house.press(who, token, values)
    return table


async def everything(house):
    """A match with a vote on it, a lobby, a pause between rounds, a table that stands still, a
    queue, a tournament, a proposal, a subscription, and somebody who may take forgetting back."""
    await seated(house, "play", ("甲1", "甲2", "甲3"))
    await house.say("甲1", "/stop")
    here(house, "lobby")
    await house.say("乙1", "/newgame 占格子")
    await house.say("乙2", "/prefs notify on")
    await seated(house, "between", ("丙1", "丙2"))
    table = await round_over(house, "between")
    shown = buttons(house.platform.board(ROOMS["between"].id)).values()
    await house.press("丙1", next(token for token in shown if token.endswith(":next")))
    assert table.state.next_at is not None
    await house.say("丙1", "/correct 1 0 0")
    await seated(house, "paused", ("丁1", "丁2"))
    await house.forward(7)
    await house.say("丁1", "/pause")
    await house.say("丁2", "/pause")
    assert table_in(house, "paused").state.suspended_at is not None
    here(house, "queue")
    await house.say("戊1", "/coinroom")
    here(house, "cup")
    await house.service.running.tournaments.create(
        house.people.say("己1", ""), house.context.games["niuniu"], fee=0
    )
    gone = Forgotten("anon:1", FORGOTTEN, "", house.clock.now(), Traces())
    await house.store.people.forget(gone, "")
    await house.settle()


async def left(house):
    """How long each still has, in seconds."""
    now, found = house.clock.now(), {}
    for name, chat in ROOMS.items():
        runner = house.tables.at(chat)
        if runner is not None:
            found |= {(name, *key): time for key, time in table_left(runner.table, now).items()}
    queue, tournament = (
        house.service.running.coinrooms.at(ROOMS["queue"]),
        house.service.running.tournaments.at(ROOMS["cup"]),
    )
    times = {"cup": tournament and tournament.state.start, "queue": queue and queue.expires}
    between = ROOMS["between"].key
    motion = await house.store.scores.open_proposal(between, CORRECTION, now - LIFE)
    times["motion"] = motion and motion.at + LIFE
    ((who, _, until),) = await house.store.preferences.of_people("open")
    await house.context.preferences.know((who,), ())
    assert (
        house.context.preferences.said(UserRef("memory", "乙2"), f"open:{ROOMS['lobby'].key}")
        == until
    )
    times["subscription"] = datetime.fromisoformat(until)
    (gone,) = await house.store.people.forgotten(FORGOTTEN)
    times["forgotten"] = gone.at + UNDO
    found |= {
        (name,): (time - now).total_seconds() for name, time in times.items() if time is not None
    }
    return found


def table_left(table, now):
    """How long each deadline of a table still has; where it stands still, as if it went on."""
    state = table.state
    still = state.suspended_at or now
    times = {("idle",): state.idle_at and state.idle_at - now}
    times["host",] = state.host_seen and timedelta(0) - (still - state.host_seen)
    times["next",] = state.next_at and state.next_at - still
    times["vote",] = state.vote and state.vote.until - still
    for question in state.questions:
        for kind in ("deadline", "due", "call"):
            time = getattr(question, kind)
            times[kind, question.number] = time and time - still
    return {key: left.total_seconds() for key, left in times.items() if left is not None}
