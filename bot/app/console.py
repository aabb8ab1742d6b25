"""Lines for whoever starts the program, in whatever their console can show.

They are in English and in ASCII as far as they are ours: a console in cp1252 or cp437, or a file
that the output goes to, has no other signs for certain. A console that is gone stops nothing.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TextIO


def prepare() -> None:
    """Let no sign that a stream does not have end the program."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            with suppress(OSError, ValueError):
                stream.reconfigure(errors="backslashreplace")


def say(line: str, plain: str = "") -> None:
    """A line on the standard output; ``plain`` instead where it has not all signs for it."""
    _write(line if not plain or _has_signs(sys.stdout, line) else plain, sys.stdout)


def wrong(line: str) -> int:
    """A line on the standard error; the exit code that goes with it."""
    _write(" ".join(line.split()), sys.stderr)
    return 2


def _write(line: str, stream: TextIO | None) -> None:
    # There is none where a program runs without a console (pythonw); a full disk or a reader
    # who has gone are no reason to end, either.
    if stream is not None:
        with suppress(OSError, ValueError):
            print(line, file=stream, flush=True)


def _has_signs(stream: TextIO | None, line: str) -> bool:
    try:
        line.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
