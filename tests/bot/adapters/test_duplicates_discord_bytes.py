"""The same in Discord, and in its Activity: what the bot asks of Discord, and a page's frames."""

import json
import re
from collections import Counter

import pytest
from simcord.http import router

from bot.adapters.discord.refs import user_ref
from tests.bot.adapters.test_duplicates_bytes import LEAKS, STEPS
from tests.kit.activity import activity_house
from tests.kit.actors import chance, legal, press_of
from tests.kit.discord import buttons
from tests.kit.framed import FramedPage
from tests.kit.tiers import chosen
from tests.kit.two_worlds import Lots, differing

NUMBER = re.compile(rb"\d{17,20}")

MESSAGE = re.compile(rb"/messages/(\d{17,20})")

NONCE = re.compile(rb"'nonce': '\d+'")
"""What the library draws by lot for each message."""

FIELD = "甲乙丙丁戊己庚辛"
"""As many as have a seat: computers answer in whichever order their threads do."""

ASKED = ("record", "replay", "scores", "me", "settle", "export", "why", "table", "hand")


class Wire:
    """Every request of the bot as it left: path, fields, files, and who it is for."""

    def __init__(self, monkeypatch):
        self.requests = []
        self.reader = ""
        dispatch = router.dispatch

        def heard(backend, method, path, **more):
            files = [made.fp.read() for made in more.get("files") or ()]
            for made in more.get("files") or ():
                made.fp.seek(0)
            fields = (more.get("json"), more.get("params"), more.get("reason"))
            asked = repr((method, path, fields, files)).encode()
            self.requests.append((self.reader, path, asked))
            return dispatch(backend, method, path, **more)

        monkeypatch.setattr(router, "dispatch", heard)

    def known(self):
        """The ids that Discord has given until now, but for messages: which of two that are sent
        at once comes first is a matter of threads."""
        asked = b"".join(asked for _, _, asked in self.requests)
        return set(NUMBER.findall(asked)) - set(MESSAGE.findall(asked))


def blinded(lots, known):
    """Makes a request one without ids that came later: Discord counts what it does for anybody."""

    def blind(asked):
        return NUMBER.sub(
            lambda found: found[0] if found[0] in known else b"." * 19,
            NONCE.sub(b"", lots.blind(asked)),
        )

    return blind


def table_of(inside, person):
    for runner in inside.house.tables.running.values():
        for player in runner.table.state.players:
            if player.user is not None and player.user.id == str(person.id):
                return runner.table
    return None


async def play_out(club, table, mine, rng):
    """Those at a table play their deal to its end; as long in each world, whatever they press."""
    for _ in range(STEPS):
        await club.forward(6)
        for who in mine:
            seat = table.seat_of(user_ref(club.people[who]))
            if table.state.over or table.question_of(seat) is None:
                continue
            asked = {table.state.id, str(table.question_of(seat).number)}
            own = club.people[who].user.dm_channel.history()
            shown = next(
                m
                for m in reversed(own)
                if any(asked <= set(key.split(":")) for key in buttons(m).values())
            )
            await club.act(who, shown, *press_of(table, seat, legal(table, seat, rng)))
            break
    assert table.state.over


async def world(path, monkeypatch, seed, spoil=None):
    """A world in which one table has ended its deal in a way of its own.

    Returns what was sent to those who sat there, and to everybody else.
    """
    with monkeypatch.context() as patched:
        lots, wire = Lots(patched), Wire(patched)
        async with activity_house(path, people=len(FIELD), names=FIELD) as inside:
            club = inside.club
            inside.house.tables.pace = 0
            await club.slash(0, "duplicate", game="niuniu", boards="2 2 10")
            for who in range(len(FIELD)):
                await club.forward(6)
                await club.click(who, club.board(), "报名")
            await club.forward(6)
            await club.click(0, club.board(), "现在开赛")
            await club.forward(6)
            if spoil is not None:
                spoil(inside.house, patched)
            table = table_of(inside, club.people[0])
            mine = [n for n in range(len(FIELD)) if table_of(inside, club.people[n]) is table]
            others = [n for n in range(len(FIELD)) if n not in mine]
            pages = []
            for who in others:
                inside.enter(club.people[who])
                found = await inside.session(club.people[who].id, key=f"key-of-a-page-{who}0000")
                pages.append(FramedPage(*await inside.socket(found["token"], tab=f"tab-{who}0000")))
            blind = blinded(lots, wire.known())
            wire.requests.clear()  # until now the worlds are one
            wire.reader = "own"
            await play_out(club, table, mine, chance(seed))
            wire.reader = ""
            for who in others:
                for name in ASKED:
                    await club.slash(who, name)
            await club.forward(6)
            assert others and all(table_of(inside, club.people[n]) for n in others), "still on"
            private = {str(club.people[n].user.dm_channel.id) for n in mine}
            sent, own = Counter(), Counter()
            for reader, place, asked in wire.requests:
                part = place.strip("/").split("/")
                answer = part[0] in ("interactions", "webhooks") and reader == "own"
                (own if answer or part[1] in private else sent)[blind(asked)] += 1
            found = {"requests": sent}
            for at, page in enumerate(pages):
                frames = (json.dumps(frame, sort_keys=True).encode() for frame in page.frames)
                found[f"page {at}"] = Counter(map(blind, frames))
                await page.close()
            return own, found


@pytest.mark.slow
async def test_who_has_not_played_it_is_sent_the_same_in_discord_and_its_page(
    tmp_path, monkeypatch
):
    one, sent = await world(tmp_path / "1.db", monkeypatch, 1)
    other, told = await world(tmp_path / "2.db", monkeypatch, 2)
    assert differing({"own": one}, {"own": other}), "who sat there is told what came of it"
    assert sum(sent["requests"].values()) > 2 * len(ASKED), "they were told much"
    found = differing(sent, told)
    assert {reader: pieces[:6] for reader, pieces in found.items()} == {}


@pytest.mark.slow
@pytest.mark.parametrize("leak", chosen(LEAKS, 1, "planted leaks in Discord"))
async def test_planted_a_leak_that_no_words_tell_is_seen(tmp_path, monkeypatch, leak):
    _, sent = await world(tmp_path / "1.db", monkeypatch, 1, LEAKS[leak])
    _, told = await world(tmp_path / "2.db", monkeypatch, 2, LEAKS[leak])
    assert differing(sent, told)
