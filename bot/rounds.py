"""Rounds: dealing, answers, the clock, settling and the pause between rounds."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot import tokens, votes
from bot.commands import Say, Toast
from bot.state import Phase, Question
from bot.store.rows import Acted, MatchEnded, RoundScored, RoundStarted
from bot.tablecore import BETWEEN_IDLE, Refused, unit
from engine import text
from engine.codec import dump_msgs, dumps
from engine.core import Action
from engine.match import act, deal, pending, totals
from engine.msg import SeatArg, msg
from engine.replay import RoundLog
from engine.rng import Rng

if TYPE_CHECKING:
    from datetime import datetime

    from bot.commands import Autopilot, Next, Press, Typed
    from bot.ports import UserRef
    from bot.tablecore import TableCore as Table
    from engine.core import Event, Options, Prompt, Seat
    from engine.match import Match
    from engine.msg import Msg

NEXT = timedelta(seconds=60)
"""After the first press the next round begins at the latest."""

AUTOPILOT_PAUSE = timedelta(seconds=1)
THINKING = (800, 2000)
"""A computer player answers after so many milliseconds, so that people can follow."""

SAME_WORDS = timedelta(seconds=2)
"""The same words of the same person within so long are one play."""


def dump_options(options: Options) -> str:
    """Options as JSON."""
    return json.dumps(dict(options), sort_keys=True, separators=(",", ":"))


def load_options(stored: str) -> dict[str, int | str]:
    """The options of ``dump_options``."""
    found: dict[str, int | str] = json.loads(stored)
    return found


# Questions.


def _ask(table: Table, now: datetime, actor: Seat | None, before: dict[Seat, Prompt]) -> None:
    """Number the questions that are open now, keeping those that have not changed."""
    match = _match(table)
    kept = {q.seat: q for q in table.state.questions}
    counter, questions, asked_now = table.state.counter, [], set()
    for seat in match.game.asked(match.state) if match.outcome is None else ():
        prompt = table.prompt(seat)
        old = kept.get(seat)
        same = prompt.answered if seat == actor else before.get(seat) == prompt
        if old is not None and same:
            changed = replace(old, deadline=None, due=None) if prompt.answered else old
            questions.append(changed)
            continue
        counter += 1
        question = Question(seat, counter, now)
        questions.append(question if prompt.answered else _dated(table, question, now))
        asked_now.add(seat)
    table.change(questions=tuple(questions), counter=counter)
    table.touch_hands(frozenset(asked_now))


def _dated(table: Table, question: Question, now: datetime) -> Question:
    """The question with its deadline, or with the time at which a computer answers."""
    sitter = table.state.sitters[question.seat]
    if sitter.present:
        clock = table.state.clock
        deadline = now + timedelta(seconds=clock) if clock else None
        return replace(question, deadline=deadline, due=None)
    if sitter.person:
        return replace(question, deadline=None, due=now + AUTOPILOT_PAUSE * table.pace)
    if not table.present():
        return replace(question, deadline=None, due=now)
    low, high = THINKING
    jitter = Rng(table.state.id.encode(), "pause", question.number).below(high - low)
    return replace(
        question, deadline=None, due=now + timedelta(milliseconds=low + jitter) * table.pace
    )


def redate(table: Table, seat: Seat, now: datetime) -> None:
    """The seat has another driver now, who answers its open question at another time.

    A deadline that was set stays: nobody gains time by leaving and coming back.
    """
    if table.match is None or table.state.phase is not Phase.PLAYING:
        return
    question = table.question_of(seat)
    if question is None or table.prompt(seat).answered:
        return
    dated = _dated(table, question, now)
    dated = replace(dated, deadline=question.deadline or dated.deadline)
    questions = table.state.questions
    table.change(questions=tuple(dated if q.seat == seat else q for q in questions))


def _match(table: Table) -> Match:
    if table.match is None:
        raise Refused("table-not-in-lobby")
    return table.match


# Dealing and settling.


def deal_on(table: Table, now: datetime) -> None:
    """Deal rounds until one waits for somebody or the match is over."""
    news: list[Msg] = []
    while True:
        match, events = deal(_match(table), table.options)
        table.match = match
        table.log = (*table.log, RoundLog(table.options))
        table.store(RoundStarted(table.state.match, match.round, dump_options(table.options), now))
        news += _public(events)
        if match.outcome is None:
            break
        _score(table, now)
        if match.over:
            _finish(table, now)
            return
    table.news = tuple(news)
    table.change(
        phase=Phase.PLAYING, round=match.round, step=0, ready=(), next_at=None, idle_at=None,
        questions=(),
    )  # fmt: skip
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
    table.react(Say(_round_lines(match)))


def _round_lines(match: Match) -> tuple[Msg, ...]:
    outcome, sums = match.played[-1], totals(match)
    scores = (
        msg("round-score", seat=SeatArg(s), score=signed(score), total=signed(sums[s]))
        for s, score in enumerate(outcome.scores)
    )
    return (msg("round-over", round=match.round, unit=unit(match)), *outcome.reasons, *scores)


def _match_lines(match: Match) -> tuple[Msg, ...]:
    sums = totals(match)
    winners = (
        msg("match-winner", seat=SeatArg(s), total=signed(total))
        for s, total in enumerate(sums)
        if total == max(sums)
    )
    return (msg("match-over", rounds=len(match.played), unit=unit(match)), *winners)


def told_again(table: Table) -> tuple[Msg, ...]:
    """The last settlement, for a group that may not have been told before a crash."""
    match, phase = table.match, table.state.phase
    if match is None or match.outcome is None or phase not in (Phase.BETWEEN, Phase.FINISHED):
        return ()
    ended = _match_lines(match) if phase is Phase.FINISHED else ()
    return (msg("told-again"), *_round_lines(match), *ended)


def signed(number: int) -> str:
    """A score as people write it: +18, 0, −3."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def _settle(table: Table, now: datetime) -> None:
    match = _match(table)
    _score(table, now)
    if match.over:
        _finish(table, now)
        return
    table.change(
        phase=Phase.BETWEEN, questions=(), ready=(), next_at=None, idle_at=now + BETWEEN_IDLE,
        vote=None,
    )  # fmt: skip
    table.touch_board()
    table.touch_hands()
    maybe_next(table, now)


