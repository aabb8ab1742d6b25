"""What is set for Discord."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, SecretStr, field_validator

from bot.support.credentials import DISCORD, DISCORD_SECRET, checked
from bot.support.settings import HTTP_URL, URL, Group

_PLACE = "copy the token from Discord's developer page: Bot, Reset Token"
_OAUTH_PLACE = "copy it from Discord's developer page: OAuth2, Reset Secret"


class DiscordSettings(Group):
    """Served where there is a token."""

    WANTED: ClassVar[dict[str, str]] = {
        "discord_api_base": URL,
        "discord_gateway": "an address that begins with wss:// is wanted, or nothing",
        "discord_shards": "0, another number or auto is wanted",
    }

    discord_token: SecretStr = SecretStr("")
    discord_client_secret: SecretStr = SecretStr("")
    discord_api_base: str = Field(default="", pattern=HTTP_URL)
    discord_gateway: str = Field(default="", pattern=r"^(wss?://\S+)?$")
    discord_shards: Annotated[int, Field(ge=0)] | Literal["auto"] = 0

    @field_validator("discord_token")
    @classmethod
    def _discord_token(cls, token: SecretStr) -> SecretStr:
        """A bot's token has three parts; what it seems to be instead is said."""
        return checked(token, DISCORD, _PLACE)

    @field_validator("discord_client_secret")
    @classmethod
    def _discord_client_secret(cls, secret: SecretStr) -> SecretStr:
        """32 letters and digits; it is never shown, whatever it is."""
        text = secret.get_secret_value().strip()
        if text and not DISCORD_SECRET.fullmatch(text):
            raise ValueError(f"this is no client secret; {_OAUTH_PLACE}")
        return SecretStr(text)
