"""Plays looked up in tables are those that the reader finds, in its order, in every game."""

import random

import pytest

from engine.cards import pack
from engine.core import defaults
from engine.kernels.climb import compact
from engine.kernels.climb.compact import PASS, Plays
from engine.kernels.climb.ranks import weigh
from engine.kernels.climb.reader import Reader
from engine.kernels.climb.tally import tally
from engine.registry import games
from tests.kit.tiers import DEEP

CLIMBING = {
    name: game
    for name, game in games().items()
    if hasattr(game, "reader") and type(game.reader(defaults(game.info))) is Reader
}
"""打炸's reader has one set of wings for each body, and no core that would look them up."""

HANDS = 400 if DEEP else 25
LARGE = 17


def reader_of(name):
    game = CLIMBING[name]
    return game.reader(defaults(game.info))


def hands(reader, luck, packs=2):
    """Hands of the cards that a game has, large and small."""
    cards = [c for c in pack(packs) if c.rank in reader.rules.order]
    for _ in range(HANDS):
        yield weigh(luck.sample(cards, luck.randint(1, LARGE)))


def compared(reader, luck):
    """What is led, and put on something that was led, from tables and by the reader itself."""
    plays = Plays(reader)
    top = PASS
    for weight in hands(reader, luck):
        for over in {PASS, top}:
            found = [plays.move(number) for number in plays.of(weight, over) if number]
            yield found, reader.plays(weight, plays.move(over).reading if over else None)
        top = luck.choice(plays.of(weight, PASS))


def test_there_are_games_to_look_at():
    assert {"doudizhu", "doudizhu4", "chudadi", "sanliangyi"} <= set(CLIMBING)


@pytest.mark.parametrize("name", CLIMBING)
def test_the_tables_say_what_the_reader_says(name):
    for found, expected in compared(reader_of(name), random.Random(name)):  # noqa: S311
        assert found == expected


def test_the_law_sees_tables_that_are_asked_by_too_few_cards(monkeypatch):
    monkeypatch.setattr(compact, "tally", lambda weight: tally(weight) & (1 << 30) - 1)
    with pytest.raises(AssertionError):
        test_the_tables_say_what_the_reader_says("doudizhu")


@pytest.mark.parametrize("name", CLIMBING)
def test_what_a_play_takes_from_a_tally_is_what_it_takes_from_a_weight(name):
    reader, luck = reader_of(name), random.Random(name)  # noqa: S311
    plays = Plays(reader)
    for weight in hands(reader, luck):
        for number in luck.sample(plays.of(weight, PASS), 1):
            assert plays.without(tally(weight), number) == tally(weight - plays.weights[number])
