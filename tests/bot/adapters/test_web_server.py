"""The browser table over HTTP and WebSocket: who gets in, what they may send, what they may see."""

import asyncio
import json
import logging
from datetime import UTC, datetime, timedelta

import aiohttp
import pytest
import pytest_asyncio

from bot.adapters.web import WebPlatform, server
from bot.adapters.web.protocol import PING
from bot.adapters.web.server import BAD_HELLO, BAD_TOKEN, MOST_TABS_EACH, TOO_MANY
from bot.adapters.web.signing import Signer
from bot.adapters.web.tab import BURST, GOING_AWAY, POLICY, STRIKES, UNSENT, WAITING
from bot.ports.messages import Button, Outgoing, Reply, Where
from bot.ports.notices import Opened
from bot.ports.refs import ChatRef, UserRef
from tests.kit.service import FakeService, png
from tests.kit.web import KEY, SESSION, web_table

TOAST = Reply(Outgoing(text="好"), Where.TOAST)


@pytest_asyncio.fixture
async def table():
    async with web_table() as running:
        yield running


# The hello.


async def test_a_tab_is_shown_the_room_and_the_service_is_told(table):
    await table.platform.post(table.chat, Outgoing(text="第一圈"))
    tab = await table.tab("小明")
    await table.service.until(lambda: table.service.notices)

    assert tab.state["you"]["name"] == "小明"
    assert [m["text"] for m in tab.state["messages"]["room"]] == ["第一圈"]
    assert table.service.notices == [Opened(tab.user, table.chat, "zh-Hans")]


HELLOS = [
    ("{}", BAD_HELLO),
    ("nonsense", BAD_HELLO),
    ('{"n": 1, "say": "let me in"}', BAD_HELLO),
    (json.dumps({"hello": {"token": "a.b.c", "tab": SESSION}}), BAD_TOKEN),
    (
        json.dumps({"hello": {"token": Signer(b"another key of 16").sit("小明"), "tab": SESSION}}),
        BAD_TOKEN,
    ),
]


# Named: a signed name is another one at each start, and a test's name must not be.
@pytest.mark.parametrize(
    ("hello", "code"), HELLOS, ids=["empty", "no json", "no hello", "no token", "another key"]
)
async def test_without_a_good_hello_there_is_nothing_to_see(table, hello, code):
    await table.platform.post(table.chat, Outgoing(text="secret"))
    socket = await table.socket()
    await socket.send_str(hello)

    assert (await socket.receive(timeout=10)).type is aiohttp.WSMsgType.CLOSE
    assert socket.close_code == code
    assert table.service.notices == []


async def test_a_binary_hello_is_none(table):
    socket = await table.socket()
    await socket.send_bytes(b"\x00")

    assert (await socket.receive(timeout=10)).type is aiohttp.WSMsgType.CLOSE
    assert socket.close_code == BAD_HELLO


async def test_one_person_has_so_many_tabs_and_no_more(table):
    token = await table.sit()
    tabs = [await table.tab(token=token, session=f"tab-000{at}") for at in range(MOST_TABS_EACH)]
    socket = await table.socket()
    await socket.send_str(json.dumps({"hello": {"token": token, "tab": "tab-0009"}}))

    assert (await socket.receive(timeout=10)).type is aiohttp.WSMsgType.CLOSE
    assert socket.close_code == TOO_MANY
    for tab in tabs:
        assert await tab.ask(1, say="here") == {"ack": 1}


async def test_a_page_that_comes_back_takes_the_place_of_its_dead_connection(table):
    token = await table.sit()
    dead = await table.tab(token=token)
    for _ in range(MOST_TABS_EACH + 1):
        old, dead = dead, await table.tab(token=token)
        await table.quiet(old)

    assert await dead.ask(1, say="here") == {"ack": 1}


# What comes in.


async def test_words_and_presses_become_incomings(table):
    tab = await table.tab("小明")
    await tab.ask(1, say=" 出  34567 ")
    await tab.ask(2, press="g1:abcdef:7:s0", values=["c0", "c3"], message="pAAAA")
    await tab.ask(3, press="g1:abcdef:0:why", message="gBBBB")
    words, hand, board = table.service.heard

    assert (words.user, words.chat, words.text) == (tab.user, table.chat, "出 34567")
    assert (words.display_name, words.language) == ("小明", "zh-Hans")
    assert (words.token, words.values, words.message) == ("", (), None)
    assert words.chat_title == table.room[:4]
    assert (hand.token, hand.values, hand.text) == ("g1:abcdef:7:s0", ("c0", "c3"), "")
    assert (hand.chat, hand.message.private, hand.message.chat) == (None, True, tab.user.id)
    assert (board.chat, board.message.private, board.message.id) == (table.chat, False, "gBBBB")
    assert len({i.source for i in table.service.heard}) == 3
    assert all(not i.admin for i in table.service.heard)


