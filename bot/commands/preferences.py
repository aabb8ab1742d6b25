"""Personal settings and those of a chat: shown with buttons, changed by a press or by words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands.registry import Counts, Needs, command, control, menu
from bot.commands.request import OLD
from bot.i18n.zones import canonical
from bot.ports.menu import Field
from bot.ports.messages import Where
from bot.ports.refs import ChatRef
from bot.screens.forms import Forms, value_name
from bot.support.errors import Refused
from bot.table import tokens
from bot.table.commands import Refresh
from bot.users.preferences import CHAT, NONE, PERSON, ZONE
from engine.msg import msg
from engine.text import normal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.commands.request import Request
    from bot.ports.messages import Reply
    from bot.runtime.subscriptions import Subscriptions
    from bot.screens.reader import Reader
    from bot.users.preferences import Wishes

NOTIFY = "notify"
"""What is typed after ``/prefs`` to be told of tables in a chat."""


class PreferenceCommands:
    """``/prefs`` and ``/chat``, and the presses on what they show."""

    def __init__(self, subscriptions: Subscriptions) -> None:
        self._subscriptions = subscriptions

    @command(
        *("prefs", "preferences", "个人设置", "個人設置", "個人設定", "我的设置", "我的設定"),
        order=370, fields=(Field("option"), Field("value")), needs=Needs.NOTHING,
        counts=Counts.FORM | Counts.SET,
    )  # fmt: skip
    async def prefs(self, request: Request, rest: str) -> Reply:
        """Show one's own settings, or set one."""
        known = _offered(request)
        if rest and not await self._watch(request, rest):
            named = _named(request, rest, known)
            return await self._set_person(request, known, *named, Where.PRIVATE)
        return await self._person(request, known, Where.PRIVATE)

    async def _watch(self, request: Request, rest: str) -> bool:
        """``notify on``, typed in a chat: whether it was that."""
        key, _, value = normal(rest).partition(" ")
        chat = _watched(request)
        if key != NOTIFY or value not in ("on", "off") or chat is None:
            return False
        await self._subscriptions.want(request.user, chat, on=value == "on")
        return True

    @menu("prefs", counts=Counts.FORM | Counts.SET)
    async def prefs_pressed(self, request: Request, argument: str) -> Reply:
        """The next value of one of the author's settings; without a name, all of them."""
        if not argument:
            return await self.prefs(request, "")
        known = _offered(request)
        now = request.context.preferences.of_person(request.user, request.chat)
        value = _next(known, now, argument)
        return await self._set_person(request, known, argument, value, Where.SAME_MESSAGE)

    @command(
        *("chat", "本群设置", "本群設置", "本群設定", "群设置", "群設定"),
        order=380, slash=("chat",), fields=(Field("option"), Field("value")), private=False,
        needs=Needs.NOTHING, counts=Counts.FORM | Counts.SET,
    )  # fmt: skip
    async def chat(self, request: Request, rest: str) -> Reply:
        """Show the settings of the chat, or set one."""
        if request.chat is None:
            raise Refused("prefs-in-group", private=True)
        if rest:
            named = _named(request, rest, CHAT)
            return await self._set_chat(request, request.chat, *named, Where.PRIVATE)
        return await self._chat(request, request.chat, Where.PRIVATE)

    @menu("chat", counts=Counts.FORM | Counts.SET)
    async def chat_pressed(self, request: Request, argument: str) -> Reply:
        """The next value of a setting of the chat; the button names the chat."""
        key, _, ident = argument.partition(".")
        chat = request.chat or ChatRef(request.user.platform, ident)
        if chat.id != ident:
            raise Refused(OLD)
        now = request.context.preferences.of_chat(chat)
        return await self._set_chat(request, chat, key, _next(CHAT, now, key), Where.SAME_MESSAGE)

    # Changing and showing. What cannot be shown is not set: the answer is made first.

    async def _set_person(
        self,
        request: Request,
        known: Mapping[str, tuple[str, ...]],
        key: str,
        value: str,
        where: Where,
    ) -> Reply:
        reply = await self._person(request, known, where, {key: value})
        await _prefer(request, key, value)
        return reply

    @control("more-autopass", "autopass", always=True)
    async def autopass_pressed(self, request: Request, rest: str) -> None:
        """Turn 自动过牌 on or off."""
        on = request.context.preferences.chose(request.user, "autopass", "on")
        await _prefer(request, "autopass", "off" if on else "on")

    async def _set_chat(
        self, request: Request, chat: ChatRef, key: str, value: str, where: Where
    ) -> Reply:
        reply = await self._chat(request, chat, where, {key: value})
        await request.context.preferences.set_chat(chat, key, value)
        for runner in request.tables.running.values():
            place = runner.table.state.place
            if place is not None and place.key == chat.key and not runner.table.state.over:
                runner.tell(Refresh())
        return reply

    async def _person(
        self,
        request: Request,
        known: Mapping[str, tuple[str, ...]],
        where: Where,
        also: Wishes = NONE,
    ) -> Reply:
        """A person's settings; ``also``: what they are about to set."""
        prefs, chat = request.context.preferences, request.chat
        now = {**prefs.of_person(request.user, chat), **also}
        fields = {key: (now[key], tokens.menu("prefs", key)) for key in known}
        notes = ["prefs-note-looks"] if request.platform.limits.looks else []
        if (watched := _watched(request)) is not None:
            on = self._subscriptions.wanted(request.user, watched)
            notes.append(f"watching-{'on' if on else 'off'}")
        forms = Forms(request.context.reader.of(request.taste(own=also)))
        screen = forms.choices("prefs-title", fields, *notes)
        return await request.screen(screen, where)

    async def _chat(
        self, request: Request, chat: ChatRef, where: Where, also: Wishes = NONE
    ) -> Reply:
        """A chat's settings; ``also``: what it is about to set."""
        now = {**request.context.preferences.of_chat(chat), **also}
        fields = {key: (now[key], tokens.menu("chat", f"{key}.{chat.id}")) for key in CHAT}
        # In private nothing is said in the chat's language, whatever it becomes.
        its = also if request.chat is not None else NONE
        forms = Forms(request.context.reader.of(request.taste(its=its)))
        screen = forms.choices("prefs-chat-title", fields, "prefs-note-zone")
        return await request.screen(screen, where)


