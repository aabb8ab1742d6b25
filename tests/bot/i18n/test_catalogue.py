"""Languages: which one is spoken, what is converted, and that nothing of one is missing in another.

B10 of the scenarios, TXT-05: the catalogue's side of it.
"""

from __future__ import annotations

import logging
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.commands.topics import DECLARED
from bot.i18n.catalogue import LANGUAGES, Catalogue, MessageError, choose, sources
from bot.i18n.sentences import Sentences
from bot.i18n.traditional import traditional
from engine.cards import BIG_JOKER, SMALL_JOKER, cards, pack
from engine.core import PickCards, Prompt
from engine.msg import CardsArg, Msg, SeatArg, chained, msg
from engine.registry import games
from engine.text import PASS_WORDS, read
from renderers.faces import word
from tests.languages import FILE, converted

SAY = {language: Catalogue(language, strict=True).say for language in LANGUAGES}

TAGS = {
    "": "zh-Hans", " ": "zh-Hans",
    "zh": "zh-Hans", "zh-CN": "zh-Hans", "zh-hans": "zh-Hans", "zh_SG": "zh-Hans",
    "zh-Hans-HK": "zh-Hans", "cmn-Hans-CN": "zh-Hans", "yue-Hans": "zh-Hans",
    "zh-TW": "zh-Hant", "zh-HK": "zh-Hant", "zh-MO": "zh-Hant", "zh-hant": "zh-Hant",
    "zh_Hant_TW": "zh-Hant", "ZH-TW": "zh-Hant", "yue": "zh-Hant",
    "en": "en", "en-US": "en", "en_GB": "en", "fr": "en", "ja": "en", "x": "en", "-": "zh-Hans",
}  # fmt: skip


@pytest.mark.parametrize("tag", TAGS)
def test_the_language_of_a_tag(tag):
    assert choose(tag) == TAGS[tag]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_its_own_tag(language):
    assert choose(language) == language


@given(st.text(max_size=20))
def test_any_tag_is_some_language(tag):
    assert choose(tag) in LANGUAGES


def test_one_message_in_every_language():
    said = {language: say(msg("button-again")) for language, say in SAY.items()}
    assert said == {"zh-Hans": "再来一场", "zh-Hant": "再來一場", "en": "Play again"}


def test_names_and_cards_in_every_language():
    played = msg("dunmazi-did-draw", seat=SeatArg(1), card=CardsArg(("S3", "BJ")))
    assert [say(played, ("甲", "乙")) for say in SAY.values()] == [
        "乙 摸 1 打 ♠3 大王",
        "乙 摸 1 打 ♠3 大王",
        "乙 draws 1, puts down ♠3 big joker",
    ]


def test_names_are_never_converted():
    """A person is called what they call themselves, whatever is read around it."""
    told = msg("dunmazi-did-pass", seat=SeatArg(0))
    assert SAY["zh-Hant"](told, ("后来发",)) == "后来发 不換"


@given(st.text(max_size=40))
@example("{ $seat }")
@example("@everyone `*_~|` <b> ](tg://user?id=1) \u202e ${x}")
def test_txt_01_a_name_is_never_read_as_part_of_a_message(name):
    """Whatever it looks like, it stands in the sentence as it is: adapters make it harmless."""
    told = msg("dunmazi-did-pass", seat=SeatArg(0))
    assert [say(told, (name,)) for say in SAY.values()] == [
        f"{name} 不换",
        f"{name} 不換",
        f"{name} passes",
    ]


def test_a_list_has_the_languages_comma():
    said = [
        say(msg("why-between", names=chained("render-list", "abc"), since="7", until="8"))
        for say in SAY.values()
    ]
    assert ["a、b、c" in line for line in said] == [True, True, False]
    assert "a, b, c" in said[2]


def test_a_list_of_one_or_none():
    assert chained("render-list", ["a"]) == "a"
    assert chained("render-list", []) == ""


