"""A chain of drand's: what its hash stands for, and when it tells which round.

A chain is known by its hash, in which its key and its times are; so whoever answers, nobody can
give out other ones for it. Source: drand's documentation of its HTTP API, and its ``chain.Info``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from engine.verify import KNOWN, chain_of, due_of

if TYPE_CHECKING:
    from collections.abc import Mapping

QUICKNET = next(hash_ for hash_, name in KNOWN.items() if name == "drand quicknet")
"""The chain of the League of Entropy that tells a number every three seconds."""

SCHEME = "bls-unchained-g1-rfc9380"
"""Signatures on G1, and a round's message is its number alone: what ``signature`` checks."""

SHAPES = {
    "public_key": r"[0-9a-f]{192}", "period": r"[1-9][0-9]{0,3}",
    "genesis_time": r"[1-9][0-9]{0,10}", "group_hash": r"[0-9a-f]{64}",
    "beacon_id": r"[a-z0-9_-]{0,64}",
}  # fmt: skip
"""What a chain's hash is made of, as ``engine.verify`` takes it."""


class Unfit(Exception):
    """What a beacon says cannot be used; the text says why, for whoever runs the program."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain.

    Attributes:
        hash: its hash, in hexadecimal.
        facts: what the hash is made of, by the names of ``SHAPES``.
    """

    hash: str
    facts: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """What it is called; empty where it is no known one."""
        return KNOWN.get(self.hash, "")

    @property
    def key(self) -> str:
        """Its public key, in hexadecimal."""
        return dict(self.facts)["public_key"]

    @property
    def period(self) -> timedelta:
        """The time from round to round."""
        return timedelta(seconds=int(dict(self.facts)["period"]))

    def due(self, number: int) -> datetime:
        """When a round is told; rounds count from 1."""
        return datetime.fromtimestamp(due_of(dict(self.facts), number), UTC)

    def round_at(self, now: datetime) -> int:
        """The newest round that is told by then; 0: none yet."""
        return max(0, (now - self.due(1)) // self.period + 1)


def chain_from(told: Any, wanted: str) -> Chain:
    """The chain that a server tells of.

    Args:
        told: what ``/CHAIN/info`` says, as JSON.
        wanted: the hash it must have.

    Raises:
        Unfit: it is another one, or of another scheme.
    """
    if not isinstance(told, dict):
        raise Unfit("what answers is no drand")
    if told.get("schemeID") != SCHEME:
        raise Unfit(f"the chain's scheme is not {SCHEME}: take quicknet")
    facts = _facts(told)
    if not all(re.fullmatch(SHAPES[name], facts[name]) for name in SHAPES):
        raise Unfit("what answers is no drand")
    if chain_of(facts) != wanted:
        raise Unfit("the server tells of another chain than BEACON_CHAIN")
    return Chain(wanted, tuple(facts.items()))


def _facts(told: Mapping[str, Any]) -> dict[str, str]:
    more = told.get("metadata")
    named = more.get("beaconID", "") if isinstance(more, dict) else ""
    found = {
        "public_key": told.get("public_key"), "period": told.get("period"),
        "genesis_time": told.get("genesis_time"), "group_hash": told.get("groupHash"),
        "beacon_id": named,
    }  # fmt: skip
    return {name: str(value) for name, value in found.items()}
