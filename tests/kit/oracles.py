"""Two programs that nobody here wrote, asked for the legal plays of 斗地主.

``douzero`` asks for torch when it is imported whole; its move generator does not, so its parts are
imported alone.
"""

from __future__ import annotations

import sys
import types
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

from engine.cards import Rank

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card

_TO_DOUZERO = {Rank.TWO: 17, Rank.SMALL_JOKER: 20, Rank.BIG_JOKER: 30}
_FROM_DOUZERO = {number: rank for rank, number in _TO_DOUZERO.items()}
LETTERS = "3456789TJQKA2BR"
"""rlcard's letters, weakest first; B and R are the jokers."""

_RANKS = (*(r for r in Rank if Rank.THREE <= r <= Rank.ACE), Rank.TWO, *list(Rank)[-2:])
LETTER = dict(zip(_RANKS, LETTERS, strict=True))
RANK = {letter: rank for rank, letter in LETTER.items()}

Ranks = tuple[Rank, ...]


@cache
def _douzero():
    """The module ``douzero.env.game`` without what is around it."""
    spec = find_spec("douzero")
    root = Path(spec.submodule_search_locations[0])
    for name, folder in (("douzero", root), ("douzero.env", root / "env")):
        if name not in sys.modules:  # its own __init__ would import torch
            module = types.ModuleType(name)
            module.__path__ = [str(folder)]
            sys.modules[name] = module
    return import_module("douzero.env.game")


def move_generator():
    """douzero's class that lists the plays of a hand."""
    _douzero()
    return import_module("douzero.env.move_generator").MovesGener


def douzero_numbers(cards: Iterable[Card]) -> list[int]:
    """Cards in douzero's numbers."""
    return sorted(_TO_DOUZERO.get(c.rank, int(c.rank)) for c in cards)


def sorted_ranks(ranks: Iterable[Rank]) -> Ranks:
    """Ranks in one order, so that plays can be compared."""
    return tuple(sorted(ranks))


def douzero_plays(hand: Iterable[Rank], over: Ranks | None) -> set[Ranks]:
    """What douzero lets a hand play; passes left out."""
    game = _douzero()
    sequence = [] if over is None else [[_TO_DOUZERO.get(r, int(r)) for r in sorted(over)]]
    for move in sequence:
        move.sort()
    cards = sorted(_TO_DOUZERO.get(r, int(r)) for r in hand)
    seat = SimpleNamespace(player_hand_cards=cards)
    stand_in = SimpleNamespace(
        info_sets={"me": seat}, acting_player_position="me", card_play_action_seq=sequence
    )
    moves = game.GameEnv.get_legal_card_play_actions(stand_in)
    return {sorted_ranks(_FROM_DOUZERO.get(n) or Rank(n) for n in move) for move in moves if move}


def rlcard_plays(hand: Iterable[Rank]) -> set[Ranks]:
    """What rlcard lets a hand lead."""
    from rlcard.games.doudizhu.judger import DoudizhuJudger

    letters = "".join(sorted((LETTER[r] for r in hand), key=LETTERS.index))
    found = DoudizhuJudger.playable_cards_from_hand(letters)
    return {sorted_ranks(RANK[letter] for letter in play) for play in found}


def rlcard_game(seed):
    """A game of rlcard played at random: its public record, whether its landlord won, the hands."""
    import numpy as np
    from rlcard.games.doudizhu import Game

    game = Game()
    game.np_random = np.random.RandomState(seed)
    state, _ = game.init_game()
    begun = ["".join(_letters(player.current_hand)) for player in game.players]
    seen = state["seen_cards"]
    while not game.is_over():
        actions = sorted(state["actions"])
        wanted = [action for action in actions if action != "pass"] or actions
        choice = wanted[game.np_random.randint(len(wanted))]
        state, _ = game.step(choice)
    left = ["".join(_letters(player.current_hand)) for player in game.players]
    trace = [(int(player), cards) for player, cards in game.round.trace]
    return {"hand_cards": left, "trace": trace, "seen_cards": seen}, game.winner_id == 0, begun


def _letters(cards):
    from rlcard.games.doudizhu.utils import cards2str

    return cards2str(cards)


class _AtRandom:
    def __init__(self, luck):
        self._luck = luck

    def act(self, seen):
        moves = [move for move in seen.legal_actions if move] or seen.legal_actions
        return list(self._luck.choice(moves))


def engine_of(data, luck):
    """A game of DouZero played at random to its end."""
    game = _douzero()
    roles = ("landlord", "landlord_up", "landlord_down")
    env = game.GameEnv({role: _AtRandom(luck) for role in roles})
    env.card_play_init(data)
    while not env.game_over:
        env.step()
    return env
