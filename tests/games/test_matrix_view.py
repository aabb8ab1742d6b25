"""What players of 扑克矩阵 see: their board, all boards, the settlement, and that it fits."""

from __future__ import annotations

import pytest

from bot.i18n.catalogue import LANGUAGES, Catalogue
from engine.games.matrix import GAME
from engine.games.matrix.scoring import LINES
from engine.games.matrix.state import LETTERS
from engine.match import act, deal, pending
from engine.msg import Msg
from engine.rng import Rng
from engine.view import Boards, Cards, Facts, Grid, Lamps, Seats, Table, Tint
from renderers import picture, text
from renderers.sheet import Words
from renderers.theme import LONGEST_SIDE
from tests.games.matrix_kit import finished, layout, match_of, place, table
from tests.games.test_matrix import POOR, RICH, ROW
from tests.kit.tiers import chosen

NAMES = tuple(
    f"{name}{number}" for number in range(13) for name in ("王", "张伟", "Ann", "欧阳娜娜")
)


def speaker(language="zh-Hans"):
    return Catalogue(language, strict=True).speaker(NAMES)


def view_of(state, seat=None):
    return GAME.present(GAME.observe(state, seat))


def block(view, kind):
    return next(found for found in view.blocks if isinstance(found, kind))


def moments(seats, every):
    """States of a round in which everybody follows one of the first suggestions."""
    match, _ = deal(match_of(seats, seed=seats))
    luck, shown = Rng(b"moments"), -1
    while match.outcome is None:
        waits = pending(match)
        if match.state.public.round // every != shown and len(waits) <= max(1, seats // 2):
            shown = match.state.public.round // every
            yield match.state
        ideas = GAME.suggest(GAME.observe(match.state, waits[0]), 3)
        match, _ = act(match, waits[0], luck.choice(ideas))
    yield match.state


def test_special_cells_have_colours_and_letters_until_a_card_lies_there():
    state = table("S3 H4", cells=layout(c="red", d="black", e="double", f="skip"))
    cells = block(view_of(state, 0), Grid).cells
    assert [cell.tint for cell in cells[1:7]] == [
        Tint.PLAIN, Tint.RED, Tint.BLACK, Tint.GOLD, Tint.BLUE, Tint.PLAIN,
    ]  # fmt: skip
    said = [label if isinstance(label := cell.label, str) else speaker()(label) for cell in cells]
    assert said[1:7] == ["b", "c 红格", "d 黑格", "e 加倍", "f 过牌", "g"]
    after = block(view_of(place(state, "c"), 0), Grid).cells[2]
    assert (after.code, speaker()(after.badge), after.tint) == ("S3", "红", Tint.RED)


def test_a_complete_line_is_framed_and_listed_with_its_product():
    view = view_of(place(table(ROW), "a b c d e"), 0)
    assert block(view, Grid).lines == (LINES[0],)
    assert block(view, Facts).facts[0].value == 16 * 12
    assert "第 1 行：牌型 顺子，点数×牌型 16×12，分 192" in text.render(view, speaker())
    assert block(view, Table).bright == (0,)


def test_a_line_without_points_is_listed_but_not_lit():
    view = view_of(place(table("S2 H4 C6 D8 S10"), "a b c d e"), 0)
    assert block(view, Grid).lines == ()
    assert block(view, Table).rows[0][-1] == 0
    assert block(view, Table).bright == ()


def test_what_the_card_of_now_would_complete_is_listed_best_first():
    state = place(table("SA HA CA D2 S2 H2 C3 D3 DA"), "b c d e f k p u")
    found = block(view_of(state, 0), Table)
    assert found.dim == (0, 1)
    say = speaker()
    assert [(row[0], say(row[1]), say(row[2]), row[3]) for row in found.rows] == [
        ("a", "第 1 行", "四条", (5 * 4 + 1) * 16),
        ("a", "第 1 列", "两对", (5 + 1 + 1 + 1 + 1) * 3),
    ]


def test_who_has_answered_sees_what_the_next_card_would_complete():
    state = table("SA HA CA D2 S9 DA", seats=2)
    for letter in "bcde":
        state = place(place(state, letter, seat=0), letter, seat=1)
    assert speaker()(block(view_of(state, 0), Table).title) == "放下 ♠9 能完成"
    state = place(state, "y", seat=0)
    assert speaker()(block(view_of(state, 0), Table).title) == "放下 ♦A 能完成"
    assert block(view_of(state, 0), Grid).cells[24].code == "S9"


def test_the_lamps_count_kinds():
    lamps = block(view_of(place(table(ROW), "a b c d e"), 0), Lamps)
    assert (lamps.lit, len(lamps.labels)) == (1, 8)


