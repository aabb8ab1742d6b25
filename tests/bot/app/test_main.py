"""What the program says when it cannot start: one clear line, and never a password."""

import socket
import sys
from contextlib import closing

import pytest

from bot.__main__ import main

WRONG = [
    ({"WEB_PORT": "abc"}, 2, "WEB_PORT: ", "a port that is no number"),
    ({"WEB_PORT": "70000"}, 2, "WEB_PORT: ", "a port that does not exist"),
    ({"LOG_LEVEL": "loud"}, 2, "LOG_LEVEL: ", "a level that does not exist"),
    ({"COMPUTER_PACE": "-1"}, 2, "COMPUTER_PACE: ", "a negative pause"),
    ({"DATABASE_URL": "mysql://a:hush@b/c"}, 2, "sqlite or postgresql", "an unknown database"),
    ({"DATABASE_URL": "postgresql://a:hush@127.0.0.1:1/c"}, 2, "asyncpg", "a missing driver"),
    ({"DATABASE_URL": "sqlite:////proc/no/a.db"}, 2, "/proc/no cannot", "a place for no file"),
]


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WEB_PORT", "0")
    monkeypatch.setitem(sys.modules, "asyncpg", None)


@pytest.mark.parametrize(("env", "code", "words", "why"), WRONG, ids=[w[3] for w in WRONG])
def test_what_cannot_start_says_why_in_a_line(monkeypatch, capsys, env, code, words, why):
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert main([]) == code
    said = capsys.readouterr().err
    assert words in said
    assert "hush" not in said
    assert len(said.strip().splitlines()) == 1


def test_a_port_that_is_taken_is_named(monkeypatch, capsys):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("WEB_PORT", str(port))
        assert main([]) == 2
    assert f"127.0.0.1:{port}" in capsys.readouterr().err


def test_an_empty_setting_is_as_good_as_none(monkeypatch, capsys):
    """Traps of such files: ``WEB_HOSTS=`` must start, and so must everything else left empty."""
    from bot.app.settings import Settings

    for name in ("DATABASE_URL", "WEB_HOST", "WEB_PORT", "LOG_LEVEL", "COMPUTER_PACE"):
        monkeypatch.setenv(name, "")
    assert Settings(_env_file=None) == Settings.model_construct()
