"""Whatever is written stands out from what it is written on, and suits from each other."""

from __future__ import annotations

from itertools import combinations

import pytest

from renderers import picture
from renderers.ink import cards
from renderers.ink.palette import colours
from renderers.sheet import Panel, Words
from renderers.theme import COATS, FELT, LINES, SUITS, SUITS_FOUR, TONES, Tone
from tests.renderers.screens import SCREENS, speaker
from tests.renderers.test_layout import within

ENOUGH = 4.5
SIGNS = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}
JOKERS = ("LJ", "BJ")


def light(colour) -> float:
    """Relative luminance as WCAG 2.2 defines it, 0..1."""
    parts = [v / 255 for v in colour]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one, other) -> float:
    """Contrast ratio as WCAG 2.2 defines it, 1..21."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def grounds(word, sheet):
    """The colours below a line: that of the topmost panel around it, or the cloth's range."""
    below = [
        COATS[item.ground].fill
        for item in sheet.items[: sheet.items.index(word)]
        if isinstance(item, Panel) and within(word, item) and COATS[item.ground].fill
    ]
    return below[-1:] or [FELT.felt, FELT.felt_edge]


def inks(word):
    """The colours of a line: its tone's, and those of the suits in it with two and with four."""
    yield TONES[word.tone]
    for suits in (SUITS, SUITS_FOUR):
        for sign, letter in SIGNS.items():
            if sign in word.text and letter in suits:
                yield suits[letter][0 if word.tone is Tone.INK else 1]


@pytest.mark.parametrize("name", SCREENS)
def test_img_05_every_line_of_a_screen_stands_out_from_its_ground(name):
    view, people = SCREENS[name]
    sheet = picture.sheet(view, speaker(people))
    pairs = {
        (ink, ground)
        for word in sheet.items
        if isinstance(word, Words)
        for ink in inks(word)
        for ground in grounds(word, sheet)
    }
    assert len(pairs) > 2
    assert [pair for pair in pairs if contrast(*pair) < ENOUGH] == []


@pytest.mark.parametrize("ground", COATS)
def test_any_mark_can_be_written_on_any_ground(ground):
    fill = COATS[ground].fill
    if fill in (FELT.gold, FELT.cream, None):
        assert fill is None or contrast(FELT.ink, fill) >= ENOUGH
    else:
        assert contrast(FELT.strong, fill) >= ENOUGH


@pytest.mark.parametrize("four", [False, True])
def test_img_05_indices_stand_out_from_their_card(four):
    faces = [letter + "7" for letter in "SHCD"] + list(JOKERS)
    inks = {cards.ink(face, four=four) for face in faces}
    assert all(contrast(ink, FELT.cream) >= ENOUGH for ink in inks)
    assert len({cards.ink(letter + "7", four=four) for letter in "SHCD"}) == (4 if four else 2)


def test_img_05_suits_differ_by_shape_where_no_colour_is_seen():
    signs = [cards.drawn(cards.Look(s + "7", "", 112, 158)).convert("L") for s in "SHCD"]
    shapes = [
        sign.crop((0, 40, 112, 158)).point([0] * 160 + [255] * 96).tobytes() for sign in signs
    ]
    for one, other in combinations(shapes, 2):
        differing = sum(a != b for a, b in zip(one, other, strict=True))
        inked = min(one.count(0), other.count(0))
        assert differing > inked / 8


def test_the_palette_holds_every_colour_that_is_written_or_laid():
    flat = {coat.fill for coat in COATS.values()} | {coat.line for coat in COATS.values()} - {None}
    flat |= set(TONES.values()) | {c for pair in SUITS_FOUR.values() for c in pair}
    assert {colour for colour in flat if colour} <= set(colours())


def test_lines_stand_out_from_their_panel_and_differ():
    """What is drawn and not written needs 3 to 1; whose line it is stands at its end."""
    assert min(contrast(colour, FELT.panel) for colour in LINES) >= 3
    assert len(set(LINES)) == len(LINES)
