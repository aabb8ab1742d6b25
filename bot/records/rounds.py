"""One round of a match as the first of another: what a practice table is dealt from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from bot.records import words
from bot.records.story import ALL, All, seat_in, story
from bot.records.writer import write
from engine.chance import Draws, Later, Script
from engine.errors import RuleError
from engine.match import Match, carried
from engine.replay import replay
from engine.rng import SEED_BYTES, Rng
from engine.written import CHINESE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.records.story import Reader, Story, Told
    from engine.cards import Card
    from engine.core import Seat
    from engine.replay import RoundLog

TRIES = 30
"""How often cards are made up that the reader does not know, until what was played is possible."""


def alone(fresh: Match, log: Sequence[RoundLog], number: int) -> tuple[Match, RoundLog]:
    """The match that begins with a round of another one, and what was played in that round.

    Args:
        fresh: the other match before its first deal.
        log: what was played there.
        number: of the round, from 1.

    Raises:
        IndexError: there is no such round.
        RuleError, ValueError: the log cannot be played by these rules.
    """
    round_ = log[number - 1]
    match = replay(fresh, log[: number - 1])
    carry = carried(match, anew=round_.anew)
    source = Later(fresh.source, number - 1)
    begun = Match(
        match.game, match.seats, match.seed, round_.options, match.plan, carry, source=source
    )
    return begun, replace(round_, anew=False)


def seen_whole(begun: Match, round_: RoundLog, seat: Seat | None) -> bool:
    """Whether a reader knows all cards of a round and all that was done in it.

    ``begun``, ``round_``: see ``alone``.
    """
    told = story(begun, (round_,), seat)
    ((_, steps),) = told.rounds
    packs = (card for step in steps for card in step.draws.pack or () if card is not None)
    return all(step.open for step in steps) and all(map(told.knows, packs))


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a table goes on with a round.

    Attributes:
        text: it is dealt from this.
        plays: so many plays of the round are made already.
        short: how many more were wanted, and cannot be made with what the reader knows.
    """

    text: str
    plays: int
    short: int = 0


def beginning(
    fresh: Match,
    log: Sequence[RoundLog],
    number: int,
    plays: int,
    reader: Reader = ALL,
    seed: bytes = bytes(SEED_BYTES),
) -> Beginning:
    """A round as far as so many plays, as a table can be dealt from it.

    What the reader does not know is dealt at random, from the seed; where no such cards make what
    was played possible, the round begins anew.

    Raises:
        IndexError, RuleError, ValueError: as ``alone`` does.
    """
    begun, round_ = alone(fresh, log, number)
    wanted = plays = min(plays, len(round_.actions))
    if not isinstance(reader, All):
        begun, round_ = _made_up(begun, round_, seat_in(reader, number), plays, seed)
        plays = min(plays, len(round_.actions))
    text = write(begun, (round_,), ALL, CHINESE)
    text += f"{words.WORDS[words.FROM][CHINESE]}: {plays + 1}\n"
    return Beginning(text, plays, wanted - plays)


def _made_up(
    begun: Match, round_: RoundLog, seat: Seat | None, plays: int, seed: bytes
) -> tuple[Match, RoundLog]:
    """A round that looks to its reader as it did, whatever he did not see; cut behind ``plays``."""
    told = story(begun, (round_,), seat)
    ((_, steps),) = told.rounds
    known = tuple(takewhile(lambda step: step.open, steps[1 : plays + 1]))
    actions = [(step.seat, step.action) for step in known]
    for attempt in range(TRIES):
        luck = Rng(seed, "made up", attempt)
        match = _dealt_anew(told, steps, luck)
        made = replace(round_, actions=tuple(actions))  # type: ignore[arg-type]  # all have acted
        try:
            replay(match, (made,))
        except (RuleError, ValueError):
            continue
        return match, made
    return _dealt_anew(told, steps, Rng(seed, "anew")), replace(round_, actions=())


def _dealt_anew(told: Story, steps: Sequence[Told], luck: Rng) -> Match:
    """The match with packs in which what the reader could not place lies at random."""
    moments = {}
    for step in steps:
        draws = step.draws
        if draws.pack is not None:
            draws = replace(draws, pack=_shuffled(told, draws.pack, luck))
        if draws != Draws():
            moments[(1, step.after.step)] = draws
    fresh = told.fresh
    carry = replace(fresh.carry, deck=_shuffled(told, fresh.carry.deck, luck))
    return replace(fresh, carry=carry, source=Script(moments))


def _shuffled(told: Story, pack: Sequence[Card | None], luck: Rng) -> tuple[Card, ...]:
    """A pack in which each card that was placed lies where it lay.

    One that was seen in a hand, and that may have been dealt or drawn, lies at any place from which
    it could have come there in time; all others anywhere.
    """
    sight = told.sight
    cards = [card for card in pack if card is not None]
    if sight is None:
        return tuple(cards)
    free = [at for at, card in enumerate(cards) if not told.knows(card)]
    found: dict[int, Card] = {}
    seen = [at for at in free if sight.saw(cards[at]) and id(cards[at]) in sight.batches]
    # Whoever was seen first has the fewest places; those of the others hold all of these too.
    # And by faces, so that the same luck makes the same of all that looked the same.
    for at in sorted(seen, key=lambda at: (sight.seen[id(cards[at])], cards[at])):
        card = cards[at]
        owner, when = sight.batches[id(card)][2], sight.seen[id(card)]
        places = [
            place
            for place in free
            if place not in found
            and (batch := sight.batches.get(id(cards[place]))) is not None
            and batch[2] == owner
            and (batch[:2] < when or batch == sight.batches[id(card)])
        ]
        found[luck.choice(places)] = card
    rest = luck.shuffled(sorted(cards[at] for at in free if at not in seen))
    found.update(zip((at for at in free if at not in found), rest, strict=True))
    return tuple(found.get(at, card) for at, card in enumerate(cards))
