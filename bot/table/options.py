"""Every setting of a table, each declared once, for all that sets, shows or keeps it.

A setting is a descriptor in ``SETTINGS``, or an ``Option`` of a game in the same clothes. Lines
that people type, the buttons and the lines of the settings form, the facts of a lobby, refusals
that list what is right, and the same table once more are all made from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.support.errors import Refused
from bot.table import practice, stakes, written
from bot.table.setting import Choice, Duration, GameOption, Number, Offered, Refusal, Text, nowhere
from bot.table.state import CLOSED, OPEN
from engine.msg import chained
from engine.text import normal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from bot.table.setting import Everywhere, Setting, Value
    from bot.table.state import TableState
    from bot.table.table import Table
    from engine.core import GameInfo

QUAN = range(1, 33)

CLOCK = 120
"""Seconds a person in a group has for an answer, unless the table is set otherwise.

Alone with computer players nobody waits for anybody, and there is no limit.
"""

CLOCKS = (30, 60, 120, 300, 600, 43_200, 86_400, 259_200, 0)
"""Seconds for an answer; from half a day on people play over days."""


def _clock_of(table: Table) -> int:
    return CLOCK if table.state.chat is not None else 0


def _has_a_key(table: Table) -> bool:
    """Whether it could be opened to more people than know the address of its room."""
    state = table.state
    return table.keyed and state.place is not None and not (state.tournament or state.least)


SETTINGS: tuple[Setting, ...] = (
    Number(
        key="rounds", id="quan", item="quan", field="quan", always=True,
        names=("圈", "圈数", "圈數", "rounds", "round"), units=("圈", "rounds", "round"),
        unit="quan", refused=Refusal("table-quan"), span=lambda _: QUAN, steps=lambda _: (1, 4, 8),
        standard=lambda table: table.game.info.rounds,
    ),
    Duration(
        key="clock", id="clock", item="clock", field="clock", always=True, between=True,
        names=("时限", "時限", "每步时限", "每步時限"), values=CLOCKS,
        refused=Refusal("table-clock"), standard=_clock_of,
    ),
    Choice(
        key="seating", id="seating", item="seating", field="seating", usual="lot", kept=False,
        names=("座位", "seats"), values=("lot", "chosen"), refused=Refusal("table-seating"),
    ),
    Choice(
        key="house", id="house", item="house", field="house", usual=CLOSED, between=True,
        names=("开放", "開放", "谁能来", "誰能來"), values=(CLOSED, OPEN), possible=_has_a_key,
    ),
    Choice(
        key="hints", id="hints", item="hints", field="hints", usual="on", between=True,
        names=("提示", "hint"), values=("on", "off"),
    ),
    Choice(
        key="money", id="money", item="money", field="money", usual=stakes.CHIPS,
        names=("筹码或金币", "籌碼或金幣", "打", "金币", "金幣"),
        values=(stakes.CHIPS, stakes.COINS), possible=stakes.can_be_set,
        check=stakes.check_money,
    ),
    Number(
        key="buyin", id="buyin", item="buyin", field="buy_in",
        names=("每人带上", "每人帶上", "带上", "帶上"), units=("金币", "金幣", "coin", "coins"),
        unit="coins", refused=Refusal("stakes-buyin", private=True),
        span=stakes.buy_ins, steps=stakes.buy_in_steps,
        now=lambda table: stakes.buy_in(table.state, table.game.info),
        possible=stakes.buys_in, check=stakes.check_buy_in,
    ),
    Text(
        key=practice.KEY, id=practice.KEY, field="word", title="practice-word", kept=False,
        names=("种子", "種子"), says="practice-unrated", takes=practice.configure,
    ),
    Text(
        key=written.KEY, id=written.KEY, field="deal", title="deal-word", kept=False,
        says="deal-unrated", takes=written.configure,
    ),
)  # fmt: skip
"""What is set at a table of whatever game, in the order in which it is shown."""


def settings_of(info: GameInfo) -> tuple[Setting, ...]:
    """Everything that is set at a table of a game, in the order in which it is shown.

    What changes the game most stands behind the number of rounds, the rest at the end.
    """
    own = options_of(info)
    front = tuple(one for one in own if one.always)
    return (*SETTINGS[:1], *front, *SETTINGS[1:], *(one for one in own if not one.always))


def options_of(info: GameInfo) -> tuple[GameOption, ...]:
    """The options of a game, in its own order."""
    return tuple(
        GameOption(
            key=f"option:{option.key}", id=option.key, item=str(at), between=option.between,
            always=option.front, usual=option.values[0], values=option.values, game=info.id,
        )
        for at, option in enumerate(info.options)
    )  # fmt: skip


def offered(info: GameInfo) -> Iterator[Offered]:
    """Those with a button in the settings form."""
    return (one for one in settings_of(info) if isinstance(one, Offered))


def of_button(info: GameInfo, item: str) -> Offered | None:
    """The setting whose button's token ends so."""
    return next((one for one in offered(info) if one.item == item), None)


