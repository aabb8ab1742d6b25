"""The revisions: they make what the schema describes, and never half of it."""

import re
import runpy
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.dialects import postgresql

from bot.store.db import make_engine, whole
from bot.store.lines import Kind
from bot.store.migrate import upgrade
from bot.store.purse import Purse
from bot.store.revisions import MIGRATIONS, DatabaseNewer, known
from bot.store.rows import ChatSet, StoodStill, StoredTable, Unreachable
from bot.store.schema import metadata
from bot.store.statements import statements
from bot.store.store import Store
from bot.store.url import parse

STORE = MIGRATIONS.parent
FILES = sorted(file.name[:4] for file in (MIGRATIONS / "versions").glob("0*.py"))
NEWEST = FILES[-1]

# Written by hand against revision 0001: never change it, add one for each later revision.
AT_0001 = """
INSERT INTO "match" VALUES ('m', 't', 'web:room', 'doudizhu', 1, x'00ff', '{"o":1}', 2, '{}',
    'finished', 1767323045000001, 1767323046000000);
INSERT INTO seat VALUES ('m', 0, 'web:A', 'A', ''), ('m', 1, '', 'computer', 'easy');
INSERT INTO round VALUES ('m', 1, '{"o":1}', 1767323045000000, '["why"]', 1767323046000000);
INSERT INTO action VALUES ('m', 1, 1, 0, '{"v":"pass"}', 'web:1', 'player', 1767323045000000);
INSERT INTO round_score VALUES ('m', 1, 0, 5), ('m', 1, 1, -5);
INSERT INTO table_state VALUES ('t', 'web:room:', 1, '{}', 1767323045000000);
INSERT INTO chat_setting VALUES ('web:room', 'game', 'doudizhu');
INSERT INTO secret VALUES ('web', x'0102', 1767323045000000);
INSERT INTO heartbeat VALUES (1, 1767323046000000);
"""

AT_0002 = """
INSERT INTO chat_alias VALUES ('web:cellar', 'web:room');
INSERT INTO person_setting VALUES ('web:A', 'language', 'en'), ('web:A', 'suits', '');
INSERT INTO reach VALUES ('web:A', 'closed', 1767323046000000), ('web:B', '', 1767323046000000);
"""

NEWEST = max(file.name[:4] for file in (MIGRATIONS / "versions").glob("0*.py"))

AT_0003 = """
INSERT INTO seat_change VALUES ('m', 1, 1, 'web:B', 'B', 1767323047000000);
INSERT INTO season VALUES ('web:room', 1767323047000000);
INSERT INTO motion VALUES ('n', 'web:room', '', 'correction', 'm', 1, '[3,-3]', 'web:A',
    1767323047000000, 'agreed', 1767323048000000);
INSERT INTO voice VALUES ('n', 'web:A', 1, 1767323047000000);
INSERT INTO correction VALUES ('m', 1, 'n', 0, -2), ('m', 1, 'n', 1, 2);
INSERT INTO forgotten VALUES ('anon:1', 'web:Z', '', 1767323049000000,
    '{"wishes":[["suits","four"]]}');
"""


AT_0004 = """
INSERT INTO posting VALUES ('grant:web:room:web:A', 0, 'bank', -1000, 'web:room', 'grant', '', 0,
    1767323050000000);
INSERT INTO posting VALUES ('grant:web:room:web:A', 1, 'purse:web:A', 1000, 'web:room', 'grant',
    '', 0, 1767323050000000);
"""

AT_0005 = """
INSERT INTO tournament VALUES ('c', 'web:room', 1, '{}', 1767323051000000);
INSERT INTO tournament_entry VALUES ('c', 2, 'web:B', 'B', '', 'in'), ('c', 1, '', 'x', 'easy',
    'surplus');
"""

AT_0010 = """
INSERT INTO letter VALUES ('l', 'web:room:', 'web:B', '{}', 1767323052000000),
    ('k', 'web:room:', '', '{}', 1767323053000000);
INSERT INTO table_place VALUES ('t', 'web:room:', 'Stage 1', 'web:cellar:', 1767323054000000);
"""


