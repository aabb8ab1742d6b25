"""The browser table before anybody is in: pages, hosts, the language, sitting down."""

import aiohttp
import pytest
import pytest_asyncio

from bot.adapters.web.origins import HEADERS
from bot.adapters.web.people import SITS as AT_ONCE
from bot.adapters.web.signing import Signer
from tests.kit.web import web_table


@pytest_asyncio.fixture
async def table():
    async with web_table() as running:
        yield running


# Pages.


async def test_the_first_page_opens_a_new_room_each_time(table):
    seen = set()
    for _ in range(2):
        async with table.http.get(table.url("/"), allow_redirects=False) as answer:
            assert answer.status == 303
            assert answer.headers["Cache-Control"] == "no-store"
            seen.add(answer.headers["Location"].removeprefix("/r/"))
    assert len(seen) == 2
    assert all(table.platform.signer.is_room(room) for room in seen)


async def test_a_room_shows_the_page_and_a_forged_one_is_not_found(table):
    async with table.http.get(table.url(f"/r/{table.room}")) as answer:
        text = await answer.text()
    assert answer.status == 200
    assert "怎么称呼你？" in text
    assert "{{" not in text

    forged = Signer(b"another key of 16").new_room()
    for path in (f"/r/{forged}", f"/r/{forged}/ws", f"/r/{forged}/p/x", "/r/x", "/static/x", "/x"):
        async with table.http.get(table.url(path), headers=table.origin) as answer:
            assert answer.status == 404, path


@pytest.mark.parametrize("path", ["/", "/r/{room}", "/static/app.js", "/nowhere", "/r/{room}/p/x"])
async def test_every_answer_carries_the_headers_that_keep_a_browser_safe(table, path):
    url = table.url(path.format(room=table.room))
    async with table.http.get(url, allow_redirects=False) as answer:
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "frame-ancestors 'none'" in HEADERS["Content-Security-Policy"]
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_what_the_page_may_load():
    rules = dict(rule.split(maxsplit=1) for rule in HEADERS["Content-Security-Policy"].split("; "))
    ours = {"script-src", "style-src", "connect-src", "manifest-src", "worker-src"}
    none = {"default-src", "base-uri", "form-action", "frame-ancestors"}

    assert rules == {
        **dict.fromkeys(ours, "'self'"), **dict.fromkeys(none, "'none'"),
        "img-src": "'self' blob:",
    }  # fmt: skip


async def test_a_file_is_not_sent_twice_while_it_stays_the_same(table):
    url = table.url("/static/app.js")
    async with table.http.get(url) as first:
        assert first.content_type == "text/javascript"
        etag = first.headers["ETag"]
    async with table.http.get(url, headers={"If-None-Match": etag}) as again:
        assert again.status == 304


async def test_a_file_is_packed_for_whom_it_may_be_and_is_the_same(table):
    url = table.url("/static/app.js")
    marks, bodies = set(), set()
    for coding in ("gzip", "identity"):
        async with table.http.get(url, headers={"Accept-Encoding": coding}) as answer:
            assert answer.headers.get("Content-Encoding", "identity") == coding
            assert "Accept-Encoding" in answer.headers["Vary"]
            marks.add(answer.headers["ETag"])
            bodies.add(await answer.read())

    assert (len(marks), len(bodies)) == (2, 1)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
async def test_a_strangers_host_name_is_refused_everywhere(table, host):
    for path in ("/", f"/r/{table.room}", "/static/app.js", f"/r/{table.room}/ws"):
        async with table.http.get(table.url(path), headers={"Host": host}) as answer:
            assert answer.status in (400, 403), path
            assert "WEB_HOSTS" not in await answer.text(), "that is for whoever runs it"


async def test_a_configured_host_name_is_served():
    async with web_table(hosts=["table.example"]) as table:
        url = table.url(f"/r/{table.room}")
        async with table.http.get(url, headers={"Host": "table.example"}) as answer:
            assert answer.status == 200


# Sitting down.


async def test_sitting_down_gives_a_token_of_a_new_person(table):
    one, two = await table.sit("小明"), await table.sit("小明")

    people = [table.platform.signer.person(token) for token in (one, two)]
    assert [p.name for p in people] == ["小明", "小明"]
    assert people[0].id != people[1].id


