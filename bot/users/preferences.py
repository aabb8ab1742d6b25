"""Preferences of people and chats: language, pictures, suits, messages.

It is asked for at every message, so those who are here are kept in memory; what is changed is
stored before it counts.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.i18n import zones
from bot.i18n.catalogue import BUTTONS, LANGUAGE, LANGUAGES, choose
from bot.store.rows import ChatSet, PersonSet, StoreError
from engine.frozen import quick

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence

    from bot.ports.incoming import Incoming
    from bot.ports.refs import ChatRef, UserRef
    from bot.store.rows import Row
    from bot.store.store import Store

Wishes: TypeAlias = "Mapping[str, str]"

NONE: Wishes = MappingProxyType({})

LOOKS: Mapping[str, tuple[str, ...]] = {
    "language": LANGUAGES,
    "pictures": ("on", "off"),
    "suits": ("two", "four"),
}
ZONE = "zone"
"""The zone in which a chat is told times; until it is set, the one that goes with its language."""

CHAT: Mapping[str, tuple[str, ...]] = {**LOOKS, ZONE: zones.OFFERED}
"""What a chat may set, and to what; the first value is the default. Any zone may be typed."""

OWN: Mapping[str, tuple[str, ...]] = {
    "dm": ("on", "off"),
    "mention": ("on", "off"),
    "autopass": ("off", "on"),
}
PERSON: Mapping[str, tuple[str, ...]] = {**LOOKS, **OWN}
"""What a person may set. ``dm``: hands come by private message; ``mention``: they may be called by
name when it is their turn; ``autopass``: where they can only pass they do, after a while."""

TAG = "tag"
"""The language of a person's client, as their platform tells it."""

LONGEST_TAG = 35

MOST = 20_000
"""Persons, and chats, that are remembered; of others the defaults hold until they say something."""


@quick
@dataclass(frozen=True, slots=True)
class Taste:
    """How something is said and shown to somebody.

    Attributes:
        language: one of ``i18n.LANGUAGES``.
        pictures: pictures are wanted; else the same in words.
        four: suits have four colours.
        zone: the one in which times are told; empty: the one that goes with the language.
        commands: the language in which their client shows commands; empty: as everybody types
            them; ``BUTTONS``: they have a button for each.
    """

    language: str = LANGUAGE
    pictures: bool = True
    four: bool = False
    zone: str = ""
    commands: str = ""


PLAIN = Taste()
"""Of whoever has set nothing."""


@quick
@dataclass(frozen=True, slots=True)
class Viewer:
    """What somebody's own screen of a table follows.

    Attributes:
        taste: how it is said and shown.
        dm: they want it as a private message.
        autopass: where they can only pass they do, after a while.
    """

    taste: Taste
    dm: bool
    autopass: bool


