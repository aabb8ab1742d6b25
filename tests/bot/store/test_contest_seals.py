"""A fingerprint that is a whole 复式's: what matches come from it, when it is open, the count."""

import json

from bot.store.rows import (
    MatchEnded,
    ProposalEnded,
    ProposalOpened,
    TournamentSaved,
)
from bot.store.shuffle_rows import ContestDealt, ContestSealed, ShuffleSealed, WordGiven
from bot.store.shuffles import traces
from engine.shuffle import Table
from tests.kit.stored import NOW, later, played, started

CHAT = "web:room"
SEALED = "alone:duplicate c.0.1"
BOUND = json.dumps(["contest=c", "tables=2", "seats=3", "deals=1"])


def shown(ident="s", mark="ab", at=NOW):
    fingerprint = mark * 32
    row = ShuffleSealed(ident, "c", CHAT, 1, fingerprint, BOUND, 0, bytes(32), "web:A", at)
    return [row, ContestSealed(ident, False, None)]


def begun(ident="s"):
    word = WordGiven(ident, 1, "web:B", "cd" * 32, "ef" * 32, "01" * 16, "春风")
    return [word, ContestSealed(ident, True, None)]


def dealt(ident="s"):
    return [ContestDealt(f"m{table}", ident, 1, table) for table in (1, 2)]


async def of(store, person):
    return await store.read(traces, person, [])


async def test_while_anything_of_it_is_played_it_is_neither_open_nor_counted_nor_forgotten(store):
    await store.commit(shown())
    assert await store.shuffles.unopened(CHAT) == [], "people register for it"
    await store.commit(begun())
    await store.commit([*dealt(), *played("m1", [(1, 2, -3)], SEALED, seats="A--")])
    await store.commit(started("m2", SEALED, seats="B--"))
    for table in (1, 2):
        found = await store.shuffles.of(f"m{table}")
        assert (found.match, found.sealed, found.ended) == (f"m{table}", "s", None)
        assert found.contest == Table(1, table, 2, 3)
    assert await store.shuffles.unopened(CHAT) == []
    assert await of(store, "web:A") == await of(store, "web:B") == ((), ())
    await store.commit([ContestSealed("s", True, later(9))])
    assert (await store.shuffles.of("m1")).ended is None, "a table of it is still being ended"
    await store.commit([MatchEnded("m2", "stopped", later(9))])
    assert (await store.shuffles.of("m1")).ended == later(9)


async def test_once_it_is_over_it_is_one_fingerprint_that_all_who_played_open(store):
    await store.commit([*shown(), *begun()])
    await store.commit([*dealt(), *played("m1", [(1, 2, -3)], CHAT, seats="A--")])
    await store.commit(played("m2", [(1, 2, -3)], CHAT, seats="BC-"))
    await store.commit([ContestSealed("s", True, later(9))])
    (one,) = await store.shuffles.unopened(CHAT)
    assert one.dealt and one.fingerprint == "ab" * 32 and one.name == "A"
    assert await store.shuffles.played("s") == ["web:A", "web:B", "web:C"]
    assert await store.shuffles.meant(CHAT, "abab") == "m1"
    assert await store.shuffles.meant(CHAT, "cd") == ""
    made, given = await of(store, "web:A")
    assert (made, given) == (("s",), ())
    ((match, seat, _, word),) = (await of(store, "web:B"))[1]
    assert (match, seat, word) == ("s", 1, "春风")
    asked = ProposalOpened("p", CHAT, "opening", "s", 0, "[]", "web:A", later(10), "")
    await store.commit([asked])
    await store.commit([ProposalEnded("p", "agreed", later(11))])
    assert await store.shuffles.unopened(CHAT) == []
    for table in (1, 2):
        found = await store.shuffles.of(f"m{table}")
        assert found.opened == later(11) and [one.text for one in found.words] == ["春风"]


async def test_one_that_was_never_dealt_is_counted_as_that_beside_matches(store):
    await store.commit([*shown("s", "ab"), ContestSealed("s", False, later(1))])
    plain = ShuffleSealed("m9", "t", CHAT, 1, "cd" * 32, "[]", 0, bytes(32), "web:A", later(2))
    await store.commit([plain])
    await store.commit(played("m9", [(1, 2, -3)], CHAT))
    found = await store.shuffles.unopened(CHAT)
    assert [(one.fingerprint[:2], one.dealt) for one in found] == [("cd", True), ("ab", False)]
    assert (await store.shuffles.of("m9")).contest is None
    assert (await store.shuffles.of("m9")).sealed == "m9"
    assert await store.shuffles.meant(CHAT, "") == "m9"
    assert (await of(store, "web:A"))[0] == ("m9", "s")


async def test_it_is_stored_with_its_contest_or_not_at_all(store):
    await store.commit([TournamentSaved("c", CHAT, True, "{}", NOW), *shown()])
    assert await store.shuffles.of("s") is not None
    assert await store.shuffles.of("m1") is None, "nothing is dealt from it yet"
