"""What a process of ours does: calls come by its input, and what they give goes by its output.

It ends with its input: when it is sent home, and when the program is gone, however that ended.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import traceback
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

NICE = 10
"""How much the rest of the machine goes before; where there is no such number it is a constant."""

Call = tuple["Callable[..., Any]", tuple[Any, ...]]
"""What is sent: a function of a module, and its arguments."""

Answer = tuple[bool, Any]
"""What comes back: whether it came to its end; what it gave, or what the log says of its error."""


def main() -> None:
    """Do one call after the other until there is no more input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the program, which ends this one
    if hasattr(os, "nice"):
        os.nice(NICE)
    source, sink = _alone(0, "rb"), _alone(1, "wb")
    calls: SimpleQueue[Call] = SimpleQueue()
    threading.Thread(target=_read, args=(source, calls), daemon=True).start()
    while True:
        sink.write(_done(*calls.get()))
        sink.flush()


def _alone(number: int, mode: str) -> IO[bytes]:
    """A stream that nothing else reads or writes: whoever prints, prints to nowhere."""
    own = os.dup(number)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, number)
    os.close(nowhere)
    found: IO[bytes] = os.fdopen(own, mode)
    return found


def _read(source: IO[bytes], calls: SimpleQueue[Call]) -> None:
    """Take what comes; with the last of it the process ends, even in the middle of a call."""
    code = 1
    try:
        while True:
            calls.put(pickle.load(source))  # noqa: S301  (the program's own words)
    except EOFError:
        code = 0
    finally:
        os._exit(code)


def _done(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    try:
        return pickle.dumps((True, function(*arguments)))
    except BaseException as error:  # noqa: BLE001  (told to whoever waits)
        # Its own text may name cards.
        places = "".join(traceback.format_tb(error.__traceback__))
        return pickle.dumps((False, f"{type(error).__name__}\n{places}"))
