"""A refusal says which shape is nearest, what breaks it, and where the rules tell of it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.catalogue import Catalogue
from engine.cards import SUITS, Card
from engine.core import defaults
from engine.kernels.climb.flow import ClimbGame
from engine.kernels.climb.lesson import why
from engine.registry import games, rules
from tests.games.landlord_kit import held

CLIMBING = {name: game for name, game in games().items() if isinstance(game, ClimbGame)}
CHINESE, ENGLISH = Catalogue(strict=True), Catalogue("en", strict=True)


def lesson(name, text, **options):
    """Why cards are no play, in Chinese."""
    game = CLIMBING[name]
    reader = game.reader({**defaults(game.info), **options})
    cards = tuple(
        card if card.is_joker else Card(card.rank, SUITS[at % len(SUITS)])
        for at, card in enumerate(held(text))
    )
    assert not reader.readings(cards), f"{text} is a play"
    return CHINESE.say(why(cards, reader))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("doudizhu", "JQKA2", "顺子从 3 到 A，2 不能连"),
        ("doudizhu", "3456", "顺子至少要 5 张"),
        ("doudizhu", "34", "顺子至少要 5 张"),
        ("doudizhu", "3344", "连对至少要 3 对"),
        ("doudizhu", "34578", "要成顺子，中间还缺 6"),
        ("doudizhu", "QQKKAA22", "连对从 3 到 A，2 不能连"),
        ("doudizhu", "444333xD", "飞机带小翼带的牌里不能两张王都有"),
        ("doudizhu", "333456", "主牌是 333 的，只有三张（3 张）、三带一（4 张）、三带一对（5 张）"),
        ("doudizhu", "33345", "三带一对带的要是一对"),
        ("doudizhu", "4443335555", "飞机带大翼带的牌里不能有炸弹"),
        ("doudizhu", "3358", "凑不成一手，里面最长的一手是 33（对子）"),
        ("doudizhu4", "xD", "天王炸弹要 4 张齐"),
        ("doudizhu4", "333444567", "主牌是 333444 的，只有"),
        ("doudizhu_ext", "3456", "顺子至少要 5 张"),
        ("chudadi", "5555", "主牌是 5555 的，只有金刚（5 张）"),
        ("chudadi", "345678", "顺子最多 5 张"),
        ("chudadi", "JQKA2", "顺子到 A 为止，后面不能再接 2"),
        ("sanliangyi", "KA23", "顺子到 2 为止，后面不能再接 3"),
        ("sanliangyi", "34", "顺子至少要 3 张"),
        ("wuguapi", "KA2", "顺子到 A 为止，后面不能再接 2"),
        ("dazha", "3457", "要成顺子，中间还缺 6"),
        ("dazha", "3334", "主牌是 333 的，只有三张（3 张）、三带二（5 张）"),
        ("qigui523", "34", "点数不同，也连不起来"),
    ],
)
def test_it_says_what_breaks_the_nearest_shape(name, text, said):
    assert said in lesson(name, text)


@pytest.mark.parametrize("name", CLIMBING)
def test_the_paragraph_that_is_named_tells_of_shapes(name):
    number = CLIMBING[name].shapes_paragraph
    text = re.search(rf"^{number}\. (.*)$", rules(name), re.MULTILINE)[1]
    assert any(word in text for word in ("单张", "对子", "顺子", "17 张"))


@given(st.data(), st.sampled_from(sorted(CLIMBING)))
def test_every_set_that_is_refused_is_told_why_in_both_languages(data, name):
    game = CLIMBING[name]
    options = defaults(game.info)
    pack = game.pack(options)
    cards = tuple(data.draw(st.lists(st.sampled_from(pack), min_size=2, max_size=9)))
    reader = game.reader(options)
    if reader.readings(cards):
        return
    for catalogue in (CHINESE, ENGLISH):
        assert catalogue.say(why(cards, reader)).strip()
