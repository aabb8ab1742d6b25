"""What a table deals from, without a service around it: words, a public number, house rules."""

import json
from datetime import timedelta

import pytest

from bot.store.shuffle_rows import BeaconDrawn, ShuffleSealed, WordGiven
from bot.support.errors import Refused
from bot.table import beacon, commands, houses, shuffle
from bot.table.commands import Start
from bot.table.effects import Say, Store, Toast
from bot.table.stakes import COINS
from bot.table.state import BeaconRound, Phase
from engine.games._specimen import GAME
from engine.registry import games
from engine.shuffle import seed_of, word
from tests.kit.tables import NOW, lobby, user

MATCH = "abcdef0124"
OPENING, SALTS = bytes(range(32)), bytes(range(32, 64))
DUE = NOW + timedelta(seconds=9)
ROUND = BeaconRound("ab" * 32, "drand quicknet", 1000, DUE)
SIGNATURE = "b4" * 48


def keys(effects, kind=Say):
    """The messages that a command leads to."""
    found = [one for one in effects if isinstance(one, kind)]
    return [m.key for one in found for m in (one.msgs if kind is Say else (one.msg,))]


def rows(effects, kind):
    (stored,) = [one for one in effects if isinstance(one, Store)]
    return [row for row in stored.rows if isinstance(row, kind)]


def sealed():
    table = lobby(GAME, persons=2)
    return table, table.handle(commands.SealDeal(user(0), MATCH, OPENING, SALTS), NOW)


def waiting(silent=False):
    table = lobby(GAME, persons=2)
    start = Start(user(0), MATCH, OPENING, beacon=None if silent else ROUND, silent=silent)
    return table, table.handle(start, NOW)


# Words.


def test_the_cards_come_from_the_opening_and_the_words_of_those_who_gave_one():
    table, effects = sealed()
    (row,) = rows(effects, ShuffleSealed)
    assert keys(effects) == ["shuffle-sealed"]
    first = table.handle(commands.GiveWord(user(1), "秋  雨"), NOW)
    later = table.handle(commands.GiveWord(user(1), "春风"), NOW)
    assert [keys(first), keys(later)] == [["shuffle-word"], ["shuffle-word"]]
    (given,) = rows(later, WordGiven)
    made = table.state.seal
    assert (made.words, given.word) == (((1, "春风"),), "春风")

    table.handle(Start(user(0), "another", b"\1" * 32), NOW)

    said = word(1, bytes.fromhex(made.salts[1]), "春风")
    assert table.match.seed == seed_of(OPENING, json.loads(row.bound), [said])
    assert table.state.match == MATCH
    assert table.state.fingerprint == shuffle.short(row.fingerprint)
    assert table.state.seal is None


@pytest.mark.parametrize(
    ("who", "text", "why"),
    [
        (1, " \n ", "shuffle-word-none"),
        (1, "长" * 500, "shuffle-word-long"),
        (1, "春\u202e风", "shuffle-word-odd"),
        (7, "春风", "table-not-seated-lobby"),
    ],
)
def test_what_is_no_word_changes_nothing(who, text, why):
    table, _ = sealed()
    before = table.state
    with pytest.raises(Refused) as refused:
        table.handle(commands.GiveWord(user(who), text), NOW)
    assert refused.value.msg.key == why
    assert table.state == before


def test_a_word_needs_a_seal_and_a_second_seal_is_the_first():
    table = lobby(GAME, persons=2)
    with pytest.raises(Refused, match="shuffle-seal-first"):
        table.handle(commands.GiveWord(user(1), "春风"), NOW)
    table, _ = sealed()
    made = table.state.seal
    again = table.handle(commands.SealDeal(user(1), "another", SALTS, OPENING), NOW)
    assert keys(again, Toast) == ["shuffle-sealed-already"]
    assert table.state.seal == made


def test_a_lobby_that_cannot_begin_is_not_sealed():
    table = lobby(games()["doudizhu"], persons=2)
    with pytest.raises(Refused, match="shuffle-too-few"):
        table.handle(commands.SealDeal(user(0), MATCH, OPENING, SALTS), NOW)


@pytest.mark.parametrize(
    "change",
    [commands.Leave(user(1)), commands.Configure(user(0), "quan", 8)],
    ids=["seat", "quan"],
)
def test_whatever_changes_what_a_seal_is_for_takes_it_off(change):
    table, _ = sealed()
    assert "shuffle-broken" in keys(table.handle(change, NOW))
    assert table.state.seal is None


# A public number.


