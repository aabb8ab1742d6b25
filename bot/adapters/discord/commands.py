"""The menu as slash commands, in everybody's language."""

from __future__ import annotations

import asyncio
import logging
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.adapters.discord.entry_point import ENTRY_POINT
from bot.adapters.discord.escape import OPTION
from bot.i18n.lengths import cut
from bot.i18n.localized import CommandNames
from bot.i18n.times import plain

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence

    from bot.i18n.catalogue import Catalogue
    from bot.ports.menu import CommandSpec, Field
    from bot.ports.messages import Suggestion

log = logging.getLogger(__name__)

Interaction: TypeAlias = "discord.Interaction[Any]"
Said: TypeAlias = "Callable[[Interaction, str, discord.Attachment | None], Awaitable[None]]"
Asked: TypeAlias = "Callable[[Interaction, str, str], Awaitable[tuple[Suggestion, ...]]]"

LANGUAGES = {discord.Locale.chinese: "zh-Hans", discord.Locale.taiwan_chinese: "zh-Hant"}
"""What Discord calls the languages spoken besides English, in which everything is declared."""

CHOICES = 25
QUICK = 2.0
"""Seconds that a completion may take; Discord waits for three."""


class Words(app_commands.Translator):
    """Says descriptions in every language, and commands' names in Chinese."""

    def __init__(self, catalogue: Catalogue, menu: Sequence[CommandSpec]) -> None:
        super().__init__()
        self._names = CommandNames(menu)
        self._catalogues = {locale: catalogue.to(tag) for locale, tag in LANGUAGES.items()}

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: Any
    ) -> str | None:
        """The words for a key or a name; None where there are none."""
        catalogue = self._catalogues.get(locale)
        if catalogue is None:
            return None
        if "name" in string.extras:
            return self._names.of(string.extras["name"], LANGUAGES[locale])
        if "key" in string.extras:
            return cut(plain(catalogue.word(string.extras["key"])), OPTION)
        return None


class Commands(app_commands.CommandTree[Any]):
    """All slash commands.

    Attributes:
        opens: answers the command that opens the Activity.
        is_ours: whether a command is this session's to answer.
    """

    opens: Callable[[Interaction], Awaitable[None]]
    is_ours: Callable[[Interaction], Awaitable[bool]]

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether it is a command that the library knows, and ours to answer.

        The one that opens the Activity is Discord's to answer. Where the application was told to
        answer it (developers' portal), it comes here until the commands have been declared.
        """
        if not await self.is_ours(interaction):
            return False
        data: Any = interaction.data
        if data.get("type") != ENTRY_POINT:
            return True
        await self.opens(interaction)
        return False

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """A command of an older program, or an error in this one."""
        if isinstance(error, app_commands.CommandNotFound):
            log.info("unknown command name=%s", error.name)
        else:
            log.error("command failed", exc_info=error)


def commands(
    client: discord.Client,
    catalogue: Catalogue,
    menu: Sequence[CommandSpec],
    said: Said,
    asked: Asked,
) -> Commands:
    """The commands of the menu for a client.

    Args:
        client: whose they are.
        menu: what there is.
        catalogue: the words that describe them.
        said: is given what a person said by a command, as if it had been typed, and the file that
            came along.
        asked: is given a field's kind and what stands in it, and completes it.
    """
    tree = Commands(
        client,
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=True
        ),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )
    english = catalogue.to("en")
    for item in menu:
        tree.add_command(_command(item, english, said, asked))
    return tree


def _text(key: str, english: Catalogue) -> locale_str:
    return locale_str(cut(plain(english.word(key)), OPTION), key=key)


def _name(item: CommandSpec) -> locale_str:
    """A command's name, to be translated."""
    return locale_str(item.name, name=item.name)


def _command(
    item: CommandSpec, english: Catalogue, said: Said, asked: Asked
) -> app_commands.Command[Any, ..., None]:
    name = item.name

    async def callback(interaction: Interaction, **given: str | discord.Attachment | None) -> None:
        values = [given.get(field.name) for field in item.fields]
        words = (value for value in values if isinstance(value, str))
        files = (value for value in values if isinstance(value, discord.Attachment))
        # Line ends cannot be typed into a field, but sent by a program.
        said_ = " ".join(" ".join(word.split()) for word in words if word)
        await said(interaction, f"/{name} {said_}".rstrip(), next(files, None))

    # The library reads a command's fields from the function's parameters.
    callback.__signature__ = _signature(item)  # type: ignore[attr-defined]
    if item.fields:
        about = {field.name: _text(field.about, english) for field in item.fields}
        completed = {
            field.name: _completion(field, asked)
            for field in item.fields
            if field.kind in ("game", "play")
        }
        app_commands.describe(**about)(callback)
        app_commands.autocomplete(**completed)(callback)
    return app_commands.Command(
        name=_name(item), description=_text(item.about, english), callback=callback
    )


def _signature(item: CommandSpec) -> Signature:
    kind = Parameter.POSITIONAL_OR_KEYWORD
    fields = []
    for field in item.fields:
        holds: Any = discord.Attachment if field.kind == "file" else str
        fields.append(
            Parameter(field.name, kind, annotation=holds)
            if field.required
            else Parameter(field.name, kind, annotation=holds | None, default=None)
        )
    return Signature([Parameter("interaction", kind, annotation=discord.Interaction), *fields])


def _completion(
    field: Field, asked: Asked
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]:
    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            async with asyncio.timeout(QUICK):
                found = await asked(interaction, field.kind, typed)
        except TimeoutError:
            log.info("completion too slow field=%s", field.name)
            return []
        fitting = [s for s in found if 0 < len(s.value) <= OPTION and s.label]
        return [Choice(name=cut(s.label, OPTION), value=s.value) for s in fitting[:CHOICES]]

    return complete
