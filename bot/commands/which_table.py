"""Asks which table is meant where words in private could be for several."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from bot.commands.registry import Needs
from bot.commands.request import asked
from bot.i18n.keys import game_name
from bot.i18n.names import told_apart
from bot.ports.messages import Button, Outgoing, Reply, Where
from bot.table import tokens

if TYPE_CHECKING:
    from bot.commands.parser import Spoken
    from bot.commands.registry import Declared
    from bot.commands.request import Request
    from bot.runtime.table_runner import TableRunner

SAID = "said"
"""The item of a button that says which table was meant."""

MOST = 1000
"""Persons whose words may wait for a choice of tables; they may be lost."""

_PLAYS = ("", "play")


class WhichTable:
    """Remembers what was said until its author has chosen."""

    def __init__(self, declared: Declared) -> None:
        self._declared = declared
        self._said: OrderedDict[str, str] = OrderedDict()

    def ask(self, request: Request, spoken: Spoken) -> Reply | None:
        """Ask which table words in private mean; they wait for the press. None: it is clear."""
        tables = self._meant(request, spoken)
        if len(tables) < 2:
            return None
        self._said[request.user.key] = request.incoming.text
        self._said.move_to_end(request.user.key)
        if len(self._said) > MOST:
            self._said.popitem(last=False)
        reader, states = request.reader, [runner.table.state for runner in tables]
        labels = told_apart(
            [reader.say("table-choice", chat=s.chat_title, game=game_name(s.game)) for s in states]
        )
        rows = tuple(
            (Button(tokens.button(state.id, 0, SAID), label),)
            for state, label in zip(states, labels, strict=True)
        )
        return Reply(Outgoing(text=reader.say("command-which-table"), rows=rows), Where.PRIVATE)

    def taken(self, request: Request) -> str:
        """The words that waited; empty: none do."""
        return self._said.pop(request.user.key, "")

    def _meant(self, request: Request, spoken: Spoken) -> list[TableRunner]:
        """The tables that words of a private message may be meant for.

        A play is for the one table that asks; nothing else is done at a table that is guessed.
        """
        command = self._declared.commands.get(spoken.name)
        if command and command.needs is not Needs.TABLE:
            return []
        mine = request.tables.of(request.user)
        asking = [runner for runner in mine if asked(runner.table, request.user)]
        return asking or mine if spoken.name in _PLAYS else mine
