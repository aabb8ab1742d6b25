"""A cheating operator whose file is right in itself: what it says is where people look.

Each cheat is dealt from, as if it had been so from the beginning, and is found by what the check
says beside "right", or by something that it knows of.
"""

import json

from engine import verify
from engine.verify import Fault, check
from tests.kit.shuffles import played


def told(record, what):
    return [texts for kind, *texts in verify.remarks(record) if kind == what]


def with_beacon():
    return next(
        (one, seen)
        for one, seen in (played("doudizhu", number) for number in range(40))
        if "beacon" in one
    )


def rekeyed(record):
    """The record with what its parts lead to: as if it had been dealt so."""
    opening, bound = bytes.fromhex(record["opening"]), record["bound"]
    words = [(word["seat"], word["person"], word["digest"]) for word in record["words"]]
    signature = record.get("beacon", {}).get("signature")
    drawn = verify.number_of(signature) if signature else ""
    key = verify.key_of(opening, verify.fingerprint_of(opening, bound), words, drawn)
    streams = {}

    def drawn_anew(draw):
        stream = streams.setdefault(draw["label"], verify.Stream(key, draw["label"]))
        if "before" in draw:
            return {**draw, "after": stream.shuffled(draw["before"])}
        if "among" in draw:
            return {**draw, "drawn": str(stream.below(len(draw["among"])))}
        return draw

    return {**record, "key": key.hex(), "draws": list(map(drawn_anew, record["draws"]))}


def worded():
    return next(
        (one, seen)
        for one, seen in (played("chudadi", number, drawn=False) for number in range(9))
        if len([word for word in one["words"] if word["word"]]) > 1
    )


def test_who_names_a_round_that_is_public_already_is_found_by_when_it_was_shown():
    record, shown = with_beacon()
    number = next(int(text[6:]) for text in record["bound"] if text.startswith("round="))
    due = verify.due_of(record["beacon"], number)
    assert check(record, shown, due - 1) is None
    assert check(record, shown, due) == check(record, shown, due + 3600) == Fault("late")


def test_who_makes_up_a_beacon_of_their_own_is_told_of():
    record, shown = with_beacon()
    own = {**record["beacon"], "public_key": "ab" * 96}
    assert check({**record, "beacon": own}, shown) == Fault("beacon"), "not for this fingerprint"
    opening = bytes.fromhex(record["opening"])
    bound = [text for text in record["bound"] if not text.startswith("beacon=")]
    bound.append(f"beacon={verify.chain_of(own)}")
    made = {**record, "bound": bound, "fingerprint": verify.fingerprint_of(opening, bound)}
    made = rekeyed({**made, "beacon": own})
    assert check(made) is None
    assert told(made, "stranger") and not told(made, "beacon")


def test_who_takes_another_number_of_the_beacon_is_found_where_the_beacon_tells_it():
    """The check here is of the key alone; that the number is the round's is in its signature."""
    record, shown = with_beacon()
    other = {**record["beacon"], "signature": "ab" * 48}
    assert check({**record, "beacon": other}, shown) == Fault("key")
    made = rekeyed({**record, "beacon": other})
    assert check(made, shown) is None
    ((*_, drawn),) = told(made, "stranger") + told(made, "beacon")
    assert drawn == verify.number_of("ab" * 48) != verify.number_of(record["beacon"]["signature"])


def test_who_adds_words_to_a_beacon_is_found():
    record, shown = with_beacon()
    salt = bytes(16)
    seat = next(text for text in record["bound"] if text.startswith("seat 0=")).partition("=")[2]
    word = {"seat": "0", "person": seat, "salt": None, "word": None}
    word["digest"] = verify.digest_of(salt, "春风")
    assert check(rekeyed({**record, "words": [word]}), shown) == Fault("beacon")


def test_who_drops_a_word_before_the_deal_is_found_by_whoever_gave_it():
    record, shown = worded()
    made = rekeyed({**record, "words": record["words"][:-1]})
    assert check(made, shown) is None
    gone = record["words"][-1]
    assert [gone["seat"], gone["word"]] not in told(made, "word")
    assert [gone["seat"], gone["word"]] in told(record, "word")


