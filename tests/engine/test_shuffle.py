"""Shuffles in writing: three checks agree, and whoever cheats is found by them or by the count.

One check is ``engine.verify``, one the page's, and one is written in another language from the
protocol's page alone (``tests/kit/verify.mjs``).
"""

import copy
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import shuffle, verify
from engine.duplicate import seated
from engine.rng import Rng
from engine.verify import Fault, check
from tests.kit.beacon import QUICKNET, ROUNDS
from tests.kit.shuffles import GAMES, contest, played
from tests.kit.tiers import DEEP, chosen

ROOT = Path(__file__).parents[2]


def leaves(value, path=()):
    """Where a record has a text or nothing, as paths."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from leaves(one, (*path, name))
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from leaves(one, (*path, at))
    else:
        yield path


def changed(record, rng):
    """The record with one thing in it changed."""
    record = copy.deepcopy(record)
    *way, last = rng.choice(list(leaves(record)))
    place = record
    for step in way:
        place = place[step]
    old = place[last]
    if isinstance(place, list) and rng.below(2) and len(set(place)) > 1:
        other = next(at for at, one in enumerate(place) if one != old)
        place[last], place[other] = place[other], old
    elif old is None:
        place[last] = "a" * 32
    else:
        at = rng.below(len(old))
        sign = rng.choice([s for s in "0123456789abcdefSHDC" if s != old[at]])
        place[last] = old[:at] + sign + old[at + 1 :]
    return record


def others(cases):
    """What the two other checks say of records: whether each is right."""
    lines = "".join(json.dumps(case) + "\n" for case in cases)
    done = subprocess.run(  # noqa: S603
        [shutil.which("node"), ROOT / "tests/kit/verify.mjs"],
        input=lines, capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


PER_GAME = range(64) if DEEP else range(2)
CONTESTS = 99 if DEEP else 3
ODD = (None, 3, True, "", "\ud800", [], {}, [None], [[]], ["\ud800"], [{"label": "deal/2"}])


def test_three_checks_agree_on_records_of_all_games_and_refuse_what_was_changed_in_one_place():
    names = chosen(list(GAMES), 6, "three checks")
    whole = [played(name, number) for name in names for number in PER_GAME]
    whole += [played(name, 100 + n, contests=True) for name in names[:CONTESTS] for n in PER_GAME]
    rng = Rng(b"changes")
    wrong = [(changed(record, rng), shown) for record, shown in whole]
    wrong += [(one, shown) for record, shown in whole for one in renumbered(record)]
    record, shown = whole[0]
    odd = ((name, value) for name in record for value in ODD if value != record[name])
    wrong += [({**record, name: value}, shown) for name, value in odd]
    wrong += [({**record, "more": 1}, shown), (None, shown), ([], shown), (record, shown[:-1])]
    wrong += [case for one, seen in whole if "beacon" in one for case in misnamed(one, seen)]
    contests = [(one, seen) for one, seen in whole if "duplicate" in one]
    wrong += [case for one, seen in contests for case in misseated(one, seen)]
    assert [check(*case) for case in whole] == [None] * len(whole)
    assert [case for case in wrong if check(*case) is None] == []
    assert any("beacon" in one for one, _ in whole), "of both kinds"
    assert contests and len(contests) < len(whole), "of both kinds"
    told = [list(map(list, verify.remarks(one))) for one, _ in whole]
    found = others([*whole, *wrong])
    right = [[True, True, remarks] for remarks in told]
    assert found == right + [[False, False, None]] * len(wrong)


def renumbered(record):
    """A record whose first number was drawn below another one, of which the same can come out."""
    numbers = (at for at, one in enumerate(record["draws"]) if "among" in one)
    for at in [*numbers][:1]:
        draw = record["draws"][at]
        limit = len(draw["among"])
        old = {"label": draw["label"], "below": str(limit), "drawn": draw["drawn"]}
        gap = draw | {"among": [*draw["among"][:-1], str(3 * limit - 1)]}
        odd = [draw | {"among": list(range(limit))}, draw | {"among": []}, draw | {"among": "01"}]
        for other in (old, gap, *odd):
            yield {**record, "draws": [*record["draws"][:at], other, *record["draws"][at + 1 :]]}


def misnamed(record, shown):
    """A record with a beacon, wrong in what no change in one place makes wrong."""
    beacon, bound = record["beacon"], record["bound"]
    named = [text for text in bound if text.startswith(("beacon=", "round="))]
    number = int(next(text for text in named if text.startswith("round=")).removeprefix("round="))
    for odd in (None, [], {}, {**beacon, "more": ""}, {**beacon, "period": 3}, *NUMBERS):
        yield {**record, "beacon": beacon | odd if isinstance(odd, dict) and odd else odd}, shown
    yield {name: value for name, value in record.items() if name != "beacon"}, shown
    yield record, shown, verify.due_of(beacon, number)
    for change in ([*bound, named[0]], [*bound, "round=1"], [*bound[:-1], "round=0"], bound[:-1]):
        print_ = verify.fingerprint_of(bytes.fromhex(record["opening"]), change)
        yield {**record, "bound": change, "fingerprint": print_}, print_[: verify.SHOWN]


def misseated(record, shown):
    """A record of a table of 复式, wrong in what no change in one place makes wrong."""
    contest = record["duplicate"]
    swapped = [*contest["seated"][1:], contest["seated"][0]]
    others = [
        {"deal": str(1 + int(contest["deal"]) % 9)},
        {"table": str(1 + int(contest["table"]) % 9)},
    ]
    others += [{"seated": contest["seated"][1:]}, {"seated": [*swapped, "0"]}]
    others += [{"seated": swapped}] * (len(swapped) > 1)  # one alone changes places with nobody
    others += [{"deal": odd} for odd in ("0", "01", "٣", "1000", "")] + [
        {"table": "0"},
        {"more": "1"},
    ]
    for odd in (None, [], {}, *others):
        changed_ = contest | odd if isinstance(odd, dict) and odd else odd
        yield {**record, "duplicate": changed_}, shown
    yield {name: value for name, value in record.items() if name != "duplicate"}, shown
    lot, *rest = record["draws"]
    yield {**record, "draws": rest}, shown
    yield {**record, "draws": [lot, *record["draws"]]}, shown
    yield {**record, "draws": [{**lot, "label": "seats"}, *rest]}, shown
    for change in (
        [*record["bound"], "tables=2"],
        [one for one in record["bound"] if one[:6] != "seats="],
    ):
        print_ = verify.fingerprint_of(bytes.fromhex(record["opening"]), change)
        yield {**record, "bound": change, "fingerprint": print_}, print_[: verify.SHOWN]


NUMBERS = tuple({"period": odd} for odd in ("0", "03", "-3", "3.0", "10000", "٣", ""))


@pytest.mark.parametrize("name", chosen(list(GAMES), 4, "shuffles"))
def test_every_pack_lies_in_its_order_before_it_is_shuffled(name):
    """Else whoever writes the record could choose the order, and with it what comes out."""
    record, _ = played(name, 0)
    packs = [draw["before"] for draw in record["draws"] if "before" in draw]
    assert packs and all(map(verify._natural, packs))


NOT_RECORDS = (
    None, 3, "", [], {}, [[]], {"protocol": verify.PROTOCOL}, float("nan"), True, {"draws": []},
)  # fmt: skip


@pytest.mark.parametrize("given", NOT_RECORDS, ids=repr)
def test_what_is_no_record_is_wrong_and_nothing_worse(given):
    assert check(given) == Fault("form")


@pytest.mark.parametrize("size", [(2, 3), (3, 4), (5, 2), (4, 3)])
def test_who_sits_where_in_a_contest_is_said_twice_and_the_same(size):
    """The check has the movement from the protocol's page, the contest from its own rules."""
    tables, seats = size
    for deal in range(3 * seats):
        there = seated(tables, seats, deal)
        for table in range(tables):
            assert list(there[table]) == verify.places_of(tables, seats, deal + 1, table + 1)


