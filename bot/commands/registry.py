"""Where commands and buttons are declared: beside the method that does them, and nowhere else.

A topic is a class whose methods bear ``@command``, ``@control`` and ``@menu``. ``Declared``
collects what topics declare into the words that are understood, the menu that platforms show, and
the map by which the router finds the method. Every such method takes a ``Request`` and the words
that follow; it answers the request's author alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, Flag, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from bot.ports.menu import CommandSpec

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping
    from typing import Any, TypeAlias

    from bot.commands.request import Request
    from bot.ports.menu import Field
    from bot.ports.messages import Reply

    Handler: TypeAlias = Callable[[Request, str], Awaitable[Reply | None]]
    Topic: TypeAlias = type[object]

_Method = TypeVar("_Method", bound="Callable[..., Any]")


class Needs(Enum):
    """What a command is about; where several tables could be meant, it is asked which.

    ``TABLE``: a table, or the chat of one. ``CHAT``: the chat where it is said, or in private that
    of one's table. ``NOTHING``: in private it is about oneself, wherever one sits.
    """

    TABLE = auto()
    CHAT = auto()
    NOTHING = auto()


class Counts(Flag):
    """How a request counts that is made again and again: see ``repeats``.

    ``VIEW``: it shows something and changes nothing. ``BOARD``: it shows everybody the table's
    board. ``FORM``: it shows what can be set, unless something follows. ``SEAT``: somebody sits
    down or gets up. ``SET``: it sets something.
    """

    NOTHING = 0
    VIEW = auto()
    BOARD = auto()
    FORM = auto()
    SEAT = auto()
    SET = auto()


@dataclass(frozen=True, slots=True)
class Command:
    """What people type.

    Attributes:
        spec: what lists show of it.
        order: where lists show it: a lower one first.
        slash: those of its words that mean it only behind a slash, or said to the bot by name:
            they are common in talk, or a play.
        act: what it does by its name in the table of rights, given the words that follow.
        means: what else some of its words say, as if it followed them.
    """

    spec: CommandSpec
    order: int
    slash: frozenset[str]
    needs: Needs
    counts: Counts
    act: Callable[[str], str]
    means: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Control:
    """A button of a table.

    Attributes:
        item: what its token says: one word; or how that begins, as ``opt-`` or, before a digit,
            ``c#``.
        always: it does the same on a board of a round that is over.
    """

    item: str
    counts: Counts
    always: bool


@dataclass(frozen=True, slots=True)
class Menu:
    """A button of no table; its argument follows."""

    name: str
    counts: Counts


@dataclass(frozen=True, slots=True)
class Method:
    """Which method carries out a declaration: its topic's class and its name."""

    topic: Topic
    name: str

    def of(self, topics: Mapping[Topic, object]) -> Handler:
        """The method, bound to the topic that is at work."""
        handler: Handler = getattr(topics[self.topic], self.name)
        return handler


NOTHING_MORE: Mapping[str, str] = MappingProxyType({})

LAST = 1000
"""Where lists show a command that says nothing about it."""

_MARK = "declared here"


def command(
    *words: str,
    order: int = LAST,
    bare: bool = True,
    slash: tuple[str, ...] = (),
    fields: tuple[Field, ...] = (),
    private: bool = True,
    needs: Needs = Needs.TABLE,
    counts: Counts = Counts.NOTHING,
    act: Callable[[str], str] | None = None,
    means: Mapping[str, str] = NOTHING_MORE,
) -> Callable[[_Method], _Method]:
    """Declare a command by all its words, the first being its name.

    Args:
        words: the name, then what else people may type for it.
        order: where lists show it: a lower one first.
        bare: its words mean it without a slash, too.
        slash: those of them that do not.
        fields: what lists show of what may follow.
        private: lists of private chats show it, too.
        needs: what it is about.
        counts: as what it counts that is asked for again and again.
        act: what it does by its name in the table of rights, given what follows; its own name
            where that is always the same.
        means: what else some of its words say, as if it followed them.
    """
    only = frozenset(slash if bare else words)
    if not only <= set(words):
        raise ValueError(f"no words of {words[0]}: {sorted(only - set(words))}")
    spec = CommandSpec(words, fields, private)
    acts = act or (lambda _: words[0])
    return _declares(Command(spec, order, only, needs, counts, acts, means))


