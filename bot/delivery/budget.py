"""How much a chat is sent: platforms count a group's messages and edits together.

Where a platform bounds them (``Limits.edits``), boards are spread: the first of a quiet time goes
at once, some more follow closely, and from then on what is left of the minute is shared out. So a
board never waits long, and lines always find room.
"""

from __future__ import annotations

from collections import deque

MINUTE = 60.0
CLOSE = 3.0
"""Seconds between boards at least."""

LINES = 2 / 3
"""Lines that a chat may be sent for every board: 20 messages and edits where 12 are boards."""


class Later(Exception):
    """Not now: in ``seconds``."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"in {seconds:.1f} s")
        self.seconds = seconds


class Traffic:
    """What every chat was sent in the last minute."""

    def __init__(self) -> None:
        self._sent: dict[str, deque[tuple[float, bool]]] = {}

    def ask(self, chat: str, edits: int, now: float, *, board: bool) -> None:
        """Whether a message may go now, and count it if so; without a limit everything may.

        Args:
            chat: the chat's key; its threads count together.
            edits: boards a minute; 0: no limit.
            now: the time, in seconds from anywhere.
            board: it is a board and no line.

        Raises:
            Later: it may not.
        """
        if not edits:
            return
        sent = self._sent.setdefault(chat, deque())
        while sent and _since(sent[0], now) >= MINUTE:
            sent.popleft()
        waits = [0.0]
        if len(sent) >= int(edits * (1 + LINES)):
            waits.append(MINUTE - _since(sent[0], now))
        boards = [item for item in sent if item[1]]
        if board and boards:
            waits.append(_gap(boards, edits, now) - _since(boards[-1], now))
        if max(waits) > 0:
            raise Later(max(waits))
        sent.append((now, board))

    def forget(self, chat: str) -> None:
        """A chat that is no longer written to."""
        self._sent.pop(chat, None)


def _since(item: tuple[float, bool], now: float) -> float:
    return now - item[0]


def _gap(boards: list[tuple[float, bool]], edits: int, now: float) -> float:
    """Seconds after the last board until the next one."""
    left = edits - len(boards)
    until = MINUTE - _since(boards[0], boards[-1][0])
    if left <= 0:
        return until
    return CLOSE if len(boards) < edits / 2 else max(CLOSE, until / (left + 1))
