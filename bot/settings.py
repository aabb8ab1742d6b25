"""Settings from the environment and from a file ``.env``; nonsense is refused at the start."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
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
    computer_pace: float = Field(default=1.0, ge=0, le=10)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    @property
    def allowed_hosts(self) -> tuple[str, ...]:
        """The names under which the browser table may be reached besides its own address."""
        return tuple(name for name in self.web_hosts.replace(",", " ").split() if name)