def _finish(table: Table, now: datetime) -> None:
    match = _match(table)
    table.store(MatchEnded(table.state.match, "finished", now))
    table.change(
        phase=Phase.FINISHED, round=match.round, step=match.step, questions=(), ready=(),
        next_at=None, idle_at=None, vote=None, suspended_at=None,
    )  # fmt: skip
    table.react(Say(_match_lines(match)))
    table.touch_board()
    table.touch_hands()


# Answers.


def press(table: Table, command: Press, now: datetime) -> None:
    """A press on an answer."""
    table.need_phase(Phase.PLAYING)
    seat = table.need_seat(command.user)
    question = next((q for q in table.state.questions if q.number == command.question), None)
    if question is not None and question.seat != seat:
        raise Refused("table-not-your-button")
    if question is None:
        raise Refused("table-old-button")
    action = tokens.action_of(command.item, command.values, table.prompt(seat))
    if action is None:
        raise Refused("table-old-button")
    play(table, seat, action, command.source, "player", now)


def typed(table: Table, command: Typed, now: datetime) -> None:
    """A typed play."""
    table.need_phase(Phase.PLAYING)
    seat = table.need_seat(command.user)
    question = table.question_of(seat)
    if question is None:
        raise Refused("table-not-your-turn", waits=_waits(table))
    # A message written before its question existed was meant for another one.
    if command.at is not None and command.at < question.since:
        raise Refused("table-old-words")
    words = text.normal(command.text)
    if _said_just_now(table, command.user, words, now):
        raise Refused("table-same-words")
    action = text.read(command.text, table.game.info, table.prompt(seat))
    play(table, seat, action, command.source, "player", now)
    table.words = (command.user, words, now)


def _said_just_now(table: Table, user: UserRef, words: str, now: datetime) -> bool:
    if table.words is None:
        return False
    who, what, when = table.words
    return who == user and what == words and now - when < SAME_WORDS


def _waits(table: Table) -> Msg:
    """Who is waited for, as a message of names or, where several are, of their number."""
    seats = pending(_match(table))
    if len(seats) == 1:
        return msg("seat-name", seat=SeatArg(seats[0]))
    return msg("seats-count", count=len(seats))


def play(table: Table, seat: Seat, action: Action, source: str, by: str, now: datetime) -> None:
    """Play an action of a seat; ``by`` says who made it. Raises a ``RuleError``."""
    if table.state.suspended_at is not None and by == "player":
        raise Refused("table-suspended")
    match = _match(table)
    before = {q.seat: table.prompt(q.seat) for q in table.state.questions}
    played, events = act(match, seat, action)
    table.match = played
    rounds = table.log[-1]
    table.log = (*table.log[:-1], replace(rounds, actions=(*rounds.actions, (seat, action))))
    table.news = tuple(_public(events))
    table.store(
        Acted(table.state.match, played.round, played.step, seat, dumps(action), source, by, now)
    )
    if by == "player":
        table.seat_changed(seat, autopilot=False, timeouts=0, left=False)
    table.change(step=played.step)
    if played.outcome is not None:
        _settle(table, now)
        return
    _ask(table, now, seat, before)
    table.touch_board()


# 托管.


def autopilot(table: Table, command: Autopilot, now: datetime) -> None:
    """托管 for oneself, or back."""
    table.need_phase(Phase.PLAYING, Phase.BETWEEN)
    seat = table.need_seat(command.user)
    sitter = table.state.sitters[seat]
    if sitter.autopilot == command.on and not sitter.left:
        table.react(Toast(msg("autopilot-already")))
        return
    table.seat_changed(seat, autopilot=command.on, left=False, timeouts=0)
    if not command.on:
        votes.go_on(table, now)
    redate(table, seat, now)
    votes.recount(table, now)
    if table.state.phase in (Phase.PLAYING, Phase.BETWEEN) and not table.present():
        votes.stand_still(table, now)
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
        votes.go_on(table, now)
    first = table.state.next_at is None
    table.change(
        ready=tuple(sorted({*table.state.ready, seat})),
        next_at=now + NEXT if first else table.state.next_at,
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
