"""Whatever its console is like, it starts; and where it cannot even be read, it says why."""

import io
import subprocess
import sys

import pytest

from bot import __main__ as entry
from bot.app import console
from tests.kit.program import ROOT, Program
from tests.kit.tiers import chosen


@pytest.mark.parametrize("encoding", chosen(["cp1252", "ascii", "cp437", "gbk"], 1, "a console"))
async def test_it_starts_and_stops_on_a_console_of_any_encoding(tmp_path, encoding):
    async with Program(tmp_path, PYTHONIOENCODING=encoding) as program:
        assert await program.stop() == 0
    assert "Traceback" not in "".join(program.log)


def stream(encoding):
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)


@pytest.mark.parametrize(
    ("encoding", "said"), [("utf-8", "牌桌"), ("gbk", "牌桌"), ("cp1252", "The tables")]
)
def test_the_greeting_is_in_signs_that_the_console_has(monkeypatch, encoding, said):
    out = stream(encoding)
    monkeypatch.setattr(sys, "stdout", out)
    console.prepare()
    console.say("牌桌 http://127.0.0.1:1/", "The tables: http://127.0.0.1:1/")
    assert out.buffer.getvalue().decode(encoding).startswith(said)


class Full(io.StringIO):
    """A file on a disk without room."""

    def write(self, _):
        raise OSError(28, "No space left on device")


def test_a_console_that_is_gone_or_full_stops_nothing(monkeypatch):
    closed = io.StringIO()
    closed.close()
    for out in (None, Full(), closed):
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", out)
        console.prepare()
        console.say("a", "b")
        assert console.wrong("c") == 2


def test_a_line_stays_one_line(capsys):
    console.wrong("what the system says\n  goes on")
    assert capsys.readouterr().err == "what the system says goes on\n"


def test_an_old_python_is_named(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 10, 1))
    assert entry.main([]) == 2
    assert "Python 3.11 or newer" in capsys.readouterr().err


BROKEN = [
    ("sys.modules['sqlalchemy'] = None", "sqlalchemy is missing", "pip install"),
    ("sys.modules['PIL'] = None", "PIL is missing", "pip install"),
    ("sys.modules['pydantic_settings'] = None", "pydantic_settings is missing", "pip install"),
    (
        "sys.modules['sqlalchemy.dialects'] = type(sys)('x')",
        "cannot be loaded",
        "--force-reinstall",
    ),
]


@pytest.mark.parametrize(("fault", "words", "cure"), BROKEN, ids=[row[1] for row in BROKEN])
def test_a_package_that_is_missing_or_broken_is_named(tmp_path, fault, words, cure):
    text = f"import sys; {fault}; from bot.__main__ import main; sys.exit(main([]))"
    found = subprocess.run(  # noqa: S603
        [sys.executable, "-c", text], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert found.returncode == 2
    (line,) = found.stderr.splitlines()
    assert words in line and cure in line