def test_who_makes_up_a_word_is_found_by_whoever_is_said_to_have_given_it():
    record, shown = worded()
    word = record["words"][0]
    salt = bytes.fromhex(word["salt"])
    made_up = {**word, "word": "别的", "digest": verify.digest_of(salt, "别的")}
    made = rekeyed({**record, "words": [made_up, *record["words"][1:]]})
    assert check(made, shown) is None and [word["seat"], "别的"] in told(made, "word")


def test_who_calls_a_word_deleted_to_choose_what_it_stands_for_is_told_of():
    """Of a word that its author has had deleted any digest would do: so the check says that."""
    record, shown = worded()
    free = {**record["words"][0], "salt": None, "word": None, "digest": "ab" * 32}
    made = rekeyed({**record, "words": [free, *record["words"][1:]]})
    assert check(made, shown) is None and told(made, "gone") == [[free["seat"]]]


def test_who_deals_from_another_pack_or_draws_before_the_deal_is_told_of():
    """A check that knows no game says of how many cards the packs were, and what else was drawn."""
    record, shown = played("doudizhu", 1, drawn=False)
    at, draw = next((at, one) for at, one in enumerate(record["draws"]) if "before" in one and
                    one["label"].startswith("deal"))  # fmt: skip
    assert draw["before"] == [code for code in verify.ORDER if not code.startswith("T")]
    for pack in (draw["before"][1:], sorted([*draw["before"][:-1], "D2"], key=verify.ORDER.index)):
        draws = [*record["draws"][:at], {**draw, "before": pack}, *record["draws"][at + 1 :]]
        made = rekeyed({**record, "draws": draws})
        assert check(made, shown) is None
        assert ["1", str(len(pack)), str(len(set(pack)))] in told(made, "pack")
        assert told(made, "pack") != told(record, "pack")
    before = {"label": draw["label"], "among": ["0", "1"], "drawn": "0"}
    made = rekeyed({**record, "draws": [*record["draws"][:at], before, *record["draws"][at:]]})
    assert check(made, shown) is None and made["draws"][at + 1]["after"] != draw["after"]
    assert ["1", "2"] in told(made, "number") and told(made, "number") != told(record, "number")


def test_who_chooses_the_seats_where_they_are_drawn_is_found():
    record, shown = next(
        (one, seen)
        for one, seen in (played("niuniu", number) for number in range(20))
        if "seating=lot" in one["bound"]
    )
    seats, *rest = record["draws"]
    assert check({**record, "draws": rest}, shown) == Fault("label")
    chosen = [text.replace("seating=lot", "seating=chosen") for text in record["bound"]]
    other = verify.fingerprint_of(bytes.fromhex(record["opening"]), chosen)
    other = {**record, "bound": chosen, "fingerprint": other}
    assert check(rekeyed(other)) == Fault("label"), "nor where nobody said that they are"
    more = rekeyed({**record, "draws": [{**seats, "before": [*seats["before"], "9"]}, *rest]})
    assert check(more, shown) == Fault("label")
    twice = rekeyed({**record, "draws": [seats, seats, *rest]})
    assert check(twice, shown) == Fault("label"), "nor twice, to keep what comes out then"


def test_the_check_says_what_it_cannot_find(tmp_path, capsys):
    record, shown = with_beacon()
    file = tmp_path / "shuffle.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert verify._main([str(file), shown, "2001-01-01T00:00:00"]) == 0
    said = capsys.readouterr().out
    assert "/public/" in said or "NOT KNOWN" in said
    assert verify.number_of(record["beacon"]["signature"]) in said
    assert verify._main([str(file), shown, "2099-01-01T00:00:00"]) == 1
    assert "public already" in capsys.readouterr().out
    assert verify._main([str(file), shown, "yesterday"]) == 2
