"""Messages as the service wants them; each adapter shapes them for its platform."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from engine.frozen import quick

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from datetime import datetime

    from bot.ports.refs import MessageRef, UserRef

    Paint: TypeAlias = Callable[[], Awaitable[bytes]]


Asked: TypeAlias = Literal["", "ready", "turn"]
"""How a table waits for somebody: not at all, for a sign to go on, for an answer in the game."""


class Style(StrEnum):
    """How a button looks."""

    PLAIN = "plain"
    PRIMARY = "primary"
    DANGER = "danger"


@quick
@dataclass(frozen=True, slots=True)
class Wanted:
    """For whom a button is what comes next: these people, or with ``others`` all but these.

    Only a page knows who reads it; elsewhere the button's style is the same for everybody.
    """

    users: tuple[UserRef, ...]
    others: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Button:
    """A button: its token comes back in ``Incoming.token``.

    With ``url`` it opens that address instead; with neither it is a blank cell.

    Attributes:
        picks: a play that is offered: the values of the message's picker that say the same.
        hint: it thinks of something to do; with ``picks`` it is what was thought of.
        on: it is a switch, and so it stands now.
        key: what presses it on a keyboard too, as browsers call it (``ArrowLeft``).
        wanted: for whom it stands out; where it is known who reads it, in place of ``style``.
    """

    token: str
    label: str
    style: Style = Style.PLAIN
    url: str = ""
    picks: tuple[str, ...] = ()
    hint: bool = False
    on: bool | None = None
    key: str = ""
    wanted: Wanted | None = None


@quick
@dataclass(frozen=True, slots=True)
class PickOption:
    """A thing to pick: ``value`` comes back; ``face`` is a card's code where it is a card.

    ``marked``: it stands out among the others, as in the picture of the hand.
    """

    value: str
    label: str
    face: str = ""
    marked: bool = False


@quick
@dataclass(frozen=True, slots=True)
class PickGroup:
    """Pick ``least..most`` of the options."""

    title: str
    options: tuple[PickOption, ...]
    least: int
    most: int


@quick
@dataclass(frozen=True, slots=True)
class Picker:
    """Things to pick and one button to send them.

    The values picked come back in ``Incoming.values`` with ``token``. ``equal``: as many from
    each group. Without a token they are only shown: a hand whose owner is not asked. ``style``:
    how that button looks.
    """

    token: str
    label: str
    groups: tuple[PickGroup, ...]
    equal: bool = False
    style: Style = Style.PRIMARY


@quick
@dataclass(frozen=True, slots=True)
class Fact:
    """A number or words to play by; ``good`` colours it."""

    label: str
    value: str
    good: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to keep; its name ends in what it is."""

    name: str
    data: bytes = field(repr=False)


@quick
@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message as the service wants it; the adapter shapes it for its platform.

    Attributes:
        text: words, plain, never markup.
        picture: a PNG, or None.
        alt: the picture in words.
        rows: buttons, row by row; a grid has rows of equal length.
        pickers: cards to pick.
        title: which chat, game and seat a private message is about.
        notify: the person should notice it (a fresh message where edits are silent).
        mention: the one person whom it calls, so that their client tells them, whatever it says.
        until: when the clock answers for whoever is waited for; the words say it as well.
        thinking: which computer player is being waited for, in words; empty: none.
        facts: what the person plays by, on platforms with ``Limits.panes``.
        file: a file to keep, beside the picture.
        asked: how its reader is waited for.
        turn: which turn of theirs it is; the same as long as they are asked the same.
        links: addresses in the words that are ours; what else looks like one is a person's, and
            opens nothing.
        on: it is the board of a table that is not over: where boards are kept in sight, this one.
        scene: what the picture shows as data (renderers.scene) with the ``table`` that it is of, on
            platforms with ``Limits.scenes``.
        paint: paints the picture of the scene for whoever wants to keep it; empty where it cannot.
        told: lines of the text about what was just done, where a scene shows that too.
        turns: lines of it about whose turn it is, where a scene shows that too.
        passing: it is true of this moment; where it stands beside the board it goes with the next.
        table: the table that it shows, where one can go on there; some platforms open it as a page.
        others: the same in other languages, for platforms that name some (``Platform.languages``).
    """

    text: str = ""
    picture: bytes | None = None
    alt: str = ""
    rows: tuple[tuple[Button, ...], ...] = ()
    pickers: tuple[Picker, ...] = ()
    title: str = ""
    notify: bool = False
    mention: UserRef | None = None
    until: datetime | None = None
    thinking: str = ""
    facts: tuple[Fact, ...] = ()
    file: Attachment | None = None
    asked: Asked = ""
    turn: str = ""
    links: tuple[str, ...] = ()
    on: bool = False
    passing: bool = False
    scene: Mapping[str, Any] | None = field(default=None, hash=False, repr=False)
    paint: Paint | None = field(default=None, compare=False, repr=False)
    told: str = ""
    turns: str = ""
    table: str = ""
    others: tuple[tuple[str, Outgoing], ...] = ()


class Where(StrEnum):
    """Where a reply goes.

    ``SAME_MESSAGE``: it replaces the message that was pressed, if that is the person's own, and is
    ``PRIVATE`` otherwise. ``PRIVATE``: a message that they alone see, where they are if the
    platform can, else their private chat. ``TOAST``: a short answer that may vanish. ``HERE``:
    private if that can be where they are, else for all: its buttons do something to this chat.
    """

    SAME_MESSAGE = "same"
    PRIVATE = "private"
    TOAST = "toast"
    HERE = "here"


@quick
@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one ``Incoming``, for its author; ``public``: anybody may read it.

    ``posted`` is told where it stands, if that is where all can see it.
    """

    message: Outgoing
    where: Where = Where.PRIVATE
    public: bool = False
    posted: Callable[[MessageRef], None] | None = field(default=None, compare=False, repr=False)


@quick
@dataclass(frozen=True, slots=True)
class Suggestion:
    """One thing that a person may mean: shown as ``label``, said as ``value``."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Picked:
    """What becomes of cards that were picked and not yet sent.

    Attributes:
        why: the rule by which they would be refused as they are; empty if they would not.
        plays: what may be played with them and others; each says which cards it is.
    """

    why: str = ""
    plays: tuple[Button, ...] = ()
