"""A pooler before a PostgreSQL of the tests' own, by transactions: who writes next may be another.

Debian's package; like the server it does not run as root.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from tests.kit.hostile import SECRET
from tests.kit.ports import free_port
from tests.kit.postgres import OWNER

BINARY = "/usr/sbin/pgbouncer"

SETTINGS = """
[databases]
* = host=127.0.0.1 port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
auth_type = plain
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = 3
server_reset_query_always = 0
unix_socket_dir =
logfile = {folder}/log
pidfile = {folder}/pid
"""


class Pooler:
    """Running from ``start`` to ``stop``, before a server that is there."""

    def __init__(self, server):
        if not Path(BINARY).exists():
            pytest.skip(f"no pooler here: apt-get install pgbouncer ({BINARY})")
        self._server = server
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="pokertable-pool-"))
        self._process = None

    def url(self, database="game", options=""):
        """A URL as it is set."""
        return self._server.url(database=database, port=self.port, options=options)

    def start(self):
        """Run it, and wait until it answers."""
        (self.folder / "users").write_text(f'"{OWNER}" "{SECRET}"\n')
        settings = SETTINGS.format(server=self._server.port, port=self.port, folder=self.folder)
        (self.folder / "ini").write_text(settings)
        user = ()
        if os.getuid() == 0:
            for path in (self.folder, *self.folder.iterdir()):
                shutil.chown(path, "postgres")
            user = ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups")
        self._process = subprocess.Popen(  # noqa: S603
            [*user, BINARY, "-q", str(self.folder / "ini")], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder,
        )  # fmt: skip
        for _ in range(200):
            log = self.folder / "log"
            if log.exists() and "process up" in log.read_text():
                return
            time.sleep(0.05)
        raise AssertionError("the pooler does not start")

    def stop(self):
        """End it and take its folder away."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)