AT_0007 = """
INSERT INTO "match" VALUES ('p', 't', 'web:room', 'doudizhu', 1, x'00ff', '{}', 4, '{}',
    'playing', 1767323055000000, NULL, 1);
INSERT INTO "match" VALUES ('s', 't', 'web:room', 'matrix', 1, x'00ff', '{}', 1, '{}',
    'finished', 1767323056000000, 1767323057000000, 1);
INSERT INTO seat VALUES ('p', 0, 'web:A', 'A', ''), ('p', 1, '', 'computer', 'easy'),
    ('s', 0, 'web:A', 'A', '');
INSERT INTO seat_change VALUES ('p', 1, 2, 'web:B', 'B', 1767323055000000);
INSERT INTO round VALUES ('p', 1, '{}', 1767323055000000, '[]', 1767323055000000),
    ('p', 2, '{}', 1767323055000000, '[]', 1767323055000000),
    ('p', 3, '{}', 1767323055000000, '[]', 1767323055000000),
    ('p', 4, '{}', 1767323055000000, '[]', 1767323055000000),
    ('p', 5, 'unscored', 1767323055000000, NULL, NULL),
    ('s', 1, '{}', 1767323056000000, '[]', 1767323057000000);
INSERT INTO action VALUES
    ('p', 1, 1, 0, '{}', NULL, 'player', 1), ('p', 1, 2, 1, '{}', NULL, 'computer', 1),
    ('p', 3, 1, 0, '{}', NULL, 'player', 1), ('p', 3, 2, 1, '{}', NULL, 'clock', 1),
    ('p', 4, 1, 0, '{}', NULL, 'player', 1), ('p', 4, 2, 1, '{}', NULL, 'autopilot', 1),
    ('p', 4, 3, 0, '{}', NULL, 'player', 1), ('p', 4, 4, 0, '{}', NULL, 'computer', 1),
    ('p', 5, 1, 0, '{}', NULL, 'autopilot', 1);
INSERT INTO round_score VALUES ('p', 1, 0, 5), ('p', 1, 1, -5), ('p', 2, 0, 5), ('p', 2, 1, -5),
    ('p', 3, 0, 5), ('p', 3, 1, -5), ('p', 4, 0, 5), ('p', 4, 1, -5), ('s', 1, 0, 7);
"""


async def migrate(url, **arguments):
    engine = make_engine(parse(url))
    try:
        async with whole(engine).begin() as connection:
            await connection.run_sync(lambda c: upgrade(c, **arguments))
    finally:
        await engine.dispose()


@pytest.fixture
def file(tmp_path):
    return tmp_path / "poker.db"


def dump(file):
    connection = sqlite3.connect(file)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


def script(file, text):
    connection = sqlite3.connect(file)
    connection.executescript(text)
    connection.close()


async def test_the_revisions_make_what_the_schema_describes(url):
    engine = make_engine(parse(url))
    try:
        await migrate(url)
        async with engine.connect() as connection:
            differences = await connection.run_sync(
                lambda c: compare_metadata(MigrationContext.configure(c), metadata)
            )
    finally:
        await engine.dispose()
    assert differences == []


async def test_a_new_database_is_made_as_the_revisions_make_it(url, file, tmp_path):
    """To the letter: options that a comparison does not see, such as WITHOUT ROWID, as well."""
    await migrate(url)
    other = tmp_path / "other.db"
    await (await Store.open(f"sqlite:///{other}")).close()

    def shape(path):
        connection = sqlite3.connect(path)
        every = "SELECT name, sql FROM sqlite_master WHERE type = 'table'"
        found = {}
        for name, sql in connection.execute(every).fetchall():
            indices = connection.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? "
                "AND sql IS NOT NULL",
                (name,),
            ).fetchall()
            found[name] = (
                connection.execute(f'PRAGMA table_info("{name}")').fetchall(),
                sorted(connection.execute(f'PRAGMA foreign_key_list("{name}")').fetchall()),
                "WITHOUT ROWID" in sql,
                sorted(" ".join(text.split()) for _, text in indices),
            )
        at = connection.execute("SELECT * FROM alembic_version").fetchall()
        connection.close()
        return found, at

    assert shape(file) == shape(other)
    assert set(shape(file)[0]) == {*metadata.tables, "alembic_version"}
    assert shape(other)[1] == [(known()[-1],)]


def test_a_database_of_today_opens_without_alembic():
    """Loading it takes longer than making a database."""
    loading = re.compile(r"^(from|import) (alembic|bot\.store\.migrate)\b", re.MULTILINE)
    files = sorted(STORE.rglob("*.py"))
    users = [
        path.relative_to(STORE).as_posix()
        for path in files
        if loading.search(path.read_text("utf-8"))
    ]
    assert users[0] == "migrate.py"
    assert all(user.startswith("migrations/") for user in users[1:])


