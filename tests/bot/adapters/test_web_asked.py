"""What the page asks for without doing anything: a pick weighed, a picture painted."""

import json

import pytest

from bot.adapters.web.protocol import FrameRefused, Weigh, read_frame
from bot.ports.messages import Button, Outgoing, Picked
from bot.ports.refs import MessageRef
from tests.kit.service import png
from tests.kit.web import web_table

TOKEN = "g1:abcdef:7:s0"
PLAY = Button("g1:abcdef:7:p0Hw..", "♠3 ♥4 ♣5", picks=("cards.0", "cards.1", "cards.2"))

BAD = (
    '{"n":1,"weigh":""}',
    '{"n":1,"weigh":7}',
    '{"n":1,"weigh":"t","press":"t"}',
    '{"n":1,"weigh":"t","say":"hello"}',
    '{"n":1,"weigh":"t","values":"c0"}',
    json.dumps({"n": 1, "weigh": "t", "values": ["x" * 65]}),
    json.dumps({"n": 1, "weigh": "t", "values": ["c"] * 129}),
    '{"n":1,"weigh":"t","message":"elsewhere"}',
    '{"n":0,"weigh":"t"}',
)


def test_a_weigh_frame_is_read_as_a_press_is():
    sent = {"n": 3, "weigh": TOKEN, "values": ["cards.0"], "message": "pX", "ago": 5}
    frame = read_frame(json.dumps(sent))
    assert frame == Weigh(3, TOKEN, ("cards.0",), "pX", 5)


@pytest.mark.parametrize("data", BAD)
def test_what_is_no_weigh_frame_is_refused(data):
    with pytest.raises(FrameRefused):
        read_frame(data)


async def test_a_pick_is_weighed_for_its_tab_alone_and_nothing_is_done():
    async with web_table() as table:
        tab, other = await table.tab("A"), await table.tab("B")
        said = {("cards.0",): Picked("", (PLAY,)), ("cards.9",): Picked("不成牌型（规则 6）。")}
        table.service.weighed = lambda incoming: said.get(incoming.values, Picked())
        await table.platform.whisper(tab.user, Outgoing(text="轮到你"))
        own = (await tab.put())["id"]
        found = await tab.ask(1, weigh=TOKEN, values=["cards.0"], message=own)
        assert found == {
            "ack": 1,
            "plays": [
                {"token": PLAY.token, "label": PLAY.label, "style": "plain", "url": "",
                 "picks": list(PLAY.picks)},
            ],
        }  # fmt: skip
        assert await tab.ask(2, weigh=TOKEN, values=["cards.9"]) == {
            "ack": 2,
            "why": "不成牌型（规则 6）。",
        }
        assert await tab.ask(3, weigh=TOKEN, values=[]) == {"ack": 3}
        first = table.service.weighings[0]
        assert (first.user, first.token) == (tab.user, TOKEN)
        assert first.message == MessageRef("web", tab.user.id, own, private=True)
        assert table.service.heard == []
        await table.platform.post(table.chat, Outgoing(text="next"))
        assert (await other.frame())["put"]["text"] == "next"


async def test_a_picture_is_painted_when_somebody_who_may_see_it_wants_it():
    painted = []

    def paint(image):
        async def painting():
            painted.append(image)
            return image

        return painting

    async with web_table() as table:
        tab, other = await table.tab("A"), await table.tab("B")
        scene = {"table": "t", "title": "牌桌", "blocks": []}
        board = Outgoing(scene=scene, alt="牌桌", paint=paint(png(1)))
        ref = await table.platform.post(table.chat, board)
        shown = await tab.put()
        await table.platform.whisper(tab.user, Outgoing(scene=scene, paint=paint(png(2))))
        own = await tab.put()
        assert shown["picture"] and own["picture"] and painted == []
        assert (await table.fetch(shown["picture"]))[0] == 404, "nobody without a token"
        assert (await table.fetch(own["picture"], other.token))[0] == 404
        assert painted == []
        for token in (tab.token, other.token):
            status, headers, body = await table.fetch(shown["picture"], token)
            assert (status, headers["Content-Type"], body) == (200, "image/png", png(1))
        assert (await table.fetch(own["picture"], tab.token))[2] == png(2)
        await table.platform.edit(ref, Outgoing(scene=scene, alt="牌桌", paint=paint(b"")))
        empty = await tab.put()
        assert empty["picture"] not in ("", shown["picture"])
        assert (await table.fetch(empty["picture"], tab.token))[0] == 404, "it cannot be painted"
