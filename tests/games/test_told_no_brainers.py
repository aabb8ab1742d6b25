"""Positions with the answer that any good player gives, told hand by hand."""

import pytest

from bot.players.computer import BUDGETS
from bot.table.commands import NORMAL
from engine.bots import Budget
from engine.cards import pack
from engine.registry import games, policy, thinker
from engine.rng import Rng
from tests.games import dazha_kit, draw_kit
from tests.games.race_kit import lines

DAZHA = lines("dazha")
PILES = {name: lines(file) for name, file in
         (("qigui523", "draw"), ("qigui521", "qigui521"), ("wuguapi", "wuguapi"))}  # fmt: skip
DRAW = [(name, line) for name, found in PILES.items() for line in found]
TRIALS = 60
"""As many as 高手 needs at least."""


def parts(line):
    hands, said, answers, _ = (part.strip() for part in line.split("|"))
    return hands, ["过" if step == "-" else step for step in said.split()], answers


def chosen(game, state):
    """What the levels from 普通 on do."""
    (seat,) = game.asked(state)
    seen = game.observe(state, seat)
    name = game.info.id
    levels = thinker(name, Budget(BUDGETS[NORMAL][0])), thinker(name, Budget(TRIALS))
    for player in (policy(name), *levels):
        yield player.choose(game, seen, game.prompt(seen), Rng(b"told"))


def among(given, answers):
    """Whether an answer is one of those, or none of those behind ``!``."""
    return (given in answers.removeprefix("!").split()) != answers.startswith("!")


def test_there_are_enough():
    assert len(DAZHA) >= 40
    for found in (DAZHA, *PILES.values()):
        assert len(found) >= 20
        assert len({tuple(line.split("|")[:2]) for line in found}) == len(found)


@pytest.mark.parametrize("line", DAZHA, ids=lambda line: line.split("|")[0])
def test_the_players_of_dazha_give_the_answer(line):
    hands, said, answers = parts(line)
    state = dazha_kit.say(dazha_kit.table(hands), *said)
    wanted = " ".join("".join(sorted(one)) for one in answers.removeprefix("!").split())
    wanted = "!" + wanted if answers.startswith("!") else wanted
    names = {"10": "T"}
    for action in chosen(dazha_kit.GAME, state):
        given = [
            {"LJ": "x", "BJ": "D"}.get(c.code, names.get(c.code[1:], c.code[1:]))
            for c in action.cards
        ]
        found = "-" if action.verb == "pass" else "".join(sorted(given))
        assert among(found, wanted), f"{found}: {line}"


@pytest.mark.parametrize(("name", "line"), DRAW, ids=lambda text: text.split("|")[0])
def test_the_players_with_a_pile_give_the_answer(name, line):
    hands, said, answers = parts(line)
    game = games()[name]
    held = {one for hand in draw_kit.hands_of(hands) for one in hand}
    gone = " ".join(one.code for one in pack() if one not in held)
    state = draw_kit.table(game, hands, won=gone)
    state = draw_kit.say(game, state, *(step.replace("+", " ") for step in said))
    wanted = " ".join("+".join(sorted(one.split("+"))) for one in answers.removeprefix("!").split())
    wanted = "!" + wanted if answers.startswith("!") else wanted
    for action in chosen(game, state):
        found = "-" if action.verb == "pass" else "+".join(sorted(c.code for c in action.cards))
        assert among(found, wanted), f"{found}: {line}"
