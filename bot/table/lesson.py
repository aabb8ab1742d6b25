"""教我: a short arranged lesson for one person: a written deal that is played as it is written.

Computer players play what is written of their seats, the learner is asked for what is written of
theirs, and told what and why. Where a lesson stands is read from the action log alone. It counts
nowhere, as any other written deal.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from bot.i18n.keys import game_name, prefix
from bot.records import words
from bot.records.places import Misread
from bot.records.reader import read
from bot.support.errors import Refused
from engine.cards import codes
from engine.errors import RuleError
from engine.match import act
from engine.msg import CardsArg, Msg, msg
from engine.registry import lesson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.table.table import Table
    from engine.cards import Card
    from engine.core import Action, Game, Prompt, Seat

LEARNER: Seat = 0
"""Where whoever learns sits."""

_FROM = re.compile(rf"(?:{'|'.join(words.WORDS[words.FROM])})\s*[:：].*$", re.MULTILINE)

_LEARNING = ("player", "wish")
"""Who may play something else than what is written: nobody else does."""


def teaches(game: Game[Any, Any]) -> bool:
    """Whether a game has a lesson."""
    return bool(lesson(game.info.id))


def of(game: Game[Any, Any]) -> tuple[str, int]:
    """The text of a game's lesson, and how many sit there.

    Raises:
        Refused: it has none.
    """
    text = lesson(game.info.id)
    if not text:
        raise Refused("lesson-none", game=game_name(game.info.id))
    return text, read(text, game).fresh.seats


@lru_cache(maxsize=32)
def begins(text: str) -> int:
    """With how many of its actions done a lesson begins."""
    return len(read(text).log[0].actions)


@lru_cache(maxsize=32)
def script(text: str) -> tuple[tuple[Seat, Action], ...]:
    """All that is played in a lesson, from its first deal to the end of the round.

    Raises:
        Misread: it cannot be read.
    """
    return read(_FROM.sub("", text)).log[0].actions


@lru_cache(maxsize=32)
def steps(text: str) -> tuple[int, ...]:
    """Where in the script the learner is asked."""
    written = script(text)
    return tuple(at for at in range(begins(text), len(written)) if written[at][0] == LEARNER)


def due(table: Table) -> tuple[Seat, Action] | None:
    """Whose turn it is in a lesson, and what they play; None at any other table."""
    if not table.state.lesson or table.match is None or not table.log:
        return None
    at = len(table.log[-1].actions)
    try:
        written = script(table.state.deal)
    except Misread:  # by the rules of a newer program; the round is played on as any other
        return None
    if at >= len(written):
        return None
    seat, action = written[at]
    return seat, _held(table, seat, action)


def wanted(table: Table, seat: Seat) -> Action | None:
    """What a seat is to play in a lesson now; None where it is not asked, or it is none."""
    found = due(table)
    return found[1] if found is not None and found[0] == seat else None


def _held(table: Table, seat: Seat, action: Action) -> Action:
    """The action with the cards that the seat has left of the ranks that are written."""
    if table.game.suits or not action.cards:
        return action
    hand = list(getattr(table.seen(seat), "hand", ()))
    return replace(action, cards=tuple(_taken(hand, card) for card in action.cards))


def _taken(hand: list[Card], card: Card) -> Card:
    """The card out of a hand, or another of its rank."""
    found = card if card in hand else next((one for one in hand if one.rank == card.rank), card)
    if found in hand:
        hand.remove(found)
    return found


def checked(table: Table, seat: Seat, action: Action, by: str) -> Action:
    """What is played where an action was given: in a lesson nothing but what is asked for.

    Raises:
        Refused: it is another one; it says what is wrong with it, and what would be right.
    """
    right = wanted(table, seat)
    if right is None or by not in _LEARNING:
        return action
    if alike(table.game, action, right):
        return right if table.game.suits else replace(right, cards=action.cards)
    raise _wrong(table, seat, action, right)


def alike(game: Game[Any, Any], action: Action, right: Action) -> bool:
    """Whether two actions are the same but for the order of cards, and for suits if none count."""

    def face(held: Sequence[Card]) -> Counter[object]:
        return Counter(held if game.suits else [card.rank for card in held])

    def bare(one: Action) -> Action:
        return replace(one, cards=(), take=(), reading="")

    return (
        bare(action) == bare(right)
        and face(action.cards) == face(right.cards)
        and face(action.take) == face(right.take)
        and action.reading in ("", right.reading)
    )


def _wrong(table: Table, seat: Seat, action: Action, right: Action) -> Refused:
    assert table.match is not None  # noqa: S101  (something is asked)
    try:
        act(table.match, seat, action)
    except RuleError as error:
        why: Msg = error.msg
    else:
        why = _words(table, "-else")
    todo = told(table.game, table.prompt(seat), right)
    return Refused("lesson-wrong", why=why, todo=todo, private=True)


def ask(table: Table, seat: Seat) -> Msg | None:
    """What the learner is told who is asked something: what is done here, and why."""
    right = wanted(table, seat)
    if right is None or seat != LEARNER:
        return None
    count = len(steps(table.state.deal))
    todo = told(table.game, table.prompt(seat), right)
    return msg("lesson-ask", number=_number(table), count=count, why=_words(table), todo=todo)


def _number(table: Table) -> int:
    """Which of the learner's plays is asked for, from 1."""
    return steps(table.state.deal).index(len(table.log[-1].actions)) + 1


def _words(table: Table, ending: str = "") -> Msg:
    """What the lesson says of the play that is asked for; with ``-else``, of any other.

    A table whose program was replaced goes on with the lesson that it began with; the words of
    another one would not fit it.
    """
    if lesson(table.state.game) != table.state.deal:
        return msg(f"lesson-any{ending}")
    return Msg(f"{prefix(table.state.game)}-lesson-{_number(table)}{ending}")


def told(game: Game[Any, Any], prompt: Prompt, action: Action) -> Msg:
    """An action as what is pressed for it, called as it stands there."""
    label = _label(action, prompt)
    if label is not None:
        return msg("lesson-press", label=label)
    verb = Msg(f"{prefix(game.info.id)}-verb-{action.verb}")
    cards = CardsArg(codes(action.cards))
    if action.take:
        return msg("lesson-swap", cards=cards, take=CardsArg(codes(action.take)), verb=verb)
    return msg("lesson-pick", cards=cards, verb=verb)


def _label(action: Action, prompt: Prompt) -> Msg | str | None:
    """The label of the button that is the whole action; None where cards are picked for it."""
    for choice in prompt.choices:
        if choice.action == action:
            return choice.label
    number = prompt.number
    if number is None or number.verb != action.verb or action.number is None:
        return None
    if number.columns and action.number < len(number.labels):
        return number.labels[action.number]
    return str(action.number)


def over(table: Table) -> Msg:
    """What is said at the end of a lesson."""
    return msg("lesson-over", game=game_name(table.state.game))
