"""What players of such games have reported, and what everybody is told. § are of rules.zh.md."""

from collections import Counter
from itertools import combinations, product

import pytest

from bot.i18n.catalogue import Catalogue
from bot.screens.plays import Offer, label
from bot.screens.reader import Reader
from bot.screens.record import Book
from engine.cards import Rank, codes, pack
from engine.core import Action, Carry, defaults
from engine.errors import AmbiguousAction, IllegalAction, RuleError
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import OVER
from engine.kernels.landlord.shapes import CHAIN
from engine.match import Match, Rounds, act, deal
from engine.registry import games
from engine.replay import RoundLog
from engine.rng import Rng
from engine.text import read
from renderers.text import render
from tests.games.landlord_kit import RNG, answer, dealt, held, say, table

BOTH = {name: games()[name] for name in ("doudizhu", "doudizhu_ext")}
GAME, EXT = BOTH["doudizhu"], BOTH["doudizhu_ext"]
STANDARD, EXTENDED = (game.reader(defaults(game.info)) for game in BOTH.values())
SAY = Catalogue(strict=True).speaker(("甲", "乙", "丙"))
EVERY = {  # a play of every shape, none the strongest of it
    "single": "5", "pair": "55", "triple": "555", "triple1": "5557", "triple2": "55577",
    "straight": "56789", "pairs": "556677", "plane": "555666", "plane1": "55566678",
    "plane2": "5556667788", "four2": "555578", "four22": "55557788",
}  # fmt: skip


# Combinations.


@pytest.mark.parametrize("text", ["A2345", "23456", "AA2233", "QQKKAA22", "AAA22234", "KKKAAA222"])
@pytest.mark.parametrize("reader", [STANDARD, EXTENDED], ids=BOTH)
def test_rul_01_a_two_is_in_no_run(reader, text):
    """§6"""
    bodies = [r.body for r in reader.readings(held(text))]
    assert all(Rank.TWO not in body for body in bodies)
    assert bodies in ([], [(Rank.KING, Rank.ACE)])


@pytest.mark.parametrize("text", ["33355546", "222AAA34", "333555", "333444666789"])
@pytest.mark.parametrize("reader", [STANDARD, EXTENDED], ids=BOTH)
def test_rul_03_triples_apart_are_no_plane(reader, text):
    """§6"""
    assert reader.readings(held(text)) == ()


@pytest.mark.parametrize("reader", [STANDARD, EXTENDED], ids=BOTH)
def test_rul_03_every_plane_has_a_body_of_consecutive_ranks(reader):
    """§6: all plays that the game knows."""
    planes = [run.reading for run in reader.runs if run.reading.shape.startswith("plane")]
    assert len(planes) > 60
    for plane in planes:
        at = CHAIN.index(plane.body[0])
        assert plane.body == CHAIN[at : at + len(plane.body)]


@pytest.mark.parametrize(
    ("text", "standard", "extended"),
    [
        ("34445555", (), ("plane1",)),
        ("33334444", (), ("plane1", "four22", "four22")),
        ("333444555777", ("plane1",), ("plane1",)),
        ("333444555666", ("plane",), ("plane", "plane1", "plane1")),
        ("33344455", ("plane1",), ("plane1",)),
    ],
)
def test_rul_04_what_can_be_read_in_several_ways_is_asked(text, standard, extended):
    """§6"""
    for game, reader, shapes in ((GAME, STANDARD, standard), (EXT, EXTENDED, extended)):
        assert tuple(r.shape for r in reader.readings(held(text))) == shapes
        state = table(game, f"{text}9/T/J")
        if len(shapes) == 1:
            assert say(game, state, text).public.circle.top.reading.shape == shapes[0]
        else:
            expected = AmbiguousAction if shapes else IllegalAction
            with pytest.raises(expected) as refused:
                say(game, state, text)
            options = getattr(refused.value, "options", ())
            assert [o.reading.partition("-")[0] for o in options] == list(shapes)


def test_rul_05_the_way_that_the_player_presses_is_the_way_it_is_read():
    state = table(EXT, "333344449/5/6")
    with pytest.raises(AmbiguousAction) as which:
        say(EXT, state, "33334444")
    found = {
        EXT.apply(state, 0, o, RNG).state.public.circle.top.reading for o in which.value.options
    }
    assert len(found) == len(which.value.options) == 3


@pytest.mark.parametrize(("shape", "text"), EVERY.items())
@pytest.mark.parametrize("reader", [STANDARD, EXTENDED], ids=BOTH)
def test_rul_07_a_bomb_beats_everything_else_and_nothing_else_beats_a_bomb(reader, shape, text):
    """§7"""
    (play,) = (r for r in reader.readings(held(text)) if r.shape == shape)
    (bomb,) = (r for r in reader.readings(held("3333")) if r.shape == "bomb")
    (rocket,) = reader.readings(held("xD"))
    assert beats(bomb, play) and not beats(play, bomb)
    assert beats(rocket, play) and beats(rocket, bomb)
    assert not beats(play, rocket) and not beats(bomb, rocket)
    assert len(EVERY) == len({run.reading.shape for run in reader.runs}) - 2


