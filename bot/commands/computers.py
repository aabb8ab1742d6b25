"""What computer players are called at a table: names in its chat's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n import names

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.runtime.table_runner import TableRunner


def computer_names(request: Request, runner: TableRunner) -> tuple[str, ...]:
    """The names that computer players are given: each gets the first that is free."""
    context = request.context
    reader = context.reader.of(context.preferences.chat(runner.table.state.place))
    return names.computer_names(reader.say)
