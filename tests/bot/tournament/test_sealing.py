"""What 复式 deals from: whoever comes, goes and says whatever, a file of each table is right."""

import json
from dataclasses import asdict, replace
from datetime import timedelta

import pytest

from bot.store.shuffle_rows import ContestSealed, ShuffleSealed, WordGiven
from bot.table.commands import BeaconTold, GiveWord
from bot.table.effects import Store
from bot.table.state import BeaconRound
from bot.tournament import sealing as module
from bot.tournament.commands import BeaconLate, Begin, Cancel, Register, SetClock, Withdraw
from bot.tournament.sealing import line
from bot.tournament.state import Status, dumps, table_of
from engine import shuffle
from engine.core import defaults
from engine.match import Match, Rounds
from engine.registry import games
from engine.replay import RoundLog
from engine.verify import check
from tests.bot.tournament.test_duplicate import NAMES, START, Duplicate, both_ways, sealing
from tests.bot.tournament.test_tournament import HOST, SEED, refused, user
from tests.kit.actors import chance
from tests.kit.beacon import FACTS, chain_with, signature_of
from tests.kit.clock import BEGIN

GAME = games()["doudizhu"]


class Words(Duplicate):
    """A 复式 all of whose rows and words are kept."""

    def __init__(self, **how):
        self.rows, self.shown = [], []
        super().__init__(**how)

    def keep(self, shown):
        self.rows += [row for one in shown if isinstance(one, Store) for row in one.rows]
        self.shown += [one for one in shown if not isinstance(one, Store)]
        return super().keep(shown)

    def of(self, kind):
        return [row for row in self.rows if isinstance(row, kind)]

    def say(self, number, text):
        return self.do(GiveWord(user(number), text))

    def record(self, stage=0, index=0):
        """The file of a table, as it is read back from what was stored."""
        made = table_of(self.state, stage, index)
        sealed = next(r for r in self.of(ShuffleSealed) if r.match == self.state.seal.ident)
        latest = {row.seat: row for row in self.of(WordGiven)}
        words = [
            shuffle.Word(row.seat, row.mark, row.digest, bytes.fromhex(row.salt), row.word)
            for row in latest.values()
        ]
        fresh = Match(GAME, 3, made.seed, defaults(GAME.info), Rounds(1))
        at = shuffle.Table(stage + 1, index + 1, self.state.tables, 3)
        log = [RoundLog(fresh.options, ())]
        bound = json.loads(sealed.bound)
        return shuffle.record(sealed.opening, bound, words, fresh, log, contest=at), sealed

    def secrets(self):
        """What nobody may see before it is opened."""
        found = [row.opening.hex() for row in self.of(ShuffleSealed)]
        return [*found, *(module.salt_of(sealing().salts, place) for place in range(6))]


def at_random(rng, played):
    """People come, go, and say something; who plays in the end, with their last words."""
    words = {}
    for _ in range(20):
        number = rng.below(6)
        here = played.state.entrant(user(number))
        match rng.below(3):
            case 0 if here is None:
                played.do(Register(user(number), f"p{number}"))
            case 1 if here is not None:
                played.do(Withdraw(user(number)))
                words.pop(f"p{number}", None)
            case 2 if here is not None:
                words[f"p{number}"] = f"word {rng.below(99)}"
                played.say(number, words[f"p{number}"])
    return words


@pytest.mark.parametrize("seed", range(6))
def test_whoever_comes_and_goes_the_last_words_of_those_who_play_decide(seed):
    played = Words(people=1)
    words = at_random(chance(seed), played)
    if not played.state.entrants:
        played.register(0)
    played.begin()
    state = played.state
    places = {str(at): e.name for at, e in enumerate(state.entrants)}
    for index in range(2):
        record, sealed = played.record(0, index)
        assert check(record, sealed.fingerprint) is None
        assert {places[one["seat"]]: one["word"] for one in record["words"]} == words
        seated = [places[place] for place in record["duplicate"]["seated"]]
        assert seated == [e.name for e in table_of(state, 0, index).entrants]


def test_a_salt_that_is_chosen_once_the_word_is_known_is_found(monkeypatch):
    """Whoever deals could try salts until they like the cards, were they not bound before."""
    played = Words(people=2)
    played.say(0, "春风")
    made = played.state.seal
    others = (*made.salts[1:], made.salts[0])
    played.tournament.change(seal=replace(made, salts=others))
    played.begin()
    record, sealed = played.record()
    assert check(record, sealed.fingerprint) is not None


def test_secrets_are_in_nothing_that_is_shown_and_stay_in_no_state():
    played = Words(people=4, deals=2)
    played.say(1, "春风")
    before = played.state
    assert all(secret in dumps(before) for secret in played.secrets())
    assert not any(secret in repr(before) for secret in played.secrets())
    played.begin()
    assert not any(secret in dumps(played.state) for secret in played.secrets())
    assert "春风" not in dumps(played.state)
    for _ in range(2):
        for index in range(2):
            played.over(index, 1, 2, -3)
    said = repr(played.shown)
    assert "春风" in said and not any(secret in said for secret in played.secrets())


