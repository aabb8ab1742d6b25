"""Cards picked by toggles under a message that one person alone sees: by card, or by rank.

A pick that is not sent yet lives in memory; whoever taps one that is not known any more is shown
the hand anew. Every tap is answered at once, and the message is edited once a second at most.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter, OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.adapters.telegram import render
from bot.i18n.lengths import cut
from bot.ports.errors import PlatformError, RetryAfter

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from telegram import InlineKeyboardButton, InlineKeyboardMarkup

    from bot.adapters.telegram.opening import Opening
    from bot.adapters.telegram.phrase import Phrase
    from bot.ports.messages import Outgoing, Picker, PickGroup, PickOption
    from bot.ports.refs import MessageRef
    from bot.support.clock import Clock, Handle

OWN = "!"
"""Begins what a button of this module carries; no token of the service does."""

PER_ROW = 7
MANY = 60
"""Options from which ranks are shown first, since one button each would be too many."""

KEPT = 5000
EVERY = 1.0
"""Seconds between two edits of one message."""


@dataclass
class Draft:
    """What is picked under one message, and how it is shown.

    Attributes:
        mark: equal for equal things to pick.
        chosen: the options picked, as (group, position), by picker.
        shown: the picker whose options are shown.
        ranks: one button a rank instead of one a card.
        tag: the language of the person.
        person: whose message it is, where it stands in a group.
    """

    message: Outgoing
    mark: str
    tag: str = ""
    person: str = ""
    chosen: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    shown: int = 0
    ranks: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    edited: float | None = None
    waiting: Handle | None = None

    @property
    def pickers(self) -> tuple[Picker, ...]:
        """The pickers that can be sent."""
        return tuple(picker for picker in self.message.pickers if picker.token)

    @property
    def picker(self) -> Picker:
        """The one that is shown."""
        return self.pickers[self.shown]

    @property
    def picked(self) -> list[tuple[int, int]]:
        """What is picked in the one that is shown."""
        return self.chosen.setdefault(self.shown, [])

    def option(self, at: tuple[int, int]) -> PickOption:
        """An option of the picker that is shown."""
        return self.picker.groups[at[0]].options[at[1]]


@dataclass(frozen=True, slots=True)
class Tap:
    """What a tap led to: words for its author, or a picker to be sent with its values."""

    toast: str = ""
    token: str = ""
    values: tuple[str, ...] = ()
    unknown: bool = False


def mark_of(message: Outgoing) -> str:
    """Equal for equal things to pick; 8 characters."""
    content = repr([(p.token, p.groups) for p in message.pickers])
    return hashlib.sha256(content.encode()).hexdigest()[:8]


def rank_of(option: PickOption) -> str:
    """What the ranks' buttons count: a card without its suit, or the option itself."""
    if len(option.face) > 1 and option.face[0] in "SHDC":
        return option.face[1:]
    return option.face or option.value


