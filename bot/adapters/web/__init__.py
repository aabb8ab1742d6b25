"""The browser table: a whole platform on one page, without accounts.

``signing`` tells rooms and people apart without storing them, ``messages`` keeps what the pages
show, ``protocol`` is the language of page and server, ``tab`` one open page, ``server`` the HTTP
side, and ``platform`` the port. The page itself is index.html with its style sheets and scripts.
"""

from bot.adapters.web.platform import WebPlatform

__all__ = ["WebPlatform"]
