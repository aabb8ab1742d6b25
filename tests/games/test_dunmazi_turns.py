"""Turns of 蹲麻子, and what follows 扣: the numbers after § are those of its rules.zh.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import card, cards, codes
from engine.core import Action, defaults
from engine.errors import IllegalAction, NotYourTurn
from engine.games.dunmazi import GAME
from engine.games.dunmazi.scoring import (
    Rules,
    least_useful,
    rules_of,
)
from engine.games.dunmazi.state import End, Phase, Stand
from engine.text import read
from tests.games.dunmazi_kit import JUNK, RNG, play, scores, table

# Turns.


def test_the_first_turn():
    """§7: one of six cards into the zone, nothing drawn."""
    state = table("S2 S3 S4 S5 S6 H7/H2 H3 H4 H5 H6", phase=Phase.FIRST)

    after = play(state, "put H7")

    assert codes(after.public.zone) == ("H7",)
    assert after.public.pile == state.public.pile
    assert (len(after.hands[0]), after.public.turn, after.public.phase) == (5, 1, Phase.TURN)


def test_draw_and_put_are_one_turn():
    """§8 §9."""
    state = table(f"{JUNK}/H5 H6 H7 H8 H9", "C9", "D9 D8")

    drawn = play(state, "draw")
    assert (drawn.public.turn, drawn.public.phase, drawn.public.pile) == (0, Phase.PUT, 1)
    assert len(drawn.hands[0]) == 6

    after = play(drawn, "put S2")
    assert (after.public.turn, after.public.phase) == (1, Phase.TURN)
    assert codes(after.public.zone) == ("C9", "S2")
    assert codes(after.hands[0]) == ("S7", "H3", "C4", "D9", "D5")


def test_the_drawn_card_may_be_put_down():
    """§9."""
    after = play(table(f"{JUNK}/H5 H6 H7 H8 H9", "C9", "D9 D8"), "draw", "put D9")

    assert codes(after.public.zone) == ("C9", "D9")


def test_forced_swap_takes_the_whole_zone():
    """§10: example 7, with and without naming the zone's cards."""
    state = table(f"{JUNK}/H5 H6 H7 H8 H9", "C9 D9 S9")

    after = play(state, "swap S2 H3 C4")

    assert codes(after.public.zone) == ("S2", "H3", "C4")
    assert codes(after.hands[0]) == ("S9", "S7", "C9", "D9", "D5")
    assert play(state, "swap S2 H3 C4 <- S9 C9 D9") == after
    assert after.public.turn == 1


def test_the_pool_of_the_seed_fills_up_for_the_one_who_waited():
    """§10: 蓄水战术, three seats and three cards."""
    state = table(f"{JUNK}/H5 H6 H7 H8 H9/D6 D7 D8 D9 D10", "C9 D2 S9")

    after = play(state, "swap S2 H3 C4", "draw", "put H5", "draw", "put D6")

    assert after.public.turn == 0
    assert after.public.full
    assert play(after, "swap S7 <- H5").public.full


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_free_swap_of_any_number(count):
    """§11."""
    hand, zone = JUNK.split(), ["CA", "CK", "CQ", "CJ", "C10"]
    state = table(f"{JUNK}/H5 H6 H7 H8 H9", " ".join(zone))

    after = play(state, f"swap {' '.join(hand[:count])} <- {' '.join(zone[-count:])}")

    assert set(codes(after.hands[0])) == {*hand[count:], *zone[-count:]}
    assert codes(after.public.zone) == (*zone[:-count], *hand[:count])


def test_clearing():
    """§12: the zone goes away face up, then draw and put."""
    state = table(f"{JUNK}/H5 H6 H7 H8 H9", "CA CK CQ CJ C10", "D9 D8")

    step = GAME.apply(state, 0, Action("clear"), RNG)
    after = play(step.state, "put S2")

    assert codes(after.public.discard) == ("CA", "CK", "CQ", "CJ", "C10")
    assert codes(after.public.zone) == ("S2",)
    assert codes(after.hands[0]) == ("S7", "H3", "C4", "D9", "D5")
    assert after.public.turn == 1
    assert [event.to for event in step.events] == [None, frozenset({0})]


