"""Games that were played inside rlcard and DouZero, in their own forms, are read and settle so."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest

from bot.records.places import Misread
from bot.records.reader import read
from engine.cards import pack
from tests.bot.records.test_spoiled import error_of
from tests.kit import written
from tests.kit.oracles import LETTER, LETTERS, douzero_numbers, engine_of, rlcard_game
from tests.kit.tiers import DEEP

GAMES = 500 if DEEP else 10


def landlords(record):
    """What the landlord, seat 1 of a record of one game, has won."""
    return record.match.outcome.scores[0]


def bombs_in(plays):
    """How many plays are bombs or the rocket, all of which double."""
    return sum((len(p) == 4 and len(set(p)) == 1) or sorted(p) == ["B", "R"] for p in plays)


@pytest.mark.parametrize("left", [False, True], ids=["dealt", "left"])
def test_games_of_rlcard_settle_as_there(left):
    for number in range(GAMES):
        info, won, begun = rlcard_game(number)
        hands = info["hand_cards"] if left else begun
        text = {"hand_cards": hands, "trace": info["trace"], "seen_cards": info["seen_cards"]}
        text["landlord"] = 0
        written_ = json.dumps(text) if number % 2 else str(text)
        found = read(written_)
        assert found.match.outcome is not None
        plays = [cards for _, cards in info["trace"] if cards != "pass"]
        worth = 2 * 2 ** bombs_in(plays) * spring(info["trace"])
        assert landlords(found) == (worth if won else -worth), number


def spring(trace):
    """2 where one side played nothing, or the landlord once: our rules double it, theirs do not."""
    played = [seat for seat, cards in trace if cards not in ("pass", [])]
    farmers = any(seat != 0 for seat in played)
    return 2 if not farmers or played.count(0) == 1 else 1


def test_games_of_douzero_settle_as_there():
    luck = written.luck_of("douzero")
    for number in range(GAMES):
        deck = douzero_numbers(pack())
        deck = luck.shuffled(deck)
        data = {
            "landlord": sorted(deck[:20]), "landlord_up": sorted(deck[20:37]),
            "landlord_down": sorted(deck[37:54]), "three_landlord_cards": sorted(deck[17:20]),
        }  # fmt: skip
        begun = deepcopy(data)
        env = engine_of(data, luck)
        plays = env.card_play_action_seq
        found = read(json.dumps({**begun, "card_play_action_seq": plays}))
        trace = [(at % 3, play) for at, play in enumerate(plays)]
        worth = env.num_scores["landlord"] * spring(trace)
        assert landlords(found) == worth, number


TEXT = {
    "landlord": [3] * 4 + [4] * 4 + [5] * 4 + [6] * 4 + [7] * 4,
    "landlord_down": [8] * 4 + [9] * 4 + [10] * 4 + [11] * 4 + [12],
    "landlord_up": [12] * 3 + [13] * 4 + [14] * 4 + [17] * 4 + [20, 30],
    "three_landlord_cards": [3, 3, 3],
    "card_play_action_seq": [[3], [8], [12], [], []],
}


def test_a_mistake_is_told_where_it_stands():
    """The play that cannot be, the card that is none, the hand that is missing."""
    text = json.dumps(TEXT, indent=1).replace("8\n  ],", "5\n  ],", 1)
    good = json.dumps(TEXT)
    assert read(good).log[0].actions
    for bad, word in (
        (good.replace("[3], [8]", "[3], [3]"), "[3]"),
        (good.replace("[12], []", "[99], []"), "[99]"),
        (good.replace('"landlord_up"', '"landlord_ip"'), ""),
        ('{"a": 1}', "{"), ("{", "{"), ("{" * 50, "{"), ('{"trace": 5}', "{"),
        ('{"trace": [], "hand_cards": [1, 2]}', "hand_cards"),
        ('{"trace": [[7, "3"]], "hand_cards": ["3", "", ""]}', '[7, "3"]'),
    ):  # fmt: skip
        with pytest.raises(Misread) as found:
            read(bad)
        assert found.value.word.startswith(word), bad
        assert bad.splitlines()[found.value.line - 1][found.value.column - 1 :].startswith(word)
    assert text


def test_spoiled_games_are_read_or_refused():
    luck = written.luck_of("foreign")
    good = json.dumps(TEXT)
    for _ in range(2000 if DEEP else 100):
        text = written.spoiled(good, luck)
        error = error_of(text)
        assert error is None or 1 <= error.line <= max(1, len(text.splitlines()))


def test_every_card_has_a_letter_and_a_number():
    assert len(LETTERS) == len(LETTER) == 15
