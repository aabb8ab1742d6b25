"""What processes, and the leases of rooms, are called."""

from __future__ import annotations


def address_of(process: str) -> str:
    """Where a process hears; empty for none."""
    return process.rpartition(".")[2]


def room_of(place: str) -> str:
    """The room of a table's place, by the name of its lease."""
    return place.rpartition(":")[0]