PART = {"hands": f"{JUNK}/H5 H6 H7 H8 H9", "zone": "C9 D9 S9"}
FULL = {"hands": f"{JUNK}/H5 H6 H7 H8 H9", "zone": "CA CK CQ CJ C10"}
FIRST = {"hands": f"{JUNK} D9/H5 H6 H7 H8 H9", "phase": Phase.FIRST}
PUT = {"hands": f"{JUNK} D9/H5 H6 H7 H8 H9", "zone": "C9", "phase": Phase.PUT}
GOOD = {"hands": f"S10 S9 S8 S7 S6/{JUNK.replace('S7', 'D9').replace('S2', 'D2')}", "zone": "C9"}
REFUSED = [
    (FIRST, "draw", "dunmazi-now-first", "§7: no draw in the first turn"),
    (FIRST, "swap S2", "dunmazi-now-first", "§7: no swap in the first turn"),
    (FIRST, "knock", "dunmazi-now-first", "§7: no 扣 in the first turn"),
    (FIRST, "put", "dunmazi-put-one", "§7: one card, not none"),
    (FIRST, "put S2 H3", "dunmazi-put-one", "§7: one card, not two"),
    (PUT, "draw", "dunmazi-now-put", "§8: no second draw"),
    (PUT, "swap S2", "dunmazi-now-put", "§8: no swap after a draw"),
    (PUT, "knock", "dunmazi-now-put", "§8: no 扣 after a draw"),
    (PUT, "pass", "dunmazi-now-put", "§8: the put cannot be left out"),
    (PUT, "put SA", "dunmazi-not-held", "§8: a card of the hand"),
    (PUT, "put S2 <- C9", "dunmazi-put-one", "§8: nothing is taken"),
    (PART, "put S2", "dunmazi-draw-first", "§9: no put without a draw"),
    (FULL, "draw", "dunmazi-zone-full", "§9: example 7, the zone is full"),
    (PART | {"pile": ""}, "draw", "dunmazi-pile-empty", "§17: nothing to draw"),
    (PART, "draw S2", "dunmazi-too-much", "§9: the card comes after the draw"),
    (PART, "swap S2 H3", "dunmazi-swap-all", "§10: example 7, two for three"),
    (PART, "swap S2 H3 C4 D5", "dunmazi-swap-all", "§10: four for three"),
    (PART, "swap S2 <- C9", "dunmazi-swap-all", "§10: not a part of the zone"),
    (PART, "swap", "dunmazi-swap-all", "§10: which cards?"),
    (PART, "swap S2 H3 SA", "dunmazi-not-held", "§10: cards of the hand"),
    (PART, "swap S2 S2 H3", "dunmazi-twice", "§10: a card twice"),
    (PART, "swap S2 H3 C4 <- C9 D9 SA", "dunmazi-not-in-zone", "§10: cards of the zone"),
    (FULL, "swap S2 H3 <- CA", "dunmazi-swap-equal", "§11: two for one"),
    (FULL, "swap S2", "dunmazi-swap-equal", "§11: one for nothing"),
    (FULL, "swap", "dunmazi-swap-equal", "§11: nothing for nothing"),
    (FULL, "swap S2 H3 C4 D5 S7 SA <- CA CK CQ CJ C10 SA", "dunmazi-swap-equal", "§11: six"),
    (FULL, "swap SA <- CA", "dunmazi-not-held", "§11: cards of the hand"),
    (FULL, "swap S2 <- SA", "dunmazi-not-in-zone", "§11: cards of the zone"),
    (FULL, "swap S2 H3 <- CA CA", "dunmazi-twice", "§11: a card twice"),
    (PART, "clear", "dunmazi-zone-not-full", "§12: only a full zone"),
    (FULL | {"pile": ""}, "clear", "dunmazi-pile-empty", "§12: not without a pile"),
    (PART, "knock", "dunmazi-no-knock", "§13: no flush"),
    (GOOD | {"rules": Rules(target=45)}, "knock", "dunmazi-no-knock", "§13: too few points"),
    (GOOD | {"rules": Rules(strict=True)}, "knock", "dunmazi-no-knock", "§13: not over"),
    (PART, "fold", "dunmazi-no-answer", "§14: nobody has knocked"),
    (PART, "call", "dunmazi-no-answer", "§14: nothing to 砸"),
    (PART, "pass", "dunmazi-no-pass", "§17: no 不换 while there is a pile"),
    (PART, "jump", "dunmazi-no-such", "§8: no such action"),
]