def test_a_card_put_down_in_this_round_is_on_ones_own_screen_only():
    """§14"""
    state = place(table("S3 H4", seats=3), "g", seat=1)
    assert block(view_of(state, 1), Grid).cells[6].code == "S3"
    for viewer in (None, 0, 2):
        view = view_of(state, viewer)
        grids = [b for b in view.blocks if isinstance(b, Grid)]
        grids += [grid for b in view.blocks if isinstance(b, Boards) for grid in b.boards]
        assert grids
        assert not any(cell.code for grid in grids for cell in grid.cells)
    rows = block(view_of(state), Seats).rows
    assert [(row.asked, len(row.marks)) for row in rows] == [(True, 0), (False, 1), (True, 0)]


def test_others_answers_change_no_private_screen():
    """Fifty people answer: a screen that changed each time would be sent each time."""
    state = table("S3 H4", seats=3)
    assert view_of(place(state, "g", seat=1), 2) == view_of(state, 2)


@pytest.mark.parametrize(("seats", "boards"), [(2, 2), (4, 4), (9, 9), (10, 0), (50, 0)])
def test_boards_up_to_nine_a_ranking_beyond(seats, boards):
    view = view_of(table("S3", seats=seats))
    assert sum(len(b.boards) for b in view.blocks if isinstance(b, Boards)) == boards
    ranked = [len(b.rows) for b in view.blocks if isinstance(b, Table)]
    assert sum(ranked) == (seats if seats > 9 else 0)
    assert block(view, Cards).codes[0] == "S3"
    assert sum(len(b.boards) for b in view.details) == (9 if seats > 9 else 0)


def test_alone_everybody_sees_the_one_board():
    """§1"""
    state = place(table(ROW, cells=layout(y="red")), "a b c")
    assert view_of(state) == view_of(state, 0)


def test_alone_the_best_so_far_is_there_to_beat():
    """§1"""
    state = place(table(ROW, best=(100,)), "a b c d")
    facts = block(view_of(state, 0), Facts).facts
    assert [(fact.value, fact.good) for fact in facts] == [(0, True), (100, False)]
    facts = block(view_of(place(state, "e"), 0), Facts).facts
    assert [(fact.value, fact.good) for fact in facts] == [(192, True), (100, True)]


@pytest.mark.parametrize("seats", [2, 4, 5, 9])
def test_the_settlement_lists_twelve_lines_cells_and_collection_of_each(seats):
    """§10"""
    state = finished(*(RICH, POOR) * (seats // 2), *(RICH,) * (seats % 2))
    sheet, scores = block(view_of(state), Table), GAME.outcome(state).scores
    assert len(sheet.rows) == 12 + 3
    assert all(len(row) == 1 + seats for row in sheet.rows)
    assert sheet.rows[-1][1:] == scores
    rows = block(view_of(state), Seats).rows
    assert [row.score for row in rows] == list(scores)
    assert [row.won for row in rows] == [score == max(scores) for score in scores]
    if seats > 4:
        paid = [[row[1 + seat] for row in sheet.rows] for seat in range(seats)]
        assert all(sum(column[:-1]) == column[-1] for column in paid)


def test_ones_own_settlement_adds_up():
    """§10"""
    *parts, total = [row[-1] for row in block(view_of(finished(RICH, POOR), 1), Table).rows]
    assert len(parts) >= 12
    assert sum(parts) == total


def test_the_ranking_of_many_says_what_points_are_made_of():
    """§15"""
    state = finished(*(POOR,) * 11, RICH)
    rows, say = block(view_of(state), Table).rows, speaker()
    first, seat, lines, extra, total = rows[0]
    assert (first, say(seat), total) == (1, NAMES[11], GAME.outcome(state).scores[11])
    assert lines + extra == total
    assert [row[0] for row in rows[1:]] == [2] * 11


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2, 4, 9, 50])
@pytest.mark.parametrize("language", chosen(LANGUAGES, 1, "fits"))
def test_every_screen_fits_its_picture(seats, language):
    """Nothing is left out, at no time, for nobody."""
    say = speaker(language)
    more = say(Msg("render-more"))
    for state in moments(seats, every=9 if seats > 9 else 6):
        for viewer in dict.fromkeys((None, 0, seats - 1)):
            sheet = picture.sheet(view_of(state, viewer), say)
            assert max(sheet.width, sheet.height) <= LONGEST_SIDE
            said = {item.text for item in sheet.items if isinstance(item, Words)}
            assert more not in said, (state.public.round, viewer)


def test_letters_name_cells_in_pictures_and_in_words():
    """§2"""
    view = view_of(table("S3"), 0)
    sheet = picture.sheet(view, speaker())
    assert set(LETTERS) <= {item.text for item in sheet.items if isinstance(item, Words)}
    shown = text.render(view, speaker())
    assert all(f"（{letter}" in shown for letter in LETTERS)
