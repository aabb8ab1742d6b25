"""炸金花, paragraph by paragraph: the numbers after § are those of its rules.zh.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import cards, codes
from engine.core import Action, Carry, defaults
from engine.errors import IllegalAction
from engine.games.zhajinhua import GAME
from engine.games.zhajinhua.state import Stand
from engine.rng import Rng
from tests.games.zhajinhua_kit import RNG, act, say, scores, table

FOUR = "SA HA DA/SK HK D3/SQ HJ D9/S2 H3 D5"
"""豹子, a pair of kings, a high card, and 2 3 5."""

THREE = "SA HA D4/SK HK D3/SQ HJ D9"


def dealt(seats=4, seed=0, carry=None, **options):
    chosen = {**defaults(GAME.info), **options}
    return GAME.setup(seats, chosen, carry or Carry(), Rng(bytes([seed]), "deal")).state


# The start.


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_deal(seats):
    """§1 §2: three cards each, and an ante of 10 in the pot."""
    state = dealt(seats)
    public = state.public
    assert [len(hand) for hand in state.hands] == [3] * seats
    assert (public.pot, public.stacks) == (10 * seats, (1000 - 10,) * seats)
    assert GAME.asked(state) == (public.first,)
    assert len(GAME.inventory(state).cards) == 52
    assert GAME.inventory(state).chips == 1000 * seats


def test_the_first_seat_is_drawn():
    """§3: by lot."""
    assert {dealt(4, seed).public.first for seed in range(40)} == {0, 1, 2, 3}


SHORT = [
    ((9, 500, 2491), {}, True, "§2: two can pay, three are needed"),
    ((9, 500, 2491), {"min_live": 2}, False, "§2: by option two are enough"),
    ((10, 500, 2490), {}, False, "§2: 10 are enough for an ante of 10"),
    ((19, 500, 2481), {"base": 20}, True, "§2: but not for one of 20"),
    ((0, 0, 3000), {"min_live": 2}, True, "§2: one alone"),
    ((0, 0, 0), {}, True, "§2: nobody"),
]


@pytest.mark.parametrize(
    ("stacks", "options", "over", "why"), SHORT, ids=[row[-1] for row in SHORT]
)
def test_who_can_pay_the_ante(stacks, options, over, why):
    state = dealt(3, carry=Carry(stacks=stacks), **options)
    outcome = GAME.outcome(state)
    assert (outcome is not None) is over
    if outcome:
        assert (outcome.scores, outcome.carry.stacks) == ((0, 0, 0), stacks)
        assert outcome.broke


def test_bet_04_who_cannot_pay_the_ante_looks_on():
    """§2, BET-04: no cards, no turn, no bonus to pay."""
    state = dealt(4, carry=Carry(stacks=(9, 1000, 1000, 1991)))
    assert state.hands[0] == ()
    assert state.public.stands[0] is Stand.AWAY
    for _ in range(2):
        assert state.public.turn != 0
        state = act(state, "fold")
    assert scores(state)[0] == 0


def test_bet_04_whose_ante_is_all_he_had():
    """§2 §9, BET-04: he is asked, and can go all in with nothing; it never stands still."""
    state = table(THREE, stacks=(0, 99, 99))
    verbs = [choice.action.verb for choice in GAME.prompt(GAME.observe(state, 0)).choices]
    assert verbs == ["look", "allin", "fold"]
    state = act(state, "allin")
    assert scores(state) == (1 + 1, -1, -1)


def test_rounds():
    """§3: a new round begins at the place of the first seat, also when it is out."""
    state = act(table(FOUR), "fold", "call", "call")
    assert (state.public.round, state.public.turn) == (1, 3)
    state = act(state, "call")
    assert (state.public.round, state.public.turn) == (2, 1)


# Looking and betting.


def test_unseen_cards_are_hidden_from_their_owner_too():
    """§4: three backs until 看牌; then they are his alone, and all know that he has looked."""
    state = table(FOUR)
    seen = GAME.observe(state, 0)
    assert seen.hand == ()
    mine = GAME.present(seen).blocks[-1]
    assert (mine.codes, mine.hidden, mine.mine) == ((), 3, True)
    state = act(state, "look")
    assert codes(GAME.observe(state, 0).hand) == ("SA", "HA", "DA")
    assert state.public.turn == 0
    for viewer in (1, 2, 3, None):
        other = GAME.observe(state, viewer)
        assert other.hand == ()
        assert other.public.looked == (True, False, False, False)
    with pytest.raises(IllegalAction, match="zhajinhua-looked-already"):
        act(state, "look")


def test_what_a_turn_is_like_does_not_depend_on_cards_not_looked_at():
    """§4: hints, prompt and screen of who has not looked are those of any other cards."""
    one, two = table(FOUR), table("S4 H6 D8/SK HK D3/SQ HJ D9/S2 H3 D5")
    for look in (GAME.prompt, GAME.present, lambda seen: GAME.suggest(seen, 8)):
        assert look(GAME.observe(one, 0)) == look(GAME.observe(two, 0))


PRICES = [
    (1, 1, False, 1, (2, 10), "§5: blind"),
    (1, 1, True, 2, (4, 20), "§5: looked, double"),
    (1, 3, True, 6, (8, 20), "§5: blind raised to 3, who looked pays 6"),
    (1, 2, True, 4, (6, 20), "§6: looked raised to 4: 4 to call, 6 to raise"),
    (1, 2, False, 2, (3, 10), "§6: and 2 and 3 for the blind"),
    (10, 10, False, 10, (20, 100), "§6: base 10: 100 at most"),
    (10, 10, True, 20, (40, 200), "§6: 200 for who has looked"),
]


@pytest.mark.parametrize(
    ("base", "unit", "looked", "price", "ends", "why"), PRICES, ids=[row[-1] for row in PRICES]
)
def test_prices(base, unit, looked, price, ends, why):
    state = table(FOUR, unit=unit, looked=(0,) if looked else (), base=base)
    allowed = GAME.prompt(GAME.observe(state, 0)).number.allowed
    assert (allowed[0], allowed[-1]) == ends
    assert act(state, "call").public.paid[0] == base + price
    with pytest.raises(IllegalAction, match="zhajinhua-raise-to"):
        act(state, ends[0] - base)
    assert act(state, ends[0]).public.unit == ends[0] // (2 if looked else 1)


@pytest.mark.parametrize(("most", "highest"), [(10, 10), (5, 5), (20, 20)])
def test_the_highest_stake(most, highest):
    """§6: 顶注 is 10, 5 or 20 antes; there no raise is possible."""
    state = act(table(FOUR, most=most), highest)
    assert GAME.prompt(GAME.observe(state, 1)).number is None
    with pytest.raises(IllegalAction, match="zhajinhua-highest"):
        act(state, highest + 1)


def test_a_seen_raise_of_an_odd_number_is_refused():
    """§6: a looker pays twice a whole number of antes."""
    state = table(FOUR, looked=(0,))
    with pytest.raises(IllegalAction, match="zhajinhua-raise-to"):
        act(state, 5)


@pytest.mark.parametrize("number", [0, -5, 10**9, 1])
def test_bet_05_bad_stakes_are_refused(number):
    """§6, BET-05: nothing at or below the stake, nothing above the highest."""
    state = table(FOUR)
    with pytest.raises(IllegalAction):
        act(state, number)


def test_a_comparison_waits_for_the_second_round():
    """§7: refused in round 1; in round 2 a looker at 2 pays 4."""
    with pytest.raises(IllegalAction, match="zhajinhua-too-early"):
        act(table(FOUR), ("compare", 1))
    state = act(table(FOUR, number=2, unit=2, looked=(0,)), ("compare", 1))
    assert state.public.paid[0] == 1 + 4
    assert state.public.stands[1] is Stand.BEATEN


@pytest.mark.parametrize("target", [0, 4, -1, 3])
def test_whom_one_cannot_be_compared_with(target):
    """§7: oneself, nobody, and who is out (3)."""
    state = act(table(FOUR, number=2, turn=3), "fold")
    with pytest.raises(IllegalAction, match="zhajinhua-no-target"):
        act(state, ("compare", target))


def test_a_comparison_tells_nobody_anything_but_who_leaves():
    """§7: for all viewers the screen after it is that of quite different hands."""
    one = act(table(FOUR, number=2, looked=(2,)), ("compare", 1))
    two = act(table("S9 H9 D9/S4 H6 D8/SQ HJ D9/S2 H3 D5", number=2, looked=(2,)), ("compare", 1))
    for viewer in (0, 1, 2, 3, None):
        assert GAME.observe(one, viewer) == GAME.observe(two, viewer)
        assert not GAME.observe(one, viewer).public.shown


def test_who_is_out_has_finished():
    """§3 §7: after a fold and a lost comparison there is nothing more to wait for."""
    state = table(FOUR, number=2, turn=3)
    assert GAME.finished(state) == frozenset()
    state = act(state, "fold")
    assert GAME.finished(state) == {3}
    state = act(state, ("compare", 2))
    assert GAME.finished(state) == {2, 3}


def test_after_the_last_round_all_are_compared():
    """§8: seats 1, 3 and 4 are left: 1 against 3, the winner against 4; nobody pays."""
    hands = "S2 H4 D6/SK HK D3/S3 H5 D7/SA HA D4/S9 H9 D4"
    state = table(hands, number=20, turn=4, paid=(1, 9, 5, 9, 8))
    for seat in (0, 2):
        stands = list(state.public.stands)
        stands[seat] = Stand.FOLDED
        state = _with(state, stands=tuple(stands))
    state = act(state, "call")
    public = state.public
    assert [public.stands[seat].value for seat in (1, 3, 4)] == ["beaten", "in", "beaten"]
    assert public.last == (3, 4)
    assert scores(state) == (-1, -9, -5, 1 + 9 + 5 + 8 + 1, -9)
    assert [bool(hand) for hand in public.shown] == [False, False, False, True, True]


def test_equal_hands_after_the_last_round():
    """§8 §13: without suits the one who comes first in order is the challenger and loses."""
    hands = "SA HK D4/HA SK C4/S2 H4 D7"
    state = act(table(hands, number=20, turn=2, suits="off"), "call")
    assert scores(state) == (-1, 1 + 1 + 1, -1 - 1)
    state = act(table(hands, number=20, turn=2), "call")
    assert scores(state) == (1 + 1 + 1, -1, -1 - 1)


def _with(state, **changes):
    return replace(state, public=replace(state.public, **changes))


def test_the_round_limit_is_an_option():
    """§8: 最多几轮 = 10."""
    state = act(table(FOUR, number=10, turn=3, limit=10), "call")
    assert GAME.outcome(state) is not None
    assert GAME.outcome(act(table(FOUR, number=10, turn=3), "call")) is None


# 孤注一擲.


def test_all_in_only_for_who_cannot_pay():
    """§9: who can pay for 跟 may not, who cannot may do nothing else."""
    with pytest.raises(IllegalAction, match="zhajinhua-not-short"):
        act(table(THREE), "allin")
    state = table(THREE, stacks=(5, 99, 99), unit=6, number=2)
    for move in ("call", 7, ("compare", 1)):
        with pytest.raises(IllegalAction, match="zhajinhua-short"):
            act(state, move)


def test_bet_01_excess_is_returned():
    """§9, BET-01: 甲 put in 30 and beats all: 30 from 乙 of 50, 20 from 丙 who folded."""
    state = table(THREE, stacks=(10, 50, 100), paid=(20, 50, 20), unit=20, turn=2, number=2)
    state = act(state, "fold", "allin")
    assert scores(state) == (30 + 20, -30, -20)
    assert GAME.outcome(state).carry.stacks == (10 + 20 + 50, 50 + 20, 100)
    keys = [reason.key for reason in GAME.outcome(state).reasons]
    assert keys == ["zhajinhua-won-with", "zhajinhua-takes", "zhajinhua-returned"]


def test_bet_01_a_folded_seat_gets_its_excess_back():
    """§9, BET-01: 丙 folded after putting in 80; 甲 can win 30 of it."""
    state = table(THREE, stacks=(10, 50, 100), paid=(20, 50, 80), unit=20, turn=2, number=2)
    state = act(state, "fold", "allin")
    assert scores(state) == (30 + 30, -30, -30)


def test_bet_01_the_all_in_stays_in_the_pot_when_it_is_lost():
    """§9, BET-01: beaten by the first opponent; the others play on for all that lies there."""
    hands = "SQ HJ D9/SA HA D4/SK HK D3"
    state = act(table(hands, stacks=(10, 500, 500), paid=(20, 50, 50), unit=20, number=2), "allin")
    public = state.public
    assert public.stands == (Stand.BEATEN, Stand.IN, Stand.IN)
    assert (public.pot, public.turn) == (30 + 50 + 50, 1)
    state = act(state, "fold")
    assert scores(state) == (-30, -50, 30 + 50)


def test_bet_01_an_opponent_beaten_by_the_all_in_stays_out():
    """§9, BET-01: 甲 beats 乙 and loses to 丙: 丙 takes everything, nothing comes back."""
    hands = "SK HK D3/SQ HJ D9/SA HA D4"
    state = act(table(hands, stacks=(10, 500, 500), paid=(20, 50, 50), unit=20, number=2), "allin")
    assert scores(state) == (-30, -50, 30 + 50)


def test_all_in_in_the_first_round():
    """§9: allowed, with its comparisons."""
    state = act(table(THREE, stacks=(1, 99, 99), unit=2), "allin")
    assert scores(state) == (1 + 1, -1, -1)


# Settlement.


def test_the_last_one_takes_the_pot():
    """§14: 90, 60 and 20: +80, −60, −20; nobody shows anything when all others fold."""
    state = table(THREE, paid=(90, 60, 20), turn=1)
    state = act(state, "fold", "fold")
    assert scores(state) == (60 + 20, -60, -20)
    assert state.public.shown == ((), (), ())
    assert sum(GAME.outcome(state).carry.stacks) == 3000 + 90 + 60 + 20


def test_who_shows():
    """§14: the last two compared; who was beaten before or folded does not."""
    state = act(table(FOUR, number=2, bonus="none"), ("compare", 1), "fold", ("compare", 0))
    assert state.public.stands == (Stand.BEATEN, Stand.BEATEN, Stand.FOLDED, Stand.IN)
    assert [codes(hand) for hand in state.public.shown] == [
        ("SA", "HA", "DA"), (), (), ("S2", "H3", "D5"),
    ]  # fmt: skip


def test_who_folds_after_the_last_comparison_does_not_show():
    """§14: 0 beat 1 while 2 and 3 were in; both fold, and 0 and 1 show."""
    state = act(table(FOUR, number=2, bonus="none"), ("compare", 1), "fold", "fold")
    assert [bool(hand) for hand in state.public.shown] == [True, True, False, False]


BONUSES = [
    ({}, "look fold", (10 * 1 * 3, -10, -10, -10), "§15: 豹子, folded after looking, gets it"),
    ({}, "fold", (0, 0, 0, 0), "§15: folded unseen, it gets none"),
    ({"bonus": "double"}, "look fold", (20 * 3, -20, -20, -20), "§15: twice as much"),
    ({"bonus": "none"}, "look fold", (0, 0, 0, 0), "§15: switched off"),
]


@pytest.mark.parametrize(
    ("options", "moves", "bonus", "why"), BONUSES, ids=[row[-1] for row in BONUSES]
)
def test_bonuses(options, moves, bonus, why):
    state = act(table(FOUR, **options), *moves.split(), "fold", "fold")
    result = state.public.result
    assert result.bonus == bonus
    assert result.scores == tuple(
        a + b for a, b in zip(bonus, (-1, -1, -1, 3), strict=True)
    )  # fmt: skip
    assert bool(state.public.shown[0]) is any(bonus)


def test_a_straight_flush_gets_five():
    """§15: 5 antes from each; two lucky ones are set off against each other."""
    hands = "S8 S7 S6/SA HA DA/SK HJ D4"
    state = act(table(hands, base=10, turn=2), "fold", "look", "fold")
    assert GAME.outcome(state) is not None
    assert state.public.result.lucky == (0, 1)
    assert state.public.result.bonus == (50 * 2 - 100, 100 * 2 - 50, -50 - 100)


def test_a_bonus_is_paid_from_what_is_left():
    """§15: nobody pays more than he has; what there is is shared in proportion."""
    hands = "S8 S7 S6/SA HA DA/SK HJ D4"
    state = table(hands, base=10, turn=2, stacks=(1000, 1000, 60), paid=(10, 10, 10))
    state = act(state, "fold", "look", "fold")
    # 丙 owes 150 and has 60; 乙 is owed 150, 甲 nothing.
    assert state.public.result.bonus == (0, 60, -60)
    assert GAME.outcome(state).carry.stacks[2] == 0


# Time and words.


def test_time_is_up():
    """§16: fold."""
    for state in (table(FOUR), table(THREE, stacks=(0, 9, 9), number=2)):
        assert GAME.on_timeout(GAME.observe(state, 0)) == Action("fold")


def test_typing():
    """§17: 看, 跟, 加 40, 比 2, 弃, 全下."""
    state = say(table(FOUR, base=10, number=2), "看牌")
    assert state.public.looked[0]
    assert say(state, "加 40").public.unit == 20
    assert say(state, "60").public.unit == 30
    assert say(state, "跟").public.paid[0] == 10 + 20
    assert say(state, "比 2").public.stands[1] is Stand.BEATEN
    assert say(state, "弃").public.stands[0] is Stand.FOLDED
    assert say(table(THREE, stacks=(0, 9, 9)), "全下").public.result.winner == 0


@pytest.mark.parametrize(
    "action",
    [Action("call", target=1), Action("bet"), Action("raise", target=1),
     Action("look", cards=cards("SA")), Action("fold", target=1)],
)  # fmt: skip
def test_what_is_no_move(action):
    """§3: look, call, raise, duel, fold, and nothing beside."""
    with pytest.raises(IllegalAction, match="zhajinhua-no-such"):
        GAME.apply(table(FOUR), 0, action, RNG)


TOP, SHORT = {"unit": 10, "number": 2}, {"unit": 10, "stacks": (5, 99, 99, 99)}
SAID = [
    ({}, "比 2", "zhajinhua-too-early", "§7: round 1"),
    ({}, "比", "zhajinhua-too-early", "§7: whoever is meant"),
    ({"number": 2}, "比 1", "zhajinhua-no-target", "§7: oneself"),
    ({"number": 2}, "duel 9", "zhajinhua-no-target", "§7: nobody sits there"),
    ({}, "加", "zhajinhua-raise-to", "§6: how much?"),
    ({}, "加 11", "zhajinhua-raise-to", "§6: above the highest stake"),
    (TOP, "加 11", "zhajinhua-highest", "§6: no raise is possible"),
    (TOP, "加", "zhajinhua-highest", "§6: nor asked for"),
    (TOP, "11", "zhajinhua-highest", "§6: a number alone is a raise"),
    ({"stacks": (1, 99, 99, 99)}, "加 2", "zhajinhua-no-raise", "§6: no chips for it"),
    (SHORT, "跟", "zhajinhua-short", "§9: no chips for a call"),
    (SHORT, "加 5", "zhajinhua-short", "§9: nor for a raise"),
    (SHORT, "5", "zhajinhua-short", "§9: a number alone"),
    (SHORT | {"number": 2}, "比 2", "zhajinhua-short", "§9: nor for a duel"),
    ({}, "全下", "zhajinhua-not-short", "§9: who can pay"),
    ({"unit": 2}, "跟 1", "zhajinhua-call-costs", "§5: a call is 2"),
    ({"looked": (0,)}, "看", "zhajinhua-looked-already", "§4: once"),
]  # fmt: skip


@pytest.mark.parametrize(("about", "line", "key", "why"), SAID, ids=[row[-1] for row in SAID])
def test_what_is_typed_is_refused_by_its_rule(about, line, key, why):
    """§4 to §9: also where no button is there for it."""
    with pytest.raises(IllegalAction) as refused:
        say(table(FOUR, **about), line)
    assert refused.value.msg.key == key


@pytest.mark.parametrize("line", ["加到 3", "加注到3", "加3", "raise to 3", "3", "三"])
def test_a_raise_is_typed(line):
    """§17: what is put in all in all."""
    assert say(table(FOUR), line).public.unit == 3


def test_what_a_button_says_can_be_typed():
    """§17: with the number that stands on it."""
    assert say(table(FOUR, unit=2), "跟 2").public.paid[0] == 1 + 2
    assert say(table(FOUR, number=2), "比 2 号").public.turn == 2
    assert say(table(THREE, stacks=(0, 9, 9)), "梭哈").public.result.winner == 0
