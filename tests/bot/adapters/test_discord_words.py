"""Words for Discord: nothing is markup, and nothing is too long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.discord.escape import CONTENT, escaped, pieces
from bot.i18n.lengths import cut, units

ADDRESS = "https://example.org/a_b_c?x=~1"

ESCAPES = [
    # words, as Discord gets them, why
    ("@everyone", "\\@everyone", "TXT-01: nobody is pinged by a name"),
    ("<@&123>", "\\<\\@&123\\>", "TXT-01: nor is a role"),
    ("```js", "\\`\\`\\`js", "TXT-01: no code block"),
    ("*_~|", "\\*\\_\\~\\|", "TXT-01: no bold, italics, strike or spoiler"),
    ("](tg://user?id=1)", "\\](tg:\u2060//user?id=1)", "TXT-01: no link behind words"),
    ("<t:1700000000:R>", "\\<t:1700000000:R\\>", "no time"),
    ("<:smile:123>", "\\<\\:smile:123\\>", "no emoji"),
    (":smile: :+1: :100:", "\\:smile: \\:+1: \\:100:", "nor one by its name"),
    ("12:30:45", "12\\:30:45", "a time of day stays one to read"),
    ("</newgame:1>", "\\</newgame:1\\>", "no command"),
    ("# 大标题", "\\# 大标题", "no heading"),
    ("-# 小字", "\\-# 小字", "no small print"),
    ("- 一项", "\\- 一项", "no list"),
    ("1. 第一", "1\\. 第一", "no numbers that Discord counts anew"),
    ("> 引用", "\\> 引用", "no quotation"),
    ("a\n  # b", "a\n  \\# b", "in every line"),
    ("得分 +3", "得分 +3", "a sign inside a line is a sign"),
    ("\\*", "\\\\\\*", "a backslash is one"),
    ("♠3 ♥4", "♠\ufe0e3 ♥4", "a black suit is a letter, or it is dark on dark"),
    ("看 https://e.example 吧", "看 https:\u2060//e.\u2060example 吧", "no link"),
]


@pytest.mark.parametrize(("words", "sent", "why"), ESCAPES, ids=[row[2] for row in ESCAPES])
def test_nothing_is_markup(words, sent, why):
    assert escaped(words) == sent


def seen(text):
    """What a reader sees of escaped words: a backslash hides itself before a sign."""
    out, at = [], 0
    while at < len(text):
        sign = text[at + 1 : at + 2]
        if text[at] == "\\" and sign and not sign.isalnum() and not sign.isspace():
            at += 1
        out.append(text[at])
        at += 1
    return "".join(out)


def test_an_address_of_ours_works():
    assert escaped(f"*看* {ADDRESS} 吧", [ADDRESS]) == f"\\*看\\* {ADDRESS} 吧"
    longer = f"{ADDRESS}.evil.example"
    assert ADDRESS not in escaped(longer, [ADDRESS])


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\\\ufe0e\u2060")))
def test_the_reader_sees_what_was_said(words):
    assert (
        seen(escaped(words)).replace("\u2060", "").replace("♠\ufe0e", "♠").replace("♣\ufe0e", "♣")
        == words
    )


@pytest.mark.parametrize("size", [1999, 2000, 2001, 4000, 4001])
def test_a_text_is_split_at_the_exact_limit(size):
    parts = pieces("牌" * size)
    assert [len(piece) for piece in parts] == [2000] * (size // 2000) + (
        [size % 2000] if size % 2000 else []
    )


def test_it_is_split_where_lines_end():
    lines = [f"第 {n} 行 " + "牌" * 90 for n in range(60)]
    parts = pieces("\n".join(lines))
    assert "\n".join(parts) == "\n".join(lines)
    assert all(piece.split("\n")[0].startswith("第") for piece in parts)


@given(
    st.lists(st.text(st.sampled_from("牌a \\*🂡"), max_size=90), max_size=12),
    st.integers(min_value=10, max_value=60),
)
def test_pieces_fit_and_hold_everything(lines, most):
    text = "\n".join(lines)
    parts = pieces(text, most)
    assert all(units(piece) <= most for piece in parts)
    assert "".join(parts).replace("\n", "") == text.replace("\n", "")


@given(st.text(st.sampled_from("ab*_"), min_size=1, max_size=300))
def test_no_escape_is_torn(words):
    for piece in pieces(escaped(words), 20):
        assert (len(piece) - len(piece.rstrip("\\"))) % 2 == 0


def test_astral_characters_count_twice():
    assert units("🂡" * 1000) == CONTENT
    assert pieces("🂡" * 1001) == ["🂡" * 1000, "🂡"]


@pytest.mark.parametrize(("size", "left"), [(80, 80), (81, 80)])
def test_a_label_that_is_cut_says_so(size, left):
    label = cut("牌" * size, 80)
    assert len(label) == left
    assert label.endswith("…") == (size > 80)
