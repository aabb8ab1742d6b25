"""Novices in trial games of 斗地主, and who has shown not to be one."""

import pytest

from engine.kernels.climb.ranks import counted, strengths
from engine.kernels.landlord.divided import ROCKET_HEAD
from engine.kernels.landlord.manner import skilled
from engine.kernels.landlord.novice import Novice
from engine.registry import games
from tests.games.landlord_kit import held, say, table

GAME = games()["doudizhu"]
FACES = "3456789TJQKA2xD"


def novice(text):
    return Novice(counted(strengths(held(text))))


def laid(play):
    """A play as it is written, the wings behind it."""
    if play is None:
        return "-"
    width, length, head, wing, wings = play
    if head == ROCKET_HEAD:
        return "xD"
    body = "".join(FACES[s] * width for s in range(head - length + 1, head + 1))
    return body + ("+" if wing else "") + "".join(FACES[s] for s in wings)


@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("3467", "3"),
        ("3345", "33"),
        ("34567", "34567"),
        ("334567", "34567"),
        ("33344556", "333"),
        ("334455", "334455"),
        ("333444A", "333444"),
        ("3333A", "3333"),
        ("xD", "xD"),
        ("KA2x", "K"),
        ("TJQKA2", "TJQKA"),
    ],
)
def test_a_novice_leads_what_its_lowest_card_belongs_to(hand, led):
    mine = novice(hand)
    assert laid(mine.lead()) == led
    assert "".join(FACES[s] * n for s, n in enumerate(mine.held)) == _less(hand, led)


def _less(hand, gone):
    for face in gone.replace("+", ""):
        hand = hand.replace(face, "", 1)
    return hand


@pytest.mark.parametrize(
    ("hand", "over", "play"),
    [
        ("34567A", (1, 1, 1, 0), "5"),  # out of a straight
        ("3355A", (1, 1, 1, 0), "5"),  # out of a pair
        ("5555A", (1, 1, 1, 0), "5"),  # out of a bomb
        ("3344A", (1, 1, 11, 0), "-"),
        ("3455599", (2, 1, 1, 0), "55"),
        ("3555", (3, 1, 1, 1), "555+3"),
        ("33555", (3, 1, 1, 2), "555+33"),
        ("555", (3, 1, 1, 1), "-"),
        ("55566634", (3, 2, 2, 1), "-"),  # what lies beside the body carries nothing
        ("55566639", (3, 2, 2, 1), "555666+39"),
        ("4567899", (1, 5, 4, 0), "45678"),
        ("4567899", (1, 5, 5, 0), "56789"),
        ("4567899", (1, 6, 6, 0), "-"),
    ],
)
def test_a_novice_beats_with_the_lowest_that_does_whatever_it_takes_apart(hand, over, play):
    width, length, head, _ = over
    assert novice(hand).answers(width, length, head) or play == "-"
    assert laid(novice(hand).follow(*over)) == play


def test_a_bomb_that_is_taken_apart_is_none():
    hand = novice("5555xD")
    assert laid(hand.follow(1, 1, 1, 0)) == "5"
    assert laid(hand.bomb(-1)) == "xD"
    assert hand.bomb(-1) is None


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (("3", "4", "过"), ()),
        (("8", "9", "过", "过", "3"), ()),  # the 9 was needed, and the 3 is the lowest
        (("77", "过", "过", "3"), (0,)),  # a 3 was held, a 7 was led
        (("3", "8", "过", "过", "5"), (1,)),  # a 5 would have done
        (("3", "过", "过", "4", "9", "J"), (1, 2)),  # a 9 and a jack were held back
        (("3", "4", "5", "K", "过", "过", "8"), (0,)),  # an 8 would have done
        (("3", "4", "8", "K", "过", "过", "8"), ()),  # an 8 would not have
    ],
    ids=str,
)
def test_who_has_a_reason_is_no_novice(said, shown):
    state = say(GAME, table(GAME, "3344778KK2/345899QQ6/8JJTTAA56"), *said)
    assert skilled(GAME.observe(state, 0).public) == frozenset(shown)
