"""Frozen values that are made many thousand times a second.

A frozen dataclass sets every field by ``object.__setattr__``; setting the slots themselves takes
less than half the time, and most of a game's time is spent making values. Written out they are
asked every time whether they hold themselves, which no frozen value of plain fields does.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def quick(cls: type[T]) -> type[T]:
    """Give a frozen dataclass with slots an ``__init__`` and a ``__repr__`` as they are, faster.

    Raises:
        TypeError: a field is not one that a plain ``__init__`` takes.
    """
    given: dict[str, Any] = {}
    head, body = ["self"], []
    for field in fields(cls):  # type: ignore[arg-type]  # it is a dataclass
        name = field.name
        if field.kw_only or not field.init or field.default_factory is not MISSING:
            raise TypeError(f"{cls.__name__}.{name} is no plain field")
        given[f"set_{name}"] = cls.__dict__[name].__set__
        if field.default is MISSING:
            head.append(name)
        else:
            given[f"default_{name}"] = field.default
            head.append(f"{name}=default_{name}")
        body.append(f" set_{name}(self, {name})")
    made = cls.__init__
    source = "\n".join((f"def __init__({', '.join(head)}):", *body))
    exec(source, given)  # noqa: S102  (of the field's names, as dataclasses does it)
    given["__init__"].__qualname__ = made.__qualname__
    given["__init__"].__annotations__ = made.__annotations__
    cls.__init__ = given["__init__"]  # type: ignore[method-assign]
    if hasattr(cls.__repr__, "__wrapped__"):  # dataclasses' own: it looks out for circles
        shown = ", ".join(f"{f.name}={{self.{f.name}!r}}" for f in fields(cls) if f.repr)  # type: ignore[arg-type]
        exec(f"def __repr__(self): return f'{cls.__qualname__}({shown})'", given)  # noqa: S102
        given["__repr__"].__qualname__ = f"{cls.__qualname__}.__repr__"
        cls.__repr__ = given["__repr__"]  # type: ignore[method-assign]
    return cls


@cache
def _read(cls: type[Any]) -> tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]:
    """What reads all fields of a class with two or more, and where each of them stands."""
    names = [field.name for field in fields(cls)]
    return attrgetter(*names), {name: at for at, name in enumerate(names)}


def changed(value: T, **new: Any) -> T:
    """A copy with some fields replaced, as ``dataclasses.replace`` makes it, but faster.

    Raises:
        KeyError: there is no such field.
    """
    cls: Any = type(value)
    read, places = _read(cls)
    parts = list(read(value))
    for name, part in new.items():
        parts[places[name]] = part
    copy: T = cls(*parts)
    return copy
