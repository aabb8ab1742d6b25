"""What a person is told who asks: legal, honest, with a reason, and in words."""

import re
from pathlib import Path

import pytest

from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.players.ideas import MOST, ideas
from bot.screens.plays import Hint, Offer, hint_line
from engine.bots import Greedy, Random
from engine.core import Carry, defaults
from engine.errors import RuleError
from engine.kernels.climb.state import PLAY
from engine.registry import games
from engine.rng import Rng
from tests.games.landlord_kit import table as dealt

GAMES = games(tests_too=True)
NAMES = tuple(f"名字很长很长的牌友{at}" for at in range(10))
CATALOGUE = Catalogue(strict=True)
TRIALS = 24
LONGEST = 150
"""Characters of a hint: two lines of a telephone."""

PLANNED = 40
"""Positions of a game."""


def positions(game, seats, rounds=1, *, usual=True):
    """Positions of rounds that are played well and badly by turns."""
    options = defaults(game.info)
    if not usual:
        options = {option.key: option.values[-1] for option in game.info.options}
    for number in range(rounds):
        rng = Rng(b"ideas", game.info.id, number)
        players = (Greedy(), Random())
        state = game.setup(seats, options, Carry(), Rng(b"deal", number)).state
        for step in range(400):
            asked = game.asked(state)
            if not asked:
                break
            seat = asked[rng.below(len(asked))]
            seen = game.observe(state, seat)
            yield state, seat
            player = players[step % 5 == 4]
            for _ in range(20):
                try:
                    action = player.choose(game, seen, game.prompt(seen), rng)
                    state = game.apply(state, seat, action, rng).state
                    break
                except RuleError:
                    continue
            else:
                action = game.suggest(seen, 1)[0]
                state = game.apply(state, seat, action, rng).state


def some(game):
    found = [p for seats in sorted({min(game.info.seats), min(4, max(game.info.seats))})
             for p in positions(game, seats)]  # fmt: skip
    return found[:: max(1, len(found) // PLANNED)]


def told(game, seen):
    return ideas(game.info.id, seen, game.prompt(seen), "abcdef0124:7", TRIALS, None)


def lines(game, seen, idea):
    offer = Offer("abcdef0123", 7, NAMES, game, seen, game.prompt(seen))
    for language in LANGUAGES:
        say = CATALOGUE.to(language).speaker(NAMES)
        yield language, hint_line(offer, Hint(idea.action, 2, 3, idea.why, idea.wins), say)


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_ideas_are_legal_differ_in_their_reasons_and_fit(game_id):
    game = GAMES[game_id]
    for state, seat in some(game):
        seen = game.observe(state, seat)
        found = told(game, seen)
        assert 1 <= len(found) <= MOST
        assert len({idea.why.key for idea in found}) == len(found)
        for idea in found:
            game.apply(state, seat, idea.action, Rng(b"apply"))
            for language, line in lines(game, seen, idea):
                assert len(line) <= LONGEST, (language, line)
                assert re.search(r"[。！.%]", line[-3:]), (language, line)


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_an_idea_hangs_on_nothing_that_the_seat_cannot_know(game_id):
    game = GAMES[game_id]
    for number, (state, seat) in enumerate(some(game)[:8]):
        seen = game.observe(state, seat)
        imagined = game.observe(game.imagine(seen, Rng(b"imagine", number)), seat)
        assert told(game, imagined) == told(game, seen)


REASONED = sorted(set(GAMES) - {"_specimen", "_trial", "matrix"})


@pytest.mark.parametrize("game_id", REASONED)
def test_most_first_ideas_have_a_reason_of_the_game(game_id):
    game = GAMES[game_id]
    found = [told(game, game.observe(state, seat))[0].why.key for state, seat in some(game)]
    assert found.count("hint-why-best") <= len(found) / 5, found


def keys():
    folders = (Path("bot/i18n/messages"), *Path("engine").glob("*/*/"))
    for folder in folders:
        for file in folder.glob("*zh-Hans.ftl"):
            yield from re.findall(
                r"^((?!button)[a-z]+-hint-[a-z-]+) =", file.read_text("utf-8"), re.MULTILINE
            )


RARE = {
    "climb-hint-high-but", "climb-hint-bomb-lead", "climb-hint-last", "climb-hint-many",
    "climb-hint-high", "climb-hint-friend", "draw-hint-lead", "niuniu-hint-show",
    "zhajinhua-hint-allin", "zhajinhua-hint-allin-blind",
}  # fmt: skip
"""Reasons that a few deals of chance may not bring."""


def test_every_reason_is_given_somewhere():
    found = set()
    for game in GAMES.values():
        for usual in (True, False):
            seats = min(5, max(game.info.seats)) if usual else min(game.info.seats)
            for state, seat in positions(game, seats, rounds=2, usual=usual):
                seen = game.observe(state, seat)
                found |= {why.key for a in game.suggest(seen, 12) if (why := game.why(seen, a))}
    assert set(keys()) - RARE - found == set()


def asked(hands, **over):
    state = dealt(GAMES["doudizhu"], hands, **over)
    assert state.public.phase == PLAY
    return told(GAMES["doudizhu"], GAMES["doudizhu"].observe(state, state.public.turn))


def test_a_last_hand_a_high_card_that_is_kept_and_a_last_card_of_another():
    out = asked("33/99/TT")[0]
    assert out.why.key == "climb-hint-out"
    stopped = asked("5588K2/9/TJQ")[0]
    assert stopped.why.key == "climb-hint-last" and len(stopped.action.cards) > 1


def test_how_often_it_wins_is_told_where_it_was_tried():
    tried = asked("34568TJQKA2/3456789TJQ/3456789TJQ")
    assert tried[0].wins is not None and 0 <= tried[0].wins <= 100
    assert all(idea.wins is None for idea in tried[1:])
