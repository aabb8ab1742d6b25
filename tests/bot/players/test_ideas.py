"""What a person is told who asks: legal, honest, with a reason, and in words."""

import re
from pathlib import Path

import pytest

from bot.players.ideas import ideas
from engine.bots import Greedy, Random
from engine.core import Carry, defaults
from engine.errors import RuleError
from engine.kernels.climb.state import PLAY
from engine.registry import games
from engine.rng import Rng
from tests.bench import blunders
from tests.games.landlord_kit import table as dealt
from tests.kit.hints import LAWS, TRIALS, tell
from tests.kit.planted.hints import HINTS

GAMES = games(tests_too=True)
FAIR = 8
"""At so many positions it is tried whether what is told hangs on hidden cards."""

TWICE = {"chatter", "untried", "cheat"}
"""Faults that may break a second law."""

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


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_ideas_are_legal_differ_in_their_reasons_fit_and_are_fair(game_id):
    game = GAMES[game_id]
    for number, (state, seat) in enumerate(some(game)):
        for name, law in LAWS.items():
            if name != "fair" or number < FAIR:
                assert not list(law(game, state, seat, tell)), name


@pytest.mark.parametrize(("law", "faulty"), HINTS, ids=lambda what: getattr(what, "__name__", what))
def test_a_planted_fault_is_seen(law, faulty):
    game = GAMES["doudizhu"]
    spots = some(game)[::6]
    assert any(list(LAWS[law](game, state, seat, faulty)) for state, seat in spots)
    others = [one for name, one in LAWS.items() if name != law]
    assert faulty.__name__ in TWICE or not any(
        list(one(game, *spots[-1], faulty)) for one in others
    ), "and by no other law"


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


SEARCHING = ("chudadi", "dazha", "doudizhu", "doudizhu4", "doudizhu_ext", "sanliangyi")
"""七鬼 is searched for points: there is nothing to be won or not."""


@pytest.mark.parametrize("game_id", SEARCHING)
def test_how_often_it_wins_is_told_where_it_was_tried(game_id):
    game = GAMES[game_id]
    state = blunders.dealt(game_id, "hints", 1)
    seen = game.observe(state, game.asked(state)[0])
    first, *others = ideas(game_id, seen, game.prompt(seen), "abcdef0124:7", 60, None)
    assert first.wins is not None and 0 <= first.wins <= 100
    assert all(idea.wins is None for idea in others)
