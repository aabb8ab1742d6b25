"""A match as text: options, the hands dealt, every action with its seat, the settlement."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from bot.records import words
from bot.records.story import ALL, Story, Told, story
from engine.match import Circles, FirstTo, Rounds
from engine.written import CHINESE, faces, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.records.story import Reader
    from engine.cards import Card
    from engine.core import Pile
    from engine.match import Match, Plan
    from engine.replay import RoundLog

WIDTH = 72
"""Letters of a line of actions, about."""


def write(
    fresh: Match,
    log: Sequence[RoundLog],
    reader: Reader = ALL,
    language: int = CHINESE,
) -> str:
    """What a reader may know of a match that began as ``fresh``, in the notation.

    Args:
        fresh: the match before its first deal.
        log: what was played, from the first round on.
        reader: see ``Reader``; None for what everybody may know, ``ALL`` for all of it.
        language: of its words.

    Raises:
        RuleError, ValueError: the log cannot be played by these rules.
    """
    return "\n".join((*_Writer(story(fresh, log, reader), language).lines(), ""))


class _Writer:
    def __init__(self, told: Story, language: int) -> None:
        self.told, self.language = told, language

    def lines(self) -> Iterator[str]:
        yield from self._head()
        options = dict(self.told.fresh.options)
        for number, (round_, steps) in enumerate(self.told.rounds, 1):
            yield ""
            yield f"第 {number} 副" if self.language == CHINESE else f"Deal {number}"
            if round_.anew:
                yield self._word(words.ANEW)
            if dict(round_.options) != options:
                options = dict(round_.options)
                yield self._line(words.OPTIONS, _pairs(options.items()))
            yield from self._round(steps)

    def _head(self) -> Iterator[str]:
        fresh, info = self.told.fresh, self.told.fresh.game.info
        own = [name for name in info.names if name.isascii() != (self.language == CHINESE)]
        yield f"{self._word(words.RECORD)} {words.VERSION}: {next(iter(own), info.id)}"
        yield self._line(words.RULES, str(info.version))
        yield self._line(words.SEATS, str(fresh.seats))
        yield self._line(*_planned(fresh.plan))
        later = {option.key: option.values[0] for option in info.options if option.later}
        told = [one for one in fresh.options.items() if one not in later.items()]
        yield self._line(words.OPTIONS, _pairs(told))
        carry = fresh.carry
        if carry.leader is not None:
            yield self._line(words.LEADER, str(carry.leader + 1))
        if carry.teams:
            sides = (" ".join(str(seat + 1) for seat in sorted(team)) for team in carry.teams)
            yield self._line(words.TEAMS, ", ".join(sides))
        for name in (words.STACKS, words.TOTALS, words.LAST, words.BEST):
            if numbers := getattr(carry, name):
                yield self._line(name, " ".join(map(str, numbers)))
        if carry.deck:
            yield self._line(words.DECK, self._faces(carry.deck))
        if carry.gone:
            yield self._line(words.GONE, faces(carry.gone, self.language))

    def _round(self, steps: list[Told]) -> Iterator[str]:
        dealt, *others = steps
        yield from self._dealt(dealt)
        row = ""
        for step in others:
            if not step.open:
                continue
            said = self._action(step)
            if row and len(row) + len(said) > WIDTH:
                yield row
                row = ""
            row = f"{row}, {said}" if row else said
            if step.draws.pack is not None or step.draws.lot is not None:
                yield row
                row = ""
                yield from self._drawn(step)
        if row:
            yield row
        outcome = others[-1].after.outcome if others else dealt.after.outcome
        if outcome is not None:
            points = " ".join(f"{score:+d}" if score else "0" for score in outcome.scores)
            yield self._line(words.SCORES, points)

    def _action(self, step: Told) -> str:
        assert step.seat is not None  # noqa: S101  (it is an action)
        assert step.action is not None and step.prompt is not None  # noqa: S101, PT018
        game = step.after.game
        return f"{step.seat + 1} {say(step.action, game, step.prompt, self.language)}"

    def _dealt(self, step: Told) -> Iterator[str]:
        """The deal of a round: from a new pack, or from what the last one left."""
        pack = step.draws.pack
        yield from self._piles(step, step.after.carry.deck if pack is None else pack)
        yield from self._lots(step)

    def _drawn(self, step: Told) -> Iterator[str]:
        """What chance decided behind an action: a new deal, or a seat."""
        if step.draws.pack is not None:
            yield self._word(words.REDEAL)
            yield from self._piles(step, step.draws.pack)
        yield from self._lots(step)

    def _piles(self, step: Told, pack: tuple[Card | None, ...]) -> Iterator[str]:
        game, state = step.after.game, step.after.state
        for pile in game.piles(state):
            cards = [pack[at] for at in pile.at]
            if pile.seat is None:
                yield self._line(words.PILES[pile.name], self._faces(self._drawn_at_once(cards)))
                continue
            yield f"{pile.seat + 1}: {self._hand(step, pile, cards)}"

    def _drawn_at_once(self, cards: list[Card | None]) -> list[Card | None]:
        """A stock in which cards that came to a hand together stand in no order of their own.

        Nobody saw which of them lay above the other.
        """
        told = self.told
        if told.sight is None:
            return cards
        groups = [told.sight.batches.get(id(card), at) for at, card in enumerate(cards)]
        shown: list[Card | None] = []
        for _, group in groupby(range(len(cards)), key=groups.__getitem__):
            together = [cards[at] for at in group]
            placed = sorted(card for card in together if card is not None and told.knows(card))
            shown += [*placed, *(None,) * (len(together) - len(placed))]
        return shown

    def _hand(self, step: Told, pile: Pile, cards: list[Card | None]) -> str:
        assert pile.seat is not None  # noqa: S101  (it is a hand)
        known = tuple(card for card in cards if card is not None and self.told.knows(card))
        shown = step.after.game.laid(step.after.state, pile.seat, known)
        return faces((*shown, *(None,) * (len(cards) - len(known))), self.language)

    def _lots(self, step: Told) -> Iterator[str]:
        if step.draws.lot is not None:
            yield self._line(words.LOT, str(step.draws.lot + 1))
        if step.draws.cells is not None:
            letters = " ".join(chr(ord("a") + cell) for cell in step.draws.cells)
            yield self._line(words.CELLS, letters)

    def _faces(self, cards: Iterable[Card | None]) -> str:
        shown = (c if c is not None and self.told.knows(c) else None for c in cards)
        return faces(shown, self.language)

    def _word(self, meant: str) -> str:
        return words.WORDS[meant][self.language]

    def _line(self, meant: str, rest: str) -> str:
        return f"{self._word(meant)}: {rest}"


def _pairs(options: Iterable[tuple[str, int | str]]) -> str:
    return " ".join(f"{key}={value}" for key, value in options) or "-"


def _planned(plan: Plan) -> tuple[str, str]:
    match plan:
        case Rounds(n):
            return words.ROUNDS, str(n)
        case Circles(n):
            return words.LAPS, str(n)
        case FirstTo(points):
            return words.POINTS, str(points)
