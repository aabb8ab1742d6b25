"""One interaction is answered exactly once, in time, and never by an error.

Discord waits three seconds for the first answer and takes more for fifteen minutes (developers/
interactions/receiving-and-responding). Whatever takes long is put off first.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.adapters.discord.errors import (
    ANSWERED_ALREADY,
    NETWORK,
    code_of,
    expired,
    is_closed,
    too_large,
)
from bot.adapters.discord.render import changed, fresh, shape
from bot.ports.messages import Where

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from bot.adapters.discord.cache import Cache
    from bot.adapters.discord.render import Shaped
    from bot.ports.messages import Outgoing, Reply

log = logging.getLogger(__name__)

Interaction: TypeAlias = "discord.Interaction[Any]"

PATIENCE = 1.5
"""Seconds after which an answer is put off."""

WAITED = "waited"
"""In the ``extras`` of an interaction: for how many seconds it was left to another process, which
may have answered it or put the answer off."""


def is_own(message: discord.Message | None) -> bool:
    """Whether one person alone sees a message: it is ephemeral, or in a private chat."""
    return message is not None and (message.flags.ephemeral or message.guild is None)


class Answer:
    """The only one who answers an interaction."""

    def __init__(self, interaction: Interaction, memory: Cache) -> None:
        self._interaction = interaction
        self._memory = memory
        self._deferring: asyncio.Task[None] | None = None
        self._put_off = self._empty = False
        self._waited: float | None = interaction.extras.get(WAITED)

    def _late(self) -> None:
        self._deferring = asyncio.create_task(self._defer())

    async def _defer(self) -> None:
        """Put the answer off: silently for a press, as "thinking" for a command."""
        press = self._interaction.type is discord.InteractionType.component
        self._put_off = True
        try:
            await self._interaction.response.defer(ephemeral=not press)
            self._empty = not press
        except discord.HTTPException as error:
            log.info("answer not put off code=%d", code_of(error))
        except NETWORK as error:
            log.warning("answer not put off reason=%s", type(error).__name__)
        except RuntimeError as error:
            _closed(error)

    async def serve(self, handling: Coroutine[Any, Any, Reply | None]) -> None:
        """Give the answer that a request gets."""
        timer = asyncio.get_running_loop().call_later(PATIENCE - (self._waited or 0.0), self._late)
        try:
            reply = await handling
        finally:
            timer.cancel()
        if self._deferring is not None:
            await self._deferring
        await self._say(reply)

    async def take(self, handling: Coroutine[Any, Any, Reply | None]) -> None:
        """Acknowledge a press that as a rule has no answer, while it is being done.

        That says nothing but that it has arrived. Words that are needed after all are one more
        request, and look the same.
        """
        handled = asyncio.create_task(handling)
        await self._defer()
        await self._say(await handled)

    async def _say(self, reply: Reply | None) -> None:
        try:
            await self._give(reply)
        except discord.HTTPException as error:
            if not expired(error):
                log.warning("answer refused status=%d code=%d", error.status, error.code)
            else:
                log.info("answer came too late source=%s", self._interaction.id)
        except NETWORK as error:
            log.warning("answer not sent reason=%s", type(error).__name__)
        except RuntimeError as error:
            _closed(error)

    async def _give(self, reply: Reply | None) -> None:
        if reply is None:
            await self._nothing()
            return
        pressed = self._interaction.message
        if reply.where is Where.SAME_MESSAGE and pressed is not None and is_own(pressed):
            shaped = self._shaped(reply.message, pressed)
            if not shaped.before:
                await self._replace(pressed, shaped, reply.message)
                return
        shaped = shape(reply.message)
        if shaped.blank:
            await self._nothing()
            return
        for text in shaped.before:
            await self._add(_words(shaped, text))
        try:
            await self._add(replace(shaped, before=()))
        except discord.HTTPException as error:
            if not too_large(error):
                raise
            await self._add(replace(shape(reply.message, pictures=False), before=()))

    def _shaped(self, message: Outgoing, pressed: discord.Message) -> Shaped:
        chosen = self._memory.chosen(pressed.id)
        return shape(message, layout=pressed.flags.components_v2, chosen=chosen)

    async def _nothing(self) -> None:
        """There is nothing to say: the press is taken note of, the command leaves no trace."""
        interaction = self._interaction
        if not self._put_off and not interaction.response.is_done():
            await self._defer()
        if self._empty:
            self._empty = False
            await interaction.delete_original_response()

    async def _replace(self, pressed: discord.Message, shaped: Shaped, message: Outgoing) -> None:
        """The person's own message shows something else now."""
        same = self._memory.holds(pressed.id, shaped.picture)
        try:
            await self._edit(changed(shaped, same_picture=same))
        except discord.HTTPException as error:
            if not too_large(error):
                raise
            shaped = shape(message, pictures=False, layout=shaped.arranged.layout)
            await self._edit(changed(shaped))
        self._memory.sent(pressed.id, shaped.picture, layout=shaped.arranged.layout)

    async def _edit(self, arguments: dict[str, Any]) -> None:
        interaction = self._interaction
        if not interaction.response.is_done():
            try:
                await interaction.response.edit_message(**arguments)
            except discord.HTTPException as error:
                if error.code != ANSWERED_ALREADY or self._waited is None:
                    raise
            else:
                return
        arguments.pop("suppress_embeds", None)
        await interaction.edit_original_response(**arguments)

    async def _add(self, shaped: Shaped) -> None:
        """One more message for this person's eyes alone."""
        interaction = self._interaction
        if not interaction.response.is_done():
            try:
                sent = await interaction.response.send_message(ephemeral=True, **fresh(shaped))
            except discord.HTTPException as error:
                if error.code != ANSWERED_ALREADY:
                    raise
                if self._waited is not None:
                    await self._complete(shaped)
                    return
            else:
                if sent.message_id is not None:
                    self._note(sent.message_id, shaped)
                return
        if self._empty:
            self._empty = False
            edited = await interaction.edit_original_response(**changed(shaped))
            self._note(edited.id, shaped)
            return
        more = await interaction.followup.send(ephemeral=True, wait=True, **fresh(shaped))
        self._note(more.id, shaped)

    async def _complete(self, shaped: Shaped) -> None:
        """Say what another process had put off and not said; what it has said stands there."""
        if self._interaction.type is discord.InteractionType.component:
            return
        begun = await self._interaction.original_response()
        if begun.flags.loading:
            await self._interaction.edit_original_response(**changed(shaped))
            self._note(begun.id, shaped)

    def _note(self, message: int, shaped: Shaped) -> None:
        self._memory.sent(message, shaped.picture, layout=shaped.arranged.layout)


def _closed(error: RuntimeError) -> None:
    """Note that a shard was passed on before an answer. Raises what is anything else."""
    if not is_closed(error):
        raise error
    log.warning("answer not sent: its connection is with another process by now")


def _words(shaped: Shaped, text: str) -> Shaped:
    """A message of words alone."""
    none = replace(shaped.arranged, lines=(), layout=False)
    return replace(shaped, before=(), text=text, arranged=none, picture=None, whole="", file=None)
