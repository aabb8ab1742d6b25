"""Positions with the answer that any good player gives, told hand by hand."""

import pytest

from engine.cards import pack
from engine.games.qigui523 import GAME as QIGUI
from engine.registry import policy
from engine.rng import Rng
from tests.games import dazha_kit, draw_kit
from tests.games.race_kit import lines

DAZHA, DRAW = lines("dazha"), lines("draw")


def parts(line):
    hands, said, answers, _ = (part.strip() for part in line.split("|"))
    return hands, ["过" if step == "-" else step for step in said.split()], answers


def chosen(game, state):
    """What the computer player does, as ranks or codes."""
    (seat,) = game.asked(state)
    seen = game.observe(state, seat)
    return policy(game.info.id).choose(game, seen, game.prompt(seen), Rng(b"told"))


def among(given, answers):
    """Whether an answer is one of those, or none of those behind ``!``."""
    return (given in answers.removeprefix("!").split()) != answers.startswith("!")


def test_there_are_enough():
    assert len(DAZHA) >= 40
    assert len(DRAW) >= 20
    for found in (DAZHA, DRAW):
        assert len({tuple(line.split("|")[:2]) for line in found}) == len(found)


@pytest.mark.parametrize("line", DAZHA, ids=lambda line: line.split("|")[0])
def test_the_player_of_dazha_gives_the_answer(line):
    hands, said, answers = parts(line)
    state = dazha_kit.say(dazha_kit.table(hands), *said)
    action = chosen(dazha_kit.GAME, state)
    names = {"10": "T"}
    given = [names.get(c.code[1:], c.code[1:]) for c in action.cards]
    given = [
        {"LJ": "x", "BJ": "D"}.get(c.code, g) for c, g in zip(action.cards, given, strict=True)
    ]
    found = "-" if action.verb == "pass" else "".join(sorted(given))
    wanted = " ".join("".join(sorted(one)) for one in answers.removeprefix("!").split())
    assert among(found, "!" + wanted if answers.startswith("!") else wanted), f"{found}: {line}"


@pytest.mark.parametrize("line", DRAW, ids=lambda line: line.split("|")[0])
def test_the_player_with_a_pile_gives_the_answer(line):
    hands, said, answers = parts(line)
    held = {one for hand in draw_kit.hands_of(hands) for one in hand}
    gone = " ".join(one.code for one in pack() if one not in held)
    state = draw_kit.table(QIGUI, hands, won=gone)
    state = draw_kit.say(QIGUI, state, *(step.replace("+", " ") for step in said))
    action = chosen(QIGUI, state)
    found = "-" if action.verb == "pass" else "+".join(sorted(c.code for c in action.cards))
    wanted = " ".join("+".join(sorted(one.split("+"))) for one in answers.removeprefix("!").split())
    assert among(found, "!" + wanted if answers.startswith("!") else wanted), f"{found}: {line}"
