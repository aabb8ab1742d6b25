"""All settings in one class: the program's own, the page's and every platform's."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, create_model, field_validator, model_validator

from bot.adapters import plugins
from bot.adapters.web.settings import WebSettings
from bot.beacon.chain import QUICKNET
from bot.beacon.signature import is_there
from bot.store.url import behind_a_pooler
from bot.support.settings import SWITCH


def _upper(value: Any) -> Any:
    return value.upper() if isinstance(value, str) else value


class Base(WebSettings):
    """Every setting but those of the platforms that are somewhere else."""

    WANTED: ClassVar[dict[str, str]] = {
        "backups": SWITCH,
        "beacon_chain": "the hash of a chain is wanted, 64 of 0 to 9 and a to f, or nothing",
        "computer_pace": "a number from 0 to 10 is wanted; without the line it is 1",
        "log_level": "DEBUG, INFO, WARNING or ERROR is wanted",
    }

    database_url: str = "sqlite:///data/pokertable.db"
    database_listen_url: str = ""
    process_name: str = ""
    beacon_urls: str = ""
    beacon_chain: str = Field(default=QUICKNET, pattern=r"^[0-9a-f]{64}$")
    backups: bool = True
    computer_pace: float = Field(default=1.0, ge=0, le=10)
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = (
        "INFO"
    )

    @field_validator("beacon_urls")
    @classmethod
    def _beacons(cls, text: str) -> str:
        """Addresses of drand's servers; what checks their signatures has to be there."""
        if any(not re.match(r"https?://[^\s/]", url) for url in text.split()):
            raise ValueError(
                "addresses such as https://api.drand.sh are wanted, with blanks between"
            )
        if text.strip() and not is_there():
            raise ValueError("what checks a beacon is missing: python -m pip install '.[beacon]'")
        return text

    @property
    def beacons(self) -> tuple[str, ...]:
        """The servers of a public beacon; empty: it is off."""
        return tuple(self.beacon_urls.split())

    @model_validator(mode="before")
    @classmethod
    def _through_a_pooler(cls, given: Any) -> Any:
        """Whoever names a way past a pooler has one: nothing may be prepared there."""
        if isinstance(given, dict):
            url, direct = given.get("database_url"), given.get("database_listen_url")
            if isinstance(url, str) and isinstance(direct, str) and direct.strip():
                return {**given, "database_url": behind_a_pooler(url, direct)}
        return given

    @model_validator(mode="after")
    def _somebody_is_served(self) -> Base:
        if not (self.web or any(plugin.is_set(self) for plugin in plugins())):
            tokens = " or ".join(plugin.token.upper() for plugin in plugins())
            raise ValueError(f"WEB is off and there is no token: set WEB=true, {tokens}")
        return self


Settings: type[Base] = create_model(
    "Settings",
    __base__=(Base, *(plugin.settings for plugin in plugins())),  # type: ignore[arg-type]
)
"""What is read at the start; nonsense is refused (``bot.support.settings.problem``)."""
