"""Sessions of the framed page: one a proof, for the page that used it first."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.adapters.web.framed import sessions
from bot.adapters.web.framed.sessions import LASTS, Sessions
from bot.ports.frame import Proof, Unproven
from bot.ports.refs import UserRef
from tests.kit.clock import ManualClock

SECOND = timedelta(seconds=1)


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def ended():
    return []


@pytest.fixture
def open_(clock, ended):
    return Sessions(clock.now, lambda session: ended.append(session.token))


def proof(clock, mark="m1", user="7123456789"):
    return Proof(
        UserRef("telegram", user), "小明", "zh", "", mark, clock.now() + timedelta(hours=1)
    )


def elsewhere(open_, proof, key):
    with pytest.raises(Unproven) as refused:
        open_.open(proof, key)
    return refused.value.code


def test_a_page_that_is_loaded_anew_goes_on_under_another_token(open_, clock, ended):
    given = proof(clock)
    first = open_.open(given, "key of the page")
    old = first.token
    clock.lapse(30 * 60)

    assert open_.open(given, "key of the page") is first
    assert (open_.of(old), open_.of(first.token)) == (None, first)
    assert ended == [old]


def test_the_same_proof_from_elsewhere_ends_both_and_stays_used(open_, clock, ended):
    given = proof(clock)
    first = open_.open(given, "key of the page")

    assert elsewhere(open_, given, "another key") == "elsewhere"
    assert open_.of(first.token) is None
    assert ended == [first.token]
    assert elsewhere(open_, given, "key of the page") == "elsewhere"


def test_it_lives_twelve_hours_from_the_first_use_whatever_is_done(open_, clock):
    given = proof(clock)
    session = open_.open(given, "key of the page")
    clock.lapse(3000)
    open_.open(given, "key of the page")
    clock.lapse(LASTS.total_seconds() - 3001)
    assert open_.of(session.token) is session

    clock.lapse(1)

    assert open_.of(session.token) is None
    assert len(open_) == 0


def test_tokens_that_nobody_was_given_are_nobodys(open_, clock):
    open_.open(proof(clock), "key of the page")

    assert [open_.of(token) for token in ("", "x", "é", "0" * 400)] == [None] * 4


def test_the_oldest_of_too_many_goes_and_its_proof_opens_nothing_again(open_, clock, monkeypatch):
    monkeypatch.setattr(sessions, "MOST_EACH", 2)
    monkeypatch.setattr(sessions, "MOST", 3)
    given = [proof(clock, f"m{at}") for at in range(3)]
    mine = [open_.open(one, "key of the page") for one in given]
    others = [open_.open(proof(clock, f"o{at}", f"71234567{at}0"), "k") for at in range(2)]

    assert [open_.of(one.token) is one for one in (*mine, *others)] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert elsewhere(open_, given[0], "key of the page") == "elsewhere"


def test_whatever_happens_each_proof_has_one_page(open_, clock):
    """The law, over random openings by two pages each: a token is taken only for the page that
    opened it, and what was ended never comes back while its proof would still be believed."""
    rng = Random(27)  # noqa: S311  (no secret)
    given = [
        replace(proof(clock, f"m{at}"), until=clock.now() + timedelta(days=9)) for at in range(5)
    ]
    owner, burnt = {}, set()
    for _ in range(400):
        one, key = rng.choice(given), rng.choice(("one page", "another page"))
        try:
            session = open_.open(one, key)
        except Unproven:
            assert owner[one.mark] != key or one.mark in burnt
            burnt.add(one.mark)
            continue
        assert one.mark not in burnt
        assert owner.setdefault(one.mark, key) == key
        assert open_.of(session.token) is session
        if rng.random() < 0.2:
            clock.lapse(600)
    assert len(burnt) == len(given)