async def test_a_frame_sent_once_more_after_a_broken_connection_is_done_once():
    async with web_table(answer=lambda _: TOAST) as table:
        token = await table.sit()
        tab = await table.tab(token=token)
        first = await tab.ask(7, say="过")
        await tab.socket.close()
        again = await (await table.tab(token=token)).ask(7, say="过")
        other_page = await (await table.tab(token=token, session="tab-0002")).ask(7, say="过")

        assert first == again == other_page == {"ack": 7, "toast": "好"}
        sources = [i.source for i in table.service.heard]
        assert len(sources) == 2, "once for each loading of the page"
        assert sources[0] != sources[1]


async def test_a_frame_received_is_done_although_its_tab_goes_away_meanwhile():
    async with web_table(answer=lambda _: TOAST) as table:
        table.service.gate.clear()
        token = await table.sit()
        tab = await table.tab(token=token)
        await tab.send(n=1, say="one")
        await tab.send(n=2, say="two")
        await table.service.until(lambda: table.service.heard)
        await tab.socket.close()
        back = await table.tab(token=token)
        await back.send(n=1, say="one")
        table.service.gate.set()

        assert await back.ack(1) == {"ack": 1, "toast": "好"}
        await table.service.until(lambda: len(table.service.heard) == 2)
        assert [i.text for i in table.service.heard] == ["one", "two"]


async def test_nobody_can_use_anothers_source(table):
    one, two = await table.tab("A"), await table.tab("B")
    await one.ask(1, say="过")
    await two.ask(1, say="过")

    assert [i.user for i in table.service.heard] == [one.user, two.user]
    assert table.service.heard[0].source != table.service.heard[1].source


async def test_when_a_person_did_it_is_told_even_if_it_was_sent_late():
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    async with web_table(now=lambda: noon) as table:
        tab = await table.tab()
        await tab.ask(1, say="过")
        await tab.ask(2, say="过", ago=1500)

        assert [i.at for i in table.service.heard] == [noon, noon - timedelta(seconds=1.5)]


WRONG = [
    "nonsense",
    "[]",
    "{}",
    '{"n": 1}',
    '{"n": 1, "say": 5}',
    '{"n": 1, "say": "\\u200b"}',
    '{"n": 1, "press": "a b"}',
    "[" * 4000,
    json.dumps({"hello": {"token": "x", "tab": SESSION}}),
]


@pytest.mark.parametrize("data", WRONG)
async def test_a_wrong_frame_is_answered_and_the_tab_lives(table, caplog, data):
    tab = await table.tab()
    await tab.socket.send_str(data)

    assert (await tab.frame())["error"] in ("bad-frame", "nothing-said")
    assert await tab.ask(5, say="still here") == {"ack": 5}
    assert [i.text for i in table.service.heard] == ["still here"]
    assert not caplog.records


async def test_a_binary_frame_is_answered_and_the_tab_lives(table):
    tab = await table.tab()
    await tab.socket.send_bytes(b'{"n": 1, "say": "x"}')

    assert (await tab.frame())["error"] == "bad-frame"
    assert await tab.ask(2, say="still here") == {"ack": 2}


async def test_an_oversized_frame_closes_the_tab_and_no_other(table, caplog):
    tab, other = await table.tab("A"), await table.tab("B")
    await tab.send(n=1, say="字" * 5000)
    await table.quiet(tab)

    assert tab.closed_with == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
    assert await other.ask(1, say="here") == {"ack": 1}
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []


async def test_too_many_frames_are_told_so_and_in_the_end_cut_off():
    async with web_table(clock=lambda: 0.0) as table:
        tab = await table.tab()
        for n in range(1, BURST + 1):
            assert await tab.ask(n, say="过") == {"ack": n}
        assert await tab.ask(99, say="过") == {"ack": 99, "error": "too-fast"}
        for n in range(STRIKES):
            await tab.send(n=200 + n, say="过")
        await table.quiet(tab)

        assert tab.closed_with == POLICY
        assert len(table.service.heard) == BURST


async def test_rates_are_counted_for_each_tab():
    async with web_table(clock=lambda: 0.0) as table:
        one, two = await table.tab("A"), await table.tab("B")
        for n in range(1, BURST + 1):
            await one.ask(n, say="过")

        assert (await one.ask(99, say="过"))["error"] == "too-fast"
        assert await two.ask(1, say="过") == {"ack": 1}


