"""Programs on one PostgreSQL that are killed and restarted while people play at them.

What everybody who plays has in common: presses that were acknowledged, those that were answered
with words, and how long each waited, with its story.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from random import Random

    from tests.kit.program import Program

BAR = 10.0
"""Seconds that nobody is to wait for longer."""

LATELY = 8.0
"""Seconds before a press in which what was done to the programs may still matter to it."""


class Fleet:
    """The programs, by name; what is done to them is printed, with seconds since the beginning.

    ``had`` says what a program has that is killed or stopped now.
    """

    def __init__(self, programs: dict[str, Program], chance: Random, every: float) -> None:
        self.programs, self.chance, self.every = programs, chance, every
        self.up = set(programs)
        self.had: Callable[[str], str] = lambda name: ""
        self.done: list[tuple[float, str]] = []
        self.ended = 0
        """How many have ended by themselves."""
        self._began = time.perf_counter()

    @property
    def now(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self._began

    def note(self, what: str) -> None:
        """Say what happens now."""
        self.done.append((self.now, what))
        print(f"{self.now:.1f} {what}", flush=True)

    def during(self, began: float, ended: float) -> list[str]:
        """What was noted between two times, and shortly before."""
        return [f"{at:.1f} {what}" for at, what in self.done if began - LATELY <= at <= ended]

    def open_port(self) -> str:
        """One that is open now."""
        up = sorted(self.programs[name].address for name in self.up)
        return self.chance.choice(up) if up else ""

    async def kill(self) -> None:
        """After a while kill one, and start it again."""
        await self._pause()
        await self._again(self.chance.choice(sorted(self.up)), gently=False)

    async def roll(self) -> None:
        """Stop and start all, one after the other."""
        for name in self.programs:
            await self._pause()
            await self._again(name, gently=True)

    async def _pause(self) -> None:
        await asyncio.sleep(self.every * self.chance.uniform(0.5, 1.5))

    async def _again(self, name: str, *, gently: bool) -> None:
        program = self.programs[name]
        self.up.discard(name)
        if program.process.returncode is not None:
            self.ended += 1
            self.note(f"{name} has ended by itself: {program.log[-20:]}")
        elif gently:
            self.note(f"stop {name} ({self.had(name)})")
            await program.stop()
        else:
            self.note(f"kill {name} ({self.had(name)})")
            await program.kill()
        self.note(f"start {name}")
        await program.start()
        self.note(f"open {name}")
        self.up.add(name)


@dataclass
class Waited:
    """One press: when it began, how long it took, where, and what happened meanwhile.

    Attributes:
        place: of its table, as it is stored.
        pressed: what was pressed, and by whom.
    """

    began: float
    seconds: float
    where: str
    story: tuple[str, ...] = ()
    place: str = ""
    pressed: str = ""

    @property
    def ended(self) -> float:
        """When it was answered."""
        return self.began + self.seconds


@dataclass
class Account:
    """What one place's people were told.

    Attributes:
        told: presses that were acknowledged, by source.
        refused: answers in words, with where and when.
        longest: the longest wait.
        presses: how many were made.
        keys: what was pressed, by source, where a platform says that a press has arrived before it
            is done: the second one on the same button is a copy, and no other press.
    """

    told: dict[str, Waited] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    longest: Waited = field(default_factory=lambda: Waited(0, 0, ""))
    presses: int = 0
    keys: dict[str, str] = field(default_factory=dict)

    def lost(self, stored: Collection[str]) -> list[str]:
        """What was acknowledged and is not stored, nor anything of which it is a copy."""
        done = {key for source, key in self.keys.items() if source in stored}
        return [
            source
            for source in self.told
            if source not in stored and self.keys.get(source, source) not in done
        ]

    def waited(self, wait: Waited) -> None:
        """Count a press."""
        self.presses += 1
        if wait.seconds > self.longest.seconds:
            self.longest = wait
