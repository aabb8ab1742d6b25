"""House rules at a table: a lobby plays by a set of options that has a name, and offers others.

The options are what counts; the name is theirs as long as none of them is changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.support.errors import Refused
from bot.table.state import Phase, load_options
from engine.houses import differences, shipped, whole

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from bot.store.house_rows import HouseRules
    from bot.table.commands import Houses, KnowRules, PlayRules
    from bot.table.table import Table
    from engine.core import GameInfo, Options

OFFERED = 2
"""House rules for which a lobby has a button; the others are behind the list."""

SHIPPED = "+"
"""How the id begins of a set that is shipped; its key follows, no id of a chat's own has it."""


def offers(table: Table) -> tuple[tuple[str, str], ...]:
    """The chat's own rules that a lobby offers, as (id, name): those it does not play by."""
    state = table.state
    if state.tournament or state.least or state.phase is not Phase.LOBBY:
        return ()
    return tuple(one for one in state.houses if one[0] != state.rules)


def playable(info: GameInfo, kept: Iterable[HouseRules]) -> Houses:
    """The sets that are for a game, without those that it can be played by no longer."""
    found = ((one, load_options(one.options)) for one in kept if one.game == info.id)
    return tuple(
        (one.ident, one.name, tuple(changed.items()))
        for one, changed in found
        if whole(info, changed) is not None
    )


def options_of(info: GameInfo, rules: str, houses: Houses) -> Options:
    """What a set changes: one of the chat's own, one that is shipped, or none (empty).

    Raises:
        Refused: there is no such set.
    """
    if not rules:
        return {}
    if rules.startswith(SHIPPED) and (found := shipped(info.id).get(rules[len(SHIPPED) :])):
        return found.options
    own = next((changed for ident, _, changed in houses if ident == rules), None)
    if own is None:
        raise Refused("house-gone")
    return dict(own)


def play(table: Table, command: PlayRules, now: datetime) -> None:
    """Set every option of the game as a set has them."""
    options = whole(table.game.info, dict(command.changed))
    if options is None:
        raise Refused("house-gone")
    table.change(options=tuple(options.items()), rules=command.rules)
    learn(table, command.houses)


def know(table: Table, command: KnowRules, now: datetime) -> None:
    """Offer what the chat has now."""
    before = table.state
    learn(table, command.houses)
    if table.state != before:
        table.touch_board()


def learn(table: Table, houses: Houses) -> None:
    """What a lobby offers; options that have a name are called by it."""
    state = table.state
    if state.phase is not Phase.LOBBY or state.tournament or state.least:
        return
    rules, changed = state.rules, differences(table.game.info, table.options)
    if not rules.startswith(SHIPPED):
        same = [ident for ident, _, wanted in houses if dict(wanted) == changed]
        rules = rules if rules in same else (same[0] if same else "")
    names = {ident: name for ident, name, _ in houses}
    shown = list(names)[:OFFERED]
    shown += [rules] if rules in names and rules not in shown else []
    table.change(rules=rules, houses=tuple((ident, names[ident]) for ident in shown))
