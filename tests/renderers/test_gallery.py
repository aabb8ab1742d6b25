"""Every screen of every game: nothing overlaps or leaves the sheet, all of it can be read."""

from __future__ import annotations

import pytest

from bot.i18n.catalogue import LANGUAGES
from engine.registry import games
from renderers import picture, text
from renderers.sheet import Words
from tests.renderers import tournaments
from tests.renderers.moments import counts, moments
from tests.renderers.screens import speaker
from tests.renderers.test_contrast import ENOUGH, contrast, grounds, inks
from tests.renderers.test_layout import faults

TABLES = [(name, n) for name, game in games(tests_too=True).items() for n in counts(game)]
SCORES = "5scores"
"""What need not be whole: the rounds and totals of fifty people."""


def faint(sheet):
    """Colours of words that do not stand out enough from what they are written on."""
    pairs = {
        (ink, ground)
        for word in sheet.items
        if isinstance(word, Words)
        for ink in inks(word)
        for ground in grounds(word, sheet)
    }
    return [pair for pair in pairs if contrast(*pair) < ENOUGH]


@pytest.mark.parametrize(("game_id", "count"), TABLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_img_01_every_screen_is_without_fault(game_id, count, language):
    """TEL-13: none is longer than 1280 pixels, whatever a game has to show to how many."""
    found = moments(game_id, count, language)
    assert {moment.name.split("-")[2][0] for moment in found} >= set("0345")
    for moment in found:
        sheet = picture.sheet(moment.view, speaker(moment.names, language))
        assert faults(sheet) == [], moment.name
        assert sheet.whole or (count > 12 and moment.name.endswith(SCORES)), moment.name
        assert faint(sheet) == [], moment.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_img_01_every_tournament_is_without_fault_and_whole(language):
    for moment in tournaments.moments():
        sheet = picture.sheet(moment.view, speaker(moment.names, language))
        assert faults(sheet) == [], moment.name
        assert sheet.whole, moment.name
        assert faint(sheet) == [], moment.name
        assert text.render(moment.view, speaker(moment.names, language)).strip()


@pytest.mark.parametrize(("game_id", "count"), TABLES)
def test_img_02_every_screen_is_there_in_words_and_they_fit_an_alt_text(game_id, count):
    for moment in moments(game_id, count):
        say = speaker(moment.names)
        words, alt = text.render(moment.view, say), picture.alt(moment.view, say)
        assert words.strip(), moment.name
        assert len(alt) <= picture.ALT
        assert words == alt or (alt.endswith("\n…") and words.startswith(alt[:-2])), moment.name
