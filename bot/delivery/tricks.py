"""The trick before the one that lies on a table: what was shown last when it was taken up.

It is kept for whoever looks at the table from another device, or loads the page anew. After a
restart there is none until the next trick is taken up.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from renderers.scene import Scene

    Plays: TypeAlias = list[dict[str, Any]]

TABLES = 2000
"""Tables and languages that are remembered."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """The plays of the trick that lies on a table, and of the one before it."""

    now: Plays
    before: Plays


class Tricks:
    """What lay on each table before, in the words of each language."""

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[str, str], _Seen] = OrderedDict()

    def look(self, table: str, language: str, scene: Scene) -> None:
        """Take note of a board, in the order in which boards of a table are shown."""
        before = self.before(table, language, scene)
        self._seen[table, language] = _Seen(_plays(scene), before)
        self._seen.move_to_end((table, language))
        while len(self._seen) > TABLES:
            self._seen.popitem(last=False)

    def before(self, table: str, language: str, scene: Scene) -> Plays:
        """The plays of the trick before the one that lies on a table; none if it is not known."""
        seen = self._seen.get((table, language), _Seen([], []))
        taken_up = seen.now and not _codes(seen.now) & _codes(_plays(scene))
        return seen.now if taken_up else seen.before


def _plays(scene: Scene) -> Plays:
    """The plays that lie on the table, those that were passes left out."""
    tricks = (block for block in scene["blocks"] if block["kind"] == "trick")
    trick = next(tricks, None)
    if trick is None or trick["settled"]:
        return []
    return [play for play in trick["plays"] if play["cards"]]


def _codes(plays: Plays) -> set[tuple[int, tuple[str, ...]]]:
    """Who has played which cards."""
    return {(play["seat"], tuple(card["face"] for card in play["cards"])) for play in plays}
