"""What somebody is told whom nobody serves just now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.catalogue import choose
from bot.i18n.times import plain
from bot.ports.messages import Outgoing, Reply

if TYPE_CHECKING:
    from bot.i18n.catalogue import Catalogue


def trouble(catalogue: Catalogue, language: str) -> Reply:
    """That nothing came of it, and that they may try again."""
    return Reply(Outgoing(plain(catalogue.to(choose(language)).word("hub-trouble"))))
