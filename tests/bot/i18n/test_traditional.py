"""What ships is what OpenCC makes of our words."""

from opencc import OpenCC

from bot.i18n import traditional as module
from bot.i18n.traditional import traditional
from tests.languages.shipped import SHIPPED, table, texts


def by_opencc(text):
    """A text in zh-Hant, without the file."""
    convert, parts, at = OpenCC("s2tw").convert, [], 0
    for term in module._terms().finditer(text):
        parts += [convert(text[at : term.start()]), module.TERMS[term[0]]]
        at = term.end()
    return "".join((*parts, convert(text[at:])))


def test_every_text_is_as_opencc_writes_it():
    every = list(texts())
    assert len(every) > 20
    assert [text[:40] for text in every if traditional(text) != by_opencc(text)] == []


def test_the_law_sees_a_line_that_is_missing(monkeypatch):
    lines = {key: value for key, value in module.shipped().items() if len(key) == 1}
    monkeypatch.setattr(module, "shipped", lambda: lines)
    assert any(module.traditional.__wrapped__(text) != by_opencc(text) for text in texts())


def test_words_that_are_not_listed_are_changed_one_by_one():
    assert traditional("这张桌还没开始，请稍候 3 分钟") == "這張桌還沒開始，請稍候 3 分鐘"


def test_the_file_is_what_opencc_makes_of_the_words_of_today():
    assert SHIPPED.read_text("utf-8") == table(), "python -m tests.languages"
