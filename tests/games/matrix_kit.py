"""Tables of 扑克矩阵 with a deck and a layout of one's own."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import cards, pack, without
from engine.core import Action, Carry, defaults
from engine.games.matrix import GAME
from engine.games.matrix.scoring import CELLS
from engine.games.matrix.state import LETTERS, PLAIN_BOARD, Board, Public, Special, State
from engine.games.matrix.tally import tally
from engine.match import Match, Rounds, act, deal, pending
from engine.rng import SEED_BYTES, Rng

RNG = Rng(b"matrix", "tests")
NEW = Carry()


def layout(**cells):
    """A layout from letters: ``layout(e="double", k="skip")``."""
    return tuple(Special(cells.get(letter, "")) for letter in LETTERS)


def table(deck="", seats=1, cells=PLAIN_BOARD, *, by_rank=False, best=()):
    """The first round; the deck begins with some cards, the others follow in natural order."""
    first = cards(deck)
    order = (*first, *without(pack(jokers=False), first))
    public = Public(
        layout=cells,
        by_rank=by_rank,
        best=best,
        round=1,
        shown=order[:3],
        boards=(Board(),) * seats,
    )
    return State(public, order[3:], (None,) * seats)


def place(state, letters, seat=0):
    """A seat puts the cards, one after another, into the cells with these letters."""
    for letter in letters.split():
        state = GAME.apply(state, seat, Action("place", number=LETTERS.index(letter)), RNG).state
    return state


def won(state, seat=0):
    """What a seat's board has earned."""
    return tally(state.public.boards[seat], state.public.layout)


def filled_board(faces):
    """A full board: codes row by row."""
    held = cards(faces)
    assert len(held) == CELLS
    return Board(cells=held)


def finished(*boards, by_rank=False, best=()):
    """A round without special cells that is over."""
    state = table(seats=len(boards), by_rank=by_rank, best=best)
    return replace(state, public=replace(state.public, round=CELLS + 1, boards=boards))


def dealt(seats=1, seed=0, carry=NEW, **options):
    chosen = {**defaults(GAME.info), **options}
    return GAME.setup(seats, chosen, carry, Rng(bytes([seed]), "deal")).state


def match_of(seats, seed=0, rounds=1, **options):
    chosen = {**defaults(GAME.info), **options}
    return Match(GAME, seats, seed.to_bytes(SEED_BYTES), chosen, Rounds(rounds))


def played(match, choose):
    """The match after one round in which ``choose(seen)`` names every cell."""
    match, _ = deal(match)
    while match.outcome is None:
        seat = pending(match)[0]
        match, _ = act(match, seat, choose(GAME.observe(match.state, seat)))
    return match
