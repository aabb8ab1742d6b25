"""What is set for Telegram."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field, SecretStr, field_validator, model_validator

from bot.support.credentials import TELEGRAM, checked
from bot.support.settings import HTTP_URL, PORT, URL, Group, host_name

_PLACE = "copy the token from BotFather: digits, a colon, 35 letters"


class TelegramSettings(Group):
    """Served where there is a token; by a webhook where it has an address."""

    WANTED: ClassVar[dict[str, str]] = {
        "telegram_api_base": URL,
        "telegram_app": "the short name from BotFather (/newapp) is wanted, or nothing",
        "telegram_webhook_url": URL,
        "telegram_webhook_port": f"{PORT}; without the line it is 8443",
    }

    telegram_token: SecretStr = SecretStr("")
    telegram_api_base: str = Field(default="", pattern=HTTP_URL)
    telegram_app: str = Field(default="", pattern=r"^[A-Za-z0-9_]{0,64}$")
    telegram_webhook_url: str = Field(default="", pattern=HTTP_URL)
    telegram_webhook_host: str = "127.0.0.1"
    telegram_webhook_port: int = Field(default=8443, ge=1, le=65535)

    _listens = field_validator("telegram_webhook_host")(host_name)

    @field_validator("telegram_token")
    @classmethod
    def _telegram_token(cls, token: SecretStr) -> SecretStr:
        """A bot's token has a colon; what it seems to be instead is said."""
        return checked(token, TELEGRAM, _PLACE)

    @model_validator(mode="after")
    def _webhook_fits(self) -> TelegramSettings:
        """Telegram's own servers send to https alone."""
        if self.telegram_webhook_url.startswith("http://") and not self.telegram_api_base:
            raise ValueError(
                "TELEGRAM_WEBHOOK_URL: Telegram only sends to an address with https://"
            )
        return self
