"""A PostgreSQL that is not as it should be: one true line each; and one that is."""

import socket
import threading

import pytest

from bot.__main__ import main
from bot.store import db
from tests.kit.hostile import HELD, SECRET
from tests.kit.ports import free_port
from tests.kit.postgres import Postgres
from tests.kit.start import Started, law_of_the_start

pytestmark = pytest.mark.usefixtures("elsewhere")

WRONG = "does not accept the user or the password", "check DATABASE_URL"
NAMELESS = "no database of that name", "createdb"
RIGHTS = "may not make tables", "owner of the database"
OPTION = "option that is not known", "take out"
CHINESE = "cannot keep Chinese", "createdb -E UTF8"
NOBODY = "nothing listens there", "start the server"

ROWS = {
    "a wrong password": ({"password": "hush-hush-and-wrong"}, WRONG),
    "no password": ({"password": ""}, WRONG),
    "a user that is not there": ({"user": "nobody"}, WRONG),
    "a user that may not log in": ({"user": "absent"}, ("does not let this user in", "pg_hba")),
    "a user without a connection": ({"user": "capped"}, ("no more connections", "max_conn")),
    "a user who owns nothing": ({"user": "guest"}, RIGHTS),
    "a database closed to them": ({"user": "guest", "database": "barred"}, RIGHTS),
    "a wrong name": ({"database": "gmae"}, NAMELESS),
    "no name": ({"database": ""}, NAMELESS),
    "a database that is closed": ({"database": "closed"}, ("lets nobody in", "ALTER DATABASE")),
    "a database that is only read": ({"database": "copy"}, ("only be read", "main server")),
    "a database in Latin-1": ({"database": "latin"}, CHINESE),
    "a database without an encoding": ({"database": "ascii"}, CHINESE),
    "TLS where there is none": (
        {"options": "?sslmode=require"},
        ("no safe connection", "take sslmode out of DATABASE_URL"),
    ),
    "two that differ": ({"options": "?ssl=require&sslmode=prefer"}, ("differ", "take out ssl")),
    "a mistyped option": ({"options": "?sslmod=require"}, (*OPTION, "sslmod")),
    "an option of another driver": ({"options": "?connect_timeout=5"}, OPTION),
    "an option's port in letters": ({"options": "?port=abc"}, ("port is a number", "5432")),
    "a folder without a socket": (
        {"options": "?host=/nowhere"}, ("PostgreSQL", "check the path"),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def server():
    with Postgres() as server:
        yield server


@pytest.mark.parametrize("row", ROWS)
def test_one_true_line_and_check_says_the_same(row, server, monkeypatch, capsys):
    given, words = ROWS[row]
    url = server.url(**given)
    if given.get("options", "").startswith("?host"):
        url = url.replace(f"127.0.0.1:{server.port}", "")
    monkeypatch.setenv("DATABASE_URL", url)
    law_of_the_start(words, capsys)


def test_a_wrong_port(server, monkeypatch, capsys):
    port = free_port()
    monkeypatch.setenv("DATABASE_URL", server.url(port=port))
    law_of_the_start((f"127.0.0.1:{port}", *NOBODY), capsys)


def test_no_server(monkeypatch, capsys):
    server = Postgres()
    server.start()
    server.stop()
    monkeypatch.setenv("DATABASE_URL", server.url())
    law_of_the_start((f"127.0.0.1:{server.port}", *NOBODY), capsys)


def listening(answer):
    """Something else on a port: it says what it is told to, and hangs up; None is silent."""
    taken = socket.create_server(("127.0.0.1", free_port()))
    HELD.append(taken)

    def serve():
        while True:
            try:
                other, _ = taken.accept()
            except OSError:
                return
            HELD.append(other)
            if answer is not None:
                other.recv(8)
                other.sendall(answer)
                other.close()

    threading.Thread(target=serve, daemon=True).start()
    return taken.getsockname()[1]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, ("did not answer in time", "check host and port")),
        (b"", ("PostgreSQL at 127.0.0.1:", "check the port")),
        (b"SSH-2.0-OpenSSH_9.6\r\n", ("not PostgreSQL", "check the port")),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", ("not PostgreSQL", "check the port")),
        (b"N", ("PostgreSQL at 127.0.0.1:", "check the port")),
    ],
    ids=["silent", "hangs up", "ssh", "http", "hangs up later"],
)
def test_the_port_of_another_program(answer, words, server, monkeypatch, capsys):
    monkeypatch.setattr(db, "PATIENCE", 0.3)
    monkeypatch.setenv("DATABASE_URL", server.url(port=listening(answer)))
    law_of_the_start(words, capsys)


def test_a_sound_one_is_said_to_be_well_and_is_left_as_it_was(server, monkeypatch, capsys):
    server.sql("CREATE DATABASE sound")
    url = server.url(database="sound")
    monkeypatch.setenv("DATABASE_URL", url)
    tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"

    assert main(["check"]) in (0, 1)  # 1: nothing but what is only missed
    said = capsys.readouterr().out
    assert f"ok   database: PostgreSQL at 127.0.0.1:{server.port}, its tables will be" in said
    assert server.sql(tables, "sound").strip() == "0"

    with pytest.raises(Started):
        main([])
    capsys.readouterr()
    assert int(server.sql(tables, "sound")) > 10
    assert main(["check"]) in (0, 1)
    said = capsys.readouterr().out
    assert f"ok   database: PostgreSQL at 127.0.0.1:{server.port}\n" in said
    assert SECRET not in said


def test_a_newer_one_is_left_alone(server, monkeypatch, capsys):
    server.sql("CREATE DATABASE newer")
    server.sql("CREATE TABLE alembic_version (version_num text)", "newer")
    server.sql("INSERT INTO alembic_version VALUES ('9999')", "newer")
    monkeypatch.setenv("DATABASE_URL", server.url(database="newer"))
    law_of_the_start(("9999", "update the program"), capsys)
