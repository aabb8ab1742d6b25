"""Texts gone wrong: read, or refused with the place of the first mistake; never a trace."""

from __future__ import annotations

import pytest

from bot.i18n.catalogue import Catalogue
from bot.records.places import Misread
from bot.records.reader import LONGEST, MOST, read
from bot.records.writer import write
from engine.registry import games
from tests.kit import written
from tests.kit.tiers import DEEP

SPOILED = 10_000 if DEEP else 200
CATALOGUES = (Catalogue(strict=True), Catalogue("en", strict=True))


def error_of(text, **more):
    """How a text is refused, if it is; anything else that is raised is a fault of ours."""
    try:
        read(text, **more)
    except Misread as error:
        return error
    return None


def refused(text, **more):
    """How a text is refused."""
    with pytest.raises(Misread) as found:
        read(text, **more)
    return found.value


def test_a_spoiled_record_is_read_or_refused_with_its_place():
    luck = written.luck_of("spoiled")
    texts = [
        write(*written.playthrough(name)[:2], language=language)
        for name in written.FILES
        for language in (0, 1)
    ]
    read_well = 0
    for _ in range(SPOILED):
        text = written.spoiled(luck.choice(texts), luck)
        error = error_of(text, fill=not luck.below(4))
        if error is None:
            read_well += 1
            continue
        lines = text.splitlines() or [""]
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= max(1, len(lines[error.line - 1]))
        for catalogue in CATALOGUES:
            assert str(error.line) in catalogue.say(error.told)
    assert 0 < read_well < SPOILED / 2


HEAD = "牌谱 1: 斗地主\n"
FULL = (
    "1: 大王 小王 ♠2 ♠A ♠K ♠Q ♠J ♠10 ♠9 ♠8 ♠7 ♠6 ♠5 ♠4 ♠3 ♥3 ♥4\n"
    "2: ♥2 ♥A ♥K ♥Q ♥J ♥10 ♥9 ♥8 ♥7 ♥6 ♥5 ♣3 ♣4 ♣5 ♣6 ♣7 ♣8\n"
    "3: ♣2 ♣A ♣K ♣Q ♣J ♣10 ♣9 ♦3 ♦4 ♦5 ♦6 ♦7 ♦8 ♦9 ♦10 ♦J ♦Q\n"
    "底牌: ♦K ♦A ♦2\n先手: 1\n"
)
WRONG = [
    # text, line, column, word, key
    ("牌谱 1: 斗地王", 1, 7, "斗地王", "notation-no-game"),
    ("牌谱 2: 斗地主", 1, 4, "2", "notation-version"),
    ("牌谱 x: 斗地主", 1, 4, "x", "notation-no-version"),
    (HEAD + FULL + "1 叫地主\n" + HEAD, 8, 1, "牌谱", "notation-another"),
    (HEAD + "选项: auction=call auction=loud", 2, 18, "auction=loud", "notation-no-value"),
    (HEAD + "选项: loud=1", 2, 5, "loud=1", "notation-no-option"),
    (HEAD + "人数: 4", 2, 5, "4", "notation-seats"),
    (HEAD + "人数: vier", 2, 5, "vier", "notation-number"),
    (HEAD + "1: ♠3 ♠4 ♠3", 2, 10, "♠3", "notation-once-too-often"),
    (HEAD + "1: ♠3 红桃王 ♠4", 2, 7, "红桃王", "notation-no-card"),
    (HEAD + "1: 3333 3", 2, 9, "3", "notation-rank-too-often"),
    (HEAD + "1: ♠3\n\n1: ♠4", 4, 1, "1:", "notation-twice"),
    (HEAD + "9: ♠3", 2, 4, "♠3", "notation-no-hand"),
    (HEAD + "牌堆: ♠3", 2, 5, "♠3", "notation-no-pile"),
    (HEAD + FULL.replace("♥3 ♥4", "♥3"), 2, 4, "大王", "notation-missing"),
    (HEAD + FULL.replace("先手: 1", "先手: 7"), 6, 5, "7", "notation-impossible-lot"),
    (HEAD + FULL + "2 叫地主", 7, 1, "2", "notation-not-asked"),
    (HEAD + FULL + "1 叫地主, 2 摸", 7, 10, "摸", "text-unreadable-ask"),
    (HEAD + FULL + "1 叫地主, 2 不抢, 3 不抢, 1 出 ♠3 ♣3", 7, 27, "♣3", "climb-not-held"),
    (HEAD + FULL + "1 叫地主\n底牌: ♠3", 8, 1, "底牌:", "notation-late"),
    (HEAD + FULL + "1 叫地主\n得分: 1 2 3", 8, 1, "得分:", "notation-round-open"),
    (HEAD + FULL + "第 2 副", 7, 1, "第", "notation-round-open"),
    (HEAD + "第 2 副", 2, 1, "第", "notation-round-number"),
    (HEAD + FULL + "天气: 好", 7, 1, "天气:", "notation-no-word"),
    ("1: ♠3", 1, 1, "1:", "notation-which-game"),
    ("", 1, 1, "", "notation-empty"),
    ("牌谱 1: 锄大地\n人数: 4\n1: 3", 3, 4, "3", "notation-no-suit"),
    ("牌谱 1: 锄大地\n筹码: 1 2 3 4", 2, 1, "筹码:", "notation-no-chips"),
    ("牌谱 1: 牛牛\n筹码: 1 2 x", 2, 9, "x", "notation-number"),
    ("牌谱 1: 打炸\n对家: 1 2, 3 3", 2, 5, "1", "notation-teams"),
    ("牌谱 1: 二八杠\n余牌: 1筒 2筒", 2, 5, "1筒", "notation-no-pack"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "column", "word", "key"), WRONG, ids=[w[4] for w in WRONG]
)
def test_the_first_wrong_word_is_named_with_its_place(text, line, column, word, key):
    error = refused(text)
    assert (error.line, error.column, error.word, error.msg.key) == (line, column, word, key)


def test_a_settlement_that_is_not_the_rules_is_refused():
    fresh, log, _ = written.playthrough("doudizhu.txt")
    text = write(fresh, log)
    last = len(text.splitlines())
    error = refused(text.replace("得分: -32 +64 -32", "得分: -32 +32 -32"))
    assert (error.line, error.column, error.msg.key) == (last, 9, "notation-other-score")


def test_what_is_too_long_is_not_read():
    assert refused("♠" * (LONGEST + 1)).msg.key == "notation-too-long"
    passes = HEAD + FULL + "1 叫地主" + ", 1 过" * MOST
    assert refused(passes).msg.key in {"notation-not-asked", "text-unreadable-ask"}


def test_another_game_than_that_of_the_table_is_refused():
    assert refused(HEAD, game=games()["chudadi"]).msg.key == "notation-other-game"
