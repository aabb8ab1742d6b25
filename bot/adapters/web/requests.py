"""What is read of a request, and how long it may take; short answers to it."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from bot.adapters.web.origins import from_here
from bot.adapters.web.protocol import FrameRefused, read_hello

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.adapters.web.page import File
    from bot.adapters.web.protocol import Hello

PRIVATE = {"Cache-Control": "no-store"}
"""Of what is one person's alone."""

PIECE = 2**16
FILE_SECONDS = 60.0
"""Bytes of a file that are sent at once, and seconds that all of it may take."""

BODY_SECONDS = 10.0
"""Seconds that the whole body of a request may take."""


async def json_of(request: web.Request) -> Any:
    """What was sent, which must be JSON in UTF-8 and come in time.

    Raises:
        web.HTTPException: it is not, or did not.
    """
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    if (request.charset or "utf-8").lower() not in ("utf-8", "utf8"):
        raise web.HTTPBadRequest
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return json.loads((await request.read()).decode())
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (ValueError, RecursionError):
        raise web.HTTPBadRequest from None


async def hello_of(socket: web.WebSocketResponse, seconds: float) -> Hello | None:
    """The greeting of a socket; None if it is none, or does not come in time."""
    try:
        # Also all of it: a socket that only answers pings says nothing.
        async with asyncio.timeout(seconds):
            first = await socket.receive()
        return read_hello(first.data) if first.type is WSMsgType.TEXT else None
    except (TimeoutError, FrameRefused):
        return None


async def in_pieces(
    request: web.Request, data: memoryview, slow: Callable[[], None]
) -> web.StreamResponse:
    """A file to keep: only as much is on its way as its reader takes; one too ``slow`` is cut."""
    answer = web.StreamResponse(headers={**PRIVATE, "Content-Disposition": "attachment"})
    answer.content_type = "application/octet-stream"
    answer.content_length = len(data)
    try:
        async with asyncio.timeout(FILE_SECONDS):
            await answer.prepare(request)
            for at in range(0, len(data), PIECE):
                await answer.write(data[at : at + PIECE])
            await answer.write_eof()
    except TimeoutError:
        slow()
        abort(request)
    return answer


def comes_from_here(request: web.Request) -> bool:
    """Whether a request comes from this machine."""
    transport = request.transport
    own = transport.get_extra_info("sockname") if transport is not None else None
    return from_here(own[0] if own else "", request.remote or "", request.headers)


def abort(request: web.Request) -> None:
    """Drop a request's connection without a word."""
    if request.transport is not None:
        request.transport.abort()


def file_answer(request: web.Request, file: File) -> web.Response:
    """A file of the page, or that it is as it was."""
    packed = file.packed if "gzip" in request.headers.get("Accept-Encoding", "") else b""
    # Another text needs another mark: a keeper in between may have one and be asked for the other.
    tag = f'"{file.etag}-gzip"' if packed else f'"{file.etag}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("If-None-Match") == tag:
        return web.Response(status=304, headers=headers)
    if packed:
        headers["Content-Encoding"] = "gzip"
    charset = None if file.kind == "image/png" else "utf-8"
    body = packed or file.body
    return web.Response(body=body, content_type=file.kind, charset=charset, headers=headers)
