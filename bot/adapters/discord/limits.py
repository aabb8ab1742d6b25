"""What Discord takes: in one channel, and with the bot's token, whose requests are counted here.

Fifty requests a second are a bot's (developers/topics/rate-limits, "Global Rate Limit"), whichever
connection they are made by; answers to interactions do not count, and carry no token. Whoever makes
more is refused everything for a while, in all processes: the library knows that of one client.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.ports.budget import Window

if TYPE_CHECKING:
    from bot.ports.allowance import Allowance

CHANNEL = (Window(5, 5.0, asked=1),)
PRIVATE = (Window(5, 5.0, asked=3),)
"""What one channel may be sent. Discord tells its limits in answers alone and documents none;
five in five seconds is what it answers for messages. Answers to interactions do not count."""

A_SECOND = 48
"""Two are left for what is asked without a connection: by ``check``, and who opens the page
inside Discord."""

LONG = 30.0
"""Seconds from which on whoever asks is told to come back, instead of waiting."""

GLOBAL = "X-RateLimit-Global"


def counted(allowance: Allowance) -> aiohttp.TraceConfig:
    """What a client's requests are watched with (``http_trace``)."""
    trace = aiohttp.TraceConfig()

    async def begins(
        session: aiohttp.ClientSession, context: Any, params: aiohttp.TraceRequestStartParams
    ) -> None:
        if "Authorization" not in params.headers:
            return
        if (held := allowance.held) > LONG:
            raise discord.RateLimited(held)
        await allowance.turn()

    async def ended(
        session: aiohttp.ClientSession, context: Any, params: aiohttp.TraceRequestEndParams
    ) -> None:
        answer = params.response
        if answer.status == 429 and GLOBAL in answer.headers:
            allowance.hold(_seconds(answer.headers.get("Retry-After", "")))

    trace.on_request_start.append(begins)
    trace.on_request_end.append(ended)
    return trace


def _seconds(text: str) -> float:
    try:
        return max(0.0, float(text))
    except ValueError:
        return 1.0