async def test_a_service_that_hangs_does_not_let_a_tab_pile_up_frames():
    seconds = iter(range(10**6))
    async with web_table(clock=lambda: float(next(seconds))) as table:
        table.service.gate.clear()
        tab = await table.tab()
        await tab.send(n=1, say="held")
        await table.service.until(lambda: table.service.heard)
        for n in range(2, WAITING + 3):
            await tab.send(n=n, say="queued")

        assert await tab.frame() == {"ack": WAITING + 2, "error": "too-fast"}
        table.service.gate.set()
        assert await tab.ack(WAITING + 1) == {"ack": WAITING + 1}


async def test_a_fault_of_the_service_is_logged_without_its_words_and_costs_no_tab(caplog):
    def fail(incoming):
        raise RuntimeError(incoming.text)

    async with web_table(answer=fail) as table:
        tab = await table.tab()
        assert await tab.ask(1, say="♠A") == {"ack": 1, "error": "failed"}
        assert len(caplog.records) == 1
        assert "RuntimeError" in caplog.text
        assert "♠A" not in caplog.text

        table.service.answer = lambda _: TOAST
        assert await tab.ask(1, say="过") == {"ack": 1, "toast": "好"}, "it may be tried again"


async def test_a_ping_is_answered_at_once_even_while_the_service_hangs(table):
    table.service.gate.clear()
    tab = await table.tab()
    await tab.send(n=1, say="held")
    await table.service.until(lambda: table.service.heard)
    await tab.socket.send_str(PING)

    assert await tab.frame() == {"pong": 1, "taken": 1}, "what was sent, and what came"


async def test_a_page_too_slow_to_keep_up_is_cut_off_and_no_other(table):
    slow, other = await table.tab("A"), await table.tab("B")
    await table.service.until(lambda: len(table.service.notices) == 2)
    tabs = table.platform.messages.channel(("person", slow.user.id)).tabs
    (behind,) = tabs
    for _ in range(UNSENT + 1):
        behind.send({"put": {}})
    await table.quiet(slow)

    assert await other.ask(1, say="here") == {"ack": 1}
    assert slow.closed_with is None, "dropped without a word"


async def test_a_socket_that_says_nothing_is_closed(table, monkeypatch):
    monkeypatch.setattr(server, "HELLO_SECONDS", 0.01)
    socket = await table.socket()

    assert (await socket.receive(timeout=10)).data == BAD_HELLO


async def test_there_is_an_end_to_how_many_tabs_a_server_takes(table, monkeypatch):
    monkeypatch.setattr(server, "MOST_TABS", 2)
    tab, silent = await table.tab(), await table.socket()
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await table.socket()
    assert refused.value.status == 503
    await silent.close()
    assert await tab.ask(1, say="here") == {"ack": 1}


# Replies.


async def test_a_reply_is_seen_by_its_tab_alone():
    note = Outgoing(text="你的牌", picture=png(), rows=((Button("t", "更多"),),))
    async with web_table(answer=lambda _: Reply(note)) as table:
        tab, other = await table.tab("A"), await table.tab("B")
        answer = await tab.ask(1, say="/hand")
        await table.platform.post(table.chat, Outgoing(text="next"))

        assert answer["note"]["text"] == "你的牌"
        assert answer["note"]["id"].startswith("r")
        assert (await other.frame())["put"]["text"] == "next"
        picture = answer["note"]["picture"]
        assert (await table.fetch(picture, tab.token))[0] == 200
        assert (await table.fetch(picture, other.token))[0] == 404


async def test_a_note_pressed_can_be_changed_in_place():
    async with web_table(answer=lambda _: Reply(Outgoing(text="一"))) as table:
        tab = await table.tab()
        note = (await tab.ask(1, say="/rules"))["note"]
        table.service.answer = lambda _: Reply(Outgoing(text="二"), Where.SAME_MESSAGE)
        again = (await tab.ask(2, press="more", message=note["id"]))["note"]

        assert (again["id"], again["text"]) == (note["id"], "二")
        pressed = table.service.heard[1]
        assert pressed.chat == table.chat
        assert pressed.message.private


async def test_a_press_on_a_whisper_can_change_it_and_a_reload_shows_it():
    same = Reply(Outgoing(text="已选 1 张"), Where.SAME_MESSAGE)
    async with web_table(answer=lambda _: same) as table:
        tab = await table.tab()
        sent = await table.platform.whisper(tab.user, Outgoing(text="选牌"))
        assert await tab.ask(1, press="t", message=sent.ref.id) == {"ack": 1}
        back = await table.tab(token=tab.token)

        assert [m["text"] for m in back.state["messages"]["person"]] == ["已选 1 张"]


