"""Where OpenCC has no wheel (32-bit ARM, Windows on ARM), zh-Hant is the same."""

import pytest
from packaging.requirements import Requirement

from bot.i18n import traditional as module
from bot.i18n.traditional import traditional
from tests.constraints import wanted
from tests.languages.shipped import SHIPPED, table, texts


def fresh():
    for kept in (module._convert, module.shipped, traditional):
        kept.cache_clear()


@pytest.fixture
def without(monkeypatch):
    """Take OpenCC away, in the middle of a test."""

    def taken():
        monkeypatch.setattr(module, "opencc", None)
        fresh()

    yield taken
    monkeypatch.undo()
    fresh()


def test_every_text_is_the_same_without_it(without):
    fresh()
    made = {text: traditional(text) for text in texts()}
    assert len(made) > 20
    without()
    assert [text[:40] for text in made if traditional(text) != made[text]] == []


def test_the_law_sees_a_line_that_is_missing(without, monkeypatch):
    fresh()
    made = {text: traditional(text) for text in texts()}
    without()
    lines = {key: value for key, value in module.shipped().items() if len(key) == 1}
    monkeypatch.setattr(module, "shipped", lambda: lines)
    traditional.cache_clear()
    assert any(traditional(text) != made[text] for text in made)


def test_words_that_are_not_listed_are_changed_one_by_one(without):
    without()
    assert traditional("这张桌还没开始，请稍候 3 分钟") == "這張桌還沒開始，請稍候 3 分鐘"


def test_the_file_is_what_opencc_makes_of_the_words_of_today():
    assert SHIPPED.read_text("utf-8") == table(), "python -m tests.languages"


@pytest.mark.parametrize(
    ("machine", "needed"),
    [("x86_64", True), ("aarch64", True), ("armv7l", False), ("ARM64", False)],
)
def test_it_is_asked_for_only_where_it_has_a_wheel(machine, needed):
    (opencc,) = (r for r in wanted() if r.name == "opencc")
    assert isinstance(opencc, Requirement)
    assert opencc.marker.evaluate({"platform_machine": machine}) is needed