async def _prefer(request: Request, key: str, value: str) -> None:
    """Set one of the author's settings; their tables hear of it."""
    await request.context.preferences.set_person(request.user, key, value)


# What may be set, and by whom.


def _watched(request: Request) -> ChatRef | None:
    """The chat that can be told about, where there are private messages to tell it by."""
    return None if request.platform.limits.looks else request.chat


def _offered(request: Request) -> Mapping[str, tuple[str, ...]]:
    """What the author may set on their platform.

    A hand must have a road: where there is but one it cannot be closed.
    """
    limits = request.platform.limits
    elsewhere = ("language", "suits") if limits.looks else ()
    hidden = elsewhere if limits.aside else (*elsewhere, "dm")
    return {key: values for key, values in PERSON.items() if key not in hidden}


def _named(request: Request, words: str, known: Mapping[str, tuple[str, ...]]) -> tuple[str, str]:
    """Which setting and value somebody typed: ``language en``, ``图片 关``."""
    reader = request.context.reader
    named, _, wanted = normal(words).partition(" ")
    key = next((key for key in known if named in _called(reader, key)), named)
    if key == ZONE and key in known:
        return key, _zone(wanted)
    for value in known.get(key, ()):
        said = reader.everywhere(value_name(key, value))
        if wanted.strip() in {normal(word) for word in (value, *said)}:
            return key, value
    shown = {**known, ZONE: ("UTC+8",)} if ZONE in known else known
    raise Refused("prefs-unknown", known=_choices(request.reader, shown), private=True)


def _choices(reader: Reader, known: Mapping[str, tuple[str, ...]]) -> str:
    """What can be typed, in words: 图片 开/关."""
    say = reader.catalogue.say
    return " ".join(
        f"{say(msg(f'prefs-name-{key}'))} {'/'.join(say(value_name(key, v)) for v in values)}"
        for key, values in known.items()
    )


def _called(reader: Reader, key: str) -> set[str]:
    """What a setting may be called: its key, or its name in any language."""
    return {key, *map(normal, reader.everywhere(msg(f"prefs-name-{key}")))}


def _zone(words: str) -> str:
    found = canonical(words)
    if not found:
        raise Refused("prefs-zone-unknown", private=True)
    return found


def _next(known: Mapping[str, tuple[str, ...]], now: Mapping[str, str], key: str) -> str:
    """The value after the present one."""
    if key not in known:
        raise Refused(OLD)
    values = known[key]
    at = values.index(now[key]) if now[key] in values else -1  # a zone that was typed is not
    return values[(at + 1) % len(values)]
