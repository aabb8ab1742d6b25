"""The browser table: a whole platform on one page, without accounts.

``signing`` tells rooms and people apart without storing them, ``shelf`` remembers what the pages
show, ``wire`` is the language of page and server, ``socket`` one open tab, ``server`` the HTTP
side, and ``platform`` the port. The page itself is index.html, style.css and three scripts.
"""

from bot.adapters.web.platform import WebPlatform

__all__ = ["WebPlatform"]