@pytest.mark.parametrize(("given", "move", "key", "why"), REFUSED, ids=[r[-1] for r in REFUSED])
def test_refusals(given, move, key, why):
    with pytest.raises(IllegalAction) as refused:
        play(table(**given), move)

    assert refused.value.msg.key == key


def test_a_refused_knock_says_what_is_missing():
    """§13."""
    with pytest.raises(IllegalAction) as refused:
        play(table("S10 S9 S8 H7 D6/H5 H6 H8 H9 H10", "C9"), "knock")
    ((_, suit),) = refused.value.msg.params
    assert dict(suit.params)["count"] == 2

    with pytest.raises(IllegalAction) as refused:
        play(table(**GOOD, rules=Rules(target=45)), "knock")
    ((_, points),) = refused.value.msg.params
    assert dict(points.params) == {"suit": "♠", "score": 40, "need": 45, "short": 45 - 40}


def test_out_of_turn():
    """§8."""
    with pytest.raises(NotYourTurn):
        GAME.apply(table(**PART), 1, Action("draw"), RNG)


# After 扣.

FOUR = "S10 S9 S8 S7 S6/H2 H3 H4 H5 H6/CA CK CQ CJ C9/D2 D3 D4 D5 D6"


def test_mazi_is_shown_when_the_turn_comes_and_hands_after_the_last_answer():
    """§14: in turn from the next seat; a 随 hand is shown at the end as well."""
    asked = play(table(FOUR, "C2"), "knock")

    assert GAME.asked(asked) == (2,)
    assert asked.public.stands == (Stand.KNOCK, Stand.MAZI, Stand.OPEN, Stand.OPEN)
    seen = GAME.observe(asked, 3)
    assert [len(hand) for hand in seen.shown] == [0, 5, 0, 0]

    over = play(asked, "fold")
    assert over.public.stands[3] is Stand.MAZI
    assert GAME.observe(over, None).shown == over.hands
    assert scores(over) == (40 - 40, 0, 50 - 40, 0)


def test_answers_are_public_and_hands_are_not():
    """§14."""
    state = play(table("S10 S9 S8 S7 S6/CA CK CQ CJ C9/DA DK DQ DJ D9", "C2"), "knock", "call")

    seen = GAME.observe(state, 2)

    assert seen.public.stands == (Stand.KNOCK, Stand.CALL, Stand.OPEN)
    assert seen.shown == ((), (), ())
    for move in ("draw", "swap C2", "knock", "put S2", "pass"):
        with pytest.raises(IllegalAction, match="dunmazi-now-answer"):
            play(state, move)


@pytest.mark.parametrize("line", ["换 2", "换 ♠2 取 ♣2", "打 A", "摸一张", "过"])
def test_after_a_knock_what_is_typed_is_refused_by_its_rule(line):
    """§14: also where no card can be picked."""
    state = play(table("S10 S9 S8 S7 S6/CA CK CQ CJ C9", "C2"), "knock")
    with pytest.raises(IllegalAction, match="dunmazi-now-answer"):
        GAME.apply(state, 1, read(line, GAME.info, GAME.prompt(GAME.observe(state, 1))), RNG)


SWAPS = [
    "换 2 取 A",
    "换 ♠2 取 ♣A",
    "用 2 换 A",
    "换 2 换 A",
    "2 换 A",
    "自由交换 2 换取 A",
    "换 2=A",
]


