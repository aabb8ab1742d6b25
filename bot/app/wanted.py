"""What each setting wants to be, in words: said where it is something else."""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import SecretStr

_SWITCH = "true or false is wanted"
_PORT = "a number from 0 to 65535 is wanted"
_URL = "an address that begins with https:// is wanted, or nothing"

WANTED = {
    "backups": _SWITCH,
    "web": _SWITCH,
    "web_port": f"{_PORT}; without the line it is 8765",
    "metrics_open": _SWITCH,
    "discord_api_base": _URL,
    "discord_gateway": "an address that begins with wss:// is wanted, or nothing",
    "discord_shards": "0, another number or auto is wanted",
    "telegram_api_base": _URL,
    "telegram_webhook_url": _URL,
    "telegram_webhook_port": f"{_PORT}; without the line it is 8443",
    "computer_pace": "a number from 0 to 10 is wanted; without the line it is 1",
    "log_level": "DEBUG, INFO, WARNING or ERROR is wanted",
}
"""By field; a field that is not here takes any text."""

_TELEGRAM = re.compile(r"\d+:[A-Za-z0-9_-]{20,}")
_DISCORD = re.compile(r"[\w-]+(\.[\w-]+){2}", re.ASCII)
_HOST = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?")

_DISCORD_PLACE = "copy the token from Discord's developer page: Bot, Reset Token"
_TELEGRAM_PLACE = "copy the token from BotFather: digits, a colon, 35 letters"


def in_unicode(value: Any) -> Any:
    """Text from the environment may hold bytes that are no text. Raises ``ValueError``."""
    if isinstance(value, str) and not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError("it is not in UTF-8: set it again in a console that is") from None
    return value


def discord_token(token: SecretStr) -> SecretStr:
    """A bot's token has three parts. Raises ``ValueError`` with what it seems to be instead."""
    text = token.get_secret_value()
    if not text or _DISCORD.fullmatch(text):
        return token
    raise ValueError(f"{_taken_for(text)}; {_DISCORD_PLACE}")


def telegram_token(token: SecretStr) -> SecretStr:
    """A bot's token has a colon. Raises ``ValueError`` with what it seems to be instead."""
    text = token.get_secret_value()
    if not text or _TELEGRAM.fullmatch(text):
        return token
    raise ValueError(f"{_taken_for(text)}; {_TELEGRAM_PLACE}")


def _taken_for(text: str) -> str:
    """What stands where a token is wanted; never the text itself."""
    bare = text.strip("'\"<>[]{}")
    first = text.split()[0].lower()
    if bare != text:
        return "there are marks around the token that do not belong to it"
    if first in ("bot", "bearer"):
        return f"the word {first} does not belong to the token"
    if re.search(r"\s", text):
        return "there is a space or a new line in the token"
    if not text.isascii():
        return "there are letters in it that no token has"
    if _TELEGRAM.fullmatch(text):
        return "this is a token of Telegram's"
    if _DISCORD.fullmatch(text):
        return "this is a token of Discord's"
    if text.isdecimal():
        return "this is the number of an application or a bot, not its token"
    if re.fullmatch(r"[0-9a-f]{64}", text):
        return "this is the public key, not the token"
    if re.fullmatch(r"[\w-]{32}", text):
        return "this is the client secret, not the token"
    return "this is no token"


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
            raise ValueError(
                "write the address without brackets, and the port in its own line, WEB_PORT"
            ) from None
        if host.count(":") > 1:
            raise ValueError("this is no address; ::1 or 127.0.0.1 is one") from None
        if ":" in host:
            raise ValueError("the port has a line of its own, WEB_PORT") from None
        if not _HOST.fullmatch(host):
            raise ValueError("an address such as 127.0.0.1 or 0.0.0.0 is wanted") from None
    return host


def known_names(names: str) -> str:
    """Names of hosts, as a browser's line of addresses has them between // and /."""
    for name in names.replace(",", " ").split():
        if "/" in name:
            raise ValueError("names such as table.example.org are wanted, without https:// and /")
    return names


def networks(text: str) -> str:
    """Addresses of proxies, or networks of them. Raises ``ValueError``."""
    for one in text.replace(",", " ").split():
        try:
            ipaddress.ip_network(one, strict=False)
        except ValueError:
            raise ValueError(
                "addresses such as 127.0.0.1 or networks such as 172.16.0.0/12 are wanted"
            ) from None
    return text


def webhook_url(url: str, api_base: str) -> None:
    """Telegram's own servers send to https alone. Raises ``ValueError``."""
    if url.startswith("http://") and not api_base:
        raise ValueError("TELEGRAM_WEBHOOK_URL: Telegram only sends to an address with https://")


def problem(error: Any) -> str:
    """What pydantic found wrong with one setting, as a line of ours."""
    where = error["loc"]
    if error["type"] == "value_error":
        words = str(error["ctx"]["error"])
    else:
        words = WANTED.get(str(where[0]) if where else "", error["msg"])
    return f"{str(where[0]).upper()}: {words}" if where else words
