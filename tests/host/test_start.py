"""Fifty machines on which it cannot start, and more: one true line each, and never a trace."""

import re

import pytest

from bot.__main__ import main
from bot.commands.service import Hub
from tests.kit.hostile import HELD, SECRET, TABLE

LONGEST = 600
"""Characters of a line that is still read, two long paths among them."""


class Started(BaseException):
    """It did start."""


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch, tmp_path):
    async def start(_hub):
        raise Started

    for name in ("DISCORD_TOKEN", "TELEGRAM_TOKEN", "DATABASE_URL", "WEB_HOST"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WEB_PORT", "0")
    monkeypatch.setattr(Hub, "start", start)
    yield
    while HELD:
        HELD.pop().close()


def law_of_one_true_line(code, said, words):
    """What the start says where it cannot be: a line that names the cause and the cure."""
    assert code == 2, f"exit code {code}"
    assert "Traceback" not in said and 'File "' not in said
    (line,) = said.splitlines()
    assert [word for word in words if word not in line] == [], line
    assert SECRET not in line
    assert len(line) <= LONGEST, len(line)
    assert re.fullmatch(r"[ -~]*", re.sub(r"WEB＝true", "", line)), line
    return line


def test_there_are_fifty_of_them():
    assert len({row.name for row in TABLE}) == len(TABLE) >= 50


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
def test_one_true_line_and_check_says_the_same(row, tmp_path, monkeypatch, capsys):
    for name, value in row.prepare(tmp_path, monkeypatch).items():
        monkeypatch.setenv(name, value)
    # First the look, which is to change nothing that the start would find.
    looked = main(["check"])
    seen = capsys.readouterr()
    code = main([])
    line = law_of_one_true_line(code, capsys.readouterr().err, row.words)

    assert looked == 2
    assert line in seen.out + seen.err, f"check says otherwise: {seen.out}{seen.err}"
    assert SECRET not in seen.out + seen.err