@pytest.mark.parametrize("text", ["3333xD", "33334455", "3333xx"])
def test_rul_11_four_and_others_are_never_a_bomb(text):
    """§6, §7"""
    for reader in (STANDARD, EXTENDED):
        assert all(r.tier == 0 for r in reader.readings(held(text)))


@pytest.mark.parametrize("chosen", ["false", "true"])
def test_rul_12_what_an_option_allows_is_read_offered_played_and_written(chosen):
    reader = EXT.reader({"quad_as_3_1": chosen})
    (over,) = reader.readings(held("3335"))
    allowed = chosen == "true"
    shapes = {move.reading.shape for move in reader.moves(held("4444"), over)}
    assert shapes == ({"bomb", "triple1"} if allowed else {"bomb"})
    state = say(EXT, table(EXT, "33356/444489/7", quad_as_3_1=chosen), "3335")
    hints = {a.reading.partition("-")[0] for a in EXT.suggest(EXT.observe(state, 1), 25) if a.cards}
    assert ("triple1" in hints) is allowed
    if allowed:
        with pytest.raises(AmbiguousAction):
            say(EXT, state, "4444")
    else:
        assert say(EXT, state, "4444").public.circle.top.reading.shape == "bomb"


@pytest.mark.parametrize("hands", ["3/45/67", "345678/9/T"])
def test_rul_13_a_spring_is_of_plays_and_not_of_bids(hands):
    """§10: nobody but the landlord has played."""
    state = table(GAME, hands)
    lines = ("3",) if hands.startswith("3/") else ("345678",)
    state = say(GAME, state, *lines)
    assert GAME.outcome(state).scores == (2 * 1 * 2, -1 * 2, -1 * 2)
    assert [r.key for r in GAME.outcome(state).reasons].count("landlord-factor-spring") == 1


@pytest.mark.parametrize(("text", "legal"), [("A2345", 0), ("TJQKA", 1), ("QKA23", 0), ("3456", 0)])
def test_rul_16_straights_are_three_to_ace_and_do_not_go_round(text, legal):
    """§6"""
    assert len(STANDARD.readings(held(text))) == legal


def test_rul_19_a_pass_is_allowed_with_cards_that_beat():
    """§8"""
    state = say(GAME, table(GAME, "34/2xD/5"), "3", "过")
    assert state.public.circle.plays[-1].reading is None


@pytest.mark.parametrize(
    ("option", "values"),
    [(o.key, o.values) for o in EXT.info.options if o.key != "quad_as_3_1"],
)
@pytest.mark.parametrize("game", BOTH.values(), ids=BOTH)
def test_rul_20_every_option_changes_something_that_can_be_seen(game, option, values):
    seen = {value: _trace(game, option, value) for value in values}
    assert len(set(seen.values())) == len(values)


def _trace(game, option, value):
    """What a deal shows that this option is about."""
    match option:
        case "auction":
            state = dealt(game, auction=value)
            return tuple(
                c.label.key for c in game.prompt(game.observe(state, state.public.turn)).choices
            )
        case "no_call":
            return answer(game, dealt(game, no_call=value), "no", "no", "no").public.phase
        case "redouble":
            return answer(game, dealt(game, auction="score", redouble=value), 3).public.phase
        case "empty_bomb_factor":
            return say(
                game, table(game, "44445/6/7", empty_bomb_factor=value), "4444"
            ).public.extra.stake.unit
        case "counter":
            return len(game.present(game.observe(table(game, "34/5/6", counter=value), 0)).blocks)
    raise AssertionError(option)


@pytest.mark.parametrize("line", ["a", "all", "jack of", "hello 3", "三个"])
def test_rul_21_words_are_no_plays_and_cards_are(line):
    seen = GAME.observe(table(GAME, "34A/5/6"), 0)
    prompt = GAME.prompt(seen)
    if line == "a":
        assert codes(read(line, GAME.info, prompt).cards) == ("DA",)
    else:
        with pytest.raises(RuleError):
            say(GAME, table(GAME, "34A/5/6"), line)
    assert len(read("3 4", GAME.info, prompt).cards) == 2


@pytest.mark.parametrize("game", BOTH.values(), ids=BOTH)
def test_rul_23_all_cards_are_somewhere_after_every_step(game):
    """§1"""
    rng = Rng(b"conserve", "play")
    for number in range(4):
        options = {**defaults(game.info), "auction": ("call", "score")[number % 2]}
        state = game.setup(3, options, Carry(), rng).state
        while True:
            assert game.inventory(state).cards == pack()
            if state.public.phase == OVER:
                break
            seat = game.asked(state)[0]
            action = rng.choice(game.suggest(game.observe(state, seat), 6))
            state = game.apply(state, seat, action, rng).state


