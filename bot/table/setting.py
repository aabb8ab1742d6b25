"""The kinds of settings that a table has: a number, a choice, a time, a text, a game's option.

A kind says how a value is read, what is refused and in which words, and what a button sets next.
``options`` declares the settings themselves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.i18n.keys import option_name, option_note, option_value
from bot.i18n.values import SECONDS, called, number_in
from bot.support.errors import Refused
from bot.table.state import Phase
from engine.msg import Msg, chained, msg
from engine.text import normal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from bot.table.table import Table
    from engine.msg import Param

    Value: TypeAlias = int | str
    Everywhere: TypeAlias = Callable[[Msg], set[str]]
    # What a message is in every language.


def nowhere(message: Msg) -> set[str]:
    """Where no language is known only what is stored is understood."""
    return set()


def _always(table: Table) -> bool:
    return True


def _any_value(table: Table, value: Any) -> None:
    """Nothing speaks against it."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What is said of a value that there is not: the key of a message that lists what there is.

    ``private``: it is for whoever asked alone.
    """

    key: str
    private: bool = False

    def listing(self, **listed: Param) -> Refused:
        """The refusal, with what there is listed in it."""
        return Refused(self.key, private=self.private, **listed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(ABC):
    """One thing that is set at a table; where nothing else is said, a field of the table's state.

    Attributes:
        key: how commands call it; unique at a table.
        id: what a form shows in brackets, and what may be typed for it.
        field: of the table's state.
        title: the key of the message that names it; ``settings-<id>`` where it is empty.
        names: what else people may type for it.
        between: it may be set between rounds too.
        always: a lobby tells it always; else only where it is not as usual.
        usual: what it is where nobody has set it.
        kept: the same table once more has it as this one.
        standard: what it is where nobody has set it, if that is not the same at every table.
        possible: whether it can be set at this table at all.
        check: refuses a value that is a right one elsewhere.
    """

    key: str
    id: str
    field: str = ""
    title: str = ""
    names: tuple[str, ...] = ()
    between: bool = False
    always: bool = False
    usual: Value = ""
    kept: bool = True
    standard: Callable[[Table], Value] | None = None
    possible: Callable[[Table], bool] = _always
    check: Callable[[Table, Any], None] = _any_value

    @property
    def name(self) -> Msg:
        """What it is called."""
        return msg(self.title or f"settings-{self.id}")

    def word(self, value: Value) -> Msg:
        """What a value is called; a number for which there is no such message is its own name."""
        return msg(f"settings-{self.id}-{value}")

    def note(self, value: Value) -> Msg:
        """What a form adds to a value, if there is such a message."""
        return msg(f"settings-{self.id}-note-{value}")

    def value(self, table: Table) -> Value:
        """What it is now."""
        found: Value = getattr(table.state, self.field)
        return found

    def default(self, table: Table) -> Value:
        """What it is where nobody has set it; empty where that is nothing in particular."""
        return self.usual if self.standard is None else self.standard(table)

    def put(self, table: Table, value: Value) -> None:
        """Let it be so from now on."""
        table.change(**{self.field: value})

    @abstractmethod
    def read(self, typed: str, everywhere: Everywhere) -> Value | None:
        """The value that is called so, be it allowed or not; None where nothing is."""

    @abstractmethod
    def assign(self, table: Table, typed: Value) -> None:
        """Set what was pressed or typed.

        Raises:
            Refused: it is too late, no such value, or one that this table cannot have.
        """

    def open(self, table: Table) -> bool:
        """Whether it may still be set."""
        return self.between or table.state.phase is Phase.LOBBY

    def told(self, table: Table) -> bool:
        """Whether a lobby tells it."""
        return self.always or (self.possible(table) and self.value(table) != self.usual)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered(Setting):
    """One with a button in the settings form, which sets the next of its values.

    Attributes:
        item: the end of its button's token.
    """

    item: str

    @abstractmethod
    def allows(self, table: Table, value: Value) -> bool:
        """Whether it may be so at this table."""

    @abstractmethod
    def refusal(self, table: Table) -> Refused:
        """The refusal that says what it can be."""

    @abstractmethod
    def following(self, table: Table) -> Value:
        """What its button sets next."""

    def shown(self, table: Table) -> bool:
        """Whether the form shows it now."""
        return self.open(table) and self.possible(table)

    def assign(self, table: Table, typed: Value) -> None:
        """Set it, where it may still be set and the value is one that this table can have."""
        if not self.open(table):
            raise Refused("table-option-later")
        value = self.read(str(typed), nowhere)
        self.check(table, value)
        if value is None or not self.allows(table, value):
            raise self.refusal(table)
        self.put(table, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Offered):
    """A whole number of a range, of which the button offers some.

    Attributes:
        units: what may stand behind it.
        unit: how the messages of values call the number.
        refused: what is said of any other: ``$least`` to ``$most``.
        span: what is allowed at this table.
        steps: what the button offers at this table, in order.
        now: what it is, where that is not just the field.
    """

    units: tuple[str, ...]
    unit: str
    refused: Refusal
    span: Callable[[Table], range]
    steps: Callable[[Table], Sequence[int]]
    now: Callable[[Table], int] | None = None

    def word(self, value: Value) -> Msg:
        """The message of values, with the number in it."""
        return msg(f"settings-{self.id}-value", **{self.unit: value})

    def value(self, table: Table) -> Value:
        """The field, or what ``now`` finds."""
        found: int = getattr(table.state, self.field)
        return found if self.now is None else self.now(table)

    def read(self, typed: str, everywhere: Everywhere) -> Value | None:
        """A number, with or without a unit behind it."""
        return number_in(typed, dict.fromkeys(self.units, 1))

    def allows(self, table: Table, value: Value) -> bool:
        """Whether it is in ``span``."""
        return value in self.span(table)

    def refusal(self, table: Table) -> Refused:
        """The least and the most that this table can have."""
        span = self.span(table)
        return self.refused.listing(least=span[0], most=span[-1])

    def following(self, table: Table) -> Value:
        """The next higher one; after the highest the lowest."""
        steps, now = self.steps(table), int(self.value(table))
        return next((n for n in steps if n > now), steps[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Offered):
    """One of a few values, through which the button goes.

    Attributes:
        values: all of them.
        refused: what is said of any other: ``$values``.
    """

    values: tuple[Value, ...]
    refused: Refusal = Refusal("table-no-value")

    def read(self, typed: str, everywhere: Everywhere) -> Value | None:
        """The value with such a name in any language; where values are numbers, the number."""
        names = {
            str(one): everywhere(self.word(one)) if isinstance(one, str) else ()
            for one in self.values
        }
        found = called(names, typed)
        if found is None:
            found = str(number_in(typed))
        return next((one for one in self.values if str(one) == found), None)

    def allows(self, table: Table, value: Value) -> bool:
        """Whether it is one of ``values``."""
        return value in self.values

    def refusal(self, table: Table) -> Refused:
        """All values, in words."""
        words = [self.word(one) if isinstance(one, str) else one for one in self.values]
        return self.refused.listing(values=chained("render-list", words))

    def following(self, table: Table) -> Value:
        """The one behind it, in a circle."""
        now = self.value(table)
        at = self.values.index(now) if now in self.values else -1
        return self.values[(at + 1) % len(self.values)]


UNLIMITED = ("不限时", "不限時", "不限", "no limit", "none", "off")
"""What people write for a time without an end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duration(Choice):
    """One of a few times, in seconds; 0: no limit."""

    def word(self, value: Value) -> Msg:
        """The message of values, with the seconds in it."""
        return msg(f"settings-{self.id}-value", seconds=value)

    def read(self, typed: str, everywhere: Everywhere) -> Value | None:
        """Seconds or a time with a unit; words for no limit are 0."""
        endless = {*map(normal, everywhere(self.word(0))), *UNLIMITED}
        return 0 if normal(typed).strip() in endless else number_in(typed, SECONDS)

    def refusal(self, table: Table) -> Refused:
        """All times, as short as can be."""
        return self.refused.listing(values=" / ".join(map(_short, self.values)))


