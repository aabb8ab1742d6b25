"""The contract between a game and everything else.

A game is one object without state. What it says about a position goes through ``observe``; what
a player may do is a ``Prompt``; what a player did is an ``Action``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from engine.cards import Card
from engine.frozen import quick
from engine.msg import Msg

if TYPE_CHECKING:
    from engine.rng import Rng
    from engine.view import View

Seat: TypeAlias = int
Options: TypeAlias = Mapping[str, int | str]
StateT = TypeVar("StateT")
SeenT = TypeVar("SeenT")
T = TypeVar("T")


@quick
@dataclass(frozen=True, slots=True)
class Action:
    """One move by one seat, in the only form that is stored, replayed and sent by a button.

    Attributes:
        verb: an ASCII word owned by the game (``play``, ``swap``, ``knock``, …).
        cards: cards of the hand that the move is about.
        take: cards taken from elsewhere.
        number: a stake or the index of a cell.
        target: the seat the move is aimed at.
        reading: which of several legal meanings the cards have; empty where there is one.
    """

    verb: str
    cards: tuple[Card, ...] = ()
    take: tuple[Card, ...] = ()
    number: int | None = None
    target: Seat | None = None
    reading: str = ""


@quick
@dataclass(frozen=True, slots=True)
class Choice:
    """A finished action offered as one button."""

    action: Action
    label: Msg


@quick
@dataclass(frozen=True, slots=True)
class PickCards:
    """Ask for ``least..most`` of the ``among`` cards; they go into ``Action.<slot>``.

    Attributes:
        slot: ``cards`` or ``take``.
        same_as: names another slot whose count this one must equal (蹲麻子's swap).
    """

    verb: str
    among: tuple[Card, ...]
    least: int = 1
    most: int = 1
    slot: str = "cards"
    same_as: str = ""


@dataclass(frozen=True, slots=True)
class PickNumber:
    """Ask for a number: a stake, or the index of a cell.

    Attributes:
        columns: above 0 it lays the numbers from 0 out as a grid, those not allowed left blank.
        names: what the numbers from 0 on are called by those who type (``a``, ``b``, …); they are
            typed as digits where there are none.
        labels: what stands in the cells of a grid from 0 on, the blank ones too; without columns,
            on the buttons of ``allowed``.
    """

    verb: str
    allowed: tuple[int, ...] | range
    columns: int = 0
    names: tuple[str, ...] = ()
    labels: tuple[Msg, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Prompt:
    """Everything one seat may answer now. Two equal prompts are the same question.

    Attributes:
        ask: the question in words.
        choices: finished actions, one button each.
        picks: cards to pick; those of one verb make one action together.
        number: a number to name.
        private: its controls may be shown to that seat alone; always so when it picks among cards
            that spectators do not see.
        answered: the seat has answered and may change its mind: it is not waited for, has no
            deadline, is not offered to computer players, and its question number stays.
    """

    ask: Msg
    choices: tuple[Choice, ...] = ()
    picks: tuple[PickCards, ...] = ()
    number: PickNumber | None = None
    private: bool = False
    answered: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Event:
    """A fact for the players; ``to`` is None for everyone, else the seats who may know it."""

    msg: Msg
    to: frozenset[Seat] | None = None


@quick
@dataclass(frozen=True, slots=True)
class Step(Generic[StateT]):
    """What a deal or an action led to. The round may be over.

    Attributes:
        told: the events, or what makes them when they are read: of most steps that are looked at in
            a search or in a test nobody wants to know more than the state.
    """

    state: StateT
    told: tuple[Event, ...] | Callable[[], tuple[Event, ...]] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """What it tells the players."""
        told = self.told
        return told if isinstance(told, tuple) else told()


@dataclass(frozen=True, slots=True)
class Carry:
    """What one round hands to the next.

    Attributes:
        leader: the seat that leads next, where the game decides it at the end of a round.
        teams: partners who stay together.
        stacks: chips by seat.
        totals: points so far by seat; the match fills it in.
        last: points of the round before by seat; the match fills it in.
        best: most points of one round so far by seat; the match fills it in, beginning with what
            it was given, which may be 0 where nothing is known.
        deck: cards that lie face down for the next round (二八杠); never in a view, an event, an
            error or a log line.
        gone: cards of that pack already played.
    """

    leader: Seat | None = None
    teams: tuple[frozenset[Seat], ...] = ()
    stacks: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    best: tuple[int, ...] = ()
    deck: tuple[Card, ...] = field(default=(), repr=False)
    gone: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished round.

    Attributes:
        scores: points by seat.
        reasons: why, a line each that a person can check.
        carry: where the next round starts.
        broke: somebody can go on no longer; the match ends whatever its plan says.
    """

    scores: tuple[int, ...]
    reasons: tuple[Msg, ...] = ()
    carry: Carry = Carry()
    broke: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A setting players may change before the start; the first of ``values`` is the default.

    ``between``: it may change between rounds. ``front``: it changes the game so much that the lobby
    tells it, whatever its value. ``later``: records are older than it, and leave its default out.
    """

    key: str
    values: tuple[int | str, ...]
    between: bool = False
    front: bool = False
    later: bool = False


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What the lobby shows and checks before a game starts.

    Attributes:
        id: folder name; also the prefix of the game's message keys (``_`` becomes ``-``).
        seats: seat counts that can play.
        version: raised by every change that makes an old action log end in another state.
        options: settings, in the order the lobby shows them.
        zero_sum: whether the scores of a round add up to 0.
        rounds: how many 圈 make a match unless the players say otherwise.
        span: deals that belong together and share a pack (二八杠: 5); one 圈 is one span.
        takeover: whether a new person may take a seat between rounds.
        anew: the round after that begins as a first one does: points alone are carried on.
        practice: whoever plays alone may deal from a word, the same cards each time.
        names: what people call the game, first the name it is listed under.
        modes: those of the names that stand for the game with an option, its key and its value.
        words: typed word and the verb it stands for; a longer word is tried first.
        numbers: verbs that a number or a seat follows (加 40), also while none can be chosen, so
            that the game says why; a number alone is the first of them.
        stack: chips of each seat at the start where bets are paid from them; 0: it is for points.
    """

    id: str
    seats: range
    version: int = 1
    options: tuple[Option, ...] = ()
    zero_sum: bool = True
    rounds: int = 1
    span: int = 1
    takeover: bool = True
    anew: bool = False
    practice: bool = False
    names: tuple[str, ...] = ()
    modes: tuple[tuple[str, str, int | str], ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    numbers: tuple[str, ...] = ()
    stack: int = 0


@dataclass(frozen=True, slots=True)
class Inventory:
    """Everything that must be conserved: all cards sorted, with repeats, and all chips."""

    cards: tuple[Card, ...]
    chips: int = 0


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together once a pack is dealt.

    Attributes:
        name: ``hand``, ``bottom`` (底牌), or ``stock``: what is turned up or drawn, next first.
        at: where its cards are in the shuffled pack.
        seat: whose hand it is.
    """

    name: str
    at: range
    seat: Seat | None = None


class Game(ABC, Generic[StateT, SeenT]):
    """Rules without state: every method is a pure function of its arguments."""

    info: GameInfo

    suits: bool = True
    """Whether the rules look at suits: where they do not, a deal may be written without."""

    roles: tuple[tuple[str, ...], ...] = ()
    """What a written deal may call whoever begins, and the others, instead of their numbers."""

    def check(self, seats: int, options: Options) -> Msg | None:
        """Why these options do not go together for so many seats; None if they do."""
        return None

    @abstractmethod
    def setup(self, seats: int, options: Options, carry: Carry, rng: Rng) -> Step[StateT]:
        """Deal a round.

        The events tell what all may know of the deal; the round may be over at once.
        ``options`` holds a value for every option of the game.
        """

    def piles(self, state: StateT) -> tuple[Pile, ...]:
        """How the pack public that has just been dealt: all of it, whatever its cards are.

        Hands that are dealt later in the round are told as well. A game that does not say so has
        deals that cannot be written down.
        """
        return ()

    def laid(self, state: StateT, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        """The hand that a seat was just dealt, in an order that deals the same once more."""
        return tuple(sorted(hand, reverse=True))

    def told(self, state: StateT, seat: Seat, action: Action) -> Action:
        """What the others have learnt of an action once it lies open; ``state``: behind it."""
        return action

    def word(self, verb: str, prompt: Prompt) -> tuple[str, ...]:
        """What a verb is called where this is asked, if not as everywhere: in each language."""
        return ()

    @abstractmethod
    def asked(self, state: StateT) -> tuple[Seat, ...]:
        """Who has a prompt, in seat order. Public.

        When no prompt is unanswered, and only then, the round is over.
        """

    def finished(self, state: StateT) -> frozenset[Seat]:
        """Seats that, as all can see, are asked nothing more in this round; may be too few.

        Where no person is left to act, computer players need not wait for people to follow.
        """
        return frozenset()

    @abstractmethod
    def apply(self, state: StateT, seat: Seat, action: Action, rng: Rng) -> Step[StateT]:
        """Play one action of a seat that is asked, or raise a ``RuleError`` and change nothing."""

    @abstractmethod
    def observe(self, state: StateT, seat: Seat | None) -> SeenT:
        """What ``seat`` (None: a spectator) knows: the one place that decides secrecy."""

    @abstractmethod
    def prompt(self, seen: SeenT) -> Prompt:
        """What the observing seat, which is asked, may answer: from what it knows, nothing else."""

    @abstractmethod
    def present(self, seen: SeenT) -> View:
        """Lay the observation out in blocks, for pictures and for text."""

    @abstractmethod
    def suggest(self, seen: SeenT, limit: int) -> Sequence[Action]:
        """At most ``limit`` legal actions, best first: for hints and computer players."""

    def read_as(self, seen: SeenT, action: Action) -> Msg | None:
        """How the cards of a suggestion with a reading are played, as the words of its button.

        None: the cards, and ``<prefix>-reading-<reading>``.
        """
        return None

    def why(self, seen: SeenT, action: Action) -> Msg | None:
        """What speaks for a suggestion, in a sentence; None: nothing that is worth saying."""
        return None

    @abstractmethod
    def on_timeout(self, seen: SeenT) -> Action:
        """The cautious move of someone who does not answer."""

    @abstractmethod
    def imagine(self, seen: SeenT, rng: Rng) -> StateT:
        """A random state that looks just like ``seen`` from there: the secrecy law.

        It decides anew whose secrets the seat may know and makes up the others, whatever ``seen``
        holds: only so a secret that ``observe`` gave away by mistake is noticed.
        """

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """The result, once the round is over."""

    @abstractmethod
    def inventory(self, state: StateT) -> Inventory:
        """All cards and chips in play, wherever they lie: conservation can be tested."""


def seats(count: int) -> range:
    """The seats of a table for ``count``."""
    return range(count)


def put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """``items`` with the one at ``index`` replaced."""
    return (*items[:index], item, *items[index + 1 :])


def waiting(game: Game[StateT, SeenT], state: StateT) -> tuple[Seat, ...]:
    """The seats that the round waits for: asked, and not answered yet."""
    return tuple(
        seat for seat in game.asked(state) if not game.prompt(game.observe(state, seat)).answered
    )


def defaults(info: GameInfo) -> dict[str, int | str]:
    """Every option of a game at its default."""
    return {option.key: option.values[0] for option in info.options}