@pytest.mark.parametrize("line", SWAPS)
def test_how_a_free_swap_is_typed(line):
    """§11"""
    seen = GAME.observe(table(**FULL), 0)
    wanted = Action("swap", cards=cards("S2"), take=cards("CA"))
    assert read(line, GAME.info, GAME.prompt(seen)) == wanted


def test_the_response_says_what_is_at_stake():
    """§14 §16: the points to keep and who is in the pool; for that seat alone."""
    state = play(table("S10 S9 S8 S7 S6/CA CK CQ CJ C9", "C2"), "knock")
    prompt = GAME.prompt(GAME.observe(state, 1))

    assert [choice.action.verb for choice in prompt.choices] == ["fold", "call"]
    assert dict(prompt.ask.params)["basic"] == 50 - 40
    assert prompt.private


# The end of the pile, and swapping for ever.


def test_the_last_card_and_two_laps():
    """§17 §18: counted from the next seat on, two turns each."""
    state = table(FOUR, "C2", "C3")

    state = play(state, "draw", "put C3")
    assert (state.public.pile, state.public.dry) == (0, 0)

    moves = ["pass", "swap CA CK", "pass", "pass", "pass", "pass", "pass"]
    state = play(state, *moves)
    assert GAME.asked(state) == (0,)
    over = play(state, "pass")
    assert over.public.end is End.SUDDEN
    assert scores(over) == (10 + 9 + 8 + 7 + 6, 0, 0, 0)


def test_the_last_card_may_be_drawn_by_clearing():
    """§12 §17."""
    state = play(table(f"{JUNK}/H5 H6 H7 H8 H9", "CA CK CQ CJ C10", "D9"), "clear", "put D9")

    assert (state.public.pile, state.public.dry, codes(state.public.zone)) == (0, 0, ("D9",))


def test_one_may_knock_after_the_pile_is_used_up():
    """§17."""
    state = play(table(FOUR, "C2", "", dry=7), "knock", "fold")

    assert state.public.end is End.KNOCK


FORCED = [
    (End.SUDDEN, "hand", (10 + 9 + 8 + 7 + 6, 0, 11 + 10 + 10 + 10 + 9, 0), "§18: 手牌分"),
    (End.SUDDEN, "basic", (40 - 40, 0, 50 - 40, 0), "§18: the option pays 基础分"),
    (End.STALL, "hand", (40 - 40, 0, 50 - 40, 0), "§19: 基础分, whatever the option says"),
    (End.STALL, "basic", (40 - 40, 0, 50 - 40, 0), "§19: 基础分"),
]


@pytest.mark.parametrize(("end", "option", "points", "why"), FORCED, ids=[r[-1] for r in FORCED])
def test_forced_endings(end, option, points, why):
    rules = rules_of({**defaults(GAME.info), "sudden_death": option})
    dry = {"pile": "", "dry": 7} if end is End.SUDDEN else {"idle": 6 * 4 - 1}
    state = table(FOUR, "C2", rules=rules, **dry)

    over = play(
        state,
        "swap S6 <- C2",
    )
    assert over.public.end is end
    # seat 0 gave ♠6 for ♣2 and is 麻子 now
    assert scores(over) == (0, *points[1:])
    back = replace(over, hands=state.hands)
    assert scores(back) == points


def swap_on(state, times):
    """Everybody swaps the first card of the hand for the only one of the zone."""
    for _ in range(times):
        state = play(state, f"swap {state.hands[state.public.turn][0].code}")
    return state


@pytest.mark.parametrize(("laps", "seats"), [(6, 2), (6, 3), (4, 3), (8, 4)])
def test_laps_of_swaps_end_the_round(laps, seats):
    """§19: a lap is one turn of each seat, whoever began to swap."""
    hands = "/".join(FOUR.split("/")[:seats])
    state = table(hands, "C2", "C3 C4", turn=1, rules=Rules(stall_laps=laps))

    last = swap_on(state, laps * seats - 1)

    assert GAME.asked(last) != ()
    assert swap_on(last, 1).public.end is End.STALL


