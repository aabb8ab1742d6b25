"""What a match is dealt from: a secret behind a fingerprint, and a word of everybody who wants.

The protocol is in ``engine/SHUFFLE.md``. A table that is begun without more shows its fingerprint
in the same breath. People who want to add words seal it first: the fingerprint is shown in the
lobby, stays as long as nothing is changed there, and what is dealt comes from it and their words.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from bot.store.shuffle_rows import ShuffleSealed, WordGiven
from bot.support.errors import Refused
from bot.table.effects import Say, Toast
from bot.table.state import Phase, Seal
from engine import shuffle
from engine.msg import SeatArg, msg
from engine.rng import Rng
from engine.verify import LONGEST, SHOWN, fingerprint_of, person_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.ports.refs import UserRef
    from bot.table.commands import GiveWord, SealDeal, Start
    from bot.table.state import Player, Waiting
    from bot.table.table import Table
    from engine.msg import Msg

T = TypeVar("T")

SALT_BYTES = 16


def short(fingerprint: str) -> str:
    """What is shown of a fingerprint: its first 128 bits, in groups that can be compared."""
    return " ".join(fingerprint[at : at + 8] for at in range(0, SHOWN, 8))


def by_chance(table: Table) -> bool:
    """Whether chance deals at a table: no word for practice, no deal in writing, no lesson."""
    return not (table.state.word or table.state.deal or table.state.lesson)


def sealable(table: Table) -> bool:
    """Whether a lobby can be sealed, or is."""
    state = table.state
    ready = state.here == len(state.players) and state.here in table.game.info.seats
    return by_chance(table) and ready and not (state.tournament or state.least)


# The lobby.


def seal(table: Table, command: SealDeal, now: datetime) -> None:
    """Show the fingerprint of what will be dealt, so that everybody may add a word."""
    table.need_phase(Phase.LOBBY)
    table.need_seat(command.user)
    table.need_free("shuffle-not-here")
    if table.state.least or not by_chance(table):
        raise Refused("shuffle-not-here")
    state, info = table.state, table.game.info
    if state.seal is not None and state.seal.waits is not None:
        raise Refused("beacon-no-words")
    if state.seal is not None:
        table.react(Toast(msg("shuffle-sealed-already", fingerprint=_shown(state.seal))))
        return
    if state.here != len(state.players):
        raise Refused("shuffle-asked-again")
    if state.here not in info.seats:
        raise Refused("shuffle-too-few")
    salts = tuple(
        salt_of(command.salts, seat) if player.person else ""
        for seat, player in enumerate(state.players)
    )
    sealed = made(table, command.match, command.opening.hex(), command.user, now, salts=salts)
    told = msg("shuffle-sealed", fingerprint=_shown(sealed))
    table.react(Say((told,), kept=True))
    table.touch_board()


def made(
    table: Table, match: str, opening: str, user: UserRef, now: datetime,
    *, salts: tuple[str, ...] = (), waits: Waiting | None = None,
) -> Seal:  # fmt: skip
    """A fingerprint is made, and stored as shown; see ``Seal``."""
    people = _people(table.state.players)
    seal = Seal(match, table.state.sealed + 1, opening, salts, people, waits=waits)
    seal = replace(seal, fingerprint=_fingerprint(table, seal))
    table.change(seal=seal, sealed=seal.number)
    table.store(_row(table, seal, user.key, now))
    return seal


def salt_of(secret: bytes, seat: int) -> str:
    """The salt of a seat, in hexadecimal."""
    found = hmac.new(secret, f"salt {seat}".encode(), hashlib.sha256).digest()
    return found[:SALT_BYTES].hex()


def _people(players: Sequence[Player]) -> tuple[str, ...]:
    return tuple(player.user.key if player.user is not None else "" for player in players)


def give(table: Table, command: GiveWord, now: datetime) -> None:
    """Somebody's word; until the cards are dealt a later one takes its place."""
    table.need_phase(Phase.LOBBY)
    seat = table.need_seat(command.user)
    seal = table.state.seal
    if seal is None:
        raise Refused("shuffle-seal-first")
    if seal.waits is not None:
        raise Refused("beacon-no-words")
    text = word_of(command.text)
    salt = bytes.fromhex(seal.salts[seat])
    given = shuffle.word(seat, salt, text)
    words = {**dict(seal.words), seat: text}
    table.change(seal=replace(seal, words=tuple(sorted(words.items()))))
    table.store(
        WordGiven(seal.match, seat, command.user.key, given.person, given.digest, salt.hex(), text)
    )
    table.react(Say((msg("shuffle-word", seat=SeatArg(seat), word=text),), kept=True))
    table.touch_board()


