"""五瓜皮, rule by rule. Paragraphs are those of rules.zh.md."""

from itertools import combinations, pairwise

import pytest

from engine.cards import cards, pack
from engine.core import Action
from engine.errors import IllegalAction
from engine.games.wuguapi import GAME
from engine.games.wuguapi.game import CHAIN
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import OVER, PLAY
from engine.kernels.draw.deal import points, taken
from engine.text import read
from tests.games.draw_kit import RNG, dealt, everything, lowest_of, reading, say, scores, table


def over(new, old):
    """Whether a play beats another."""
    return beats(reading(GAME, new), reading(GAME, old))


def shape(text):
    """What cards are read as; None: no play."""
    found = reading(GAME, text)
    return None if found is None else found.shape


# Cards and points.


@pytest.mark.parametrize(("count", "left"), [(2, 54 - 2 * 5), (10, 54 - 10 * 5)])
def test_hands_and_the_pile(count, left):
    """§1"""
    state = dealt(GAME, count)
    assert (state.public.counts, len(state.deck)) == ((5,) * count, left)
    assert everything(state) == list(pack())
    assert (min(GAME.info.seats), max(GAME.info.seats)) == (2, 10)


def test_ranks_from_high_to_low():
    """§2"""
    row = cards("BJ LJ S5 D5 S4 S3 S2 SA SK SQ SJ S10 S9 S8 S7 S6 H6 C6 D6")
    assert all(over(high.code, low.code) for high, low in pairwise(row))


def test_a_pack_is_worth_a_hundred():
    """§3"""
    assert points(pack()) == 4 * 5 + 4 * 10 + 4 * 10


# Playing.


@pytest.mark.parametrize("seed", range(3))
def test_whoever_has_the_lowest_card_leads_and_must_play_it(seed):
    """§4"""
    state = dealt(GAME, 10, seed)
    lowest = lowest_of(GAME, state)
    first = min(range(10), key=lambda s: GAME.strength(lowest[s], {}))
    assert GAME.asked(state) == (first,)
    assert state.public.extra.lowest == tuple(lowest)
    assert state.public.must == lowest[first]
    shown = {(p.seat, p.codes) for p in GAME.present(GAME.observe(state, None)).blocks[2].plays}
    assert shown == {(seat, (card.code,)) for seat, card in enumerate(lowest)}


@pytest.mark.parametrize("line", ["D6", "S6 D6", "D6 C7 H8"])
def test_the_first_play_holds_the_lowest_card(line):
    """§4"""
    state = table(GAME, "S6 D6 C7 H8 S9/C6", must="D6", deck="D7")
    with pytest.raises(IllegalAction) as refused:
        say(GAME, state, "S9")
    assert refused.value.msg.key == "climb-first"
    assert cards("D6")[0] in say(GAME, state, line).public.played[0].cards


@pytest.mark.parametrize(
    ("new", "old"),
    [("S9 D9 H9 C9", "S8 D8 H8"), ("S9 D9 H9 C9", "S6 D6 H6 S7 D7"), ("BJ", "S6 D6")],
)
def test_only_as_many_cards_beat(new, old):
    """§5"""
    assert not over(new, old)
    assert not over(old, new)


def test_the_pair_of_jokers_beats_every_pair():
    """§5"""
    assert shape("LJ BJ") == "jokerpair"
    assert over("LJ BJ", "S5 H5") and not over("S5 H5", "LJ BJ")


THREE = ["S7 D8 C9", "H6 H9 HJ", "S6 D6 C6", "C6 C7 C8"]
FOUR = ["S5 D6 C7 H8", "H6 H9 HJ HQ", "S9 H9 C9 D9", "C6 C7 C8 C9"]
FIVE = [
    "SA D2 C3 H4 S5", "H6 H9 HJ HQ HA", "S5 D5 C5 D6 H6", "D4 S4 C4 H4 S6", "C6 C7 C8 C9 C10",
]  # fmt: skip


@pytest.mark.parametrize("ladder", [THREE, FOUR, FIVE], ids=["three", "four", "five"])
def test_the_ladders(ladder):
    """§6, §7, §8"""
    for low, high in combinations(ladder, 2):
        assert over(high, low) and not over(low, high)


def test_kinds_by_name():
    """§6, §7, §8"""
    assert list(map(shape, THREE)) == ["straight", "flush", "trips", "straightflush"]
    assert list(map(shape, FOUR)) == ["straight", "flush", "quad", "straightflush"]
    assert list(map(shape, FIVE)) == ["straight", "flush", "full", "four", "straightflush"]


def test_rul_12_what_may_be_carried():
    """§8"""
    assert shape("D4 S4 C4 H4 LJ") == "four"
    assert shape("D4 S4 C4 LJ BJ") is None
    assert shape("D4 S4 C4 S6 H7") is None
    assert shape("D4 S4 C4 S6") is None


