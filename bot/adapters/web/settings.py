"""What is set for the browser table."""

from __future__ import annotations

import ipaddress
from typing import ClassVar
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from bot.support.settings import HTTP_URL, PORT, SWITCH, URL, Group, host_name


class WebSettings(Group):
    """It is on unless it is switched off."""

    WANTED: ClassVar[dict[str, str]] = {
        "web": SWITCH,
        "web_port": f"{PORT}; without the line it is 8765",
        "metrics_open": SWITCH,
        "web_url": URL,
    }

    web: bool = True
    web_host: str = "127.0.0.1"
    web_port: int = Field(default=8765, ge=0, le=65535)
    web_hosts: str = ""
    web_proxies: str = ""
    web_url: str = Field(default="", pattern=HTTP_URL)
    metrics_open: bool = False

    _host = field_validator("web_host")(host_name)

    @field_validator("web_hosts")
    @classmethod
    def _hosts(cls, names: str) -> str:
        """Names of hosts, as a browser's line of addresses has them between // and /."""
        if any("/" in name for name in _words(names)):
            raise ValueError("names such as table.example.org are wanted, without https:// and /")
        return names

    @field_validator("web_proxies")
    @classmethod
    def _proxies(cls, text: str) -> str:
        """Addresses of proxies, or networks of them."""
        for one in _words(text):
            try:
                ipaddress.ip_network(one, strict=False)
            except ValueError:
                raise ValueError(
                    "addresses such as 127.0.0.1 or networks such as 172.16.0.0/12 are wanted"
                ) from None
        return text

    @field_validator("web_url")
    @classmethod
    def _url(cls, url: str) -> str:
        """The page alone at an address with https: nothing less is shown inside other clients."""
        try:
            parts = urlsplit(url)
            whole = parts.scheme == "https" and parts.hostname and parts.port != 0
        except ValueError:
            whole = None
        if url and (not whole or parts.path.strip("/") or parts.query or parts.fragment
                    or parts.username is not None):  # fmt: skip
            raise ValueError("an address such as https://table.example.org is wanted, and no path")
        return url.rstrip("/")

    @property
    def allowed_hosts(self) -> tuple[str, ...]:
        """The names under which the browser table may be reached besides its own address."""
        return _words(self.web_hosts)

    @property
    def trusted_proxies(self) -> tuple[str, ...]:
        """Proxies before the browser table that say truly where a request comes from."""
        return _words(self.web_proxies)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())
