"""记牌器, in every game that has one: what the others hold and what nobody has yet, no more."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.bots import Random
from engine.core import defaults, waiting
from engine.errors import RuleError
from engine.games.doudizhu.game import Doudizhu
from engine.match import Match, Rounds, act, deal
from engine.msg import msg
from engine.registry import games
from engine.rng import Rng
from engine.view import Tally
from tests.kit.laws import seat_counts

GAMES = {
    name: game
    for name, game in games().items()
    if any(option.key == "counter" for option in game.info.options)
}
STEPS = 70
"""Actions that are looked at: bids, and most of a deal."""


def tallies(view):
    return [block for block in view.blocks if isinstance(block, Tally)]


def still_out(state, viewer):
    """By rank, what another seat holds or nobody yet: from the state, which no viewer sees."""
    hands = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
    return Counter(card.rank for hand in (*hands, state.deck) for card in hand)


def faults(game, match):
    """Where counters differ from what is out, in this state and in one that looks the same."""
    state = match.state
    if tallies(game.present(game.observe(state, None))):
        yield "spectators are shown one"
    for seat in range(match.seats):
        seen = game.observe(state, seat)
        for tally in tallies(game.present(seen)):
            said = {one.label: one.left for one in tally.counts}
            for other in (state, game.imagine(seen, Rng(b"like", str(match.step)))):
                out = still_out(other, seat)
                if said != {label: out[rank] for label, rank in labels(out, said)}:
                    yield f"seat {seat}: {said}"
            yield None  # one was looked at


def labels(out, said):
    ranks = {msg(f"climb-rank-{int(rank)}"): rank for rank in out}
    return [(label, ranks.get(label)) for label in said.keys() | ranks.keys()]


def looked_at(game, seats):
    options = {**defaults(game.info), "counter": "on"}
    match, _ = deal(Match(game, seats, b"counter".ljust(32), options, Rounds(1)), options)
    luck, found = Rng(b"counter", game.info.id), []
    for _ in range(STEPS):
        found += faults(game, match)
        if match.outcome is not None:
            break
        seat = luck.choice(list(waiting(game, match.state)))
        seen = game.observe(match.state, seat)
        action = Random().choose(game, seen, game.prompt(seen), luck)
        try:
            match, _ = act(match, seat, action)
        except RuleError:
            match, _ = act(match, seat, game.on_timeout(seen))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_card_counter_says_what_is_still_out_and_no_more(name):
    found = looked_at(GAMES[name], seat_counts(GAMES[name].info)[-1])
    assert len(found) > 20
    assert not any(found), next(filter(None, found))


class Forgetful(Doudizhu):
    """Its counter forgets a card of one's own hand."""

    def present(self, seen):
        return super().present(replace(seen, hand=seen.hand[1:]))


def test_the_law_catches_a_counter_that_is_wrong():
    assert any(looked_at(Forgetful(), 3))