@pytest.mark.parametrize(
    ("text", "top"),
    [("S3 H4 D5", "S5"), ("S4 H5 D6", "S5"), ("S5 H6 D7", "S5"), ("SA H2 D3", "S3"),
     ("SQ HK DA", "SA"), ("S6 H7 D8", "S8"), ("SA H2 D3 C4", "S4"), ("SJ HQ DK CA", "SA"),
     ("S10 HJ DQ CK SA", "SA"), ("SA H2 D3 C4 S5", "S5")],
)  # fmt: skip
def test_rul_16_an_ace_at_either_end(text, top):
    """§9"""
    found = reading(GAME, text)
    assert found.shape == "straight"
    assert found.head == reading(GAME, top).head


@pytest.mark.parametrize(
    ("line", "laid"),
    [("567", "5 7 6"), ("456", "5 4 6"), ("345", "5 4 3"), ("A23", "3 2 A"), ("QKA", "A K Q"),
     ("6789", "9 8 7 6"), ("34567", "5 4 3 7 6"), ("H2 H4 HA HK H8", "4 2 A K 8")],
)  # fmt: skip
def test_a_straight_is_laid_down_with_its_highest_card_first(line, laid):
    """§9"""
    state = table(GAME, "HA H2 D3 H4 S5 D6 C7 H8 D9 SQ HK/C6")
    after = say(GAME, state, line)
    assert [card.code[1:] for card in after.public.played[0].cards] == laid.split()


@pytest.mark.parametrize(
    "text", ["SK HA S2", "SQ HK DA S2", "SQ HK DA S2 H3", "SK HA S2 D3 C4", "S4 H5 LJ", "LJ BJ S6"]
)
def test_rul_16_no_straight_goes_round_the_corner(text):
    """§9"""
    assert shape(text) is None


def test_suited_but_round_the_corner_is_a_flush():
    """§9"""
    assert shape("SK SA S2") == "flush"


def test_rul_03_every_straight_has_ranks_in_a_row():
    """§9: all sets of three ranks, and those of four and five with an ace or a two"""
    line = [CHAIN[at : at + n] for n in (3, 4, 5) for at in range(len(CHAIN) - n + 1)]
    rows = {frozenset(run) for run in line if len(set(run)) == len(run)}
    suits = "DCHSD"
    for size in (3, 4, 5):
        for ranks in combinations(sorted(set(CHAIN)), size):
            codes = [f"{s}{_face(r)}" for s, r in zip(suits, ranks, strict=False)]
            found = shape(" ".join(codes))
            assert (found == "straight") is (frozenset(ranks) in rows), ranks


def _face(rank):
    return {11: "J", 12: "Q", 13: "K", 14: "A"}.get(int(rank), str(int(rank)))


def test_rul_17_all_cards_of_a_straight_flush_are_both():
    """§6"""
    assert shape("C6 C7 C8 C9 CK") == "flush"
    assert shape("C6 C7 C8 C9 H10") == "straight"


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("S9 D9", "H9 C9"),
        ("D6 D8 D4", "SA SK SJ"),
        ("S3 H4 D5", "S2 H3 S4"),
        ("S3 H4 C5", "C3 C4 D5"),
        ("S3 H4 S5", "D5 S6 S7"),
        ("D5 S5 C5 D6 H6", "D4 S4 C4 DK HK"),
        ("D5 S5 C5 H5 D6", "D4 S4 C4 H4 S5"),
        ("D3 D4 D5", "SA S2 S3"),
        ("S6 S7 S4", "H6 H7 H4"),
    ],
)
def test_equal_kinds_by_rank_and_suit(new, old):
    """§10"""
    assert shape(new) == shape(old)
    assert over(new, old) and not over(old, new)


def test_a_pass_is_not_for_good_and_a_lead_is_no_pass():
    """§11"""
    state = table(GAME, "D8 SA/C9 S6/H9 S8", deck="D7 C7")
    with pytest.raises(IllegalAction) as refused:
        say(GAME, state, "过")
    assert refused.value.msg.key == "climb-must-lead"
    assert GAME.asked(say(GAME, state, "D8", "过", "H9", "SA")) == (1,)


@pytest.mark.parametrize("line", ["大鬼", "对鬼", "S3 S4 S5", "S5 S6 S7 S8 S9"])
def test_what_nothing_beats_ends_the_circle(line):
    """§11"""
    hand = "BJ LJ S3 S4 S5 S6 S7 S8 S9 D6"
    state = say(GAME, table(GAME, f"{hand}/C9 C6", deck="D7"), line)
    assert (GAME.asked(state), state.public.circle.top, len(state.public.past)) == ((0,), None, 1)


