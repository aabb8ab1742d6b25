"""Handlers for rounds: deal, ask, take answers, score, and wait for the next round."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.i18n.keys import unit
from bot.store.rows import Acted, MatchEnded, RoundScored, RoundStarted
from bot.support.errors import Refused
from bot.table import answers, lesson, lifecycle, practice, rank, seats, stakes, votes, written
from bot.table.effects import Say, Toast
from bot.table.state import Phase, Question, dump_options
from bot.table.table import BETWEEN_IDLE
from engine.codec import dump_msgs, dumps
from engine.core import Action
from engine.errors import AmbiguousAction
from engine.frozen import changed
from engine.match import act, deal
from engine.msg import SeatArg, msg, signed
from engine.replay import RoundLog
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.table.commands import AutoPass, Autopilot, Next, Press
    from bot.table.table import Table
    from engine.core import Event, Prompt, Seat
    from engine.match import Match
    from engine.msg import Msg

NEXT = timedelta(seconds=60)
"""After the first press, or at a table of a tournament, the next round begins at the latest."""

BREAK = timedelta(seconds=5)
"""Where nobody is there at a table of a tournament, the next round begins after so long."""

AUTOPILOT_PAUSE = timedelta(seconds=1)
THINKING = (800, 2000)
"""A computer player answers after so many milliseconds, so that people can follow."""

CALL = timedelta(seconds=20)
"""A person whose turn it has been for so long is called by name, once."""

LARGE = 9
"""A table for more tells less.

An answer that asks nobody anew changes no private screen but its giver's: who else has answered
stands on the board, and fifty people would have fifty screens made at each of fifty answers.
"""


# Questions.


def _ask(
    table: Table, now: datetime, actor: Seat | None, before: dict[Seat, Prompt], **also: int
) -> None:
    """Number the questions that are open now, keeping those that have not changed.

    ``also``: fields of the table that change with them.
    """
    match = _match(table)
    kept = {q.seat: q for q in table.state.questions}
    counter, questions, asked_now = table.state.counter, [], set()
    for seat in match.game.asked(match.state) if match.outcome is None else ():
        prompt = table.prompt(seat)
        old = kept.get(seat)
        same = prompt.answered if seat == actor else before.get(seat) == prompt
        if old is not None and same:
            done = changed(old, deadline=None, due=None, call=None)
            questions.append(done if prompt.answered else old)
            continue
        counter += 1
        question = Question(seat, counter, now)
        questions.append(question if prompt.answered else _dated(table, question, now))
        asked_now.add(seat)
    if match.outcome is None and not _persons_to_come(table):
        questions = [q if q.due is None else changed(q, due=min(q.due, now)) for q in questions]
    answered = _answered(table, actor, questions, anew=bool(asked_now))
    table.change(questions=tuple(questions), counter=counter, idle_at=table.still_at(now),
                 answered=tuple(sorted(answered)), **also)  # fmt: skip
    table.touch_hands(frozenset(asked_now))
    if actor is not None and not asked_now and len(table.state.players) > LARGE:
        table.touch_only(actor)


def _answered(
    table: Table, actor: Seat | None, questions: list[Question], *, anew: bool
) -> set[Seat]:
    """Who has answered what others are still asked, as it was asked of them at the same time."""
    if anew or actor is None:
        return set()
    open_now = {question.seat for question in questions}
    return {*table.state.answered, actor} - open_now if open_now else set()


def _dated(table: Table, question: Question, now: datetime) -> Question:
    """The question with its deadline, or with the time at which a computer answers."""
    player = table.state.players[question.seat]
    if player.present:
        clock = table.state.clock
        deadline = now + timedelta(seconds=clock) if clock else None
        called = table.quiet and table.state.place is not None
        call = now + max(CALL, table.patience(CALL) / 2) if called else None
        return changed(question, deadline=deadline, due=None, call=call)
    question = changed(question, call=None)
    if player.person:
        return changed(question, deadline=None, due=now + AUTOPILOT_PAUSE * table.pace)
    low, high = THINKING
    jitter = Rng(table.state.id.encode(), "pause", question.number).below(high - low)
    return changed(
        question, deadline=None, due=now + timedelta(milliseconds=low + jitter) * table.pace
    )


def _persons_to_come(table: Table) -> bool:
    """Whether a person who is there may still be asked something in this round."""
    match = _match(table)
    return not set(table.present()) <= match.game.finished(match.state)


def redate(table: Table, seat: Seat, now: datetime) -> None:
    """Set anew when a seat's open question is answered: somebody else decides for it now.

    A deadline that was set stays: nobody gains time by leaving and coming back.
    """
    if table.match is None or table.state.phase is not Phase.PLAYING:
        return
    question = table.question_of(seat)
    if question is None or table.prompt(seat).answered:
        return
    dated = _dated(table, question, now)
    dated = changed(dated, deadline=question.deadline or dated.deadline)
    questions = table.state.questions
    table.change(questions=tuple(dated if q.seat == seat else q for q in questions))


def _match(table: Table) -> Match:
    if table.match is None:
        raise Refused("table-not-in-lobby")
    return table.match


# Dealing and settling.


def deal_on(table: Table, now: datetime) -> None:
    """Deal a round; one that the deal itself decides is settled and shown as any other."""
    anew = table.state.anew == _match(table).round + 1
    match, events = deal(_match(table), table.options, anew=anew)
    table.match = match
    table.log = (*table.log, RoundLog(table.options, anew=anew))
    table.store(RoundStarted(table.state.match, match.round, dump_options(table.options), now))
    table.news = tuple(_public(events))
    ready = table.state.ready
    table.change(
        phase=Phase.PLAYING, round=match.round, step=0, ready=(), next_at=None, idle_at=None,
        questions=(),
    )  # fmt: skip
    rank.begin(table, ready)
    if match.outcome is not None:
        _round_over(table, now)
        return
    table.remember_look()
    _ask(table, now, None, {})
    table.touch_board()


def _public(events: tuple[Event, ...]) -> list[Msg]:
    return [event.msg for event in events if event.to is None]


def _score(table: Table, now: datetime) -> None:
    """Store the finished round and tell the group; the table's phase is not touched."""
    match = _match(table)
    outcome = match.played[-1]
    reasons = dump_msgs(outcome.reasons)
    table.store(RoundScored(table.state.match, match.round, outcome.scores, reasons, now))
    rank.score(table)
    stakes.score(table, outcome.scores, now)
    table.react(Say(_round_lines(table, match)))


