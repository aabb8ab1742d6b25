"""What stands before the first deal: the game, its options, how many play, how it began."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.records import words
from bot.records.packs import listed
from engine.core import Carry, defaults
from engine.match import Circles, FirstTo, Match, Rounds, plan_of
from engine.registry import games

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from bot.records.places import Statement
    from engine.cards import Card
    from engine.core import Game, Options, Seat
    from engine.match import Plan

MOST_CHIPS = 10**9
"""Of a seat, and points either way."""

MOST_ROUNDS = 1000


@dataclass(slots=True)
class Heading:
    """A heading while it is read.

    Attributes:
        game: what is played; None: it is not said yet.
        seats: how many play; 0: it is not said.
    """

    game: Game[Any, Any] | None = None
    seats: int = 0
    options: list[Statement] = field(default_factory=list)
    plan: tuple[str, int] | None = None
    said: dict[str, tuple[Statement, Statement]] = field(default_factory=dict)

    def take(self, meant: str, statement: Statement, rest: Statement) -> None:
        """One statement of it.

        Raises:
            Misread: what it says cannot be.
        """
        if meant in self.said:
            raise statement.wrong("notation-twice")
        if meant == words.DEAL:
            raise statement.wrong("notation-no-word")
        self.said[meant] = (statement, rest or statement)
        if meant == words.RECORD:
            self._record(statement, rest)
        elif not rest:
            raise statement.wrong("notation-nothing-said")

    def _record(self, statement: Statement, rest: Statement) -> None:
        label = statement.part(0, statement.text.index(":"))
        for version in list(label.words())[1:]:
            if not re.fullmatch(r"[1-9]\d{0,8}", version.text):
                raise version.wrong("notation-no-version", version=words.VERSION)
            if int(version.text) > words.VERSION:
                raise version.wrong("notation-version", version=words.VERSION)
        known = games(tests_too=True)
        found = [
            game
            for ident, game in known.items()
            if rest.text in (ident, *(name.lower() for name in game.info.names))
        ]
        if not found:
            raise (rest or statement).wrong("notation-no-game")
        if self.game is not None and self.game.info.id != found[0].info.id:
            raise rest.wrong("notation-other-game")
        self.game = found[0]

    def seat_of(self, label: str, taken: Container[Seat]) -> Seat | None:
        """Whose hand a label names: a number, or what the game calls those who play."""
        if re.fullmatch(r"\d{1,2}", label):
            return int(label) - 1
        if self.game is None:
            return None
        first, *others = self.game.roles or ((),)
        if label in first:
            return 0
        if any(label in names for names in others):
            return next(seat for seat in range(1, 100) if seat not in taken)
        return None

    # The match.

    def fresh(self, first: Statement, hands: int, seed: bytes) -> Match:
        """The match that begins so.

        Args:
            first: the first statement of the text, for what is not said anywhere.
            hands: the highest seat that has a hand in the first deal, from 1; 0: none has.
            seed: for what is left to chance.

        Raises:
            Misread: it cannot begin so.
        """
        if self.game is None:
            raise first.wrong("notation-which-game")
        info = self.game.info
        if words.RULES in self.said:
            version = self._whole(words.RULES, 1, 10**6)
            if version > info.version:
                raise self.said[words.RULES][1].wrong("notation-newer", version=info.version)
        where = self.said.get(words.SEATS, (first, first))[1]
        seats = self._whole(words.SEATS, 1, 99) if words.SEATS in self.said else self.seats
        seats = seats or next((n for n in info.seats if n >= hands), max(info.seats))
        if seats not in info.seats:
            least, most = min(info.seats), max(info.seats)
            raise where.wrong("notation-seats", least=least, most=most)
        wanted = [self.said[words.OPTIONS][1]] if words.OPTIONS in self.said else []
        options = self.changed(wanted, defaults(info), seats)
        carry = self._carry(seats)
        match = Match(self.game, seats, seed, options, self._plan(options), carry)
        self._sound(match)
        return match

    def changed(
        self, wanted: Sequence[Statement], options: Options, seats: int
    ) -> dict[str, int | str]:
        """The options with those that are written.

        Raises:
            Misread: there is no such one, or they do not go together.
        """
        assert self.game is not None  # noqa: S101  (it is known by now)
        values = {o.key: {str(v).lower(): v for v in o.values} for o in self.game.info.options}
        found = dict(options)
        for statement in wanted:
            for word in statement.words():
                key, _, value = word.text.partition("=")
                if word.text in ("-", "\u2212"):
                    continue
                if key not in values:
                    raise word.wrong("notation-no-option", known=" ".join(values) or "-")
                if value not in values[key]:
                    raise word.wrong("notation-no-value", known=" ".join(values[key]))
                found[key] = values[key][value]
        why = self.game.check(seats, found)
        if why is not None and wanted:
            raise wanted[-1].because(why)
        return found

    def _plan(self, options: Options) -> Plan:
        assert self.game is not None  # noqa: S101  (it is known by now)
        wanted = [m for m in (words.ROUNDS, words.LAPS, words.POINTS) if m in self.said]
        if len(wanted) > 1:
            raise self.said[wanted[1]][0].wrong("notation-twice")
        if not wanted:
            return plan_of(options, self.game.info.rounds)
        if wanted[0] == words.POINTS:
            return FirstTo(self._whole(words.POINTS, 1, MOST_CHIPS))
        number = self._whole(wanted[0], 1, MOST_ROUNDS)
        return Rounds(number) if wanted[0] == words.ROUNDS else Circles(number)

    def _whole(self, meant: str, least: int, most: int) -> int:
        statement = self.said[meant][1]
        return _number(statement, least, most)

    def _carry(self, seats: int) -> Carry:
        leader = None
        if words.LEADER in self.said:
            leader = self._whole(words.LEADER, 1, seats) - 1
        return Carry(
            leader=leader,
            teams=self._teams(seats),
            stacks=self._numbers(words.STACKS, seats, 0),
            totals=self._numbers(words.TOTALS, seats, -MOST_CHIPS),
            last=self._numbers(words.LAST, seats, -MOST_CHIPS),
            best=self._numbers(words.BEST, seats, -MOST_CHIPS),
            deck=self._cards(words.DECK),
            gone=self._cards(words.GONE),
        )

    def _numbers(self, meant: str, seats: int, least: int) -> tuple[int, ...]:
        if meant not in self.said:
            return ()
        statement, rest = self.said[meant]
        assert self.game is not None  # noqa: S101  (it is known by now)
        if meant == words.STACKS and not self.game.info.stack:
            raise statement.wrong("notation-no-chips")
        found = tuple(_number(word, least, MOST_CHIPS) for word in rest.words())
        if len(found) != seats:
            raise rest.wrong("notation-so-many-numbers", count=seats)
        return found

    def _teams(self, seats: int) -> tuple[frozenset[Seat], ...]:
        if words.TEAMS not in self.said:
            return ()
        rest = self.said[words.TEAMS][1]
        teams = [[_number(word, 1, seats) - 1 for word in part.words()] for part in rest.split(",")]
        sizes = {len(team) for team in teams}
        if sorted(seat for team in teams for seat in team) != list(range(seats)) or len(sizes) > 1:
            raise rest.wrong("notation-teams")
        return tuple(frozenset(team) for team in teams)

    def _cards(self, meant: str) -> tuple[Card, ...]:
        if meant not in self.said:
            return ()
        rest = self.said[meant][1]
        found = []
        for item in listed(rest):
            if item.card is None:
                raise rest.wrong("notation-no-card", item.at)
            found.append(item.card)
        return tuple(found)

    def _sound(self, match: Match) -> None:
        """The cards that are left and those that are gone make a pack, as far as any are told."""
        deck, gone = match.carry.deck, match.carry.gone
        if not deck and not gone:
            return
        statement = self.said[words.DECK if deck else words.GONE][1]
        new = match.source(match.seed, "deal", 1)
        dealt = match.game.setup(match.seats, match.options, Carry(), new).state
        if tuple(sorted((*deck, *gone))) != match.game.inventory(dealt).cards:
            raise statement.wrong("notation-no-pack")
        hands = match.game.piles(dealt)
        size = sum(len(pile.at) for pile in hands if pile.seat is not None)
        # A pack need not come out even, as one of 52 cards does not; whole deals are gone from it.
        if len(gone) % size:
            raise statement.wrong("notation-no-pack")


def _number(word: Statement, least: int, most: int) -> int:
    if not re.fullmatch(r"[+\u2212-]?\d{1,12}", word.text):
        raise word.wrong("notation-number")
    number = int(word.text.replace("\u2212", "-"))
    if not least <= number <= most:
        raise word.wrong("notation-number-between", least=least, most=most)
    return number
