"""The well-known sets of options that are shipped: each sound, and each with a worked example.

An example is worked by hand: what the set makes of it, and what is usual.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.i18n.keys import house_name
from engine import houses
from engine.core import Carry, defaults
from engine.errors import IllegalAction
from engine.games.dunmazi.scoring import rules_of
from engine.houses import House, differences, shipped, whole
from engine.registry import games
from tests.games import (
    banker_kit,
    dazha_kit,
    draw_kit,
    dunmazi_kit,
    landlord_kit,
    test_chudadi,
    test_dazha_pay,
    zhajinhua_kit,
)

ALL = {(game, key): house for game in games() for key, house in shipped(game).items()}
TWO_AT_LEAST = ("doudizhu", "chudadi", "zhajinhua", "niuniu", "qigui523", "dazha")


def faults(found):
    """What is wrong with sets, by game and key."""
    for (game_id, key), house in found.items():
        game = games()[game_id]
        options = whole(game.info, house.options)
        if options is None:
            yield game_id, key, "no such option or value"
        elif differences(game.info, options) != dict(house.options):
            yield game_id, key, "what is as usual is not listed"
        elif any(game.check(seats, options) for seats in game.info.seats):
            yield game_id, key, "options that do not go together"
        if not house.source.strip():
            yield game_id, key, "no source"
        if not (key.isascii() and key.isalpha() and key.islower()):
            yield game_id, key, "no key"
    for one, two in combinations(found.items(), 2):
        same = dict(one[1].options) == dict(two[1].options)
        if one[0][0] == two[0][0] and same:
            yield *two[0], "the same as another"


def test_they_are_sound_and_there_are_two_at_least():
    assert list(faults(ALL)) == []
    assert all(len(shipped(game)) >= 2 for game in TWO_AT_LEAST)
    assert shipped("dunmazi")["basic"].options == {"sudden_death": "basic"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_has_a_name_of_its_own(language):
    say = Catalogue(language, strict=True).say
    names = [(game, say(house_name(game, key))) for game, key in ALL]
    assert len(set(names)) == len(names)


PLANTED = {
    "no such option or value": House("doudizhu", "bad", {"auction": "shout"}, "x"),
    "what is as usual is not listed": House("doudizhu", "bad", {"auction": "call"}, "x"),
    "options that do not go together": House("doudizhu", "bad", {"redouble": "true"}, "x"),
    "no source": House("doudizhu", "bad", {"counter": "on"}, " "),
    "the same as another": House("doudizhu", "bad", {"auction": "score"}, "x"),
}


@pytest.mark.parametrize("why", PLANTED)
def test_the_law_catches_what_is_not(why):
    found = list(faults({**ALL, ("doudizhu", "bad"): PLANTED[why]}))
    assert ("doudizhu", "bad", why) in found


def test_what_a_game_has_no_longer_is_not_played():
    info = games()["chudadi"].info
    assert whole(info, {"pass_lock": "true"}) == {**defaults(info), "pass_lock": "true"}
    assert whole(info, {"pass_lock": "maybe"}) is None
    assert whole(info, {"gone": "true"}) is None
    assert houses.shipped("matrix") == {}


# Worked examples: of each what comes of it by the set, and what is usual.


def bidding(**options):
    """叫分: 甲 bids 1, 乙 passes, 丙 bids 2 and is the landlord for 2."""
    game = games()["doudizhu"]
    state = landlord_kit.dealt(game, **options)
    if options.get("auction") != "score":
        return "nobody bids"
    first = game.asked(state)[0]
    state = landlord_kit.answer(game, state, 1, 0, 2)
    deal = state.public.extra
    return (deal.landlord - first) % 3, deal.stake.base


def redoubled(**options):
    """竞技二打一: a bid of 3, one farmer doubles, the landlord redoubles: 3 × 2 × 2 against him."""
    game = games()["doudizhu"]
    state = landlord_kit.dealt(game, **options)
    if options.get("auction") != "score":
        return "nobody bids"
    state = landlord_kit.answer(game, state, 3)
    if options.get("redouble") == "true":
        state = landlord_kit.answer(game, state, "yes", "no", "yes")
    deal = state.public.extra
    return sorted(deal.stake.base * times for times in deal.doubles)


def passed(**options):
    """甲 leads a 5, 乙 passes, 丙 plays a 9, 丁 passes, 甲 a king: may 乙 play a 2?"""
    hands = ("H5 HK D4", "C2 C3", "S9 S3", "D6 D7")
    state = test_chudadi.table(*hands, **options)
    state = test_chudadi.say(state, "H5", "过", "S9", "过", "HK")
    return test_chudadi.GAME.asked(state) == (1,)


def straights(**options):
    """Does A2345 beat 10JQKA? By 2 as the lowest it does not."""
    hands = ("S10 HJ SQ SK DA D3", "HA H2 S3 S4 S5 C9", "C3 C4", "D6 D7")
    state = test_chudadi.table(*hands, **options)
    state = test_chudadi.say(state, "S10 HJ SQ SK DA")
    try:
        test_chudadi.say(state, "HA H2 S3 S4 S5")
    except IllegalAction:
        return False
    return True


def equal_hands(**options):
    """Two equal hands: the one with ♠A wins by suits; without, whoever compares loses."""
    state = zhajinhua_kit.table("SA HK D9/HA DK C9/S2 H4 D7", number=2, **options)
    state = zhajinhua_kit.act(state, ("compare", 1))
    stands = state.public.stands
    return [seat for seat in range(2) if stands[seat] is zhajinhua_kit.Stand.IN]


def folk(**options):
    """豹子 wins: 10 antes from each of two who folded, or nothing beside the pot of 3.

    And may two be compared in the third round?
    """
    early = zhajinhua_kit.table("S7 H7 D7/S2 H4 D9/S3 H5 D8", number=3, **options)
    verbs = {
        one.action.verb
        for one in games()["zhajinhua"].prompt(games()["zhajinhua"].observe(early, 0)).choices
    }
    state = zhajinhua_kit.table("S7 H7 D7/S2 H4 D9/S3 H5 D8", looked=(0, 1, 2), **options)
    state = zhajinhua_kit.act(state, "call", "fold", "fold")
    return zhajinhua_kit.scores(state), "compare" in verbs


NIU = "S3 H7 SK S10 HJ / S2 H3 S5 S9 SJ"
"""牛牛 for the 莊, 牛九 for the 閒."""


def paid(**options):
    """牛牛 beats 牛九 at base 10, both multiples 1: 3 times, 4 times, 10 times, or once."""
    return banker_kit.scores(games()["niuniu"], NIU, **options)


def dealt_cards(**options):
    """How many cards each of two has, and how many are left of 54."""
    state = draw_kit.dealt(games()["qigui523"], 2, **options)
    return [*map(len, state.hands), len(state.deck)]


def closing(**options):
    """甲's last card wins the circle and nothing is left to draw: by 撬底 it is over."""
    game = games()["qigui523"]
    state = draw_kit.table(game, "D7/SK D8/S5 S8", won="H10 S10 C10", **options)
    state = draw_kit.say(game, state, "D7", "过", "过")
    return game.asked(state) == ()


