"""A view as data holds what its picture shows, and nothing more, whatever the game."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from bot.i18n.catalogue import LANGUAGES
from engine.registry import games
from engine.view import Cards, Play, SeatRow, Seats, Trick, View
from renderers import picture, text
from renderers.scene import scene
from renderers.sheet import Tile
from tests.renderers import tournaments
from tests.renderers.moments import counts, moments
from tests.renderers.screens import FRIENDS, HOSTILE, SCREENS, speaker, t

TABLES = [(name, n) for name, game in games(tests_too=True).items() for n in counts(game)]

SAID = {"title", "label", "value", "name", "mark", "marks", "note", "lines", "labels",
        "words", "turn"}  # fmt: skip
"""Where a scene has words that come from its view."""


def leaves(found, key=""):
    """Every value of a scene with the name it stands under."""
    if isinstance(found, dict):
        for name, value in found.items():
            yield from leaves(value, name)
    elif isinstance(found, list):
        for value in found:
            yield from leaves(value, key)
    else:
        yield key, found


def faces(found):
    return Counter(value for key, value in leaves(found) if key == "face")


def pictured(view, say):
    """The faces that the picture of a view shows; None where it had to leave some out."""
    sheet = picture.sheet(view, say)
    tiles = (item for item in sheet.items if isinstance(item, Tile))
    return Counter(tile.face for tile in tiles if tile.face != "back") if sheet.whole else None


def complaints(view, say, make=scene):
    """The law: a scene shows the faces of the picture, and says what stands in its words."""
    found = make(view, say)
    shown = pictured(view, say)
    if shown is not None and faces(found) != shown:
        yield "other faces than in the picture"
    if json.loads(json.dumps(found)) != found:
        yield "not what JSON takes"
    told = text.render(view, say)
    for key, value in leaves(found):
        if key in SAID and isinstance(value, str) and value not in told:
            yield f"words of its own: {value}"


@pytest.mark.parametrize(("game_id", "count"), TABLES)
def test_every_screen_is_there_as_data_and_nothing_more(game_id, count):
    for moment in moments(game_id, count):
        say = speaker(moment.names)
        assert list(complaints(moment.view, say)) == [], moment.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_tournaments_and_screens_made_by_hand_are_there_too(language):
    for moment in tournaments.moments():
        assert list(complaints(moment.view, speaker(moment.names, language))) == [], moment.name
    for name, (view, names) in SCREENS.items():
        assert scene(view, speaker(names, language))["blocks"], name


def with_details(view, say):
    return scene(replace(view, blocks=(*view.blocks, *view.details)), say)


def with_whole_piles(view, say):
    opened = tuple(
        replace(block, pile=False) if isinstance(block, Cards) else block for block in view.blocks
    )
    return scene(replace(view, blocks=opened), say)


def without_a_block(view, say):
    return scene(replace(view, blocks=view.blocks[:-1]), say)


def with_a_word(view, say):
    return {**scene(view, say), "note": "♠A"}


PILE = Cards(t("弃牌堆"), ("S3", "H4"), pile=True)
PLANTED = View(
    t("桌"), (Seats((SeatRow(0), SeatRow(1)), me=0), PILE), (Cards(t("明细"), ("S3", "H4")),)
)


@pytest.mark.parametrize("make", [with_details, with_whole_piles, without_a_block, with_a_word])
def test_the_law_catches_a_serialiser_that_shows_more_or_less(make):
    say = speaker(FRIENDS)

    assert list(complaints(PLANTED, say)) == []
    assert list(complaints(PLANTED, say, make)) != []


def test_names_are_harmless():
    rows = tuple(SeatRow(seat) for seat in range(len(HOSTILE)))
    (seats,) = scene(View(t("桌"), (Seats(rows),)), speaker(HOSTILE))["blocks"]
    names = [row["name"] for row in seats["rows"]]

    assert names[0] == "gnp.exe"
    assert names[1], "no name is empty"
    assert all(len(name) <= 24 for name in names)


def test_the_play_to_beat_is_the_last_that_stands():
    plays = (Play(0, ("S3",), won=True), Play(1, ("S4",), won=True), Play(2))
    (trick,) = scene(View(t("桌"), (Trick(t("圈"), plays),)), speaker(FRIENDS))["blocks"]
    (over,) = scene(
        View(t("桌"), (Trick(t("圈"), (Play(0, ("S3",), points=5, won=True),)),)), speaker(FRIENDS)
    )["blocks"]

    assert trick["beat"] == 1
    assert (over["beat"], over["settled"]) == (-1, True)
