"""Who is let wait, whose word is taken for where they come from, and how loud noise is."""

import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.adapters.web.client_errors import EVERY, ClientErrors
from bot.adapters.web.origins import Proxies
from bot.adapters.web.pending import Pending
from bot.adapters.web.rate_limits import network_of

EACH, MOST, SECONDS = 3, 7, 10.0


class Line:
    """A line, its clock, and who was dropped from it."""

    def __init__(self):
        self.now = 0.0
        self.dropped = []
        self.waiting = Pending(EACH, MOST, SECONDS, lambda: self.now, self.dropped.append)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 20), st.sampled_from(["", "a", "b", "c"])),
        st.tuples(st.just("remove"), st.integers(0, 20), st.just("")),
        st.tuples(st.just("wait"), st.integers(1, 12), st.just("")),
    ),
    max_size=60,
)


@settings(max_examples=200)
@given(steps=STEPS)
def test_a_line_is_as_one_that_counts_everybody_anew(steps):
    """Law: beside it runs a list; it keeps the newest of each house and of all, never overdue."""
    line, model, dropped = Line(), [], []
    for what, who, house in steps:
        if what == "wait":
            line.now += who
            line.waiting.drop_overdue()
            dropped += [w for w, _, since in model if since + SECONDS <= line.now]
            model = [m for m in model if m[2] + SECONDS > line.now]
            continue
        model = [m for m in model if m[0] != who]
        if what == "remove":
            line.waiting.remove(who)
            continue
        model.append((who, house, line.now))
        line.waiting.add(who, house)
        mine = [m for m in model if m[1] == house]
        for gone in mine[:-EACH] if house else []:
            model.remove(gone)
            dropped.append(gone[0])
        if len(model) > MOST:
            dropped.append(model.pop(0)[0])

    assert line.dropped == dropped
    assert len(line.waiting) == len(model)
    assert all(who in line.waiting for who, _, _ in model)


def test_whoever_comes_last_stays_and_whoever_waited_longest_goes():
    line = Line()
    for who in range(EACH + 1):
        line.waiting.add(who, "198.51.100.7")

    assert line.dropped == [0]
    assert EACH in line.waiting


def test_a_house_with_many_addresses_is_one_house():
    line = Line()
    for who in range(EACH + 2):
        line.waiting.add(who, f"2001:db8:0:7::{who:x}")
    line.waiting.add("other", "2001:db8:0:8::1")

    assert line.dropped == [0, 1]
    assert network_of("fe80::1%eth0") == network_of("fe80::2")
    assert network_of("no address") == "no address"


PROXY = Proxies(["127.0.0.1", "10.0.0.0/8"])

FORWARDED = [
    ("203.0.113.9", ["198.51.100.7"], "203.0.113.9"),  # no proxy of ours: anybody writes headers
    ("127.0.0.1", ["198.51.100.7"], "198.51.100.7"),
    ("127.0.0.1", ["1.2.3.4, 198.51.100.7"], "198.51.100.7"),  # what stands left was sent along
    ("127.0.0.1", ["1.2.3.4", "198.51.100.7, 10.1.2.3"], "198.51.100.7"),
    ("::ffff:127.0.0.1", ["198.51.100.7:4711"], "198.51.100.7"),
    ("127.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
    ("127.0.0.1", ["198.51.100.7, nonsense"], "127.0.0.1"),
    ("127.0.0.1", [""], "127.0.0.1"),
    ("127.0.0.1", [], "127.0.0.1"),
    ("127.0.0.1", ["[::1"], "127.0.0.1"),
]


@pytest.mark.parametrize(("peer", "headers", "client"), FORWARDED)
def test_a_proxy_of_ours_is_believed_and_nobody_else(peer, headers, client):
    assert PROXY.client(peer, headers) == client
    assert Proxies().client(peer, headers) == peer


def test_noise_is_one_line_a_minute_for_each_kind(caplog):
    caplog.set_level(logging.INFO)
    now = 0.0
    noise = ClientErrors(lambda: now)
    for second in range(3 * int(EVERY)):
        now = float(second)
        for _ in range(1000):
            noise.count("silent")
        noise.count("malformed")
        noise.tell()

    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 6
    assert told[2] == "turned away kind=silent count=60000"
    assert all(record.levelno < logging.ERROR for record in caplog.records)
