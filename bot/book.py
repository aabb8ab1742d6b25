"""What can be read about a table or a chat: scores, the record of a match, who is waited for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.controls import game_name
from bot.rounds import signed
from bot.screens import Screen, clock_time, option_name
from bot.state import Phase
from engine.codec import load_msgs
from engine.match import act, deal, planned
from engine.msg import Msg, SeatArg, msg
from engine.registry import rules
from engine.rng import commitment
from engine.view import Table as TableBlock
from engine.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.screens import Screens
    from bot.store.rows import GameTotal, ScoredRound, Together
    from bot.table import Table
    from engine.core import Event
    from engine.match import Match
    from engine.replay import RoundLog

RECENT = 8
"""Rounds of which the score sheet shows the reasons."""


class Book:
    """Makes the screens that only tell."""

    def __init__(self, screens: Screens) -> None:
        self.screens = screens

    def _say(self, message: Msg, names: Sequence[str] = ()) -> str:
        return self.screens.catalogue.say(message, names)

    # Scores.

    def scores(
        self,
        sheet: Sequence[ScoredRound],
        sums: Sequence[GameTotal],
        together: Sequence[Together],
    ) -> Screen:
        """The newest match round by round, and the chat's totals."""
        if not sheet:
            return Screen(None, (), self._say(msg("scores-none")))
        latest = [r for r in sheet if r.match == sheet[-1].match]
        names = tuple(seat.name for seat in latest[-1].seats)
        blocks = [self._rounds(latest), self._sums(sums)]
        if len({total.game for total in sums}) > 1:
            blocks.append(self._together(together))
        view = View(msg("scores-title", game=game_name(latest[0].game)), tuple(blocks))
        lines = [line for r in latest[-RECENT:] for line in self._reasons(r)]
        return Screen(view, names, "\n".join(lines))

    def _rounds(self, rounds: Sequence[ScoredRound]) -> TableBlock:
        seats = range(len(rounds[-1].seats))
        header = (msg("sheet-round"), *(msg("seat-name", seat=SeatArg(s)) for s in seats))
        rows: list[tuple[Msg | str | int, ...]] = [
            (msg("sheet-round-number", round=r.round), *(signed(score) for score in r.scores))
            for r in rounds
        ]
        sums = [sum(r.scores[s] for r in rounds) for s in seats]
        rows.append((msg("sheet-total"), *(signed(total) for total in sums)))
        return TableBlock(msg("sheet-match"), header, tuple(rows))

    def _reasons(self, scored: ScoredRound) -> list[str]:
        names = tuple(seat.name for seat in scored.seats)
        found = [self._say(reason, names) for reason in load_msgs(scored.reasons)]
        head = self._say(msg("sheet-round-number", round=scored.round))
        return [f"{head} {line}" for line in found]

    def _sums(self, sums: Sequence[GameTotal]) -> TableBlock:
        header = (
            msg("sheet-game"), msg("sheet-player"), msg("sheet-rounds"), msg("sheet-total"),
        )  # fmt: skip
        rows = tuple((game_name(t.game), t.name, t.rounds, signed(t.points)) for t in sums)
        return TableBlock(msg("sheet-chat"), header, rows)

    def _together(self, people: Sequence[Together]) -> TableBlock:
        header = (
            msg("sheet-player"), msg("sheet-matches"), msg("sheet-rounds"), msg("sheet-wins"),
            msg("sheet-places"),
        )  # fmt: skip
        rows = tuple(
            (p.name, p.matches, p.rounds, p.wins, " / ".join(map(str, p.places))) for p in people
        )
        return TableBlock(msg("sheet-together"), header, rows)

    # The record.

    def record(self, fresh: Match, log: Sequence[RoundLog], names: Sequence[str]) -> str:
        """Every public fact of a match that began as ``fresh``; at its end the seed too.

        Raises:
            RuleError, ValueError: the log cannot be played by these rules.
        """
        match = fresh
        lines = [self._say(msg("record-seed", seed=commitment(match.seed)))]
        for number, round_ in enumerate(log, 1):
            lines.append(self._say(msg("sheet-round-number", round=number)))
            match, events = deal(match, round_.options)
            told = _public(events)
            for seat, action in round_.actions:
                match, events = act(match, seat, action)
                told += _public(events)
            told += match.outcome.reasons if match.outcome is not None else ()
            lines += [f"  {self._say(message, names)}" for message in told]
        if match.over:
            lines.append(self._say(msg("record-reveal", seed=match.seed.hex())))
        return "\n".join(lines)

    # Who is waited for, and what is played.

    def why(self, table: Table, now: datetime) -> str:
        """Who or what the table waits for, since when and until when."""
        state, say = table.state, self._say
        if state.suspended_at is not None:
            return say(msg("why-suspended", since=clock_time(state.suspended_at)))
        match state.phase:
            case Phase.LOBBY:
                least = table.game.info.seats[0]
                here = len(state.sitters)
                if here < least:
                    return say(msg("why-lobby-few", missing=least - here))
                host = table.seat_of(state.host)
                who = table.names[host] if host is not None else "?"
                return say(msg("why-lobby-host", host=who))
            case Phase.BETWEEN:
                ready = set(state.ready)
                missing = [table.names[s] for s in table.present() if s not in ready]
                until = state.next_at or state.idle_at or now
                waits = msg("why-between", names="、".join(missing), until=clock_time(until))
                return say(waits)
            case Phase.PLAYING:
                return "\n".join(self._why_playing(table))
            case _:
                return say(msg("table-gone"))

    def _why_playing(self, table: Table) -> list[str]:
        state, lines = table.state, []
        if state.vote is not None:
            yes = len(state.vote.yes)
            until = clock_time(state.vote.until)
            lines.append(self._say(msg("why-vote", yes=yes, until=until)))
        open_ = [q for q in state.questions if not table.prompt(q.seat).answered]
        if len(open_) > 1:
            since = clock_time(min(q.since for q in open_))
            lines.append(self._say(msg("why-several", count=len(open_), since=since)))
            return lines
        for question in open_:
            who, since = table.names[question.seat], clock_time(question.since)
            sitter = state.sitters[question.seat]
            if not sitter.person:
                lines.append(self._say(msg("why-computer", who=who, since=since)))
            elif question.deadline is None:
                lines.append(self._say(msg("why-turn", who=who, since=since)))
            else:
                until = clock_time(question.deadline)
                lines.append(self._say(msg("why-turn-until", who=who, since=since, until=until)))
        return lines

    def rules(self, game_id: str, table: Table | None) -> str:
        """The rules of a game, and the options in force at a table."""
        text = plain(rules(game_id))
        if table is None or table.state.game != game_id:
            return text
        info = table.game.info
        lines = [self._say(msg("rules-options"))]
        count = planned(table.match) if table.match is not None else None
        if count is not None:
            lines.append(self._say(msg("rules-rounds", rounds=count)))
        lines += [
            self._say(
                msg(
                    "rules-option",
                    name=option_name(info, o.key),
                    value=self.screens.value(table, o.key),
                )
            )
            for o in info.options
        ]
        return f"{text}\n\n" + "\n".join(lines)


def plain(markdown: str) -> str:
    """Rules as words alone: headings in brackets, no other marks."""
    text = re.sub(r"^#+ +(.+)$", r"【\1】", markdown, flags=re.MULTILINE)
    return re.sub(r"\*\*|`", "", text).strip()


def _public(events: tuple[Event, ...]) -> list[Msg]:
    return [event.msg for event in events if event.to is None]
