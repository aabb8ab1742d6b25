"""Forks the lives, kills them, and adds up what the lives after them found."""

import asyncio
import json
import os
import random
import shutil
import signal
import time
import traceback
from collections import Counter
from functools import partial

from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.store.store import Store
from engine.msg import Msg
from engine.registry import games
from tests.crash.after import After
from tests.crash.life import Life
from tests.crash.points import Killer

ANY = ("any place", "any moment")
"""Killed from outside, wherever the process is."""

OFTEN = 4
"""How often that has its turn for each turn of another kind."""

AGAIN = 0.5
"""How many of those that start again are killed once more."""

LIVES = 4
"""At most so many kills a match."""

RESULT = "result.json"


def fork(work, *given):
    """The id of a child that does some work and ends."""
    child = os.fork()
    if child:
        return child
    try:
        work(*given)
    except BaseException:  # noqa: BLE001  (nothing of the parent may run on in the child)
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def waited(child):
    """How a child ended: a signal's number below zero, else its code."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def first_life(folder, scene, killer):
    """A life until it is killed or the match is over."""

    async def live():
        begun = time.monotonic()
        life = Life(folder, scene, 1, killer)
        async with life.running():
            await life.play()
        points = [[*point, count] for point, count in killer.counts.items()]
        return {"points": points, "seconds": time.monotonic() - begun}

    _leave(folder, live())


def later_life(folder, scene, number, killer):
    """A life after a kill."""
    _leave(folder, After(folder, scene, number, killer).run())


def _leave(folder, living):
    found = asyncio.run(living)
    (folder / RESULT).write_text(json.dumps(found), "utf-8")


def result_of(folder):
    return json.loads((folder / RESULT).read_text("utf-8"))


class Tally:
    """What a number of matches found: kills by kind of point, counts, problems in words."""

    def __init__(self):
        self.points, self.counts, self.problems = Counter(), Counter(), []

    def add(self, other):
        self.points.update(other.points)
        self.counts.update(other.counts)
        self.problems += other.problems

    def dump(self):
        points = [[*point, count] for point, count in self.points.items()]
        return json.dumps([points, dict(self.counts), self.problems])

    @classmethod
    def load(cls, text):
        tally = cls()
        points, counts, tally.problems = json.loads(text)
        tally.points.update({(place, moment): count for place, moment, count in points})
        tally.counts.update(counts)
        return tally


class Crash:
    """Kills lives at points drawn by a seed.

    Args:
        folder: for everything that is written; what has no problem is removed again.
        seed: the same seed kills at the same points, as far as threads are punctual.
        places: where to kill, or pairs of where and at which moment; everywhere if empty.
    """

    def __init__(self, folder, seed, places=()):
        self.folder, self.seed, self.places = folder, seed, places
        self.empty = folder / "empty.db"
        self.rehearsed = []
        # All that a child needs is loaded before it is forked: languages take a second each.
        for language in LANGUAGES:
            Catalogue(language, strict=True).say(Msg("help-text"))
        games(tests_too=True)
        if waited(fork(self._make)) != 0:
            raise RuntimeError("no database")

    def _make(self):
        async def make():
            store = await Store.open(f"sqlite:///{self.empty}")
            await store.close()

        asyncio.run(make())

    def rehearse(self, scenes, jobs):
        """Let every scene be played once without a kill: which points it has, and how often."""
        _together(jobs, [partial(self._rehearse, scene) for scene in scenes])
        for scene in scenes:
            found = result_of(self.folder / f"rehearsal-{scene.seed}")
            points = {(place, moment): count for place, moment, count in found["points"]}
            self.rehearsed.append((scene, points, found["seconds"]))

    def _rehearse(self, scene):
        first_life(self._folder(f"rehearsal-{scene.seed}"), scene, Killer())

    def _folder(self, name):
        folder = self.folder / name
        folder.mkdir()
        shutil.copy(self.empty, folder / "t.db")
        return folder

    def kinds(self):
        """Every kind of point that some scene has."""
        every = {point for _, points, _ in self.rehearsed for point in points}
        return sorted(
            kind for kind in every if not self.places or {kind, kind[0]} & set(self.places)
        )

    def run(self, points, jobs, *, first=False):
        """Kill so often, in ``jobs`` matches at a time; the tally.

        ``first``: a first problem found is enough.
        """
        shares = [points // jobs + (job < points % jobs) for job in range(jobs)]
        files = [self.folder / f"tally-{job}" for job in range(jobs)]
        works = [
            partial(self._share, job, jobs, shares[job], files[job], first) for job in range(jobs)
        ]
        _together(jobs, works)
        total = Tally()
        for file in files:
            total.add(Tally.load(file.read_text("utf-8")))
        return total

    def _share(self, job, jobs, points, file, first):
        tally, number = Tally(), job
        while sum(tally.points.values()) < points and not (first and tally.problems):
            self._match(number, tally)
            number += jobs
        file.write_text(tally.dump(), "utf-8")

    def _match(self, number, tally):
        """One match with one kill or more; every kind of point has its turn."""
        kinds = self.kinds() if self.places else [*self.kinds(), *[ANY] * OFTEN]
        round_, turn = divmod(number, len(kinds))
        order = random.Random(f"{self.seed} {round_}").sample(kinds, len(kinds))  # noqa: S311
        kind, dice = order[turn], random.Random(f"{self.seed} {number}")  # noqa: S311
        folder = self._folder(f"match-{number}")
        having = [r for r in self.rehearsed if kind == ANY or kind in r[1]]
        scene, counts, seconds = dice.choice(having)
        tally.counts["matches"] += 1
        if _first(folder, scene, kind, dice, counts.get(kind, 0), seconds):
            tally.points[kind] += 1
        else:
            tally.counts["ended before the kill"] += 1
        life, ended = 2, None
        while ended is None:
            again = life <= LIVES and dice.random() < AGAIN
            kind_again = dice.choice(sorted(counts))
            killer = Killer(kind_again, dice.randint(1, 2)) if again else None
            ended = waited(fork(later_life, folder, scene, life, killer))
            if killer is not None and ended == -signal.SIGKILL:
                tally.points[kind_again] += 1
                tally.counts["killed again"] += 1
                life, ended = life + 1, None
        self._count(folder, f"match {number} ({scene.game}) {', '.join(kind)}", ended, tally)

    def _count(self, folder, name, ended, tally):
        if ended != 0:
            tally.problems.append(f"{name}: the last life ended with {ended}")
            return
        found = result_of(folder)
        tally.counts.update(found["counts"])
        tally.problems += [f"{name}: {text}" for text in found["problems"]]
        if not found["problems"]:
            shutil.rmtree(folder)


def _first(folder, scene, kind, dice, count, seconds):
    """The first life of a match; whether it was killed."""
    if kind == ANY:
        child = fork(first_life, folder, scene, Killer())
        time.sleep(dice.uniform(0.05, seconds))
        os.kill(child, signal.SIGKILL)
    else:
        child = fork(first_life, folder, scene, Killer(kind, dice.randint(1, count)))
    return waited(child) == -signal.SIGKILL


def _together(jobs, works):
    """Do works in children, so many at a time."""
    waiting, running = list(works), set()
    while waiting or running:
        while waiting and len(running) < jobs:
            running.add(fork(waiting.pop(0)))
        child, status = os.wait()
        running.discard(child)
        if os.waitstatus_to_exitcode(status) != 0:
            raise RuntimeError(f"a child ended with {os.waitstatus_to_exitcode(status)}")
