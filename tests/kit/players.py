"""Persons who play a table to its end by pressing what they are shown."""

from bot import tokens
from bot.state import Phase
from engine.bots import Random
from engine.errors import RuleError
from engine.match import act


def legal(table, seat, rng):
    """A random answer that the rules accept."""
    game, match = table.game, table.match
    seen, prompt = table.seen(seat), table.prompt(seat)
    for _ in range(20):
        action = Random().choose(game, seen, prompt, rng)
        try:
            act(match, seat, action)
        except RuleError:
            continue
        return action
    return game.suggest(seen, 1)[0]


def token_for(table, seat, action):
    """The button of a seat's open question that means the action."""
    item = tokens.item_of(action, table.prompt(seat))
    return tokens.button(table.state.id, table.question_of(seat).number, item)


async def open_table(house, game, people, *, quan=4, settings=()):
    """The first of the people opens a table for all of them and starts it."""
    await house.say(people[0], f"/newgame {game}")
    for who in people[1:]:
        await house.say(who, "/join")
    await house.say(people[0], f"/settings quan {quan}")
    for setting in settings:
        await house.say(people[0], f"/settings {setting}")
    await house.say(people[0], "/start")
    return house.table


async def one_step(house, table, rng):
    """Let somebody who is waited for do something; False once the match is over."""
    if table.state.over:
        return False
    sitters = table.state.sitters
    if table.state.phase is Phase.BETWEEN:
        for sitter in sitters:
            if sitter.present and table.state.phase is Phase.BETWEEN:
                await house.say(sitter.user.id, "/next")
        return True
    waited = [q.seat for q in table.state.questions if not table.prompt(q.seat).answered]
    people = [seat for seat in waited if sitters[seat].present]
    if not people:
        return await house.next_wake()
    seat = rng.choice(people)
    token = token_for(table, seat, legal(table, seat, rng))
    await house.press(sitters[seat].user.id, token)
    return True
