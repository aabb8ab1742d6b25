"""Handlers for time: answers of computer players, of the clock and of 托管, and the next round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.table import beacon, lesson, lifecycle, rounds, seats, tokens, votes
from bot.table.effects import Call, Say, Think, Trouble
from bot.table.state import Phase
from engine.core import Action
from engine.errors import RuleError
from engine.msg import SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from bot.table.commands import Thought, Tick
    from bot.table.state import Question
    from bot.table.table import Table
    from engine.core import Seat

AUTOPILOT_AFTER = 2
"""Time-outs in a row until 托管."""


def thought(table: Table, command: Thought, now: datetime) -> None:
    """Play a computer player's answer; drop one that comes too late."""
    question = table.question_of(command.seat)
    table.thinking.discard(command.question)
    if table.state.phase is not Phase.PLAYING or table.state.suspended_at is not None:
        return
    if question is None or question.number != command.question or question.due is None:
        return
    if command.action is None:
        _cautious(table, command.seat, "computer", now)
        return
    try:
        rounds.play(table, command.seat, command.action, "", "computer", now)
    except RuleError as error:
        table.react(Trouble("a computer player's answer was refused", error))
        _cautious(table, command.seat, "computer", now)


def tick(table: Table, command: Tick, now: datetime) -> None:
    """Do everything that is due: close, suspend, expire votes, deal, answer for seats."""
    state = table.state
    if state.idle_at is not None and now >= state.idle_at:
        if state.phase is Phase.LOBBY or state.suspended_at is not None:
            lifecycle.close(table, "swept", now)
        else:
            reason = "forsaken" if state.phase is Phase.PLAYING else "idle"
            lifecycle.suspend(table, now, reason)
        return
    if state.suspended_at is not None:
        return
    votes.expire(table, now)
    beacon.tick(table, now)
    _call(table, now)
    state = table.state
    if state.next_at is not None and now >= state.next_at:
        if state.phase is Phase.LOBBY and state.least:
            table.react(Say((msg("coinroom-again-few"),), kept=True))
            lifecycle.close(table, "stopped", now)
        elif state.phase is Phase.LOBBY:
            seats.give_up(table, now)
        else:
            rounds.deal_on(table, now)
        return
    for question in state.questions:
        if question.due is not None:
            if now >= question.due:
                _due(table, question, now)
        elif question.deadline is not None and now >= question.deadline:
            _timed_out(table, question, now)
        if table.state.questions != state.questions:
            return


def _call(table: Table, now: datetime) -> None:
    """Call whoever has been waited for long enough, once; not if the clock answers already."""
    late = [q for q in table.state.questions if q.call is not None and now >= q.call]
    if not late:
        return
    table.change(
        questions=tuple(replace(q, call=None) if q in late else q for q in table.state.questions)
    )
    for question in late:
        if question.deadline is None or now < question.deadline:
            table.react(Call(question.seat, question.number))


def _due(table: Table, question: Question, now: datetime) -> None:
    player = table.state.players[question.seat]
    written = lesson.wanted(table, question.seat) if table.state.lesson else None
    if written is not None:
        by = "autopilot" if player.person else "computer"
        rounds.play(table, question.seat, written, "", by, now)
        return
    if player.person:
        _cautious(table, question.seat, "autopilot", now)
        return
    if question.number in table.thinking:
        return
    table.thinking.add(question.number)
    seen, prompt = table.seen(question.seat), table.prompt(question.seat)
    table.react(Think(question.seat, question.number, seen, prompt, player.level))


def _timed_out(table: Table, question: Question, now: datetime) -> None:
    seat = question.seat
    times = table.state.players[seat].timeouts + 1
    auto = times >= AUTOPILOT_AFTER
    table.seat_changed(seat, timeouts=times, autopilot=auto)
    _cautious(table, seat, "clock", now, question)
    told = "autopilot-on" if auto else "timed-out"
    table.news = (*table.news, msg(told, seat=SeatArg(seat)))
    if auto:
        votes.recount(table, now)
        if not table.present() and table.state.phase in (Phase.PLAYING, Phase.BETWEEN):
            lifecycle.suspend(table, now, "empty")


def _cautious(
    table: Table, seat: Seat, by: str, now: datetime, late: Question | None = None
) -> None:
    """Answer for a seat; a game whose cautious move fails gets the first that is accepted.

    Whoever has sent cards to the ``late`` question, and not said how they are to be read, plays
    them as they are read first. Source: rulebook of the climbing games, 二义性.
    """
    snapshot, meant = table.snapshot(), table.meant
    begun = [meant[1]] if meant is not None and late is not None and meant[0] == late.number else []
    for action in (*begun, *_fallbacks(table, seat)):
        try:
            rounds.play(table, seat, action, "", by, now)
        except RuleError:
            table.restore(snapshot)
        else:
            return
    lifecycle.close(table, "void", now)


def _fallbacks(table: Table, seat: Seat) -> Iterator[Action]:
    seen, prompt = table.seen(seat), table.prompt(seat)
    try:
        yield table.game.on_timeout(seen)
    except Exception as error:  # noqa: BLE001  (a game's error must not hold up the table)
        table.react(Trouble("no cautious move", error))
    yield from (choice.action for choice in prompt.choices[:1])
    for verb in tokens.verbs(prompt):
        slots = {pick.slot: pick.among[: pick.least] for pick in tokens.picks(prompt, verb)}
        yield Action(verb, cards=slots.get("cards", ()), take=slots.get("take", ()))
    if prompt.number is not None:
        yield Action(prompt.number.verb, number=min(prompt.number.allowed))
