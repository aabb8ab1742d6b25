"""Positions with the answer that any good player gives: tables in no_brainers/."""

from collections import Counter
from pathlib import Path

import pytest

from bot.players.computer import BUDGETS
from bot.table.commands import HARD, NORMAL
from engine.bots import Budget
from engine.core import defaults
from engine.kernels.climb.state import PLAY, Public, Put, State
from engine.kernels.landlord.deal import Deal
from engine.kernels.landlord.search import Searcher
from engine.kernels.landlord.vetoes import may_pass, sensible
from engine.registry import games, policy, thinker
from engine.rng import Rng
from tests.games.landlord_kit import held, say
from tests.kit.tiers import DEEP

TABLES = Path(__file__).parent / "no_brainers"


def lines(name):
    """The positions of a table."""
    text = (TABLES / f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


LINES, FOUR = lines("doudizhu"), lines("doudizhu4")
TRIALS = 60
"""As many as 高手 of 四人斗地主 needs at least; 普通 plays by rule of thumb."""

DEALS = 12 if DEEP else 1
GAMES = ["doudizhu", "doudizhu_ext"] if DEEP else ["doudizhu"]


def position(game, line, luck):
    """A line of the table as a deal, whose other cards are dealt at random."""
    seat, text, counts, on, gone, answers, _ = (part.strip() for part in line.split("|"))
    seat, counts = int(seat), list(map(int, counts.split()))
    used = Counter()
    mine = held(text, used)
    assert len(mine) == counts[seat], line
    told = [] if on == "lead" else [step.split(":") for step in on.split()]
    laid = [(int(who), held(what, used) if what != "-" else ()) for who, what in told]
    away = held(gone, used)
    known = [*mine, *away, *(c for _, cards in laid for c in cards)]
    options = defaults(game.info)
    rest = Counter(game.pack(options))
    rest.subtract(known)
    pool = list(luck.shuffled(rest.elements()))
    hands = []
    for at, count in enumerate(counts):
        hands.append(mine if at == seat else tuple(pool[:count]))
        pool = pool if at == seat else pool[count:]
    reader = game.reader(options)
    past = tuple((Put(0, ((card,),), reader.readings((card,))[0]),) for card in (*away, *pool))
    first = laid[0][0] if laid else seat
    for who, cards in laid:
        hands[who] = (*hands[who], *cards)
    public = Public(
        options=tuple(sorted(options.items())),
        phase=PLAY,
        turn=first,
        counts=tuple(map(len, hands)),
        extra=Deal(0, len(counts), landlord=0, doubles=(1,) * len(counts)),
        past=past,
        known=((),) * len(counts),
    )
    arranged = tuple(game.arranged(hand, options) for hand in hands)
    state = State(public, arranged, secrets=("",) * len(counts))
    state = say(game, state, *(",".join(c.code for c in cards) or "过" for _, cards in laid))
    assert game.asked(state) == (seat,), line
    return state, answers


def right(action, answers):
    """Whether an action is among the answers, or not among those behind ``!``."""
    given = "-" if action.verb == "pass" else sorted(c.rank for c in action.cards)
    among = [
        answer if answer == "-" else sorted(c.rank for c in held(answer))
        for answer in answers.removeprefix("!").split()
    ]
    return (given in among) != answers.startswith("!")


@pytest.mark.parametrize("found", [LINES, FOUR], ids=["three", "four"])
def test_there_are_enough(found):
    assert len(found) >= 40
    assert len({tuple(line.split("|")[:5]) for line in found}) == len(found)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", [NORMAL, HARD] if DEEP else [NORMAL])
@pytest.mark.parametrize("line", LINES, ids=lambda line: "-".join(line.split()[:4]))
def test_a_level_from_normal_on_gives_the_answer(line, level, name):
    game = games()[name]
    player = Searcher(Budget(BUDGETS[level][0]))
    for deal in range(DEALS):
        state, answers = position(game, line, Rng(bytes([deal]), line))
        seen = game.observe(state, game.asked(state)[0])
        action = player.choose(game, seen, game.prompt(seen), Rng(bytes([deal])))
        assert right(action, answers), f"{action}, {line}"


BOMBS = 60 if DEEP else 15


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu_ext", "doudizhu4"])
def test_a_partner_who_is_nearly_out_is_not_bombed_whatever_else_is_held(name):
    """Even where only a bomb beats: to pass is a choice too."""
    game, seats = games()[name], 4 if name == "doudizhu4" else 3
    for seed in range(BOMBS):
        luck = Rng(bytes([seed]), name)
        face, top = luck.choice("3456789T"), luck.choice(["D", "22", "AA", "KKK"])
        others = [f for f in "3456789TJQ" * 3 if f != face]
        hand = face * 4 + "".join(luck.shuffled(others)[: 2 + luck.below(9)])
        counts = [9, len(hand), *(9,) * (seats - 3), 1 + luck.below(2)]
        line = f"1 | {hand} | {' '.join(map(str, counts))} | {seats - 1}:{top} 0:- | | - |"
        state, _ = position(game, line, luck)
        player = thinker(name, Budget(1))
        turn = player.turn(game, game.observe(state, 1))
        kept = sensible(turn, turn.moves())
        assert not [move for move in kept if move.reading.tier], line
        assert may_pass(turn, kept)


@pytest.mark.parametrize("line", FOUR, ids=lambda line: "-".join(line.split()[:4]))
def test_the_players_of_four_give_the_answer(line):
    game = games()["doudizhu4"]
    for deal in range(DEALS):
        state, answers = position(game, line, Rng(bytes([deal]), line))
        seen = game.observe(state, game.asked(state)[0])
        for player in (policy("doudizhu4"), thinker("doudizhu4", Budget(TRIALS))):
            action = player.choose(game, seen, game.prompt(seen), Rng(bytes([deal])))
            assert right(action, answers), f"{action}, {line}"