@pytest.mark.parametrize("game", BOTH.values(), ids=BOTH)
@pytest.mark.parametrize(("auction", "no_call"), [*product(("call", "score"), ("force", "redeal"))])
def test_stk_11_every_order_of_answers_ends_with_a_landlord(game, auction, no_call):
    """§3, §4, §5: three deals at most are given up."""
    ends, waiting = [], [dealt(game, auction=auction, no_call=no_call)]
    while waiting:
        state = waiting.pop()
        if state.public.phase != "auction":
            ends.append(state.public.extra)
            continue
        (seat,) = game.asked(state)
        assert state.public.extra.passed_out < 3
        choices = game.prompt(game.observe(state, seat)).choices
        waiting += [game.apply(state, seat, choice.action, RNG).state for choice in choices]
    assert all(deal.landlord is not None and len(deal.bottom) == 3 for deal in ends)
    assert {deal.landlord for deal in ends} == {0, 1, 2}
    again = auction == "score" or no_call == "redeal"
    assert max(deal.passed_out for deal in ends) == (2 if again else 0)


# Refusals.


@pytest.mark.parametrize(
    ("lead", "hand", "line", "words"),
    [
        (
            None,
            "35",
            "35",
            "♦3 ♦5 不成牌型：点数不同，也连不起来（规则 6）。可以出任何成牌型的牌。",
        ),
        (
            "5",
            "K34",
            "34",
            "不成牌型：顺子至少要 5 张（规则 6）。要大过 甲 的 ♦5（单张，1 张）："
            "同样的牌型和张数、主牌更大，或者炸弹、王炸；也可以过。",
        ),
        ("5", "K34", "4", "是单张，不够大。要大过 甲 的 ♦5（单张，1 张）"),
        ("5", "K344", "44", "是对子，压不住。要大过 甲 的 ♦5（单张，1 张）"),
        ("34567", "9TJQKA", "9TJQKA", "是顺子，压不住。要大过 甲 的 "),
        ("34567", "9TJQKA", "9TJ", "不成牌型：顺子至少要 5 张（规则 6）。要大过 甲 的 "),
        ("33344", "55566", "5556", "是三带一，压不住。要大过 甲 的 "),
        ("4444", "33335", "3333", "现在不是出牌的时候。甲 的 ♠4 ♥4 ♣4 ♦4，你要不起。"),
        ("4444", "333356xD", "333356", "是四带二，压不住。要大过 甲 的 "),
        ("4444", "33335555", "3333", "（炸弹，4 张）：更大的炸弹，或者王炸；也可以过。"),
        ("5", "K346", "大王", "你手里没有这些牌：大王。要大过 甲 的 ♦5（单张，1 张）"),
        ("555", "K346666", "KK", "能选的牌里没有 2 张 K。要大过 甲 的 "),
        ("5", "346", "9", "没有"),
    ],
)
def test_a_refusal_says_what_the_cards_are_and_what_would_beat(lead, hand, line, words):
    """§7: read aloud as the player reads it."""
    if lead is None:
        state = table(GAME, f"3{hand}/6/7")
    else:
        state = say(GAME, table(GAME, f"{lead}2/{hand}/2"), lead)
    with pytest.raises(RuleError) as refused:
        say(GAME, state, line)
    said = SAY(refused.value.msg)
    assert words in said
    assert "{" not in said


def test_who_has_nothing_that_beats_is_told_whose_hand_it_is():
    """§8: of the last real hand, not of the seat before. Source: seed 002, 上下家."""
    state = say(GAME, table(GAME, "2A/34/56"), "2", "过")
    assert SAY(GAME.prompt(GAME.observe(state, 2)).ask) == "甲 的 ♦2，你要不起。"


# What is shown.


def test_wsh_05_the_counter_is_an_option_and_counts_only_what_is_public():
    """§13: it is the same whoever of the others holds what."""
    views = []
    for others in ("456/789", "789/456"):
        state = say(GAME, table(GAME, f"33D/{others}", counter="on"), "33")
        views.append(GAME.present(GAME.observe(state, 0)).blocks[-1])
    assert views[0] == views[1]
    assert "记牌器" in render(GAME.present(GAME.observe(state, 0)), SAY)
    off = GAME.present(GAME.observe(say(GAME, table(GAME, "33D/456/789"), "33"), 0))
    assert "记牌器" not in render(off, SAY)