def word_of(text: str) -> str:
    """A word as it is used: composed, and on one line.

    Raises:
        Refused: there is none, or it is too long.
    """
    word = unicodedata.normalize("NFC", " ".join(text.split()))
    if not word or len(word) > LONGEST:
        raise Refused("shuffle-word-long" if word else "shuffle-word-none", most=LONGEST)
    if any(unicodedata.category(sign)[0] == "C" for sign in word):
        raise Refused("shuffle-word-odd")
    return word


def mind(table: Table) -> None:
    """A seal is off as soon as anything that it is for has changed: seats, game or settings."""
    seal = table.state.seal
    if seal is None or table.state.phase is not Phase.LOBBY:
        return
    same = _people(table.state.players) == seal.people and by_chance(table)
    if same and _fingerprint(table, seal) == seal.fingerprint:
        return
    table.change(seal=None)
    table.react(Say((msg("shuffle-broken", fingerprint=_shown(seal)),), kept=True))
    table.touch_board()


# The start.


def begun(table: Table, command: Start, seed: bytes, now: datetime) -> Start:
    """The command to begin, with the seed that is dealt from: see ``engine.shuffle.seed_of``.

    ``seed``: what is dealt from where chance does not deal.
    """
    seal = table.state.seal
    table.change(seal=None, fingerprint=command.fingerprint)
    if command.fingerprint or not by_chance(table):
        return replace(command, seed=seed)
    if seal is None:
        seal = Seal(command.match, table.state.sealed + 1, command.seed.hex())
        table.change(sealed=seal.number)
        table.store(_row(table, seal, command.user.key, now))
    words = [shuffle.word(seat, bytes.fromhex(seal.salts[seat]), text) for seat, text in seal.words]
    bound = _bound(table, seal)
    found = shuffle.seed_of(bytes.fromhex(seal.opening), bound, words, command.signature)
    table.change(fingerprint=short(_fingerprint(table, seal)))
    return replace(command, match=seal.match, seed=found)


def lines(table: Table) -> tuple[Msg, ...]:
    """What is told at the beginning."""
    fingerprint = table.state.fingerprint
    return (msg("shuffle-begins", fingerprint=fingerprint),) if fingerprint else ()


def drawn(seed: bytes, players: Sequence[T]) -> tuple[T, ...]:
    """The players by lot."""
    return tuple(players[seat] for seat in Rng(seed, "seats").shuffled(range(len(players))))


# What it is for.


def _bound(table: Table, made: Seal) -> tuple[str, ...]:
    state = table.state
    plan = {"table": state.id, "number": made.number, "match": made.match, "game": state.game}
    rules = {"version": table.game.info.version, "quan": state.quan, "seating": state.seating}
    if made.waits is not None:
        rules |= {"beacon": made.waits.round.chain, "round": made.waits.round.number}
    return (
        *(f"{name}={value}" for name, value in (plan | rules).items()),
        *(f"option {name}={value}" for name, value in sorted(table.options.items())),
        *(_seat(made, seat, player) for seat, player in enumerate(state.players)),
    )


def _seat(made: Seal, seat: int, player: Player) -> str:
    if not player.person:
        return f"seat {seat}=computer {player.level}"
    salt = made.salts[seat] if made.salts else ""
    return f"seat {seat}={person_of(bytes.fromhex(salt)) if salt else 'person'}"


def _fingerprint(table: Table, made: Seal) -> str:
    return fingerprint_of(bytes.fromhex(made.opening), _bound(table, made))


def _shown(made: Seal) -> str:
    return short(made.fingerprint)


def _row(table: Table, made: Seal, by: str, now: datetime) -> ShuffleSealed:
    bound = _bound(table, made)
    opening, lot = bytes.fromhex(made.opening), table.state.seating == "lot"
    return ShuffleSealed(
        made.match, table.state.id, table.state.chat_key, made.number,
        fingerprint_of(opening, bound), json.dumps(bound, ensure_ascii=False),
        len(table.state.players) if lot else 0, opening, by, now,
    )  # fmt: skip
