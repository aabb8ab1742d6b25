"""Where a process can be killed: every hit of a point is counted, and one of them is the last."""

import json
import os
import signal
from collections import Counter

from bot.store import db
from bot.store.connection import WritingConnection
from bot.store.lines import Kind, Put, once
from bot.store.schema import rounds
from bot.store.statements import ACTION, CLOSED, LIVE, MATCH, POSTING, SCORE


class Killer:
    """Kills the process at the ``number``-th hit of ``point``, a pair of a place and a moment."""

    def __init__(self, point=None, number=0):
        self._point, self._left = point, number
        self.counts = Counter()
        self.moment = lambda: "start"

    def hit(self, place, moment=None):
        point = (place, moment or self.moment())
        self.counts[point] += 1
        if point == self._point:
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    def watch_the_store(self):
        """Put points before, inside and after each of the store's transactions."""
        write, in_thread = WritingConnection.write, db._in_thread
        moments = []

        async def watched(pen, items, *rest):
            moments[:] = [moment_of(items)]
            self.hit("before commit", moments[0])
            await write(pen, items, *rest)
            self.hit("after commit", moments[0])

        def inside(connection, *rest):
            watched = _Watched(connection, lambda: self.hit("inside commit", *moments))
            return in_thread(watched, *rest)

        WritingConnection.write, db._in_thread = watched, inside


class _Watched:
    """A connection with a point after each statement."""

    def __init__(self, connection, hit):
        self._connection, self._hit = connection, hit

    def executemany(self, sql, rows):
        self._connection.executemany(sql, rows)
        self._hit()

    def execute(self, sql, values):
        found = self._connection.execute(sql, values)
        self._hit()
        return found

    def commit(self):
        self._hit()
        self._connection.commit()

    def rollback(self):
        self._connection.rollback()


def moment_of(items):
    """What a transaction is about, in one word."""
    lines = [line for item in items for line in item]
    kinds = {kind for kind, _ in lines}
    for kind, word in (
        (MATCH, "starting"),
        (Kind.ENDED, "finishing"),
        (SCORE, "settling"),
        (Put(rounds, once), "dealing"),
        (ACTION, "playing"),
        (POSTING, "coins"),
    ):
        if kind in kinds:
            return word
    states = [json.loads(v["state"]) for kind, v in lines if kind in (LIVE, CLOSED)]
    if not states:
        return "heartbeat"
    return "vote" if states[-1].get("vote") else f"saving {states[-1]['phase']}"
