"""What people ask for about a table's settings: to see them, and to change one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.commands.option_words import meant
from bot.commands.registry import Counts, command, control
from bot.commands.request import OLD
from bot.ports.menu import Field
from bot.ports.messages import Reply, Where
from bot.screens import coins as coinview
from bot.screens.forms import Forms
from bot.support.errors import Refused
from bot.table import stakes
from bot.table.commands import Configure
from bot.table.lobby import CLOCKS, QUAN
from bot.table.seats import SEATING
from bot.table.state import Phase
from engine.match import option_error

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.table.machine import Table

QUICK_QUAN = (1, 4, 8)
"""What the settings button offers; any number can be typed."""


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
        runner, screens = request.need_table(), request.context.screens
        if rest.strip():
            key, value = meant(runner.table.game.info, rest, screens.everywhere)
            await request.ask(runner, Configure(request.user, key, value))
        runner.table.need_phase(Phase.LOBBY, Phase.BETWEEN)
        if runner.table.state.least:
            raise Refused("coinroom-fixed")
        form = await request.screen(Forms(request.screens).table(runner.table))
        return replace(form, public=True)

    @control("opt-", counts=Counts.SET)
    async def cycle(self, request: Request, name: str) -> Reply:
        """Set the next value of an option, and show the settings as they are then."""
        runner = request.need_table()
        key, value = next_value(runner.table, name)
        await request.ask(runner, Configure(request.user, key, value))
        screen = Forms(request.screens).table(runner.table)
        return Reply(await request.context.painter.message(screen), Where.SAME_MESSAGE)


def next_value(table: Table, name: str) -> tuple[str, int | str]:
    """The option that a settings button stands for, and the value after the present one."""
    if name == "quan":
        later = [n for n in QUICK_QUAN if n > table.state.quan]
        return "quan", later[0] if later else QUAN[0]
    if name == "clock":
        at = CLOCKS.index(table.state.clock) if table.state.clock in CLOCKS else -1
        return "clock", CLOCKS[(at + 1) % len(CLOCKS)]
    if name == "seating":
        at = SEATING.index(table.state.seating)
        return "seating", SEATING[(at + 1) % len(SEATING)]
    if name == "money":
        return "money", stakes.CHIPS if stakes.plays_coins(table.state) else stakes.COINS
    if name == "buyin":
        return "buyin", coinview.next_buy_in(table.state, table.game.info)
    options = table.game.info.options
    if not name.isdecimal() or int(name) >= len(options):
        raise Refused(OLD)
    option = options[int(name)]
    value = table.options[option.key]
    following = option.values[(option.values.index(value) + 1) % len(option.values)]
    if option_error(table.game.info, option.key, following):
        raise Refused(OLD)
    return option.key, following
