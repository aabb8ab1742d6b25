"""``initData`` proves who opened a Mini App, and nothing that is not exactly Telegram's does."""

import json
from datetime import timedelta
from urllib.parse import parse_qsl

import pytest
from aiogram.utils.web_app import safe_parse_webapp_init_data
from aiogram.utils.web_app_signature import PRODUCTION_PUBLIC_KEY, check_webapp_signature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bot.adapters.telegram.initdata import PUBLIC as TELEGRAMS
from bot.adapters.telegram.initdata import prove
from bot.ports.frame import Unproven
from bot.ports.refs import UserRef
from tests.kit.clock import BEGIN as START
from tests.kit.initdata import (
    HUGE,
    PUBLIC,
    fields_of,
    hash_of,
    init_data,
    signature_of,
    written,
)
from tests.kit.telegram_server import TOKEN

OTHER = "654321:TEST-token_of_another_bot"
SECOND = timedelta(seconds=1)


def refused(text, at=START, token=TOKEN):
    """Why an ``initData`` proves nothing; empty where it proves something."""
    try:
        prove(text, token, at, PUBLIC)
    except Unproven as error:
        return error.code
    return ""


def test_it_names_whoever_opened_it_and_the_table_that_they_mean():
    found = prove(init_data(START, start_param="ab12cd"), TOKEN, START, PUBLIC)

    assert (found.user, found.named) == (UserRef("telegram", str(HUGE)), "ab12cd")
    assert (found.name, found.language) == ("小明 O'Neil & =", "zh-hans")
    assert found.until == START + timedelta(hours=1)


def test_an_oracle_of_another_house_takes_the_same():
    text = init_data(START, start_param="ab12cd")

    found = safe_parse_webapp_init_data(TOKEN, text)

    assert (found.user.id, found.start_param) == (HUGE, "ab12cd")
    with pytest.raises(ValueError, match="Invalid"):
        safe_parse_webapp_init_data(OTHER, text)


@pytest.mark.parametrize(
    ("later", "code"),
    [
        (timedelta(0), ""),
        (timedelta(hours=1), ""),
        (timedelta(hours=1) + SECOND, "old"),
        (timedelta(days=400), "old"),
        (timedelta(minutes=-1), ""),
        (timedelta(minutes=-1) - SECOND, "old"),
    ],
)
def test_it_holds_for_an_hour_and_not_before_it_was_signed(later, code):
    assert refused(init_data(START), START + later) == code


def test_that_of_another_bot_proves_nothing():
    assert refused(init_data(START, token=OTHER)) == "forged"
    assert refused(init_data(START), token=OTHER) == "forged"


def test_the_order_of_its_fields_says_nothing():
    assert refused("&".join(reversed(init_data(START).split("&")))) == ""


def test_whatever_is_changed_in_it_takes_the_proof_away():
    """The law: every field changed, dropped, doubled, emptied or renamed, and a foreign one."""
    good = parse_qsl(init_data(START, start_param="ab12cd"), keep_blank_values=True)
    changed = []
    for at, (name, value) in enumerate(good):
        rest = [*good[:at], *good[at + 1 :]]
        changed += [
            rest,
            [*good, (name, value)],
            [(name, "0"), *good],
            [*rest, (name, "")],
            [*rest, (name, value[:-1])],
            [*rest, (name, value + "0")],
            [*rest, (f"{name}x", value)],
            [*rest, (name.upper(), value)],
        ]
    changed += [[*good, ("chat_type", "group")], [*good, ("", "")]]

    assert [pairs for pairs in changed if refused(written(pairs)) != "forged"] == []


def test_a_value_that_holds_the_line_of_another_field_is_no_way_round():
    """Two readings of the same signed lines: one field cannot pass for two, nor two for one."""
    fields = fields_of(START)
    lines = f"{fields.pop('query_id')}\nsignature={fields.pop('signature')}"
    torn = [*fields.items(), ("query_id", lines), ("hash", hash_of(fields_of(START)))]

    assert refused(written(torn)) == "forged"


# The second signature: by a key that Telegram alone has.


def signed_by_token(**fields):
    """What somebody can make who knows the bot's token, and is not Telegram."""
    return init_data(START, **fields)


def test_the_second_signature_is_taken_by_another_house_too_and_the_key_is_telegrams():
    number = int(TOKEN.partition(":")[0])

    assert check_webapp_signature(number, init_data(START), PUBLIC)
    assert TELEGRAMS == PRODUCTION_PUBLIC_KEY


