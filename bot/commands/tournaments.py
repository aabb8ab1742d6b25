"""What people ask for about tournaments: to call one, to take part, to leave, to begin."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import normalize

from bot.commands.coins import Purser
from bot.commands.parser import mode_named
from bot.commands.request import OLD, is_open
from bot.ports.messages import Outgoing, Reply, Where
from bot.support.errors import Refused
from bot.table.commands import Repost
from bot.tournament.stages import drawn
from bot.tournament.state import DEALS, MINUTES
from engine.text import normal

if TYPE_CHECKING:
    from bot.ports.incoming import Incoming
    from bot.runtime.table_runner import Runner
    from bot.runtime.tournament_runner import CupRunner
    from engine.core import Game
    from engine.msg import Msg

GAME = "dazha"

_WORDS = re.compile(r"(?:(?![-+]?\d)\S+(?:\s+|$))*")
"""Words that do not begin with a number."""

_TERM = re.compile(r"([-+]?[0-9]+(?:\.[0-9]+)?)\s*([^\s\d+-]*)")

_UNITS = {
    "fee": ("金币", "金幣", "币", "幣", "coins", "coin"),
    "minutes": ("分钟", "分鐘", "分", "minutes", "minute", "min", "m"),
    "deals": ("圈", "把", "deals", "deal"),
}
"""Units, in the order in which numbers without one are meant."""

WISHES = {
    **dict.fromkeys(("join", "报名", "報名", "register"), "join"),
    **dict.fromkeys(("withdraw", "leave", "退出", "退赛", "退賽", "退出比赛", "退出比賽"),
                    "withdraw"),
    **dict.fromkeys(("start", "开始", "開始", "开赛", "開賽"), "start"),
    **dict.fromkeys(("cancel", "取消"), "cancel"),
}  # fmt: skip
"""What may be typed instead of pressing a button of the board."""


class CupOrders(Purser):
    """Carries out commands; the methods are called like them."""

    async def tournament(self, incoming: Incoming, rest: str) -> Reply | None:
        """Call one, show the one that is on again, or do in it what a button does."""
        wish = WISHES.get(normal(rest))
        if wish is not None:
            return await self._wished(wish, self.hub.cups.need(incoming), incoming)
        running = self.hub.cups.at(incoming.chat)
        if running is not None and not running.state.over and not rest:
            await running.do(Repost())
            return None
        name, terms = parsed(rest)
        game = await self._cup_game(incoming, name)
        await self.hub.cups.create(
            incoming, game, fee=terms.get("fee"), minutes=terms.get("minutes", MINUTES),
            deals=terms.get("deals", DEALS), options=mode_named(game.info, name),
        )  # fmt: skip
        return None

    async def _cup_game(self, incoming: Incoming, name: str) -> Game[object, object]:
        game = await self.game_named(incoming, name or GAME)
        if game is None:
            raise Refused("cup-how")
        return game

    async def game_named(self, incoming: Incoming, rest: str) -> Game[object, object] | None:
        """The game that is called so; None where a menu is wanted."""
        raise NotImplementedError

    async def hand_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        """The private screen of a person at a table."""
        raise NotImplementedError

    def cup_table(self, cup: CupRunner | None, incoming: Incoming) -> Runner | None:
        """The table of a tournament's present stage at which a person sits."""
        for made in drawn(cup.state) if cup is not None else ():
            runner = self.hub.runners.get(made.table)
            if runner is not None and runner.table.seat_of(incoming.user) is not None:
                return runner
        return None

    async def cup_pressed(self, incoming: Incoming, argument: str) -> Reply | None:
        """A button of a tournament's board: ``join.0123456789``."""
        wish, _, ident = argument.partition(".")
        runner = self.hub.cups.of(ident)
        if runner is None:
            raise Refused("cup-gone")
        return await self._wished(wish, runner, incoming)

    async def _wished(self, wish: str, runner: CupRunner, incoming: Incoming) -> Reply | None:
        cups = self.hub.cups
        told: tuple[Msg, ...] = ()
        match wish:
            case "join":
                if (unreached := await self.unreached(incoming)) is not None:
                    return unreached
                told = await cups.register(incoming, runner)
            case "withdraw":
                told = await cups.withdraw(incoming, runner)
            case "start":
                await cups.start_now(incoming, runner)
            case "cancel":
                told = await cups.cancel(incoming, runner)
            case "hand":
                table = self.cup_table(runner, incoming)
                if table is None:
                    raise Refused("cup-no-table")
                return await self.hand_of(table, incoming)
            case _:
                raise Refused(OLD)
        if not told:
            return None
        say = self.screens(incoming).catalogue.say
        text = "\n".join(map(say, told))
        return Reply(Outgoing(text=text), Where.TOAST, public=is_open(*told))


def parsed(rest: str) -> tuple[str, dict[str, int]]:
    """A game's name, and the terms by what they are; numbers may have a unit.

    >>> parsed("斗地主 20 5 分钟")
    ('斗地主', {'fee': 20, 'minutes': 5})

    Raises:
        Refused: a term is no number, or is there twice.
    """
    rest = normalize("NFKC", rest).replace("\u2212", "-")
    words = _WORDS.match(rest)
    name = words.group() if words is not None else ""
    terms = rest[len(name) :]
    found: dict[str, int] = {}
    for number, unit in _TERM.findall(terms):
        meant = _meant(normal(unit), found)
        if meant in found:
            raise Refused("cup-how")
        found[meant] = _whole(number)
    if _TERM.sub("", terms).strip():
        raise Refused("cup-how")
    return name.strip(), found


def _whole(number: str) -> int:
    """What was written; what is no whole number, or far too long, is outside of every range."""
    return int(number) if number.lstrip("+-").isdecimal() and len(number) < 10 else -1


def _meant(unit: str, terms: dict[str, int]) -> str:
    """What a number with a unit is; without one the first that was not said."""
    if unit:
        found = next((name for name, units in _UNITS.items() if unit in units), "")
    else:
        found = next((name for name in _UNITS if name not in terms), "")
    if not found:
        raise Refused("cup-how")
    return found
