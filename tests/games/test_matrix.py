"""The rules of 扑克矩阵; paragraphs (§) are those of rules.zh.md."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from engine.cards import card, cards, pack
from engine.core import Action, Carry, defaults, waiting
from engine.errors import IllegalAction, RuleError, UnreadableAction
from engine.games.matrix import GAME
from engine.games.matrix.scoring import CELLS, Kind
from engine.games.matrix.state import LETTERS, PLAIN_BOARD, Board, Special
from engine.games.matrix.tally import tally
from engine.match import act, deal, pending, places, totals
from engine.rng import Rng
from engine.text import read
from tests.games.matrix_kit import (
    NEW,
    RNG,
    dealt,
    filled_board,
    finished,
    layout,
    match_of,
    place,
    played,
    table,
    won,
)

ROW = "SA S10 SQ HK HJ"
"""A straight of 5 + 2 + 3 + 3 + 3 = 16 points."""

ROYAL = "S10 SJ SQ SK SA"

RICH = Board(cells=pack(jokers=False)[:CELLS])
POOR = filled_board("SA H2 C4 D6 S8 H3 C5 D7 S9 HJ C2 D4 S6 H8 C10 D3 S5 H7 C9 DJ S2 H4 C6 D8 SQ")


def gains(deck, letters, cells=PLAIN_BOARD):
    """What each placement adds to the points of one who plays alone."""
    state = table(deck, cells=cells)
    points = [0]
    for letter in letters.split():
        state = place(state, letter)
        points.append(won(state).total)
    return [after - before for before, after in pairwise(points)]


# Boards and cards.


def test_1_to_50_players_and_one_sequence_for_all():
    """§1"""
    assert (GAME.info.seats[0], GAME.info.seats[-1]) == (1, 50)
    state = dealt(50, seed=3)
    assert len(GAME.inventory(state).cards) == 52
    assert not any(c.is_joker for c in GAME.inventory(state).cards)
    assert GAME.asked(state) == tuple(range(50))
    assert {GAME.observe(state, seat).public.card for seat in (None, 0, 49)} == {state.public.card}


def test_alone_one_plays_against_ones_best():
    """§1: the best round of a match so far is known in the next one."""
    match = match_of(1, rounds=3)
    scores = []
    for _ in range(2):
        match = played(match, GAME.on_timeout)
        scores.append(match.outcome.scores[0])
    match, _ = deal(match)
    assert match.carry.best == match.state.public.best == (max(scores),)
    assert dealt(2, carry=Carry(best=(700, 0))).public.best == (700, 0)


@pytest.mark.parametrize(
    ("more", "said"), [(1, ["matrix-reason", "matrix-record"]), (0, ["matrix-reason"])]
)
def test_a_new_best_is_said_at_the_end(more, said):
    """§1: it is told where one is beaten, not where it is reached."""
    outcome = GAME.outcome(finished(RICH, best=(tally(RICH, PLAIN_BOARD).total - more,)))
    assert [reason.key for reason in outcome.reasons] == said


def test_a_first_round_beats_nothing():
    """§1"""
    for best in ((), (0,)):
        outcome = GAME.outcome(finished(RICH, best=best))
        assert [reason.key for reason in outcome.reasons] == ["matrix-reason"]


def test_cells_are_called_a_to_y():
    """§2: a is the upper left corner, e the upper right one, y the lower right one."""
    assert "".join(LETTERS) == "abcdefghijklmnopqrstuvwxy"
    assert [LETTERS[cell] for cell in (0, 4, 20, 24)] == ["a", "e", "u", "y"]
    seen = GAME.observe(table(), 0)
    assert read("E", GAME.info, GAME.prompt(seen)) == Action("place", number=4)
    for line in ("放 y", "放在y格", "放到 Y", "填 y 格", "y格"):
        assert read(line, GAME.info, GAME.prompt(seen)) == Action("place", number=24)


def test_five_special_cells_of_four_kinds_at_the_same_places_for_all():
    """§3"""
    layouts = [dealt(seed=seed).public.layout for seed in range(60)]
    wanted = {Special.NONE: 20, Special.RED: 1, Special.BLACK: 1, Special.DOUBLE: 1,
              Special.SKIP: 2}  # fmt: skip
    assert all(Counter(cells) == wanted for cells in layouts)
    reds = {cells.index(Special.RED) for cells in layouts}
    assert len(reds) > CELLS // 2
    assert dealt(special="off").public.layout == PLAIN_BOARD


# Placing.


def test_the_current_card_and_the_next_two_are_seen():
    """§4"""
    state = table("S3 H4 C5 D6 SA")
    assert state.public.card == card("S3")
    assert state.public.coming == cards("H4 C5")
    state = place(state, "a")
    assert state.public.card == card("H4")
    assert state.public.coming == cards("C5 D6")


def test_an_answer_may_be_changed_until_the_last_one_closes_the_round():
    """§4, RAC-10, RAC-16"""
    state = place(table("S3 H4", seats=3), "a", seat=0)
    assert waiting(GAME, state) == (1, 2)
    assert GAME.prompt(GAME.observe(state, 0)).answered
    state = place(place(state, "b", seat=0), "y", seat=2)
    assert state.public.round == 1
    assert waiting(GAME, state) == (1,)
    state = place(state, "a", seat=1)
    assert state.public.round == 2
    assert [board.cells.index(card("S3")) for board in state.public.boards] == [1, 0, 24]
    assert waiting(GAME, state) == (0, 1, 2)


def test_a_card_that_lies_stays():
    """§4: a filled cell is refused and the turn is not used; the cells still empty are named."""
    state = place(table("S3 H4"), "a")
    with pytest.raises(IllegalAction, match="matrix-filled") as refused:
        place(state, "a")
    assert dict(refused.value.msg.params)["empty"] == " ".join(LETTERS[1:])
    assert GAME.asked(state) == (0,)


@pytest.mark.parametrize("line", ["0", "我", "-", "z", "ab", "放 0", "放 z", "24"])
def test_what_is_no_cell_is_refused(line):
    """§4"""
    state = table()
    prompt = GAME.prompt(GAME.observe(state, 0))
    with pytest.raises(RuleError) as refused:
        GAME.apply(state, 0, read(line, GAME.info, prompt), RNG)
    assert isinstance(refused.value, UnreadableAction | IllegalAction)
    assert refused.value.msg.key in ("text-name", "matrix-no-such")
    assert state == table()


@pytest.mark.parametrize(
    "action",
    [
        Action("place"),
        Action("place", number=25),
        Action("place", number=-1),
        Action("place", number=3, target=0),
        Action("place", cards("S3"), number=3),
        Action("put", number=3),
    ],
)
def test_anything_else_is_refused(action):
    """§4"""
    with pytest.raises(IllegalAction, match=r"matrix-(no-such|too-much)"):
        GAME.apply(table("S3"), 0, action, RNG)


@pytest.mark.parametrize(
    ("special", "rounds", "shown"), [("on", 25 + 2, 27 + 2), ("off", 25, 25 + 2)]
)
@pytest.mark.parametrize("seats", [1, 3])
def test_how_long_a_round_is(special, rounds, shown, seats):
    """§5"""
    match = played(match_of(seats, special=special), GAME.on_timeout)
    assert match.state.public.round == rounds + 1
    assert len(match.state.public.shown) == shown
    assert all(None not in board.cells for board in match.state.public.boards)


# Lines and the collection.


def test_a_row_pays_when_it_is_full():
    """§8"""
    assert gains(ROW, "a b c d e") == [0, 0, 0, 0, 16 * 12 * 1]


@pytest.mark.parametrize(
    ("deck", "letters", "paid"),
    [
        (ROW, "c a e b d", 16 * 12 * 1),
        (ROW, "a f k p u", 16 * 12 * 1),
        (ROW, "a g m s y", 16 * 12 * 2),
        (ROW, "e i m q u", 16 * 12 * 2),
        ("SA H2 C3 D4 S5", "u v w x y", (5 + 1 + 1 + 1 + 1) * 12),
        (ROYAL, "a g m s y", 16 * 30 * 2),
        ("S2 H4 C6 D8 S10", "a b c d e", 0),
    ],
)
def test_what_a_line_pays(deck, letters, paid):
    """§6, §7, §8"""
    assert gains(deck, letters) == [0, 0, 0, 0, paid]


def test_one_card_may_complete_two_lines():
    """§8: the corner completes a row and a column."""
    deck = "SA HA CA D2 | S2 H2 C3 D3 | DA".replace(" | ", " ")
    assert gains(deck, "b c d e f k p u a")[-1] == (5 * 4 + 1) * 16 + (1 + 1 + 1 + 1 + 5) * 3


COLLECTED = [
    # five cards a row, the kind of each, and the level after it; columns are not full yet
    ("S2 H2 C5 D7 S9", Kind.PAIR, 0),
    ("S3 H3 C4 D4 SJ", Kind.TWO_PAIRS, 0),
    ("S6 H6 C6 D8 SQ", Kind.TRIPLE, 0),
    ("H8 C9 D10 HJ CQ", Kind.STRAIGHT, 0),
]


@pytest.mark.parametrize(
    ("fifth", "collection"),
    [
        ("DA DK D6 D3 D2", 100),
        ("SK HK CK S10 H10", 100),
        ("SA HK CJ S8 C2", 0),
        ("SA HA CK SK H5", 0),
    ],
    ids=["flush", "full house", "high card", "two pairs again"],
)
def test_the_collection_rises_with_the_fifth_kind(fifth, collection):
    """§9: from 4 kinds to 5; a kind that is there already and 高牌 change nothing."""
    board = Board(cells=cards(" ".join(row for row, _, _ in COLLECTED) + " " + fifth))
    found = tally(board, PLAIN_BOARD)
    assert [line.kind for line in found.lines[:4]] == [kind for _, kind, _ in COLLECTED]
    rows = found.lines[:5]
    before = Board(cells=(*board.cells[:20], *(None,) * 5))
    assert tally(before, PLAIN_BOARD).kinds == 4
    assert tally(before, PLAIN_BOARD).collection == 0
    kinds = {line.kind for line in rows} - {Kind.HIGH}
    assert {4: 0, 5: 100}[len(kinds)] == collection


def test_a_straight_flush_is_one_kind_only():
    """§9"""
    state = place(table(ROYAL), "a b c d e")
    assert won(state).kinds == 1


def test_the_total_is_lines_cells_and_collection():
    """§10"""
    for seed in range(8):
        match = played(match_of(1, seed), GAME.on_timeout)
        found = won(match.state)
        lines = sum(line.cards * line.pattern * line.times for line in found.lines)
        cells = sum(20 * bonus.card_points for bonus in found.bonuses)
        assert len(found.lines) == 12
        assert match.outcome.scores == (lines + cells + found.collection,) == (found.total,)


# Special cells.


@pytest.mark.parametrize(
    ("face", "red", "black"),
    [
        ("S2", 0, 20 * 1),
        ("H2", 20 * 1, 0),
        ("C2", 0, 20 * 1),
        ("D2", 20 * 1, 0),
        ("HA", 20 * 5, 0),
        ("CK", 0, 20 * 3),
        ("S9", 0, 20 * 2),
    ],
)
def test_bonus_cells(face, red, black):
    """§11: once, when the card is put down; the wrong colour uses the cell up."""
    assert gains(face, "c", layout(c="red")) == [red]
    assert gains(face, "c", layout(c="black")) == [black]
    state = place(table(face, cells=layout(c="red")), "c")
    with pytest.raises(IllegalAction, match="matrix-filled"):
        place(state, "c")


@pytest.mark.parametrize(
    ("double", "deck", "letters", "paid"),
    [
        ("e", ROW, "a b c d e", 16 * 12 * 2),
        ("d", ROW, "a b c d e", 16 * 12 * 1),
        ("a", ROW, "a b c d e", 16 * 12 * 1),
        ("y", ROYAL, "a g m s y", 16 * 30 * 3),
        ("m", ROYAL, "a g s y m", 16 * 30 * 3),
        ("m", ROYAL, "a g m s y", 16 * 30 * 2),
    ],
)
def test_the_double_cell(double, deck, letters, paid):
    """§12: lines completed by filling it, and no others, count one time more."""
    assert gains(deck, letters, layout(**{double: "double"})) == [0, 0, 0, 0, paid]


def test_the_double_cell_doubles_every_line_it_completes():
    """§12"""
    deck = "SA HA CA D2 S2 H2 C3 D3 DA"
    paid = (5 * 4 + 1) * 16 * 2 + (1 + 1 + 1 + 1 + 5) * 3 * 2
    assert gains(deck, "b c d e f k p u a", layout(a="double"))[-1] == paid


def test_the_skip_cell():
    """§13: whoever fills it sits out the next round; the others do not."""
    state = table("S3 H4 C5 D6", seats=2, cells=layout(c="skip"))
    state = place(place(state, "c", seat=0), "a", seat=1)
    assert GAME.asked(state) == (1,)
    state = place(state, "b", seat=1)
    assert state.public.card == card("C5")
    assert GAME.asked(state) == (0, 1)
    assert card("H4") not in state.public.boards[0].cells


def test_when_all_skip_the_card_passes_by():
    """§13"""
    step = GAME.apply(table("S3 H4 C5", cells=layout(c="skip")), 0, Action("place", number=2), RNG)
    assert step.state.public.card == card("C5")
    assert [event.msg.key for event in step.events] == ["matrix-closed", "matrix-passed"]


def test_two_skips_in_a_row():
    """§13: the second is filled after the first has passed."""
    state = place(table("S3 H4 C5 D6 S7", cells=layout(c="skip", d="skip")), "c d")
    assert state.public.card == card("S7")
    held = [face for face in state.public.boards[0].cells if face]
    assert held == list(cards("S3 C5"))


@pytest.mark.parametrize("last", ["y", "x"])
def test_a_skip_cell_filled_last_only_uses_up_what_is_left(last):
    """§13"""
    cells = layout(y="skip", x="skip")
    order = [letter for letter in LETTERS if letter != last] + [last]
    state = table(cells=cells)
    for letter in order:
        assert GAME.asked(state) == (0,)
        state = place(state, letter)
    assert state.public.over
    assert state.public.round == 27 + 1
    assert GAME.outcome(state).scores == (won(state).total,)


# What is seen, and the end.


def test_boards_are_open_but_not_the_answers_of_this_round():
    """§14"""
    state = place(table("S3 H4", seats=3), "b", seat=1)
    for viewer in (None, 0, 2):
        seen = GAME.observe(state, viewer)
        assert seen.answered == (False, True, False)
        assert seen.answer is None
        assert seen.public.boards == state.public.boards == (Board(),) * 3
    assert GAME.observe(state, 1).answer == 1
    assert GAME.observe(state, 1).board.cells[1] == card("S3")


def test_equal_points_share_a_place_and_the_rank_points():
    """§15: 1 point for each player with fewer points."""
    rich, poor = (tally(board, PLAIN_BOARD).total for board in (RICH, POOR))
    assert rich > poor
    outcome = GAME.outcome(finished(RICH, POOR, RICH))
    assert outcome.scores == (rich, poor, rich)
    assert places(outcome.scores) == (1, 3, 1)
    assert GAME.outcome(finished(RICH, POOR, RICH, by_rank=True)).scores == (1, 0, 1)


def test_rank_points_are_an_option():
    """§15"""
    match = played(match_of(4, matrix_total="rank_points"), GAME.on_timeout)
    assert match.outcome.scores == (0, 0, 0, 0)
    assert totals(played(match_of(4), GAME.on_timeout))[0] > 0


def test_who_does_not_answer_gets_the_first_empty_cell():
    """§16"""
    state = place(table("S3 H4 C5"), "a b")
    assert GAME.on_timeout(GAME.observe(state, 0)) == Action("place", number=2)
    state = place(table("S3 H4"), "c")
    assert GAME.on_timeout(GAME.observe(state, 0)) == Action("place", number=0)


def test_the_deal_is_the_same_for_the_same_seed_only():
    """§1"""
    assert dealt(seed=1) == dealt(seed=1)
    assert dealt(seed=1).public.shown != dealt(seed=2).public.shown
    assert NEW.best == ()


def test_nobody_may_answer_twice_after_the_end():
    """§5"""
    match = played(match_of(2), GAME.on_timeout)
    assert pending(match) == ()
    with pytest.raises(ValueError, match="not asked"):
        act(match, 0, Action("place", number=0))


def test_where_many_play_the_three_best_are_accounted_for():
    """§10: the others stand in the picture."""
    reasons = GAME.outcome(finished(*(POOR,) * 9, RICH)).reasons
    assert [reason.key for reason in reasons] == ["matrix-reason"] * 3
    assert dict(reasons[0].params)["total"] == tally(RICH, PLAIN_BOARD).total
    assert len(GAME.outcome(finished(*(POOR,) * 8, RICH)).reasons) == 9


def test_a_seed_fixes_cards_and_board():
    """§17: so a word, which the bot turns into a seed, is the same game for whoever takes it."""

    def dealt(seed):
        state = GAME.setup(1, defaults(GAME.info), Carry(), Rng(seed, "deal", 1)).state
        return state.public.shown, state.deck, state.public.layout

    first, second = dealt(bytes(32)), dealt(b"\1" * 32)
    assert dealt(bytes(32)) == first
    assert all(one != two for one, two in zip(first, second, strict=True))
    assert GAME.info.practice
