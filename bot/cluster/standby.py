"""Who is to take which numbered thing, who stands by for it, and what is passed on to them.

Worked out by each process alike from what the database says, so that nobody has to be told.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BY, READY = "by", "ready"
"""What the names of these leases end with: somebody stands by, and could take it up at once."""


@dataclass(frozen=True, slots=True)
class Names:
    """How the leases of ``count`` things are called that are known as ``what``."""

    what: str
    count: int

    def thing(self, number: int, role: str = "") -> str:
        """The lease of a thing, or of a role at it."""
        return f"{self.what}:{self.count}:{number}" + (f":{role}" if role else "")

    def process(self, address: str) -> str:
        """The lease of a process that wants a share."""
        return f"{self.what}:{self.count}:at:{address}"


def numbered(name: str) -> tuple[int, str] | None:
    """The number of a thing and the role at it, by the name of a lease; None for anything else."""
    _, among, number, *role = name.split(":")
    if not among.isdigit() or not number.isdigit() or len(role) > 1:
        return None
    return int(number), role[0] if role else ""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the database says.

    Attributes:
        processes: those that want a share.
        having: who has a thing, by its number.
        by: who stands by for a thing, by its number; ``ready``: of those, for which they could
            take it up at once.
        odd: whether things are had that are counted in another way.
    """

    processes: frozenset[str]
    having: Mapping[int, str]
    by: Mapping[int, str]
    ready: frozenset[int]
    odd: bool = False

    @classmethod
    def of(cls, leases: Mapping[str, str], names: Names, me: str) -> Seen:
        """Read the holders of leases by their names."""
        here = names.process("")
        found: dict[str, dict[int, str]] = {"": {}, BY: {}, READY: {}}
        odd = False
        for name, who in leases.items():
            one = numbered(name)
            if one is None:
                continue
            number, role = one
            if number >= names.count or name != names.thing(number, role):
                odd = odd or not role
            elif role in found:
                found[role][number] = who
        processes = {who for name, who in leases.items() if name.startswith(here)} | {me}
        return cls(frozenset(processes), found[""], found[BY], frozenset(found[READY]), odd)

    def due(self, free: Iterable[int], me: str, mine: int) -> set[int]:
        """What is a process's to take, which has so many.

        What is free goes to whoever stands by for it, else to whoever has fewest by then: what one
        has together is all gone with it, and is begun anew one after the other.
        """
        has = Counter(dict.fromkeys(self.processes, 0))
        has.update(self.having.values())
        has[me] = mine
        due = set()
        for number in free:
            who = self.by.get(number, "")
            if who not in self.processes:
                who = min(self.processes, key=lambda who: (has[who], who))
            has[who] += 1
            if who == me:
                due.add(number)
        return due

    def to_stand_by(self, me: str) -> set[int]:
        """The things for which nobody stands by and a process should: whoever has least to do, and
        first for those things that are had by whoever has most of them."""
        has = Counter(self.having.values())
        load = has + Counter(self.by.values())
        found = set()
        bare = (number for number in self.having if number not in self.by)
        for number in sorted(bare, key=lambda number: (-has[self.having[number]], number)):
            others = self.processes - {self.having[number]}
            if others:
                who = min(others, key=lambda who: (load[who], who))
                load[who] += 1
                if who == me:
                    found.add(number)
        return found

    def at_risk(self, number: int) -> bool:
        """Whether whoever has a thing has others as well, which would be gone with it."""
        who = self.having.get(number, "")
        return Counter(self.having.values())[who] > 1

    def to_leave(self, me: str, *, settled: bool) -> int | None:
        """A thing for which a process stands by, and another should that has far less to do.

        What it is not ready for is left at once; ``settled``: also what it would be ready for.
        """
        has = Counter(self.having.values())
        load = has + Counter(self.by.values())
        least = min(self.processes, key=lambda who: (load[who], who))
        if load[least] + 2 > load[me]:
            return None
        mine = [
            number
            for number, who in self.by.items()
            if who == me
            and self.having.get(number, least) != least
            and (settled or number not in self.ready)
        ]
        return max(
            mine,
            key=lambda number: (number not in self.ready, has[self.having[number]], number),
            default=None,
        )

    def to_pass(self, me: str) -> int | None:
        """A thing of a process that goes to whoever is ready for it and has two fewer."""
        has = Counter(self.having.values())
        mine = (number for number, who in self.having.items() if who == me)
        for number in sorted(self.ready.intersection(mine), reverse=True):
            to = self.by.get(number, me)
            if to in self.processes and has[to] + 2 <= has[me]:
                return number
        return None
