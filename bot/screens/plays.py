"""Plays worth offering: a game's best legal ones for one seat, as buttons and as words to type."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from bot.i18n.keys import prefix
from bot.ports.messages import Button, Suggestion
from bot.table import lesson, tokens
from engine import text
from engine.cards import codes
from engine.errors import RuleError
from engine.msg import Msg, msg
from engine.view import Cards
from renderers.faces import word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bot.table.state import Question
    from bot.table.table import Table
    from engine.cards import Card
    from engine.core import Action, Game, Prompt, Seat
    from engine.view import Block, View

    Say = Callable[[Msg], str]

BUTTONS = 5
"""Plays that are offered as buttons."""

SURE = 98
"""From so many of a hundred deals on nobody counts them."""

PLAY = "play"
"""The verb of games in which cards are all that is played: there they need no word."""

LISTED = 25
"""Plays that are offered while somebody types."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat that is asked: from what its plays are worked out, and for which question.

    ``first``: what is offered before all that is worked out. ``coached``: the best is told, too.
    """

    table: str
    question: int
    names: tuple[str, ...]
    game: Game[Any, Any] = field(repr=False)
    seen: Any = field(repr=False)
    prompt: Prompt = field(repr=False)
    first: tuple[Action, ...] = field(default=(), repr=False)
    coached: bool = False


def offer_to(table: Table, seat: Seat) -> Offer | None:
    """What may be offered to a seat; None if it is not asked now."""
    question = table.question_of(seat)
    if question is None or table.state.suspended_at is not None:
        return None
    return offer_of(table, question, table.prompt(seat), table.names)


def offer_of(table: Table, question: Question, prompt: Prompt, names: tuple[str, ...]) -> Offer:
    """What may be offered to a seat that is asked; ``names``: the table's, by seat."""
    state, seat = table.state, question.seat
    taught = lesson.wanted(table, seat) if state.lesson else None
    first = () if taught is None else (taught,)
    return Offer(
        state.id, question.number, names, table.game, table.seen(seat), prompt, first, state.coached
    )  # fmt: skip


def buttons(
    offer: Offer, actions: Iterable[Action], say: Say, most: int = BUTTONS
) -> tuple[Button, ...]:
    """The first plays that no other button of the prompt says, at most ``most``."""
    picked = (button for item, button in _made(offer, actions, say) if item.startswith("p"))
    return tuple(islice(picked, most if _by_cards(offer.prompt) else 1))


def all_buttons(offer: Offer, actions: Iterable[Action], say: Say) -> tuple[Button, ...]:
    """All plays that controls can say, each once."""
    return tuple(button for _, button in _made(offer, actions, say))


def _made(offer: Offer, actions: Iterable[Action], say: Say) -> Iterator[tuple[str, Button]]:
    """Plays that controls can say, one after the other: what each button carries, and the button.

    Nothing is put into words that nobody wants.
    """
    for action in actions:
        try:
            item = tokens.item_of(action, offer.prompt)
            token = tokens.button(offer.table, offer.question, item)
        except (ValueError, IndexError):
            continue  # the controls cannot say it; it can be picked or typed
        picks = tokens.values_of(action, offer.prompt) if item.startswith("p") else ()
        yield item, Button(token, label(offer, action, say), picks=picks)


def ahead(offer: Offer, actions: Iterable[Action]) -> tuple[Action, ...]:
    """Plays with those before them that are offered first, each once."""
    first = {(one.verb, tuple(sorted(one.cards)), one.take) for one in offer.first}
    rest = (a for a in actions if (a.verb, tuple(sorted(a.cards)), a.take) not in first)
    return (*offer.first, *rest)


def counsel(offer: Offer, actions: Sequence[Action]) -> Msg | None:
    """What could be done, for whoever plays a first game; None where nothing is told."""
    if not offer.coached or not actions:
        return None
    return msg("lesson-coach", todo=lesson.told(offer.game, offer.prompt, actions[0]))


def _by_cards(prompt: Prompt) -> bool:
    """Whether cards say what is done with them; elsewhere one counsel at a time is enough."""
    return set(tokens.verbs(prompt)) == {PLAY}


@dataclass(frozen=True, slots=True)
class Hint:
    """One of the ideas that somebody was given: the ``at``-th of ``count``, from 0.

    ``wins``: of a hundred deals that were tried so many were won with it.
    """

    action: Action
    at: int
    count: int
    why: Msg
    wins: int | None = None


