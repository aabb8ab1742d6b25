"""How the page looks to a person: kept with what they have set, the same on all their devices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.i18n.catalogue import LANGUAGES
from bot.i18n.zones import OFFERED

if TYPE_CHECKING:
    from collections.abc import Mapping

LOOKS: Mapping[str, tuple[str, ...]] = {
    "language": LANGUAGES,
    "theme": ("auto", "light", "dark"),
    "suits": ("two", "four"),
    "order": ("rank", "suit", "shape"),
    "cards": ("normal", "large"),
    "zone": ("auto", *OFFERED),
    "motion": ("auto", "off"),
    "sound": ("off", "on"),
    "talk": ("on", "off"),
}
"""What can be set, and to what. ``auto`` is as this device has it."""


def looks(kept: Mapping[str, str]) -> dict[str, str]:
    """What somebody has set of it, among all that is kept of them."""
    return {key: kept[key] for key, values in LOOKS.items() if kept.get(key) in values}


def wanted(sent: Any) -> tuple[str, str] | None:
    """One setting that was sent; None for anything else."""
    if not isinstance(sent, dict) or len(sent) != 1:
        return None
    ((key, value),) = sent.items()
    return (key, value) if isinstance(value, str) and value in LOOKS.get(key, ()) else None
