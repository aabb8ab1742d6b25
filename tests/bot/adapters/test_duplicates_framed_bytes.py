"""The same in Telegram, and in its Mini App: whatever the bot sends, and every frame of a page."""

import json
import re
from collections import Counter

import pytest

from bot.table.state import Phase
from tests.bot.adapters.test_duplicates_bytes import STEPS
from tests.kit.actors import chance, legal
from tests.kit.framed import FramedPage, framed_house
from tests.kit.two_worlds import Lots, differing

ATTACHED = re.compile(rb"attached[0-9a-f]{32}")
"""What the library calls a picture within one request: drawn by lot."""

ASKED = ("/record", "/replay", "/scores", "/me", "/settle", "/export", "/why", "/table", "/hand")


def table_of(house, person):
    for runner in house.tables.running.values():
        for seat, player in enumerate(runner.table.state.players):
            if player.user is not None and player.user.id == str(person.id):
                return runner.table, seat
    return None, None


async def world(path, monkeypatch, seed):
    with monkeypatch.context() as patched:
        lots = Lots(patched)
        async with framed_house(path, check=False) as framed:
            house, group, people = framed.house, framed.group, framed.people
            house.tables.pace = 0
            await house.say(people[0], group, "/duplicate niuniu 2 2 10")
            for person in people:
                await house.forward(6)
                await house.press(person, house.board(group), "报名")
            await house.forward(6)
            await house.press(people[0], house.board(group), "现在开赛")
            await house.forward(6)
            table, _ = table_of(house, people[0])
            mine = [p for p in people if table_of(house, p)[0] is table]
            others = [p for p in people if p not in mine]
            pages = []
            for at, person in enumerate(others):
                session = await framed.session(framed.data(person), key=f"key-of-a-page-{at}0000")
                shown = await framed.socket(session["token"], tab=f"tab-{at}0000")
                pages.append(FramedPage(*shown))
            rng = chance(seed)
            for _ in range(STEPS):
                await house.forward(1)
                for person in mine:
                    _, seat = table_of(house, person)
                    playing = table.state.phase is Phase.PLAYING and not table.state.over
                    if seat is not None and playing and table.question_of(seat) is not None:
                        own = house.world.private(person).ours
                        shown = next(m for m in reversed(own) if m.keyboard)
                        await house.act(person, shown, table, seat, legal(table, seat, rng))
                        break
            assert table.state.over
            assert others and all(table_of(house, p)[0] for p in others)
            for person in others:
                for line in ASKED:
                    await house.forward(1)
                    await house.whisper(person, line)
            await house.forward(5)
            assert all(table_of(house, p)[0] for p in others), "they still play it"
            theirs = {house.world.private(p).id for p in mine}
            sent, own = Counter(), Counter()
            for request in house.server.requests:
                if request.chat:
                    asked = repr((request.method, request.fields, request.files)).encode()
                    told = own if request.chat in theirs else sent
                    told[ATTACHED.sub(b"", lots.blind(asked))] += 1
            found = {"requests": sent}
            for at, page in enumerate(pages):
                frames = (json.dumps(frame, sort_keys=True).encode() for frame in page.frames)
                found[f"page {at}"] = Counter(map(lots.blind, frames))
                await page.close()
            return own, found


@pytest.mark.slow
async def test_who_has_not_played_it_is_sent_the_same_in_telegram_and_its_page(
    tmp_path, monkeypatch
):
    one, sent = await world(tmp_path / "1.db", monkeypatch, 1)
    other, told = await world(tmp_path / "2.db", monkeypatch, 2)
    assert differing({"own": one}, {"own": other}), "who sat there is told what came of it"
    found = differing(sent, told)
    assert sum(sent["requests"].values()) > len(ASKED), "they were told much"
    assert {reader: pieces[:6] for reader, pieces in found.items()} == {}