def hint_line(offer: Offer, hint: Hint, say: Say) -> str:
    """What somebody who asked for a hint is told."""
    told: dict[str, str | int | Msg] = {
        "number": hint.at + 1, "count": hint.count,
        "play": label(offer, hint.action, say), "why": hint.why,
    }  # fmt: skip
    if hint.wins is None:
        return say(msg("hint-line", **told))
    if hint.wins >= SURE:
        return say(msg("hint-line-sure", **told))
    return say(msg("hint-line-wins", wins=hint.wins, **told))


def shapes_open(prompt: Prompt) -> bool:
    """Whether any number of cards may be picked, so that a play has to be found among them."""
    return any(pick.least < pick.most == len(pick.among) for pick in prompt.picks)


def raised(view: View, cards: Iterable[Card]) -> View:
    """A private screen's picture in which some cards of the hand stand out."""
    wanted = Counter(codes(cards))
    return replace(view, blocks=tuple(_raised(block, wanted) for block in view.blocks))


def _raised(block: Block, wanted: Counter[str]) -> Block:
    if not isinstance(block, Cards) or not block.mine:
        return block
    left, chosen = wanted.copy(), []
    for at, code in enumerate(block.codes):
        if left[code] > 0:
            left[code] -= 1
            chosen.append(at)
    return replace(block, chosen=tuple(chosen))


def label(offer: Offer, action: Action, say: Say) -> str:
    """A play in words: 换 ♠3 ♥5, or the cards alone where nothing else is done with any."""
    for choice in offer.prompt.choices:
        if choice.action == action:
            return say(choice.label)
    pick = offer.prompt.number
    if pick is not None and pick.verb == action.verb and not pick.columns:
        labels = dict(zip(pick.allowed, pick.labels, strict=False))
        if action.number in labels:
            return say(labels[action.number])
    read = offer.game.read_as(offer.seen, action) if action.reading else None
    if read is not None:
        return say(read)
    alone = action.cards and not action.take and _by_cards(offer.prompt)
    verb = "" if alone else say(Msg(f"{prefix(offer.game.info.id)}-verb-{action.verb}"))
    if action.number is not None:
        return f"{verb} {_number(action.number, offer)}"
    parts = [verb, _cards(action.cards, say)]
    if action.take:
        parts += ["→", _cards(action.take, say)]
    if action.reading:
        parts.append(say(Msg(f"{prefix(offer.game.info.id)}-reading-{action.reading}")))
    return " ".join(part for part in parts if part)


def lines(
    offer: Offer, actions: Sequence[Action], typed: str, say: Say, chinese: Say
) -> Iterator[Suggestion]:
    """What may be typed, best first, as far as it holds what has been typed already.

    ``chinese`` is how cards are written so that they can be read again; ``say`` is for labels.
    """
    wanted = _dense(typed)
    known = (*actions, *(c.action for c in offer.prompt.choices if c.action not in actions))
    for action in known:
        line = typed_line(offer, action, chinese)
        shown = label(offer, action, say)
        if line and (wanted in _dense(line) or wanted in _dense(shown)):
            yield Suggestion(line, shown)


def typed_line(offer: Offer, action: Action, chinese: Say) -> str:
    """Words that mean just this action when they are typed; empty where there are none.

    The cards alone, if they can be read so.
    """
    for verb in ("", *_verbs(offer.game, action.verb)):
        parts = [verb]
        if action.number is not None:
            parts.append(_number(action.number, offer))
        if action.target is not None:
            parts.append(str(action.target + 1))
        parts.append(_cards(action.cards, chinese))
        if action.take:
            parts += ["取", _cards(action.take, chinese)]
        line = " ".join(part for part in parts if part)
        if _means(line, action, offer):
            return line
    return ""


def _number(number: int, offer: Offer) -> str:
    """A number as those who type call it."""
    pick = offer.prompt.number
    named = pick is not None and number < len(pick.names)
    return pick.names[number] if pick is not None and named else str(number)


def _verbs(game: Game[Any, Any], verb: str) -> list[str]:
    """The words for a verb, short Chinese ones first."""
    own = [said for said, meant in game.info.words if meant == verb]
    if verb == "pass":
        own += text.PASS_WORDS
    return sorted(own, key=lambda said: (said.isascii(), len(said)))


def _means(line: str, action: Action, offer: Offer) -> bool:
    try:
        return text.read(line, offer.game.info, offer.prompt) == action
    except RuleError:
        return False


def _cards(cards: Iterable[Card], say: Say) -> str:
    return " ".join(word(code, say) for code in codes(cards))


def _dense(line: str) -> str:
    return text.normal(line).replace(" ", "")