def control(
    *items: str, counts: Counts = Counts.NOTHING, always: bool = False
) -> Callable[[_Method], _Method]:
    """Declare buttons of a table; what follows is the rest of an item that begins so."""
    return _declares(*(Control(item, counts, always) for item in items))


def menu(*names: str, counts: Counts = Counts.NOTHING) -> Callable[[_Method], _Method]:
    """Declare buttons of no table."""
    return _declares(*(Menu(name, counts) for name in names))


def _declares(*made: Command | Control | Menu) -> Callable[[_Method], _Method]:
    def declare(method: _Method) -> _Method:
        method.__dict__.setdefault(_MARK, []).extend(made)
        return method

    return declare


class Declared:
    """Everything that topics declare.

    Attributes:
        commands: by their names.
        controls: by their items.
        menus: by their names.
        words: the name of the command that a word means.
        slash: the words that mean a command only behind a slash.
        means: what else words say.
        menu: the commands as platforms show them, in order.

    Raises:
        ValueError: two are declared by the same word.
    """

    def __init__(self, topics: Iterable[Topic]) -> None:
        self.topics = tuple(topics)
        self.commands: dict[str, Command] = {}
        self.controls: dict[str, Control] = {}
        self.menus: dict[str, Menu] = {}
        self.words: dict[str, str] = {}
        self._methods: dict[tuple[type, str], Method] = {}
        self._counts: dict[str, Counts] = {}
        for topic in self.topics:
            for name, function in vars(topic).items():
                for one in getattr(function, "__dict__", {}).get(_MARK, ()):
                    self._add(one, Method(topic, name))
        ordered = sorted(self.commands.values(), key=lambda one: one.order)
        self.commands = {one.spec.name: one for one in ordered}
        self.slash = frozenset(word for one in ordered for word in one.slash)
        self.means = {word: more for one in ordered for word, more in one.means.items()}
        self.menu = tuple(one.spec for one in ordered)

    def _add(self, one: Command | Control | Menu, method: Method) -> None:
        match one:
            case Command(spec):
                name = spec.name
                for word in spec.words:
                    _put(self.words, word, name)
                self.commands[name] = one
            case Control(item):
                name = item
                _put(self.controls, item, one)
            case Menu(name):
                _put(self.menus, name, one)
        self._methods[type(one), name] = method
        self._counts[name] = self._counts.get(name, Counts.NOTHING) | one.counts

    def control(self, item: str) -> tuple[Control, str] | None:
        """The control that an item is, and what follows; None for an item that no button has."""
        if (found := self.controls.get(item)) is not None:
            return found, ""
        if item[1:2].isdecimal():
            found = self.controls.get(f"{item[0]}#")
            return (found, item) if found is not None else None
        for end in (at + 1 for at in reversed(range(len(item))) if item[at] == "-"):
            if (found := self.controls.get(item[:end])) is not None:
                return found, item[end:]
        return None

    def counts(self, name: str) -> Counts:
        """How the command, control or menu of a name counts when it is repeated."""
        found = self.control(name)
        return self._counts.get(name) or (found[0].counts if found is not None else Counts.NOTHING)

    def view(self, name: str) -> str:
        """The view that something shows which is called so: the same by word and by button."""
        found = self.control(name)
        method = self.method(found[0]) if found is not None else None
        same = (one for one in self.commands if self.method(self.commands[one]) == method)
        return next(same, name)

    def method(self, one: Command | Control | Menu) -> Method:
        """The method that carries out a declaration."""
        match one:
            case Command(spec):
                return self._methods[Command, spec.name]
            case Control(item):
                return self._methods[Control, item]
            case Menu(name):
                return self._methods[Menu, name]


_Value = TypeVar("_Value")


def _put(known: dict[str, _Value], key: str, value: _Value) -> None:
    if key in known:
        raise ValueError(f"declared twice: {key}")
    known[key] = value
