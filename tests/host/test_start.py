"""Fifty machines on which it cannot start, and more: one true line each, and never a trace."""

import pytest

from bot.app import program
from bot.support.errors import CannotStart
from tests.kit.hostile import SECRET, TABLE
from tests.kit.start import law_of_one_true_line, law_of_the_start


def test_there_are_fifty_of_them():
    assert len({row.name for row in TABLE}) == len(TABLE) >= 50


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
@pytest.mark.usefixtures("elsewhere")
def test_one_true_line_and_check_says_the_same(row, tmp_path, monkeypatch, capsys):
    for name, value in row.prepare(tmp_path, monkeypatch).items():
        monkeypatch.setenv(name, value)
    law_of_the_start(row.words, capsys)


# What the law must catch: the sound row, and what a start says that is at fault.

SOUND = "p.db is a folder: name a file in it"
URL = f"postgresql://a:{SECRET}@b/c"

FAULTS = {
    "another cause": (CannotStart("another process is running"), None, "another cause"),
    "a cause without a cure": (CannotStart("p.db is a folder"), None, "another cause"),
    "the password in it": (CannotStart(f"{SOUND} ({URL})"), None, "a secret is shown"),
    "a trace in it": (CannotStart(f'{SOUND} File "x.py", line 1'), None, "a trace"),
    "signs that a console lacks": (CannotStart(f"{SOUND} 牌"), None, "not for every console"),
    "a line that nobody reads to its end": (CannotStart(SOUND * 20), None, "characters"),
    "a fault of ours": (RuntimeError(SOUND), None, "exit code 1"),
    "a check that has not looked": (CannotStart(SOUND), (True, "ok"), "check gives 0"),
    "a check that says otherwise": (CannotStart(SOUND), (False, "is locked"), "says otherwise"),
    "a check that shows the password": (
        CannotStart(SOUND), (False, f"{SOUND} {URL}"), "a secret is shown",
    ),
}  # fmt: skip


def _say(monkeypatch, raised, found):
    """Have the start and the look say what they are told to."""

    async def serve(settings, stop):
        raise raised

    async def findings(settings):
        well, how = found or (False, str(raised))
        yield well, "database", how

    monkeypatch.setattr(program, "serve", serve)
    monkeypatch.setattr(program, "findings", findings)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.usefixtures("elsewhere")
def test_a_planted_fault_of_the_start_is_caught(fault, monkeypatch, capsys):
    raised, found, complaint = FAULTS[fault]
    words = ("p.db is a folder", "name a file")
    _say(monkeypatch, CannotStart(SOUND), None)
    law_of_the_start(words, capsys)

    _say(monkeypatch, raised, found)
    with pytest.raises(AssertionError, match=complaint):
        law_of_the_start(words, capsys)


def test_a_second_line_is_caught():
    assert law_of_one_true_line(2, f"{SOUND}\n", ("p.db",)) == SOUND
    with pytest.raises(AssertionError, match="2 lines"):
        law_of_one_true_line(2, f"{SOUND}\nand more\n", ("p.db",))