class Preferences:
    """The settings of everybody who was here lately.

    ``beside`` does something that nobody waits for; ``localized``: the platforms whose clients
    show commands under names in their user's language; ``pressed``: those with buttons for all.
    """

    def __init__(
        self,
        store: Store,
        beside: Callable[[Coroutine[Any, Any, None]], None],
        localized: Collection[str] = (),
        pressed: Collection[str] = (),
    ) -> None:
        self._store = store
        self._localized = frozenset(localized)
        self._pressed = frozenset(pressed)
        self._beside = beside
        self._people: OrderedDict[str, Wishes] = OrderedDict()
        self._chats: OrderedDict[str, Wishes] = OrderedDict()
        self.listeners: list[Callable[[UserRef, Wishes], None]] = []
        """Told of what a person has set, once that is stored."""

    # Asking.

    def chat(self, chat: ChatRef | None, also: Wishes = NONE) -> Taste:
        """How a chat is spoken to; ``also``: what it is about to set."""
        wishes = self._chats.get(chat.key, NONE) if chat is not None else NONE
        wishes = {**wishes, **also} if also else wishes
        platform = chat.platform if chat is not None else ""
        return self._taste(wishes, LANGUAGE, wishes.get(ZONE, ""), platform)

    def stranger(self, platform: str, tag: str) -> Taste:
        """How somebody is spoken to of whom nothing is known but the language of their client."""
        return self._taste(NONE, choose(tag), "", platform)

    def _taste(
        self, wishes: Wishes, language: str, zone: str, platform: str, client: str = ""
    ) -> Taste:
        """What somebody's settings come to, in ``language`` where they have set none.

        ``client``: the language in which their client shows commands, where it is known.
        """
        wanted = wishes.get("language", "")
        if wanted in LANGUAGES:
            language = wanted
        commands = (client or language) if platform in self._localized else ""
        if platform in self._pressed:
            commands = BUTTONS
        pictures, four = wishes.get("pictures") != "off", wishes.get("suits") == "four"
        return Taste(language, pictures, four, zone, commands)

    def person(
        self, user: UserRef, chat: ChatRef | None = None, *, own: Wishes = NONE, its: Wishes = NONE
    ) -> Taste:
        """How a person is spoken to in private, about something in ``chat``.

        In the language they set, else their client's, else the chat's; times are those of the zone
        they set, else the chat's.
        ``own``: what they, and ``its``: what the chat is about to set.
        """
        wishes = self._people.get(user.key, NONE)
        wishes = {**wishes, **own} if own else wishes
        return self._within(user, wishes, self.chat(chat, its), known=chat is not None)

    def viewer(self, user: UserRef, there: Taste | None) -> Viewer:
        """All that a person's own screen follows, at a table in a chat that wants ``there``."""
        wishes = self._people.get(user.key, NONE)
        taste = self._within(user, wishes, there or PLAIN, known=there is not None)
        return Viewer(taste, wishes.get("dm") != "off", wishes.get("autopass") == "on")

    def _within(self, user: UserRef, wishes: Wishes, there: Taste, *, known: bool) -> Taste:
        tag, own_zone = wishes.get(TAG, ""), wishes.get(ZONE, "")
        client = choose(tag) if tag else ""
        taste = self._taste(wishes, client or there.language, there.zone, user.platform, client)
        if own_zone and zones.canonical(own_zone):
            return replace(taste, zone=own_zone)
        if known and not there.zone and taste.language != there.language:
            return replace(taste, zone=zones.default(there.language))
        return taste

    def wants(self, user: UserRef, key: str) -> bool:
        """Whether a person has not turned ``dm`` or ``mention`` off."""
        return self._people.get(user.key, {}).get(key) != "off"

    def chose(self, user: UserRef, key: str, value: str) -> bool:
        """Whether a person has set something to this value."""
        return self._people.get(user.key, {}).get(key) == value

    def said(self, user: UserRef, key: str) -> str:
        """What a person has set; empty: nothing."""
        return self._people.get(user.key, {}).get(key, "")

    def of_person(self, user: UserRef, chat: ChatRef | None = None) -> dict[str, str]:
        """Every setting of a person as it is now."""
        own = {
            key: next((value for value in values if self.chose(user, key, value)), values[0])
            for key, values in OWN.items()
        }
        return _words(self.person(user, chat)) | own

    def of_chat(self, chat: ChatRef) -> dict[str, str]:
        """Every setting of a chat as it is now."""
        taste = self.chat(chat)
        return {**_words(taste), ZONE: taste.zone or zones.default(taste.language)}

    def kept(self, chat: ChatRef, key: str) -> str:
        """What a chat that is known remembers; empty: nothing."""
        return self._chats.get(chat.key, NONE).get(key, "")

    # Learning.

    async def all_of(self, user: UserRef) -> Wishes:
        """Whatever is kept of a person; read where it is not known yet."""
        await self.know((user.key,), ())
        known = self._people.get(user.key, NONE)
        return {key: value for key, value in known.items() if value}

    async def know(self, people: Collection[str], chats: Iterable[str]) -> None:
        """Read what these have set, by their keys, where that is not known yet."""
        missing = [key for key in people if key not in self._people]
        if missing:
            _learn(self._people, await self._store.preferences.people(missing))
        unknown = [key for key in chats if key not in self._chats]
        if unknown:
            _learn(self._chats, await self._store.preferences.chats(unknown))

    async def meet(self, incoming: Incoming) -> None:
        """Read what the author and the chat of a request have set, and note the language told."""
        user, chat = incoming.user.key, incoming.chat
        await self.know((user,), () if chat is None else (chat.key,))
        _refresh(self._people, user)
        if chat is not None:
            _refresh(self._chats, chat.key)
        self._tagged(user, incoming.language[:LONGEST_TAG])

    async def told(self, user: UserRef, chat: ChatRef, language: str) -> None:
        """Note the language of a person's client, and read what their chat has set."""
        await self.know((user.key,), (chat.key,))
        self._tagged(user.key, language[:LONGEST_TAG])

    def _tagged(self, user: str, tag: str) -> None:
        known = self._people.get(user)  # None: forgotten while their chat was read
        if tag and known is not None and known.get(TAG) != tag:
            self._people[user] = {**known, TAG: tag}
            self._beside(self._keep_tag(user, tag))

    async def _keep_tag(self, user: str, tag: str) -> None:
        with suppress(StoreError):  # it will be told again
            await self._store.commit([PersonSet(user, TAG, tag)])

    def forget_person(self, user: UserRef) -> None:
        """A person's settings are to be read anew: they are gone, or back."""
        self._people.pop(user.key, None)

    async def read_again(self, user: UserRef) -> None:
        """What a person has set is otherwise now: another process has stored it."""
        if user.key in self._people:
            self._people[user.key] = (await self._store.preferences.people([user.key]))[user.key]
            for tell in self.listeners:
                tell(user, self._people[user.key])

    def forget(self, chat: ChatRef) -> None:
        """A chat's settings are to be read anew: it has got another key."""
        self._chats.pop(chat.key, None)

    # Changing.

    async def opened(self, chat: ChatRef, user: UserRef) -> None:
        """Whoever opens the first table of a chat sets its language, if they have one."""
        if not {"language", TAG} & set(self._people.get(user.key, {})):
            return
        if {"language", "game"} & set(await self._store.preferences.chat(chat.key)):
            return
        with suppress(StoreError):  # the next table will set it
            await self.set_chat(chat, "language", self.person(user).language)

    async def set_person(self, user: UserRef, key: str, value: str) -> None:
        """Raises a ``StoreError``, and nothing has changed."""
        await self._store.commit([PersonSet(user.key, key, value)])
        await self.know((user.key,), ())  # what else they have set
        self._people[user.key] = {**self._people.get(user.key, NONE), key: value}
        for tell in self.listeners:
            tell(user, {key: value})

    def stored(self, rows: Iterable[PersonSet]) -> None:
        """These have been stored with something else; whoever is not known stays so."""
        for row in rows:
            known = self._people.get(row.person)
            if known is not None:
                self._people[row.person] = {**known, row.key: row.value}

    async def set_chat(self, chat: ChatRef, key: str, value: str, also: Sequence[Row] = ()) -> None:
        """Raises a ``StoreError``, and nothing has changed; ``also`` is stored with it."""
        await self._store.commit([ChatSet(chat.key, key, value), *also])
        self._chats[chat.key] = {**self._chats.get(chat.key, {}), key: value}


def _words(taste: Taste) -> dict[str, str]:
    return {
        "language": taste.language,
        "pictures": "on" if taste.pictures else "off",
        "suits": "four" if taste.four else "two",
    }


def _learn(known: OrderedDict[str, Wishes], read: Mapping[str, Wishes]) -> None:
    """Remember what was read, unless it was set anew meanwhile; who was here longest ago goes."""
    for key, wishes in read.items():
        known.setdefault(key, wishes)
    while len(known) > MOST:
        known.popitem(last=False)


def _refresh(known: OrderedDict[str, Wishes], key: str) -> None:
    if key in known:
        known.move_to_end(key)
