"""The devices of a person: a browser each, listed and ended by any of them.

What is kept of one lies with its person's settings; that it was ended is kept apart from them,
under a mark, so that nothing brings it back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.adapters.web.pairing import PairingCodes
from bot.adapters.web.signing import DEVICE
from bot.ports.belongings import DEVICE as KEY
from bot.ports.belongings import PUSH
from bot.ports.refs import UserRef

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime

    from bot.adapters.web.signing import Person, Signer
    from bot.ports.belongings import Belongings

NAME = "name"
"""Under which a person's present name is kept, once it is another than their cookies say."""

MOST = 10
"""Devices of one person."""

_BROWSERS = ("Edg", "OPR", "SamsungBrowser", "Firefox", "FxiOS", "CriOS", "Chrome", "Safari")
_CALLED = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung", "FxiOS": "Firefox",
           "CriOS": "Chrome"}  # fmt: skip
_SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "CrOS", "Macintosh", "Linux")
_NAMED = {"CrOS": "ChromeOS", "Macintosh": "Mac"}


@dataclass(frozen=True, slots=True)
class Device:
    """A device as its person sees it; ``since`` in seconds since 1970, 0 where nobody knows."""

    id: str
    label: str
    since: int


class Full(Exception):
    """A person has as many devices as they may."""


def label(agent: str) -> str:
    """What a browser is called, by what it says of itself: in words of ours, or not at all.

    >>> label("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox · Linux'
    """
    browser = next((one for one in _BROWSERS if re.search(rf"{one}\w*/", agent[:400])), "")
    system = next((one for one in _SYSTEMS if one in agent[:400]), "")
    words = _CALLED.get(browser, browser), _NAMED.get(system, system)
    return " · ".join(filter(None, words))


class Devices:
    """Who is on which device, and the codes by which another one is added.

    Args:
        signer: knows which devices were ended.
        belongings: where all of it is kept.
        clock: seconds from anywhere.
        now: the time of day.
    """

    def __init__(
        self,
        signer: Signer,
        belongings: Callable[[], Belongings],
        clock: Callable[[], float],
        now: Callable[[], datetime],
    ) -> None:
        self.codes = PairingCodes(signer, clock)
        self._signer, self._belongings, self._now = signer, belongings, now

    async def load(self) -> None:
        """Read which devices were ended; before that nobody may be let in."""
        self._signer.ended |= set(await self._belongings().ended())

    async def of(self, person: Person) -> list[Device]:
        """A person's devices, the oldest first."""
        found = listed(await self.kept(person))
        return [one for one in found if not self._signer.is_out(one.id)]

    async def kept(self, person: Person) -> Mapping[str, str]:
        """Everything that is kept of a person."""
        return await self._belongings().of(_user(person))

    async def note(self, person: Person, agent: str, kept: Mapping[str, str]) -> None:
        """A person is there on a device; ``kept``: what is known of them."""
        if KEY + person.device not in kept and not self._signer.is_out(person.device):
            await self._write(person, agent)

    async def add(self, person: Person, agent: str) -> None:
        """A person has come by a code to a new device. Raises ``Full``."""
        if len(await self.of(person)) >= MOST:
            raise Full
        await self._write(person, agent)

    async def end(self, person: Person, device: str, on: Iterable[str] = ()) -> bool:
        """End a person's device, from now on and after a restart; whether it is theirs.

        ``on``: those that are there now, listed or not.
        """
        own = {one.id for one in await self.of(person)} | {person.device, *on}
        if not DEVICE.fullmatch(device) or device not in own:
            return False
        mark = self._signer.mark_of(device)
        await self._belongings().end(_user(person), KEY + device, mark)
        self._signer.ended.add(mark)
        self.codes.drop(person.id)  # it may have been made there
        if (await self.kept(person)).get(PUSH + device):
            await self._belongings().keep(_user(person), PUSH + device, "")
        return True

    async def rename(self, person: Person, name: str) -> None:
        """A person is called so from now on, on every device; their cookies say it on one."""
        kept = await self.kept(person)
        if NAME in kept or len(listed(kept)) > 1:
            await self._belongings().keep(_user(person), NAME, name)

    async def keep(self, person: Person, key: str, value: str) -> None:
        """Keep what a person has chosen."""
        await self._belongings().keep(_user(person), key, value)

    async def _write(self, person: Person, agent: str) -> None:
        value = f"{int(self._now().timestamp())} {label(agent)}"
        await self._belongings().keep(_user(person), KEY + person.device, value)


def listed(kept: Mapping[str, str]) -> list[Device]:
    """The devices among what is kept of a person, the oldest first."""
    found: Iterable[Device] = (
        _read(key.removeprefix(KEY), value) for key, value in kept.items() if key.startswith(KEY)
    )
    return sorted(found, key=lambda one: (one.since, one.id))


def _read(device: str, value: str) -> Device:
    since, _, called = value.partition(" ")
    # What cannot be read is theirs all the same, and to be ended.
    return Device(device, called, int(since) if since.isdecimal() else 0)


def _user(person: Person) -> UserRef:
    return UserRef("web", person.id)
