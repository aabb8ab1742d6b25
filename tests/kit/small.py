"""Small positions of the games that can be solved, made at random and played on a little."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.core import Carry, defaults
from engine.kernels.climb.state import PLAY
from engine.registry import games
from tests.kit.brute import LUCK, everything
from tests.kit.tiers import DEEP

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.core import Game
    from engine.rng import Rng

LANDLORDS = ("doudizhu", "doudizhu_ext", "doudizhu4")

SOLVED = (*LANDLORDS, "chudadi", "sanliangyi", "dazha", "qigui521", "qigui523", "wuguapi")
"""The games that can be solved."""

MOST = {"dazha": 3 if DEEP else 2}
"""Cards of a hand at most; 3 in all others: everything is tried."""


def position(game_id: str, rng: Rng, *, full: bool = False) -> tuple[Game[Any, Any], Any]:
    """A position of small hands in which somebody is asked to play; ``full``: as it was dealt."""
    game = games()[game_id]
    seats = game.info.seats[rng.below(min(2, len(game.info.seats)))]
    options = {o.key: rng.choice(o.values) for o in game.info.options} | _plain(game_id)
    if game.check(seats, options) is not None:
        options = defaults(game.info)
    while True:
        begun = game.setup(seats, options, Carry(), rng).state
        begun = _auctioned(game, begun)
        if begun.public.phase != PLAY:
            continue
        if full:
            return game, begun
        state = _small(game, begun, rng, MOST.get(game_id, 3))
        for _ in range(rng.below(4)):
            ways = [after for _, after in everything(game, state)]
            after = rng.choice(ways)
            if game.outcome(after) is not None:
                break
            state = after
        return game, state


def _plain(game_id: str) -> dict[str, int | str]:
    return {"redouble": "false"} if game_id in LANDLORDS and game_id != "doudizhu4" else {}


def _auctioned(game: Game[Any, Any], state: Any) -> Any:
    """The deal behind its auction: whoever is asked first wants to be 地主."""
    while state.public.phase not in (PLAY, "over"):
        seat = game.asked(state)[0]
        prompt = game.prompt(game.observe(state, seat))
        state = game.apply(state, seat, prompt.choices[0].action, LUCK).state
    return state


def _small(game: Game[Any, Any], state: Any, rng: Rng, most: int) -> Any:
    public = state.public
    pack = list(game.pack(dict(public.options)))
    ranks = rng.shuffled(sorted({card.rank for card in pack}))[: 3 + rng.below(5)]
    near = [card for card in pack if card.rank in ranks]
    wanted = [1 + rng.below(most) for _ in range(public.seats)]
    if len(near) < sum(wanted):
        near = pack
    left = list(rng.shuffled(near))
    hands: list[tuple[Card, ...]] = []
    for count in wanted:
        hands.append(game.arranged(tuple(left[:count]), dict(public.options)))
        del left[:count]
    public = replace(
        public, counts=tuple(wanted), must=None, deck=0, known=((),) * public.seats,
        turn=rng.below(public.seats),
    )  # fmt: skip
    return replace(state, public=public, hands=tuple(hands), deck=())
