"""Every game is played on every platform, by people who press what they are offered."""

import re
from dataclasses import replace

import pytest

from bot.records.reader import read
from bot.records.rounds import beginning
from bot.table import tokens
from engine.core import defaults
from engine.match import Match, Rounds
from engine.registry import games
from engine.replay import RoundLog, replay
from tests.kit.actors import chance, legal, press_of
from tests.kit.roads import ROADS
from tests.kit.tiers import chosen

MOST = 1000
"""Answers of one deal; more have no end in sight."""

PICK = 8
"""Once in so many answers something else than the first thing offered is done."""

USUAL = {"discord": 4, "telegram": 2, "web": 1}
"""How many people play on a platform; computer players take the seats that a game needs beside."""

GAMES = games()


async def play(road, rng):
    """Whoever is asked answers, on what they see, until the deal is over.

    Returns:
        How many answers were pressed and how many were picked.
    """
    table, pressed, picked = road.table, 0, 0
    for _ in range(MOST):
        if table.match.played:
            return pressed, picked
        asked = road.asked()
        who, seat = rng.choice(asked) if asked else (None, None)
        if who is None or not road.ready(who):
            await road.wait()
            continue
        before = (table.match.step, table.state.round)
        offered = road.answers(who)
        by_hand = not offered or rng.below(PICK) == 0
        cards = cards_to_pick(table, seat, rng) if by_hand else None
        if cards is not None:
            await road.pick(who, *cards)
            picked += 1
        else:
            token = next(iter(offered)) if rng.below(PICK) else rng.choice(tuple(offered))
            await road.press(who, offered[token], token)
            pressed += 1
        if (table.match.step, table.state.round) == before and cards is not None:
            await settle_reading(road, who)
        assert (table.match.step, table.state.round) != before, "what was offered was refused"
    raise AssertionError("no end in sight")


def cards_to_pick(table, seat, rng):
    """Cards, or a number of a long list, as a picker sends them: token, values, slots."""
    action = replace(legal(table, seat, rng), reading="")
    if action.number is not None and table.prompt(seat).choices:
        return None  # what else may be staked is typed
    token, values = press_of(table, seat, action)
    if not values:
        return None
    slots = [pick.slot for pick in tokens.picks(table.prompt(seat), action.verb)]
    return token, values, slots


async def settle_reading(road, who):
    """Cards that can be read in several ways: the ways are offered as buttons."""
    readings = {
        t: m for t, m in road.answers(who).items() if re.fullmatch(r".*:p[^.]*\.[^.]*\..+", t)
    }
    token = next(iter(readings))
    await road.press(who, readings[token], token)


def company(game, wanted):
    """How many people and how many computer players sit at a table of ``game``."""
    least, most = game.info.seats[0], game.info.seats[-1]
    people = min(wanted, most)
    return people, max(least, min(2, most)) - people if people < max(least, 2) else 0


TABLES = [
    *((game, platform, USUAL[platform]) for game in chosen(GAMES, 1) for platform in ROADS),
    *(("doudizhu", at, 5 - USUAL[at]) for at in chosen(ROADS, 1, "another number")),
]
"""Games by four people, by two with computer players and by one; one game by all of these.

All games where ``DEEP`` is set, else one: see ``tests.kit.tiers``.
"""


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "platform", "wanted"), TABLES)
async def test_a_deal_is_played_to_its_settlement(tmp_path, game_id, platform, wanted):
    people, computers = company(GAMES[game_id], wanted)
    async with ROADS[platform](tmp_path / "t.db", people) as road:
        await road.begin(game_id, computers)
        pressed, picked = await play(road, chance(1, game_id))
        assert pressed + picked, "nobody did anything"
        assert len(road.table.match.played[0].scores) == people + computers


WRITTEN = [(game, platform) for game in chosen(GAMES, 1, "a written deal") for platform in ROADS]
"""One game a commit on each platform, all of them where ``DEEP`` is set."""


def written_deal(game, seats):
    """A deal of a game in which somebody has to act, as it is written."""
    for number in range(100):
        seed = bytes([number] * 32)
        fresh = Match(game, seats, seed, defaults(game.info), Rounds(1))
        text = beginning(fresh, [RoundLog(fresh.options)], 1, 0).text
        if read(text).match.outcome is None:
            return text
    raise AssertionError("every deal is over at once")


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "platform"), WRITTEN)
async def test_a_round_is_played_from_a_written_deal(tmp_path, game_id, platform):
    """The cards are those that were written, from the first to the settlement."""
    game = GAMES[game_id]
    people, computers = company(game, USUAL[platform])
    text = written_deal(game, people + computers)
    async with ROADS[platform](tmp_path / "t.db", people) as road:
        await road.begin(game_id, computers, text)
        await play(road, chance(1, game_id))
        table = road.table
        assert table.state.deal
        # What was drawn later than the deal is not written: it comes from the seed.
        again = replay(read(text, seed=table.match.seed).fresh, table.log[:1])
        assert again.played == table.match.played[:1]
