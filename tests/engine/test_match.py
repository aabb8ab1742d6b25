"""Matches: plans, totals, ties, play-offs, refusals; and matches again from their logs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine.cards import cards
from engine.core import (
    Action,
    Carry,
    Choice,
    Game,
    GameInfo,
    Inventory,
    Option,
    Outcome,
    Prompt,
    Step,
    defaults,
)
from engine.errors import IllegalAction, RuleError
from engine.games._specimen import GAME as SPECIMEN
from engine.games._trial import GAME as TRIAL
from engine.match import (
    PLAYOFFS,
    Circles,
    FirstTo,
    Match,
    Rounds,
    act,
    deal,
    option_error,
    order_of,
    pending,
    places,
    plan_of,
    planned,
    totals,
)
from engine.msg import msg
from engine.replay import RoundLog, replay
from engine.rng import Rng
from engine.view import View
from tests.kit.laws import playout


@dataclass(frozen=True)
class Script(Game[Any, Any]):
    """A game whose rounds end as they are told: seat 0 ends each by its one action.

    Attributes:
        rounds: scores of the rounds, the last one again and again.
        broke: the round, from 1, in which somebody can go on no longer.
        at_once: rounds are over when they are dealt.
    """

    rounds: tuple[tuple[int, ...], ...]
    broke: int = 0
    at_once: bool = False
    span: int = 1

    @property
    def info(self) -> GameInfo:
        """Two options, so that plans and play-offs can be chosen."""
        quan, tie = Option("quan", ("deal", "lap")), Option("final_tie", ("joint", "playoff"))
        return GameInfo("script", range(2, 5), options=(quan, tie), span=self.span)

    def setup(self, seats, options, carry, rng):
        """The state: carry as it came in, random number of the deal, over or not."""
        return Step((carry, rng.below(1000), self.at_once))

    def asked(self, state):
        """Seat 0, once."""
        return () if state[2] else (0,)

    def apply(self, state, seat, action, rng):
        """The only action there is."""
        if action != Action("end"):
            raise IllegalAction("no")
        return Step((*state[:2], True))

    def observe(self, state, seat):
        """Everything is open."""
        return state

    def imagine(self, seen, rng):
        """Nothing is hidden."""
        return seen

    def prompt(self, seen):
        """One button."""
        return Prompt(msg("ask"), (Choice(Action("end"), msg("end")),))

    def present(self, seen):
        """Nothing to see."""
        return View(msg("title"))

    def suggest(self, seen, limit):
        """The button."""
        return [Action("end")]

    def on_timeout(self, seen):
        """The button."""
        return Action("end")

    def outcome(self, state):
        """The scores of this round; which it is is read off the carry."""
        carry, _, over = state
        number = carry.leader or 0
        if not over:
            return None
        scores = self.rounds[min(number, len(self.rounds) - 1)]
        broke = self.broke == number + 1
        return Outcome(scores, carry=Carry(leader=number + 1), broke=broke)

    def inventory(self, state):
        """Nothing."""
        return Inventory(())


def fresh(game, plan, seats=2, **options):
    return Match(game, seats, bytes(32), {**defaults(game.info), **options}, plan)


def played(match, most=40):
    """The match with rounds played until it is over or ``most`` are."""
    while not match.over and len(match.played) < most:
        match, _ = deal(match)
        if match.outcome is None:
            match, _ = act(match, 0, Action("end"))
    return match


PLANS = [
    # plan, seats, span, rounds in all, why
    (Rounds(1), 2, 1, 1, "one 圈 is one deal"),
    (Rounds(4), 3, 1, 4, "four 圈"),
    (Rounds(2), 2, 5, 2 * 5, "a 圈 of five deals"),
    (Circles(1), 3, 1, 1 * 3, "a lap: as many deals as seats"),
    (Circles(2), 4, 1, 2 * 4, "two laps"),
    (Circles(2), 2, 5, 2 * 2 * 5, "laps of spans"),
]


@pytest.mark.parametrize(
    ("plan", "seats", "span", "count", "why"), PLANS, ids=[r[4] for r in PLANS]
)
def test_plans(plan, seats, span, count, why):
    match = fresh(Script(((1,) + (0,) * (seats - 1),), span=span), plan, seats)
    assert planned(match) == count
    assert len(played(match).played) == count


def test_a_match_to_a_number_of_points():
    match = played(fresh(Script(((3, 1), (-2, 1), (4, 0))), FirstTo(5)))
    assert planned(match) is None
    assert [o.scores for o in match.played] == [(3, 1), (-2, 1), (4, 0)]
    assert totals(match) == (3 - 2 + 4, 1 + 1 + 0)


def test_somebody_who_can_go_on_no_longer_ends_any_plan():
    for plan in (Rounds(9), Circles(9), FirstTo(999)):
        assert len(played(fresh(Script(((1, -1),), broke=2), plan)).played) == 2


TIES = [
    # scores, extra rounds, why
    (((1, -1),), 0, "no tie, no play-off"),
    (((0, 0), (1, -1)), 1, "one more round decides"),
    (((0, 0), (0, 0), (-1, 1)), 2, "two more"),
    (((0, 0),), PLAYOFFS, "at most four"),
]


@pytest.mark.parametrize(("rounds", "extra", "why"), TIES, ids=[row[2] for row in TIES])
def test_playoffs(rounds, extra, why):
    match = played(fresh(Script(rounds), Rounds(1), final_tie="playoff"))
    assert match.extra == extra
    assert planned(match) == 1 + extra == len(match.played)
    assert played(fresh(Script(rounds), Rounds(1))).extra == 0


def test_a_tie_below_the_first_place_needs_no_playoff():
    match = played(fresh(Script(((2, -1, -1),)), Rounds(1), 3, final_tie="playoff"))
    assert match.extra == 0


def test_no_playoff_where_points_decide_or_somebody_is_broke():
    assert played(fresh(Script(((5, 5),)), FirstTo(5), final_tie="playoff")).extra == 0
    assert played(fresh(Script(((0, 0),), broke=1), Rounds(1), final_tie="playoff")).extra == 0


PLACES = [
    ((48, 27, 10, 27), (1, 2, 4, 2), "a shared second place, no third"),
    ((5, 5), (1, 1), "both first"),
    ((-3, 0, -7), (2, 1, 3), "below nothing"),
    ((4,), (1,), "alone"),
]


@pytest.mark.parametrize(("points", "found", "why"), PLACES, ids=[row[2] for row in PLACES])
def test_places(points, found, why):
    assert places(points) == found


def test_the_order_of_equal_seats_is_that_of_the_table():
    match = played(fresh(Script(((1, 3, 1, 3),)), Rounds(1), 4))
    assert order_of(totals(match)) == (1, 3, 0, 2)


QUANS = [
    ({"quan": "lap"}, Circles(3), "laps"),
    ({"quan": "deal"}, Rounds(3), "deals"),
    ({}, Rounds(3), "no such option"),
]


@pytest.mark.parametrize(("options", "plan", "why"), QUANS, ids=[row[2] for row in QUANS])
def test_plan_of(options, plan, why):
    assert plan_of(options, 3) == plan


def test_no_deal_before_the_round_is_over_or_after_the_match():
    open_, _ = deal(fresh(Script(((1, -1),)), Rounds(2)))
    with pytest.raises(ValueError, match="no round"):
        deal(open_)
    with pytest.raises(ValueError, match="no round"):
        deal(played(fresh(Script(((1, -1),)), Rounds(1))))


def test_no_action_before_the_deal_after_the_round_or_by_another_seat():
    match = fresh(Script(((1, -1),)), Rounds(2))
    with pytest.raises(ValueError, match="not asked"):
        act(match, 0, Action("end"))
    open_, _ = deal(match)
    for seat in (1, 7, -1):
        with pytest.raises(ValueError, match="not asked"):
            act(open_, seat, Action("end"))
    done, _ = act(open_, 0, Action("end"))
    with pytest.raises(ValueError, match="not asked"):
        act(done, 0, Action("end"))


def test_a_refused_action_counts_no_step():
    open_, _ = deal(fresh(Script(((1, -1),)), Rounds(1)))
    with pytest.raises(RuleError):
        act(open_, 0, Action("other"))
    assert (open_.step, pending(open_)) == (0, (0,))


def test_who_is_waited_for():
    match = fresh(Script(((1, -1),)), Rounds(1))
    assert pending(match) == ()
    match, _ = deal(match)
    assert pending(match) == (0,)
    match, _ = act(match, 0, Action("end"))
    assert (pending(match), match.over) == ((), True)


def test_rounds_that_are_over_when_they_are_dealt():
    match = fresh(Script(((1, -1),), at_once=True), Rounds(10))
    for number in range(1, 11):
        match, _ = deal(match)
        assert (match.round, match.step, match.outcome.scores) == (number, 0, (1, -1))
    assert match.over
    assert totals(match) == (10, -10)


def test_a_round_hears_of_the_rounds_before():
    match = played(fresh(Script(((3, 1), (-2, 1), (4, 0))), Rounds(3)))
    assert match.carry == Carry(leader=2, totals=(3 - 2, 1 + 1), last=(-2, 1), best=(3, 1))
    assert match.state[0] == match.carry


def test_a_best_round_may_be_known_from_before():
    match = fresh(Script(((3, 1), (-2, 9), (4, 0))), Rounds(3))
    match = played(replace(match, carry=Carry(best=(5, 0))))
    assert match.carry.best == (5, 9)


def test_every_deal_has_a_stream_of_its_own():
    match, deals = fresh(Script(((1, -1),), at_once=True), Rounds(3)), []
    while not match.over:
        match, _ = deal(match)
        deals.append(match.state[1])
    assert deals == [Rng(bytes(32), "deal", number).below(1000) for number in (1, 2, 3)]


def test_options_may_change_between_rounds():
    match, _ = deal(fresh(TRIAL, Rounds(2), open="none"))
    assert match.options["open"] == "none"
    done = replace(match, played=(Outcome((0, 0), carry=Carry(stacks=(12, 12))),))
    following, _ = deal(done, {**match.options, "open": "suit"})
    assert following.options["open"] == following.state.public.rule == "suit"


OPTIONS = [
    ("open", "suit", None, "an option and a value"),
    ("open", "sui", "no-value", "another value"),
    ("chips", "12", "no-value", "a number as text"),
    ("colour", "red", "no-option", "another option"),
]


@pytest.mark.parametrize(("key", "value", "error", "why"), OPTIONS, ids=[r[3] for r in OPTIONS])
def test_option_errors(key, value, error, why):
    assert option_error(TRIAL.info, key, value) == error


def test_a_match_shows_neither_seed_nor_state():
    seed = bytes(range(200, 232))
    match, _ = deal(Match(SPECIMEN, 2, seed, {}, Rounds(1)))
    text = repr(match)
    assert repr(seed) not in text
    assert seed.hex() not in text
    assert "hands" not in text


def test_a_match_again_from_its_log():
    whole = playout(TRIAL, 4, 5, options={"open": "none"}, laws=())
    assert replay(whole.fresh, whole.log) == whole.final
    half = (*whole.log[:1], RoundLog(whole.log[1].options, whole.log[1].actions[:3]))
    match = replay(whole.fresh, half)
    assert (match.round, match.step, len(match.played)) == (2, 3, 1)


def test_another_seed_is_another_match():
    whole = playout(SPECIMEN, 2, 5, laws=())
    other = replace(whole.fresh, seed=bytes(32))
    with pytest.raises(RuleError):
        replay(other, whole.log)


LOGS = [
    (RoundLog({}, ((0, Action("play", cards("BJ"))),)), RuleError, "an action of other rules"),
    (RoundLog({}, ((5, Action("play", cards("BJ"))),)), ValueError, "a seat that is not there"),
]


@pytest.mark.parametrize(("log", "error", "why"), LOGS, ids=[row[2] for row in LOGS])
def test_a_log_that_does_not_fit_is_refused(log, error, why):
    with pytest.raises(error):
        replay(Match(SPECIMEN, 2, bytes(32), {}, Rounds(1)), (log,))


def test_a_log_with_a_round_too_many_is_refused():
    whole = playout(SPECIMEN, 2, 5, rounds=1, laws=())
    with pytest.raises(ValueError, match="no round"):
        replay(whole.fresh, (*whole.log, RoundLog({})))
