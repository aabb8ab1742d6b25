"""What every registered game signs by existing: the laws of ``tests.kit``, played out."""

from __future__ import annotations

import re

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.bots import Greedy
from engine.core import defaults
from engine.match import Match, Rounds, act, deal, pending, places, totals
from engine.registry import games
from engine.replay import replay
from engine.rng import SEED_BYTES, Rng
from engine.text import normal
from tests.kit.laws import playout, seat_counts
from tests.kit.tiers import chosen

ALL = games(tests_too=True)
GAMES = pytest.mark.parametrize("game", ALL.values(), ids=lambda g: g.info.id)


def some_games(salt):
    """What takes seconds is done by six games of a commit."""
    games_of_it = [ALL[ident] for ident in chosen(ALL, 6, salt)]
    return pytest.mark.parametrize("game", games_of_it, ids=lambda g: g.info.id)


SEEDS = st.integers(0, 2**64 - 1)

FEWEST = 10
"""Matches of the longest game."""

UNSEEN = 10**9
"""Positions are not looked at."""

FEW = 8
"""Larger tables take long: they are played once, and few of their positions are checked."""


def chosen_options(data, game, seats):
    """Options that go together, or None for the defaults with changes between rounds."""
    if data.draw(st.booleans(), label="defaults"):
        return None
    drawn = {o.key: data.draw(st.sampled_from(o.values), label=o.key) for o in game.info.options}
    return drawn if game.check(seats, drawn) is None else defaults(game.info)


WORK = 15
"""Steps that the matches of a game take in all, by hypothesis' number of examples: a game whose
rounds are long is played less often."""


@pytest.mark.slow
@some_games("laws")
def test_a_match_keeps_every_law(game):
    least = seat_counts(game.info)[0]
    long = playout(game, least, 0, rounds=1, every=UNSEEN).steps
    most = settings.default.max_examples
    examples = max(FEWEST, min(most, WORK * most // long))

    # A smaller seed is not simpler: there is nothing to shrink.
    @settings(phases=(Phase.explicit, Phase.reuse, Phase.generate), max_examples=examples)
    @given(seed=SEEDS, data=st.data())
    def keeps_every_law(seed, data):
        a_match(game, seed, data)

    keeps_every_law()


def a_match(game, seed, data):
    """One match with seats, options and positions as hypothesis draws them."""
    counts = [count for count in seat_counts(game.info) if count <= FEW]
    seats = data.draw(st.sampled_from(counts), label="seats")

    rounds = data.draw(st.integers(1, 2 if game.info.span == 1 else 1), label="rounds")
    every = data.draw(st.sampled_from((5, 9, 20, 40)), label="positions checked: every n-th")
    every *= max(1, seats // 3)  # looking at a position takes as long as its seats squared

    options = chosen_options(data, game, seats)
    played = playout(game, seats, seed, options=options, rounds=rounds, every=every)

    final = played.final
    assert final.over
    assert len(final.played) == len(played.log) >= 1
    assert sum(len(round_.actions) for round_ in played.log) == played.steps
    assert replay(played.fresh, played.log) == final
    assert min(places(totals(final))) == 1


@pytest.mark.slow
@some_games("seats")
def test_every_seat_count_plays(game):
    for seats in seat_counts(game.info):
        every = 10 if seats <= FEW else seats * seats
        assert playout(game, seats, seats, rounds=1, every=every).final.over


@GAMES
def test_the_computer_player_reaches_the_end(game):
    """Suggestions alone finish a match: the game's advice never runs in circles."""
    for seats in seat_counts(game.info):
        options = defaults(game.info)
        match = Match(game, seats, bytes(SEED_BYTES), options, Rounds(game.info.rounds))
        steps = 0
        while not match.over:
            match, _ = deal(match)
            while match.outcome is None:
                seat = pending(match)[0]
                seen = game.observe(match.state, seat)
                action = Greedy().choose(game, seen, game.prompt(seen), None)
                match, _ = act(match, seat, action)
                steps += 1
                assert steps < 2000 * game.info.rounds
        assert len(match.played) >= 1


@GAMES
def test_the_lobby_has_what_it_shows(game):
    info = game.info
    assert info.id == type(game).__module__.split(".")[2]
    assert len(info.seats) > 0
    assert min(info.seats) >= 1
    assert info.rounds >= 1
    assert info.span >= 1
    assert len({o.key for o in info.options}) == len(info.options)
    assert all(len(set(o.values)) == len(o.values) > 1 for o in info.options)
    assert info.names, "a game is listed under a name"
    assert all(game.check(seats, defaults(info)) is None for seats in info.seats)
    for word, verb in info.words:
        assert normal(word) == word, "typed lines are read in lower case and one width"
        assert re.fullmatch(r"[a-z][a-z0-9-]*", verb)


@GAMES
def test_a_state_is_written_as_a_spectator_sees_it(game):
    """A traceback and a log line name no hidden card: only what lies open is in the repr."""
    least = seat_counts(game.info)[0]
    luck = Rng(b"repr")
    match, _ = deal(Match(game, least, bytes(SEED_BYTES), defaults(game.info), Rounds(1)))
    while due := pending(match):
        guess = game.imagine(game.observe(match.state, None), luck)
        assert repr(guess) == repr(match.state)
        seen = game.observe(match.state, due[0])
        match, _ = act(match, due[0], Greedy().choose(game, seen, game.prompt(seen), luck))