def _round_lines(table: Table, match: Match) -> tuple[Msg, ...]:
    """The round's reasons and scores; at a table for many, of those who scored most."""
    outcome, sums = match.played[-1], table.sums
    over = msg("round-over", round=match.round, unit=unit(match))
    if table.state.stakes:
        moved = stakes.round_lines(table, outcome.scores)
        return (over, *outcome.reasons, *moved, *rank.round_lines(table))
    told = list(enumerate(outcome.scores))
    more: tuple[Msg, ...] = ()
    if len(told) > LARGE:
        told = sorted(told, key=lambda pair: -pair[1])[:LARGE]
        more = (msg("round-scores-more", count=LARGE),)
    scores = (
        msg("round-score", seat=SeatArg(s), score=signed(score), total=signed(sums[s]))
        for s, score in told
    )
    return (over, *outcome.reasons, *scores, *more, *rank.round_lines(table))


def _match_lines(table: Table, match: Match) -> tuple[Msg, ...]:
    sums = table.sums
    first = [s for s, total in enumerate(sums) if total == max(sums)]
    told = tuple(msg("match-winner", seat=SeatArg(s), total=signed(sums[s])) for s in first[:LARGE])
    if len(first) > LARGE:
        told = (*told, msg("match-winners-more", count=len(first) - LARGE))
    over = msg("match-over", rounds=len(match.played), unit=unit(match))
    ranks = rank.match_lines(table, match)
    if table.state.stakes:
        return (*stakes.short_lines(table), over, *stakes.end_lines(table), *ranks)
    waits = (msg("duplicate-wait"),) if table.state.book else ()
    practised = practice.lines(table.state)
    return (over, *told, *ranks, *practised, *written.lines(table.state), *waits)


def told_again(table: Table) -> tuple[Msg, ...]:
    """The last settlement, for a group that may not have been told before a crash."""
    match, phase = table.match, table.state.phase
    if match is None or match.outcome is None or phase not in (Phase.BETWEEN, Phase.FINISHED):
        return ()
    ended = _match_lines(table, match) if phase is Phase.FINISHED else ()
    return (msg("told-again"), *_round_lines(table, match), *ended)


def _round_over(table: Table, now: datetime) -> None:
    match = _match(table)
    _score(table, now)
    if match.over or stakes.short(table):
        _finish(table, now)
        return
    table.change(
        phase=Phase.BETWEEN, questions=(), ready=(), next_at=None, since=now, vote=None,
        idle_at=now + table.patience(BETWEEN_IDLE),
    )  # fmt: skip
    if table.state.tournament:
        wait = NEXT if table.present() else BREAK * table.pace
        table.change(next_at=now + wait, idle_at=None)
    seats.fill(table, now)
    table.touch_board()
    table.touch_hands()
    maybe_next(table, now)


