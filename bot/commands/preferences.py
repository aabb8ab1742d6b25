"""Personal settings and those of a chat: shown with buttons, changed by a press or by words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands.request import OLD, Clerk
from bot.i18n.zones import canonical
from bot.ports.messages import Reply, Where
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

    from bot.ports.incoming import Incoming
    from bot.ports.platform import Limits
    from bot.ports.refs import UserRef
    from bot.users.preferences import Wishes

NOTIFY = "notify"
"""What is typed after ``/prefs`` to be told of tables in a chat."""


class Choosing(Clerk):
    """Carries out ``/prefs`` and ``/chat``, and the presses on what they show."""

    async def prefs(self, incoming: Incoming, rest: str) -> Reply:
        known = self._offered(incoming)
        if rest and not await self._watch(incoming, rest):
            named = self._named(rest, known)
            return await self._set_person(incoming, known, *named, Where.PRIVATE)
        return await self._person(incoming, known, Where.PRIVATE)

    async def _watch(self, incoming: Incoming, rest: str) -> bool:
        """``notify on``, typed in a chat: whether it was that."""
        key, _, value = normal(rest).partition(" ")
        if key != NOTIFY or value not in ("on", "off") or not self._can_watch(incoming):
            return False
        assert incoming.chat is not None  # noqa: S101  (it can be watched; for the type checker)
        await self.hub.watching.want(incoming.user, incoming.chat, on=value == "on")
        return True

    def _can_watch(self, incoming: Incoming) -> bool:
        """Whether there is a chat to be told about, and private messages to tell it by."""
        return incoming.chat is not None and not self._limits(incoming).looks

    async def prefs_pressed(self, incoming: Incoming, argument: str) -> Reply:
        """The next value of one of the author's settings."""
        known = self._offered(incoming)
        now = self.hub.prefs.of_person(incoming.user, incoming.chat)
        value = _next(known, now, argument)
        return await self._set_person(incoming, known, argument, value, Where.SAME_MESSAGE)

    async def chat(self, incoming: Incoming, rest: str) -> Reply:
        if incoming.chat is None:
            raise Refused("prefs-in-group")
        if rest:
            named = self._named(rest, CHAT)
            return await self._set_chat(incoming, incoming.chat, *named, Where.PRIVATE)
        return await self._chat(incoming, incoming.chat, Where.PRIVATE)

    async def chat_pressed(self, incoming: Incoming, argument: str) -> Reply:
        """The next value of a setting of the chat; the button names the chat."""
        key, _, ident = argument.partition(".")
        chat = incoming.chat or ChatRef(incoming.user.platform, ident)
        if chat.id != ident:
            raise Refused(OLD)
        now = self.hub.prefs.of_chat(chat)
        return await self._set_chat(incoming, chat, key, _next(CHAT, now, key), Where.SAME_MESSAGE)

    # What may be set, and by whom.

    def _offered(self, incoming: Incoming) -> Mapping[str, tuple[str, ...]]:
        """What the author may set on their platform.

        A hand must have a road: where there is but one it cannot be closed.
        """
        limits = self._limits(incoming)
        elsewhere = ("language", "suits") if limits.looks else ()
        hidden = elsewhere if limits.aside else (*elsewhere, "dm")
        return {key: values for key, values in PERSON.items() if key not in hidden}

    def _limits(self, incoming: Incoming) -> Limits:
        return self.hub.platforms[incoming.user.platform].limits

    def _named(self, words: str, known: Mapping[str, tuple[str, ...]]) -> tuple[str, str]:
        """Which setting and value somebody typed: ``language en``."""
        named, _, wanted = normal(words).partition(" ")
        key = next((key for key in known if named in self._called(key)), named)
        if key == ZONE and key in known:
            return key, self._zone(wanted)
        for value in known.get(key, ()):
            said = self.hub.screens.everywhere(value_name(key, value))
            if wanted.strip() in {normal(word) for word in (value, *said)}:
                return key, value
        shown = {**known, ZONE: ("UTC+8",)} if ZONE in known else known
        examples = " ".join(f"{key} {'/'.join(values)}" for key, values in shown.items())
        raise Refused("prefs-unknown", known=examples)

    def _called(self, key: str) -> set[str]:
        """What a setting may be called: its key, or its name in any language."""
        return {key, *map(normal, self.hub.screens.everywhere(msg(f"prefs-name-{key}")))}

    def _zone(self, words: str) -> str:
        found = canonical(words)
        if not found:
            raise Refused("prefs-zone-unknown")
        return found

    # Changing and showing. What cannot be shown is not set: the answer is made first.

    async def _set_person(
        self,
        incoming: Incoming,
        known: Mapping[str, tuple[str, ...]],
        key: str,
        value: str,
        where: Where,
    ) -> Reply:
        reply = await self._person(incoming, known, where, {key: value})
        await self.prefer(incoming.user, key, value)
        return reply

    async def prefer(self, user: UserRef, key: str, value: str) -> None:
        """Set one of a person's settings."""
        await self.hub.prefs.set_person(user, key, value)
        for runner in self.hub.tables_of(user):
            runner.tell(Refresh(user))

    async def _set_chat(
        self, incoming: Incoming, chat: ChatRef, key: str, value: str, where: Where
    ) -> Reply:
        reply = await self._chat(incoming, chat, where, {key: value})
        await self.hub.prefs.set_chat(chat, key, value)
        for runner in self.hub.runners.values():
            place = runner.table.state.place
            if place is not None and place.key == chat.key and not runner.table.state.over:
                runner.tell(Refresh())
        return reply

    async def _person(
        self,
        incoming: Incoming,
        known: Mapping[str, tuple[str, ...]],
        where: Where,
        also: Wishes = NONE,
    ) -> Reply:
        """A person's settings; ``also``: what they are about to set."""
        prefs, chat = self.hub.prefs, incoming.chat
        now = {**prefs.of_person(incoming.user, chat), **also}
        fields = {key: (now[key], tokens.menu("prefs", key)) for key in known}
        notes = ["prefs-note-looks"] if self._limits(incoming).looks else []
        if chat is not None and self._can_watch(incoming):
            on = self.hub.watching.wanted(incoming.user, chat)
            notes.append(f"watching-{'on' if on else 'off'}")
        taste = self.taste(incoming, own=also)
        screen = Forms(self.hub.screens.of(taste)).choices("prefs-title", fields, *notes)
        return await self.screen(screen, incoming, where)

    async def _chat(
        self, incoming: Incoming, chat: ChatRef, where: Where, also: Wishes = NONE
    ) -> Reply:
        """A chat's settings; ``also``: what it is about to set."""
        now = {**self.hub.prefs.of_chat(chat), **also}
        fields = {key: (now[key], tokens.menu("chat", f"{key}.{chat.id}")) for key in CHAT}
        # In private nothing is said in the chat's language, whatever it becomes.
        its = also if incoming.chat is not None else NONE
        forms = Forms(self.hub.screens.of(self.taste(incoming, its=its)))
        screen = forms.choices("prefs-chat-title", fields, "prefs-note-zone")
        return await self.screen(screen, incoming, where)


def _next(known: Mapping[str, tuple[str, ...]], now: Mapping[str, str], key: str) -> str:
    """The value after the present one."""
    if key not in known:
        raise Refused(OLD)
    values = known[key]
    at = values.index(now[key]) if now[key] in values else -1  # a zone that was typed is not
    return values[(at + 1) % len(values)]
