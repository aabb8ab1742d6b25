"""A PostgreSQL server of the tests' own, with what is wrong on somebody else's.

Debian keeps its programs in /usr/lib/postgresql; a server does not run as root, so that root hands
it to the user postgres.
"""

import os
import shutil
import signal
import subprocess
import tempfile
from glob import glob
from pathlib import Path

import pytest

from tests.kit.hostile import SECRET
from tests.kit.ports import free_port

OWNER = "owner"
BINARIES = "/usr/lib/postgresql/*/bin/initdb"

SETTINGS = "-c listen_addresses=127.0.0.1 -c fsync=off -c shared_buffers=16MB"

SQL = f"""
CREATE DATABASE game;
CREATE DATABASE closed ALLOW_CONNECTIONS false;
CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C';
CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C';
CREATE DATABASE copy;
ALTER DATABASE copy SET default_transaction_read_only = on;
CREATE DATABASE barred;
REVOKE CONNECT ON DATABASE barred FROM PUBLIC;
CREATE ROLE guest LOGIN PASSWORD '{SECRET}';
CREATE ROLE absent PASSWORD '{SECRET}';
CREATE ROLE capped LOGIN PASSWORD '{SECRET}' CONNECTION LIMIT 0;
"""


class Postgres:
    """Running from ``start`` to ``stop``.

    Attributes:
        folder: where it keeps everything, and its socket; ``port``: of 127.0.0.1.
    """

    def __init__(self, connections=20):
        self._connections = connections
        found = sorted(glob(BINARIES))
        if not found:
            pytest.skip(f"no PostgreSQL here: apt-get install postgresql ({BINARIES})")
        pytest.importorskip("asyncpg", reason="no driver here: python -m pip install asyncpg")
        self._bin = Path(found[-1]).parent
        # Not pytest's own folder: that is closed to the user the server runs as.
        self.folder = Path(tempfile.mkdtemp(prefix="pokertable-pg-"))
        self._data = self.folder / "data"
        self.port = free_port()

    def url(self, user=OWNER, password=SECRET, database="game", port=None, options=""):
        """A URL as it is set."""
        return f"postgresql://{user}:{password}@127.0.0.1:{port or self.port}/{database}{options}"

    def __enter__(self):
        """Start it; it is stopped also if it never answered."""
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *raised):
        self.stop()

    def start(self):
        """Make a cluster and wait until it answers."""
        password = self.folder / "password"
        password.write_text(SECRET)
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
            shutil.chown(password, "postgres")
        data = self._data
        self._run(
            "initdb", "-D", data, "-U", OWNER, "--pwfile", password, "-A", "scram-sha-256",
            "-E", "UTF8", "--locale=C", "--no-sync",
        )  # fmt: skip
        self.begin()
        self.sql(SQL)

    def begin(self):
        """Start it on the cluster that is there, and wait until it answers."""
        most = f"-c max_connections={self._connections}"
        options = f"-p {self.port} -k {self.folder} {SETTINGS} {most}"
        log = self.folder / "log"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", log, "-o", options, "start")

    def end(self, mode="fast"):
        """Stop it: ``fast`` as an administrator does, ``immediate`` as a power cut."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", mode, "stop")

    def hold(self):
        """Let it hang: it takes what is sent, and does nothing."""
        self._signal(signal.SIGSTOP)

    def let_go(self):
        """Let it go on where it was."""
        self._signal(signal.SIGCONT)

    def _signal(self, what):
        """Send a signal to this server and each of its own processes."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        os.kill(first, what)
        for pid in Path(f"/proc/{first}/task/{first}/children").read_text().split():
            os.kill(int(pid), what)

    def database(self, name):
        """The URL of a new, empty database."""
        self.sql(f"CREATE DATABASE {name}")
        return self.url(database=name)

    def sql(self, text, database="postgres"):
        """What psql does; its output."""
        where = ("-h", self.folder, "-p", str(self.port), "-U", OWNER, "-d", database)
        return self._run(
            "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", *where, given=text
        )

    def stop(self):
        """End it and take its folder away."""
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, name, *arguments, given="", check=True):
        user = ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups")
        before = user if os.getuid() == 0 else ()
        # A server keeps what it gets for its output; a pipe of ours would never end.
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(  # noqa: S603
                [*before, self._bin / name, *arguments], input=given, text=True, check=False,
                stdout=said, stderr=said, cwd=self.folder,
                env={**os.environ, "PGPASSWORD": SECRET, "LC_ALL": "C"},
            )  # fmt: skip
            said.seek(0)
            text = said.read()
        assert not check or done.returncode == 0, f"{name}: {text}"
        return text
