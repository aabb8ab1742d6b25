"""What of a line said among people is a play, and how shapes and jokers are named."""

import pytest

from engine import talk, text
from engine.cards import cards as cards_of
from engine.cards import codes
from engine.core import Action, Carry, Choice, PickCards, Prompt, defaults
from engine.errors import RuleError
from engine.match import Match, Rounds, act, deal
from engine.msg import msg
from engine.registry import games
from engine.shapes import spelled

HAND = "S3 H3 C3 D3 S4 H4 S5 S6 S7 S8 H8 S10 SJ SQ SK SA LJ LJ BJ BJ"
PASS = Choice(Action("pass"), msg("climb-pass"))


def prompt_of(hand=HAND, *choices):
    cards = cards_of(hand)
    return Prompt(msg("ask"), choices or (PASS,), (PickCards("play", cards, 1, len(cards)),))


def info_of(game):
    return games()[game].info


SPELLED = [
    ("对8", "8 8"),
    ("對8", "8 8"),
    ("一对3", "3 3"),
    ("两个8", "8 8"),
    ("2个8", "8 8"),
    ("三个3", "3 3 3"),
    ("三张三", "三 三 三"),
    ("四个3", "3 3 3 3"),
    ("三个333", "3 3 3"),
    ("对3对4", "3 3 4 4"),
    ("对大王", "大王 大王"),
    ("三个3带对4", "3 3 3 带4 4"),
    ("顺子34567", "34567"),
    ("顺子 3 4 5 6 7", "3 4 5 6 7"),
    ("三带一 333 4", "333 4"),
    ("飞机 333444 56", "333444 56"),
    ("炸弹 3333", "3333"),
    ("pair of 8", "8 8"),
    ("3到7", "3 4 5 6 7"),
    ("顺子3-7", "3 4 5 6 7"),
    ("10至A", "10 j q k a"),
    ("A~5", "a 2 3 4 5"),
    ("三到七", "3 4 5 6 7"),
    ("连对 33到55", "3 3 4 4 5 5"),
    ("333-444 带 56", "3 3 3 4 4 4  带 56"),
    ("full house 33344", "33344"),
    # What is no shape stays as it is.
    ("炸 7", "炸 7"),
    ("对家", "对家"),
    ("对88888", "对88888"),
    ("三个人", "三个人"),
    ("顺子呢", "顺子呢"),
    ("pair 8s", "pair 8s"),
    ("7到3", "7到3"),
    ("333-4", "333-4"),
    ("K到2", "k到2"),
    ("3到100", "3到100"),
    ("♠3-♠7", "♠3-♠7"),
    ("出 3", "出 3"),
]


@pytest.mark.parametrize(("line", "cards"), SPELLED)
def test_shapes_are_written_out(line, cards):
    assert spelled(text.normal(line)) == cards


PLAYS = [
    ("出 88", "S8 H8"),
    ("打3", "S3"),
    ("play 5", "S5"),
    ("♠6", "S6"),
    ("6♠", "S6"),
    ("黑桃6", "S6"),
    ("对8", "S8 H8"),
    ("三个3带对4", "S3 H3 C3 S4 H4"),
    ("三带一 333 4", "S3 H3 C3 S4"),
    ("34567", "S3 S4 S5 S6 S7"),
    ("3到7", "S3 S4 S5 S6 S7"),
    ("出 10-A", "S10 SJ SQ SK SA"),
    ("３４５６７", "S3 S4 S5 S6 S7"),
    ("10JQKA", "S10 SJ SQ SK SA"),
    ("三四五六七", "S3 S4 S5 S6 S7"),
    ("大王", "BJ"),
    ("s6 s7", "S6 S7"),
    ("xxDD", "LJ LJ BJ BJ"),
    ("王炸", "LJ LJ BJ BJ"),
]


@pytest.mark.parametrize(("line", "cards"), PLAYS)
def test_what_can_hardly_be_talk_is_a_play(line, cards):
    action = talk.bare(line, info_of("chudadi"), prompt_of())
    assert sorted(map(rank, codes(action.cards))) == sorted(map(rank, cards.split()))


def rank(code):
    """A card without its suit: a rank alone is filled with the lowest suit."""
    return code if code in ("LJ", "BJ") else code[1:]


TALKED = (
    *(
        "6",
        "8",
        "88",
        "33",
        "333",
        "3333",
        "666",
        "qq",
        "k",
        "2333",
        "23333",
        "233333",
        "ha",
        "haha",
    ),
    *("dj", "h5", "c4", "s6", "bj", "lj", "xd", "r", "all", "attack", "三三", "八八", "10", "8 8"),
    *("过", "出", "打", "-", "对", "顺子", "三个人", "要", "", "👍"),
)


@pytest.mark.parametrize("line", TALKED)
def test_what_may_be_talk_is_talk_even_where_it_is_legal(line):
    try:
        heard = talk.bare(line, info_of("chudadi"), prompt_of())
    except RuleError:
        heard = None
    assert heard is None


WORDS = [
    ("过", "pass"),
    ("要不起", "pass"),
    ("PASS", "pass"),
    ("不要", "pass"),
    ("-", None),
    ("过来", None),
    ("出", None),
]


@pytest.mark.parametrize(("line", "verb"), WORDS)
def test_a_word_alone_is_the_answer_that_it_stands_for(line, verb):
    found = talk.word(line, info_of("chudadi"), prompt_of())
    assert (found.verb if found else None) == verb


FOUR = ("xxDD", "DDxx", "王炸", "火箭", "jokers", "rocket", "天王炸", "四王", "出 王炸", "xx DD")


@pytest.mark.parametrize("line", FOUR)
def test_the_four_jokers_are_found_by_all_their_names(line):
    action = text.read(line, info_of("doudizhu4"), prompt_of("S3 LJ LJ BJ BJ"))
    assert sorted(codes(action.cards)) == ["BJ", "BJ", "LJ", "LJ"]


@pytest.mark.parametrize("line", ["王炸", "火箭", "rocket", "jokers", "对王", "大小王"])
def test_a_rocket_of_one_pack_is_its_two_jokers(line):
    action = text.read(line, info_of("doudizhu"), prompt_of("S3 LJ BJ"))
    assert sorted(codes(action.cards)) == ["BJ", "LJ"]


PLAYED = [
    ("过", "chudadi", True),
    ("出 88", "chudadi", True),
    ("♠6", "chudadi", True),
    ("34567", "chudadi", True),
    ("抢 3", "niuniu", True),
    ("6", "chudadi", False),
    ("出去", "chudadi", False),
    ("今天天气不错", "chudadi", False),
    ("出", "chudadi", False),
    ("-", "chudadi", False),
]


@pytest.mark.parametrize(("line", "game", "play"), PLAYED)
def test_a_play_out_of_turn_is_told_from_talk(line, game, play):
    assert talk.played(line, info_of(game)) is play


@pytest.mark.parametrize("word", ["过", "不要", "pass", "弃", "弃牌", "fold"])
@pytest.mark.parametrize("looked", [False, True])
def test_to_pass_in_zhajinhua_is_to_fold(word, looked):
    game = games()["zhajinhua"]
    options = defaults(game.info)
    match, _ = deal(Match(game, 3, bytes(32), options, Rounds(1), Carry()), options)
    (seat,) = game.asked(match.state)
    if looked:
        match, _ = act(match, seat, Action("look"))
    action = text.read(word, game.info, game.prompt(game.observe(match.state, seat)))
    folded, _ = act(match, seat, Action("fold"))
    assert act(match, seat, action)[0].state.public == folded.state.public
