"""The computer player of 扑克矩阵: legal, quick, and much better than chance."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from engine.bots import Budget
from engine.cards import cards
from engine.core import Action
from engine.games.matrix import GAME
from engine.games.matrix.policy import BEST_OF, EQUAL, FREE, POLICY, rated, tables
from engine.games.matrix.scoring import BY_LINE, KEY, SIDE, value
from engine.games.matrix.state import LETTERS
from engine.match import act, deal, pending
from engine.registry import policy, thinker
from engine.rng import Rng
from tests.bench.matrix import games_of
from tests.games.matrix_kit import layout, match_of, place, played, table
from tests.games.race_kit import lines


def worth(faces):
    held = cards(faces)
    return tables().worth(len(held), sum(KEY[c] for c in held))


def best(deck, letters="", **cells):
    """The cell that comes first for the card after those that lie in ``letters``."""
    state = place(table(deck, cells=layout(**cells)), letters)
    return LETTERS[rated(GAME.observe(state, 0))[0][1]]


def test_it_is_the_games_own_player():
    assert policy("matrix") is POLICY


@pytest.mark.parametrize("count", range(SIDE + 1))
def test_every_line_that_can_be_has_a_value(count):
    found = tables()
    ranks = [
        ranks
        for ranks in combinations_with_replacement(range(len(BY_LINE)), count)
        if max(map(ranks.count, ranks), default=0) <= 4
    ]
    of_several = [each for each in ranks if count < SIDE or len(set(each)) > 1]
    assert len(found.mixed[count]) == len(of_several)
    different = [each for each in ranks if len(set(each)) == count]
    assert len(found.suited[count]) == len(different) * (4 if count else 1)


def test_a_line_is_worth_what_the_best_of_a_few_cards_makes_of_it():
    assert len(BEST_OF) == SIDE
    assert worth("SA HA CA DA SK") >= value(sum(KEY[c] for c in cards("SA HA CA DA SK"))) % 2**16
    assert worth("SA HA CA") > worth("SA HA") > worth("SA")
    assert worth("S10 SJ SQ SK") > worth("S10 SJ SQ HK") > worth("S10 SJ SQ H2")
    assert worth("S5 S6") > worth("S5 H6") > worth("S5 HQ")


def test_it_completes_the_best_line():
    assert best("SA S10 SQ HK HJ", "a b c d") == "e"
    assert best("S10 SJ SQ SK SA", "a g m s") == "y"


def test_it_fills_a_bonus_cell_with_the_right_colour_only():
    assert best("HA S2 C4", c="red") == "c"
    assert best("SA S2 C4", c="red") != "c"
    assert best("SA H2 D4", c="black") == "c"


def test_it_plans_for_the_cards_in_sight():
    """Two more aces are in sight: the pair is not given away for a line that pays at once."""
    cell = best("SA H7 CA DA D2", "a f")
    assert cell != "b"
    seen = GAME.observe(place(table("SA HA C9 CA DA"), "a b"), 0)
    assert LETTERS[rated(seen)[0][1]] not in ("c", "d", "e")


def test_advice_is_the_same_for_equal_positions_and_begins_with_the_best():
    seen = GAME.observe(place(table("SA HA C9"), "a b"), 0)
    found = rated(seen)
    assert found == rated(seen)
    assert sorted(cell for _, cell in found) == list(range(2, 25))
    assert GAME.suggest(seen, 3) == [Action("place", number=cell) for _, cell in found[:3]]


@pytest.mark.parametrize(("letters", "worse"), [("", FREE), ("a b c", EQUAL)])
def test_players_who_see_the_same_do_not_all_do_the_same(letters, worse):
    """More freely so in the opening; what they choose is hardly worse than the best."""
    seen = GAME.observe(place(table("S3 H9 CQ D2 S4 H6"), letters), 0)
    prompt, found = GAME.prompt(seen), rated(seen)
    chosen = {POLICY.choose(GAME, seen, prompt, Rng(b"players", n)).number for n in range(40)}
    good = {cell for worth, cell in found if worth >= found[0][0] - worse}
    assert chosen <= good
    assert len(chosen) > 1


@pytest.mark.slow
def test_several_of_them_end_with_boards_of_their_own():
    rng, different = Rng(b"players"), 0
    for seed in range(5):
        match, _ = deal(match_of(4, seed))
        while match.outcome is None:
            seat = pending(match)[0]
            seen = GAME.observe(match.state, seat)
            match, _ = act(match, seat, POLICY.choose(GAME, seen, GAME.prompt(seen), rng))
        different += len({board.cells for board in match.state.public.boards})
    assert different >= 5 * 4 - 3


@pytest.mark.slow
@pytest.mark.parametrize(("special", "least"), [("off", 700), ("on", 850)])
def test_it_scores_well(special, least):
    """The bar is 550 on plain boards over 200 games (tests/bench/matrix.py); chance gets 110."""
    figures = games_of(25, special)
    assert figures.mean >= least
    by_chance = [
        played(match_of(1, seed, special=special), GAME.on_timeout).outcome.scores[0]
        for seed in range(25)
    ]
    assert figures.mean > 3 * sum(by_chance) / len(by_chance)


ENDS = lines("matrix")


def test_there_are_enough_no_brainers():
    assert len(set(ENDS)) == len(ENDS) >= 20


@pytest.mark.parametrize("line", ENDS, ids=lambda line: line.split("|")[2].strip())
def test_the_last_cards_are_laid_where_they_count_most(line):
    deck, letters, answer, _ = (part.strip() for part in line.split("|"))
    assert best(deck, letters) == answer
    state = place(table(deck), letters)
    seen = GAME.observe(state, 0)
    levels = (POLICY, thinker("matrix", Budget(1)))
    chosen = {
        player.choose(GAME, seen, GAME.prompt(seen), Rng(b"end", n)).number
        for player in levels for n in range(3)
    }  # fmt: skip
    assert {LETTERS[cell] for cell in chosen} == {answer}