async def test_a_press_on_the_board_never_changes_it_for_one_person():
    same = Reply(Outgoing(text="为你"), Where.SAME_MESSAGE)
    async with web_table(answer=lambda _: same) as table:
        tab = await table.tab()
        ref = await table.platform.post(table.chat, Outgoing(text="牌桌"))
        note = (await tab.ask(1, press="t", message=ref.id))["note"]
        back = await table.tab(token=tab.token)

        assert note["id"] != ref.id
        assert [m["text"] for m in back.state["messages"]["room"]] == ["牌桌"]


# What may be seen.


async def test_a_whisper_reaches_its_person_in_any_room_and_nobody_else(table):
    one, two = await table.tab("A"), await table.tab("B")
    room = table.platform.signer.new_room()
    elsewhere = await table.tab(token=one.token, room=room, session="tab-0002")
    await table.platform.whisper(one.user, Outgoing(text="♠A", title="abcd · 斗地主 · A"))
    await table.platform.post(table.chat, Outgoing(text="轮到 A"))

    assert (await one.put())["text"] == "♠A"
    assert (await elsewhere.put())["text"] == "♠A"
    assert (await two.frame())["put"]["text"] == "轮到 A"
    late = await table.tab(token=two.token)
    assert late.state["messages"]["person"] == []


async def test_pictures_are_for_those_who_may_see_them(table):
    one, two = await table.tab("A"), await table.tab("B")
    outsider = await table.tab("C", room=table.platform.signer.new_room())
    nobody = await table.sit("D")
    seen = {}
    await table.platform.whisper(one.user, Outgoing(picture=png(1), alt="A 的手牌"))
    seen["hand"] = (await one.put())["picture"]
    await table.platform.post(table.chat, Outgoing(picture=png(2), alt="牌桌"))
    seen["board"] = (await one.put())["picture"]

    for owner, token in (("A", one.token), ("B", two.token)):
        allowed = {"A": {"hand", "board"}, "B": {"board"}}[owner]
        for what, picture in seen.items():
            status, headers, body = await table.fetch(picture, token)
            assert status == (200 if what in allowed else 404), (owner, what)
            if status == 200:
                assert body == png(1 if what == "hand" else 2)
                assert headers["Cache-Control"] == "no-store"
                assert headers["Content-Type"] == "image/png"
                assert headers["X-Content-Type-Options"] == "nosniff"
    for token in (outsider.token, nobody, None, "a.b.c", two.token + "x"):
        for picture in seen.values():
            assert (await table.fetch(picture, token))[0] == 404
    for picture in seen.values():
        other_room = table.platform.signer.new_room()
        assert (await table.fetch(picture, two.token, room=other_room))[0] == 404
    assert (await table.fetch("guessed", one.token))[0] == 404


async def test_a_token_in_the_address_or_a_cookie_shows_no_picture(table):
    one = await table.tab("A")
    await table.platform.whisper(one.user, Outgoing(picture=png()))
    url = table.url(f"/r/{table.room}/p/{(await one.put())['picture']}")

    async with table.http.get(f"{url}?token={one.token}") as answer:
        assert answer.status == 404
    async with table.http.get(url, headers={"Cookie": f"token={one.token}"}) as answer:
        assert answer.status == 404


async def test_who_left_the_room_no_longer_sees_its_pictures(table):
    one = await table.tab("A")
    await table.platform.post(table.chat, Outgoing(picture=png()))
    picture = (await one.put())["picture"]
    watching = await table.tab("B")
    await one.socket.close()
    await table.platform.post(table.chat, Outgoing(text="a turn of the loop"))
    await watching.put()

    assert (await table.fetch(picture, watching.token))[0] == 200
    assert (await table.fetch(picture, one.token))[0] == 404


# Coming back, starting and stopping.


async def test_coming_back_shows_what_stands_there_now(table):
    tab = await table.tab("A")
    ref = await table.platform.post(table.chat, Outgoing(text="第一手"))
    hand = await table.platform.whisper(tab.user, Outgoing(text="17 张"))
    await tab.socket.close()
    await table.platform.edit(ref, Outgoing(text="第二手", rows=((Button("t", "过"),),)))
    await table.platform.edit(hand.ref, Outgoing(text="16 张"))
    back = await table.tab(token=tab.token)

    assert back.user == tab.user
    (board,) = back.state["messages"]["room"]
    assert (board["text"], board["rows"][0][0]["label"]) == ("第二手", "过")
    assert [m["text"] for m in back.state["messages"]["person"]] == ["16 张"]


