"""Actions nobody should send, and which actions a prompt's controls can make."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.bots import answer
from engine.cards import pack
from engine.core import Action

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.core import GameInfo, PickCards, Prompt
    from engine.rng import Rng

ANY_CARDS = pack()


def junk(prompt: Prompt, info: GameInfo, seats: int, rng: Rng) -> list[Action]:
    """Actions near and far from what ``prompt`` asks: most of them wrong, some by chance right.

    Foreign verbs, missing or doubled or foreign cards, numbers below and above all bounds, targets
    that are no seat, readings that do not exist, fields that the verb does not use.
    """
    base = answer(prompt, rng)
    foreign = rng.sample(ANY_CARDS, 1)
    verbs = {base.verb, "pass", *(verb for _, verb in info.words)}
    verbs |= {pick.verb for pick in prompt.picks} | {c.action.verb for c in prompt.choices}
    among = [c for pick in prompt.picks for c in pick.among] or list(ANY_CARDS)
    made = [Action("no-such-verb"), Action(""), replace(base, verb="no-such-verb")]
    for verb in sorted(verbs):
        made += [
            Action(verb),
            replace(base, verb=verb),
            Action(verb, number=rng.below(40) - 10),
            Action(verb, number=10**9),
            Action(verb, target=rng.below(seats)),
            Action(verb, cards=rng.sample(among, 1 + rng.below(5))),
            Action(verb, cards=rng.sample(ANY_CARDS, 1 + rng.below(5))),
        ]
    made += [replace(base, number=n) for n in (-1, 0, 10**9)]
    made += [replace(base, target=t) for t in (-1, 0, seats - 1, seats)]
    made += [
        replace(base, reading="no-such-reading"),
        replace(base, cards=base.cards + base.cards),
        replace(base, cards=(*base.cards, *foreign)),
        replace(base, cards=foreign),
        replace(base, cards=base.cards[1:]),
        replace(base, take=base.take + foreign),
        replace(base, take=base.cards),
        replace(base, cards=base.take, take=base.cards),
    ]
    return made


def expressible(prompt: Prompt, action: Action) -> bool:
    """Whether the buttons, card picks or the number of ``prompt`` make this action.

    Cards that are picked may have a reading: it is asked for afterwards.
    """
    if any(choice.action == action for choice in prompt.choices):
        return True
    number = prompt.number
    if number is not None and action == Action(number.verb, number=action.number):
        return action.number in number.allowed
    picks = {pick.slot: pick for pick in prompt.picks if pick.verb == action.verb}
    if not picks or action.number is not None or action.target is not None:
        return False
    slots = {"cards": action.cards, "take": action.take}
    return all(_picked(slots, picks.get(slot), held) for slot, held in slots.items())


def _picked(
    slots: dict[str, tuple[Card, ...]], pick: PickCards | None, held: tuple[Card, ...]
) -> bool:
    if pick is None:
        return not held
    if pick.same_as and len(held) != len(slots[pick.same_as]):
        return False
    return pick.least <= len(held) <= pick.most and Counter(held) <= Counter(pick.among)
