"""Every message of all languages: what it is filled with, what fits a button, what a word means."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor

from bot.adapters.telegram.render import LABEL, ROW_WIDTH, width
from bot.i18n.catalogue import BUTTONS, LANGUAGES, Catalogue, sources
from bot.i18n.keys import option_name, option_value
from bot.i18n.links import OURS, with_marks
from engine.msg import msg
from engine.registry import games
from tests.kit.fluent import said

SOURCE, HANT, ENGLISH = LANGUAGES


class _Found(Visitor):
    def __init__(self):
        self.names = set()

    def visit_VariableReference(self, node):  # noqa: N802
        self.names.add(node.id.name)


def messages(language):
    """Every message of a language by its key: where it stands, and its syntax tree."""
    found = {}
    for place, text in sources(language).items():
        for entry in FluentParser().parse(text).body:
            if isinstance(entry, fluent.Message):
                found.setdefault(entry.id.name, (place, entry))
    return found


ALL = {language: messages(language) for language in LANGUAGES}


def filled_with(entry):
    found = _Found()
    found.visit(entry)
    return found.names


def unlike(one, other):
    """Keys that only one of two languages has, or that are filled with something else."""
    apart = set(one) ^ set(other)
    both = set(one) & set(other)
    return apart | {k for k in both if filled_with(one[k][1]) != filled_with(other[k][1])}


@pytest.mark.parametrize("language", [HANT, ENGLISH])
def test_a_message_is_filled_with_the_same_in_each_language(language):
    assert unlike(ALL[SOURCE], ALL[language]) == set()


def test_a_message_that_is_filled_with_something_else_is_found():
    entry = FluentParser().parse("button-join = { $who } +").body[0]
    assert unlike(ALL[SOURCE], {**ALL[ENGLISH], "button-join": ("", entry)}) == {"button-join"}


# What stands on buttons.

BUTTON = re.compile(r"button-|.*-choice-|(?!table-).*-button$|replay-(deal|text|film)$")
NUMBER = 1000
PHONE = ROW_WIDTH + 4
"""Half-width columns of a button that stands alone in its row on a phone of 360 points."""


def label(language, key):
    """A label as it may look, with a name of three letters and amounts of four figures."""
    names = filled_with(ALL[language][key][1])
    values = {name: "王小明" if name in ("seat", "who", "name") else NUMBER for name in names}
    return said(language, key, values)[0]


def too_wide(language, most=PHONE):
    keys = (key for key in ALL[language] if BUTTON.match(key))
    return {key for key in keys if width(label(language, key)) > most}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_on_a_button_fits_a_phone(language):
    assert too_wide(language) == set()
    assert len(too_wide(language, 4)) > 40, "they are found at all"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_setting_and_its_value_fit_a_button(language):
    """With what Telegram and Discord take, for every game, option and value."""
    say = Catalogue(language, strict=True).say
    wide, values = [], 0
    for game in games().values():
        for option in game.info.options:
            name = option_name(game.info.id, option.key)
            for value in option.values:
                chosen = value
                if not isinstance(value, int) or isinstance(value, bool):
                    chosen = option_value(game.info.id, option.key, str(value).lower())
                text = say(msg("settings-button", name=name, value=chosen))
                wide += [text] if len(text) > LABEL else []
                values += 1
    assert wide == [] and values > 100


# One word for one thing.

IDIOMS = re.compile("轮到|轮流|牌局|开局|出局|局里|整副|一副牌|几副牌|全副")
TRICK = re.compile("轮")
LAP = re.compile("圈")
COUNTED = {"dunmazi-option-quan", "erbagang-about"}
"""What a 圈 is and how long it takes may be told."""


HANDFUL = re.compile(r"[一这每几]把|^ 把$")
"""A deal, as some say; here it is 局, 副 or 圈."""


def meant_twice(found):
    """Messages in Chinese that call one thing by the word for another, or one by two words.

    圈 is what a match is counted in, and no game says it of anything else. 轮 is a trick or a turn
    of all, inside a game, and nothing of a match or a tournament. 局 and 副 are a deal: one of them
    in a message. 墩 is nothing, and 把 is no number of deals.
    """
    bad = set()
    for key, (place, entry) in found.items():
        words = IDIOMS.sub("", "".join(_texts(entry)))
        game = not place.startswith("bot")
        if "墩" in words or {"局", "副"} <= set(words) or HANDFUL.search(words):
            bad.add(key)
        if key not in COUNTED and game and LAP.search(words):
            bad.add(key)
        if not game and TRICK.search(words) and key != "web-last-trick":
            bad.add(key)
    return bad


def _texts(entry):
    class Texts(Visitor):
        def __init__(self):
            self.found = []

        def visit_TextElement(self, node):  # noqa: N802
            self.found.append(node.value)

    texts = Texts()
    texts.visit(entry)
    return texts.found


def test_a_word_of_the_table_means_one_thing():
    assert meant_twice(ALL[SOURCE]) == set()


@pytest.mark.parametrize(
    ("place", "text"),
    [("kernels/climb", "第 { $number } 圈牌"), ("bot/cup", "第 { $n } 轮"),
     ("bot/deals", "这一副是第 { $plays } 局"), ("chudadi", "第 { $number } 墩"),
     ("bot/coins", "{ $deals } 把"), ("bot/stakes", "打完这一把就散")],
)  # fmt: skip
def test_a_word_that_means_two_things_is_found(place, text):
    entry = FluentParser().parse(f"told = {text}").body[0]
    assert meant_twice({"told": (place, entry)}) == {"told"}


def test_rules_call_a_trick_what_the_table_calls_it():
    """圈 in the rules of a game is what a match is counted in: 一圈一局, 通常打 4 圈."""
    counted = re.compile(r"一圈(就是)?一局|一圈打|打 \d 圈|下一圈换|一圈打几局|围成一圈")
    for path in sorted(files("engine.games").glob("*/rules.zh.md")):
        for line in path.read_text("utf-8").splitlines():
            assert "圈" not in counted.sub("", line), (path.parent.name, line[:40])


# Where there is a button for everything.

PAGE = "-on-page"

TYPED = re.compile(
    "help-(text|friends)|deal-help|analyse-help|correct-how|cup-how|duplicate-how"
    "|block-(who|computer)|unblock-who|table-level|replay-where|practice-(too-long|alone)|deal-.*"
)
"""Answers to a command that was typed, and what only those read who type."""

ELSEWHERE = re.compile(
    "greeting|coin.*|stakes-short|watching-.*|notify-.*|delivery-.*|prefs-in-group|season-in-group"
)
"""What nobody is told on the page: there are no purses, no groups and no letters."""


def unpressable(found):
    """Messages that name a command where people press buttons, and are not said otherwise there."""
    named = {key for key, (_, entry) in found.items() if OURS in with_marks(_written(entry))}
    kept = {key for key in named if key + PAGE not in found or key.endswith(PAGE)}
    return {key for key in kept if not (TYPED.fullmatch(key) or ELSEWHERE.fullmatch(key))}


def _written(entry):
    return "".join(_texts(entry))


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_everything_has_a_button_no_sentence_names_a_command(language):
    found = ALL[language]
    assert unpressable(found) == set()
    for key in (key for key in found if key.endswith(PAGE)):
        other = found[key.removesuffix(PAGE)][1]
        assert filled_with(found[key][1]) <= filled_with(other), key
        assert OURS in with_marks(_written(other)) or "⚙" in _written(found[key][1]), key


def test_a_sentence_that_names_a_command_is_found():
    entry = FluentParser().parse("told = Press a button, or send /newgame.").body[0]
    assert unpressable({"told": ("bot", entry)}) == {"told"}


def test_on_the_page_it_is_said_by_its_button():
    say = Catalogue(strict=True, commands=BUTTONS).say
    assert "/" in Catalogue(strict=True).say(msg("command-no-table"))
    assert "“开一桌”" in say(msg("command-no-table"))
    assert say(msg("table-joined")) == "你已入座。"


WAYS = re.compile(r"\b(?:way round|K round to|goe?s? round|ring around|round the table)\b")
ROUND = re.compile(r"\brounds?\b")


TRICKS = re.compile(r"engine\.kernels\.(climb|draw)\b")
"""What games are built on in which whoever played last in a trick leads."""


def rounds_in(english):
    """Where English rules of such a game say "round"."""
    return [found[0] for found in ROUND.finditer(WAYS.sub("", english).lower())]


def test_english_rules_call_a_trick_what_the_table_calls_it():
    found = {}
    for path in sorted(files("engine.games").glob("*/rules.en.md")):
        code = "".join(one.read_text("utf-8") for one in path.parent.glob("*.py"))
        if TRICKS.search(code):
            found[path.parent.name] = rounds_in(path.read_text("utf-8"))
    assert {name for name, rounds in found.items() if rounds} == set()
    assert len(found) > 8
    assert rounds_in("The Round ends; the other way round.") == ["round"], "it is found at all"


def test_no_rules_have_a_third_word_for_it():
    for path in sorted(files("engine.games").glob("*/rules.zh.md")):
        assert "墩" not in path.read_text("utf-8"), path
