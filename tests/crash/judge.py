"""What is on the disk after a kill, read and played again without the program's own reading."""

import json
import shutil
import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.table import tokens
from bot.table.state import Phase, loads
from engine.codec import dump_msgs, load_carry
from engine.codec import loads as load_action
from engine.match import Match, act, deal, plan_of
from engine.registry import games
from tests.crash.coins import Coins
from tests.crash.life import seen


def time_of(micros):
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=micros)


@dataclass
class Replayed:
    """A match played again from its rows: where it stands, and every screen on the way."""

    match: Match
    status: str
    screens: dict = field(default_factory=dict)


class Disk:
    """A copy of the database's files as a kill left them."""

    def __init__(self, folder, work):
        work.mkdir()
        for name in ("t.db", "t.db-wal", "t.db-shm"):
            if (folder / name).exists():
                shutil.copy(folder / name, work / name)
        self._connection = sqlite3.connect(work / "t.db")
        self.sources = Counter(
            source for (source,) in self._rows("select source from action where source is not null")
        )
        self.tables = {
            table: (loads(state), bool(live), time_of(at))
            for table, live, state, at in self._rows(
                "select [table], live, state, at from table_state"
            )
        }
        beats = self._rows("select at from heartbeat")
        self.beat = time_of(beats[0][0]) if beats else None
        self.problems = []
        self.doubled = 0
        self.matches = {
            row[0]: self._replay(*row)
            for row in self._rows("select id, game, seed, options, quan, carry, status from match")
        }
        self.problems += Coins(self._rows, self.matches, self.tables).problems
        self._connection.close()

    def _rows(self, query, *values):
        return self._connection.execute(query, values).fetchall()

    def _wrong(self, text):
        self.problems.append(text)

    def _replay(self, ident, game, seed, options, quan, carry, status):
        options = json.loads(options)
        ((seats,),) = self._rows("select count(*) from seat where match = ?", ident)
        match = Match(
            games(tests_too=True)[game], seats, seed, options, plan_of(options, quan),
            load_carry(carry),
        )  # fmt: skip
        found = Replayed(match, status)
        scored, numbers = {}, []
        for number, seat, points in self._rows(
            "select round, seat, points from round_score where match = ? order by round, seat",
            ident,
        ):
            scored.setdefault(number, []).append((seat, points))
        for number, round_options, reasons in self._rows(
            "select round, options, reasons from round where match = ? order by round", ident
        ):
            numbers.append(number)
            match, _ = deal(match, json.loads(round_options))
            self._look(found, match)
            steps = []
            for step, seat, action in self._rows(
                "select step, seat, action from action where match = ? and round = ? order by step",
                ident, number,
            ):  # fmt: skip
                steps.append(step)
                match, _ = act(match, seat, load_action(action))
                self._look(found, match)
            if steps != list(range(1, len(steps) + 1)):
                self._wrong(f"steps of round {number}: {steps}")
            self._compare_scores(match, number, scored.pop(number, []), reasons)
        if numbers != list(range(1, len(numbers) + 1)):
            self._wrong(f"rounds {numbers}")
        if scored:
            self.doubled += 1
            self._wrong(f"scores of rounds that are not there: {sorted(scored)}")
        if (status == "finished") != match.over:
            self._wrong(f"a match that is {status} and over: {match.over}")
        found.match = match
        return found

    def _compare_scores(self, match, number, stored, reasons):
        outcome = match.outcome
        wanted = list(enumerate(outcome.scores)) if outcome is not None else []
        if stored != wanted:
            self.doubled += len(stored) > len(wanted)
            self._wrong(f"scores of round {number}: {stored} instead of {wanted}")
        if outcome is not None and reasons != dump_msgs(outcome.reasons):
            self._wrong(f"reasons of round {number}")

    def _look(self, found, match):
        for seat in (None, *range(match.seats)):
            view = match.game.present(match.game.observe(match.state, seat))
            found.screens.setdefault(seat, set()).add(seen(view))

    # What was promised.

    def check_tables(self):
        """Each table's row says the same as its match's log."""
        for ident, (state, live, _) in self.tables.items():
            if not state.match:
                continue
            match = self.matches[state.match].match
            if (state.round, state.step) != (match.round, match.step):
                self._wrong(
                    f"table {ident} at {state.round}.{state.step}, not {match.round}.{match.step}"
                )
            asked = match.game.asked(match.state) if match.outcome is None else ()
            playing = state.phase is Phase.PLAYING
            if playing and tuple(q.seat for q in state.questions) != asked:
                self._wrong(f"table {ident} does not ask who is asked")
            if state.phase is Phase.BETWEEN and (match.outcome is None or match.over):
                self._wrong(f"table {ident} is between rounds and is not")
            numbers = [q.number for q in state.questions]
            if len(set(numbers)) < len(numbers) or max(numbers, default=0) > state.counter:
                self._wrong(f"table {ident} has question numbers {numbers}")
            if not state.over and not live:
                self._wrong(f"table {ident} is on and not live")

    def check_told(self, journal):
        """How much of what was told or shown is not on the disk; and what was done twice."""
        lost = 0
        told = {r.source: r for r in reversed([r for r in journal if r.what == "told"])}
        asked = [r for r in journal if r.what == "ask"]
        for record in asked:
            incoming = record.incoming
            answer = told.get(incoming.source)
            if answer is None:
                continue
            if _is_play(incoming) and not answer.text and not self.sources[incoming.source]:
                lost += 1
                self._wrong(f"told as played and not stored: {incoming.source}")
            if answer.text and self.sources[incoming.source]:
                first = next(r for r in asked if r.incoming.source == incoming.source)
                if first is record and self._count_asks(asked, incoming.source) == 1:
                    self._wrong(f"refused and stored: {incoming.source} {answer.text}")
            for ident, public in answer.public.items():
                if ident not in self.tables or self.tables[ident][0].public < public:
                    lost += 1
                    self._wrong(f"table {ident} has forgotten what {incoming.source} was told")
        for source, count in self.sources.items():
            if count > 1:
                self.doubled += 1
                self._wrong(f"stored twice: {source}")
        return lost + self._check_shown(journal)

    def _count_asks(self, asked, source):
        return sum(r.incoming.source == source for r in asked)

    def _check_shown(self, journal):
        """Nobody was shown a screen that the log does not lead to, or asked an unknown question."""
        lost, owner = 0, {}
        for record in journal:
            if record.what not in ("post", "edit", "whisper"):
                continue
            message = record.message
            chat = record.ref.chat if record.what == "edit" else record.chat
            private = record.ref.private if record.what == "edit" else record.what == "whisper"
            found = [tokens.read(b.token) for row in message.rows for b in row if b.token]
            found += [tokens.read(p.token) for p in message.pickers]
            found = [t for t in found if isinstance(t, tokens.Token)]
            for token in found:
                if token.table not in self.tables:
                    lost += 1
                    self._wrong(f"a button of a table that is not stored: {token}")
                    continue
                state = self.tables[token.table][0]
                answer = token.item[0] in "cnsvp" and token.item[1:2].isdecimal()
                if answer and token.question > state.counter:
                    lost += 1
                    self._wrong(f"a question that is not stored: {token}")
                key = (token.table, token.question)
                if answer and private and owner.setdefault(key, chat) != chat:
                    self._wrong(f"one question for two: {key}")
            lost += self._unknown_picture(message, chat, found, private=private)
        return lost

    def _unknown_picture(self, message, chat, found, *, private):
        if message.picture is None or not found or found[0].table not in self.tables:
            return 0
        state = self.tables[found[0].table][0]
        if not state.match or "join" in {token.item for token in found}:
            return 0
        seat = next(
            (s for s, i in enumerate(state.players) if private and i.user and i.user.id == chat),
            None,
        )
        if message.picture.decode() in self.matches[state.match].screens[seat]:
            return 0
        self._wrong(f"a screen shown to {chat} that the log does not lead to")
        return 1


def _is_play(incoming):
    token = tokens.read(incoming.token) if incoming.token else None
    if isinstance(token, tokens.Token):
        return token.item[0] in "cnsvp" and token.item[1:2].isdecimal()
    return bool(incoming.text) and not incoming.text.startswith("/")
