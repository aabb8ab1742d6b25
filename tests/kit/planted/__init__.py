"""The two test games, each time with one fault: what the laws must catch."""

from tests.kit.planted import conduct, looks, secrecy
from tests.kit.planted.book import PLANTED

__all__ = ["PLANTED", "conduct", "looks", "secrecy"]
