"""What is said of cards that are picked: just what the rules say when they are sent."""

from itertools import islice

import pytest

from bot.screens import plays
from bot.screens.picked import MOST, Weighing, weighed
from bot.table import tokens
from engine.bots import answer
from engine.core import Action
from engine.errors import AmbiguousAction, RuleError
from engine.match import pending
from engine.registry import games
from engine.rng import Rng
from tests.kit.tiers import DEEP
from tests.renderers.moments import counts, played

GAMES = games(tests_too=True)
POSITIONS = 60 if DEEP else 12
"""Of each game those are looked at in which cards may be picked."""


def picking(game_id):
    """Positions with the seat that may pick cards there, what it sees and what it is asked."""
    game = GAMES[game_id]
    for match, _ in played(game, min(counts(game))):
        for seat in pending(match):
            seen = game.observe(match.state, seat)
            prompt = game.prompt(seen)
            if prompt.picks:
                yield match, seat, plays.Offer("abcdef", 7, (), game, seen, prompt)


def said(match, seat, action):
    """What the rules say of an action in the true state: a message, or nothing."""
    try:
        match.game.apply(match.state, seat, action, Rng(b"said"))
    except AmbiguousAction:
        return None
    except RuleError as error:
        return error.msg
    return None


@pytest.mark.parametrize("game_id", GAMES)
def test_a_pick_is_refused_beforehand_as_it_is_when_it_is_sent(game_id):
    rng = Rng(b"pick")
    for match, seat, offer in islice(picking(game_id), POSITIONS):
        weighing = Weighing(offer, seat)
        for _ in range(6):
            action = answer(offer.prompt, rng)
            if action.cards:
                assert weighing.refusal(action) == said(match, seat, action), action


@pytest.mark.parametrize("game_id", GAMES)
def test_every_completion_holds_what_was_picked_and_is_taken_by_the_rules(game_id):
    for match, seat, offer in islice(picking(game_id), POSITIONS):
        weighing = Weighing(offer, seat)
        for pick in offer.prompt.picks[:1]:
            for card in dict.fromkeys(pick.among):
                found = weighing.completions(Action(pick.verb, cards=(card,)))
                assert len(found) <= MOST
                assert len(set(found)) == len(found)
                for action in found:
                    assert card in action.cards
                    assert len(action.cards) > 1
                    assert said(match, seat, action) is None, action


def at_lead(game_id, wanted):
    """The first position in which a seat leads and holds so many different ranks in a row."""
    for match, seat, offer in picking(game_id):
        ranks = sorted({int(card.rank) for card in offer.prompt.picks[0].among})
        rows = [low for low in ranks if all(low + n in ranks for n in range(wanted))]
        if not offer.prompt.choices and rows and rows[0] < 9:
            return match, seat, offer, rows[0]
    raise AssertionError("nobody ever leads with a straight")


def test_a_straight_is_among_what_its_first_card_may_become():
    """Whatever the suit of the first card, though hints name one suit alone."""
    _, seat, offer, low = at_lead("doudizhu", 5)
    among = offer.prompt.picks[0].among
    for at, card in enumerate(among):
        if int(card.rank) != low:
            continue
        why, found = weighed(offer, seat, "s0", (tokens.value_of("cards", at),))
        assert why is None
        assert any(
            len({c.rank for c in action.cards}) == len(action.cards) >= 5 and card in action.cards
            for action in found
        ), card
        for action in found:
            assert tokens.values_of(action, offer.prompt)


def test_what_means_nothing_is_told_nothing_of():
    _, seat, offer = next(iter(picking("doudizhu")))
    for item, values in (("s0", ("cards.99",)), ("s7", ("cards.0",)), ("x", ()), ("s0", ("a",))):
        assert weighed(offer, seat, item, values) is None
