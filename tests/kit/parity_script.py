"""The conversation: everything that people at a table go through, once."""

from itertools import combinations

from engine.cards import codes
from engine.core import Action
from engine.errors import AmbiguousAction, RuleError
from engine.rng import Rng
from renderers.faces import word
from tests.kit.parity import PEOPLE

GAME = "_trial"
"""It has every kind of control: a grid in private, a number by list, cards, several readings."""

ONE, TWO, THREE, FOUR, OTHER = PEOPLE


async def conversation(at):
    """All of it."""
    await lobby(at)
    await options(at)
    await first_round(at)
    await second_round(at)
    await settled(at)
    await again(at)
    await coins(at)


async def lobby(at):
    await at.say(ONE, f"/newgame {GAME}")
    await at.say(ONE, "/start")
    await at.press(TWO, "board", "button-join")
    await at.press(TWO, "board", "button-join")
    await at.press(TWO, "board", "button-start")
    await at.press(OTHER, "board", "button-leave")
    await at.press(ONE, "board", "button-bot")
    await at.press(ONE, "board", "button-unbot")
    await at.say(ONE, "/removebot")
    await at.press(THREE, "board", "button-join")
    await at.press(FOUR, "board", "button-join")
    await at.press(THREE, "board", "button-leave")
    await at.say(THREE, "/join")
    await at.press(OTHER, "board", "button-join")
    await at.say(TWO, "/stop")
    await at.say(TWO, f"/newgame {GAME}")
    await at.say(OTHER, "/hand")
    await at.say(ONE, "/help")
    await at.press(OTHER, "board", "button-rules")


async def options(at):
    await at.press(ONE, "board", "button-set")
    await at.press(ONE, "answer", "settings-button")
    await at.press(TWO, "board", "button-set")
    await at.press(TWO, "answer", "settings-button")
    await at.say(ONE, "/settings quan 2")
    await at.say(ONE, "/settings quan 99")
    await at.say(ONE, "/settings chips 3")
    await at.say(ONE, "/settings open suit")
    await at.say(ONE, "/settings chips 12")
    await at.say(ONE, "/settings open none")
    await at.say(ONE, "/settings wind 3")
    await at.press(ONE, "board", "button-start")


async def first_round(at):
    """Everybody marks a cell, one late; a stake by list, and cards that count in two ways."""
    await at.press(OTHER, "board", "button-hand")
    await at.say(OTHER, "/join")
    await at.press(TWO, "board", "button-hand")
    await at.say(ONE, "/why")
    await at.say(ONE, "/play ???")
    await at.press(ONE, "hand", "1")
    await at.press(ONE, "hand", "2")
    await at.press(TWO, "hand", "5")
    await at.wait(20)
    await at.press(THREE, "hand", "7")
    await at.press(FOUR, "hand", "8")
    old = at.table.question_of(at.table.game.asked(at.table.match.state)[0]).number
    leader = at.who(at.table.state.questions[0].seat)
    others = [who for who in PEOPLE[:4] if who != leader]
    await at.say(others[0], "/play 押 3")
    await at.say(OTHER, "/play 押 3")
    await at.say(leader, "/play 押 99")
    await at.send(leader, "trial-verb-stake", ["3"])
    await at.stale(leader, f"g1:{at.table.state.id}:{old}:c0")
    await at.press(others[1], "board", "button-why")
    await at.say(leader, "/play 出 红桃2 红桃3 红桃4")
    await lead(at, leader)
    await at.press(others[0], "board", "button-scores")


async def lead(at, leader):
    """Cards of the leader's that may be read in two ways, and then how; else the highest one."""
    seat = at.seat(leader)
    for hand in combinations(at.table.prompt(seat).picks[0].among, 2):
        if readings(at.table, seat, hand) > 1:
            labels = [word(code, lambda m: m.key) for code in codes(hand)]
            await at.send(leader, "trial-verb-lead", labels)
            await at.press(leader, "answer", "trial-reading-gap")
            return
    raise AssertionError("choose another seed: nothing in this hand is ambiguous")


def readings(table, seat, cards):
    """In how many ways cards may be read."""
    action = Action("lead", tuple(cards))
    try:
        table.game.apply(table.match.state, seat, action, Rng(b"trial", "apply"))
    except AmbiguousAction as error:
        return len(error.options)
    except RuleError:
        return 0
    return 1


async def second_round(at):
    """Time-outs until 托管, and back; a vote that is lost; a restart in the middle."""
    for who in PEOPLE[:4]:
        await at.press(who, "board", "button-next")
    await at.press(ONE, "hand", "0")
    await at.press(TWO, "hand", "3")
    await at.press(THREE, "hand", "5")
    await at.say(FOUR, "/autopilot")
    await at.say(FOUR, "/autopilot")
    await at.restart()
    await at.wait(130)
    await at.say(FOUR, "/back")
    await at.say(ONE, "/stop")
    await at.press(TWO, "board", "button-yes")
    await at.press(TWO, "board", "button-yes")
    await at.press(THREE, "board", "button-no")
    await at.say(TWO, "/yes")
    await at.wait(130)


async def settled(at):
    """The end of the match, and what can be read then."""
    await at.say(ONE, "/record")
    await at.press(OTHER, "board", "button-scores")
    await at.press(ONE, "board", "button-rules")


async def again(at):
    """Another table of the same people by one press; its host gives it up."""
    await at.press(TWO, "board", "button-again")
    await at.press(ONE, "board", "button-join")
    await at.say(TWO, "/stop")
    await at.say(TWO, "/hand")


async def coins(at):
    """A purse, and the queue of 金币场; where nobody has a purse that is said."""
    await at.say(ONE, "/purse")
    await at.say(ONE, "/daily")
    await at.say(ONE, "/coinroom")
    await at.say(TWO, "/coinroom")
    await at.stale(TWO, "m1:coinroom:leave")
    await at.stale(OTHER, "m1:coinroom:join")
