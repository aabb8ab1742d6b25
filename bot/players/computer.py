"""Computer players beside the event loop, so that one that never answers holds nobody up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from typing import TYPE_CHECKING, Any, TypeVar

from bot.support.errors import log_bug
from engine.bots import Greedy
from engine.registry import policy
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.table.effects import Think
    from engine.core import Action, Game

T = TypeVar("T")

log = logging.getLogger(__name__)

LIMIT = 2.0
"""Seconds after which a computer player is answered for by the game's first suggestion."""

HANGING = 4
"""So many computer players may hang; as long as they do no other one is asked."""

_hanging: set[threading.Thread] = set()


async def answer(game: Game[Any, Any], think: Think, match: str) -> Action | None:
    """What the game's computer player does, else its first suggestion, else None."""
    rng = Rng(f"{match}:{think.question}".encode(), "player")

    def chosen() -> Action:
        player = (policy(game.info.id) if think.level != "easy" else None) or Greedy()
        return player.choose(game, think.seen, think.prompt, rng)

    for ask in (chosen, lambda: game.suggest(think.seen, 1)[0]):
        try:
            return await _in_thread(ask)
        except Exception as error:  # noqa: BLE001  (the table must not wait for a computer)
            log_bug(log, "computer player failed", error, match=match, question=think.question)
    return None


async def suggestions(game: Game[Any, Any], seen: Any, limit: int) -> tuple[Action, ...]:
    """At most ``limit`` legal actions of the seat that sees this, best first; none if it fails."""
    try:
        return await _in_thread(lambda: tuple(game.suggest(seen, limit)))
    except Exception as error:  # noqa: BLE001  (a hint is not worth more than a line in the log)
        log_bug(log, "no suggestions", error, game=game.info.id)
        return ()


async def _in_thread(call: Callable[[], T]) -> T:
    """The result of a call that may take ``LIMIT`` seconds.

    The thread is no part of a pool: one that hangs would take a place from the others for ever,
    and the program could not end.
    """
    _hanging.intersection_update([thread for thread in _hanging if thread.is_alive()])
    if len(_hanging) >= HANGING:
        raise TimeoutError("too many computer players hang")
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def tell(result: T | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        elif result is not None:
            done.set_result(result)
        else:
            done.set_exception(ValueError("no answer"))

    def work() -> None:
        result: T | None = None
        failed: BaseException | None = None
        try:
            result = call()
        except Exception as error:  # noqa: BLE001  (told to whoever waits)
            failed = error
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(tell, result, failed)

    thread = threading.Thread(target=work, name="computer player", daemon=True)
    thread.start()
    try:
        return await asyncio.wait_for(done, LIMIT)
    except TimeoutError:
        _hanging.add(thread)
        raise
