"""Settings from the environment and from a file ``.env``; nonsense is refused at the start."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Every setting. An empty value is as good as none."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    database_url: str = "sqlite:///data/pokertable.db"
    web: bool = True
    web_host: str = "127.0.0.1"
    web_port: int = Field(default=8765, ge=0, le=65535)
    web_hosts: str = ""
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
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    @property
    def allowed_hosts(self) -> tuple[str, ...]:
        """The names under which the browser table may be reached besides its own address."""
        return tuple(name for name in self.web_hosts.replace(",", " ").split() if name)
