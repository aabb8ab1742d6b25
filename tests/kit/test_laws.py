"""Each law catches the faults planted for it, and says where without telling what."""

from __future__ import annotations

import pytest

from tests.kit import law as books
from tests.kit.laws import ALL_LAWS, LawBroken, playout
from tests.kit.planted import PLANTED
from tests.kit.walk import cards_in

SEEDS = range(12)
"""A fault must show within so many matches of three rounds."""


def caught(game, seats, laws):
    for seed in SEEDS:
        try:
            playout(game, seats, seed, rounds=3, laws=laws, longest=60)
        except LawBroken as broken:
            return broken
    return None


@pytest.mark.parametrize(
    ("law", "game", "seats"), PLANTED, ids=[f"{row[0]}-{row[1].__name__}" for row in PLANTED]
)
def test_the_law_catches_the_fault(law, game, seats):
    assert caught(game.__mro__[1](), seats, {law}) is None, "the sound game breaks the law"

    broken = caught(game(), seats, {law})

    assert broken is not None, game.__doc__
    assert broken.law == law
    assert broken.seat is None or 0 <= broken.seat < seats
    assert broken.round >= 1
    assert f"seed {broken.seed}" in str(broken)
    assert f"step {broken.step}" in str(broken)
    assert not cards_in(str(broken)), "the report of a leak must not leak itself"


@pytest.mark.parametrize(
    ("law", "game", "seats"), PLANTED, ids=[f"{row[0]}-{row[1].__name__}" for row in PLANTED]
)
def test_all_laws_together_let_nothing_through(law, game, seats):
    assert caught(game(), seats, ALL_LAWS) is not None


def test_every_law_has_a_fault_that_it_catches():
    assert {row[0] for row in PLANTED} == ALL_LAWS


def test_a_broken_playout_is_repeated_by_its_seed():
    game, seats = next(row[1:] for row in PLANTED if row[1].__name__ == "CardToTheWrongSeat")
    first = caught(game(), seats, ALL_LAWS)
    with pytest.raises(LawBroken) as again:
        playout(game(), seats, first.seed, rounds=3, longest=60)
    assert str(again.value) == str(first)


def test_an_unknown_law_is_refused():
    game = PLANTED[0][1].__mro__[1]()
    with pytest.raises(ValueError, match="no such laws"):
        playout(game, 2, 0, laws={"imagin"})


def test_two_laws_cannot_share_a_name():
    with pytest.raises(ValueError, match="two laws"):
        books.law(books.SPOT, "imagine")(lambda spot: iter(()))
