"""Commands about tournaments: call one, take part, leave, begin."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import normalize

from bot.commands.games import game_named
from bot.commands.hands import hand
from bot.commands.parser import mode_named
from bot.commands.registry import Needs, command, menu
from bot.commands.request import OLD
from bot.commands.unreached import unreached
from bot.ports.menu import Field
from bot.support.errors import Refused
from bot.table.commands import Repost
from bot.tournament.sealing import how
from bot.tournament.state import DEALS, MINUTES
from engine.text import normal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.commands.request import Request
    from bot.ports.messages import Reply
    from bot.runtime.tournament_runner import TournamentRunner
    from bot.runtime.tournaments import Tournaments
    from engine.core import Game
    from engine.msg import Msg

GAME, BOARD_GAME = "dazha", "doudizhu"

_WORDS = re.compile(r"(?:(?![-+]?\d)\S+(?:\s+|$))*")
"""Words that do not begin with a number."""

_TERM = re.compile(r"([-+]?[0-9]+(?:\.[0-9]+)?)\s*([^\s\d+-]*)")

_UNITS = {
    "fee": ("金币", "金幣", "币", "幣", "coins", "coin"),
    "minutes": ("分钟", "分鐘", "分", "minutes", "minute", "min", "m"),
    "deals": ("圈", "把", "deals", "deal"),
}
"""Units, in the order in which numbers without one are meant."""

_BOARD_UNITS = {
    "tables": ("桌", "tables", "table"),
    "deals": ("副", "把", "deals", "deal", "boards", "board"),
    "minutes": _UNITS["minutes"],
}
"""The same of 复式."""

WISHES = {
    **dict.fromkeys(("join", "报名", "報名", "register"), "join"),
    **dict.fromkeys(("withdraw", "leave", "退出", "退赛", "退賽", "退出比赛", "退出比賽"),
                    "withdraw"),
    **dict.fromkeys(("start", "开始", "開始", "开赛", "開賽"), "start"),
    **dict.fromkeys(("cancel", "取消"), "cancel"),
}  # fmt: skip
"""What may be typed instead of pressing a button of the board."""


def _act(rest: str, name: str = "tournament") -> str:
    wish = WISHES.get(normal(rest))
    return name if wish is None else f"cup-{wish}"


def _act_duplicate(rest: str) -> str:
    return _act(rest, "duplicate")


class TournamentCommands:
    """``/tournament``, and the buttons of a tournament's board."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments

    @command(
        *("tournament", "cup", "比赛场", "比賽場", "比赛", "比賽", "锦标赛", "錦標賽"),
        order=250, slash=("tournament", "cup", "比赛", "比賽"),
        fields=(Field("game", "game"), Field("terms")), needs=Needs.NOTHING, act=_act,
    )  # fmt: skip
    async def tournament(self, request: Request, rest: str) -> Reply | None:
        """Call one, show the one that is on again, or do in it what a button does."""
        done, reply = await self._in_the_one_that_is_on(request, rest)
        if done:
            return reply
        name, terms = parsed(rest)
        game = await self._game(request, name or GAME, "cup-how")
        await self._tournaments.create(
            request.incoming, game, fee=terms.get("fee"), minutes=terms.get("minutes", MINUTES),
            deals=terms.get("deals", DEALS), options=mode_named(game.info, name),
        )  # fmt: skip
        return None

    @command(
        *("duplicate", "复式", "複式", "复式赛", "複式賽"),
        order=255, slash=("duplicate",),
        fields=(Field("game", "game"), Field("boards")), needs=Needs.NOTHING, act=_act_duplicate,
    )  # fmt: skip
    async def duplicate(self, request: Request, rest: str) -> Reply | None:
        """Call a 复式, show the one that is on again, or do in it what a button does."""
        done, reply = await self._in_the_one_that_is_on(request, rest)
        if done:
            return reply
        name, terms = parsed(rest, _BOARD_UNITS, "duplicate-how")
        game = await self._game(request, name or BOARD_GAME, "duplicate-how")
        await self._tournaments.create_duplicate(
            request.incoming, game, options=mode_named(game.info, name), **terms
        )
        return None

    async def _in_the_one_that_is_on(
        self, request: Request, rest: str
    ) -> tuple[bool, Reply | None]:
        """What is meant for one that was called: whether something was, and the answer."""
        wish = WISHES.get(normal(rest))
        if wish is not None:
            runner = self._tournaments.need(request.incoming)
            return True, await self._wished(wish, runner, request)
        running = self._tournaments.at(request.chat)
        if running is None or running.state.over or rest:
            return False, None
        await running.do(Repost())
        return True, None

    async def _game(self, request: Request, name: str, how: str) -> Game[object, object]:
        game = await game_named(request, name)
        if game is None:
            raise Refused(how)
        return game

    @menu("tournament")
    async def pressed(self, request: Request, argument: str) -> Reply | None:
        """A button of a tournament's board: ``join.0123456789``; ``new`` calls one."""
        if argument in ("new", "duplicate"):
            call = self.tournament if argument == "new" else self.duplicate
            return await call(request, "")
        wish, _, ident = argument.partition(".")
        runner = self._tournaments.of(ident)
        if runner is None:
            raise Refused("cup-gone")
        return await self._wished(wish, runner, request)

    async def _wished(self, wish: str, runner: TournamentRunner, request: Request) -> Reply | None:
        tournaments = self._tournaments
        told: tuple[Msg, ...] = ()
        match wish:
            case "join":
                if (reply := await unreached(request)) is not None:
                    return reply
                told = await tournaments.register(request.incoming, runner)
            case "withdraw":
                told = await tournaments.withdraw(request.incoming, runner)
            case "start":
                told = await tournaments.start_now(request.incoming, runner)
            case "cancel":
                told = await tournaments.cancel(request.incoming, runner)
            case "word":
                return request.text(request.reader.catalogue.say(how(runner.machine, request.user)))
            case "hand":
                table = tournaments.table_of(runner, request.user)
                if table is None:
                    raise Refused("cup-no-table")
                return await hand(request, table)
            case _:
                raise Refused(OLD)
        return request.toast(*told) if told else None


def parsed(
    rest: str, units: Mapping[str, tuple[str, ...]] = _UNITS, how: str = "cup-how"
) -> tuple[str, dict[str, int]]:
    """A game's name, and the terms by what they are; numbers may have one of the ``units``.

    ``how``: what is said where they cannot be understood.

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
        meant = _meant(normal(unit), found, units)
        if not meant or meant in found:
            raise Refused(how)
        found[meant] = _whole(number)
    if _TERM.sub("", terms).strip():
        raise Refused(how)
    return name.strip(), found


def _whole(number: str) -> int:
    """What was written; what is no whole number, or far too long, is outside of every range."""
    return int(number) if number.lstrip("+-").isdecimal() and len(number) < 10 else -1


def _meant(unit: str, terms: dict[str, int], units: Mapping[str, tuple[str, ...]]) -> str:
    """What a number with a unit is, without one the first that was not said; empty: nothing."""
    if unit:
        return next((name for name, known in units.items() if unit in known), "")
    return next((name for name in units if name not in terms), "")