def test_what_is_dealt_next_does_not_depend_on_how_a_deal_went():
    played = Words(people=4, tables=4, deals=3)
    played.say(2, "春风")
    played.begin()
    _, states = both_ways(played, chance(9))
    keys = []
    for state in states:
        played.tournament.state = state
        for index in tuple(state.bracket.open):
            played.over(index, 1, 2, -3)
        keys.append([table_of(played.state, 1, index).seed for index in range(4)])
    assert keys[0] == keys[1] and len(set(keys[0])) == 1
    assert keys[0][0] != table_of(states[0], 0, 0).seed


def states_of(played):
    return [(row.begun, row.ended is not None) for row in played.of(ContestSealed)]


def test_it_is_marked_when_it_begins_and_is_over_or_is_never_dealt():
    played = Words(deals=1)
    played.begin()
    played.over(0, 1, 2, -3)
    assert states_of(played) == [(False, False), (True, False)]
    played.over(1, 1, 2, -3)
    assert states_of(played)[-1] == (True, True)
    off = Words()
    off.do(Cancel(HOST))
    assert states_of(off) == [(False, False), (False, True)]
    assert off.state.seal is None and not any(
        secret in dumps(off.state) for secret in off.secrets()
    )


def test_rules_that_change_meanwhile_make_another_fingerprint_and_leave_a_minute():
    played = Words()
    shown = played.do(Begin({}, SEED, names=NAMES, sealing=sealing(2, version=2)), START)
    assert "shuffle-broken" in repr(shown) and "duplicate-sealed-words" in repr(shown)
    assert played.state.status is Status.OPEN and played.state.seal.number == 2
    assert played.state.start == START + timedelta(minutes=1)
    assert states_of(played) == [(False, False), (False, True), (False, False)]
    played.do(Begin({}, SEED, names=NAMES, sealing=sealing(3, version=2)), played.state.start)
    assert played.state.status is Status.PLAYING


def test_words_are_for_those_who_have_registered_and_only_before_the_first_deal():
    played = Words(people=1)
    assert refused(played, GiveWord(user(5), "春风")) == "duplicate-word-register"
    played.begin()
    assert refused(played, GiveWord(user(0), "春风")) == "cup-not-in-playing"


# With a beacon.


def waiting():
    """A 复式 that waits for a round, which is told nine seconds after the start."""
    played = Words()
    played.tournament.change(seal=None)
    chain = chain_with(FACTS)
    number = chain.round_at(START) + 3
    named = BeaconRound(chain.hash, "", number, chain.due(number))
    played.do(Begin({}, SEED, names=NAMES, sealing=sealing(2), beacon=named), START)
    return played, named


def test_nobody_comes_goes_or_says_a_word_while_it_waits():
    played, named = waiting()
    assert played.state.waits.round == named and played.state.status is Status.OPEN
    for command in (Register(user(5), "p5"), Withdraw(user(0))):
        assert refused(played, command) == "cup-not-in-playing"
    assert refused(played, GiveWord(user(0), "春风")) == "duplicate-word-beacon"
    assert line(played.state).key == "beacon-lobby"
    assert played.do(Begin({}, SEED), START) == ()
    toast = played.do(Begin({}, SEED, user=HOST), START)
    assert "beacon-waits" in repr(toast)


def test_the_number_begins_it_once_and_only_that_which_is_waited_for():
    played, named = waiting()
    signature = signature_of(named.number)
    assert played.do(BeaconTold("seal1", signature, tuple(FACTS.items())), named.due) == ()
    played.do(BeaconTold("seal2", signature, tuple(FACTS.items())), named.due)
    assert played.state.status is Status.PLAYING and len(played.state.entrants) == 6
    before = played.state
    assert played.do(BeaconTold("seal2", signature, tuple(FACTS.items())), named.due) == ()
    assert played.state == before


def test_a_number_that_is_late_is_waited_for_and_then_no_more():
    played, named = waiting()
    assert played.do(BeaconLate(), named.due) == ()
    until = played.state.waits.until
    assert played.tournament.next_wake() == until > named.due
    played.do(SetClock(timedelta(hours=1), 1), named.due)
    assert played.state.waits.until == until + timedelta(hours=1)
    late = played.do(BeaconLate(), played.state.waits.until)
    assert "beacon-late" in repr(late) and line(played.state).key == "beacon-lobby-late"
    gone = played.do(BeaconLate(), played.state.waits.until)
    assert "duplicate-beacon-off" in repr(gone)
    assert played.state.seal is None and line(played.state) is None
    assert states_of(played)[-1] == (False, True)
    assert played.state.status is Status.OPEN


def test_without_a_beacon_that_answers_people_have_a_minute_for_words():
    played = Words()
    played.tournament.change(seal=None)
    shown = played.do(Begin({}, SEED, user=HOST, names=NAMES, sealing=sealing(2), mute=True), BEGIN)
    assert "duplicate-beacon-silent" in repr(shown) and "duplicate-put-off" in repr(shown)
    assert played.state.start == BEGIN + timedelta(minutes=1)
    assert asdict(played.state.seal)["waits"] is None
