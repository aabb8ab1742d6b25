"""Commits on a real file: whole or not at all, once, and none lost."""

import asyncio
import itertools
import sqlite3
from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import DBAPIError

from bot.store import db
from bot.store.rows import (
    Acted,
    ChatSet,
    MatchEnded,
    NotSaved,
    RoundScored,
    RoundStarted,
    SeatTaken,
    SourceSeen,
    StepTaken,
    StoredMatch,
    StoredRound,
    StoredTable,
    StoreError,
)
from bot.store.store import Store
from tests.kit.stored import NOW, SEED, acted, later, people, saved, started


async def outcome(commit):
    """The error's kind that a commit raised, or ``stored``."""
    try:
        await commit
    except StoreError as error:
        return type(error).__name__
    return "stored"


async def pragma(store, text):
    """Ask or set something on the connection that writes."""
    driver = (await store._connection._connection.get_raw_connection()).driver_connection
    async with driver.execute(f"PRAGMA {text}") as cursor:
        found = await cursor.fetchone()
    return found and found[0]


async def test_a_match_is_read_back_as_it_was_stored(store):
    await store.commit([*started(), saved(state='{"step":0}')])
    await store.commit([acted(1, action='{"v":"call","n":3}', source="web:1")])
    await store.commit(
        [
            acted(2),
            RoundScored("m", 1, (2, -1, -1), "[]", NOW),
            RoundStarted("m", 2, '{"o":2}', NOW),
            acted(1, round_=2),
            saved(state='{"step":3}'),
        ]
    )

    assert await store.matches.match("m") == StoredMatch(
        match="m",
        game="doudizhu",
        version=1,
        seed=SEED,
        options='{"o":1}',
        quan=2,
        carry='{"c":1}',
        status="playing",
        seats=people("ABC"),
        rounds=(
            StoredRound(1, '{"o":1}', ((1, '{"v":"call","n":3}'), (2, '{"v":"pass"}'))),
            StoredRound(2, '{"o":2}', ((1, '{"v":"pass"}'),)),
        ),
    )
    assert await store.matches.live_tables() == [StoredTable("t-m", "web:t-m:", '{"step":3}', NOW)]
    assert await store.matches.match("another") is None


async def test_several_matches_are_read_each_with_its_own_log(store):
    for match, names in (("m", "ABC"), ("n", "A-B")):
        await store.commit([*started(match, seats=names), acted(1, match), acted(2, match)])
        await store.commit([RoundStarted(match, 2, f'{{"of":"{match}"}}', NOW)])
    await store.commit([SeatTaken("n", 1, 2, "web:D", "D", NOW), acted(1, "m", round_=2)])

    found = await store.matches.some(["m", "n", "another"])

    assert set(found) == {"m", "n"}
    assert [seat.name for seat in found["n"].seats] == ["A", "computer", "B"]
    told = {m: [(len(r.actions), r.options, r.anew) for r in found[m].rounds] for m in found}
    assert told == {
        "m": [(2, '{"o":1}', False), (1, '{"of":"m"}', False)],
        "n": [(2, '{"o":1}', False), (0, '{"of":"n"}', True)],
    }
    assert await store.matches.some([]) == {}


async def test_a_table_is_live_until_it_is_closed(store):
    await store.commit([saved("a", "1"), saved("b", "2")])
    assert await store.matches.live_table("a") == StoredTable("a", "web:a:", "1", NOW)
    await store.commit([saved("a", "3", live=False)])
    assert await store.matches.live_table("a") is None
    assert (await store.matches.table("a")).state == "3"


async def test_what_was_committed_is_there_after_reopening(url):
    store = await Store.open(url)
    await store.commit([*started(), acted(1, source="web:1"), saved()])
    await store.commit([MatchEnded("m", "stopped", NOW)])
    await store.close()

    store = await Store.open(url)
    try:
        match = await store.matches.match("m")
        assert (match.status, match.rounds[0].actions) == ("stopped", ((1, '{"v":"pass"}'),))
        assert [t.table for t in await store.matches.live_tables()] == ["t-m"]
    finally:
        await store.close()


async def test_an_empty_commit_is_nothing(store):
    await store.commit([])
    assert await store.matches.live_tables() == []


async def test_a_closed_table_is_not_listed_and_a_late_save_does_not_bring_it_back(store, raw):
    await store.commit([saved("a"), saved("b")])
    await store.commit([saved("a", state="closed", live=False)])
    await store.commit([saved("a", state="late")])
    assert [t.table for t in await store.matches.live_tables()] == ["b"]
    assert raw("SELECT state FROM table_state WHERE NOT live") == [("closed",)]

    await asyncio.gather(store.commit([saved("b", live=False)]), store.commit([saved("b")]))
    assert await store.matches.live_tables() == []