class CardPicker:
    """The drafts of all private messages.

    Args:
        clock: the time.
        phrase: words for toasts and buttons.
        edit: puts a keyboard under a message of a person's.
        opening: makes the button that opens the table as a page; None: there is no page.
    """

    def __init__(
        self,
        clock: Clock,
        phrase: Phrase,
        edit: Callable[[MessageRef, str, InlineKeyboardMarkup | None], Awaitable[None]],
        opening: Opening | None = None,
    ) -> None:
        self._clock = clock
        self._phrase = phrase
        self._edit = edit
        self._opening = opening
        self._drafts: OrderedDict[MessageRef, Draft] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    # Messages.

    def draft_of(self, message: Outgoing, ref: MessageRef | None = None, tag: str = "") -> Draft:
        """The draft of a message that is about to be sent, with what was picked under it before."""
        mark = mark_of(message)
        old = self._drafts.get(ref) if ref is not None else None
        if old is not None and old.mark == mark:
            old.message = message
            return old
        return Draft(message, mark, tag, ranks=_count(message) > MANY)

    def keep(self, ref: MessageRef, draft: Draft) -> None:
        """Remember the draft that a message shows, now that it was sent."""
        old = self._drafts.get(ref)
        if old is not None and old is not draft and old.waiting is not None:
            old.waiting.cancel()
        if draft.pickers:
            self._drafts[ref] = draft
            self._drafts.move_to_end(ref)
            if len(self._drafts) > KEPT:
                self._drafts.popitem(last=False)
        else:
            self._drafts.pop(ref, None)
        draft.edited = self._clock.steady()

    def keyboard(self, draft: Draft) -> InlineKeyboardMarkup | None:
        """The service's buttons, then what is to be picked."""
        rows = render.rows_of(draft.message.rows)
        if draft.pickers:
            rows += self._rows(draft)
        if self._opening is not None:
            row = self._opening.in_group if draft.person else self._opening.in_private
            rows += row(draft.message.table, draft.tag)
        return render.keyboard(rows)

    # Taps.

    def tap(self, ref: MessageRef, data: str) -> Tap:
        """A person pressed one of this module's buttons."""
        mark, _, what = data[len(OWN) :].partition(":")
        if not what:
            return Tap()
        draft = self._drafts.get(ref)
        if draft is None or draft.mark != mark:
            return Tap(unknown=True)
        if what == "s":
            values = tuple(draft.option(at).value for at in draft.picked)
            return Tap(token=draft.picker.token, values=values)
        try:
            toast = self._change(draft, what[0], what[1:])
        except (ValueError, IndexError, StopIteration):
            return Tap(unknown=True)  # nobody was shown such a button
        self._refresh(ref, draft)
        return Tap(toast or self._told(draft))

    def _change(self, draft: Draft, kind: str, rest: str) -> str:
        match kind:
            case "o":
                group, _, position = rest.partition(".")
                return self._toggle(draft, (int(group), int(position)))
            case "r":
                group, _, rank = rest.partition(".")
                self._cycle(draft, int(group), rank)
            case "p":
                self._turn(draft, int(rest))
            case "m":
                draft.ranks = not draft.ranks
            case "c":
                draft.picked.clear()
            case _:
                raise ValueError("no such button")
        return ""

    def _toggle(self, draft: Draft, at: tuple[int, int]) -> str:
        if at in draft.picked:
            draft.picked.remove(at)
            return ""
        draft.option(at)
        group = draft.picker.groups[at[0]]
        mine = [one for one in draft.picked if one[0] == at[0]]
        if len(mine) >= group.most:
            if group.most != 1:
                return self._phrase("telegram-pick-full", draft.tag, most=group.most)
            draft.picked.remove(mine[0])
        draft.picked.append(at)
        return ""

    def _cycle(self, draft: Draft, group: int, rank: str) -> None:
        """One more of a rank; after all of them, or as many as may be picked, none."""
        options = draft.picker.groups[group].options
        same = [(group, at) for at, one in enumerate(options) if rank_of(one) == rank]
        taken = [at for at in same if at in draft.picked]
        mine = sum(at[0] == group for at in draft.picked)
        if not same:
            raise ValueError("no such rank")
        if len(taken) < len(same) and mine < draft.picker.groups[group].most:
            draft.picked.append(next(at for at in same if at not in taken))
            return
        for at in taken:
            draft.picked.remove(at)

    def _turn(self, draft: Draft, to: int) -> None:
        """Another picker; what is picked goes along where it can be picked there too."""
        faces = Counter((draft.option(at).face or draft.option(at).value) for at in draft.picked)
        draft.pickers[to]  # must be there
        draft.shown = to
        picked: list[tuple[int, int]] = []
        for number, group in enumerate(draft.picker.groups):
            left = group.most
            for position, option in enumerate(group.options):
                name = option.face or option.value
                if left and faces[name]:
                    faces[name] -= 1
                    left -= 1
                    picked.append((number, position))
        draft.chosen[to] = picked

    def _told(self, draft: Draft) -> str:
        names = " ".join(draft.option(at).label for at in draft.picked)
        if not names:
            return self._phrase("telegram-picked-none", draft.tag)
        text = self._phrase("telegram-picked", draft.tag, count=len(draft.picked), names=names)
        return cut(text, render.TOAST)

    # The keyboard.

    def _rows(self, draft: Draft) -> list[list[InlineKeyboardButton]]:
        def data(what: str) -> str:
            return f"{OWN}{draft.mark}:{what}"

        rows: list[list[InlineKeyboardButton]] = []
        groups = draft.picker.groups
        for number, group in enumerate(groups):
            if len(groups) > 1:
                rows.append([render.key(group.title, "")])
            keys = self._by_rank(draft, number) if draft.ranks else self._by_card(draft, number)
            buttons = [render.key(label, data(what), style=style) for label, what, style in keys]
            rows += _even(buttons)
        label = draft.picker.label
        if draft.picked:
            label = f"{label} · {len(draft.picked)}"
        last = [render.key(label, data("s"), style=render.STYLES[draft.picker.style])]
        if draft.picked:
            last.append(render.key(self._phrase("telegram-pick-clear", draft.tag), data("c")))
        if _has_ranks(groups):
            way = "telegram-pick-cards" if draft.ranks else "telegram-pick-ranks"
            last.append(render.key(self._phrase(way, draft.tag), data("m")))
        others = [
            render.key(picker.label, data(f"p{number}"))
            for number, picker in enumerate(draft.pickers)
            if number != draft.shown
        ]
        return [*rows, last, *_even(others)]

    def _by_card(self, draft: Draft, number: int) -> list[tuple[str, str, str | None]]:
        keys: list[tuple[str, str, str | None]] = []
        for position, option in enumerate(draft.picker.groups[number].options):
            on = (number, position) in draft.picked
            label = f"✓{option.label}" if on else option.label
            keys.append((label, f"o{number}.{position}", "success" if on else None))
        return keys

    def _by_rank(self, draft: Draft, number: int) -> list[tuple[str, str, str | None]]:
        options = draft.picker.groups[number].options
        held = Counter(map(rank_of, options))
        taken = Counter(rank_of(draft.option(at)) for at in draft.picked if at[0] == number)
        names = {rank_of(option): _rank_label(option) for option in options}
        keys: list[tuple[str, str, str | None]] = []
        for rank, name in names.items():
            if taken[rank]:
                keys.append((f"✓{name} {taken[rank]}/{held[rank]}", f"r{number}.{rank}", "success"))
            else:
                label = f"{name} ×{held[rank]}" if held[rank] > 1 else name
                keys.append((label, f"r{number}.{rank}", None))
        return keys

    # Edits.

    def _refresh(self, ref: MessageRef, draft: Draft) -> None:
        """Show what is picked, now or a second after the last time."""
        if draft.waiting is not None:
            return
        now = self._clock.steady()
        due = max(now, (now - EVERY if draft.edited is None else draft.edited) + EVERY)
        self._arrange(ref, draft, due)

    def _arrange(self, ref: MessageRef, draft: Draft, due: float) -> None:
        def begin() -> None:
            draft.waiting = None
            task = asyncio.create_task(self._show(ref, draft))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        left = due - self._clock.steady()
        if left <= 0:
            begin()
        else:
            draft.waiting = self._clock.call_in(left, begin)

    async def _show(self, ref: MessageRef, draft: Draft) -> None:
        async with draft.lock:
            if self._drafts.get(ref) is not draft:
                return
            draft.edited = self._clock.steady()
            try:
                await self._edit(ref, draft.person, self.keyboard(draft))
            except RetryAfter as wait:
                if draft.waiting is None:
                    self._arrange(ref, draft, self._clock.steady() + wait.seconds)
            except PlatformError:
                self._drafts.pop(ref, None)

    @property
    def busy(self) -> bool:
        """Whether an edit is under way."""
        return bool(self._tasks)

    async def stop(self) -> None:
        """Stop editing messages."""
        for draft in self._drafts.values():
            if draft.waiting is not None:
                draft.waiting.cancel()
        for task in self._tasks:
            task.cancel()
        for task in tuple(self._tasks):
            with suppress(asyncio.CancelledError):
                await task


def _count(message: Outgoing) -> int:
    return max((sum(len(g.options) for g in p.groups) for p in message.pickers), default=0)


def _has_ranks(groups: tuple[PickGroup, ...]) -> bool:
    """Whether some rank can be picked several times over."""
    for group in groups:
        faces = Counter(rank_of(option) for option in group.options if option.face)
        if group.most > 1 and any(count > 1 for count in faces.values()):
            return True
    return False


def _rank_label(option: PickOption) -> str:
    if len(option.face) > 1 and option.face[0] in "SHDC":
        return option.face[1:]
    return option.label


def _even(buttons: list[InlineKeyboardButton]) -> list[list[InlineKeyboardButton]]:
    """Rows of at most seven, of nearly equal length."""
    if not buttons:
        return []
    count = -(-len(buttons) // PER_ROW)
    per = -(-len(buttons) // count)
    return [buttons[at : at + per] for at in range(0, len(buttons), per)]
