"""What can be read about a match and a game: its record, its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.i18n.keys import option_name
from bot.i18n.rules import pages
from engine.match import act, deal, planned
from engine.msg import Msg, msg
from engine.rng import commitment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.screens.board import Screens
    from bot.table.machine import Table
    from engine.core import Event
    from engine.match import Match
    from engine.replay import RoundLog


class Book:
    """Makes the screens that only tell."""

    def __init__(self, screens: Screens) -> None:
        self.screens = screens

    def _say(self, message: Msg, names: Sequence[str] = ()) -> str:
        return self.screens.catalogue.say(message, names)

    # The record.

    def record(self, fresh: Match, log: Sequence[RoundLog], names: Sequence[str]) -> str:
        """Every public fact of a match that began as ``fresh``; at its end the seed too.

        Raises:
            RuleError, ValueError: the log cannot be played by these rules.
        """
        match = fresh
        lines = [self._say(msg("record-seed", seed=commitment(match.seed)))]
        for number, round_ in enumerate(log, 1):
            lines.append(self._say(msg("sheet-round-number", round=number)))
            match, events = deal(match, round_.options, anew=round_.anew)
            told = _public(events)
            for seat, action in round_.actions:
                match, events = act(match, seat, action)
                told += _public(events)
            told += match.outcome.reasons if match.outcome is not None else ()
            lines += [f"  {self._say(self._noted(message), names)}" for message in told]
        if match.over:
            lines.append(self._say(msg("record-reveal", seed=match.seed.hex())))
        return "\n".join(lines)

    def _noted(self, message: Msg) -> Msg:
        """What was told, as it is written down where a record says it more shortly."""
        noted = replace(message, key=f"record-{message.key}")
        return noted if self.screens.catalogue.has(noted.key) else message

    # What is played.

    def rules(self, game_id: str, table: Table | None) -> tuple[str, ...]:
        """The rules of a game in pages, and the options in force at a table."""
        here = table if table is not None and table.state.game == game_id else None
        before = "\n".join(self._in_force(here)) if here is not None else ""
        catalogue = self.screens.catalogue
        return tuple(map(catalogue.called, pages(game_id, catalogue.language, before=before)))

    def _in_force(self, table: Table) -> list[str]:
        info = table.game.info
        lines = [self._say(msg("rules-options"))]
        count = planned(table.match) if table.match is not None else None
        if count is not None:
            lines.append(self._say(msg("rules-rounds", rounds=count)))
        lines += [
            self._say(
                msg(
                    "rules-option",
                    name=option_name(info.id, o.key),
                    value=self.screens.value(table, o.key),
                )
            )
            for o in info.options
        ]
        return lines


def _public(events: tuple[Event, ...]) -> list[Msg]:
    return [event.msg for event in events if event.to is None]
