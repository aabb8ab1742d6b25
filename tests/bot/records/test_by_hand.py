"""Deals as people write them: in one line, by role, without suits, with gaps."""

from __future__ import annotations

import pytest

from bot.records.places import Misread
from bot.records.reader import read
from bot.records.writer import write
from engine.cards import cards, codes
from engine.registry import games
from engine.written import CHINESE, ENGLISH, face, faces, items
from tests.kit import written

DOUDIZHU = games()["doudizhu"]
ONE_LINE = (
    "地主: 大王 小王 222 AAA KKK QQQ 999 | 农民: 2 A K Q JJJJ 10 10 10 10 8888 7 | "
    "农民: 777 6666 5555 4444 33 | 底牌: 9 3 3; 叫, 2 不抢, 3 不抢; 1 33; 过; 过; 大王小王"
)


def test_a_deal_in_one_line():
    """地主 is seat 1, 农民 the others; no suits, commas or semicolons between what is done."""
    found = read(ONE_LINE, DOUDIZHU)
    state = found.match.state
    assert state.public.extra.landlord == 0
    assert state.public.counts == (16, 17, 17)
    assert [action.verb for _, action in found.log[0].actions] == [
        "yes", "no", "no", "play", "pass", "pass", "play",
    ]  # fmt: skip
    assert found.filled == 0


def test_suits_that_are_not_written_are_those_that_are_left():
    """An ace without a suit is one that nobody else has."""
    found = read(ONE_LINE.replace("2 A K Q JJJJ", "2 ♦A K Q JJJJ"), DOUDIZHU)
    text = write(found.fresh, found.log)
    (first,) = [line for line in text.splitlines() if line.startswith("1: ")]
    assert {"♠A", "♥A", "♣A"} <= set(first.split())


def test_cards_that_are_not_written_are_dealt_at_random_if_one_says_so():
    text = "1: 大王 小王 2222\n先手: 1"
    with pytest.raises(Misread):
        read(text, DOUDIZHU)

    found = read(f"{text}\n其余: 随机", DOUDIZHU, seats=3)
    other = read(text, DOUDIZHU, seats=3, fill=True, seed=bytes(range(32)))

    wanted = cards("BJ LJ S2 H2 C2 D2")
    for one in (found, other):
        assert set(wanted) <= set(one.match.state.hands[0])
        assert one.filled == 48
        assert len(one.match.state.hands[0]) == 17
    assert found.match.state != other.match.state


def test_a_gap_is_as_good_as_nothing():
    text = "1: 大王 ?×16\n2: ?×17\n3: ?x17\n底牌: ? ? ?\n其余: 随机"
    assert read(text, DOUDIZHU).filled == 53


def test_who_acts_first_was_drawn_where_that_is_not_written():
    for seat in (1, 2, 3):
        text = f"1: 大王\n2: 小王\n3: ♠2\n其余: 随机\n{seat} 叫地主"
        assert read(text, DOUDIZHU).match.state.public.extra.first == seat - 1


def test_a_record_that_hides_something_is_read_with_the_rest_at_random():
    """What a reader was shown can be dealt again; what was hidden is made up."""
    fresh, log, _ = written.playthrough("zhajinhua.txt")
    text = write(fresh, log, None)
    found = read(text.split("得分")[0], fill=True)
    assert found.filled > 0
    assert found.log == log


def test_dazha_is_led_by_who_writes_spade_three_first():
    """打炸: the owner of the first ♠3 leads; it is the one that stands nearest the front."""
    game = games()["dazha"]
    text = "1: ♥4 ♠3\n2: ♠3 ♥5\n3: ♥6\n4: ♥7\n其余: 随机\n选项: showdown=off"
    found = read(text, game)
    assert found.match.state.public.extra.leader == 1
    assert found.match.state.public.extra.side(1) == (0, 1)


def test_remarks_and_width_do_not_matter():
    wide = "牌谱　１：斗地主 // 一副好牌\n１：大王，小王\n其余：随机"
    assert set(cards("BJ LJ")) <= set(read(wide).match.state.hands[0])


def test_without_anything_written_a_table_is_dealt_by_its_seed():
    found = read("牌谱 1: 扑克矩阵\n其余: 随机")
    assert found.match.round == 1
    assert found.match.seats == 1


@pytest.mark.parametrize("language", [CHINESE, ENGLISH])
def test_every_card_is_read_as_it_is_written(language):
    every = (*cards("LJ BJ"), *(c for g in ("chudadi", "erbagang") for c in dealt(g)))
    for card in every:
        (item,) = items(face(card, language).lower())
        assert codes((item.card,)) == (card.code,)
    assert faces((every[0], None, None, every[1], None), language).count("?") == 2


def dealt(game_id):
    """All cards of a game."""
    game = games()[game_id]
    seats = max(game.info.seats)
    return game.inventory(read("其余: 随机", game, seats=seats).match.state).cards
