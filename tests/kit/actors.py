"""People who play by pressing what they are shown, as the seeded chance has it."""

from bot.i18n.times import plain
from bot.screens.controls import BUTTONS, steps
from bot.table import tokens
from bot.table.state import Phase
from engine.bots import Random
from engine.errors import AmbiguousAction, IllegalAction
from engine.rng import Rng
from tests.kit.platform import buttons

TRIES = 30
NAMES = "甲乙丙丁戊己庚辛"


def chance(seed, *path):
    """Chance for a test."""
    return Rng(f"test {seed}".encode(), *path)


def said(reply):
    """The words of a reply; nothing where none came."""
    return plain(reply.message.text) if reply is not None else ""


def legal(table, seat, rng):
    """A random action that the rules accept, and that says how it is read."""
    seen, prompt = table.seen(seat), table.prompt(seat)
    game, state = table.game, table.match.state
    for _ in range(TRIES):
        action = Random().choose(game, seen, prompt, rng)
        try:
            game.apply(state, seat, action, Rng(b"trial", "apply"))
        except AmbiguousAction as error:
            return rng.choice(error.options)
        except IllegalAction:
            continue
        return action
    return game.suggest(seen, 1)[0]


def offered(table, seat, rng):
    """Something legal for which there is a control: what else may be staked is typed."""
    action, prompt = legal(table, seat, rng), table.prompt(seat)
    if action.number is not None and prompt.choices:
        return rng.choice(prompt.choices).action
    return action


def press_of(table, seat, action):
    """The token and the values by which the controls of a seat's screen say an action."""
    question, prompt = table.question_of(seat), table.prompt(seat)

    def token(item):
        return tokens.button(table.state.id, question.number, item)

    for index, choice in enumerate(prompt.choices):
        if choice.action == action:
            return token(f"c{index}"), ()
    number = prompt.number
    if number is not None and number.verb == action.verb:
        few = len(number.allowed) <= BUTTONS and action.number in steps(number)
        if number.columns or few:
            return token(f"n{action.number}"), ()
        return token("v0"), (str(action.number),)
    if action.reading:
        return token(tokens.item_of(action, prompt)), ()
    index = tokens.verbs(prompt).index(action.verb)
    values = []
    for pick in tokens.picks(prompt, action.verb):
        left = list(pick.among)
        for card in getattr(action, pick.slot):
            values.append(tokens.value_of(pick.slot, left.index(card)))
            left[left.index(card)] = None
    return token(f"s{index}"), tuple(values)


def name_of(table, seat):
    """The person at a seat, by the id under which they act; None for a computer player."""
    user = table.state.players[seat].user
    return user.id if user is not None else None


def waited_for(table):
    """The persons whose answer the table waits for, in seat order, as (seat, name)."""
    found = []
    for question in table.state.questions:
        name = name_of(table, question.seat)
        if name is not None and not table.prompt(question.seat).answered:
            found.append((question.seat, name))
    return found


async def begin(house, game, persons=2, computers=0, **settings):
    """The first of ``NAMES`` opens a table of ``game`` and starts it."""
    await house.say(NAMES[0], f"/newgame {game}")
    for name in NAMES[1:persons]:
        await house.say(name, "/join")
    for _ in range(computers):
        await house.say(NAMES[0], "/addbot")
    for key, value in settings.items():
        await house.say(NAMES[0], f"/settings {key} {value}")
    await house.say(NAMES[0], "/start")


async def answer(house, table, seat, rng, choose=legal):
    """The person at a seat gives a random legal answer; the reply."""
    token, values = press_of(table, seat, choose(table, seat, rng))
    return await house.press(name_of(table, seat), token, values)


async def go_on(house, rng, choose=legal):
    """One thing that has to happen next: an answer, a press for the next round, or time.

    Returns:
        Whether there was a table to do it at.
    """
    if not house.tables.running:
        return False
    table = house.table
    if table.state.suspended_at is not None:
        await house.say(NAMES[0], "/resume")
    elif table.state.phase is Phase.BETWEEN:
        ready = set(table.state.ready)
        missing = [seat for seat in table.present() if seat not in ready]
        shown = buttons(house.platform.board()).values()
        token = next(token for token in shown if token.endswith(":next"))
        await house.press(name_of(table, missing[0]), token)
    elif asked := waited_for(table):
        await answer(house, table, rng.choice(asked)[0], rng, choose)
    else:
        await house.next_wake()
    return True


async def to_the_end(house, rng, most=2000):
    """Play until the table is gone; the number of things done."""
    for count in range(most):
        if not await go_on(house, rng):
            return count
    raise AssertionError("no end in sight")
