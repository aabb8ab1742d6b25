"""What 复式 deals from: one opening behind a fingerprint, and a word of everybody who wants.

The protocol is in ``engine/SHUFFLE.md``. The fingerprint is shown when the contest is called, and
words are taken until it begins. It stands for every place before anybody has one, so that whoever
chose the opening cannot choose what stands for a person once their word is known. Where there is a
beacon the fingerprint is shown when registration ends, and its round's number comes after it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.store.shuffle_rows import BeaconDrawn, ContestSealed, ShuffleSealed, WordGiven
from bot.support.errors import Refused
from bot.table.beacon import GONE, LATE, called
from bot.table.effects import Say, Toast
from bot.table.shuffle import salt_of, short, word_of
from bot.tournament.state import Sealed, Status, Wait
from engine import shuffle
from engine.msg import msg
from engine.verify import fingerprint_of, number_of, person_of

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from bot.ports.refs import UserRef
    from bot.table.commands import BeaconTold, GiveWord
    from bot.table.state import BeaconRound
    from bot.tournament.commands import BeaconLate, Begin, SealDeals
    from bot.tournament.contest import Contest
    from bot.tournament.state import Entrant, TournamentState
    from engine.msg import Msg


# The fingerprint.


def seal(contest: Contest, command: SealDeals, now: datetime) -> None:
    """The fingerprint of a contest that people register for is shown."""
    state = contest.state
    if state.status is not Status.OPEN or not state.duplicate or state.seal is not None:
        return
    made = _made(contest, command, now)
    contest.react(Say((msg("duplicate-sealed-words", fingerprint=short(made.fingerprint)),)))
    contest.touch()


def _made(contest: Contest, command: SealDeals, now: datetime, waits: Wait | None = None) -> Sealed:
    state, number = contest.state, contest.state.sealed + 1
    salts = tuple(salt_of(command.salts, place) for place in range(state.room))
    beacon = waits.round if waits is not None else None
    bound = _bound(state, number, command.version, salts, beacon)
    fingerprint = fingerprint_of(command.opening, bound)
    made = Sealed(
        command.ident, number, fingerprint, command.version, command.opening.hex(), salts,
        waits=waits,
    )  # fmt: skip
    contest.change(seal=made, sealed=number)
    contest.store(
        ShuffleSealed(
            made.ident, state.id, state.chat.key, number, fingerprint,
            json.dumps(bound, ensure_ascii=False), 0, command.opening, state.host.key, now,
        ),
        ContestSealed(made.ident, False, None),
    )  # fmt: skip
    return made


def _bound(
    state: TournamentState,
    number: int,
    version: int,
    salts: tuple[str, ...],
    beacon: BeaconRound | None,
) -> tuple[str, ...]:
    """What a fingerprint is for; of people it has what will stand for each place."""
    plan = {"contest": state.id, "number": number, "game": state.game, "version": version}
    sizes = {"quan": 1, "tables": state.tables, "seats": state.seats, "deals": state.deals}
    named = {} if beacon is None else {"beacon": beacon.chain, "round": beacon.number}
    people = [person_of(bytes.fromhex(salt)) for salt in salts]
    return (
        *(f"{name}={value}" for name, value in (plan | sizes | named).items()),
        *(f"option {name}={value}" for name, value in sorted(state.options)),
        *(f"seat {place}={person}" for place, person in enumerate(people)),
    )


def drop(contest: Contest, now: datetime) -> None:
    """Nothing is dealt from a fingerprint that was shown: it is counted as that."""
    made = contest.state.seal
    if made is not None and contest.state.status is not Status.PLAYING:
        contest.store(ContestSealed(made.ident, False, now))
        contest.change(seal=None)


def ended(contest: Contest, now: datetime) -> None:
    """Nothing more is played: it can be opened."""
    made = contest.state.seal
    if made is not None:
        contest.store(ContestSealed(made.ident, True, now))


def line(state: TournamentState) -> Msg | None:
    """What people who register read of what will be dealt; None: nothing is shown yet."""
    made = state.seal
    if made is None:
        return None
    shown = short(made.fingerprint)
    if made.waits is None:
        return msg("duplicate-text-sealed", fingerprint=shown, number=len(made.words))
    what = "beacon-lobby-late" if made.waits.late else "beacon-lobby"
    return msg(what, fingerprint=shown, **called(made.waits.round))


# Words.


def give(contest: Contest, command: GiveWord, now: datetime) -> None:
    """Somebody's word; until the first deal a later one takes its place."""
    entrant, state = _registered(contest, command.user), contest.state
    if state.seal is None or state.seal.waits is not None:
        raise Refused("duplicate-word-beacon")
    text = word_of(command.text)
    words = {**dict(state.seal.words), entrant.number: text}
    contest.change(seal=replace(state.seal, words=tuple(sorted(words.items()))))
    contest.react(Say((msg("duplicate-word", name=entrant.name, word=text),)))
    contest.react(Toast(msg("duplicate-word-added", word=text)))
    contest.touch()


