"""Environments in which the program cannot start: what is wrong, and what has to be said.

Each is what one finds on somebody's machine. ``prepare`` gets the empty folder that the program is
started in and pytest's monkeypatch, and gives the environment's variables.
"""

import errno
import fcntl
import os
import shutil
import socket
import sqlite3
import sys
from dataclasses import dataclass
from typing import Any

SECRET = "hush-hush"
"""Stands in passwords and tokens here, and nowhere in what is said."""

DB = "sqlite:///p.db"
FILLER = "MTIzNDU2Nzg5MDEyMzQ1Njc4"


@dataclass(frozen=True)
class Hostile:
    """``words``: what the line must name, the cause and the cure."""

    name: str
    words: tuple[str, ...]
    prepare: Any


TABLE: list[Hostile] = []


def hostile(name, *words):
    """Add to the table what a function prepares."""

    def added(prepare):
        TABLE.append(Hostile(name, words, prepare))
        return prepare

    return added


def setting(name, words, **env):
    """A table's row that is nothing but settings."""
    hostile(name, *words)(lambda folder, patch: {"DATABASE_URL": DB, **env})


# The file .env.


def written(name, raw, *words):
    @hostile(name, ".env", *words)
    def _(folder, patch):
        (folder / ".env").write_bytes(raw)
        return {}


LINES = "# 牌桌\nDATABASE_URL=sqlite:///p.db\nWEB_HOSTS=牌桌.example\n"
written(".env in UTF-16", LINES.encode("utf-16"), "UTF-16", "UTF-8")
written(".env in UTF-16, big end first", b"\xfe\xff" + LINES.encode("utf-16-be"), "UTF-16", "UTF-8")
written(".env in UTF-16 without a mark", b"WEB=true\n".decode().encode("utf-16-le"), "UTF-8")
written(".env in UTF-32", LINES.encode("utf-32"), "UTF-32", "UTF-8")
written(".env in GBK", LINES.encode("gbk"), "GBK", "UTF-8")
written(".env in Big5", "# 牌桌開好了\n".encode("big5"), "encoding", "UTF-8")
written(".env in Latin-1", "# caf\xe9\n".encode("latin-1"), "encoding", "UTF-8")
written(".env that is a picture", b"\x89PNG\r\n\x1a\n\0\0\0", "UTF-8")
written(
    ".env with a line without =", b"WEB=true\nDISCORD_TOKEN hush-hush\n", "line 2", "NAME=value"
)
written(".env with a name alone", b"WEB=true\n\nTELEGRAM_TOKEN\n", "line 3", "TELEGRAM_TOKEN=value")
written(".env with an open quote", b"WEB_HOST='127.0.0.1\nWEB=true\n", "line 1", "NAME=value")
written(".env with a full-width sign", "WEB＝true\n".encode(), "full-width", "write WEB=value")
written(
    ".env with a full-width sign before a secret",
    f"TELEGRAM_TOKEN＝{SECRET}\n".encode(),
    "line 1",
    "full-width",
    "TELEGRAM_TOKEN=value",
)
written(".env with a zero byte", b"WEB=true\nWEB_PORT=0\0\n", "line 2", "zero byte")
written(".env with a zero byte in front", b"\0W\0E\0B", "UTF-16", "UTF-8")


@hostile(".env that is a link to nothing", ".env is a link to nowhere", "not there")
def _(folder, patch):
    (folder / ".env").symlink_to("nowhere")
    return {}


@hostile(".env that is a folder", ".env is a folder", "file")
def _(folder, patch):
    (folder / ".env").mkdir()
    return {}


@hostile(".env that is a pipe", ".env is no ordinary file", "make a file")
def _(folder, patch):
    os.mkfifo(folder / ".env")
    return {}


# Settings.