async def test_nothing_is_missed_or_doubled_while_tabs_open(table):
    token = await table.sit()
    posted = []

    async def post():
        for i in range(30):
            posted.append(str(i))
            await table.platform.post(table.chat, Outgoing(text=str(i)))
            await asyncio.sleep(0)

    posting = asyncio.create_task(post())
    tab = await table.tab(token=token)
    await posting
    await table.platform.post(table.chat, Outgoing(text="end"))
    seen = [m["text"] for m in tab.state["messages"]["room"]]
    while seen[-1:] != ["end"]:
        seen.append((await tab.put())["text"])

    assert seen == [*posted, "end"]


async def test_a_restart_keeps_rooms_and_people_and_an_edit_brings_the_board_back():
    async with web_table() as table:
        tab = await table.tab("小明")
        ref = await table.platform.post(table.chat, Outgoing(text="牌桌"))
        hand = (await table.platform.whisper(tab.user, Outgoing(text="手牌"))).ref
    async with web_table() as again:
        again.room, again.chat = table.room, table.chat
        back = await again.tab(token=tab.token)
        assert back.user == tab.user
        assert back.state["messages"] == {"room": [], "person": []}
        await again.service.until(lambda: again.service.notices)
        assert again.service.notices == [Opened(tab.user, table.chat, "zh-Hans")]

        assert await again.platform.edit(ref, Outgoing(text="牌桌还在")) == ref
        assert await again.platform.edit(hand, Outgoing(text="手牌还在")) == hand
        shown = [await back.put(), await back.put()]
        assert [(m["id"], m["text"]) for m in shown] == [
            (ref.id, "牌桌还在"),
            (hand.id, "手牌还在"),
        ]


async def test_stopping_closes_the_tabs_and_finishes_what_was_received():
    async with web_table(answer=lambda _: TOAST) as table:
        tab = await table.tab()
        table.service.gate.clear()
        await tab.send(n=1, say="过")
        await tab.send(n=2, say="过")
        await table.service.until(lambda: table.service.heard)
        stopping = asyncio.create_task(table.platform.stop())
        await table.quiet(tab)
        table.service.gate.set()
        await stopping

        assert tab.closed_with == GOING_AWAY
        assert len(table.service.heard) == 2
        await table.platform.stop()


async def test_who_says_nothing_does_not_keep_the_server_from_stopping():
    """Another process waits to go on with what was served here."""
    async with web_table() as table:
        silent = await table.socket()
        async with asyncio.timeout(server.STOP_SECONDS - 1):
            await table.platform.stop()
        assert (await silent.receive()).type is aiohttp.WSMsgType.CLOSED


async def test_what_hangs_does_not_keep_the_server_from_stopping(monkeypatch):
    monkeypatch.setattr(server, "STOP_SECONDS", 0.01)
    before = asyncio.all_tasks()
    async with web_table() as table:
        tab = await table.tab()
        table.service.gate.clear()
        await tab.send(n=1, say="过")
        await table.service.until(lambda: table.service.heard)
        await table.platform.stop()
        await table.quiet(tab)

    assert asyncio.all_tasks() == before


async def test_run_serves_until_cancelled():
    service = FakeService()
    platform = WebPlatform("127.0.0.1", 0, KEY)
    running = asyncio.create_task(platform.run(service))
    await asyncio.wait_for(platform.ready.wait(), 10)
    async with aiohttp.ClientSession() as http, http.get(platform.address) as answer:
        assert answer.status == 200
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    async with aiohttp.ClientSession() as http:
        with pytest.raises(aiohttp.ClientConnectionError):
            await http.get(platform.address)


async def test_a_port_in_use_is_told_and_leaves_nothing_behind(table):
    second = WebPlatform("127.0.0.1", table.platform.port, KEY)
    with pytest.raises(OSError, match=str(table.platform.port)):
        await second.start(FakeService())


async def test_the_sources_of_one_room_are_no_others(table):
    other = table.platform.signer.new_room()
    tab, away = await table.tab("A"), await table.tab("B", room=other)
    await table.platform.post(ChatRef("web", other), Outgoing(text="there"))
    await table.platform.post(table.chat, Outgoing(text="here"))

    assert (await tab.frame())["put"]["text"] == "here"
    assert (await away.frame())["put"]["text"] == "there"
    assert UserRef("web", away.user.id) != tab.user
