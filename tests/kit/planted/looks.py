"""Faults in views, prompts and words."""

from __future__ import annotations

from dataclasses import replace

from engine.core import Event, PickCards, Step
from engine.errors import AmbiguousAction, IllegalAction
from engine.games._specimen.game import Bidaxiao
from engine.games._trial.game import Zhangezi
from engine.msg import CardsArg, Msg, msg
from engine.view import Cards, Grid, Row, Seats
from tests.kit.planted.book import add_block, breaks


@breaks("equal", 3)
class RandomScreen(Bidaxiao):
    """Draws the players' lines with a number that changes by itself."""

    count = 0

    def present(self, seen):
        self.count += 1
        return replace(super().present(seen), title=msg("specimen-title", n=self.count))


@breaks("equal", 3)
class UnhashableScreen(Bidaxiao):
    """Uses a list in a view: the picture cache cannot keep it."""

    def present(self, seen):
        return add_block(super().present(seen), Cards(msg("specimen-hand"), codes=["S2"]))


@breaks("equal", 3)
class RandomQuestion(Bidaxiao):
    """Asks the same question in ever other words, so that it gets new numbers."""

    count = 0

    def prompt(self, seen):
        self.count += 1
        return replace(super().prompt(seen), ask=msg("specimen-ask", n=self.count))


@breaks("shape", 2)
class CrookedGrid(Zhangezi):
    """Leaves the last cell of a board out."""

    def present(self, seen):
        view = super().present(seen)
        grid = next(block for block in view.blocks if isinstance(block, Grid))
        return add_block(view, replace(grid, cells=grid.cells[:-1]))


@breaks("shape", 3)
class MissingPlayer(Bidaxiao):
    """Leaves out the line of seat 0."""

    def present(self, seen):
        view = super().present(seen)
        rows = view.blocks[0].rows[1:]
        return replace(view, blocks=(Seats(rows, seen.seat), *view.blocks[1:]))


@breaks("shape", 3)
class ChosenNowhere(Bidaxiao):
    """Marks a card that is not there."""

    def present(self, seen):
        title = msg("specimen-hand")
        return add_block(super().present(seen), Row((Cards(title, ("S2",), chosen=(1,)),)))


@breaks("controls", 3)
class WantsTooMany(Bidaxiao):
    """Asks for more cards than are held."""

    def prompt(self, seen):
        pick = PickCards("play", seen.hand, 1, len(seen.hand) + 1)
        return replace(super().prompt(seen), picks=(pick,))


@breaks("controls", 3)
class SilentPrompt(Bidaxiao):
    """Asks a question without an answer."""

    def prompt(self, seen):
        return replace(super().prompt(seen), picks=())


@breaks("says", 3)
class UnknownWords(Bidaxiao):
    """Has a title that no catalogue has."""

    def present(self, seen):
        return replace(super().present(seen), title=msg("specimen-no-such-title"))


@breaks("says", 3)
class MissingArgument(Bidaxiao):
    """Gives a reason without the seat it is about."""

    def outcome(self, state):
        outcome = super().outcome(state)
        return outcome and replace(outcome, reasons=(Msg("specimen-reason"),))


@breaks("says", 3)
class WordlessRefusal(Bidaxiao):
    """Refuses with a key that no catalogue has."""

    def apply(self, state, seat, action, rng):
        try:
            return super().apply(state, seat, action, rng)
        except IllegalAction:
            raise IllegalAction("specimen-no-such-refusal") from None


@breaks("says", 3)
class WordlessVerb(Bidaxiao):
    """Picks cards with a verb that the bot has no word for on its button."""

    def prompt(self, seen):
        return replace(super().prompt(seen), picks=(PickCards("throw", seen.hand),))


@breaks("says", 2)
class WordlessReading(Zhangezi):
    """Offers a reading that the bot has no word for."""

    def apply(self, state, seat, action, rng):
        try:
            return super().apply(state, seat, action, rng)
        except AmbiguousAction as refused:
            options = tuple(replace(option, reading="odd") for option in refused.options)
            raise AmbiguousAction("trial-which", options) from None


@breaks("told", 3)
class UnknownEvent(Bidaxiao):
    """Tells of the deal with a key that no catalogue has."""

    def setup(self, seats, options, carry, rng):
        state = super().setup(seats, options, carry, rng).state
        return Step(state, (Event(msg("specimen-no-such-event")),))


@breaks("text", 3)
class ForeignBlock(Bidaxiao):
    """Shows a block that no renderer knows."""

    def present(self, seen):
        return add_block(super().present(seen), CardsArg(("S2",)))
