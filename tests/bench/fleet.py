"""Programs on one PostgreSQL that are killed and restarted while people play at them.

What everybody who plays has in common: presses that were acknowledged, those that were answered
with words, and how long each waited, with the story of the longest.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from random import Random

    from tests.kit.program import Program

BAR = 10.0
"""Seconds that nobody is to wait for longer."""


class Fleet:
    """The programs; what is done to them is printed, with seconds since the beginning."""

    def __init__(self, programs: Sequence[Program], chance: Random) -> None:
        self.programs, self.chance = programs, chance
        self.up = set(programs)
        self.ended = 0
        """How many have ended by themselves."""
        self._began = time.perf_counter()

    @property
    def now(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self._began

    def note(self, what: str) -> None:
        """Say what happens now."""
        print(f"{self.now:.1f} {what}", flush=True)

    def open_port(self) -> str:
        """One that is open now."""
        up = sorted(program.address for program in self.up)
        return self.chance.choice(up) if up else ""

    async def kill(self) -> None:
        """Kill one, and start it again."""
        up = [program for program in self.programs if program in self.up]
        await self._again(self.chance.choice(up), gently=False)

    async def roll(self) -> None:
        """Stop and start all, one after the other."""
        for program in self.programs:
            await self._again(program, gently=True)

    async def _again(self, program: Program, *, gently: bool) -> None:
        name = program.address.rpartition(":")[2].rstrip("/")
        self.up.discard(program)
        if program.process.returncode is not None:
            self.ended += 1
            self.note(f"{name} has ended by itself: {program.log[-20:]}")
        elif gently:
            self.note(f"stop {name}")
            await program.stop()
        else:
            self.note(f"kill {name}")
            await program.kill()
        self.note(f"start {name}")
        await program.start()
        self.note(f"open {name}")
        self.up.add(program)


@dataclass
class Waited:
    """One press: when it began, how long it took, where, and what happened meanwhile."""

    began: float
    seconds: float
    where: str
    story: tuple[str, ...] = ()


@dataclass
class Account:
    """What one place's people were told.

    Attributes:
        told: sources of presses that were acknowledged.
        refused: answers in words, with where and when.
        longest: the longest wait.
        presses: how many were made.
        keys: what was pressed, by source, where a platform says that a press has arrived before it
            is done: the second one on the same button is a copy, and no other press.
    """

    told: list[str] = field(default_factory=list)
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
