"""Typed lines: what people write, and the action it means."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import cards, pack
from engine.core import Action, Choice, GameInfo, PickCards, PickNumber, Prompt
from engine.errors import AmbiguousAction, IllegalAction, RuleError, UnreadableAction
from engine.msg import Msg, msg
from engine.text import LONGEST, PASS_WORDS, normal, read

INFO = GameInfo(
    id="words",
    seats=range(2, 5),
    words=(
        ("扣", "knock"),
        ("换", "swap"),
        ("摸", "draw"),
        ("摸牌", "draw"),
        ("打", "play"),
        ("play", "play"),
        ("叫", "bid"),
        ("要", "yes"),
        ("要", "bid"),
        ("bid", "bid"),
        ("押", "stake"),
    ),
)
ALL = pack()
ANY = Prompt(msg("ask"), picks=(PickCards("play", ALL, 1, 54),))
SWAP = Prompt(
    msg("ask"),
    choices=(Choice(Action("draw"), msg("draw")),),
    picks=(
        PickCards("swap", cards("S3 H3 D5 H10 DA"), 1, 5),
        PickCards("swap", cards("C3 D4 S9"), 1, 3, slot="take", same_as="cards"),
    ),
)
BID = Prompt(
    msg("ask"),
    choices=(
        Choice(Action("bid", number=1), msg("one")),
        Choice(Action("bid", number=2), msg("two")),
        Choice(Action("pass"), msg("pass")),
    ),
)
STAKE = Prompt(msg("ask"), number=PickNumber("stake", range(1, 10)))
CELL = Prompt(msg("ask"), number=PickNumber("stake", (0, 2), columns=3, names=("a", "b", "c")))


def played(codes):
    return Action("play", cards(codes))


ONE_CARD = [
    ("♠3", "S3", "a sign"),
    ("♠\ufe0f3", "S3", "a sign with a variation selector"),
    ("♤3", "S3", "a white sign"),
    ("❤3", "H3", "a heart from the emoji keyboard"),
    ("❤\ufe0f10", "H10", "the same with its selector"),
    ("黑桃3", "S3", "in words"),
    ("红桃10", "H10", "in words, ten"),
    ("紅心K", "HK", "in traditional characters"),
    ("方塊a", "DA", "in traditional characters, lower case"),
    ("方板Q", "DQ", "as people in the north say"),
    ("方片Q", "DQ", "another word for diamonds"),
    ("爱心Q", "HQ", "hearts in simplified characters"),
    ("愛心Q", "HQ", "and in traditional ones"),
    ("草花Q", "CQ", "another word for clubs"),
    ("黑桃三", "S3", "a Chinese numeral"),
    ("梅花J", "CJ", "clubs"),
    ("s3", "S3", "a letter"),
    ("S10", "S10", "a letter and ten"),
    ("st", "S10", "T is ten"),
    ("h0", "H10", "0 is ten"),
    ("黑桃十", "S10", "ten in Chinese"),
    ("d1", "DA", "1 is the ace"),
    ("♠ 3", "S3", "a blank after the suit"),
    ("黑桃　３", "S3", "full-width blank and digit"),
    ("ｓ３", "S3", "full width"),
    ("大王", "BJ", "the big joker"),
    ("大鬼", "BJ", "as people in the south say"),
    ("bj", "BJ", "its code"),
    ("小王", "LJ", "the small joker"),
    ("LJ", "LJ", "its code"),
]


@pytest.mark.parametrize(("line", "code", "why"), ONE_CARD, ids=[row[2] for row in ONE_CARD])
def test_one_card(line, code, why):
    assert read(line, INFO, ANY) == played(code)
    assert read("打 " + line, INFO, ANY) == played(code)


MANY = [
    ("打 ♠3♥4", "S3 H4", "without blanks"),
    ("打♠3 ♥4", "S3 H4", "no blank after the word"),
    ("play ♠3, ♥4", "S3 H4", "commas"),
    ("打 ♠3，♥4、♣5", "S3 H4 C5", "Chinese commas"),
    ("打 334455", "D3 C3 D4 C4 D5 C5", "ranks alone: the lowest suits"),
    ("打 10 10 j", "D10 C10 DJ", "ten among ranks"),
    ("打 1010", "D10 C10", "10 is not 1 and 0"),
    ("打：三四五", "D3 D4 D5", "a colon, and Chinese numerals"),
    ("打 334455。", "D3 C3 D4 C4 D5 C5", "a full stop"),
    ("打 大小王", "LJ BJ", "both jokers in one word"),
    ("打 910jqk", "D9 D10 DJ DQ DK", "a straight"),
    ("打 3 d3", "C3 D3", "a card named by suit is left out when ranks are filled"),
    ("打 大王小王", "BJ LJ", "both jokers"),
    ("打 ♠3 ♠3", "S3 S3", "twice the same: the game refuses, not the reader"),
    ("打 A♦ 2♦ 3♣ 4♣ 5♥", "DA D2 C3 C4 H5", "suits behind, as in §7 of 锄大地"),
    ("10♠J♠, 3", "S10 SJ D3", "suits behind, one of them left out"),
    ("打 A黑桃", "SA", "a suit behind in words"),
    ("打 ♦ 3 ♠4", "D3 S4", "a blank after the suit is no suit behind"),
    ("3♦3", "C3 D3", "a suit between two ranks belongs to the second"),
    ("打 ♠3和♦4", "S3 D4", "and, as in §3 of 斗地主拓展版"),
]


@pytest.mark.parametrize(("line", "found", "why"), MANY, ids=[row[2] for row in MANY])
def test_many_cards(line, found, why):
    assert read(line, INFO, ANY) == played(found)


WINGS = [
    ("444+33+3", "D4 C4 H4 D3 C3 H3", "+4.4.4", "plus signs"),
    ("打 444 带 33", "D4 C4 H4 D3 C3", "+4.4.4", "as in §3 of 斗地主拓展版"),
    ("444帶5", "D4 C4 H4 D5", "+4.4.4", "in traditional characters"),
    ("444带♠3和♦5", "D4 C4 H4 S3 D5", "+4.4.4", "several wings"),
    ("A♦A♥+3♠", "DA HA S3", "+14.14", "suits behind"),
]


@pytest.mark.parametrize(("line", "found", "body", "why"), WINGS, ids=[row[3] for row in WINGS])
def test_what_is_carried(line, found, body, why):
    assert read(line, INFO, ANY) == replace(played(found), reading=body)


SWAPS = [
    ("换 ♠3 取 方块4", "S3", "D4", "the word for taking"),
    ("换 ♠3 拿 ♦4", "S3", "D4", "another word for it"),
    ("换 ♠3=♦4", "S3", "D4", "a sign"),
    ("换 ♠3 -> ♦4", "S3", "D4", "an arrow"),
    ("换 ♠3 ♥10 换取 ♦4 9", "S3 H10", "D4 S9", "two for two"),
    ("换 3 取 3", "H3", "C3", "ranks mean other cards in the hand and on the table"),
    ("♠3 取 ♦4", "S3", "D4", "one verb is asked about: it need not be written"),
    ("换 ♠3", "S3", "", "nothing taken: the game refuses"),
]


@pytest.mark.parametrize(("line", "given", "taken", "why"), SWAPS, ids=[row[3] for row in SWAPS])
def test_swaps(line, given, taken, why):
    assert read(line, INFO, SWAP) == Action("swap", cards(given), cards(taken))


OTHERS = [
    ("扣", SWAP, Action("knock"), "a verb that is not offered is left to the game"),
    ("摸", SWAP, Action("draw"), "a button"),
    ("摸牌", SWAP, Action("draw"), "the longer word first"),
    (" 摸 ", SWAP, Action("draw"), "blanks around"),
    ("叫 2", BID, Action("bid", number=2), "a number of a button"),
    ("叫2", BID, Action("bid", number=2), "no blank"),
    ("叫2分", BID, Action("bid", number=2), "as the button says"),
    ("叫两分", BID, Action("bid", number=2), "a number in Chinese"),
    ("2", BID, Action("bid", number=2), "a number alone"),
    ("２ 分", BID, Action("bid", number=2), "full width, with its unit"),
    ("一分", BID, Action("bid", number=1), "in Chinese, alone"),
    ("要 2", BID, Action("bid", number=2), "a word of several meanings is what is asked for"),
    ("要", STAKE, Action("yes"), "or the first, where none of them is"),
    ("叫 ×2", BID, Action("bid", number=2), "as another button says"),
    ("叫 2 号", BID, Action("bid", number=2), "the number of a seat"),
    ("换 ♠3 取 ♦4", BID, Action("swap", cards("S3")), "what is not asked about: the game refuses"),
    ("打 3", BID, Action("play", cards("D3")), "whatever the suit"),
    ("BID 2", BID, Action("bid", number=2), "upper case"),
    ("叫 3", BID, Action("bid", number=3), "a number that is not offered is left to the game"),
    ("押 5", STAKE, Action("stake", number=5), "a number"),
    ("5", STAKE, Action("stake", number=5), "a number alone"),
    ("５", STAKE, Action("stake", number=5), "a full-width number"),
    ("-5", STAKE, Action("stake", number=-5), "a negative number is no pass"),
    ("+5", STAKE, Action("stake", number=5), "a sign"),
    ("押 999999999", STAKE, Action("stake", number=999999999), "nine digits"),
    ("押", STAKE, Action("stake"), "no number: the game refuses"),
    ("c", CELL, Action("stake", number=2), "a name"),
    ("Ａ", CELL, Action("stake", number=0), "a full-width name in upper case"),
    ("押 c", CELL, Action("stake", number=2), "a name after its verb"),
    ("押b", CELL, Action("stake", number=1), "one that is not offered is left to the game"),
    ("play黑桃3", ANY, played("S3"), "an English word ends where Chinese begins"),
    ("play♠3", ANY, played("S3"), "and at a sign"),
]


@pytest.mark.parametrize(("line", "prompt", "action", "why"), OTHERS, ids=[r[3] for r in OTHERS])
def test_other_lines(line, prompt, action, why):
    assert read(line, INFO, prompt) == action


COUNTED = [
    ("押 5", BID, Action("stake", number=5), "a number after its verb"),
    ("2", BID, Action("bid", number=2), "alone: what is asked for"),
    ("5", Prompt(msg("ask")), Action("stake", number=5), "or the first verb that takes one"),
    ("5", ANY, played("D5"), "but a card where cards are picked"),
]


@pytest.mark.parametrize(("line", "prompt", "action", "why"), COUNTED, ids=[r[3] for r in COUNTED])
def test_a_number_that_is_not_asked_for_is_left_to_the_game(line, prompt, action, why):
    assert read(line, replace(INFO, numbers=("stake",)), prompt) == action


@pytest.mark.parametrize(("line", "prompt", "example"), [("叫 two", BID, "叫 1"),
                                                         ("押 x", STAKE, "押 1")])  # fmt: skip
def test_a_word_instead_of_a_number_is_answered_with_an_example(line, prompt, example):
    with pytest.raises(UnreadableAction) as refused:
        read(line, INFO, prompt)
    assert refused.value.msg == msg("text-number", example=example)


@pytest.mark.parametrize("word", PASS_WORDS)
def test_passing(word):
    assert read(word, INFO, BID) == Action("pass")


UNREADABLE = [
    ("", ANY, "text-unreadable", "nothing"),
    ("   ", ANY, "text-unreadable", "blanks"),
    ("哈哈", ANY, "text-unreadable", "chatter"),
    ("player", ANY, "text-unreadable", "a longer English word"),
    ("passing by", BID, "text-unreadable-ask", "a word that begins like one"),
    ("play3", BID, "text-unreadable-ask", "an English word needs its blank"),
    ("- 5", BID, "text-unreadable-ask", "a sign passes by itself only"),
    ("/play", BID, "text-unreadable-ask", "a command"),
    ("打 hello", ANY, "text-cards", "no cards"),
    ("打 ♠", ANY, "text-cards", "a suit alone"),
    ("打 ♠3 !", ANY, "text-cards", "something after the cards"),
    ("ah", ANY, "text-cards", "a letter is no suit behind: this is a sigh"),
    ("打 ♠3 4♦", ANY, "text-cards", "one suit before and one behind"),
    ("换 ♠3 取 x", SWAP, "text-cards", "something else to take"),
    ("叫 two", BID, "text-number", "a number in words"),
    ("押 1e9", STAKE, "text-number", "a power"),
    ("押 1.5", STAKE, "text-number", "a fraction"),
    ("押 1234567890", STAKE, "text-number", "ten digits"),
    ("押 ٣", STAKE, "text-number", "digits of another script"),
    ("1e9", STAKE, "text-unreadable-ask", "a power alone"),
    ("2", CELL, "text-name", "a number where there are names"),
    ("押 2", CELL, "text-name", "the same after its verb"),
    ("ab", CELL, "text-name", "two names"),
    ("d", CELL, "text-name", "a name that is none"),
    ("打 " + "♠3" * 100, ANY, "text-too-long", "202 characters"),
    ("打 ♠3" + " " * 300 + "♥4", ANY, "text-too-long", "blanks hide nothing behind the limit"),
    ("㍿" * 100, ANY, "text-too-long", "signs that become four characters each"),
]


@pytest.mark.parametrize(
    ("line", "prompt", "key", "why"), UNREADABLE, ids=[r[3] for r in UNREADABLE]
)
def test_unreadable(line, prompt, key, why):
    with pytest.raises(UnreadableAction) as refused:
        read(line, INFO, prompt)
    assert refused.value.msg.key == key


def test_a_line_of_the_longest_length_is_read():
    line = "打 " + "♠3" * ((LONGEST - 2) // 2)
    assert len(line) == LONGEST
    assert len(read(line, INFO, ANY).cards) == 99


def test_a_rank_that_is_not_there():
    with pytest.raises(IllegalAction) as refused:
        read("换 K 取 ♦4", INFO, SWAP)
    assert refused.value.msg == msg("text-not-there", face="K", count=1, ask=SWAP.ask)
    with pytest.raises(IllegalAction) as refused:
        read("换 333 取 ♦4", INFO, SWAP)
    assert refused.value.msg == msg("text-not-there", face="3", count=3, ask=SWAP.ask)


def test_what_follows_a_word_that_takes_nothing_is_no_card():
    with pytest.raises(IllegalAction) as refused:
        read("过 2", INFO, BID)
    assert refused.value.msg == msg("text-no-cards", ask=BID.ask)


def test_one_word_for_several_buttons():
    with pytest.raises(AmbiguousAction) as refused:
        read("叫", INFO, BID)
    assert refused.value.options == (Action("bid", number=1), Action("bid", number=2))


def test_normal_lines():
    assert normal("  ＰＬＡＹ　♠\ufe0f３ ") == "play ♠3"


def read_or_refused(line, prompt):
    try:
        return read(line, INFO, prompt)
    except RuleError as refused:
        return refused.msg


@given(line=st.text(max_size=260), prompt=st.sampled_from([ANY, SWAP, BID, STAKE, CELL]))
def test_any_line_is_an_action_or_a_refusal(line, prompt):
    match read_or_refused(line, prompt):
        case Msg(key):
            assert key.startswith("text-")
        case action:
            assert action.verb in {"pass", *(verb for _, verb in INFO.words)}
            assert len(action.cards) + len(action.take) <= LONGEST


WRITTEN = st.lists(st.sampled_from(ALL), min_size=1, max_size=20, unique=True)


@given(held=WRITTEN, between=st.sampled_from(["", " ", ",", "，", " 、 "]))
def test_cards_are_read_as_they_are_written(held, between):
    signs = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
    jokers = {"LJ": "小王", "BJ": "大王"}
    words = [jokers.get(c.code) or signs[c.code[0]] + c.code[1:] for c in held]
    assert read("打 " + between.join(words), INFO, ANY) == Action("play", tuple(held))
    behind = [word if word in jokers.values() else word[1:] + word[0] for word in words]
    assert read("打 " + between.join(behind), INFO, ANY) == Action("play", tuple(held))
