"""What a runner runs: a table, a tournament, a queue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Self


class Machine(Protocol):
    """What is run: synchronous, without I/O, and the same before and after a refused command.

    Attributes:
        state: a frozen value, all of it that is stored.
    """

    state: Any

    def draft(self) -> Self:
        """A copy, to do a command to that nobody is to see before it is stored."""
        ...

    def adopt(self, draft: Any) -> None:
        """Take over what a draft has become, now that it is stored."""
        ...

    def handle(self, command: Any, now: datetime) -> Sequence[Any]:
        """Carry out a command, and say what to store and to show.

        Raises:
            RuleError: it is refused.
        """
        ...

    def next_wake(self) -> datetime | None:
        """When the next thing is due; None: only people can go on."""
        ...
