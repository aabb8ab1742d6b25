"""What every group of settings shares: where they are read from, and what a value has to be.

A group is a class of fields: the program's own, and one a platform (``bot.adapters``). They
become one class of settings, so a name in ``.env`` is a field's name in capital letters.
"""

from __future__ import annotations

import ipaddress
import re
from typing import Any, ClassVar

from pydantic import field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

SWITCH = "true or false is wanted"
PORT = "a number from 0 to 65535 is wanted"
URL = "an address that begins with https:// is wanted, or nothing"

HTTP_URL = r"^(https?://\S+)?$"
"""What a field matches that holds the address of a server, or nothing."""

_HOST = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?")


class Group(BaseSettings):
    """Settings from the environment and from a file ``.env``. An empty value is as good as none.

    ``WANTED`` says in words what a field wants, where it is something else; a field that is not
    there takes any text.
    """

    WANTED: ClassVar[dict[str, str]] = {}

    model_config = SettingsConfigDict(
        # Windows' own editor writes a mark before the first letter.
        env_file=".env", env_file_encoding="utf-8-sig",
        env_ignore_empty=True, extra="ignore", frozen=True,
    )  # fmt: skip

    @field_validator("*", mode="before")
    @classmethod
    def _in_unicode(cls, value: Any) -> Any:
        """Text from the environment may hold bytes that are no text."""
        if isinstance(value, str) and not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                raise ValueError("it is not in UTF-8: set it again in a console that is") from None
        return value


def host_name(host: str) -> str:
    """An address to listen on, without port and path. Raises ``ValueError``."""
    if host == "*":
        raise ValueError("write 0.0.0.0 to listen on every address")
    if "/" in host:
        raise ValueError("an address such as 127.0.0.1 or 0.0.0.0 is wanted, without http:// and /")
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if host.startswith("["):
            raise ValueError("write the address without brackets; WEB_PORT is the port") from None
        if host.count(":") > 1:
            raise ValueError("this is no address; ::1 or 127.0.0.1 is one") from None
        if ":" in host:
            raise ValueError("the port has a line of its own, WEB_PORT") from None
        if not _HOST.fullmatch(host):
            raise ValueError("an address such as 127.0.0.1 or 0.0.0.0 is wanted") from None
    return host


def problem(settings: type[Group], error: Any) -> str:
    """What pydantic found wrong with one setting, as a line of ours.

    Args:
        settings: the class whose field it is; its bases are asked for words as well.
        error: one of ``ValidationError.errors()``.
    """
    where = error["loc"]
    field = str(where[0]) if where else ""
    if error["type"] == "value_error":
        words = str(error["ctx"]["error"])
    else:
        groups = (base for base in settings.__mro__ if issubclass(base, Group))
        known = (base.WANTED[field] for base in groups if field in base.WANTED)
        words = next(known, error["msg"])
    return f"{field.upper()}: {words}" if where else words
