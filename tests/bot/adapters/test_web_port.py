"""The browser table as ``bot.ports.platform.Platform``."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from bot.adapters.web import WebPlatform
from bot.adapters.web.protocol import shape
from bot.i18n.times import clock_time, marked, plain
from bot.ports.errors import ChatGone, MessageGone
from bot.ports.messages import Button, Fact, Outgoing, Picker, PickGroup, PickOption, Style, Wanted
from bot.ports.platform import Platform
from bot.ports.refs import ChatRef, MessageRef, UserRef
from tests.kit.service import png
from tests.kit.web import KEY, web_table

ME = UserRef("web", "a" * 16)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def _platform() -> Platform:
    """mypy is not asked here; the annotation says what the rest of this file relies on."""
    return WebPlatform("127.0.0.1", 0, KEY)


async def test_it_shows_pictures_and_a_grid_of_five_by_five():
    limits = _platform().limits

    assert limits.pictures
    assert limits.row >= 5
    assert limits.rows >= 5
    assert limits.options >= 54


async def test_a_message_is_drawn_with_all_its_parts():
    picker = Picker(
        "g1:abcdef:7:s0",
        "出牌",
        (
            PickGroup(
                "选牌",
                (PickOption("c0", "♠3", "S3"), PickOption("c1", "大王", "BJ", marked=True)),
                1,
                2,
            ),
        ),
        equal=True,
    )
    message = Outgoing(
        text="轮到你",
        picture=png(),
        alt="两张牌",
        title="abcd · 斗地主 · 小明",
        rows=((Button("t1", "不出", Style.PRIMARY, wanted=Wanted((ME,))), Button("", "♠9")),),
        pickers=(picker,),
        notify=True,
        until=NOON + timedelta(seconds=90),
        thinking="电脑・石 在想",
        facts=(Fact("手牌分", "45", good=True),),
        mention=ME,
    )
    async with web_table(now=lambda: NOON) as table:
        tab = await table.tab()
        sent = await table.platform.whisper(tab.user, message)
        frame = await tab.frame()

    put = frame["put"]
    assert (frame["notify"], frame["place"]) == (True, "person")
    assert sent.ref == MessageRef("web", tab.user.id, put["id"], private=True)
    assert put["picture"]
    assert json.dumps(put).count("两张牌".encode("ascii", "backslashreplace").decode()) == 1
    assert put["rows"] == [
        [
            {
                "token": "t1",
                "label": "不出",
                "style": "primary",
                "url": "",
                "wanted": {"users": [ME.id], "others": False},
            },
            {"token": "", "label": "♠9", "style": "plain", "url": ""},
        ]
    ]
    assert put["left"] == 90
    assert put["thinking"] == "电脑・石 在想"
    assert put["facts"] == [{"label": "手牌分", "value": "45", "good": True}]
    assert put["mention"] == ME.id
    assert put["pickers"] == [
        {
            "token": "g1:abcdef:7:s0",
            "label": "出牌",
            "style": "primary",
            "equal": True,
            "groups": [
                {
                    "title": "选牌",
                    "least": 1,
                    "most": 2,
                    "options": [
                        {"value": "c0", "label": "♠3", "face": "S3", "marked": False},
                        {"value": "c1", "label": "大王", "face": "BJ", "marked": True},
                    ],
                }
            ],
        }
    ]


@pytest.mark.parametrize(
    ("url", "opens"),
    [
        ("https://discord.com/channels/1/2", True),
        ("http://127.0.0.1:8765/r/a", True),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("//evil.example", False),
        ("https://a b", False),
    ],
)
def test_a_button_opens_addresses_of_the_web_and_no_script(url, opens):
    message = Outgoing(rows=((Button("", "去看", url=url),),))

    assert shape("g1", message, NOON)["rows"][0][0]["url"] == (url if opens else "")


async def test_who_comes_later_is_told_how_long_the_clock_still_has():
    """The page's own clock may be wrong: it is told seconds, counted when they are told."""
    now = [NOON]
    async with web_table(now=lambda: now[0]) as table:
        await table.platform.post(table.chat, Outgoing(until=NOON + timedelta(seconds=120)))
        now[0] = NOON + timedelta(seconds=50)
        tab = await table.tab()

        assert tab.state["messages"]["room"][0]["left"] == 70


async def test_a_retired_message_has_no_clock_and_nobody_thinks():
    until = NOON + timedelta(seconds=120)
    async with web_table(now=lambda: NOON) as table:
        tab = await table.tab()
        message = Outgoing(until=until, thinking="电脑・石 在想", rows=((Button("t", "过"),),))
        board = await table.platform.post(table.chat, message)
        await table.platform.retire(board)
        frames = [await tab.put() for _ in range(2)]

        assert [(f["left"], f["thinking"] != "") for f in frames] == [(120, True), (None, False)]