def test_older_clients_hand_over_none():
    fields = fields_of(START)
    del fields["signature"]

    assert refused(written([*fields.items(), ("hash", hash_of(fields))])) == ""


def test_where_there_is_one_whoever_knows_the_token_is_not_telegram():
    """The law: nothing but Telegram's own for this very data and this bot."""
    own = fields_of(START)["signature"]
    stranger = Ed25519PrivateKey.from_private_bytes(bytes(32))
    flipped = [
        own[:at] + ("B" if own[at] == "A" else "A") + own[at + 1 :] for at in range(0, 85, 4)
    ]
    made = [
        *flipped, own[:-1], own + "A", own + "==", "A" * 86, own[:43] + "_" * 43, "é" * 86,
        signature_of(fields_of(START, HUGE + 1)),
        signature_of(fields_of(START), key=stranger),
        signature_of(fields_of(START), token=OTHER),
    ]  # fmt: skip

    assert [one for one in made if refused(signed_by_token(signature=one)) != "forged"] == []


FROM_NPM = (
    "query_id=AAHdF6IQAAAAAN0XohDhrOrc"
    "&start_param=ab12cd"
    "&user=%7B%22id%22%3A7123456789%2C%22first_name%22%3A%22%E5%B0%8F%E6%98%8E%22%2C%22last_nam"
    "e%22%3A%22O%27Neil+%26+%3D%22%2C%22language_code%22%3A%22zh-hans%22%2C%22allows_write_to_p"
    "m%22%3Atrue%7D"
    "&auth_date=1767268800"
    "&signature="
    "&hash=f31c6258e3bf3cd444d3a094df0966884c64feda7e98887fc735b2351b3b6d5a"
)
"""What ``sign`` of the npm package @telegram-apps/init-data-node 2.0.10 makes with our token at
``START``, of the same person. It leaves the second signature empty."""


def test_a_signer_of_another_house_is_understood_and_an_empty_second_signature_is_none():
    assert prove(FROM_NPM, TOKEN, START).user == UserRef("telegram", str(HUGE))
    assert refused(FROM_NPM.replace("signature=", "signature=A")) == "forged"
    assert refused(FROM_NPM, token=OTHER) == "forged"


PEOPLE = [
    "", "null", "[]", "{}", "7", '{"id":"7"}', '{"id":true}', '{"id":1.5}', '{"id":-7}', '{"id":0}',
    '{"id":9e99}', '{"id":7,"is_bot":true}', "[" * 3000, '{"id":4503599627370496}',
]  # fmt: skip


@pytest.mark.parametrize("person", PEOPLE, ids=range(len(PEOPLE)))
def test_what_is_no_person_is_nobody_though_it_is_signed(person):
    assert refused(init_data(START, user=person)) == "forged"


@pytest.mark.parametrize("time", ["", "0", "-1", "1e9", "12.5", "٣٣", " 1", "9" * 30])
def test_what_is_no_time_was_never_signed(time):
    assert refused(init_data(START, auth_date=time)) == "forged"


JUNK = [
    "", "x", "hash", "hash=", "=", "&", "a=b&&c=d", "%ff=%ff", "hash=" + "0" * 64,
    "a=" + "b" * 5000, "hash=" + "é" * 64, "a=%00&hash=" + "f" * 64, "hash=٣" + "0" * 63,
]  # fmt: skip


@pytest.mark.parametrize("text", JUNK, ids=range(len(JUNK)))
def test_junk_proves_nothing_and_breaks_nothing(text):
    assert refused(text) == "forged"


def test_a_table_is_named_in_letters_that_a_link_may_have_or_not_at_all():
    for named in ("../x", "a b", "é", "a" * 600, "<b>"):
        assert prove(init_data(START, start_param=named), TOKEN, START, PUBLIC).named == ""


def test_what_stands_for_it_is_another_for_each_and_names_nobody():
    one, other = init_data(START), init_data(START + SECOND)
    marks = [prove(text, TOKEN, START, PUBLIC).mark for text in (one, one, other)]

    assert marks[0] == marks[1] != marks[2]
    assert str(HUGE) not in marks[0]
    assert marks[0] not in one
    assert json.loads(dict(parse_qsl(one))["user"])["id"] == HUGE