setting("a port that is no number", ["WEB_PORT", "65535"], WEB_PORT="abc")
setting("a port that does not exist", ["WEB_PORT", "65535"], WEB_PORT="70000")
setting("a port and its host in one", ["WEB_HOST", "WEB_PORT"], WEB_HOST="0.0.0.0:8765")
setting("a URL for a host", ["WEB_HOST", "127.0.0.1"], WEB_HOST="http://0.0.0.0/")
setting("a star for a host", ["WEB_HOST", "0.0."], WEB_HOST="*")
setting("spaces in a host", ["WEB_HOST", "0.0."], WEB_HOST="my pc")
setting("another machine's address", ["203.0.113.7:0", "WEB_HOST"], WEB_HOST="203.0.113.7")
setting("a host that is not known", ["nowhere.invalid", "127.0.0.1"], WEB_HOST="nowhere.invalid")
setting("a host longer than any", ["WEB_HOST", "no name of a machine"], WEB_HOST="a" * 300)
setting("a host with an empty part", ["WEB_HOST", "no name of a machine"], WEB_HOST="my..pc")
setting("brackets around a host", ["WEB_HOST", "without brackets"], WEB_HOST="[::1]")
setting("a host that only looks like one", ["WEB_HOST", "no address"], WEB_HOST="::g")
setting("URLs among the names", ["WEB_HOSTS", "https://"], WEB_HOSTS="https://a.example/")
setting("a page without TLS", ["WEB_URL", "https://"], WEB_URL="http://table.example.org")
setting("a path of the page", ["WEB_URL", "no path"], WEB_URL="https://table.example.org/cards")
setting("a link for a short name", ["TELEGRAM_APP", "short name"], TELEGRAM_APP="t.me/bot/table")
setting("a switch that is no switch", ["WEB:", "true or false"], WEB="perhaps")
setting("a level that does not exist", ["LOG_LEVEL", "WARNING"], LOG_LEVEL="loud")
setting("a pause that is no number", ["COMPUTER_PACE", "0 to 10"], COMPUTER_PACE="1,5")
setting("a pause that is not a number", ["COMPUTER_PACE", "0 to 10"], COMPUTER_PACE="nan")
setting("a negative number of shards", ["DISCORD_SHARDS", "auto"], DISCORD_SHARDS="-1")
setting("a server without http", ["TELEGRAM_API_BASE", "https://"], TELEGRAM_API_BASE="localhost")
setting("a gateway by http", ["DISCORD_GATEWAY", "wss://"], DISCORD_GATEWAY="https://x.example")
setting("nothing to serve", ["WEB=true", "TELEGRAM_TOKEN"], WEB="off")
setting(
    "a webhook without TLS", ["TELEGRAM_WEBHOOK_URL", "https://"],
    TELEGRAM_WEBHOOK_URL="http://table.example.org/t",
)  # fmt: skip
setting("letters that are not Unicode", ["WEB_HOSTS", "UTF-8"], WEB_HOSTS="\udcc5\udcc6.example")

TOKENS = {
    "the word Bot before it": ("DISCORD_TOKEN", f"Bot {FILLER}.abcdef.{SECRET}"),
    "quotes around it": ("DISCORD_TOKEN", f'"{FILLER}.abcdef.{SECRET}"'),
    "an application's number": ("DISCORD_TOKEN", "1234567890123456789"),
    "a public key": ("DISCORD_TOKEN", "0123456789abcdef" * 4),
    "a client secret": ("DISCORD_TOKEN", "hush-hush_hush-hush_hush-hush_12"),
    "Telegram's token": ("DISCORD_TOKEN", f"123456789:{SECRET}-aaaabbbbccccddddeeee"),
    "half a token": ("DISCORD_TOKEN", f"{FILLER}.{SECRET}"),
    "Discord's token": ("TELEGRAM_TOKEN", f"{FILLER}.abcdef.{SECRET}"),
    "a bot's name": ("TELEGRAM_TOKEN", "@hush-hush_bot"),
    "a token cut off": ("TELEGRAM_TOKEN", f"123456789:{SECRET}"),
    "two lines in one": ("TELEGRAM_TOKEN", f"123456789:{SECRET}\nWEB=true"),
    "letters of no token": ("TELEGRAM_TOKEN", f"123456789：{SECRET}牌"),
}
for what, (key, token) in TOKENS.items():
    setting(f"{key}: {what}", [key, "copy the token from"], **{key: token})


# The database's URL.

