"""What the settlement of 炸金花 says of the hand that won."""

from __future__ import annotations

from engine.cards import codes
from engine.games.zhajinhua import GAME
from tests.games.zhajinhua_kit import act, table

THREE = "SA HA D4/SK HK D3/SQ HJ D9"


def test_the_settlement_says_with_which_hand_the_deal_was_won():
    """§14: who was in at the last comparison lies open; who is left alone need not show."""
    state = table(THREE, stacks=(10, 50, 100), paid=(20, 50, 20), unit=20, turn=2, number=2)
    won = GAME.outcome(act(state, "fold", "allin")).reasons[0]
    assert won.key == "zhajinhua-won-with"
    told = dict(won.params)
    assert told["cards"].codes == codes(state.hands[told["seat"].seat])
    alone = GAME.outcome(act(table(THREE, turn=0, number=2), "fold", "fold")).reasons[0]
    assert alone.key == "zhajinhua-won-unseen"
    assert not any(name == "cards" for name, _ in alone.params)
