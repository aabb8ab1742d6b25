"""入门 makes the mistakes of a beginner, each now and then, and none of a machine."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.cards import pack
from engine.core import Action, Carry, defaults
from engine.core import put as put_at
from engine.kernels.climb.beginner import FEW
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import OVER, PLAY
from engine.kernels.climb.why import nearest
from engine.registry import beginner, games
from engine.rng import Rng
from tests.games import dunmazi_kit, zhajinhua_kit
from tests.games.banker_kit import fresh
from tests.games.landlord_kit import held, say, table

CLIMBING = (
    "chudadi", "dazha", "doudizhu", "doudizhu4", "doudizhu_ext", "qigui521", "qigui523",
    "sanliangyi", "wuguapi",
)  # fmt: skip
ASKED = 80
GAME = games()["doudizhu"]


def asked(game, state, hand=None):
    """What a beginner does in a position, and how often; ``hand``: instead of its own."""
    (seat,) = game.asked(state)[:1]
    seen = game.observe(state, seat)
    seen = replace(seen, hand=game.arranged(hand, seen.options)) if hand else seen
    player, prompt = beginner(game.info.id), game.prompt(seen)
    return Counter(
        player.choose(game, seen, prompt, Rng(b"beginner", number)) for number in range(ASKED)
    )


def put(hands, *played):
    """What the landlord's game asks next, and the ranks that are put down, ``-`` for none."""
    found = asked(GAME, say(GAME, table(GAME, hands, landlord=0), *played))
    told = Counter()
    for action, count in found.items():
        told["".join(sorted(c.code[1:] for c in action.cards)) or "-"] += count
    return told


def test_it_leads_a_lone_card_of_a_pair_now_and_then():
    found = put("3378JK/99TTJJ/88QQKK")
    assert 0 < found["3"] < found["33"]


def test_it_beats_with_what_is_lowest_though_that_is_one_of_a_pair():
    found = put("3459/448JA/6TTQQA", "3")
    assert 0 < found["4"] < ASKED
    assert found["8"]


def test_it_throws_a_bomb_too_early_but_not_always():
    found = put("AQ34567/33339TJ/88QQKK4", "A")
    assert set(found) == {"3333", "-"}
    assert min(found.values()) > ASKED / 5


def test_it_beats_a_low_play_of_its_partner_now_and_then():
    found = put("356789/47TTJ/568QQKA", "3", "4")
    assert 0 < ASKED - found["-"] < ASKED / 2


def test_it_calls_with_a_hand_that_is_too_weak_but_not_with_nothing():
    state = GAME.setup(3, defaults(GAME.info), Carry(), Rng(b"auction")).state
    weak = asked(GAME, state, held("3456789TJQK2355"[:14]))
    assert {action.verb for action in weak} == {"yes", "no"}
    none = asked(GAME, state, held("34567899TTJJQQKKA"))
    assert {action.verb for action in none} == {"no"}


GAMBLED = {
    "S7 H4 D2": (1, {"call", "compare"}, "it pays for nothing at all while it is cheap"),
    "S9 H9 D4": (6, {"call", "raise", "compare"}, "a pair is never thrown away"),
    "SQ HT D4": (6, {"fold"}, "in the end it has to see that a queen is nothing"),
    "SA SK SQ": (6, {"call", "raise", "compare"}, "同花順 is not thrown away"),
}


@pytest.mark.parametrize("hand", GAMBLED)
def test_what_it_does_at_zhajinhua(hand):
    stake, verbs, _ = GAMBLED[hand]
    state = zhajinhua_kit.table(
        f"{hand.replace('T', '10')}/SK HJ D9/C4 C7 D9", number=5, looked=(0, 1, 2), base=10,
        unit=10 * stake, paid=(50, 50, 50),
    )  # fmt: skip
    found = asked(games()["zhajinhua"], state)
    assert {action.verb for action in found} <= verbs


def test_it_looks_at_once_and_raises_with_what_it_has():
    game = games()["zhajinhua"]
    blind = zhajinhua_kit.table("SA HA DA/SK HJ D9/C4 C7 D9", base=10, unit=10, paid=(10,) * 3)
    assert set(asked(game, blind)) == {Action("look")}
    seen = replace(blind, public=replace(blind.public, looked=(True,) * 3, round=2))
    raised = [action.number for action in asked(game, seen) if action.verb == "raise"]
    pair = zhajinhua_kit.table(
        "S9 H9 D4/SK HJ D7/C4 C7 D9", base=10, unit=10, paid=(10,) * 3, number=2, looked=(0, 1, 2)
    )
    low = [action.number for action in asked(game, pair) if action.verb == "raise"]
    assert max(low) < min(raised), "everybody can see how good its cards are"


