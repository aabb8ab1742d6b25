"""Tokens: what buttons carry, at most 64 ASCII bytes that mean the same after a restart.

``g1:<table>:<question>:<item>`` is an answer to a question, or with question 0 a control of the
table; ``m1:<command>`` is a command that belongs to no table. Items:

* ``c2``: the prompt's third choice; ``n7``: the number 7;
* ``v0``: the number in ``Incoming.values``;
* ``h0``: a play to suggest, the best first; it answers nothing;
* ``s1``: the cards picked in ``Incoming.values`` for the prompt's second verb;
* ``p1<mask>.<mask>.<reading>``: picked cards as bit masks, first of the slot ``cards``, then
  ``take``, and how they are read: half-made picks and ambiguous plays need no store.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core import Action
from engine.frozen import quick

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.core import PickCards, Prompt

LONGEST = 64
SLOTS = ("cards", "take")
NUMBERS = "v0"
"""The item of a number that is picked from a list."""

_READY = frozenset("cnpv")
"""How the items of ready-made answers begin."""

_TOKEN = re.compile(r"g1:([a-z0-9]{6,16}):([0-9]{1,9}):([A-Za-z0-9_.+-]{1,40})", re.ASCII)
_MENU = re.compile(r"m1:([a-z]{1,16})(?::([A-Za-z0-9_.-]{1,60}))?", re.ASCII)
_PICKED = re.compile(r"p([0-9])([\w-]*)\.([\w-]*)\.([a-z0-9+-]*)", re.ASCII)


@quick
@dataclass(frozen=True, slots=True)
class Token:
    """A button of a table; ``question`` 0 is a control of the table itself."""

    table: str
    question: int
    item: str


@dataclass(frozen=True, slots=True)
class Menu:
    """A button of no table: a command and its argument."""

    command: str
    argument: str = ""


def button(table: str, question: int, item: str) -> str:
    """The token's text.

    Raises:
        ValueError: it would not be readable again.
    """
    text = f"g1:{table}:{question}:{item}"
    if len(text) > LONGEST or not _TOKEN.fullmatch(text):
        raise ValueError(f"no token: {len(text)} characters")
    return text


def menu(command: str, argument: str = "") -> str:
    """The text of a menu button.

    Raises:
        ValueError: it would not be readable again.
    """
    text = f"m1:{command}:{argument}" if argument else f"m1:{command}"
    if len(text) > LONGEST or not _MENU.fullmatch(text):
        raise ValueError(f"no token: {len(text)} characters")
    return text


def read(text: str) -> Token | Menu | None:
    """What a button carried; None if it is none of ours."""
    if len(text) > LONGEST:
        return None
    if found := _TOKEN.fullmatch(text):
        return Token(found[1], int(found[2]), found[3])
    if found := _MENU.fullmatch(text):
        return Menu(found[1], found[2] or "")
    return None


def offered(text: str) -> tuple[str, int] | None:
    """The table and the question of a button that is a ready-made answer; None for any other.

    What it answers is not read: this is for those who cannot wait for ``read``.
    """
    parts = text.split(":")
    if len(parts) != 4 or parts[0] != "g1":
        return None
    _, table, question, item = parts
    if item[:1] in _READY and item[1:2].isdecimal() and question.isdecimal():
        return table, int(question)
    return None


def number_item(number: int | str) -> str:
    """The item of one number, ready-made."""
    return f"n{number}"


def verbs(prompt: Prompt) -> tuple[str, ...]:
    """The verbs that cards can be picked for, in the order of the prompt."""
    return tuple(dict.fromkeys(pick.verb for pick in prompt.picks))


def picks(prompt: Prompt, verb: str) -> tuple[PickCards, ...]:
    """The picks of one verb."""
    return tuple(pick for pick in prompt.picks if pick.verb == verb)


def _mask(among: tuple[Card, ...], cards: tuple[Card, ...]) -> str:
    left = list(cards)
    bits = 0
    for position, card in enumerate(among):
        if card in left:
            left.remove(card)
            bits |= 1 << position
    if left:
        raise ValueError("cards that are not among those asked for")
    size = (bits.bit_length() + 7) // 8
    return base64.urlsafe_b64encode(bits.to_bytes(size, "little")).rstrip(b"=").decode()


def _unmask(among: tuple[Card, ...], text: str) -> tuple[Card, ...]:
    raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    bits = int.from_bytes(raw, "little")
    if bits >> len(among):
        raise ValueError("a card that is not there")
    return tuple(card for position, card in enumerate(among) if bits >> position & 1)


def item_of(action: Action, prompt: Prompt) -> str:
    """The item that stands for an action.

    Raises:
        ValueError: the prompt's controls cannot express it.
    """
    for index, choice in enumerate(prompt.choices):
        if choice.action == action:
            return f"c{index}"
    of = prompt.number
    if of is not None and action.number is not None and action.verb == of.verb:
        return number_item(action.number)
    among = {pick.slot: pick.among for pick in picks(prompt, action.verb)}
    masks = [_mask(among.get(slot, ()), getattr(action, slot)) for slot in SLOTS]
    return f"p{verbs(prompt).index(action.verb)}{masks[0]}.{masks[1]}.{action.reading}"


def action_of(item: str, values: tuple[str, ...], prompt: Prompt) -> Action | None:
    """The action that an item means for this prompt; None if it means nothing."""
    try:
        return _action(item, values, prompt)
    except (ValueError, IndexError, KeyError):
        return None


def _action(item: str, values: tuple[str, ...], prompt: Prompt) -> Action | None:
    if found := _PICKED.fullmatch(item):
        verb = verbs(prompt)[int(found[1])]
        among = {pick.slot: pick.among for pick in picks(prompt, verb)}
        cards, take = (
            _unmask(among.get(slot, ()), found[2 + index]) for index, slot in enumerate(SLOTS)
        )
        return Action(verb, cards=cards, take=take, reading=found[4])
    kind, index = item[:1], int(item[1:])
    if index < 0:
        return None
    match kind:
        case "c":
            return prompt.choices[index].action
        case "n" if prompt.number is not None:
            return Action(prompt.number.verb, number=index)
        case "v" if prompt.number is not None and len(values) == 1:
            return Action(prompt.number.verb, number=int(values[0]))
        case "s":
            return _selected(verbs(prompt)[index], values, prompt)
        case _:
            return None


def value_of(slot: str, position: int) -> str:
    """What a picker's option carries: a position among the cards asked for."""
    return f"{slot}.{position}"


def values_of(action: Action, prompt: Prompt) -> tuple[str, ...]:
    """What its verb's picker carries when just the cards of an action are picked."""
    found = []
    for pick in picks(prompt, action.verb):
        left = list(getattr(action, pick.slot))
        for position, card in enumerate(pick.among):
            if card in left:
                left.remove(card)
                found.append(value_of(pick.slot, position))
    return tuple(found)


def _selected(verb: str, values: tuple[str, ...], prompt: Prompt) -> Action:
    among = {pick.slot: pick.among for pick in picks(prompt, verb)}
    taken: dict[str, list[Card]] = {slot: [] for slot in SLOTS}
    for value in dict.fromkeys(values):
        slot, _, position = value.partition(".")
        if not position.isdecimal():
            raise ValueError("no position")
        taken[slot].append(among[slot][int(position)])
    return Action(verb, cards=tuple(taken["cards"]), take=tuple(taken["take"]))
