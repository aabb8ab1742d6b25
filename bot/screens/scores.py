"""The score book in words and tables: rounds by seats, sums, settling up, corrections, seasons."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.i18n.names import told_apart
from bot.i18n.times import day_time
from bot.scores.settlement import payments
from bot.screens import courses
from engine.codec import load_msgs
from engine.msg import Msg, SeatArg, chained, msg, signed
from engine.view import Table as TableBlock
from engine.view import View

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from bot.scores.period import Period
    from bot.screens.reader import Reader
    from bot.screens.screen import Screen
    from bot.store.lately import OwnRound
    from bot.store.rows import GameTotal, ScoredRound, SeatRow, Together
    from bot.store.scorebook import PersonTotal
    from engine.msg import Param
    from engine.view import Block

log = logging.getLogger(__name__)

RECENT = 8
"""Rounds of which the score sheet shows the reasons."""

SHOWN = 40
"""Rounds of a match that a picture shows, the newest."""

ABREAST = 6
"""Up to so many people it is shown how often each has beaten each."""

LISTED = 60
"""People that a list shows at most."""

MOSTLY = 0.5
"""A round of which so much was decided for people is marked, and has no rank."""

BOOK = "book"
"""In the place of a game in a button for rules: how scores count."""

COMPUTERS = ""
"""Who stands for all computer players together where points have to add up."""


def _deserted(scored: ScoredRound) -> bool:
    """Whether a round has no rank because people were away, and not for want of people."""
    persons = sum(bool(seat.user) for seat in scored.seats)
    return scored.driven >= MOSTLY or (not scored.ranked and persons > 1)


class ScoreBook:
    """Makes the reader, in the words of their reader."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def say(self, message: Msg, names: Sequence[str] = ()) -> str:
        """A period in words."""
        return self.reader.catalogue.say(message, names)

    def names(self, seats: Iterable[SeatRow]) -> tuple[str, ...]:
        """What the people at a table were called; those who are forgotten have no name."""
        return told_apart([seat.name or self.say(msg("sheet-anonymous")) for seat in seats])

    def called(self, people: Iterable[GameTotal | Together]) -> dict[str, str]:
        """What people are called in a list: equal names are numbered, each always the same."""
        return self._apart({person.user: person.name for person in people})

    def _apart(self, known: Mapping[str, str]) -> dict[str, str]:
        names = [known[user] or self.say(msg("sheet-anonymous")) for user in sorted(known)]
        return dict(zip(sorted(known), told_apart(names), strict=True))

    # Scores.

    def scores(
        self,
        latest: Sequence[ScoredRound],
        sums: Sequence[GameTotal],
        together: Sequence[Together],
        period: Period,
        unranked: int = 0,
    ) -> Screen:
        """The newest match round by round, and the chat's totals in a period.

        ``sums`` and ``together`` are of ranked rounds; ``unranked``: how many others there were.
        """
        if not latest:
            text = self.say(msg("scores-none-in", period=period.title))
            return self.reader.screen(None, (), text)
        names = self.names(latest[-1].seats)
        rounds = Counter[str]()
        for total in sums:
            rounds[total.user] += total.rounds
        shown = [total for total in sums if rounds[total.user] >= period.least]
        blocks: list[Block] = [self._rounds(latest)]
        course = courses.of_match(latest)
        blocks += [course] if course else []
        if 2 < len(names) <= ABREAST and len(latest) > 1:
            blocks.append(courses.duels(latest))
        blocks += [self._sums(shown, period)] if shown else []
        if len({total.game for total in sums}) > 1:
            most = [one for one in together if one.rounds >= period.least]
            blocks.append(self._together(most))
        view = View(msg("scores-title", game=game_name(latest[0].game)), tuple(blocks))
        lines = [line for r in latest[-RECENT:] for line in self._reasons(r)]
        lines += [line for r in latest for line in self._history(r, latest)]
        if unranked:
            lines.append(self.say(msg("scores-unranked", rounds=unranked)))
        return self.reader.screen(view, names, "\n".join(lines))

    def _head(self, scored: ScoredRound) -> Msg:
        """A round's number, and marks behind it: corrected, and why it has no rank."""
        marks = ["corrected"] if scored.corrections else []
        if _deserted(scored):
            marks.append("driven")
        elif not scored.ranked:
            marks.append("bots")
        if not marks:
            return msg("sheet-round-number", round=scored.round)
        return msg(f"sheet-round-{'-'.join(marks)}", round=scored.round)

    def _rounds(self, rounds: Sequence[ScoredRound]) -> TableBlock:
        seats = range(len(rounds[-1].seats))
        header = (msg("sheet-round"), *(msg("seat-name", seat=SeatArg(s)) for s in seats))
        rows: list[tuple[Msg | str | int, ...]] = [
            (self._head(r), *(signed(score) for score in r.scores)) for r in rounds[-SHOWN:]
        ]
        sums = [sum(r.scores[s] for r in rounds) for s in seats]
        rows.append((msg("sheet-total"), *(signed(total) for total in sums)))
        return TableBlock(msg("sheet-match"), header, tuple(rows), bright=(len(rows) - 1,))

    def _reasons(self, scored: ScoredRound) -> list[str]:
        names = self.names(scored.seats)
        found = [self.say(reason, names) for reason in reasons_of(scored)]
        if _deserted(scored):
            found.append(self.say(msg("scores-driven")))
        head = self.say(msg("sheet-round-number", round=scored.round))
        return [f"{head} {line}" for line in found]

    def _history(self, scored: ScoredRound, rounds: Sequence[ScoredRound]) -> list[str]:
        """What corrections have changed, one after the other, and who asked for them."""
        names, points, found = self.names(scored.seats), scored.dealt, []
        known = {
            seat.user: name
            for r in rounds
            for seat, name in zip(r.seats, self.names(r.seats), strict=True)
        }
        for correction in scored.corrections:
            now = tuple(map(sum, zip(points, correction.changes, strict=True)))
            who = known.get(correction.by) or self.say(msg("sheet-somebody"))
            line = msg(
                "scores-corrected", round=scored.round, changes=changes(points, now),
                who=who, at=day_time(correction.at),
            )  # fmt: skip
            found.append(self.say(line, names))
            points = now
        return found

    def _sums(self, sums: Sequence[GameTotal], period: Period) -> TableBlock:
        header = (
            msg("sheet-game"), msg("sheet-player"), msg("sheet-rounds"), msg("sheet-total"),
        )  # fmt: skip
        called = self.called(sums)
        rows = tuple(
            (game_name(t.game), called[t.user], t.rounds, signed(t.points)) for t in sums[:LISTED]
        )
        return TableBlock(msg("sheet-chat-in", period=period.title), header, rows)

    def _together(self, people: Sequence[Together]) -> TableBlock:
        header = (
            msg("sheet-player"), msg("sheet-matches"), msg("sheet-rounds"), msg("sheet-wins"),
            msg("sheet-places"),
        )  # fmt: skip
        called = self.called(people)
        rows = tuple(
            (called[p.user], p.matches, p.rounds, p.wins, " / ".join(map(str, p.places)))
            for p in people[:LISTED]
        )
        return TableBlock(msg("sheet-together"), header, rows)

    # Settling up.

    def settle(self, sums: Sequence[GameTotal], uneven: Collection[str], period: Period) -> str:
        """Who settles with whom, game by game: points of different games do not add.

        ``uneven``: games whose points nobody owes to anybody.
        """
        called = {**self.called(sums), COMPUTERS: self.say(msg("settle-computers"))}
        by_game: dict[str, dict[str, int]] = defaultdict(dict)
        for total in sums:
            by_game[total.game][total.user] = total.points
        lines = [self.say(msg("settle-title", period=period.title))] if sums else []
        for game, balances in by_game.items():
            lines.append(self.say(msg("settle-game", game=game_name(game))))
            if game in uneven:
                lines.append(self.say(msg("settle-not")))
                continue
            rest = -sum(balances.values())
            found = payments({**balances, COMPUTERS: rest} if rest else balances)
            lines += [
                self.say(msg("settle-line", by=called[p.by], to=called[p.to], points=p.points))
                for p in found
            ] or [self.say(msg("settle-even"))]
        return "\n".join(lines) or self.say(msg("scores-none-in", period=period.title))

    # One person.

    def me(
        self,
        here: Sequence[PersonTotal],
        all_: Sequence[PersonTotal],
        lately: Sequence[OwnRound] = (),
    ) -> Screen:
        """One's own sums, in this chat and in all; in private only the latter.

        Below them the course of one's newest rounds (``lately``), and how one stands against whom.
        """
        if not all_:
            return self.reader.screen(None, (), self.say(msg("me-none")))
        unranked = sum(total.unranked for total in all_)
        note = self.say(msg("me-unranked", rounds=unranked)) if unranked else ""
        here, all_ = [[t for t in totals if t.rounds] for totals in (here, all_)]
        if not all_:
            return self.reader.screen(None, (), note)
        parts = [("me-here", here)] if here and here != all_ else []
        blocks: list[Block] = []
        blocks += [self._mine(title, totals) for title, totals in (*parts, ("me-all", all_))]
        blocks += courses.of_person(lately, all_)
        record = courses.against(lately, self._apart)
        blocks += [record] if record else []
        return self.reader.screen(View(msg("me-title"), tuple(blocks)), (), note)

    def _mine(self, title: str, totals: Sequence[PersonTotal]) -> TableBlock:
        header = (
            msg("sheet-game"), msg("sheet-rounds"), msg("sheet-total"), msg("sheet-best"),
            msg("sheet-matches"), msg("sheet-wins"),
        )  # fmt: skip
        rows = tuple(
            (game_name(t.game), t.rounds, signed(t.points), signed(t.best), t.matches, t.wins)
            for t in totals
        )
        return TableBlock(msg(title), header, rows)

    # Seasons.

    def seasons(self, starts: Sequence[datetime]) -> str:
        """Every season with its days."""
        lines = [self.say(msg("season-title"))]
        bounds = (None, *starts, None)
        for number, (since, until) in enumerate(pairwise(bounds), 1):
            begins = day_time(since) if since is not None else self.say(msg("season-first"))
            ends = day_time(until) if until is not None else self.say(msg("season-now"))
            lines.append(self.say(msg("season-line", number=number, since=begins, until=ends)))
        return "\n".join([*lines, self.say(msg("season-how"))])


def reasons_of(scored: ScoredRound) -> tuple[Msg, ...]:
    """Why a round ended as it did; none where that cannot be read: the points still count."""
    try:
        return tuple(load_msgs(scored.reasons))
    except (ValueError, KeyError, TypeError, IndexError):
        log.warning("reasons not read match=%s round=%d", scored.match, scored.round)
        return ()


def changes(before: Sequence[int], now: Sequence[int]) -> Param:
    """What a correction changes, seat by seat, as a message of seats."""
    found = [
        msg("correct-seat", seat=SeatArg(seat), before=signed(old), now=signed(new))
        for seat, (old, new) in enumerate(zip(before, now, strict=True))
        if old != new
    ]
    return chained("render-list", found)