async def test_who_sends_a_token_along_keeps_being_the_same_person(table):
    url, old = table.url(f"/r/{table.room}/sit"), await table.sit("小明")
    headers = {**table.origin, "Authorization": f"Bearer {old}"}
    async with table.http.post(url, json={"name": "明哥"}, headers=headers) as answer:
        new = (await answer.json())["token"]

    person = table.platform.signer.person
    assert (person(new).id, person(new).name) == (person(old).id, "明哥")


SITS = [
    ({"json": {"name": 5}}, 400),
    ({"json": {}}, 400),
    ({"json": ["name"]}, 400),
    ({"data": b"\xff\xfe", "headers": {"Content-Type": "application/json"}}, 400),
    ({"data": b"[" * 3000, "headers": {"Content-Type": "application/json"}}, 400),
    ({"data": b"name=x"}, 415),
    ({"data": {"name": "x"}}, 415),
    ({"json": {"name": "x" * 5000}}, 413),
]


@pytest.mark.parametrize(("sent", "status"), SITS)
async def test_nonsense_does_not_sit_down(table, sent, status):
    headers = {**table.origin, **sent.get("headers", {})}
    url = table.url(f"/r/{table.room}/sit")
    async with table.http.post(url, **{**sent, "headers": headers}) as answer:
        assert answer.status == status


@pytest.mark.parametrize(
    ("name", "code"),
    [(" \u202e ", "name-empty"), ("字" * 25, "name-long"), ("電腦・石", "name-computer")],
)
async def test_a_name_that_cannot_be_shown_is_refused_with_a_reason(table, name, code):
    url = table.url(f"/r/{table.room}/sit")
    async with table.http.post(url, json={"name": name}, headers=table.origin) as answer:
        assert await answer.json() == {"error": code}


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
async def test_another_sites_page_can_neither_sit_down_nor_open_a_socket(table, origin):
    headers = {} if origin is None else {"Origin": origin}
    url = table.url(f"/r/{table.room}/sit")
    async with table.http.post(url, json={"name": "x"}, headers=headers) as answer:
        assert answer.status == 403
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await table.http.ws_connect(table.url(f"/r/{table.room}/ws"), headers=headers)
    assert refused.value.status == 403


async def test_one_address_cannot_sit_down_for_ever():
    now = [0.0]
    async with web_table(clock=lambda: now[0]) as table:
        url = table.url(f"/r/{table.room}/sit")
        token = await table.sit()
        for _ in range(AT_ONCE - 1):
            await table.sit()
        async with table.http.post(url, json={"name": "x"}, headers=table.origin) as answer:
            assert (answer.status, await answer.json()) == (429, {"error": "error-too-fast"})
        headers = {**table.origin, "Authorization": f"Bearer {token}"}
        async with table.http.post(url, json={"name": "明哥"}, headers=headers) as answer:
            assert answer.status == 200, "who is known takes another name"
        now[0] = 60.0
        assert await table.sit()


# The language.

ASKED = [
    ("", "", "zh-Hans"),
    ("", "zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
    ("", "zh-TW,zh;q=0.9,en-US;q=0.8", "zh-Hant"),
    ("", "en-US,en;q=0.9", "en"),
    ("", "de-DE,de;q=0.9", "en"),
    ("", "de-DE,zh-HK;q=0.5,en;q=0.4", "zh-Hant"),
    ("", "en;q=0.2,zh;q=0.9", "zh-Hans"),
    ("", "*", "zh-Hans"),
    ("", "en;q=no,zh-Hant", "zh-Hant"),
    ("en", "zh-CN", "en"),
    ("zh-Hant", "en", "zh-Hant"),
    ("klingon", "en", "en"),
]


@pytest.mark.parametrize(("chosen", "accepted", "language"), ASKED)
async def test_the_page_speaks_the_language_chosen_or_asked_for(table, chosen, accepted, language):
    headers = {"Accept-Language": accepted, **({"Cookie": f"lang={chosen}"} if chosen else {})}
    async with table.http.get(table.url(f"/r/{table.room}"), headers=headers) as answer:
        text = await answer.text()

    assert f'<html lang="{language}">' in text
    assert {"zh-Hans": "怎么称呼你？", "zh-Hant": "怎麼稱呼你？", "en": "call you?"}[
        language
    ] in text
    assert answer.headers["Vary"] == "Accept-Language, Accept-Encoding, Cookie"
