"""Frozen values made quickly."""

import inspect
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from engine.core import Action, Prompt
from engine.frozen import changed, quick
from engine.msg import msg


@dataclass(frozen=True, slots=True)
class Slow:
    """A plain one."""

    first: int
    second: tuple[int, ...] = (1, 2)
    third: str = field(default="x", repr=False)


Quick = quick(dataclass(frozen=True, slots=True)(type("Quick", (), {
    "__annotations__": {"first": int, "second": tuple, "third": str},
    "second": (1, 2), "third": field(default="x", repr=False),
})))  # fmt: skip


def values(made):
    return made.first, made.second, made.third


@pytest.mark.parametrize(
    ("args", "named"), [((1,), {}), ((1, (3,)), {"third": "y"}), ((), {"first": 7, "second": ()})]
)
def test_it_holds_what_a_plain_dataclass_holds(args, named):
    assert values(Quick(*args, **named)) == values(Slow(*args, **named))
    assert repr(Quick(*args, **named)).replace("Quick", "Slow") == repr(Slow(*args, **named))
    assert not hasattr(Quick.__repr__, "__wrapped__")


@pytest.mark.parametrize(("args", "named"), [((), {}), ((1, 2, 3, 4), {}), ((1,), {"fourth": 4})])
def test_it_takes_what_a_plain_dataclass_takes(args, named):
    for kind in (Slow, Quick):
        with pytest.raises(TypeError):
            kind(*args, **named)


def test_it_stays_frozen_and_can_be_replaced():
    made = Quick(1)
    with pytest.raises(FrozenInstanceError):
        made.first = 2
    assert replace(made, first=2) == Quick(2) != made
    assert hash(Quick(2)) == hash(replace(made, first=2))


def test_it_says_what_it_takes():
    assert list(inspect.signature(Action).parameters)[:2] == ["verb", "cards"]


def test_a_field_that_needs_more_is_refused():
    @dataclass(frozen=True, slots=True)
    class Lists:
        some: list[int] = field(default_factory=list)

    with pytest.raises(TypeError, match="some"):
        quick(Lists)


def test_a_changed_copy_is_what_dataclasses_make():
    state = Prompt(msg("a"), private=True)
    assert changed(state, answered=True) == replace(state, answered=True)
    assert changed(state) == state and changed(state) is not state
    with pytest.raises(KeyError):
        changed(state, nothing=1)
