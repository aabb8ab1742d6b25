"""A private screen on a platform where the group's board is in sight beside it.

Nothing is shown twice there: what the board shows is left out, the hand is the very cards that
are picked from, and numbers to play by are words of the page.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.ports import messages as ports
from bot.ports.messages import Picker, PickGroup, PickOption
from engine.frozen import changed
from engine.view import Cards, Facts, Lines, Seats, View
from renderers.faces import word
from renderers.text import signed

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ports.messages import Outgoing
    from engine.msg import Msg
    from engine.view import Block, Fact

    Say = Callable[[Msg], str]


@dataclass(frozen=True, slots=True)
class Pane:
    """What one person sees beside the board.

    Attributes:
        view: what needs a picture; None where nothing does.
        table: the whole table as its owner sees it, without what is words and cards of the page:
            for who draws it live in place of the board.
        pickers: the screen's, with what stands out marked; the hand first if it is in none.
        facts: numbers and words to play by.
        lines: further words.
    """

    view: View | None
    table: View
    pickers: tuple[Picker, ...]
    facts: tuple[Fact, ...] = ()
    lines: tuple[Msg, ...] = ()


def beside(message: Outgoing, own: Pane, say: Say) -> Outgoing:
    """The message of a whole private screen, cut down to what the board beside it leaves."""
    words = "\n".join([*map(say, own.lines), message.text]).strip()
    facts = tuple(
        ports.Fact(say(fact.label), _value(fact.value, say), fact.good) for fact in own.facts
    )
    return changed(message, text=words, pickers=own.pickers, facts=facts)


def _value(value: Msg | int, say: Say) -> str:
    return signed(value) if isinstance(value, int) else say(value)


def own_part(private: View, public: View, pickers: tuple[Picker, ...], say: Say) -> Pane:
    """The private screen without what the public one shows."""
    kept: list[Block] = []
    shown: list[Block] = []
    facts: list[Fact] = []
    lines: list[Msg] = [] if private.title == public.title else [private.title]
    known = {_anonymous(block) for block in public.blocks}
    for block in private.blocks:
        if _anonymous(block) in known:
            shown.append(block)
            continue
        match block:
            case Cards(mine=True) if not block.hidden and not block.places:
                pickers = _with_hand(pickers, block, say)
                lines += [] if block.note is None else [block.note]
            case Facts():
                facts += block.facts
            case Lines():
                lines += block.msgs
            case _:
                kept.append(block)
                shown.append(block)
    view = changed(private, blocks=tuple(kept), details=()) if kept else None
    table = changed(private, blocks=tuple(shown), details=())
    return Pane(view, table, pickers, tuple(facts), tuple(lines))


def _anonymous(block: Block) -> Block:
    """The block for anybody: whose seats are whose makes no difference."""
    return changed(block, me=None) if isinstance(block, Seats) else block


def _with_hand(pickers: tuple[Picker, ...], hand: Cards, say: Say) -> tuple[Picker, ...]:
    """The pickers with the hand among them and its conspicuous cards marked."""
    chosen = Counter(hand.codes[at] for at in hand.chosen)
    marked = tuple(
        changed(picker, groups=tuple(_marked(group, hand, chosen) for group in picker.groups))
        for picker in pickers
    )
    if any(_covers(group, hand) for picker in pickers for group in picker.groups):
        return marked
    options = tuple(
        PickOption(str(at), word(code, say), code) for at, code in enumerate(hand.codes)
    )
    group = _marked(PickGroup(say(hand.title), options, 0, 0), hand, chosen)
    return (Picker("", "", (group,)), *marked)


def _covers(group: PickGroup, hand: Cards) -> bool:
    return Counter(option.face for option in group.options) == Counter(hand.codes)


def _marked(group: PickGroup, hand: Cards, chosen: Counter[str]) -> PickGroup:
    if not _covers(group, hand):
        return group
    left = chosen.copy()
    options = []
    for option in group.options:
        left[option.face] -= 1
        options.append(changed(option, marked=left[option.face] >= 0))
    return changed(group, options=tuple(options))
