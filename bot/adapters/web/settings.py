"""What is set for the browser table."""

from __future__ import annotations

import ipaddress
from typing import ClassVar

from pydantic import Field, field_validator

from bot.support.settings import PORT, SWITCH, Group, host_name


class WebSettings(Group):
    """It is on unless it is switched off."""

    WANTED: ClassVar[dict[str, str]] = {
        "web": SWITCH,
        "web_port": f"{PORT}; without the line it is 8765",
        "metrics_open": SWITCH,
    }

    web: bool = True
    web_host: str = "127.0.0.1"
    web_port: int = Field(default=8765, ge=0, le=65535)
    web_hosts: str = ""
    web_proxies: str = ""
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
