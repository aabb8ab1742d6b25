"""Positions with the answer that any good player gives, where chips or points are played for."""

from dataclasses import replace

import pytest

from bot.players.computer import BUDGETS
from bot.table.commands import HARD, NORMAL
from engine.bots import Budget
from engine.cards import cards, pack
from engine.core import defaults
from engine.games.dunmazi.state import Phase, Stand
from engine.games.niuniu.scoring import value
from engine.kernels.banker.state import Phase as Asked
from engine.kernels.banker.state import Public, State
from engine.registry import games, thinker
from engine.rng import Rng
from tests.games import dunmazi_kit, zhajinhua_kit
from tests.games.race_kit import lines

NAMES = ("zhajinhua", "niuniu", "erbagang", "dunmazi")
LINES = [(name, line) for name in NAMES for line in lines(name)]
LUCK = 12
"""So often each is asked: what players do by lot must be right as well."""


def gambled(line, rng):
    """A position of 炸金花."""
    hand, number, unit, others, chips, answers, _ = parts(line)
    others = others.split()
    held = () if hand == "-" else cards(hand)
    pool = rng.shuffled(c for c in pack(jokers=False) if c not in held)
    hands, at = [held or pool[-3:]], 0
    for _ in others:
        hands.append(pool[at : at + 3])
        at += 3
    seats = len(hands)
    looked = [seat for seat, one in enumerate(["B" if hand == "-" else "L", *others]) if one == "L"]
    return zhajinhua_kit.table(
        "/".join(" ".join(c.code for c in one) for one in hands),
        number=int(number), unit=10 * int(unit), base=10, looked=looked,
        paid=(10 * int(number),) * seats, stacks=(int(chips), *[900] * (seats - 1)),
    ), answers  # fmt: skip


def banked(name, line, rng):
    """A position of a game with a 莊, asked of seat 0."""
    game = games()[name]
    what, *about, answers, _ = parts(line)
    options = defaults(game.info)
    stacks, hands, bids, deck = (1000,) * 4, ((),) * 4, (), rng.shuffled(game.pack())
    phase = Asked(what)
    if phase is Asked.ARRANGE:
        options["arrange"] = "manual"
        held = cards(about[0])
        rest = tuple(c for c in deck if c not in held)
        hands, deck = (held, rest[:5], rest[5:10], rest[10:15]), rest[15:]
    else:
        stacks = tuple(map(int, about[-1].split()))
    multiple = int(about[0]) if phase is Asked.STAKE else 0
    if phase is not Asked.BID:
        bids = (0, 0, 0, multiple or 1)
    public = Public(
        options=tuple(sorted(options.items())), phase=phase, stacks=stacks, playing=(0, 1, 2, 3),
        bids=bids, banker=3 if bids else None, multiple=bids[3] if bids else 0,
        how="highest" if bids else "", stakes=(1, 1, 1, 0) if phase is Asked.ARRANGE else (),
    )  # fmt: skip
    return State(public, deck, hands, (None,) * 4), answers


def collected(line, rng):
    """A position of 蹲麻子, asked of seat 0."""
    hand, zone, pile, answers, _ = parts(line)
    mine = cards(hand)
    shown = () if zone in ("put", "answer") else cards(zone)
    rest = list(rng.shuffled(c for c in pack(1) if c not in mine and c not in shown))
    count = 5
    hands = [mine, *(tuple(rest[at : at + count]) for at in (0, count, 2 * count))]
    del rest[: 3 * count]
    deck = rest[: int(pile)]
    gone = rest[int(pile) :]
    state = dunmazi_kit.table(
        "/".join(" ".join(c.code for c in one) for one in hands),
        " ".join(c.code for c in shown), " ".join(c.code for c in deck),
        discard=" ".join(c.code for c in gone),
        phase={"put": Phase.FIRST, "answer": Phase.ANSWER}.get(zone, Phase.TURN),
    )  # fmt: skip
    if zone == "answer":
        stands = (Stand.OPEN, Stand.OPEN, Stand.OPEN, Stand.KNOCK)
        state = replace(state, public=replace(state.public, stands=stands))
    return state, answers


def parts(line):
    return [part.strip() for part in line.split("|")]


def position(name, line, rng):
    if name == "zhajinhua":
        return gambled(line, rng)
    return collected(line, rng) if name == "dunmazi" else banked(name, line, rng)


def said(action):
    """An action as the tables write it."""
    if action.number is not None and action.verb in ("bid", "stake"):
        return str(action.number)
    given, taken = (",".join(sorted(c.code for c in some)) for some in (action.cards, action.take))
    return action.verb + (f":{given}" if given else "") + (f"<{taken}" if taken else "")


def right(action, answers):
    """Whether an action is among the answers, or not among those behind ``!``."""
    among = []
    for answer in whole(answers):
        low, _, high = answer.partition("-")
        if high and action.number is not None:
            among.append(int(low) <= action.number <= int(high))
        else:
            among.append(answer in (said(action), action.verb))
    return any(among) != answers.startswith("!")


def whole(answers):
    """The answers one by one, their cards in order."""
    for answer in answers.removeprefix("!").replace(",put", " put").split():
        verb, colon, rest = answer.partition(":")
        given, mark, taken = rest.partition("<")
        given, taken = (",".join(sorted(some.split(","))) for some in (given, taken))
        yield verb + colon + given + mark + taken


@pytest.mark.parametrize("name", NAMES)
def test_there_are_enough(name):
    found = lines(name)
    assert len(found) >= 20
    assert len({tuple(line.split("|")[:-2]) for line in found}) == len(found)


@pytest.mark.parametrize(("name", "line"), LINES, ids=lambda text: "-".join(text.split()[:9]))
def test_a_level_from_normal_on_gives_the_answer(name, line):
    game = games()[name]
    for number in range(LUCK):
        state, answers = position(name, line, Rng(b"chips", line, number))
        assert 0 in game.asked(state), line
        seen = game.observe(state, 0)
        for level in (NORMAL, HARD):
            player = thinker(name, Budget(BUDGETS[level][0]))
            action = player.choose(game, seen, game.prompt(seen), Rng(b"answer", number))
            game.apply(state, 0, action, Rng(b"apply"))
            assert right(action, answers), f"{level}: {said(action)}, {line}"
            if action.verb == "split":
                assert sum(map(value, action.cards)) % 10 == 0