def test_the_board_shows_the_circle_the_stake_and_who_holds_how_many():
    """§8, §10"""
    state = say(GAME, table(GAME, "444456/889/TTJ", base=2), "4444", "过", "过", "5", "8")
    text = render(GAME.present(GAME.observe(state, None)), SAY)
    for part in ("第 2 轮", "甲：♦5", "乙：♦8", "2 × 2 = 4", "1 张", "2 张", "3 张"):
        assert part in text, text


def test_between_circles_the_hand_that_won_the_last_one_is_shown():
    """§8"""
    state = say(GAME, table(GAME, "36/88/TT"), "3", "8", "过", "过")
    assert "上一轮最大" in render(GAME.present(GAME.observe(state, None)), SAY)


def test_the_settlement_shows_what_everybody_still_held_and_why():
    """§9, §10: 1 × 2 × 2"""
    state = answer(GAME, dealt(GAME), "yes", "yes", "no", "yes")
    names = ("甲", "乙", "丙")
    rng = Rng(b"end", "play")
    while state.public.phase != OVER:
        seat = GAME.asked(state)[0]
        state = GAME.apply(state, seat, GAME.suggest(GAME.observe(state, seat), 1)[0], rng).state
    text = render(GAME.present(GAME.observe(state, None)), SAY)
    for hand in state.hands:
        assert all(SAY_CARD[code] in text for code in codes(hand))
    grabbed = [line for line in text.splitlines() if "抢地主 ×2" in line]
    order = [(state.public.extra.first + step) % 3 for step in range(3)]
    assert [line.split(" ")[0] for line in grabbed] == [names[order[1]], names[order[0]]]


SAY_CARD = {
    code: {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}.get(code[0], "") + code[1:]
    for code in codes(pack(jokers=False))
} | {"LJ": "小王", "BJ": "大王"}


def test_the_record_writes_plays_as_the_source_does():
    """§8: 444333+5+6, pre-round and every hand, public at any time."""
    match = Match(GAME, 3, bytes(32), defaults(GAME.info), Rounds(1))
    fresh, log = match, []
    match, _ = deal(match)
    while match.outcome is None:
        seat = GAME.asked(match.state)[0]
        action = GAME.suggest(GAME.observe(match.state, seat), 1)[0]
        match, _ = act(match, seat, action)
        log.append((seat, action))
    record = Book(Reader(Catalogue(strict=True))).record(fresh, ("甲", "乙", "丙"))
    record.add([RoundLog(match.options, tuple(log))])
    lines = [line.strip() for line in record.data().decode().splitlines()]
    for what in match.state.public.played:
        faces = ("".join(SAY_CARD[c.code].lstrip("♠♥♣♦") for c in part) for part in what.parts)
        begins = f"{('甲', '乙', '丙')[what.seat]}：{'+'.join(faces)}（"
        assert any(line.startswith(begins) for line in lines), begins
    assert any("叫地主" in line or "不叫" in line for line in lines)


@pytest.mark.parametrize(
    ("hand", "line", "expected"),
    [
        ("33344456", "44433356", "444333+6+5"),
        ("3334445566", "3334445566", "444333+66+55"),
        ("333D5", "333大王", "333+大王"),
        ("xD3", "xD", "大王小王"),
        ("TTT3", "TTT3", "101010+3"),
    ],
)
def test_a_play_as_it_is_written_down(hand, line, expected):
    """§14"""
    state = table(GAME, f"{hand}7/8/9")
    seat, prompt = 0, GAME.prompt(GAME.observe(state, 0))
    step = GAME.apply(state, seat, read(line, GAME.info, prompt), RNG)
    told = dict(step.events[0].msg.params)["written"]
    assert (told if isinstance(told, str) else SAY(told)) == expected


# Hints and computer players know the same as the reader.


def test_every_hint_of_a_whole_hand_is_a_legal_play_with_a_label():
    state = table(EXT, "3333444456778899TJQK/5/6", landlord=0)
    seen = EXT.observe(state, 0)
    offer = Offer("t", 1, ("甲", "乙", "丙"), EXT, seen, EXT.prompt(seen))
    found = EXT.suggest(seen, 25)
    assert len(found) == 25
    for action in found:
        EXT.apply(state, 0, action, RNG)
        assert label(offer, action, SAY)


@pytest.mark.parametrize("text", ["34567", "3334", "44455"])
def test_no_subset_of_a_refused_set_hides_a_play(text):
    """§6: a set that is no play as a whole is never played in part."""
    hand = held(text + "9")
    whole = [s for size in (len(text), 2) for s in combinations(hand, size)]
    for some in whole:
        expected = bool(STANDARD.readings(some))
        state = table(GAME, f"{text}9Q/T/J")
        cards = tuple(c for c in state.hands[0] if Counter(some)[c])
        try:
            after = GAME.apply(state, 0, Action("play", cards=cards), RNG).state
        except IllegalAction:
            assert not expected
        else:
            assert expected
            assert len(after.hands[0]) == len(state.hands[0]) - len(some)