def _finish(table: Table, now: datetime) -> None:
    match = _match(table)
    table.store(MatchEnded(table.state.match, "finished", now))
    stakes.give_back(table, now)
    table.change(
        phase=Phase.FINISHED, round=match.round, step=match.step, questions=(), ready=(),
        next_at=None, idle_at=None, vote=None, suspended_at=None, suspended_for="",
    )  # fmt: skip
    table.react(Say(_match_lines(table, match)))
    table.touch_board()
    table.touch_hands()


# Answers.


def press(table: Table, command: Press, now: datetime) -> None:
    """A press on an answer."""
    seat, action = answers.meant(table, command)
    play(table, seat, action, command.source, "player", now)


def auto_pass(table: Table, command: AutoPass, now: datetime) -> None:
    """A pass that its person has wished for; it says nothing of whether they are there."""
    seat = table.need_seat(command.user)
    question = table.question_of(seat)
    if question is None or question.number != command.question:
        raise Refused("table-old-button")
    if table.state.suspended_at is not None:
        raise Refused("table-suspended")
    play(table, seat, Action("pass"), "", "wish", now)


def play(table: Table, seat: Seat, action: Action, source: str, by: str, now: datetime) -> None:
    """Play an action of a seat; ``by`` says who made it. Raises a ``RuleError``."""
    if table.state.suspended_at is not None and by == "player":
        raise Refused("table-suspended")
    if table.state.lesson:
        action = lesson.checked(table, seat, action, by)
    match = _match(table)
    before = {q.seat: table.prompt(q.seat) for q in table.state.questions}
    try:
        played, events = act(match, seat, action)
    except AmbiguousAction as error:
        question = table.question_of(seat)
        if question is not None and by == "player":
            table.meant = question.number, error.options[0]
        raise
    table.match = played
    rounds = table.log[-1]
    table.log = (*table.log[:-1], changed(rounds, actions=(*rounds.actions, (seat, action))))
    table.news = tuple(_public(events))
    by = rank.decider(table, seat, by)
    table.store(
        Acted(table.state.match, played.round, played.step, seat, dumps(action), source, by, now)
    )
    rank.count(table, seat, by)
    if by in ("player", "wish"):
        rank.took_part(table, seat)
    if by == "player":
        table.seat_changed(seat, autopilot=False, timeouts=0, left=False)
    if played.outcome is not None:
        table.change(step=played.step)
        _round_over(table, now)
        return
    _ask(table, now, seat, before, step=played.step)
    table.touch_board()


def play_on(table: Table, log: Sequence[RoundLog], now: datetime) -> None:
    """Play what a written deal tells: the table goes on from there."""
    for seat, action in log[0].actions if log else ():
        play(table, seat, action, "", "deal", now)


# 托管.


def autopilot(table: Table, command: Autopilot, now: datetime) -> None:
    """Turn 托管 on or off for the person who asks."""
    table.need_phase(Phase.PLAYING, Phase.BETWEEN)
    seat = table.need_seat(command.user)
    player = table.state.players[seat]
    if player.autopilot == command.on and not player.left:
        table.react(Toast(msg("autopilot-already" if command.on else "autopilot-off-already")))
        return
    if command.on and player.present:
        rank.took_part(table, seat)
    table.seat_changed(seat, autopilot=command.on, left=False, timeouts=0)
    if not command.on:
        lifecycle.resume(table, now)
    redate(table, seat, now)
    votes.recount(table, now)
    if table.state.phase in (Phase.PLAYING, Phase.BETWEEN) and not table.present():
        lifecycle.suspend(table, now, "empty")
    elif table.state.phase is Phase.BETWEEN:
        maybe_next(table, now)
    table.touch_board()
    table.touch_hands()


# Between rounds.


def ready(table: Table, command: Next, now: datetime) -> None:
    """A person is ready for the next round."""
    table.need_phase(Phase.BETWEEN)
    seat = table.need_seat(command.user)
    table.seat_changed(seat, autopilot=False, left=False, timeouts=0)
    if table.state.suspended_at is not None:
        lifecycle.resume(table, now)
    first = table.state.next_at is None
    table.change(
        ready=tuple(sorted({*table.state.ready, seat})),
        next_at=now + table.patience(NEXT) if first else table.state.next_at,
        idle_at=None,
    )
    table.touch_board()
    table.touch_hands()
    maybe_next(table, now)


def maybe_next(table: Table, now: datetime) -> None:
    """Deal if every person who is present is ready."""
    present = table.present()
    if table.state.phase is Phase.BETWEEN and present and set(present) <= set(table.state.ready):
        deal_on(table, now)