def kept(state: TableState) -> dict[str, Any]:
    """The fields that the same table once more has as this one."""
    return {one.field: getattr(state, one.field) for one in SETTINGS if one.kept}


def configure(table: Table, key: str, value: Value) -> None:
    """Set what a key or an id stands for.

    Raises:
        Refused: there is no such setting, or it cannot be set so; it says what can.
    """
    known = settings_of(table.game.info)
    found = [one for one in known if one.key == key] or [one for one in known if one.id == key]
    if not found:
        names = (one.name for one in offered(table.game.info))
        raise Refused("table-no-option", known=chained("render-list", names))
    _whose(found, str(value), nowhere, found[-1]).assign(table, value)


def _whose(found: list[Setting], typed: str, everywhere: Everywhere, else_: Setting) -> Setting:
    """Whose value it is, where several settings are called the same: a number is the table's."""
    return next((one for one in found if one.read(typed, everywhere) is not None), else_)


# What people type.

_SIGNS = " =:："


def meant(info: GameInfo, line: str, everywhere: Everywhere) -> tuple[str, Value]:
    """Which setting a line is about, by its key, and the value, as ``configure`` takes them.

    What cannot be understood is handed on as it was typed: the table says what there is.

    Args:
        info: the game of the table.
        line: ``圈数 八``, ``target=45``, ``Time a move: 30``.
        everywhere: what a message is in every language.
    """
    plain = normal(line).strip()
    names = _names(info, everywhere)
    for name in sorted(names, key=len, reverse=True):
        rest = plain[len(name) :]
        if plain.startswith(name) and (not rest or rest[0] in _SIGNS):
            typed = rest.strip(_SIGNS)
            setting = _whose(names[name], typed, everywhere, names[name][0])
            value = setting.read(typed, everywhere)
            return setting.key, typed if value is None else value
    head, _, rest = plain.partition("=" if "=" in plain.partition(" ")[0] else " ")
    return head, rest.strip()


def _names(info: GameInfo, everywhere: Everywhere) -> Mapping[str, list[Setting]]:
    """Everything that settings are called, and which are.

    What a game's option is called in full is its alone. Where its id is one of the table's
    settings', whatever else that is called may mean either.
    """
    named: dict[str, list[Setting]] = {}
    every = settings_of(info)
    for option in every:
        if isinstance(option, GameOption):
            for name in everywhere(option.name):
                named.setdefault(normal(name), [option])
    taken = set(named)
    for one in (*SETTINGS, *(one for one in every if one not in SETTINGS)):
        for name in {*_called(one, every, everywhere)}:
            if name not in taken:
                named.setdefault(name, []).append(one)
    return named


def _called(one: Setting, every: Sequence[Setting], everywhere: Everywhere) -> Iterator[str]:
    yield normal(one.id)
    same = [other for other in every if other.id == one.id]
    for other in same:
        if not isinstance(other, GameOption):
            yield from map(normal, (*everywhere(other.name), *other.names, other.key))