def test_it_wants_to_be_banker_and_names_the_most_that_it_can_pay():
    game = games()["niuniu"]
    state = fresh(game, 4).state
    found = {action.number for action in asked(game, state)}
    most = game.prompt(game.observe(state, 0)).number.allowed
    assert found == {*most[-2:]}
    poor = fresh(game, 4, carry=Carry(stacks=(60, 900, 900, 900))).state
    assert {action.number for action in asked(game, poor)} <= {0, 1}, "not more than it has"


def test_it_bids_all_that_it_has_at_erbagang_and_has_enough_of_it_now_and_then():
    game = games()["erbagang"]
    state = fresh(game, 4).state
    found = Counter(action.number for action in asked(game, state).elements())
    assert found.most_common(1)[0][0] == 1000
    assert len(found) == 2


def test_it_says_kou_as_soon_as_it_may_and_calls_with_little():
    game = games()["dunmazi"]
    hands = "S10 S9 S8 S7 SQ/HA HK H10 H6 H4"
    assert {action.verb for action in asked(game, dunmazi_kit.table(hands, "C2"))} == {"knock"}
    none = dunmazi_kit.table("S10 S9 S8 S7 H3/HA HK H10 H6 H4", "C2")
    assert "knock" not in {action.verb for action in asked(game, none)}
    state = dunmazi_kit.play(dunmazi_kit.table("HA HK HQ HJ H10/DA D10 D9 D7 D5", "C2"), "knock")
    assert {action.verb for action in asked(game, state)} == {"call"}


def test_it_sees_pairs_and_suits_at_matrix_and_no_diagonal():
    game = games()["matrix"]
    state = game.setup(1, defaults(game.info), Carry(), Rng(b"matrix")).state
    first = game.apply(state, 0, Action("place", number=12), Rng(b"")).state
    card = first.public.boards[0].cells[12]
    alike = next(c for c in pack(jokers=False) if c.rank is card.rank and c != card)
    shown = put_at(first.public.shown, first.public.round - 1, alike)
    first = replace(first, public=replace(first.public, shown=shown))
    cells = {action.number for action in asked(game, first)}
    assert cells <= {10, 11, 13, 14, 2, 7, 17, 22}, "the row or the column of its like"


@pytest.mark.parametrize("name", CLIMBING)
def test_nothing_absurd_is_done(name):
    """In a whole deal among beginners."""
    game, player = games()[name], beginner(name)
    for number in range(3):
        rng = Rng(b"absurd", name, number)
        seats = 3 if name in ("doudizhu", "doudizhu_ext") else 4
        state = game.setup(seats, defaults(game.info), Carry(), rng).state
        while state.public.phase != OVER:
            (seat,) = game.asked(state)[:1]
            seen = game.observe(state, seat)
            action = player.choose(game, seen, game.prompt(seen), rng)
            if seen.public.phase == PLAY:
                sane(game, seen, action)
            state = game.apply(state, seat, action, rng).state


def sane(game, seen, action):
    """Whether nobody who knows the rules would shake their head."""
    reader, top = game.reader(seen.options), seen.public.circle.top
    over = top.reading if top else None
    hints = game.hints(seen, 60)
    friends = game.friends(seen)
    if any(len(hint.cards) == len(seen.hand) for hint in hints):
        assert len(action.cards) == len(seen.hand), "it goes out where it can"
        return
    plain = [h for h in hints if not tier(reader, seen, h, over)]
    bomb = action.verb == "play" and tier(reader, seen, action, over)
    assert not (bomb and plain), "no bomb where something else goes"
    if top is not None and top.seat in friends:
        assert not bomb
        assert action.verb == "pass" or seen.public.counts[top.seat] > FEW
    if top is None and nearest(seen, friends)[1] == 1 and any(len(h.cards) > 1 for h in plain):
        assert len(action.cards) > 1, "no single card before somebody's last"


def tier(reader, seen, action, over):
    found = reader.readings(action.cards, last=len(action.cards) == len(seen.hand))
    fits = [r for r in found if over is None or beats(r, over)]
    return next((r for r in fits if r.key == action.reading), fits[0]).tier
