"""What the database does with a lease: one row for each thing that one process runs at a time.

All times here are the database's own. Each function is one transaction that holds the row, so that
no two of them see the same state; what they return is what is stored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

SPAN = 7.0
"""Seconds for which a lease is given; whoever dies has it no longer than that."""

BEAT = 1.0
"""Seconds between two renewals, by the clock of whoever renews; it need not be right."""

UNSEEN = 2.5
"""Seconds without a renewal after which a holder that has no session at the database is dead: a
process that was killed loses its sessions at once, a machine that is gone does not."""

LOOK = 0.5
"""Seconds between two looks of those who wait for a lease."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A lease as it is stored.

    Attributes:
        holder: the process that has it; empty: nobody.
        epoch: how often it has been given; a new holder has a new one, and nobody has an old one.
        until: when it runs out if it is not renewed; where nobody has it, when it was given back.
    """

    holder: str = ""
    epoch: int = 0
    until: float = 0.0


def claimed(lease: Lease, process: str, now: float) -> Lease | None:
    """The lease once a process has asked for it; None where another one has it.

    Whoever has it already and asks anew has forgotten what it knew: it gets a new epoch as well.
    """
    if lease.holder not in ("", process) and now < lease.until:
        return None
    return Lease(process, lease.epoch + 1, now + SPAN)


def renewed(lease: Lease, process: str, epoch: int, now: float) -> Lease | None:
    """The lease once its holder has renewed it; None where it is not theirs any more.

    One that ran out and was given to nobody is still its holder's.
    """
    return replace(lease, until=now + SPAN) if is_held(lease, process, epoch) else None


def released(lease: Lease, process: str, epoch: int, now: float) -> Lease | None:
    """The lease once its holder has given it back; None where it is not theirs any more."""
    return replace(lease, holder="", until=now) if is_held(lease, process, epoch) else None


def cut_short(lease: Lease, now: float) -> Lease | None:
    """The lease once its holder was found to have no session any more; None where it has renewed it
    lately, so that it lives, or where the lease has run out."""
    if not lease.holder or not now < lease.until < now + SPAN - UNSEEN:
        return None
    return replace(lease, until=now)


def alone_for(lease: Lease, now: float) -> float:
    """For how many seconds at most nobody has done what a lease that is free stands for."""
    if not lease.epoch:
        return 0.0
    last = lease.until - SPAN if lease.holder else lease.until
    return max(0.0, now - last)


def passed(lease: Lease, process: str, epoch: int, to: str, now: float) -> Lease | None:
    """The lease once its holder has passed it on; None where it is not theirs any more."""
    return Lease(to, epoch + 1, now + SPAN) if is_held(lease, process, epoch) else None


def is_held(lease: Lease, process: str, epoch: int) -> bool:
    """Whether what a process writes counts: it has the epoch that is current. Time plays no part.

    It is asked inside the transaction that writes, so that no other epoch begins before its end.
    """
    return lease.holder == process and lease.epoch == epoch