def test_a_match_waits_for_the_number_that_it_named_and_is_dealt_from_it():
    table, effects = waiting()
    (row,) = rows(effects, ShuffleSealed)
    assert keys(effects) == ["beacon-sealed"]
    assert table.state.phase is Phase.LOBBY
    assert beacon.line(table.state.seal).key == "beacon-lobby"
    again = table.handle(Start(user(0), "another", SALTS, beacon=ROUND), NOW)
    assert keys(again, Toast) == ["beacon-waits"]
    with pytest.raises(Refused, match="beacon-no-words"):
        table.handle(commands.GiveWord(user(1), "春风"), NOW)
    with pytest.raises(Refused, match="beacon-no-words"):
        table.handle(commands.SealDeal(user(1), "another", SALTS, OPENING), NOW)

    other = commands.BeaconTold("another", SIGNATURE, ())
    assert table.handle(other, DUE) == (), "it is of another match"
    effects = table.handle(commands.BeaconTold(MATCH, SIGNATURE, (("period", "3"),)), DUE)

    (drawn,) = rows(effects, BeaconDrawn)
    assert (drawn.match, drawn.signature) == (MATCH, SIGNATURE)
    assert "beacon-told" in keys(effects)
    assert table.match.seed == seed_of(OPENING, json.loads(row.bound), (), SIGNATURE)
    assert f"round={ROUND.number}" in json.loads(row.bound)


def test_a_number_that_stays_away_is_told_late_and_then_called_off():
    table, _ = waiting()
    late = table.state.seal.waits.until
    assert late == DUE + beacon.LATE
    assert table.handle(commands.Tick(), late - timedelta(seconds=1)) == ()
    assert keys(table.handle(commands.Tick(), late)) == ["beacon-late"]
    assert beacon.line(table.state.seal).key == "beacon-lobby-late"
    gone = table.handle(commands.Tick(), late + beacon.GONE)
    assert keys(gone) == ["beacon-gone", "beacon-off"]
    assert table.state.seal is None
    too_late = table.handle(commands.BeaconTold(MATCH, SIGNATURE, ()), late + beacon.GONE)
    assert (too_late, table.match) == ((), None)


def test_what_cannot_begin_when_the_number_comes_is_called_off_in_words():
    table, _ = waiting()
    table.change(money=COINS)  # nobody here has a purse
    effects = table.handle(commands.BeaconTold(MATCH, SIGNATURE, ()), DUE)
    assert keys(effects)[-1] == "beacon-off"
    assert (table.state.phase, table.state.seal) == (Phase.LOBBY, None)


def test_coins_that_are_gone_call_it_off_and_those_of_another_match_do_not():
    table, _ = waiting()
    assert table.handle(commands.BeaconUnused("another"), DUE) == ()
    assert keys(table.handle(commands.BeaconUnused(MATCH), DUE)) == [
        "stakes-overdrawn", "beacon-off",
    ]  # fmt: skip


def test_a_beacon_that_is_silent_is_told_and_the_match_begins_without_it():
    table, effects = waiting(silent=True)
    assert "beacon-silent" in keys(effects)
    assert table.state.phase is Phase.PLAYING


# House rules.

OWN = (("id88888888", "老王家", (("suits", "off"),)),)


def test_a_lobby_plays_by_a_set_until_an_option_is_changed():
    game = games()["zhajinhua"]
    table = lobby(game)
    table.handle(commands.KnowRules(OWN), NOW)
    assert houses.offers(table) == (("id88888888", "老王家"),)
    table.handle(commands.PlayRules(user(0), "id88888888", OWN[0][2], OWN), NOW)
    assert (table.options["suits"], table.state.rules) == ("off", "id88888888")
    assert houses.offers(table) == (), "what is played by is not offered"
    table.handle(commands.Configure(user(0), "suits", "on"), NOW)
    assert table.state.rules == ""


@pytest.mark.parametrize("changed", [(("suits", "maybe"),), (("none", 1),)])
def test_a_set_that_the_game_does_not_have_changes_nothing(changed):
    table = lobby(games()["zhajinhua"])
    before = table.state
    with pytest.raises(Refused, match="house-gone"):
        table.handle(commands.PlayRules(user(0), "id88888888", changed, ()), NOW)
    assert table.state == before


def test_a_set_is_the_chats_own_or_shipped_or_none():
    info = games()["zhajinhua"].info
    assert houses.options_of(info, "", OWN) == {}
    assert houses.options_of(info, "id88888888", OWN) == {"suits": "off"}
    with pytest.raises(Refused, match="house-gone"):
        houses.options_of(info, "id77777777", OWN)
