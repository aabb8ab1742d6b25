"""A deal or an action while it is read, with what chance decided in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.records.packs import Piles, named, ordered, wrong_card
from engine.chance import Draws, Impossible, Notebook, Noted, Script
from engine.errors import RuleError
from engine.match import act, deal

if TYPE_CHECKING:
    from bot.records.packs import Written
    from bot.records.places import Statement
    from engine.cards import Card
    from engine.core import Action, Options, Seat
    from engine.match import Match

CELLS = 26
"""Cells have one letter."""


@dataclass(slots=True)
class Moment:
    """What is written of one moment.

    Attributes:
        statement: where it begins.
        before: the match before it; None: it has to be made from the heading.
        seat, action: who did what; None: a round is dealt.
        hand: what that seat holds.
        piles: the hands and the other piles that are dealt in it.
        lot: a seat that is drawn, and where that is written.
        cells: of a board, likewise.
        options: changed for the round that is dealt.
        open: whether hands may follow: it is a deal, or a new one is announced.
        done: the match behind it, once that is known.
        draws: what chance decided, in full; None: nothing.
        filled: cards that were not written.
    """

    statement: Statement
    before: Match | None = None
    seat: Seat | None = None
    action: Action | None = None
    hand: tuple[Card, ...] = ()
    piles: Piles = field(default_factory=Piles)
    lot: tuple[Seat, Statement] | None = None
    cells: tuple[tuple[int, ...], Statement] | None = None
    options: list[Statement] = field(default_factory=list)
    open: bool = False
    done: Match | None = None
    draws: Draws | None = None
    filled: int = 0

    @classmethod
    def deal(cls, statement: Statement, before: Match | None = None) -> Moment:
        """The deal of the next round."""
        return cls(statement, before, open=True)

    @property
    def is_deal(self) -> bool:
        """Whether a round is dealt."""
        return self.action is None

    # What is written of it.

    def again(self, statement: Statement) -> None:
        """Behind an action: new cards are dealt."""
        if self.is_deal or self.open or self.done is not None:
            raise statement.wrong("notation-nothing-dealt")
        self.open = True

    def pile(self, name: Seat | str, written: Written, statement: Statement) -> None:
        """A pile of it."""
        if self.done is not None or not self.open:
            raise statement.wrong("notation-late")
        piles: dict[Seat, Written] | dict[str, Written] = self.piles.named
        if isinstance(name, int):
            piles = self.piles.hands
        if name in piles:
            raise statement.wrong("notation-twice")
        piles[name] = written  # type: ignore[index]  # the key is of its kind

    def draw_lot(self, statement: Statement) -> None:
        """Who was drawn by lot."""
        if self.done is not None:
            raise statement.wrong("notation-nothing-drawn")
        if self.lot is not None:
            raise statement.wrong("notation-twice")
        if not re.fullmatch(r"\d{1,2}", statement.text):
            raise statement.wrong("notation-seat")
        self.lot = (int(statement.text) - 1, statement)

    def draw_cells(self, statement: Statement) -> None:
        """Which cells were drawn."""
        if self.done is not None:
            raise statement.wrong("notation-nothing-drawn")
        if self.cells is not None:
            raise statement.wrong("notation-twice")
        found = list(statement.words())
        for word in found:
            if not re.fullmatch(r"[a-z]", word.text):
                raise word.wrong("notation-cell")
        self.cells = (tuple(ord(word.text) - ord("a") for word in found), statement)

    # Played.

    def try_out(self) -> None:
        """Whether the rules allow the action at all: a mistake is told where it stands.

        Raises:
            Misread: they do not.
        """
        notes = Notebook(self._match().source)
        match = self._play(notes, {}, anew=False)
        if notes.at(match.round, match.step) == Draws():
            self.done = replace(match, source=self._match().source)

    def played(
        self, options: Options, *, fill: bool, anew: bool = False, hint: Seat | None = None
    ) -> Match:
        """The match behind it.

        Args:
            options: of the round that is dealt.
            fill: whether cards that are not written are dealt at random.
            anew: whether somebody new sits down.
            hint: who acts next, as it is written: whoever was drawn where that is not.

        Raises:
            Misread: it cannot be played so.
        """
        base = self._match()
        lot, cells = self.lot, self.cells
        draws = Draws(None, lot and lot[0], cells and cells[0])
        notes = Notebook(_Written(draws))
        match = self._play(notes, options, anew=anew)
        noted = notes.at(match.round, match.step)
        if hint is not None and lot is None and noted.lot is not None and match.outcome is None:
            draws, notes, match = self._hinted(draws, hint, options, match, notes, anew=anew)
            noted = notes.at(match.round, match.step)
        self._unused(noted)
        if noted.pack is not None:
            pack = self._pack(match, noted.pack, fill=fill)
            notes = Notebook(_Written(replace(noted, pack=pack)))
            match = self._play(notes, options, anew=anew)
            noted = notes.at(match.round, match.step)
        elif self.piles:
            self._same(match)
        if noted != Draws():
            self.draws = noted
        self.done = replace(match, source=base.source)
        return self.done

    def _match(self) -> Match:
        assert self.before is not None  # noqa: S101  (the heading made it)
        return self.before

    def _play(self, notes: Notebook, options: Options, *, anew: bool) -> Match:
        match = replace(self._match(), source=notes)
        try:
            if self.seat is None or self.action is None:
                return deal(match, options, anew=anew)[0]
            return act(match, self.seat, self.action)[0]
        except RuleError as error:
            at = wrong_card(self.statement, self.hand)
            raise self.statement.because(error.msg, at) from None
        except Impossible as error:
            written = self.lot if error.what == "lot" else self.cells
            where = written[1] if written else self.statement
            raise where.wrong(f"notation-impossible-{error.what}") from None

    def _hinted(
        self, draws: Draws, hint: Seat, options: Options, match: Match, notes: Notebook, *,
        anew: bool,
    ) -> tuple[Draws, Notebook, Match]:  # fmt: skip
        """The same with the seat drawn that acts next, if it could be."""
        if hint in match.game.asked(match.state) or not 0 <= hint < match.seats:
            return draws, notes, match
        drawn = replace(draws, lot=hint)
        other = Notebook(_Written(drawn))
        try:
            found, _ = deal(replace(self._match(), source=other), options, anew=anew)
        except Impossible:
            return draws, notes, match
        return drawn, other, found

    def _unused(self, noted: Draws) -> None:
        """Refuse what is written of chance where chance decides nothing."""
        for written, drawn in ((self.lot, noted.lot), (self.cells, noted.cells)):
            if written is not None and drawn is None:
                raise written[1].wrong("notation-nothing-drawn")

    def _pack(
        self, match: Match, pack: tuple[Card | None, ...], *, fill: bool
    ) -> tuple[Card | None, ...]:
        """The pack as it is written."""
        piles = match.game.piles(match.state)
        cards = [card for card in pack if card is not None]
        order = ordered(piles, self.piles, cards, suits=match.game.suits)
        missing = order.count(None)
        if missing and not fill:
            self._ask(match, order)
        self.filled = missing
        return order

    def _ask(self, match: Match, order: tuple[Card | None, ...]) -> None:
        """Name the pile of which cards are missing; one alone may be the rest of the pack."""
        piles = match.game.piles(match.state)
        short = [pile for pile in piles if any(order[at] is None for at in pile.at)]
        pile = short[0]
        written = self.piles.of(pile)
        where = self.statement if written is None else written.statement
        count = sum(order[at] is None for at in pile.at)
        raise where.wrong("notation-missing", pile=named(pile), count=count)

    def _same(self, match: Match) -> None:
        """Cards that lay there before: what is written of them must be so."""
        deck = match.carry.deck
        if not self.is_deal or not deck:
            raise self.piles.all()[0].statement.wrong("notation-nothing-dealt")
        piles = match.game.piles(match.state)
        for pile in piles:
            written = self.piles.of(pile)
            if written is None:
                continue
            left = [deck[at] for at in pile.at]
            for item in written.items:
                if item.card is None and item.rank is None:
                    continue
                if item.card not in left:
                    raise written.statement.wrong("notation-other-deck", item.at)
                left.remove(item.card)


@dataclass(frozen=True, slots=True)
class _Written:
    """Chance in one moment that is written."""

    draws: Draws

    def __call__(self, seed: bytes, label: str, /, *at: int) -> Noted:
        moment = (at[0], 0 if label == "deal" else at[1])
        return Noted(Script({moment: self.draws})(seed, label, *at))
