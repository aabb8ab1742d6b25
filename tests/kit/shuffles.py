"""Records of matches as they come out, for the checks of shuffles."""

from bot.runtime.loading import restored
from engine import shuffle, verify
from engine.bots import Random
from engine.core import defaults
from engine.errors import AmbiguousAction, IllegalAction
from engine.match import Match, Rounds, act, deal, pending
from engine.registry import games
from engine.replay import RoundLog
from engine.rng import Rng
from tests.kit.beacon import QUICKNET

GAMES = games(tests_too=True)
WORDS = ("春风", "a word", "Ω½\u00e9", "长" * 40, "👩‍👩‍👧")
STEPS = 60
"""Actions of a match; a round that is on by then stays unfinished, as where people stop."""


def legal(match, seat, rng):
    """A random action that the rules accept."""
    game, state = match.game, match.state
    seen = game.observe(state, seat)
    for _ in range(30):
        action = Random().choose(game, seen, game.prompt(seen), rng)
        try:
            game.apply(state, seat, action, Rng(b"trial"))
        except AmbiguousAction as error:
            return error.options[0]
        except IllegalAction:
            continue
        return action
    return game.suggest(seen, 1)[0]


def signed(rng):
    """A round of a beacon as a record has it, and the texts by which a fingerprint names it."""
    beacon = QUICKNET | {"signature": bytes(rng.below(256) for _ in range(48)).hex()}
    if rng.below(2):
        beacon |= {"beacon_id": rng.choice(["", "default", "tests"]), "period": "30"}
    return beacon, [f"beacon={verify.chain_of(beacon)}", f"round={1 + rng.below(10**7)}"]


def played(name, number, opening=None, said=WORDS, drawn=True, contests=False):
    """The record of a match of a game, and its fingerprint as it was shown.

    ``drawn``: the numbers of beacons take the place of words now and then; ``contests``: it is a
    table of 复式.
    """
    game, rng = GAMES[name], Rng(b"shuffles", name, number)
    count = rng.choice(game.info.seats[:4])
    opening = opening or bytes(rng.below(256) for _ in range(32))
    tables = 2 + rng.below(3) if contests else 1
    places = count * tables
    salts = [bytes(rng.below(256) for _ in range(16)) for _ in range(places)]
    bound = ["table=t", f"number={number}", "match=m", f"game={name}"]
    bound += [f"seat {seat}={verify.person_of(salt)}" for seat, salt in enumerate(salts)]
    lot = 0 if contests else rng.below(2) * count
    bound += [f"seating={'lot' if lot else 'chosen'}"] if not contests else []
    contest = None
    if contests:
        deals = 1 + rng.below(9)
        bound += [f"tables={tables}", f"seats={count}", f"deals={deals}"]
        contest = shuffle.Table(1 + rng.below(deals), 1 + rng.below(tables), tables, count)
    beacon = None
    if drawn and not rng.below(3):
        said, (beacon, named) = (), signed(rng)
        bound += named
    words = [
        shuffle.word(seat, salt, rng.choice(said))
        for seat, salt in enumerate(salts)
        if said and rng.below(3)
    ]
    if words and not rng.below(3):
        words[0] = shuffle.Word(words[0].seat, words[0].person, words[0].digest)
    seed = shuffle.seed_of(opening, bound, words, beacon["signature"] if beacon else "")
    if contest is not None:
        seed = verify.deal_key(seed, contest.deal)
    fresh = match = Match(game, count, seed, defaults(game.info), Rounds(2))
    log, left = [], STEPS
    while not match.over and left:
        match, _ = deal(match)
        actions = []
        while match.outcome is None and left:
            seat = pending(match)[0]
            action = legal(match, seat, rng)
            match, _ = act(match, seat, action)
            actions.append((seat, action))
            left -= 1
        log.append(RoundLog(match.options, tuple(actions)))
        if match.outcome is None:
            break
    record = shuffle.record(opening, bound, words, fresh, log, lot, beacon, contest)
    return record, record["fingerprint"][: verify.SHOWN]


def contest(deal, table, text="春风"):
    """The record of a deal of a contest of two tables of three; the first person gave a word."""
    salts, game = [bytes([place]) * 16 for place in range(6)], GAMES["doudizhu"]
    bound = [f"seat {at}={verify.person_of(salt)}" for at, salt in enumerate(salts)]
    bound += ["contest=c", "tables=2", "seats=3", "deals=2"]
    opening, words = bytes(32), [shuffle.word(0, salts[0], text)]
    key = verify.deal_key(shuffle.seed_of(opening, bound, words), deal)
    fresh = Match(game, 3, key, defaults(game.info), Rounds(1))
    at = shuffle.Table(deal, table, 2, 3)
    return shuffle.record(opening, bound, words, fresh, [RoundLog(fresh.options)], contest=at)


async def stored(house, match):
    """The record of a match as it is in the store, and its fingerprint; it need not be open."""
    found = await house.store.shuffles.of(match)
    whole = await house.store.matches.match(match)
    fresh, log = restored(GAMES[whole.game], whole)
    parts = (found.opening, found.bound, found.words, fresh, log, found.lot, found.beacon)
    return shuffle.record(*parts, found.contest), found.fingerprint
