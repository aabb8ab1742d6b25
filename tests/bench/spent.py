"""CPU seconds of a measurement, by whose they are."""

from __future__ import annotations

import os
import resource
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.kit.postgres import Postgres


def spent(server: Postgres) -> dict[str, float]:
    """Seconds so far of this process, of those that it has started and that have ended, and of a
    PostgreSQL with all of its own."""
    here, ended = (resource.getrusage(who) for who in (_SELF, _CHILDREN))
    return {
        "simulators": here.ru_utime + here.ru_stime,
        "programs": ended.ru_utime + ended.ru_stime,
        "PostgreSQL": _of_server(server),
    }


_SELF, _CHILDREN = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN


def _of_server(server: Postgres) -> float:
    first = (server.folder / "data" / "postmaster.pid").read_text().split()[0]
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    ticks = sum(sum(_ticks(pid)) for pid in children) + sum(_ticks(first, ended=True))
    return ticks / os.sysconf("SC_CLK_TCK")


def _ticks(pid: str, *, ended: bool = False) -> list[int]:
    """Its own time, user's and system's; ``ended``: also that of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has just ended
        return []
    return [int(field) for field in fields[11 : 15 if ended else 13]]
