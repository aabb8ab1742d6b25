"""``python -m bot``: every platform that has a token, and the browser table.

This file runs on any Python 3 and without any package, so that it can say what is missing.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

OLDEST = (3, 11)


def main(arguments: Sequence[str] | None = None) -> int:
    """The program; its exit code.

    Args:
        arguments: without the program's name; None takes those it was started with.
    """
    if sys.version_info < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        return _wrong(f"Python {wanted} or newer is needed, and this is {sys.version.split()[0]}")
    gc.disable()  # what is loaded stays: looking for what may go takes a tenth of the time
    try:
        from bot.app.program import run
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        return _wrong(
            f"the package {package} is missing: start it with the Python of its environment"
            " (.venv/bin/python -m bot), or run python -m pip install -e . in its folder"
        )
    except ImportError as error:
        return _wrong(
            f"a package cannot be loaded ({str(error).splitlines()[0][:160]}): install it again"
            " with python -m pip install --force-reinstall -e ."
        )
    finally:
        gc.enable()
    return run(arguments)


def _wrong(line: str) -> int:
    print(line, file=sys.stderr)  # noqa: T201
    return 2


def _leave(code: int) -> None:
    """End at once: taking thousands of tables apart piece by piece takes seconds."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):  # a console that is gone
            pass
    os._exit(code)


if __name__ == "__main__":
    _leave(main())