async def test_a_post_is_edited_in_place_and_retired_without_its_buttons():
    async with web_table() as table:
        tab = await table.tab()
        web = table.platform
        board = await web.post(table.chat, Outgoing(text="一", rows=((Button("t", "过"),),)))
        line = await web.post(table.chat, Outgoing(text="line"))
        await web.edit(board, Outgoing(text="二", rows=((Button("t2", "过"),),)))
        await web.retire(board)
        await web.edit(board, Outgoing(text="三"))
        frames = [await tab.put() for _ in range(5)]

        assert [f["id"] for f in frames] == [board.id, line.id, board.id, board.id, board.id]
        assert [(f["text"], len(f["rows"]), f["retired"]) for f in frames] == [
            ("一", 1, False),
            ("line", 0, False),
            ("二", 1, False),
            ("二", 0, True),
            ("三", 0, False),
        ]
        back = await table.tab(token=tab.token)
        assert [m["id"] for m in back.state["messages"]["room"]] == [board.id, line.id]


async def test_what_is_dropped_from_memory_is_taken_off_the_page():
    async with web_table() as table:
        tab = await table.tab()
        first = await table.platform.post(table.chat, Outgoing(text="0"))
        for i in range(1, 51):
            await table.platform.post(table.chat, Outgoing(text=str(i)))
        frames = [await tab.frame() for _ in range(52)]

        assert frames[-1] == {"drop": first.id}


async def test_retiring_what_is_not_remembered_does_nothing():
    web = _platform()
    room = web.signer.new_room()

    await web.retire(MessageRef("web", room, "gone"))
    await web.retire(MessageRef("web", ME.id, "pone", private=True))
    assert web.messages.channel(("room", room)).messages == {}


async def test_a_room_of_another_key_is_gone():
    web, other = _platform(), WebPlatform("127.0.0.1", 0, b"another key of 16")
    room = other.signer.new_room()

    with pytest.raises(ChatGone):
        await web.post(ChatRef("web", room), Outgoing(text="x"))
    with pytest.raises(ChatGone):
        await web.edit(MessageRef("web", room, "g1"), Outgoing(text="x"))


async def test_a_reference_to_nobody_is_gone_and_a_whisper_to_nobody_does_not_raise():
    web = _platform()

    with pytest.raises(MessageGone):
        await web.edit(MessageRef("web", "nobody", "p1", private=True), Outgoing(text="x"))
    sent = await web.whisper(UserRef("web", "nobody"), Outgoing(text="x"))
    assert (sent.ref, sent.reason) == (None, "unknown")
    assert (await web.reach(UserRef("web", "nobody"))).reason == "unknown"


async def test_who_is_away_finds_the_whisper_on_coming_back():
    async with web_table() as table:
        tab = await table.tab()
        await tab.socket.close()
        reach = await table.platform.reach(tab.user)
        sent = await table.platform.whisper(tab.user, Outgoing(text="手牌"))
        back = await table.tab(token=tab.token)

        assert (reach.ref.private, reach.reason) == (True, "")
        assert [m["id"] for m in back.state["messages"]["person"]] == [sent.ref.id]


async def test_ids_are_never_the_same():
    web = _platform()
    chat = ChatRef("web", web.signer.new_room())
    refs = [await web.post(chat, Outgoing(text="x")) for _ in range(200)]

    assert len({ref.id for ref in refs}) == 200


async def test_a_place_of_its_own_is_a_new_room_of_this_server():
    web = _platform()
    room = ChatRef("web", web.signer.new_room())
    place = await web.open_place(room, "斗地主")

    assert place != room
    assert (await web.post(place, Outgoing(text="x"))).chat == place.id
    assert web.place_link(place) == f"/r/{place.id}"
    await web.close_place(place)


async def test_nothing_comes_in_before_it_is_started():
    with pytest.raises(RuntimeError):
        WebPlatform("127.0.0.1", 0, KEY).serving()


async def test_the_address_to_open():
    assert WebPlatform("127.0.0.1", 8080, KEY).address == "http://127.0.0.1:8080/"
    assert WebPlatform("::1", 8080, KEY).address == "http://[::1]:8080/"


def test_a_time_beside_the_table_is_told_by_the_readers_clock_as_one_in_the_text_is():
    words = f"到 {marked(clock_time(NOON), UTC)} 为止"
    found = shape("g1", Outgoing(text=words, told=words, turns=words), NOON)
    for name in ("told", "turns"):
        assert found[name] == found["text"] == plain(words)
        assert found[f"{name}_times"] == found["times"] != []