def test_all_tables_of_a_deal_get_the_same_pack_and_another_deal_has_another():
    packs = {}
    for deal in (1, 2):
        for table in (1, 2):
            record = contest(deal, table)
            assert check(record) is None
            packs[deal, table] = record["draws"][2]["after"]
    assert packs[1, 1] == packs[1, 2] != packs[2, 1] == packs[2, 2]


# Who cheats.


def test_who_deals_another_deal_of_the_contest_at_one_table_or_seats_others_is_found():
    record, other = contest(1, 1), contest(2, 1)
    assert check({**record, "duplicate": other["duplicate"]}) == Fault("key")
    at_two = {**record, "duplicate": {**record["duplicate"], "table": "2"}}
    assert check(at_two) == Fault("seated")
    assert check({**record, "words": []}) == Fault("key"), "a word that was left out"
    lot, *rest = record["draws"]
    swapped = {**lot, "after": [lot["after"][1], lot["after"][0], *lot["after"][2:]]}
    seats = [swapped["after"][int(at)] for at in map(str, verify.places_of(2, 3, 1, 1))]
    moved = {**record, "draws": [swapped, *rest]}
    moved["duplicate"] = {**record["duplicate"], "seated": seats}
    assert check(moved) == Fault("after", 0), "nor by another lot"


