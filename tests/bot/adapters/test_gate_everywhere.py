"""The table of rights, tried on the platforms: every control and command as every kind of person.

All of it with ``DEEP=1``, else so many that the commit chooses.
"""

import pytest

from bot.access import bars, rights
from bot.access.rights import RIGHTS, Right, Who
from tests.bot.access.test_rights import meant
from tests.kit.gate import wishes
from tests.kit.gate_places import PLACES
from tests.kit.tiers import chosen

SOME = 60
"""So many are tried on each platform for a commit."""

PLAYED = ("settle", "export", "record", "replay", "analyse")
"""On the page these are for somebody who has played in that room."""


def may(name, act, kind, *, sits, start):
    """What the table says of somebody on a platform."""
    # Whoever left the group in the lobby has no seat any more once they are looked at: a stranger.
    row = "stranger" if kind == "gone" and not (sits and start) else kind
    if name == "page" and act == "chat" and kind in ("member", "seated"):
        return True  # nobody is an administrator there: what is the room's is everybody's
    # No round is over; who sits at a match that is on plays.
    if name == "page" and act in PLAYED and not (start and kind in ("seated", "host", "admin")):
        return False
    return meant()[act, row]


def asked(place, kinds):
    """Everything that can be asked for, as (kind, act, how, what)."""
    return [
        (kind, *wish)
        for kind in kinds
        for wish in wishes(kind, sits=place.sits(kind))
        if place.possible(kind, *wish[1:])
    ]


async def broken(name, place, wanted=lambda tried: chosen(tried, SOME, "gate"), *, start=True):
    """What the platform's gate does otherwise than the table says."""
    found = []
    # With somebody blocked the page lets in nobody new: those come last, and alone.
    late = ["blocked"] if name == "page" else []
    early = [kind for kind in place.kinds if kind not in late]
    for kind, act, how, given in wanted(asked(place, early)):
        meant_ = may(name, act, kind, sits=place.sits(kind), start=start)
        if await place.admits(kind, how, given) != meant_:
            found.append((kind, act, given))
    if late:
        await place.bar()
    for kind, act, how, given in wanted(asked(place, late)):
        if await place.admits(kind, how, given) != may(name, act, kind, sits=False, start=start):
            found.append((kind, act, given))
    return found


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("start", [False, True], ids=["lobby", "playing"])
async def test_everything_is_allowed_as_it_is_meant(tmp_path, name, start):
    async with PLACES[name](tmp_path / "t.db", start=start) as place:
        wrong = await broken(name, place, start=start)
        assert not wrong, " ".join(map(str, wrong))


@pytest.mark.parametrize("name", PLACES)
async def test_a_planted_fault_is_caught(tmp_path, monkeypatch, name):
    right = RIGHTS["why"]
    weak = {**RIGHTS, "why": Right(right.may | {Who.STRANGER}), "kick": Right(frozenset(Who))}
    async with PLACES[name](tmp_path / "t.db") as place:
        monkeypatch.setattr("bot.commands.gate.RIGHTS", weak)
        monkeypatch.setitem(rights.CONTROLS, "bot", "look")
        monkeypatch.setattr(bars.Bars, "holds", _never)

        def some(tried):
            kinds, items = ("stranger", "member", "blocked"), ("why", "bot", "/table", "/kick 2")
            return [one for one in tried if one[0] in kinds and one[3] in items]

        found = {(kind, act) for kind, act, _ in await broken(name, place, some)}
    assert {("stranger", "why"), ("member", "addbot"), ("member", "kick")} <= found
    assert ("blocked", "table") in found


async def _never(*_):
    return False
