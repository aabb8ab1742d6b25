"""The computer player of 蹲麻子."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Action
from engine.games.dunmazi.scoring import least_useful, may_knock
from engine.games.dunmazi.state import Phase, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator


def ranked(seen: Seen) -> Iterator[Action]:
    """Good legal actions, best first."""
    lies = seen.open
    if lies.phase in (Phase.FIRST, Phase.PUT):
        yield Action("put", cards=(least_useful(seen.hand),))
    elif lies.phase is Phase.ANSWER:
        yield Action("fold")
        yield Action("call")
    else:
        if may_knock(seen.hand, lies.rules):
            yield Action("knock")
        if lies.pile:
            yield Action("clear" if lies.full else "draw")
        else:
            yield Action("pass")
