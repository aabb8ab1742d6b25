"""One connection: aiohttp's, but it tells the acceptor, and knows a stranger's faults from ours."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from aiohttp import ClientPayloadError, web
from aiohttp.http_exceptions import HttpProcessingError

from bot.adapters.web.acceptor import IDLE_SECONDS
from bot.adapters.web.origins import HEADERS
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from bot.adapters.web.acceptor import Acceptor
    from bot.adapters.web.client_errors import ClientErrors

log = logging.getLogger(__name__)

ATTENDED = web.RequestKey("attended", bool)
"""Set in a request once it has come as far as our own code."""

_THEIRS = (HttpProcessingError, web.RequestPayloadError, ClientPayloadError, ConnectionError)
"""What reading a request raises that its sender is to blame for."""


class Connection(web.RequestHandler):
    """Speaks HTTP on one connection.

    Nothing of what was sent is written down: a line of it may be a room's key.
    """

    __slots__ = ("_acceptor", "_client_errors")

    def __init__(self, server: web.Server, acceptor: Acceptor, client_errors: ClientErrors) -> None:
        super().__init__(
            server, loop=asyncio.get_running_loop(), access_log=None,  # type: ignore[arg-type]
            keepalive_timeout=IDLE_SECONDS, lingering_time=1.0, auto_decompress=False,
        )  # fmt: skip
        self._acceptor = acceptor
        self._client_errors = client_errors

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Tell the acceptor."""
        super().connection_made(transport)
        if isinstance(transport, asyncio.Transport):
            self._acceptor.came(self, transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Tell the acceptor."""
        self._acceptor.gone(self)
        super().connection_lost(exc)

    def leave(self) -> None:
        """End, while the connection goes on with somebody else on it."""
        self.transport = None
        self.connection_lost(None)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """The answer to what cannot be read, or to what failed; then the connection ends."""
        # What fails before a line of ours has seen it, as a header in no encoding, is its sender's.
        if status < 500 or isinstance(exc, _THEIRS) or not request.get(ATTENDED):
            status = min(status, 499) if status < 500 else 400
            self._client_errors.count("malformed")
        elif exc is not None:
            log_bug(log, "request failed", exc, method=request.method)
        if request.writer.output_size > 0:
            raise ConnectionError("a part of the answer was sent already")
        answer = web.Response(status=status, headers=HEADERS)
        answer.text = f"{status} {answer.reason}\n"
        answer.force_close()
        return answer

    def log_exception(self, *args: Any, **kw: Any) -> None:
        """What failed outside of a request's handling, as sending the answer to it."""
        error = kw.get("exc_info")
        if isinstance(error, _THEIRS):
            self._client_errors.count("broken")
        elif isinstance(error, BaseException):
            log_bug(log, "connection failed", error)
        else:
            log.error("a request was not answered")
