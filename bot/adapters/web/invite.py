"""The addresses under which others reach a room, and a code that a telephone's camera reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import segno
from aiohttp import web

from bot.adapters.web.origins import is_local, is_loopback
from bot.adapters.web.requests import PRIVATE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bot.adapters.web.lan import Lan

QUIET = 4
"""Modules of white around a code, as ISO/IEC 18004 wants them."""

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104
"""What it is called to listen at every address of the machine."""


class Invitation:
    """Answers under which addresses a room is reached.

    Args:
        host: what the page listens on by its settings.
        port: its port, once it listens.
        hosts: the names of the settings, by which it is reached.
        lan: what else is open, and whether that can be.
        room: the room of a request; raises ``HTTPNotFound``.
    """

    def __init__(
        self,
        host: str,
        port: Callable[[], int],
        hosts: Iterable[str],
        lan: Lan,
        room: Callable[[web.Request], str],
    ) -> None:
        self._host, self._port, self._hosts = host, port, tuple(hosts)
        self._lan, self._room = lan, room

    async def show(self, request: web.Request) -> web.StreamResponse:
        """Every address that others can open, and whether more of them can be had.

        It is a POST: what its ``Origin`` says the page has just been opened by, and it is one of
        ours, as the server's guard has seen to.
        """
        room = self._room(request)
        starts = await self.starts(request.headers.get("Origin", ""))
        told = {
            "addresses": [address(f"{one}/r/{room}") for one in starts],
            # Not to whoever came in by it: nobody there has the switch.
            "lan": self._lan.offered and not self._lan.came(request),
            "asked": bool(self._lan.addresses),
            # What to set for that is said where it may be set.
            "near": not self._lan.came(request) and all(is_local(one) for one in self._hosts),
        }
        return web.json_response(told, headers=PRIVATE)

    async def starts(self, origin: str) -> Sequence[str]:
        """How the addresses begin, the surest first.

        Args:
            origin: by which the page is open in the browser that asks.
        """
        here = urlsplit(origin).hostname or ""
        found = [] if is_loopback(here) else [origin]
        for name in self._hosts:
            if not is_local(name):
                found.append(f"https://{name}")
            elif not is_loopback(name) and not is_loopback(self._host):
                found.append(self._at(name))
        if self._host in EVERYWHERE and not self._hosts:
            found += [self._at(one) for one in await self._lan.find()]
        elif not is_loopback(self._host) and not self._hosts:
            found.append(self._at(self._host))
        found += [self._at(one) for one in self._lan.addresses]
        return list(dict.fromkeys(found))

    def _at(self, host: str) -> str:
        named = f"[{host}]" if ":" in host else host
        port = self._port()
        return f"http://{named}" if port == 80 else f"http://{named}:{port}"


def address(url: str) -> dict[str, Any]:
    """An address with its code: ``size`` modules a side, ``path`` as an SVG draws its dark ones."""
    made = segno.make_qr(url, error="m")
    path = ""
    for y, row in enumerate(made.matrix):
        dark = "".join("1" if module & 1 else "0" for module in row)
        at = 0
        while (start := dark.find("1", at)) >= 0:
            at = dark.find("0", start) if "0" in dark[start:] else len(dark)
            path += f"M{start + QUIET} {y + QUIET}h{at - start}v1H{start + QUIET}z"
    return {"url": url, "size": len(made.matrix) + 2 * QUIET, "path": path}