async def test_the_newest_state_of_a_table_wins(store):
    await asyncio.gather(*(store.commit([saved(state=str(n))]) for n in range(50)))
    assert [t.state for t in await store.matches.live_tables()] == ["49"]


async def test_nothing_of_a_commit_that_fails_is_stored(store, raw):
    await store.commit([*started(), acted(1), saved(state="old")])
    rows = [acted(2), saved(state="new"), ChatSet("web:room", "game", "x"), acted(1)]
    with pytest.raises(StepTaken):
        await store.commit(rows)

    assert len((await store.matches.match("m")).rounds[0].actions) == 1
    assert [t.state for t in await store.matches.live_tables()] == ["old"]
    assert await store.preferences.chat("web:room") == {}
    assert raw("SELECT count(*) FROM action") == [(1,)]


async def test_a_failure_in_the_middle_of_the_transaction_leaves_nothing(store, raw, monkeypatch):
    """What is executed and not committed is not there."""
    await store.commit(started())
    executed = []

    async def run(connection, script, _meanwhile, _guards, _turns):
        def stop():
            executed.extend(sql for sql, _ in script)
            raise RuntimeError("the plug was pulled")

        driver = (await connection.get_raw_connection()).driver_connection
        await driver._execute(db._in_thread, driver._conn, script, stop)

    with monkeypatch.context() as patch:
        patch.setattr("bot.store.connection.run_script", run)
        with pytest.raises(StoreError):
            await store.commit([acted(1), saved()])

    assert len(executed) == 2
    assert raw("SELECT count(*) FROM action") == [(0,)]
    assert await store.matches.live_tables() == []
    await store.commit([acted(1), saved()])
    assert raw("SELECT count(*) FROM action") == [(1,)]


async def test_a_source_is_stored_once(store):
    await store.commit([*started(), acted(1, source="web:1")])
    with pytest.raises(SourceSeen):
        await store.commit([acted(2, source="web:1")])
    with pytest.raises(SourceSeen):  # the same press again: not the step's fault
        await store.commit([acted(1, source="web:1")])
    await store.commit([acted(2), acted(3)])  # no source is no duplicate

    assert await store.matches.source_stored("web:1") is True
    assert await store.matches.source_stored("") is False
    assert len((await store.matches.match("m")).rounds[0].actions) == 3


@pytest.mark.parametrize(
    "rows",
    [
        [acted(1)],
        started("m"),
        [RoundStarted("m", 1, "{}", NOW)],
        [RoundScored("m", 1, (0, 0, 0), "[]", NOW)],
    ],
    ids=["action", "match", "round", "score"],
)
async def test_what_another_process_has_stored_is_taken(store, rows):
    await store.commit([*started(), acted(1), RoundScored("m", 1, (1, 0, -1), "[]", NOW)])
    with pytest.raises(StepTaken):
        await store.commit(rows)
    assert [r.scores for r in await store.scores.rounds("web:room")] == [(1, 0, -1)]


async def test_rows_without_what_they_belong_to_are_a_fault_of_the_program(store):
    assert await outcome(store.commit([acted(1, match="nowhere")])) == "StoreError"
    assert await outcome(store.commit([RoundStarted("nowhere", 1, "{}", NOW)])) == "StoreError"


async def test_rows_that_no_database_can_keep_are_a_fault_of_the_program(store):
    await store.commit(started())
    assert await outcome(store.commit([acted(1, action="\ud800")])) == "StoreError"
    assert await outcome(store.commit([acted(2**70)])) == "StoreError"
    assert await outcome(store.commit([acted(1, action={})])) == "StoreError"
    naive = datetime(2026, 1, 2)  # noqa: DTZ001
    with pytest.raises(TypeError):
        await store.commit([Acted("m", 1, 1, 0, "{}", "", "player", naive)])
    assert await outcome(store.commit([acted(1)])) == "stored"


async def test_only_the_item_that_fails_hears_of_it(store):
    await store.commit([*started(), acted(1, source="web:1")])
    commits = [store.commit([acted(n, source=f"web:{n}"), saved(f"t{n}")]) for n in range(2, 50)]
    commits.insert(20, store.commit([acted(90, source="web:1"), saved("seen")]))
    commits.insert(30, store.commit([acted(1, source="web:99"), saved("taken")]))

    found = await asyncio.gather(*map(outcome, commits))

    assert (found[20], found[30]) == ("SourceSeen", "StepTaken")
    assert [f for n, f in enumerate(found) if n not in (20, 30)] == ["stored"] * 48
    assert {t.table for t in await store.matches.live_tables()} == {f"t{n}" for n in range(2, 50)}


