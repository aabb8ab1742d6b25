"""Settings from the environment and from a file ``.env``; nonsense is refused at the start."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.app import wanted


def _upper(value: Any) -> Any:
    return value.upper() if isinstance(value, str) else value


class Settings(BaseSettings):
    """Every setting. An empty value is as good as none."""

    model_config = SettingsConfigDict(
        # Windows' own editor writes a mark before the first letter.
        env_file=".env", env_file_encoding="utf-8-sig",
        env_ignore_empty=True, extra="ignore", frozen=True,
    )  # fmt: skip

    database_url: str = "sqlite:///data/pokertable.db"
    backups: bool = True
    web: bool = True
    web_host: str = "127.0.0.1"
    web_port: int = Field(default=8765, ge=0, le=65535)
    web_hosts: str = ""
    web_proxies: str = ""
    metrics_open: bool = False
    discord_token: SecretStr = SecretStr("")
    discord_api_base: str = Field(default="", pattern=r"^(https?://\S+)?$")
    discord_gateway: str = Field(default="", pattern=r"^(wss?://\S+)?$")
    discord_shards: Annotated[int, Field(ge=0)] | Literal["auto"] = 0
    telegram_token: SecretStr = SecretStr("")
    telegram_api_base: str = Field(default="", pattern=r"^(https?://\S+)?$")
    telegram_webhook_url: str = Field(default="", pattern=r"^(https?://\S+)?$")
    telegram_webhook_host: str = "127.0.0.1"
    telegram_webhook_port: int = Field(default=8443, ge=1, le=65535)
    computer_pace: float = Field(default=1.0, ge=0, le=10)
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = (
        "INFO"
    )

    @field_validator("discord_token", "telegram_token")
    @classmethod
    def _without_spaces(cls, token: SecretStr) -> SecretStr:
        return SecretStr(token.get_secret_value().strip())

    _readable = field_validator("*", mode="before")(wanted.in_unicode)
    _discord = field_validator("discord_token")(wanted.discord_token)
    _telegram = field_validator("telegram_token")(wanted.telegram_token)
    _host = field_validator("web_host", "telegram_webhook_host")(wanted.host_name)
    _hosts = field_validator("web_hosts")(wanted.known_names)
    _proxies = field_validator("web_proxies")(wanted.networks)

    @model_validator(mode="after")
    def _fits(self) -> Settings:
        if not (self.web or self.discord_token or self.telegram_token):
            raise ValueError(
                "WEB is off and there is no token: set WEB=true, DISCORD_TOKEN or TELEGRAM_TOKEN"
            )
        wanted.webhook_url(self.telegram_webhook_url, self.telegram_api_base)
        return self

    @property
    def allowed_hosts(self) -> tuple[str, ...]:
        """The names under which the browser table may be reached besides its own address."""
        return tuple(self.web_hosts.replace(",", " ").split())

    @property
    def trusted_proxies(self) -> tuple[str, ...]:
        """Proxies before the browser table that say truly where a request comes from."""
        return tuple(self.web_proxies.replace(",", " ").split())