def lucky(**options):
    """Four sevens, without the result of the deal: they pay as a bomb of five, or nothing."""
    return test_dazha_pay.paid("7777", "7777", **options)


def pack_of(**options):
    """How many cards each is dealt: 108 among four, or 116 with eight more jokers."""
    game = dazha_kit.GAME
    state = game.setup(4, dazha_kit.chosen(**options), Carry(), dazha_kit.RNG).state
    return [len(hand) for hand in state.hands]


def showdown(**options):
    """A flush of 43 at a target of 40, the other a 麻子: forced to show, 43 or 43 − 40."""
    rules = rules_of({**defaults(games()["dunmazi"].info), **options})
    hands = f"HA HK HQ HJ H2 / {dunmazi_kit.JUNK}"
    state = dunmazi_kit.table(hands, "D2 D3 D4 D6 D9", pile="", rules=rules, dry=0)
    return list(dunmazi_kit.scores(dunmazi_kit.play(state, *["pass"] * 4)))


EXAMPLES = {
    ("doudizhu", "sport"): (redoubled, [3, 3, 3 * 2 * 2], "nobody bids"),
    ("doudizhu", "score"): (bidding, (2, 2), "nobody bids"),
    ("chudadi", "hongkong"): (passed, False, True),
    ("chudadi", "mainland"): (straights, False, True),
    ("zhajinhua", "nosuits"): (equal_hands, [1], [0]),
    ("zhajinhua", "folk"): (folk, ((2, -1, -1), False), ((2 + 20, -1 - 10, -1 - 10), True)),
    ("niuniu", "four"): (paid, (40, -40), (30, -30)),
    ("niuniu", "each"): (paid, (100, -100), (30, -30)),
    ("niuniu", "flat"): (paid, (10, -10), (30, -30)),
    ("qigui523", "five"): (dealt_cards, [5, 5, 44], [7, 7, 40]),
    ("qigui523", "closing"): (closing, True, False),
    ("dazha", "twelve"): (pack_of, [29] * 4, [27] * 4),
    ("dazha", "prize"): (lucky, (3, -1, -1, -1), (0, 0, 0, 0)),
    ("dunmazi", "basic"): (showdown, [43 - 40, 0], [43, 0]),
}


def test_every_set_has_a_worked_example():
    assert set(EXAMPLES) == set(ALL)


@pytest.mark.parametrize(("game", "key"), EXAMPLES)
def test_worked_examples(game, key):
    example, by_the_set, usual = EXAMPLES[game, key]
    assert example(**ALL[game, key].options) == by_the_set
    assert example() == usual != by_the_set
