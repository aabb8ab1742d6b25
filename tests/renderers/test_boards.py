"""Small boards beside each other."""

from itertools import combinations

import pytest

from engine.view import Boards, Cell, Grid
from renderers.blocks.boards import boards
from renderers.blocks.parts import Context
from renderers.ink import lettering
from renderers.sheet import Tile
from renderers.theme import SCALES
from tests.renderers.screens import FRIENDS, speaker, t
from tests.renderers.test_layout import overlap


@pytest.mark.parametrize("width", [400, 480, 1000])
def test_small_boards_of_different_shapes_stand_beside_each_other(width):
    shapes = [(2, 6), (6, 30), (1, 1)]
    small = tuple(
        Grid(t("扣"), columns, tuple(Cell("D2") for _ in range(count))) for columns, count in shapes
    )
    context = Context(speaker(FRIENDS), SCALES[0], lettering.width)
    tiles = [
        item
        for item in boards(Boards(t("扣"), small), width, context).items
        if isinstance(item, Tile)
    ]
    assert len(tiles) == 37
    assert [(a, b) for a, b in combinations(tiles, 2) if overlap(a, b)] == []
