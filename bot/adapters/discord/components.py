"""The library's objects for arranged lines, and a message's own lines with other things chosen.

Nothing is kept for an object once it is sent: presses are understood by their custom_id alone, so
every control outlives a restart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import ui

from bot.adapters.discord.escape import ALT
from bot.adapters.discord.layout import PICK, Arranged, Menu, read_key
from bot.i18n.lengths import cut
from bot.ports.messages import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.adapters.discord.layout import Cell, Line

Item: TypeAlias = ui.Item[Any]

PICTURE, TEXT_FILE = "table.png", "text.txt"
_ATTACHED = f"attachment://{PICTURE}"

STYLES = {
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.PRIMARY: discord.ButtonStyle.primary,
    Style.DANGER: discord.ButtonStyle.danger,
}


def classic(arranged: Arranged) -> ui.View | None:
    """The lines below a message of words and a picture; None without any."""
    if not arranged.lines:
        return None
    view = ui.View(timeout=None)
    for row, line in enumerate(arranged.lines):
        for item in _items(line):
            item.row = row
            view.add_item(item)
    view.stop()  # or the library would keep it for ever
    return view


def layout(
    arranged: Arranged, text: str, alt: str | None, *, files: Iterable[str] = ()
) -> ui.LayoutView:
    """A whole message of components.

    Args:
        arranged: its lines.
        text: its words.
        alt: the picture in words; None without one.
        files: the names of its files beside the picture.
    """
    view = ui.LayoutView(timeout=None)
    if text:
        view.add_item(ui.TextDisplay(text))
    if alt is not None:
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media=_ATTACHED, description=cut(alt, ALT) or None)
        view.add_item(gallery)
    for name in files:
        view.add_item(ui.File(f"attachment://{name}"))
    for line in arranged.lines:
        row: ui.ActionRow[Any] = ui.ActionRow(*_items(line))
        view.add_item(row)
    view.stop()
    return view


def _items(line: Line) -> Iterator[Item]:
    if isinstance(line, Menu):
        yield _select(line)
    else:
        yield from map(_button, line)


def _button(cell: Cell) -> Item:
    if cell.url:
        return ui.Button(label=cell.label, url=cell.url)
    return ui.Button(
        style=STYLES[cell.style], label=cell.label, custom_id=cell.key, disabled=cell.off
    )


def _select(menu: Menu) -> Item:
    return ui.Select(
        custom_id=menu.key,
        placeholder=menu.about or None,
        min_values=0 if read_key(menu.key)[0] == PICK else 1,
        max_values=menu.most,
        options=[
            discord.SelectOption(label=entry.label, value=entry.value, default=entry.chosen)
            for entry in menu.entries
        ],
    )


# What stands below a message already.

View: TypeAlias = "ui.View | ui.LayoutView"


def _selects(message: discord.Message) -> Iterator[discord.SelectMenu]:
    for component in message.components:
        if isinstance(component, discord.ActionRow):
            for child in component.children:
                if isinstance(child, discord.SelectMenu):
                    yield child


def stands_on(message: discord.Message, key: str) -> bool:
    """Whether a message has a button or menu with this custom_id."""
    return any(
        getattr(child, "custom_id", None) == key
        for component in message.components
        if isinstance(component, discord.ActionRow)
        for child in component.children
    )


def chosen(message: discord.Message, token: str) -> dict[str, tuple[str, ...]]:
    """What is marked as chosen in the menus of a picker, menu by menu."""
    return {
        menu.custom_id: tuple(option.value for option in menu.options if option.default)
        for menu in _selects(message)
        if read_key(menu.custom_id) == (PICK, token)
    }


def with_chosen(message: discord.Message, key: str, values: Iterable[str]) -> View:
    """A message's lines with these options of one menu marked as chosen."""
    wanted = set(values)
    view = _again(message)
    for item in view.walk_children():
        if isinstance(item, ui.Select) and item.custom_id == key:
            for option in item.options:
                option.default = option.value in wanted
    view.stop()
    return view


def without_lines(message: discord.Message) -> ui.LayoutView:
    """A message of components without its buttons."""
    view = _again(message)
    for item in list(view.children):
        if isinstance(item, ui.ActionRow):
            view.remove_item(item)
    view.stop()
    if not isinstance(view, ui.LayoutView):
        raise TypeError("not a message of components")
    return view


def _again(message: discord.Message) -> View:
    """The same lines, whose picture is the one that the message holds."""
    made: type[View] = ui.LayoutView if message.flags.components_v2 else ui.View
    view = made.from_message(message, timeout=None)
    for item in view.walk_children():
        if isinstance(item, ui.MediaGallery):
            for entry in item.items:
                entry.media = discord.UnfurledMediaItem(_ATTACHED)
    return view
