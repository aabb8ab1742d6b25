"""斗地主's computer player against ``rlcard``'s rule player, as 地主 and as 农民.

``python -m tests.bench.doudizhu_policy [DEALS]``: each deal is played twice, once with the sides
changed, so the luck of the deal is shared.
"""

from __future__ import annotations

import sys
import time
import warnings
from typing import TYPE_CHECKING

from engine.core import Action, Carry, defaults
from engine.games.doudizhu import GAME
from engine.games.doudizhu.policy import POLICY
from engine.kernels.climb.hints import cards_of
from engine.kernels.climb.state import OVER, PLAY
from engine.rng import Rng

if TYPE_CHECKING:
    from engine.kernels.landlord.deal import LandlordState

FACE = {10: "T", 11: "J", 12: "Q", 13: "K", 14: "A", 15: "B", 16: "R"}
ORDER = "3456789TJQKA2BR"


def face(rank: int) -> str:
    """A rank in rlcard's letters."""
    return FACE.get(int(rank), str(int(rank)))


def written(ranks: object) -> str:
    """Cards in rlcard's words: sorted letters."""
    return "".join(sorted((face(rank) for rank in ranks), key=ORDER.index))


class RuleAgent:
    """rlcard's ``DouDizhuRuleAgentV1``, seeing our table."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import numpy as np
            from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

            np.random.seed(1)
        self._agent = DouDizhuRuleAgentV1()

    def choose(self, game, seen, prompt, rng) -> Action:
        """Its action; a play that its tables do not know is a pass or our first."""
        public = seen.public
        trace = [
            (what.seat, written(c.rank for c in what.cards) or "pass")
            for plays in (*public.past, public.circle.plays)
            for what in plays
        ]
        over = public.circle.top.reading if public.circle.top else None
        moves = {written(m.ranks): m for m in game.reader(seen.options).moves(seen.hand, over)}
        names = [*moves, *(["pass"] if over is not None else [])]
        if over is None:
            trace = []
        state = {
            "trace": trace,
            "current_hand": written(c.rank for c in seen.hand),
            "actions": names,
            "landlord": public.extra.landlord,
            "self": seen.seat,
        }
        chosen = self._agent.step({"raw_obs": state}) or names[0]
        if chosen == "pass":
            return Action("pass")
        return Action("play", cards=cards_of(moves[chosen], seen.hand))


def play(state: LandlordState, players) -> int:
    """The winner's side of one deal: 1 for the landlord, 0 for the others."""
    rng = Rng(b"bench", "play")
    while state.public.phase != OVER:
        seat = GAME.asked(state)[0]
        seen = GAME.observe(state, seat)
        action = players[seat].choose(GAME, seen, GAME.prompt(seen), rng)
        state = GAME.apply(state, seat, action, rng).state
    landlord = state.public.extra.landlord
    return int(state.public.counts[landlord] == 0)


def begun(number: int) -> LandlordState:
    """A deal whose first asked seat is the landlord."""
    options = defaults(GAME.info)
    rng = Rng(number.to_bytes(4, "big"), "deal")
    state = GAME.setup(3, options, Carry(), rng).state
    for verb in ("yes", "no", "no"):
        state = GAME.apply(state, GAME.asked(state)[0], Action(verb), rng).state
    assert state.public.phase == PLAY
    return state


def main(deals: int = 200) -> None:
    """Print how often each side wins."""
    rule = RuleAgent()
    as_landlord = as_farmers = 0
    started = time.process_time()
    for number in range(deals):
        state = begun(number)
        landlord = state.public.extra.landlord
        ours = [POLICY if s == landlord else rule for s in range(3)]
        theirs = [rule if s == landlord else POLICY for s in range(3)]
        as_landlord += play(state, ours)
        as_farmers += 1 - play(state, theirs)
    spent = time.process_time() - started
    print(
        f"deals={deals} landlord={as_landlord / deals:.3f} farmers={as_farmers / deals:.3f} "
        f"both={(as_landlord + as_farmers) / 2 / deals:.3f} (bar 0.55) {spent:.0f} s"
    )


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
