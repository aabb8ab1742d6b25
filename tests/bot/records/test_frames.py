"""The law of replays: each step shows its reader what ``observe`` showed that person then."""

from __future__ import annotations

import pytest

from bot.records import frames
from bot.records.story import ALL
from engine.match import act, deal
from engine.registry import games
from tests.kit import written

ALONE = 3
"""Moments of a match that are asked for by themselves, as a button does."""


def lived(fresh, log, sat):
    """What somebody saw and was told at each moment, round by round where they sat."""
    match, found = fresh, []
    for number, round_ in enumerate(log):
        match, events = deal(match, round_.options, anew=round_.anew)
        for seat, action in ((None, None), *round_.actions):
            if seat is not None:
                match, events = act(match, seat, action)
            view = match.game.present(match.game.observe(match.state, sat[number]))
            told = [e.msg for e in events if e.to is None or sat[number] in e.to]
            found.append((view, told, match.outcome is not None))
    return found


def replayed(fresh, log, reader):
    """What a replay shows the same person."""
    return [
        frame
        for number in range(1, len(log) + 1)
        for frame in frames.round_frames(fresh, log, number, reader)
    ]


def wrong(fresh, log, luck):
    """The moments at which a replay shows one of its readers something else, and how many it has.

    Everybody, whoever kept a seat, and whoever came to one, left it or changed it in between.
    """
    seats = (*range(fresh.seats), None)
    changed = tuple(luck.choice(seats) for _ in log)
    readers = [*((seat, (seat,) * len(log)) for seat in seats), (changed, changed)]
    bad, count = [], 0
    for reader, sat in readers:
        was = lived(fresh, log, sat)
        shown = replayed(fresh, log, reader)
        assert [frame.at for frame in shown] == list(range(len(was))) != []
        for frame, (view, told, over) in zip(shown, was, strict=True):
            heard = list(frame.told)
            same = heard == told if not over else heard[: len(told)] == told
            if frame.view != view or not same or frame.seat != sat[frame.round - 1]:
                bad.append((reader, frame.at))
        for _ in range(ALONE):
            at = luck.below(len(was))
            if frames.frame(fresh, log, at, reader) != shown[at]:
                bad.append((reader, at))
        count += len(was)
    return bad, count


def a_match(game, *salt):
    luck = written.luck_of("replay", game.info.id, *salt)
    played = written.at_random(game, luck, most=4)
    return played.fresh, played.log, luck


@pytest.mark.parametrize("game", written.some(4, "replays"), ids=lambda game: game.info.id)
def test_each_step_shows_its_reader_what_they_saw_then(game):
    bad, count = wrong(*a_match(game))
    assert bad == [] and count


def test_whoever_may_see_everything_sees_each_hand():
    fresh, log, _ = written.playthrough("doudizhu.txt")
    everybody, everything = (replayed(fresh, log, reader)[0].view for reader in (None, ALL))
    assert everything.blocks[: len(everybody.blocks)] == everybody.blocks
    assert len(everything.blocks) == len(everybody.blocks) + fresh.seats


# Planted faults: the law finds each of them, whatever the game.

FAULTS = {
    "a seat of others": ("seat_in", lambda reader, number: 0),
    "the seat of another round": (
        "seat_in",
        lambda reader, number, was=frames.seat_in: was(reader, 1),
    ),
    "what was told to one alone": (
        "heard", lambda events, seat: tuple(event.msg for event in events),
    ),
}  # fmt: skip
ONLY = {"what was told to one alone": "dunmazi", "the seat of another round": "erbagang"}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_replay_that_shows_too_much_is_found(monkeypatch, fault):
    name, planted = FAULTS[fault]
    fresh, log, luck = a_match(games()[ONLY.get(fault, "doudizhu")], fault)
    monkeypatch.setattr(frames, name, planted)
    assert wrong(fresh, log, luck)[0]


def test_a_replay_that_shows_a_play_too_early_is_found(monkeypatch):
    dealt = frames._Watched.dealt

    def early(watched, match, number):
        match, told = dealt(watched, match, number)
        actions = watched.log[number - 1].actions
        return act(match, *actions[0]) if len(actions) > 1 else (match, told)

    fresh, log, luck = a_match(games()["doudizhu"])
    monkeypatch.setattr(frames._Watched, "dealt", early)
    monkeypatch.setattr(frames, "act", lambda match, seat, action: (match, ()))
    assert wrong(fresh, log, luck)[0]