async def test_of_two_equal_presses_at_once_one_is_stored(store):
    await store.commit(started())
    twice = [store.commit([acted(1, source="web:1")]) for _ in range(2)]
    assert await asyncio.gather(*map(outcome, twice)) == ["stored", "SourceSeen"]


async def test_a_thousand_commits_at_once_are_all_stored_once(store, raw):
    await asyncio.gather(*(store.commit(started(f"m{n}")) for n in range(20)))
    await asyncio.gather(
        *(
            store.commit([acted(step, f"m{n}", f"web:{n}-{step}"), saved(f"t{n}", str(step))])
            for step in range(1, 51)
            for n in range(20)
        )
    )

    assert raw("SELECT count(*), count(DISTINCT source) FROM action") == [(1000, 1000)]
    assert raw("SELECT count(*) FROM (SELECT DISTINCT match, step FROM action)") == [(1000,)]
    assert {t.state for t in await store.matches.live_tables()} == {"50"}
    for n in range(20):
        assert len((await store.matches.match(f"m{n}")).rounds[0].actions) == 50


async def test_a_cancelled_command_is_stored_whole_or_not_at_all(store, raw):
    await store.commit(started())
    tasks = [asyncio.create_task(store.commit([acted(n), saved(f"t{n}")])) for n in range(1, 41)]
    await asyncio.sleep(0)  # let them stand in line
    for task in tasks[::2]:
        task.cancel()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    await store.commit([acted(99)])  # everything before it is through

    assert all(isinstance(f, asyncio.CancelledError) for f in found[::2])
    assert found[1::2] == [None] * 20
    steps = {step for (step,) in raw("SELECT step FROM action WHERE step < 99")}
    assert {t.table for t in await store.matches.live_tables()} == {f"t{step}" for step in steps}
    assert steps >= set(range(2, 41, 2))


async def test_closing_writes_what_waits(url):
    store = await Store.open(url)
    await store.commit(started())
    waiting = [asyncio.create_task(store.commit([acted(n)])) for n in range(1, 101)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*waiting) == [None] * 100
    with pytest.raises(NotSaved):
        await store.commit([acted(101)])

    store = await Store.open(url)
    assert len((await store.matches.match("m")).rounds[0].actions) == 100
    await store.close()


async def test_a_full_disk_refuses_and_writing_resumes_by_itself(store, caplog):
    await store.commit([*started(), acted(1), saved(state="old")])
    pages = await pragma(store, "page_count")
    await pragma(store, f"max_page_count={pages}")

    big = "x" * 100_000
    with pytest.raises(NotSaved, match="full"):
        await store.commit([acted(2), saved(state=big)])
    assert [t.state for t in await store.matches.live_tables()] == ["old"]
    assert "database or disk is full" in caplog.text

    # The connection is made anew after an error, and this one has room again.
    await store.commit([acted(2), saved(state=big)])
    assert [t.state for t in await store.matches.live_tables()] == [big]
    assert "takes writes again" in caplog.text
    assert "xxx" not in caplog.text