def test_a_draw_starts_the_count_of_swaps_anew():
    """§19."""
    state = swap_on(table(FOUR, "C2", "C3 C4 C5"), 23)

    drawn = play(state, "draw")

    assert (state.public.idle, play(drawn, f"put {drawn.drawn.code}").public.idle) == (23, 0)


def test_the_board_counts_the_laps_down_from_the_third_on():
    """§19."""
    shown = []
    for idle in range(12):
        state = table("S10 S9 S8 S7 S6/HA HK HQ HJ H9", "C2", idle=idle)
        lines = [b for b in GAME.present(GAME.observe(state, None)).blocks if hasattr(b, "msgs")]
        shown.append([dict(m.params)["left"] for block in lines for m in block.msgs])

    assert shown == [[]] * 4 + [[12 - idle] for idle in range(4, 12)]


# What everybody knows, and what happens when nobody answers.


def test_what_is_open():
    """§20: zone, count of the pile, discards and what a seat took; not what it drew."""
    state = table(f"{JUNK}/H5 H6 H7 H8 H9", "CA CK CQ CJ C10", "D9 D8 D7", discard="D2 D3")
    state = play(state, "swap S2 H3 <- CA CK", "clear")

    seen = GAME.observe(state, None)

    assert codes(seen.public.discard) == ("D2", "D3", "CQ", "CJ", "C10", "S2", "H3")
    assert codes(seen.public.known[0]) == ("CA", "CK")
    assert (seen.public.pile, seen.hand, seen.drawn, seen.shown) == (2, (), None, ((), ()))
    assert GAME.observe(state, 1).drawn == card("D9")
    assert GAME.observe(state, 0).drawn is None


def test_what_is_known_of_a_hand_is_forgotten_when_the_card_is_given_away():
    """§20."""
    state = table(f"{JUNK}/H5 H6 H7 H8 H9", "CA CK CQ CJ C10")
    state = play(state, "swap S2 H3 <- CA CK", "swap H5 <- S2", "swap CA <- H5")

    assert state.public.known == (cards("H5 CK"), cards("S2"))


TIMEOUTS = [
    (FIRST, Action("put", cards("S2")), "§22: the first turn puts the least useful card"),
    (PUT, Action("put", cards("S2")), "§22: so does a put after a draw"),
    (PART, Action("draw"), "§22: draw while the zone has room"),
    (FULL, Action("clear"), "§22: clear a full zone"),
    (PART | {"pile": ""}, Action("pass"), "§22: 不换 when the pile is used up"),
    (FULL | {"pile": ""}, Action("pass"), "§22: also with a full zone"),
    (GOOD, Action("draw"), "§22: never 扣"),
]


@pytest.mark.parametrize(("given", "action", "why"), TIMEOUTS, ids=[r[-1] for r in TIMEOUTS])
def test_timeouts(given, action, why):
    assert GAME.on_timeout(GAME.observe(table(**given), 0)) == action


def test_a_timeout_folds():
    """§22."""
    state = play(table("S10 S9 S8 S7 S6/HA HK HQ HJ H9", "C2"), "knock")

    assert GAME.on_timeout(GAME.observe(state, 1)) == Action("fold")


LEAST = [
    ("SA SK S2 H9 D8", "D8", "§22: lowest outside the commonest suit"),
    ("SA SK S2 BJ D8", "D8", "§22: a joker belongs to every suit"),
    ("SA SK S2 BJ LJ", "S2", "§22: nothing outside it"),
    ("SA H2 H3 S4 D9", "H2", "§22: two suits of two: the one with more points is kept"),
]


@pytest.mark.parametrize(("hand", "wanted", "why"), LEAST, ids=[r[-1] for r in LEAST])
def test_least_useful(hand, wanted, why):
    assert least_useful(cards(hand)) == card(wanted)