@pytest.mark.parametrize("line", ["S5", "H5 S5", "小鬼", "H3 H4 H5"])
def test_what_something_beats_does_not(line):
    """§11"""
    hand = "LJ S5 H3 H4 H5 D6"
    assert GAME.asked(say(GAME, table(GAME, f"{hand}/C9 C6", deck="D7"), line)) == (1,)


# Points and drawing.


def test_the_last_hand_of_a_circle_takes_its_points():
    """§12"""
    state = table(GAME, "D10 C10 D6/H10 S10 C6", deck="D7 C7")
    state = say(GAME, state, "D10 C10", "H10 S10", "过")
    assert [points(won) for won in taken(state.public)] == [0, 4 * 10]


def test_the_points_of_a_play_that_nothing_beats_count():
    """§12"""
    state = say(GAME, table(GAME, "S3 S4 S5 D6/C6 C7", deck="D7 C8"), "S3 S4 S5")
    assert [points(won) for won in taken(state.public)] == [5, 0]


def test_drawing_begins_with_the_winner():
    """§13"""
    state = table(GAME, "BJ S8 S9 D6/C6 C7 C9", deck="D7 D8 H8")
    state = say(GAME, state, "大鬼")
    assert state.public.counts == (3 + 2, 3 + (3 - 2))
    assert (GAME.asked(state), state.public.deck) == ((0,), 0)


def test_without_cards_one_waits_for_the_pile_and_is_out_without():
    """§14"""
    waiting = say(GAME, table(GAME, "S9/C6 C7/D6 D8", deck="D7"), "S9", "过", "过")
    assert (waiting.public.out, waiting.public.counts) == ((), (1, 2, 2))
    gone = say(GAME, table(GAME, "S9/C6 C7/D6 D8"), "S9", "过", "过")
    assert (gone.public.out, GAME.asked(gone)) == ((0,), (1,))
    assert GAME.finished(gone) == {0}


@pytest.mark.parametrize(("option", "left"), [("last_hand", 10), ("none", 0)])
def test_rul_20_points_left_in_hand(option, left):
    """§15"""
    state = table(GAME, "HK/S10 D6", won="SK CK DK H10", leftover=option)
    state = say(GAME, state, "HK")
    assert state.public.phase == OVER
    assert scores(GAME, state) == (40 + 10 + left, 0)


def test_with_a_pile_nobody_is_out():
    """§15"""
    assert say(GAME, table(GAME, "HK/S10 D6", deck="D7"), "HK").public.phase == PLAY


@pytest.mark.parametrize(
    ("option", "expected"),
    [("false", (50, 30, 15 + 5)), ("true", (3 * 50 - 100, 3 * 30 - 100, 3 * 20 - 100))],
)
def test_scores(option, expected):
    """§16"""
    won = "SK HK CK DK S10/H10 C10 D10/S5 H5 C5"
    state = say(GAME, table(GAME, "D8/D5 D6/S9", won=won, zero_sum=option), "D8", "过", "S9")
    assert scores(GAME, state) == expected


# Out of time, and typing.


def test_out_of_time():
    """§17"""
    state = table(GAME, "D6 S6 S7/D9 D7", must="D6", deck="C7")
    assert GAME.on_timeout(GAME.observe(state, 0)) == Action("play", cards=cards("D6"))
    state = say(GAME, state, "D6")
    assert GAME.on_timeout(GAME.observe(state, 1)) == Action("pass")


@pytest.mark.parametrize(
    ("line", "expected"),
    [("出 ♠5", "S5"), ("77", "D7 H7"), ("678", "D6 D7 S8"), ("对鬼", "LJ BJ"), ("雙鬼", "LJ BJ"),
     ("♥6 ♥9 ♥J", "H6 H9 HJ"), ("红桃6 红桃9 红桃J", "H6 H9 HJ"), ("大鬼", "BJ")],
)  # fmt: skip
def test_rul_09_spellings(line, expected):
    """§18"""
    state = table(GAME, "S5 D7 H7 D6 H6 S8 H9 HJ LJ BJ/D9")
    action = read(line, GAME.info, GAME.prompt(GAME.observe(state, 0)))
    assert sorted(action.cards) == sorted(cards(expected))


def test_a_refusal_says_what_would_beat():
    """§6"""
    state = say(GAME, table(GAME, "H6 H9 HJ D6/S7 D8 C9 S10", deck="D7"), "H6 H9 HJ")
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, 1, Action("play", cards=cards("S7 D8 C9")), RNG)
    need = dict(refused.value.msg.params)["need"]
    assert need.key == "climb-need-grade"


def test_the_example():
    state = table(GAME, "HK SK D6/C5 D5 S10")
    state = say(GAME, state, "HK SK", "C5 D5", "过", "S10")
    assert state.public.phase == OVER
    assert scores(GAME, state) == (0, 10 + 10 + 5 + 5 + 10)