@pytest.mark.parametrize(("count", "words"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_english_counts_right(count, words):
    assert SAY["en"](msg("render-count", n=count)) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_are_written_as_in_the_pictures(language):
    """1089, not 1,089: tables and large numbers have no commas either."""
    assert "1089" in SAY[language](msg("render-score", n=1089))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_message_fails_in_tests_and_is_logged_in_production(language, caplog):
    wrong = (Msg("no-such-message"), Msg("render-score"))
    for message in wrong:
        with pytest.raises(MessageError, match=message.key):
            SAY[language](message)
    with caplog.at_level(logging.ERROR, "bot.i18n.catalogue"):
        assert [Catalogue(language).say(message) for message in wrong] == [m.key for m in wrong]
    assert [record.args for record in caplog.records] == [(m.key,) for m in wrong]


def test_what_english_lacks_is_said_in_chinese(monkeypatch):
    lacking = Catalogue("en", strict=True)
    monkeypatch.setattr(lacking, "sentences", [Sentences("en", []), *lacking.sentences[1:]])
    assert lacking.say(msg("button-again")) == "再来一场"
    assert lacking.has("button-again")


def test_a_catalogue_of_another_language_is_as_strict():
    assert Catalogue(strict=True).to("en").strict
    assert not Catalogue().to("en").strict
    assert Catalogue().to("zh-Hant").language == "zh-Hant"


# zh-Hant.


def test_names_and_buttons_of_zh_hant_are_as_a_person_has_read_them():
    same = converted() == FILE.read_text("utf-8")
    assert same, "run `python -m tests.languages`, then read the lines that have changed"


PARTS = sorted(sources())


@pytest.mark.parametrize("part", PARTS)
def test_a_conversion_keeps_keys_arguments_and_ascii(part):
    source = sources()[part]
    ascii_only = [re.sub(r"[^\x00-\x7f]+", "", text) for text in (source, traditional(source))]
    assert ascii_only[0] == ascii_only[1]
    assert traditional(source) == sources("zh-Hant")[part]


PROTECTED = {
    "二八杠": "二八杠", "抢庄牛牛": "搶莊牛牛", "下倍": "下倍", "闲家": "閒家", "宝牌": "寶牌",
    "天王": "天王", "白皮": "白皮", "没牛": "沒牛", "四花牛": "四花牛", "五小牛": "五小牛",
    "炸弹": "炸彈", "赔付": "賠付", "炸金花": "炸金花", "弃牌": "棄牌", "加注": "加注",
    "跟注": "跟注", "喜钱": "喜錢", "孤注一掷": "孤注一擲", "豹子": "豹子", "同花顺": "同花順",
    "散牌": "散牌", "看牌": "看牌", "扑克": "撲克", "斗地主": "鬥地主", "三两一": "三兩一",
    "接风": "接風", "摊牌": "攤牌", "五瓜皮": "五瓜皮", "七鬼": "七鬼", "上饶打炸": "上饒打炸",
    "蹲麻子": "蹲麻子", "小王后选": "小王後選", "大王后出": "大王後出", "红桃10": "紅心10",
    "里": "裡", "占": "佔", "“扣”": "「扣」",
}  # fmt: skip
"""Terms of the games as people in Taiwan write them, most from notes that a player keeps there."""


@pytest.mark.parametrize("term", PROTECTED)
def test_terms_of_games_are_written_as_players_write_them(term):
    assert traditional(term) == PROTECTED[term]


def test_what_is_read_in_zh_hant_can_be_typed():
    """The words of commands and moves, as a player of zh-Hant sees them on the buttons."""
    for words in (spec.words for spec in DECLARED.menu):
        assert {traditional(word) for word in words} <= set(words)
    for game in games(tests_too=True).values():
        words = dict(game.info.words)
        assert {traditional(word): verb for word, verb in words.items()}.items() <= words.items()
    assert {traditional(word) for word in PASS_WORDS} <= set(PASS_WORDS)


ONE = [
    ("render-text-pile", {"card": "♥3", "n": 1}, "♥3 on top, 1 card in all"),
    ("lobby-missing", {"count": 1}, "1 more needed; “Add bot” fills a seat."),
    ("match-over", {"rounds": 1, "unit": "deal"}, "Game over after 1 deal."),
    ("match-over", {"rounds": 4, "unit": "deal"}, "Game over after 4 deals."),
    ("hurdle-slow", {"minutes": 1}, "for a minute,"),
    ("trial-reason", {"seat": "A", "other": "B", "chips": -1}, "A gets -1 chip"),
    ("dunmazi-dry", {"left": 1}, "1 more turn without"),
]


@pytest.mark.parametrize(("key", "given", "words"), ONE, ids=[row[0] for row in ONE])
def test_one_is_not_many_in_english(key, given, words):
    assert words in SAY["en"](msg(key, **given))


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_can_be_typed_as_they_are_called(language):
    info = games()["dunmazi"].info
    asked = Prompt(msg("button-start"), picks=(PickCards("put", pack(), 1, len(pack())),))
    say = Catalogue(language, strict=True).say
    for card in pack():
        assert read(f"put {word(card.code, say)}", info, asked).cards == (card,)
    jokers = " ".join(word(card.code, say) for card in (BIG_JOKER, SMALL_JOKER))
    assert read(f"put {jokers} ♠3", info, asked).cards == (*cards("BJ LJ"), *cards("S3"))