def _short(seconds: Value) -> str:
    whole = int(seconds)
    return f"{whole // 3600}h" if whole >= 3600 else str(whole)


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Setting):
    """What people write themselves, to fix how is dealt; it has no button.

    Attributes:
        says: the key of what a lobby tells of it.
        takes: sets it, or refuses.
    """

    says: str
    takes: Callable[[Table, str], None]

    def word(self, value: Value) -> Msg:
        """What a lobby tells of it; a word to deal by stands in it, a deal does not."""
        params: dict[str, Param] = {"word": value} if self.field == "word" else {}
        return msg(self.says, **params)

    def read(self, typed: str, everywhere: Everywhere) -> Value | None:
        """Whatever is written."""
        return typed

    def assign(self, table: Table, typed: Value) -> None:
        """Set it, where it may still be set and ``takes`` takes it."""
        if not self.open(table):
            raise Refused("table-option-later")
        self.takes(table, str(typed))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOption(Choice):
    """An option of a game.

    Attributes:
        game: the game's id.
    """

    game: str

    @property
    def name(self) -> Msg:
        """The game's own name for it."""
        return option_name(self.game, self.id)

    def word(self, value: Value) -> Msg:
        """The game's own name for the value."""
        return option_value(self.game, self.id, str(value))

    def note(self, value: Value) -> Msg:
        """The game's own remark about the option, whatever its value."""
        return option_note(self.game, self.id)

    def value(self, table: Table) -> Value:
        """Its value among the table's options."""
        return table.options[self.id]

    def put(self, table: Table, value: Value) -> None:
        """Let it be so among the table's options, which have no name any more."""
        if value != table.options[self.id]:
            table.change(options=tuple({**table.options, self.id: value}.items()), rules="")
