"""Commands about a table's settings: show them, change one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.commands.registry import Counts, command, control
from bot.commands.request import OLD
from bot.ports.menu import Field
from bot.ports.messages import Reply, Where
from bot.screens.forms import Forms
from bot.support.errors import Refused
from bot.table.commands import Configure
from bot.table.options import meant, of_button
from bot.table.state import Phase

if TYPE_CHECKING:
    from bot.commands.request import Request


class OptionCommands:
    """``/settings``, and the buttons of its form."""

    @command(
        *("settings", "set", "设置", "設置", "設定", "选项", "選項"),
        order=360, slash=("set",), fields=(Field("option"), Field("value")),
        counts=Counts.FORM | Counts.SET, act=lambda rest: "configure" if rest else "settings",
    )  # fmt: skip
    @control("set", counts=Counts.FORM)
    async def settings(self, request: Request, rest: str) -> Reply | None:
        """Set what was typed, and show all settings."""
        runner, reader = request.need_table(), request.context.reader
        if rest.strip():
            key, value = meant(runner.table.game.info, rest, reader.everywhere)
            await request.ask(runner, Configure(request.user, key, value))
        runner.table.need_phase(Phase.LOBBY, Phase.BETWEEN)
        if runner.table.state.least:
            raise Refused("coinroom-fixed")
        form = await request.screen(Forms(request.reader).table(runner.table))
        return replace(form, public=True)

    @control("opt-", counts=Counts.SET)
    async def cycle(self, request: Request, name: str) -> Reply:
        """Set the next value of an option, and show the settings as they are then."""
        runner = request.need_table()
        setting = of_button(runner.table.game.info, name)
        if setting is None:
            raise Refused(OLD)
        value = setting.following(runner.table)
        await request.ask(runner, Configure(request.user, setting.key, value))
        screen = Forms(request.reader).table(runner.table)
        return Reply(await request.context.painter.message(screen), Where.SAME_MESSAGE)
