"""A table that goes on from a play of a match: for each reader as it looked to him, and no more."""

from __future__ import annotations

import pytest

from bot.records import frames, rounds
from bot.records.reader import read
from bot.records.story import story
from bot.table.written import LONGEST
from engine.cards import Card
from engine.errors import RuleError
from engine.match import act, deal
from engine.registry import games
from tests.bot.records.test_secrecy import another
from tests.kit import written
from tests.kit.tiers import DEEP

SEED = bytes(range(32))
TIMES = 10 if DEEP else 1
EACH = pytest.mark.parametrize("game", written.some(5, "rounds"), ids=lambda game: game.info.id)


def places(game, luck):
    """A match, and moments of it at which somebody is asked: round and plays."""
    played = written.at_random(game, luck)
    while not all(round_.actions for round_ in played.log):
        played = written.at_random(game, luck)
    number = luck.below(len(played.log)) + 1
    return played.fresh, played.log, number, luck.below(len(played.log[number - 1].actions))


def seen_in(text, reader):
    """What somebody sees at a table that is dealt from a text, move by move."""
    found = read(text)
    match, shown = found.fresh, []
    for round_ in found.log:
        match, _ = deal(match, round_.options, anew=round_.anew)
        shown.append(match.game.observe(match.state, reader))
        for seat, action in round_.actions:
            match, _ = act(match, seat, action)
            shown.append(match.game.observe(match.state, reader))
    return shown


@EACH
def test_from_any_play_a_table_stands_as_the_match_stood(game):
    """For who may see everything it is the same match; nothing of it is left to chance."""
    luck = written.luck_of("whole", game.info.id)
    for _ in range(TIMES):
        fresh, log, number, plays = places(game, luck)
        text = rounds.beginning(fresh, log, number, plays).text
        found = read(text)
        assert len(text) <= LONGEST
        assert found.filled == 0 and found.match.outcome is None
        assert found.log[0].actions == log[number - 1].actions[:plays]
        for seat in range(fresh.seats):
            shown = frames.frame(fresh, log, frames.moment(log, number, plays), seat)
            assert game.present(game.observe(found.match.state, seat)) == shown.view


def hidden(fresh, log, number, seat, done):
    """Whether the play behind so many of a round is one that a seat never saw."""
    begun, round_ = rounds.alone(fresh, log, number)
    ((_, steps),) = story(begun, (round_,), seat).rounds
    return not steps[done + 1].open


@EACH
def test_for_a_player_it_looks_as_it_looked_to_him(game):
    """His own hand, what lay open and what he saw played are as they were, or it begins anew."""
    luck = written.luck_of("own", game.info.id)
    for _ in range(TIMES):
        fresh, log, number, plays = places(game, luck)
        seat = luck.below(fresh.seats)
        begins = rounds.beginning(fresh, log, number, plays, seat, SEED)
        found = read(begins.text)
        assert found.filled == 0 and found.match.outcome is None
        done = len(found.log[0].actions)
        assert (begins.plays, begins.short) == (done, plays - done)
        assert done in (0, plays) or hidden(fresh, log, number, seat, done)
        at = frames.moment(log, number, done)
        hand = getattr(game.observe(found.match.state, seat), "hand", None)
        begun, round_ = rounds.alone(fresh, log, number)
        match, _ = deal(begun, round_.options)
        for who, action in round_.actions[:done]:
            match, _ = act(match, who, action)
        assert hand == getattr(game.observe(match.state, seat), "hand", None), at


def apart(game, luck, matches, worlds=8):
    """Texts for one reader that differ although all looked the same to him, and how many did."""
    found, alike = [], 0
    for _ in range(matches):
        fresh, log, number, plays = places(game, luck)
        for reader in (None, luck.below(fresh.seats)):
            seen, draws = written.watched(fresh, log, reader)
            text = rounds.beginning(fresh, log, number, plays, reader, SEED).text
            for _ in range(worlds):
                other, others = another(game, fresh, log, draws, luck)
                try:
                    if others != log or written.watched(other, others, reader)[0] != seen:
                        continue
                except (RuleError, ValueError):
                    continue
                alike += 1
                if rounds.beginning(other, others, number, plays, reader, SEED).text != text:
                    found.append((reader, number, plays))
    return found, alike


@EACH
def test_what_looked_the_same_makes_the_same_table(game):
    """Law: nothing of the cards that a reader never saw is in the table that is made for him."""
    luck = written.luck_of("apart", game.info.id)
    for _ in range(20):
        found, alike = apart(game, luck, TIMES)
        assert not found
        if alike:
            break


def test_a_table_that_keeps_hidden_cards_is_found(monkeypatch):
    monkeypatch.setattr(rounds, "_shuffled", lambda told, pack, luck: tuple(pack))
    luck = written.luck_of("planted")
    tries = (apart(games()[name], luck, 5)[0] for name in ("zhajinhua", "doudizhu"))
    assert any(tries)


def test_a_later_round_begins_with_what_the_earlier_ones_left():
    """Totals, who leads, and the cards of a pack that is dealt out over several rounds."""
    fresh, log, _ = written.playthrough("erbagang.txt")
    text = rounds.beginning(fresh, log, 2, 0).text
    found = read(text)
    assert found.fresh.carry.totals
    assert found.fresh.carry.deck
    shown = frames.frame(fresh, log, frames.moment(log, 2, 0), 0)
    assert fresh.game.present(fresh.game.observe(found.match.state, 0)) == shown.view
    hidden = read(rounds.beginning(fresh, log, 2, 0, 0, SEED).text)
    assert sorted(hidden.fresh.carry.deck) == sorted(Card(*c) for c in found.fresh.carry.deck)
    assert hidden.fresh.carry.deck != found.fresh.carry.deck


def test_there_is_no_round_behind_the_last():
    fresh, log, _ = written.playthrough("erbagang.txt")
    with pytest.raises(IndexError):
        rounds.beginning(fresh, log, len(log) + 1, 0)