URLS = {
    "a bare path": ("data/p.db", "sqlite:///data/p.db"),
    "a path of Windows": ("C:\\bot\\p.db", "sqlite:///C:/bot/p.db"),
    "two slashes": ("sqlite://data/p.db", "sqlite:///data/p.db"),
    "no slashes": ("sqlite:p.db", "sqlite:///p.db"),
    "quotes around it": ('"sqlite:///p.db"', "quotation marks"),
    "memory": ("sqlite:///:memory:", "SQLite needs a file"),
    "no name at all": ("sqlite:///", "SQLite needs a file"),
    "a home that nobody fills in": ("sqlite:///~/p.db", "whole path"),
    "a variable that nobody fills in": ("sqlite:///%APPDATA%/p.db", "whole path"),
    "a folder by its slash": ("sqlite:///data/", "sqlite:///data/pokertable.db"),
    "an option": ("sqlite:///p.db?mode=ro", "take out mode"),
    "another database": (f"mysql://a:{SECRET}@b/c", "sqlite or postgresql"),
    "a name that is mistyped": ("sqlit:///p.db", "sqlite or postgresql"),
    "another driver": (f"postgresql+psycopg2://a:{SECRET}@b/c", "postgresql://"),
    "a port in letters": (f"postgresql://a:{SECRET}@b:port/c", "number"),
    "a port too far": (f"postgresql://a:{SECRET}@b:99999/c", "5432"),
    "another driver's option": (f"postgres://a:{SECRET}@b/c?connect_timeout=5", "take out connect"),
    "an option's wrong value": (f"postgresql://a:{SECRET}@b/c?sslmode=yes", "require"),
    "no URL, but a password": (f"a:{SECRET}@b/c", "postgresql://user:password@host/name"),
}
for what, (url, cure) in URLS.items():
    setting(f"URL: {what}", [cure], DATABASE_URL=url)


@hostile("URL: PostgreSQL without its driver", "asyncpg", "pip install")
def _(folder, patch):
    patch.setitem(sys.modules, "asyncpg", None)
    return {"DATABASE_URL": f"postgresql://a:{SECRET}@127.0.0.1:1/c"}


# The file and its folder.


def at(name, path, *words):
    hostile(name, *words)(lambda folder, patch: {"DATABASE_URL": f"sqlite:///{path}"})


at("a place for no file", "/proc/no/a.db", "/proc/no", "check the path")
at("a device for a file", "/dev/full", "no ordinary file", "DATABASE_URL")
at("a file for a folder", "/etc/passwd/a.db", "/etc/passwd", "check the path")
at("a name too long", "x" * 300 + ".db", "too long", "shorter")


@hostile("a folder for a file", "p.db is a folder", "name a file")
def _(folder, patch):
    (folder / "p.db").mkdir()
    return {"DATABASE_URL": DB}


for end in ("-wal", "-shm", "-journal", ".lock"):

    @hostile(f"a folder in the place of {end}", f"p.db{end} is a folder", "move it away")
    def _(folder, patch, end=end):
        (folder / f"p.db{end}").mkdir()
        return {"DATABASE_URL": DB}

    @hostile(f"a pipe in the place of {end}", f"p.db{end} is no ordinary file", "move it away")
    def _(folder, patch, end=end):
        os.mkfifo(folder / f"p.db{end}")
        return {"DATABASE_URL": DB}


@hostile("a pipe for a file", "p.db is no ordinary file", "name a file")
def _(folder, patch):
    os.mkfifo(folder / "p.db")
    return {"DATABASE_URL": DB}


@hostile("a link in a circle", "links in the path", "check the path")
def _(folder, patch):
    (folder / "a").symlink_to("b")
    (folder / "b").symlink_to("a")
    return {"DATABASE_URL": "sqlite:///a/p.db"}


def refusing(module, name, number, only):
    """Have a function of the system refuse what is asked of it for some paths."""

    def prepare(folder, patch):
        real = getattr(module, name)

        def refuse(path, *args, **kwargs):
            if only in str(path):
                raise OSError(number, os.strerror(number), str(path))
            return real(path, *args, **kwargs)

        patch.setattr(module, name, refuse)
        return {"DATABASE_URL": "sqlite:///kept/p.db"}

    return prepare


for number, cure in (
    (errno.EACCES, "right to read and write"),
    (errno.EROFS, "can be written to"),
    (errno.ENOSPC, "make room"),
    (errno.EIO, "check the disk"),
    (errno.EDQUOT, "make room"),
):
    hostile(f"a folder that may not be made: {os.strerror(number)}", "kept", cure)(
        refusing(os, "mkdir", number, "")
    )
    hostile(f"a file that may not be made: {os.strerror(number)}", cure)(
        refusing(os, "open", number, "lock")
    )


def unlocked(number):
    def prepare(folder, patch):
        def flock(handle, how):
            raise OSError(number, os.strerror(number))

        patch.setattr(fcntl, "flock", flock)
        return {"DATABASE_URL": DB}

    return prepare


for code in ("ENOLCK", "EOPNOTSUPP", "ENOSYS", "EINVAL", "EIO"):
    hostile(f"no locks: {code}", "cannot be locked", "disk of this machine")(
        unlocked(getattr(errno, code))
    )


