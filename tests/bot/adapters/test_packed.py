"""What a platform and the service say to each other comes out of two processes as it went in."""

import dataclasses
import json
from datetime import UTC, datetime

import pytest

from bot.ports import packed as module
from bot.ports.errors import (
    ChatGone,
    ChatMoved,
    MessageGone,
    NotAllowed,
    PlatformError,
    RetryAfter,
    Unfit,
)
from bot.ports.incoming import Enclosed, Incoming
from bot.ports.messages import (
    Attachment,
    Button,
    Fact,
    Outgoing,
    Picker,
    PickGroup,
    PickOption,
    Reply,
    Style,
    Suggestion,
    Where,
)
from bot.ports.notices import Added, Erased, SightChanged
from bot.ports.packed import packed, unpacked
from bot.ports.platform import Delivery
from bot.ports.refs import ChatRef, MessageRef, UserRef

CHAT = ChatRef("discord", "1100000000000000001", "1200000000000000002")
USER = UserRef("discord", "5000000000000000005")
MESSAGE = MessageRef("discord", CHAT.id, "1300000000000000003", thread=CHAT.thread, kind="layout")
PICK = Picker("g1:t:0:s0", "出", (PickGroup("手牌", (PickOption("a", "♠3", "S3", True),), 0, 2),))
SHOWN = Outgoing(
    "轮到甲", b"\x89PNG\x00\xff", "一幅画",
    ((Button("g1:t:0:c1", "过", Style.DANGER, on=False, picks=("a.1",)),), ()),
    (PICK,), mention=USER, until=datetime(2026, 1, 1, 12, 0, 0, 5, tzinfo=UTC),
    facts=(Fact("分", "12", good=True),), file=Attachment("a.txt", b""), asked="turn",
    others=(("en", Outgoing("it is 甲's turn")),),
)  # fmt: skip
VALUES = [
    None, True, 0, 1.5, "牌", b"\x00", (), (1, ("a", None)), frozenset({"b", "a"}),
    SHOWN, Outgoing(), Reply(SHOWN, Where.SAME_MESSAGE, public=True), Suggestion("蹲麻子", "1"),
    Delivery(MESSAGE), Delivery(reason="closed", final=True), Button("", "x", on=None),
    Incoming("130", USER, CHAT, MESSAGE, values=("a", "b"), at=datetime(2026, 1, 1, tzinfo=UTC)),
    Incoming("131", USER, None, text="过", about=UserRef("discord", "1"), quoted="q"),
    Added(CHAT, language="zh"), Erased(MESSAGE), SightChanged("discord", None, frozenset({"a"})),
]  # fmt: skip
ERRORS = [
    PlatformError("closed"), ChatGone(), MessageGone("too long"), Unfit("x"), RetryAfter(2.5),
    NotAllowed(("right-send", "right-see")), ChatMoved(CHAT),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_it_comes_out_as_it_went_in(value):
    found = unpacked(packed({"what": value}))["what"]
    assert found == value and type(found) is type(value)
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):  # also what is not compared
            assert getattr(found, field.name) == getattr(value, field.name)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_comes_out_with_what_it_says(error):
    found = unpacked(packed(error))
    assert type(found) is type(error) and vars(found) == vars(error)
    assert str(found) == str(error)


def test_an_error_of_an_adapter_s_own_is_the_service_s_next_one_above():
    class Kicked(ChatGone):
        """One that only an adapter knows."""

    assert type(unpacked(packed(Kicked("bye")))) is ChatGone


def test_every_kind_of_value_that_the_port_has_is_known():
    """By a law, so that a new one is not forgotten: all that is a value is one of these."""
    kinds = {kind for kind in module._TYPES.values() if dataclasses.is_dataclass(kind)}
    assert {type(value) for value in VALUES if dataclasses.is_dataclass(value)} <= kinds
    for kind in kinds:
        for field in dataclasses.fields(kind):
            assert "Mapping" not in str(field.type) or field.name == "scene", field
    assert {"Enclosed", "Where", "Style", "PlaceBack", "Migrated"} <= set(module._TYPES)


def test_what_is_called_and_not_said_stays_where_it_is():
    async def read(most):
        return b""

    came = Incoming("1", USER, CHAT, enclosed=Enclosed("a.txt", 9, read))
    found = unpacked(packed(came)).enclosed
    assert (found.name, found.size, found.read) == ("a.txt", 9, None)
    assert unpacked(packed(Reply(SHOWN, posted=print))).posted is None


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b'{"":"Nothing","v":{}}', b'{"":"Button","v":{"no":1}}', b'{"a":1}', b"[" * 9],
)
def test_what_was_not_packed_is_refused(data):
    with pytest.raises(ValueError, match=r"."):
        unpacked(data)


def test_what_is_no_value_of_the_port_is_not_packed():
    for value in (object(), {1, 2}, print, OSError("x")):
        with pytest.raises(TypeError):
            packed(value)
    assert json.loads(packed(Button("a", "b"))) == {"": "Button", "v": {"token": "a", "label": "b"}}