async def test_while_another_program_holds_the_file_nothing_is_saved(store, tmp_path, monkeypatch):
    monkeypatch.setattr(db, "_PRAGMAS", (*db._PRAGMAS, "PRAGMA busy_timeout=1"))
    await store.commit([saved("t8")])
    await pragma(store, "busy_timeout=1")
    other = sqlite3.connect(tmp_path / "poker.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    rows = [store.commit([saved(f"t{n}")]) for n in range(3)]
    assert await asyncio.gather(*map(outcome, rows)) == ["NotSaved"] * 3

    other.execute("ROLLBACK")
    other.close()
    assert await outcome(store.commit([saved("t9")])) == "stored"
    assert [t.table for t in await store.matches.live_tables()] == ["t8", "t9"]


async def test_a_file_that_may_not_be_written_refuses(store, caplog, monkeypatch):
    await store.commit([*started(), saved(state="old")])
    with monkeypatch.context() as patch:
        patch.setattr(db, "_PRAGMAS", (*db._PRAGMAS, "PRAGMA query_only=ON"))
        await pragma(store, "query_only=ON")
        found = [await outcome(store.commit([acted(1)])) for _ in range(3)]
    assert found == ["NotSaved"] * 3
    assert caplog.text.count("not saved") == 1  # said once, not at every press
    assert await outcome(store.commit([acted(1)])) == "stored"


async def test_a_chat_remembers_the_last_value_of_a_key(store):
    await store.commit([ChatSet("web:a", "game", "doudizhu"), ChatSet("web:b", "game", "niuniu")])
    await store.commit([ChatSet("web:a", "game", "dazha"), ChatSet("web:a", "language", "en")])
    assert await store.preferences.chat("web:a") == {"game": "dazha", "language": "en"}
    assert await store.preferences.chat("web:c") == {}


async def test_a_secret_is_made_once_and_kept(url):
    store = await Store.open(url, clock=lambda: NOW)
    first, other = await store.secret("cookie", 32), await store.secret("other", 16)
    at_once = await asyncio.gather(*(store.secret("third", 32) for _ in range(5)))
    await store.close()
    assert (len(first), len(other), first[:16] != other) == (32, 16, True)
    assert len(set(at_once)) == 1

    store = await Store.open(url)
    assert await store.secret("cookie", 32) == first
    await store.close()


async def test_the_heartbeat_is_one_time_the_last(store, raw):
    assert await store.last_beat() is None
    for at in (NOW, later(1), later(2)):
        await store.beat(at)
    assert await store.last_beat() == later(2)
    assert raw("SELECT count(*) FROM heartbeat") == [(1,)]


async def test_one_broken_table_does_not_hide_the_others(store, raw):
    await store.commit([saved("a", '{"n":1}'), saved("b", '{"n":2}'), saved("c", '{"n":3}')])
    raw("UPDATE table_state SET state = CAST(x'7bff22' AS TEXT) WHERE \"table\" = 'b'")
    found = {t.table: t.state for t in await store.matches.live_tables()}
    assert (found["a"], found["c"]) == ('{"n":1}', '{"n":3}')
    assert found["b"] == '{\ufffd"'


async def test_seeds_cards_and_states_are_never_shown(store, raw, caplog, capfd):
    caplog.set_level("DEBUG")
    secret = "S3 secret card"
    hidden = saved(state=secret)
    rows = [*started(), acted(1, action=secret), hidden]
    await store.commit(rows)
    match, tables = await store.matches.match("m"), await store.matches.live_tables()
    shown = [repr(rows), repr(match), repr(tables)]
    failing = (rows, [acted(2, match="no", action=secret), hidden], [acted(2**70, action=secret)])
    for bad in failing:
        with pytest.raises(StoreError) as caught:
            await store.commit(bad)
        shown += [repr(caught.value), repr(caught.value.__cause__), str(caught.value.__context__)]
    raw("DROP TABLE table_state")
    with pytest.raises(StoreError) as caught:
        await store.commit([hidden])
    with pytest.raises(Exception, match="table_state") as unread:
        await store.matches.live_tables()
    async with store._engine.connect() as connection:
        with pytest.raises(DBAPIError) as refused:
            await connection.exec_driver_sql("INSERT INTO nowhere VALUES (?)", (secret,))
    shown += [str(caught.value), str(unread.value), str(refused.value)]
    shown += [caplog.text, *capfd.readouterr()]

    for text in shown:
        assert secret not in text
        assert "seed that" not in text


async def test_the_way_for_other_databases_keeps_the_same_promises(store, monkeypatch):
    """Statement by statement through SQLAlchemy, as on PostgreSQL."""

    async def run(connection, *arguments):
        await connection.run_sync(db._step_by_step, *arguments)

    monkeypatch.setattr("bot.store.connection.run_script", run)
    await store.commit([*started(), acted(1, source="web:1"), saved(state="1")])
    rows = [
        [acted(2, source="web:1"), saved(state="seen")],
        [acted(1), saved(state="taken")],
        [acted(1, match="nowhere"), saved(state="lost")],
        [acted(2, action={}), saved(state="broken")],
        [acted(2, source="web:2"), saved(state="2")],
    ]
    found = await asyncio.gather(*(outcome(store.commit(item)) for item in rows))
    assert found == ["SourceSeen", "StepTaken", "StoreError", "StoreError", "stored"]
    assert len((await store.matches.match("m")).rounds[0].actions) == 2
    assert [t.state for t in await store.matches.live_tables()] == ["2"]


COUNT = itertools.count()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(st.integers(1, 8), st.sampled_from(["", "p", "q", "r"])), min_size=1, max_size=12
    )
)
async def test_at_once_or_one_by_one_the_same_is_stored(store, commands):
    """Whatever clashes with whatever, a batch ends as if each had come alone."""
    example = next(COUNT)  # one database for all examples

    def commits(match):
        for number, (step, source) in enumerate(commands):
            rows = [acted(step, match, source and match + source), saved(match, str(number))]
            yield outcome(store.commit(rows))

    singly, at_once = f"a{example}", f"b{example}"
    await store.commit([*started(singly), *started(at_once)])
    heard = [await commit for commit in commits(singly)]
    assert await asyncio.gather(*commits(at_once)) == heard

    assert (await store.matches.match(at_once)).rounds == (await store.matches.match(singly)).rounds
    states = {t.table: t.state for t in await store.matches.live_tables()}
    assert states[at_once] == states[singly]
