"""Rules as players read them: in pages, in every language, with sums that are right (TXT-04)."""

from __future__ import annotations

import re
from math import prod

import pytest

from bot.commands.repeats import FRESH
from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.i18n.keys import prefix
from bot.i18n.rules import LONGEST, pages
from bot.ports.messages import Where
from bot.ports.refs import ChatRef
from bot.table import tokens
from engine.msg import Msg
from engine.registry import games, rules
from tests.kit.house import service
from tests.kit.ids import long_id
from tests.kit.platform import buttons

GAMES = games(tests_too=True)
EVERY = [(game, language) for game in GAMES for language in LANGUAGES]


def text(game, language):
    return "\n".join(pages(game, language))


def numbers(shown):
    return [int(number) for number in re.findall(r"^(\d+)\. ", shown, re.MULTILINE)]


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_txt_04_pages_are_short_and_whole(game, language):
    shown = pages(game, language)
    assert all(0 < len(page) <= LONGEST for page in shown)
    assert numbers("\n".join(shown)) == numbers(rules(game))
    for page in shown:
        first, *_, last = page.split("\n")
        assert not last.startswith("【"), "a heading stands alone at the end of a page"
        assert re.match(r"【|\d+\. |· |\w", first)
        assert "**" not in page and "（来源" not in page


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_no_word_is_lost_between_pages(game, language):
    one = pages(game, language, most=100_000)
    assert len(one) == 1
    assert "".join(text(game, language).split()) == "".join(one[0].split())


def test_a_game_has_the_same_paragraphs_in_english():
    for game in GAMES:
        assert numbers(rules(game, "en")) == numbers(rules(game))
        assert rules(game, "en") != rules(game), f"{game}: rules.en.md is missing"


def test_zh_hant_is_made_from_the_chinese_rules():
    assert "換來換去" in text("dunmazi", "zh-Hant")
    assert "小王後選" in text("dunmazi", "zh-Hant")


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_txt_04_every_option_is_named_as_on_its_button(game, language):
    say, shown = Catalogue(language, strict=True).say, text(game, language).lower()
    for option in GAMES[game].info.options:
        name = say(Msg(f"{prefix(game)}-option-{option.key}".replace("_", "-")))
        assert name.lower() in shown


SUM = re.compile(r"(−?\d+(?: [+−×] \d+)+) = ([+−]?\d+)")


def product(term):
    """Of ``2 × 3``; a minus before it turns it."""
    return prod(map(int, term.replace("−", "-").split(" × ")))


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_txt_04_the_sums_in_the_examples_are_right(game, language):
    sums = SUM.findall(text(game, language))
    assert sums, "rules have an example that can be checked"
    for left, right in sums:
        # Times before plus and minus; a minus belongs to what stands after it.
        terms = left.replace(" − ", " + −").split(" + ")
        value = sum(product(term) for term in terms)
        assert value == int(right.replace("−", "-")), f"{left} = {right}"


def test_languages_have_the_same_sums():
    for game in GAMES:
        chinese, _, english = (SUM.findall(text(game, language)) for language in LANGUAGES)
        assert chinese == english


def test_what_is_set_at_a_table_stands_before_the_first_heading():
    first = pages("dunmazi", "zh-Hans", before="这一桌：\n目标分：50")[0]
    assert first.index("白打") < first.index("这一桌") < first.index("【牌和分】")
    assert pages("_specimen", "en", before="At this table")[-1].endswith("At this table")


def test_a_page_is_never_broken_within_a_paragraph():
    parts = pages("dunmazi", "en", most=1450)
    assert len(parts) > len(pages("dunmazi", "en", most=5000))
    with pytest.raises(ValueError, match="a paragraph of"):
        pages("dunmazi", "en", most=300)


# Asked for in a chat.


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


def labels(reply):
    return [button.label for row in reply.message.rows for button in row]


async def test_txt_04_rules_are_turned_page_by_page_on_one_message(house):
    shown = pages("dunmazi", "zh-Hans")
    reply = await house.say("甲", "/rules 蹲麻子")
    assert (reply.where, reply.message.text) == (Where.PRIVATE, shown[0])
    assert labels(reply) == ["1 / 3", "›"]
    for number, row in ((2, ["‹", "2 / 3", "›"]), (3, ["‹", "3 / 3"])):
        reply = await house.press("甲", buttons(reply.message)["›"])
        assert (reply.where, reply.message.text) == (Where.SAME_MESSAGE, shown[number - 1])
        assert labels(reply) == row
    back = await house.press("甲", buttons(reply.message)["‹"])
    assert back.message.text == shown[1]


async def test_a_page_can_be_asked_for(house):
    shown = pages("dunmazi", "zh-Hans")
    for words, page in (("/rules 蹲麻子 2", 2), ("/rules dunmazi 99", 3), ("/rules dunmazi 0", 1)):
        assert (await house.say("甲", words)).message.text == shown[page - 1]


async def test_rules_of_one_page_have_no_buttons(house):
    reply = await house.say("甲", "/rules 比大小")
    assert (reply.message.text, reply.message.rows) == (pages("_specimen", "zh-Hans")[0], ())


@pytest.mark.parametrize("chat", [ChatRef("memory", long_id("c")), None])
async def test_without_a_game_there_is_a_choice(house, chat):
    reply = await house.say("甲", "/rules", chat=chat)
    chosen = await house.press("甲", buttons(reply.message)["蹲麻子"], chat=chat)
    assert chosen.where is Where.SAME_MESSAGE
    assert chosen.message.text == pages("dunmazi", "zh-Hans")[0]


async def test_a_game_that_is_not_there(house):
    assert "没有这个游戏" in (await house.say("甲", "/rules 围棋")).message.text
    old = await house.press("甲", tokens.menu("rules", "gone.1"))
    assert "过时" in old.message.text


async def test_a_page_that_is_not_there_is_the_nearest(house):
    shown = pages("dunmazi", "zh-Hans")
    for forged, page in (("dunmazi.99", 3), ("dunmazi.x", 1), ("dunmazi", 1)):
        reply = await house.press("甲", tokens.menu("rules", forged))
        assert reply.message.text == shown[page - 1]


async def test_at_a_table_its_settings_are_said_too(house):
    await house.say("甲", "/newgame 蹲麻子")
    await house.say("甲", "/set target 50")
    reply = await house.say("甲", "/rules")
    assert "目标分：50" in reply.message.text
    assert all(len(page) <= LONGEST for page in (reply.message.text,))
    board = buttons(house.platform.board())
    await house.forward(FRESH.total_seconds())
    assert (await house.press("甲", board["规则"])).message == reply.message
    assert "目标分：50" not in (await house.say("甲", "/rules 占格子")).message.text


async def test_rules_are_in_the_readers_language(house):
    reply = await house.say("Ann", "/rules dunmazi", language="en-GB")
    assert reply.message.text == pages("dunmazi", "en")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_one_message(language):
    assert len(Catalogue(language, strict=True).say(Msg("help-text"))) <= LONGEST