@hostile("no file that is shared between programs", "network folder", "disk of this machine")
def _(folder, patch):
    class Deaf(sqlite3.Cursor):
        def execute(self, sql, *more):
            return super().execute(sql.replace("journal_mode=WAL", "journal_mode"), *more)

    class Lonely(sqlite3.Connection):
        def execute(self, sql, *more):
            return self.cursor().execute(sql, *more)

        def cursor(self, *_):
            return super().cursor(Deaf)

    real = sqlite3.connect
    patch.setattr(sqlite3, "connect", lambda *a, **k: real(*a, **{"factory": Lonely, **k}))
    return {"DATABASE_URL": DB}


# What is in the file.


def content(name, make, *words):
    @hostile(name, *words)
    def _(folder, patch):
        make(folder / "p.db", folder)
        return {"DATABASE_URL": DB}


def _whole(file, tables=200):
    with sqlite3.connect(file) as made:
        made.execute("CREATE TABLE alembic_version (version_num TEXT)")
        made.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, x BLOB)")
        made.executemany(
            "INSERT INTO t VALUES (?, randomblob(3000))", [(n,) for n in range(tables)]
        )
    made.close()


def _junk(file, _):
    file.write_bytes(b"this is no database" * 300)


def _half(file, _):
    _whole(file)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _without_head(file, _):
    _whole(file)
    file.write_bytes(b"\0" * 4096 + file.read_bytes()[4096:])


def _one_page(file, _):
    _whole(file)
    raw = bytearray(file.read_bytes())
    raw[8192 : 3 * 4096] = b"\xff" * 4096
    file.write_bytes(raw)


def _others(file, _):
    with sqlite3.connect(file) as made:
        made.execute("CREATE TABLE places (url TEXT)")
    made.close()


def _newer(file, _):
    _whole(file, 1)
    with sqlite3.connect(file) as made:
        made.execute("INSERT INTO alembic_version VALUES ('9999')")
    made.close()


def _without_version(file, _):
    _whole(file, 1)
    with sqlite3.connect(file) as made:
        made.execute("INSERT INTO alembic_version VALUES (NULL)")
    made.close()


def _strange_version(file, _):
    with sqlite3.connect(file) as made:
        made.execute("CREATE TABLE alembic_version (x TEXT)")
    made.close()


def _gone(file, folder):
    (folder / "backups").mkdir()
    _whole(folder / "backups" / "p-20260102-030405.db")


def _half_with_backups(file, folder):
    _half(file, folder)
    _gone(file, folder)
    shutil.copy(file, folder / "backups" / "p-20260203-040506.db")  # newer, and no good


def _only_the_log(file, _):
    file.with_name("p.db-wal").write_bytes(b"\x37\x7f\x06\x82" + b"x" * 4096)


content("a file of something else", _junk, "p.db is damaged", "restore FILE")
content("the half of a file", _half, "p.db is damaged", "restore FILE")
content("a file without its head", _without_head, "p.db is damaged", "restore FILE")
content("a file with a damaged page", _one_page, "p.db is damaged", "restore FILE")
content("another program's database", _others, "another program", "restore FILE")
content("a database from the future", _newer, "newer", "update the program")
content("a version that is nothing", _without_version, "version cannot be read", "restore FILE")
content("a version in another form", _strange_version, "version cannot be read", "restore FILE")
content("a file that is gone", _gone, "nothing in", "restore", "p-20260102-030405.db")
content("a damaged file with backups", _half_with_backups, "damaged", "p-20260102-030405.db")
content("nothing but the log", _only_the_log, "nothing in", "restore FILE")

HELD: list[Any] = []
"""What holds something while a row of the table is tried."""


@hostile("another program holds it", "p.db", "another program holds it", "close")
def _(folder, patch):
    _whole(folder / "p.db", 1)
    other = sqlite3.connect(folder / "p.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    HELD.append(other)
    return {"DATABASE_URL": DB}


@hostile("a port that is taken", "another program listens", "WEB_PORT")
def _(folder, patch):
    taken = socket.create_server(("127.0.0.1", 0))
    HELD.append(taken)
    return {"DATABASE_URL": DB, "WEB_PORT": str(taken.getsockname()[1])}


@hostile("the webhook's port is taken", "another program listens", "TELEGRAM_WEBHOOK_PORT")
def _(folder, patch):
    taken = socket.create_server(("127.0.0.1", 0))
    HELD.append(taken)
    return {
        "DATABASE_URL": DB,
        "TELEGRAM_TOKEN": "1234567890:" + "a" * 35,
        "TELEGRAM_API_BASE": "http://127.0.0.1:9",
        "TELEGRAM_WEBHOOK_URL": "https://table.example.org/t",
        "TELEGRAM_WEBHOOK_PORT": str(taken.getsockname()[1]),
    }