def how(contest: Contest, user: UserRef) -> Msg:
    """How somebody adds a word, and how many have done so.

    Raises:
        Refused: they cannot: they have not registered, or it has begun.
    """
    _registered(contest, user)
    return line(contest.state) or msg("duplicate-word-beacon")


def _registered(contest: Contest, user: UserRef) -> Entrant:
    contest.need(Status.OPEN)
    entrant = contest.state.entrant(user)
    if entrant is None or not contest.state.duplicate:
        raise Refused("duplicate-word-register")
    return entrant


def take_back(contest: Contest, entrant: Entrant) -> None:
    """Who does not play has no word in it."""
    made = contest.state.seal
    if made is not None:
        words = tuple(one for one in made.words if one[0] != entrant.number)
        contest.change(seal=replace(made, words=words))


# The start.


def ready(contest: Contest, command: Begin, now: datetime) -> bool:
    """Whether what is dealt from is known; else its fingerprint is shown, and it comes later.

    Raises:
        ValueError: there is nothing that it could be.
    """
    made, sealing = contest.state.seal, command.sealing
    if made is not None and (sealing is None or _holds(contest.state, made, sealing.version)):
        return True
    if sealing is None:
        raise ValueError("a contest begins from what was sealed")
    if made is not None:
        drop(contest, now)
        contest.react(Say((msg("shuffle-broken", fingerprint=short(made.fingerprint)),)))
    if command.beacon is not None:
        _wait(contest, command.beacon, sealing, command.names, now)
        return False
    if command.mute:
        contest.react(Say((msg("duplicate-beacon-silent"),)))
    seal(contest, sealing, now)
    if command.user is not None:
        contest.react(Toast(msg("duplicate-put-off")))
    return False


def _holds(state: TournamentState, made: Sealed, version: int) -> bool:
    """Whether a fingerprint is still for what will be played, by these rules."""
    bound = _bound(state, made.number, version, made.salts, None)
    return fingerprint_of(bytes.fromhex(made.opening), bound) == made.fingerprint


def _wait(
    contest: Contest,
    beacon: BeaconRound,
    sealing: SealDeals,
    names: tuple[str, ...],
    now: datetime,
) -> None:
    """Nobody can register any more: the fingerprint is shown with a round to come."""
    waits = Wait(beacon, max(now, beacon.due) + LATE, names=names)
    made = _made(contest, sealing, now, waits)
    told = msg("beacon-sealed", fingerprint=short(made.fingerprint), **called(beacon))
    contest.react(Say((told,)))
    contest.touch()


def told(contest: Contest, command: BeaconTold) -> Wait | None:
    """The number is there: what it was waited for with; None: it is not waited for."""
    state, waits = contest.state, contest.state.waits
    if state.seal is None or state.seal.ident != command.match or waits is None:
        return None
    chain = json.dumps(dict(command.chain))
    contest.store(BeaconDrawn(state.seal.ident, command.signature, chain))
    number = short(number_of(command.signature))
    contest.react(Say((msg("beacon-told", number=number, **called(waits.round)),)))
    return waits


def late(contest: Contest, command: BeaconLate, now: datetime) -> bool:
    """Say that a number is late; whether it is waited for no more, and nothing dealt from it."""
    made, waits = contest.state.seal, contest.state.waits
    if made is None or waits is None or now < waits.until:
        return False
    named = called(waits.round)
    if waits.late:
        off = msg("duplicate-beacon-off", fingerprint=short(made.fingerprint))
        contest.react(Say((msg("beacon-gone", **named), off)))
        drop(contest, now)
        contest.touch()
        return True
    later = replace(waits, late=True, until=waits.until + GONE)
    contest.change(seal=replace(made, waits=later))
    contest.react(Say((msg("beacon-late", **named),)))
    contest.touch()
    return False


def shift(contest: Contest, by: timedelta) -> None:
    """The clock was set."""
    made, waits = contest.state.seal, contest.state.waits
    if made is not None and waits is not None:
        contest.change(seal=replace(made, waits=replace(waits, until=waits.until + by)))


def key(contest: Contest, people: tuple[Entrant, ...], signature: str = "") -> bytes:
    """The contest's key, now that everybody's place is known; the words are stored with it.

    ``signature``: of the beacon's round that the fingerprint names.

    Raises:
        ValueError: nothing was sealed.
    """
    state, made = contest.state, contest.state.seal
    if made is None:
        raise ValueError("a contest begins from what was sealed")
    given, words = dict(made.words), []
    for place, entrant in enumerate(people):
        text = given.get(entrant.number)
        if text is None or entrant.user is None:
            continue
        one = shuffle.word(place, bytes.fromhex(made.salts[place]), text)
        words.append(one)
        contest.store(
            WordGiven(
                made.ident, place, entrant.user.key, one.person, one.digest, one.salt.hex(), text
            )
        )
    beacon = made.waits.round if made.waits is not None else None
    bound = _bound(state, made.number, made.version, made.salts, beacon)
    found = shuffle.seed_of(bytes.fromhex(made.opening), bound, words, signature)
    contest.store(ContestSealed(made.ident, True, None))
    kept = Sealed(made.ident, made.number, made.fingerprint, made.version)
    contest.change(seal=kept)
    return found
