"""The law of lessons: what is asked can be done, and whatever else is done is explained.

``complaints`` yields what is wrong with a game's lesson, step by step, in words that say where.
"""

import itertools

from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.records.places import Misread
from bot.support.errors import Refused
from bot.table import lesson, rounds
from bot.table.commands import Teach, Tick
from bot.table.state import Phase
from engine.core import Action
from engine.errors import RuleError
from engine.registry import games
from engine.rng import SEED_BYTES
from tests.kit.actors import chance
from tests.kit.tables import NOW, lobby, user

TAUGHT = tuple(ident for ident, game in games().items() if lesson.teaches(game))

CATALOGUES = tuple(Catalogue(language, strict=True) for language in LANGUAGES)

STEPS = range(4, 8)
"""How often the learner plays in a lesson."""

SETS = 40
"""Sets of cards drawn at random, beside all single cards, all pairs and all that is suggested."""


def taught(game, place=None, seed=1):
    """A table where the lesson of a game has begun."""
    table = lobby(game, persons=1, place=place)
    names = ("电脑·石", "电脑·竹", "电脑·松")
    table.handle(Teach(user(0), "abcdef0124", seed.to_bytes(SEED_BYTES, "big"), names), NOW)
    return table


def others_play(table, now):
    """Let computer players go on until the learner is asked or it is over; the time then."""
    while (question := table.question_of(lesson.LEARNER)) is None or question.due is not None:
        wake = table.next_wake()
        if table.state.phase is not Phase.PLAYING or wake is None:
            break
        now = max(now, wake)
        table.handle(Tick(), now)
    return now


def other_moves(table):
    """Whatever else somebody could send who is asked this: buttons, numbers, sets of cards."""
    seat, game = lesson.LEARNER, table.game
    prompt, seen = table.prompt(seat), table.seen(seat)
    yield from (choice.action for choice in prompt.choices)
    yield from (action for action in game.suggest(seen, 60))
    yield Action("pass")
    yield Action("nonsense")
    if prompt.number is not None:
        number = prompt.number
        yield from (Action(number.verb, number=n) for n in range(-1, max(number.allowed) + 2))
    hand, rng = list(getattr(seen, "hand", ())), chance(1, game.info.id)
    picks = {pick.slot: pick for pick in prompt.picks}
    takes = itertools.combinations(picks["take"].among, 1) if "take" in picks else ((),)
    for take in [(), *takes]:
        for verb in {pick.verb for pick in prompt.picks}:
            yield from (Action(verb, (card,), take) for card in hand)
            yield from (Action(verb, pair, take) for pair in itertools.combinations(hand, 2))
            for _ in range(SETS if hand else 0):
                size = 3 + rng.below(max(1, len(hand) - 2))
                yield Action(verb, tuple(rng.shuffled(hand)[:size]), take)


def complaints(game, catalogues=CATALOGUES):
    """What is wrong with a lesson."""
    try:
        table = taught(game)
        lesson.script(table.state.deal)
    except (Misread, RuleError) as error:
        yield f"it cannot be begun: {error}"
        return
    now = others_play(table, NOW)
    for step in itertools.count(1):
        if table.state.phase is not Phase.PLAYING:
            break
        right = lesson.wanted(table, lesson.LEARNER)
        if right is None:
            yield f"step {step}: nothing is asked for, and the round is not over"
            return
        yield from (f"step {step}: {wrong}" for wrong in wordless(table, right, catalogues))
        yield from (f"step {step}: {wrong}" for wrong in taken(table, right, now, catalogues))
        try:
            rounds.play(table, lesson.LEARNER, right, "", "player", now)
            now = others_play(table, now)
        except RuleError as error:
            yield f"step {step}: what is written is refused: {error.msg.key}"
            return
    if step - 1 not in STEPS:
        yield f"it has {step - 1} steps"
    if table.match is None or len(table.match.played) != 1:
        yield "it does not end with the round"


def wordless(table, right, catalogues):
    """What the learner is not told: what to do, and why."""
    ask = lesson.ask(table, lesson.LEARNER)
    told = lesson.told(table.game, table.prompt(lesson.LEARNER), right)
    params = dict(ask.params)
    for words in catalogues:
        if not words.has(params["why"].key):
            yield f"no words in {words.language}: {params['why'].key}"
            continue
        if words.say(told, table.names) not in words.say(ask, table.names):
            yield f"it does not say in {words.language} what to press"
        if not words.has(f"{params['why'].key}-else"):
            yield f"no words in {words.language} for anything else: {params['why'].key}"


def taken(table, right, now, catalogues):
    """Other moves that are taken, that change something, or that are not explained."""
    before = table.state, table.match, table.log
    seat = lesson.LEARNER
    todo = lesson.told(table.game, table.prompt(seat), right)
    for action in other_moves(table):
        if same(table.game, action, right):
            continue
        snapshot = table.snapshot()
        try:
            rounds.play(table, seat, action, "", "player", now)
        except Refused as error:
            if error.msg.key != "lesson-wrong" or not error.private:
                yield f"{action.verb} is answered with {error.msg.key}"
            elif all(words.has(_why(error).key) for words in catalogues):
                for words in catalogues:
                    said = words.say(error.msg, table.names)
                    if words.say(todo, table.names) not in said:
                        yield f"{action.verb}: not told in {words.language} what would be right"
        else:
            yield f"{action.verb} is taken"
            table.restore(snapshot)
        if (table.state, table.match, table.log) != before:
            yield f"{action.verb} has changed something"
            table.restore(snapshot)


def same(game, action, right):
    """Whether somebody who does this does what is asked for."""

    def told(one):
        faces = [card if game.suits else card.rank for card in one.cards]
        return one.verb, sorted(faces), sorted(one.take), one.number

    return told(action) == told(right)


def _why(error):
    return dict(error.msg.params)["why"]
