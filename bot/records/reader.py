"""A text in the notation, played as it is read: every card and every word is checked by the rules.

The first thing that is wrong ends it, named with its place (``Misread``); nothing else is raised.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.records import foreign, words
from bot.records.heading import Heading
from bot.records.moment import Moment
from bot.records.packs import Written, listed, wrong_card
from bot.records.places import Misread, Statement, statements
from bot.records.sight import cards_in
from engine.chance import Script
from engine.errors import RuleError
from engine.match import planned
from engine.msg import msg
from engine.replay import RoundLog
from engine.rng import SEED_BYTES
from engine.written import hear

if TYPE_CHECKING:
    from engine.chance import Draws
    from engine.chance import Moment as When
    from engine.core import Action, Game, Seat
    from engine.match import Match

LONGEST = 200_000
"""Letters of a text that are read."""

MOST = 6_000
"""Actions of a text that are played."""

_DEALS = "|".join(word.lower() for word in words.WORDS[words.DEAL])
_ROUND = re.compile(rf"(?:{_DEALS})\s*(\d{{1,4}})\s*[副局轮輪]?$")
_SEAT = re.compile(r"(\d{1,2})\s*(?::\s*|\s+)(?=\S)")


@dataclass(frozen=True, slots=True)
class Record:
    """What a text says.

    Attributes:
        fresh: the match before its first deal; its source deals what is written.
        log: what was played.
        match: where that leads.
        filled: cards that were not written and were dealt at random.
        open: whoever plays it may see all hands.
        cut: it says from which play a table goes on.
    """

    fresh: Match
    log: tuple[RoundLog, ...]
    match: Match
    filled: int = 0
    open: bool = False
    cut: bool = False

    def first_round(self) -> Record:
        """The same without what comes behind its first round: that is left to chance again."""
        source = self.fresh.source
        assert isinstance(source, Script)  # noqa: S101  (it is read from a text)
        last = (1, len(self.log[0].actions))
        kept = {when: draws for when, draws in source.moments.items() if when <= last}
        return replace(self, fresh=replace(self.fresh, source=Script(kept)), log=self.log[:1])


def read(
    text: str,
    game: Game[Any, Any] | None = None,
    *,
    seats: int = 0,
    fill: bool = False,
    seed: bytes = bytes(SEED_BYTES),
) -> Record:
    """The match that a text tells.

    Args:
        text: in the notation, or in one of the forms of ``foreign``; a heading is needed where
            ``game`` is not given.
        game: what is played where no heading says so.
        seats: how many play where it is not written; 0: as many as hands are.
        fill: deal what is not written at random, from the seed, as if the text said so.
        seed: for all that is left to chance.

    Raises:
        Misread: at the first thing that is wrong.
    """
    form = foreign.of(text) if len(text) <= LONGEST else None
    reader = _Reader(Heading(game, seats), fill=fill, seed=seed)
    if form is None:
        return reader.read(text)
    try:
        return reader.read(form.text)
    except Misread as error:
        raise form.placed(error) from None


class _Reader:
    def __init__(self, heading: Heading, *, fill: bool, seed: bytes) -> None:
        self.heading, self.fill, self.seed = heading, fill, seed
        self.fresh: Match | None = None
        self.moment: Moment | None = None
        self.rounds: list[RoundLog] = []
        self.actions: list[tuple[Seat, Action]] = []
        self.written: dict[When, Draws] = {}
        self.options: dict[str, int | str] = {}
        self.anew = False
        self.filled = 0
        self.opened = False
        self.count = 0
        self.until = MOST
        self.first: Statement | None = None

    def read(self, text: str) -> Record:
        if len(text) > LONGEST:
            raise Misread(msg("notation-too-long", most=LONGEST), 1, 1, "")
        found = list(statements(text))
        if not found:
            raise Misread(msg("notation-empty"), 1, 1, "")
        self.first = found[0]
        self.fill = self.fill or any(map(_random, found))
        self.until = min(map(_from, found), default=MOST)
        for statement in found:
            if self.count <= self.until:
                self._statement(statement)
        match = self._settled()
        self._close_round()
        assert self.fresh is not None  # noqa: S101  (there is a statement)
        fresh = replace(self.fresh, source=Script(self.written))
        match = replace(match, source=fresh.source)
        cut = self.until < MOST
        return Record(fresh, tuple(self.rounds), match, self.filled, self.opened, cut)

    # Statements.

    def _statement(self, statement: Statement) -> None:
        if found := _ROUND.match(statement.text):
            self._next_round(statement, int(found[1]))
            return
        label, colon, _ = statement.text.partition(":")
        word = label.split(" ")[0] if label.strip() else ""
        rest = statement.part(len(label) + 1)
        meant = words.MEANT.get(word.strip())
        if meant == words.ANEW:
            self.anew = True
        elif meant == words.OPEN:
            self.opened = True
        elif meant == words.REDEAL:
            self._at_hand(statement).again(statement)
        elif colon and meant is not None:
            self._labelled(meant, statement, rest)
        elif colon and self._hand(label.strip(), statement, rest):
            pass
        elif meant is not None or (colon and not _SEAT.match(statement.text)):
            raise statement.wrong("notation-no-word")
        else:
            for action in statement.split(","):
                self._action(action)

    def _labelled(self, meant: str, statement: Statement, rest: Statement) -> None:
        match meant:
            case words.BOTTOM | words.STOCK:
                moment = self._at_hand(statement)
                moment.pile(meant, Written(rest or statement, listed(rest)), statement)
            case words.LOT:
                self._at_hand(statement).draw_lot(rest or statement)
            case words.CELLS:
                self._at_hand(statement).draw_cells(rest or statement)
            case words.SCORES:
                self._scores(statement, rest)
            case words.FROM:
                if _from(statement) == MOST:
                    raise (rest or statement).wrong("notation-number")
            case words.REST:
                if not _random(statement):
                    raise (rest or statement).wrong("notation-random", word=words.RANDOM[0])
            case words.OPTIONS if self.moment is not None:
                if not self.moment.is_deal or self.moment.done is not None:
                    raise statement.wrong("notation-late")
                self.moment.options.append(rest or statement)
            case _ if self.fresh is not None:
                another = meant == words.RECORD
                raise statement.wrong("notation-another" if another else "notation-late")
            case _:
                self.heading.take(meant, statement, rest)

    def _hand(self, label: str, statement: Statement, rest: Statement) -> bool:
        """Whether a statement is a hand: while a deal is written, and not behind an action."""
        moment = self.moment
        if self.fresh is not None and (moment is None or not moment.open):
            return False
        seat = self.heading.seat_of(label, self._at_hand(statement).piles.hands)
        if seat is None:
            return False
        moment = self._at_hand(statement)
        moment.pile(seat, Written(rest or statement, listed(rest)), statement)
        if not label.isdigit() and seat == 0 and moment.lot is None:
            moment.lot = (0, statement)
        return True

    def _at_hand(self, statement: Statement) -> Moment:
        """The deal or the action that is being told of; before all others, the first deal."""
        if self.moment is None:
            if self.fresh is not None:
                raise statement.wrong("notation-late")
            self.moment = Moment.deal(statement)
        return self.moment

    # Rounds.

    def _next_round(self, statement: Statement, number: int) -> None:
        if self.fresh is None and self.moment is None:
            if number != 1:
                raise statement.wrong("notation-round-number", number=1)
            self.moment = Moment.deal(statement)
            return
        match = self._settled()
        if number != match.round + 1:
            raise statement.wrong("notation-round-number", number=match.round + 1)
        if match.outcome is None:
            raise statement.wrong("notation-round-open", round=match.round)
        if match.over:
            raise statement.wrong("notation-match-over", rounds=planned(match) or match.round)
        self._close_round()
        self.moment = Moment.deal(statement, match)

    def _close_round(self) -> None:
        self.rounds.append(RoundLog(self.options, tuple(self.actions), self.anew))
        self.actions, self.anew = [], False

    def _settled(self, hint: Seat | None = None) -> Match:
        """The match with everything that is written so far."""
        assert self.first is not None  # noqa: S101  (there is a statement)
        if self.moment is None:
            self.moment = Moment.deal(self.first)
        moment = self.moment
        if moment.done is not None:
            return moment.done
        if self.fresh is None:
            highest = max(moment.piles.hands, default=-1) + 1
            self.fresh = self.heading.fresh(self.first, highest, self.seed)
            self.options = dict(self.fresh.options)
            moment.before = self.fresh
        if moment.is_deal:
            self.options = self.heading.changed(moment.options, self.options, self.fresh.seats)
            match = moment.played(self.options, anew=self.anew, fill=self.fill, hint=hint)
        else:
            match = moment.played(self.options, fill=self.fill)
        self.filled += moment.filled
        if moment.draws is not None:
            self.written[(match.round, match.step)] = moment.draws
        return match

    # Actions and scores.

    def _action(self, statement: Statement) -> None:
        if self.moment is None:
            self.moment = Moment.deal(statement)
        self.count += 1
        if self.count > self.until:
            if self.until == MOST:
                raise statement.wrong("notation-too-many-actions", most=MOST)
            return
        found = _SEAT.match(statement.text)
        said = statement.part(found.end()) if found else statement
        seat = int(found[1]) - 1 if found else None
        match = self._settled(seat)
        if match.outcome is not None:
            raise statement.wrong("notation-round-over", round=match.round)
        asked = match.game.asked(match.state)
        if seat is None:
            seat = asked[0]
        if seat not in asked:
            if seat >= match.seats or seat < 0:
                raise statement.wrong("notation-no-seat", seats=match.seats)
            due = " ".join(str(one + 1) for one in asked)
            raise statement.wrong("notation-not-asked", seat=seat + 1, asked=due)
        prompt = match.game.prompt(match.game.observe(match.state, seat))
        hand = tuple(cards_in(getattr(match.game.observe(match.state, seat), "hand", ())))
        try:
            action = hear(said.text, match.game, prompt)
        except RuleError as error:
            raise said.because(error.msg, wrong_card(said, hand)) from None
        except ValueError:
            raise said.wrong("notation-no-action") from None
        self.actions.append((seat, action))
        self.moment = Moment(said, match, seat, action, hand=hand)
        self.moment.try_out()

    def _scores(self, statement: Statement, rest: Statement) -> None:
        match = self._settled()
        if match.outcome is None:
            raise statement.wrong("notation-round-open", round=match.round)
        found = list((rest or statement).words())
        for at, (word, score) in enumerate(zip(found, match.outcome.scores, strict=False), 1):
            if not re.fullmatch(r"[+\u2212-]?\d{1,12}", word.text):
                raise word.wrong("notation-number")
            if int(word.text.replace("\u2212", "-")) != score:
                raise word.wrong("notation-other-score", seat=at, score=f"{score:+d}")
        if len(found) != match.seats:
            raise statement.wrong("notation-so-many-numbers", count=match.seats)


def _random(statement: Statement) -> bool:
    label, _, rest = statement.text.partition(":")
    return words.MEANT.get(label.strip()) == words.REST and rest.strip() in words.RANDOM


def _from(statement: Statement) -> int:
    """How many actions are read where a statement says at which the table goes on."""
    label, _, rest = statement.text.partition(":")
    if words.MEANT.get(label.strip()) != words.FROM or not re.fullmatch(
        r"[1-9]\d{0,3}", rest.strip()
    ):
        return MOST
    return min(int(rest) - 1, MOST)