async def test_opening_twice_changes_nothing(url, file):
    await (await Store.open(url)).close()
    before = dump(file)
    await (await Store.open(url)).close()
    assert dump(file) == before


async def test_a_database_of_revision_0001_opens_with_every_row(url, file):
    await migrate(url, to="0001")
    script(file, AT_0001)

    store = await Store.open(url)
    try:
        match = await store.matches.match("m")
        assert (match.seed, match.status, match.quan) == (b"\x00\xff", "finished", 2)
        assert [seat.name for seat in match.seats] == ["A", "computer"]
        assert match.rounds[0].actions == ((0, '{"v":"pass"}'),)
        assert await store.matches.live_tables() == [
            StoredTable("t", "web:room:", "{}", datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
        ]
        (scored,) = await store.scores.rounds("web:room")
        assert (scored.scores, scored.reasons) == ((5, -5), '["why"]')
        assert scored.at.isoformat() == "2026-01-02T03:04:06+00:00"
        assert await store.preferences.chat("web:room") == {"game": "doudizhu"}
        assert await store.secret("web", 2) == b"\x01\x02"
        assert (await store.last_beat()).isoformat() == "2026-01-02T03:04:06+00:00"
        assert await store.matches.source_stored("web:1")
        assert await store.preferences.people(["web:A"]) == {"web:A": {}}
        assert (await store.people.unreachable(), await store.preferences.moved()) == ({}, {})
    finally:
        await store.close()


async def test_a_database_of_revision_0002_opens_with_every_row(url, file):
    await migrate(url, to="0002")
    script(file, AT_0001 + AT_0002)

    store = await Store.open(url)
    try:
        assert await store.preferences.people(["web:A", "web:B"]) == {
            "web:A": {"language": "en"},
            "web:B": {},
        }
        since = datetime(2026, 1, 2, 3, 4, 6, tzinfo=UTC)
        assert await store.people.unreachable() == {"web:A": Unreachable("closed", since)}
        assert await store.preferences.moved() == {"web:cellar": "web:room"}
        assert len(await store.scores.rounds("web:cellar")) == 1
    finally:
        await store.close()


async def test_a_database_of_revision_0003_opens_with_every_row(url, file):
    await migrate(url, to="0003")
    script(file, AT_0001 + AT_0002 + AT_0003)

    store = await Store.open(url)
    try:
        (scored,) = await store.scores.rounds("web:room")
        assert (scored.scores, scored.dealt) == ((5 - 2, -5 + 2), (5, -5))
        assert [seat.user for seat in scored.seats] == ["web:A", "web:B"]
        motion = await store.scores.proposal("n")
        assert (motion.points, motion.voices) == ((3, -3), (("web:A", True),))
        assert len(await store.scores.seasons("web:room")) == 1
        (gone,) = await store.people.forgotten("web:Z")
        assert (gone.alias, gone.traces.wishes) == ("anon:1", (("suits", "four"),))
    finally:
        await store.close()


async def test_a_database_of_revision_0004_opens_with_every_row(url, file):
    await migrate(url, to="0004")
    script(file, AT_0001 + AT_0002 + AT_0003 + AT_0004)

    store = await Store.open(url)
    try:
        assert await store.coins.purse("web:cellar", "web:A") == Purse(1000, 0, granted=True)
        assert await store.coins.ledger_check() == []
    finally:
        await store.close()


async def test_a_database_of_revision_0005_opens_with_every_row(url, file):
    await migrate(url, to="0005")
    script(file, AT_0001 + AT_0002 + AT_0003 + AT_0004 + AT_0005)

    store = await Store.open(url)
    try:
        (tournament,) = await store.tournaments.live()
        assert (tournament.tournament, tournament.chat, tournament.state) == ("c", "web:room", "{}")
        assert [(e.number, e.person, e.level, e.fate) for e in tournament.entries] == [
            (1, "", "easy", "surplus"),
            (2, "web:B", "", "in"),
        ]
    finally:
        await store.close()


async def test_a_database_of_revision_0007_opens_and_its_rounds_are_ranked(url, file):
    """By the log that is there: company, and who has decided; a seat may have changed hands."""
    await migrate(url, to="0005")
    script(file, AT_0001 + AT_0002 + AT_0003 + AT_0004 + AT_0005)
    await migrate(url, to="0007")
    script(file, AT_0007)

    store = await Store.open(url)
    try:
        found = {(r.match, r.round): r.ranked for r in await store.scores.rounds("web:room")}
        assert found == {
            ("m", 1): True,  # seat 1 was web:B's from the first round on
            ("p", 1): False,  # one person with a computer player
            ("p", 2): True,  # the computer player's seat has become web:B's
            ("p", 3): False,  # half of what persons had to decide was decided for them
            ("p", 4): True,  # less than half; computer players do not count
            ("s", 1): True,  # a game for one
        }
        (round_,) = [row for row in dump(file) if "'unscored'" in row]
        assert round_.endswith("NULL,NULL,1);"), "it is decided when it is scored"
    finally:
        await store.close()


async def test_a_database_from_before_standstills_has_had_none(url, file):
    await migrate(url, to="0003")
    script(file, AT_0001 + AT_0002 + AT_0003)

    store = await Store.open(url)
    try:
        assert await store.standstills() == []
        since = datetime(2026, 1, 2, tzinfo=UTC)
        stood = StoodStill(1, since, since - timedelta(hours=8), away=False)
        await store.commit([stood])
        assert await store.standstills() == [stood]
        (gone,) = await store.people.forgotten("web:Z")
        assert gone.at.isoformat() == "2026-01-01T19:04:09+00:00", "it was reckoned by that clock"
        assert (await store.scores.proposal("n")).at.isoformat() == "2026-01-02T03:04:07+00:00", (
            "agreed"
        )
    finally:
        await store.close()


async def test_a_database_of_revision_0010_opens_with_every_row(url, file):
    await migrate(url, to="0010")
    script(file, AT_0010)
    store = await Store.open(url)
    assert [(one.letter, one.person) for one in await store.letters.unread()] == [
        ("l", "web:B"),
        ("k", ""),
    ]
    assert [one.letter for one in await store.letters.unread("web:B")] == ["l"]
    (place,) = await store.letters.places()
    assert (place.table, place.title, place.place) == ("t", "Stage 1", "web:cellar:")
    await store.close()


async def test_a_newer_database_is_refused_and_untouched(url, file):
    store = await Store.open(url)
    await store.commit([ChatSet("web:room", "game", "doudizhu")])
    await store.close()
    script(file, "UPDATE alembic_version SET version_num = '9999_future'")
    before = dump(file)

    with pytest.raises(DatabaseNewer, match="9999_future, newer than this program"):
        await Store.open(url)
    assert dump(file) == before

    script(file, "UPDATE alembic_version SET version_num = 'NEWEST'".replace("NEWEST", NEWEST))
    # and it let go of the file
    await (await Store.open(url)).close()


async def test_a_revision_that_fails_leaves_the_old_version_whole(url, file, tmp_path):
    await migrate(url, to="0005")
    script(file, AT_0001 + AT_0002 + AT_0003 + AT_0004 + AT_0005)
    await migrate(url, to=NEWEST)
    before = dump(file)
    folder = tmp_path / "100% migrations"
    shutil.copytree(MIGRATIONS, folder)
    (folder / "versions" / "9998_good.py").write_text(
        'from alembic import op\nrevision, down_revision = "9998", "NEWEST"\n'
        'def upgrade():\n    op.execute("CREATE TABLE extra (n INTEGER)")\n'
        '    op.execute("UPDATE round_score SET points = 0")\n'.replace("NEWEST", NEWEST)
    )
    bad = folder / "versions" / "9999_bad.py"
    bad.write_text(
        'from alembic import op\nrevision, down_revision = "9999", "9998"\n'
        'def upgrade():\n    op.execute("CREATE TABLE more (n INTEGER)")\n'
        '    op.execute("DROP TABLE secret")\n    raise RuntimeError("half-way")\n'
    )

    with pytest.raises(RuntimeError, match="half-way"):
        await migrate(url, folder=folder)
    assert dump(file) == before

    bad.unlink()
    await migrate(url, folder=folder)
    assert dump(file) != before


def test_every_revision_follows_the_one_before():
    """Numbers may be left out: two may be written at the same time, and one of them dropped."""
    before = None
    for file in sorted((MIGRATIONS / "versions").glob("0*.py")):
        made = runpy.run_path(str(file))
        assert (made["revision"], made["down_revision"]) == (file.name[:4], before), file.name
        before = made["revision"]
    assert before == known()[-1]


@pytest.mark.parametrize("kind", list(Kind))
def test_every_statement_is_there_for_postgresql(kind):
    text = str(statements("postgresql")[kind].compile(dialect=postgresql.dialect()))
    # None of SQLite's own, as INSERT OR REPLACE is.
    assert text.startswith(("INSERT INTO ", "UPDATE ", "DELETE FROM "))
    assert not text.startswith("UPDATE OR ")
