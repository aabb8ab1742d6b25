"""A bot's token: whether it is one, and what people take for one."""

from __future__ import annotations

import re

from pydantic import SecretStr

TELEGRAM = re.compile(r"\d+:[A-Za-z0-9_-]{20,}")
DISCORD = re.compile(r"[\w-]+(\.[\w-]+){2}", re.ASCII)
DISCORD_SECRET = re.compile(r"[\w-]{32}", re.ASCII)


def taken_for(text: str) -> str:
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
    if TELEGRAM.fullmatch(text):
        return "this is a token of Telegram's"
    if DISCORD.fullmatch(text):
        return "this is a token of Discord's"
    if text.isdecimal():
        return "this is the number of an application or a bot, not its token"
    if re.fullmatch(r"[0-9a-f]{64}", text):
        return "this is the public key, not the token"
    if DISCORD_SECRET.fullmatch(text):
        return "this is the client secret, not the token"
    return "this is no token"


def checked(token: SecretStr, form: re.Pattern[str], place: str) -> SecretStr:
    """A token without what was copied around it; empty: there is none.

    Args:
        token: as it was set.
        form: what the platform's tokens match.
        place: where the right one is found, for words.

    Raises:
        ValueError: it is none; the text says what it seems to be instead.
    """
    text = token.get_secret_value().strip()
    if text and not form.fullmatch(text):
        raise ValueError(f"{taken_for(text)}; {place}")
    return SecretStr(text)