def test_a_beacon_is_known_by_its_hash_and_a_real_round_of_it_by_its_number():
    """Source: drand's quicknet as its servers tell it, and its round 1000."""
    (chain,) = verify.KNOWN
    assert verify.chain_of(QUICKNET) == chain
    told = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
    assert verify.number_of(ROUNDS[1000]) == told
    assert verify.due_of(QUICKNET, 1000) == 1692806364, "2023-08-23 15:59:24 UTC"


def test_who_tries_a_thousand_openings_after_the_words_is_found():
    """They keep the fingerprint that they showed, and deal from the opening that they like best."""
    record, shown = played("doudizhu", 1, drawn=False)
    bound, rng = record["bound"], Rng(b"cheat")
    tried = [bytes(rng.below(256) for _ in range(32)) for _ in range(1000)]
    assert not any(verify.fingerprint_of(opening, bound).startswith(shown) for opening in tried)
    other, _ = played("doudizhu", 1, opening=tried[0], drawn=False)
    assert check(other) is None and check(other, shown) == Fault("shown")
    assert check({**other, "fingerprint": record["fingerprint"]}, shown) == Fault("fingerprint")


def test_who_tries_a_thousand_openings_before_the_words_gains_nothing():
    """What they chose for is gone as soon as one word is given that they did not know."""
    rng, label = Rng(b"cheat"), "deal/1"
    pack = [code for code in verify.ORDER if not code.startswith("T")]

    def first(opening, words):
        bound = ["table=t", f"seat 0={verify.person_of(bytes(16))}"]
        key = shuffle.seed_of(opening, bound, words)
        return verify.Stream(key, label).shuffled(pack)[0]

    tried = [bytes(rng.below(256) for _ in range(32)) for _ in range(1000)]
    liked = [opening for opening in tried if first(opening, ()) in ("LJ", "BJ")]
    word = [shuffle.word(0, bytes(16), "春风")]
    kept = [opening for opening in liked if first(opening, word) in ("LJ", "BJ")]
    assert len(liked) > 20 and len(kept) <= len(liked) // 5


def test_who_changes_a_word_or_leaves_one_out_is_found():
    record, shown = next(
        (one, seen)
        for one, seen in (played("chudadi", number, drawn=False) for number in range(9))
        if len([word for word in one["words"] if word["word"]]) > 1
    )
    word = record["words"][-1]
    salt = bytes.fromhex(word["salt"])
    again = {**word, "word": "别的", "digest": verify.digest_of(salt, "别的")}
    assert check({**record, "words": [*record["words"][:-1], again]}, shown) == Fault("key")
    assert check({**record, "words": record["words"][:-1]}, shown) == Fault("key")
    at = len(record["words"]) - 1
    assert check({**record, "words": [*record["words"][:-1], {**word, "word": "别的"}]}) == Fault(
        "word", at
    )


def test_who_swaps_two_cards_of_a_pack_is_found_also_where_they_were_never_dealt():
    record, shown = played("zhajinhua", 0)
    at, draw = next((at, one) for at, one in enumerate(record["draws"]) if "before" in one)

    def swapped(cards):
        return [*cards[:-2], cards[-1], cards[-2]]

    for change, where in (
        ({"after": swapped(draw["after"])}, "after"),
        ({"before": swapped(draw["before"])}, "before"),
        ({"before": swapped(draw["before"]), "after": swapped(draw["after"])}, "before"),
    ):
        draws = [*record["draws"]]
        draws[at] = {**draw, **change}
        assert check({**record, "draws": draws}, shown) == Fault(where, at)


def test_who_deals_a_round_anew_is_found():
    """The same round a second time, from a label of its own, is out of its turn."""
    record, _ = played("niuniu", 0)
    draws = record["draws"]
    rounds = [at for at, one in enumerate(draws) if set(one) == {"label"}]
    begin, end = rounds[0], rounds[1]
    assert check({**record, "draws": [*draws[:end], *draws[begin:]]}).where == "label"
    assert check({**record, "draws": [*draws[:begin], *draws[end:]]}).where == "label"


def test_it_is_read_from_a_file_by_this_one_alone(tmp_path):
    """In a folder with nothing else of ours, and without what is installed beside Python."""
    record, shown = played("doudizhu", 0)
    file, alone = tmp_path / "shuffle.json", tmp_path / "verify.py"
    file.write_text(json.dumps(record), encoding="utf-8")
    alone.write_text(Path(verify.__file__).read_text("utf-8"), encoding="utf-8")
    run = [sys.executable, "-I", "-S", alone, file, shown]
    done = subprocess.run(run, capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.startswith("right")
    assert verify._main([str(file), "0" * 32]) == 1
    assert verify._main([str(tmp_path / "none")]) == verify._main([]) == 2
