"""The life after a kill: compare what is there with what was promised, and play on to the end."""

from collections import Counter

from bot.ports.refs import ChatRef
from bot.table import tokens
from tests.crash.journal import read
from tests.crash.judge import Disk
from tests.crash.life import Life
from tests.kit.ids import ROOM_ID

AGAIN = "（重发）"


class After:
    """What one start after a kill found."""

    def __init__(self, folder, scene, number, killer=None):
        self.folder, self.scene, self.number = folder, scene, number
        self.killer = killer
        self.journal = read(folder / "journal")
        self.found = Counter()
        self.problems = []

    def _wrong(self, text):
        self.problems.append(f"life {self.number}: {text}")

    def _judge(self, name):
        disk = Disk(self.folder, self.folder / name)
        journal = read(self.folder / "journal")
        disk.check_tables()
        self.found["lost"] += disk.check_told(journal)
        self.found["doubled"] += disk.doubled
        self.problems += [f"life {self.number} {name}: {text}" for text in disk.problems]
        return disk

    async def run(self):
        """The whole life; counts and problems."""
        disk = self._judge(f"killed-{self.number}")
        life = Life(self.folder, self.scene, self.number, self.killer)
        async with life.running():
            self._remembered(disk)
            self._compare(disk, life)
            self._posts(disk, life, "start")
            await life.deliver_again()
            await life.play()
        last = self._judge(f"ended-{self.number}")
        self._ended(last)
        await self._nothing_left()
        return {"counts": dict(self.found), "problems": self.problems}

    def _remembered(self, disk):
        """A message that was sent before somebody did something else is noted in its table."""
        asks = [at for at, record in enumerate(self.journal) if record.what == "ask"]
        earlier = self.journal[: asks[-1]] if asks else []
        for state, live, _ in disk.tables.values():
            shown = {h.ref.chat for h in state.hands}
            for record in earlier if live else ():
                if record.what in ("post", "whisper") and _table_of(record) == state.id:
                    private = record.what == "whisper"
                    if record.chat not in shown if private else state.board is None:
                        self._wrong(f"a message to {record.chat} is forgotten")
                        return

    def _compare(self, disk, life):
        """Tables, screens, question numbers and deadlines after the start are those before it."""
        runners = life.house.tables.running
        for ident, (state, live, at) in disk.tables.items():
            if state.over or not live:
                if ident in runners:
                    self._wrong(f"table {ident} was over and is there again")
                continue
            due = any(q.due is not None for q in state.questions)
            if ident not in runners:
                # A computer player that was due may have ended the match already.
                self.found["went on at once"] += due
                if not due:
                    self._wrong(f"table {ident} is not there again")
                continue
            table = runners[ident].table
            self._compare_screens(disk, state, table)
            if due and (table.state.round, table.state.step) != (state.round, state.step):
                self.found["went on at once"] += 1
                continue
            if state.suspended_at is None:
                stood = life.house.service.context.standstills.owed(state.standstills, at).by
                self._compare_times(state, table.state, stood)
            if table.state.shown < table.state.public:
                self._wrong(f"table {ident} was not shown")

    def _compare_screens(self, disk, state, table):
        if not state.match:
            return
        match, game = disk.matches[state.match].match, table.game
        if table.match.step != match.step or table.match.round != match.round:
            return
        for seat in (None, *range(match.seats)):
            again = game.present(game.observe(table.match.state, seat))
            if again != game.present(game.observe(match.state, seat)):
                self._wrong(f"seat {seat} sees something else")
        self.found["screens compared"] += match.seats + 1

    def _compare_times(self, before, after, stood):
        times = {q.seat: (q.number, q.deadline, q.due) for q in before.questions}
        for question in after.questions:
            if question.seat not in times:
                self._wrong(f"seat {question.seat} is asked anew")
                continue
            number, *moments = times[question.seat]
            moved = [None if time is None else time + stood for time in moments]
            if (question.number, question.deadline, question.due) != (number, *moved):
                self._wrong(f"question {number} is {question}, not {moved}")
            self.found["questions compared"] += 1

    def _posts(self, disk, life, when):
        """A start edits what was shown; it sends anew only what has no message yet.

        A turn is a fresh message, though: where the program was killed before it had stored which,
        whoever is asked gets it once, and the message it knew of is erased.
        """
        new = read(self.folder / "journal")[len(self.journal) :]
        boards = Counter(r.chat for r in new if r.what == "post" and r.message.rows)
        hands = Counter(r.chat for r in new if r.what == "whisper")
        tables = [s for s, live, _ in disk.tables.values() if live]
        unknown = sum(s.board is None for s in tables)
        if sum(boards.values()) > unknown:
            self._wrong(f"{boards} boards sent at the {when}")
        known = {h.ref.chat: h.ref for s in tables for h in s.hands}
        # A computer player that was due has moved by now, and somebody's turn has come.
        later = [runner.table.state for runner in life.house.tables.running.values()]
        asked = {s.players[q.seat].user for s in (*tables, *later) for q in s.questions}
        turns = {user.id for user in asked if user is not None}
        gone = {r.ref for r in new if r.what == "erase"}
        again = [
            chat
            for chat, count in hands.items()
            if count > 1 or (chat in known and not (chat in turns and known[chat] in gone))
        ]
        if again:
            self._wrong(f"private screens sent again to {again} at the {when}")
        self.found["boards sent again"] += sum(boards.values())

    def _ended(self, disk):
        """The match is over, every table closed and shown, every settlement told."""
        finished = [m for m in disk.matches.values() if m.status == "finished"]
        if len(finished) != 1:
            self._wrong(f"{len(finished)} matches were played to the end")
        for ident, (_, live, _) in disk.tables.items():
            if live:
                self._wrong(f"table {ident} is not closed")
        lines = [
            r.message.text
            for r in read(self.folder / "journal")
            if r.what == "post" and not r.message.rows
        ]
        rounds = len(finished[0].match.played) if finished else 0
        for number in range(1, rounds + 1):
            named = f"第 {number} 圈结束"
            told = [line for text in lines for line in text.split("\n\n") if named in line]
            first = [line for line in told if not line.startswith(AGAIN)]
            self.found["settlements told"] += bool(told)
            self.found["settlements untold"] += not told
            self.found["settlements told again"] += len(told) - len(first)

    async def _nothing_left(self):
        """One more start has nothing to do."""
        before = len(read(self.folder / "journal"))
        life = Life(self.folder, self.scene, self.number + 1)
        async with life.running() as house:
            if house.tables.at(ChatRef("memory", ROOM_ID)) is not None:
                self._wrong("a table is there after the end")
        kinds = Counter(r.what for r in read(self.folder / "journal")[before:])
        if set(kinds) - {"life", "time"}:
            self._wrong(f"one more start did something: {kinds}")


def _table_of(record):
    """The table that a message has buttons of."""
    found = [b.token for row in record.message.rows for b in row if b.token]
    found += [p.token for p in record.message.pickers]
    read_ = [t for t in map(tokens.read, found) if isinstance(t, tokens.Token)]
    return read_[0].table if read_ else ""
