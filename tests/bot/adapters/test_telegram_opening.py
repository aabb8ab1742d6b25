"""Buttons that open the table inside Telegram: where there is a page, and nowhere else."""

import hashlib
from pathlib import Path

import pytest

from bot.adapters.telegram.frame import SCRIPTS, frame
from bot.ports.refs import UserRef
from bot.ports.windows import Window
from tests.kit.telegram import open_group
from tests.kit.telegram_server import TOKEN

PAGE = "https://table.example.org"
PACKAGE = Path(__file__).parents[3] / "node_modules/@twa-dev/sdk/src/telegram-web-apps.js"
PUBLISHED = "f4a03f7df8841ff5f232ad3a7416033df85594a23ce8b8cab64a82a9dad960d5"


def keys_of(message):
    """The buttons of a message."""
    return [button for row in message.keyboard for button in row]


def pages_of(message):
    return [b["web_app"]["url"] for b in keys_of(message) if "web_app" in b]


def links_of(message):
    return [b["url"] for b in keys_of(message) if "startapp" in b.get("url", "")]


async def test_in_private_and_beside_the_input_line_it_is_a_page_and_in_the_group_a_link(tmp_path):
    async with open_group(tmp_path / "t.db", page=PAGE, app="table") as (house, group, people):
        await house.begin(group, people[:3], "doudizhu")
        ident = house.table.state.id
        link = f"https://t.me/{house.platform._bot.username}/table?startapp={ident}"

        assert links_of(house.board(group)) == [link]
        assert [m for m in group.ours if m.keyboard and pages_of(m)] == []
        for person in people[:3]:
            assert pages_of(house.hand(person)) == [f"{PAGE}/frame/telegram?table={ident}"]
        assert house.server.methods.menu_button["web_app"] == {"url": f"{PAGE}/frame/telegram"}


async def test_without_a_short_name_the_group_leads_to_the_private_chat(tmp_path):
    async with open_group(tmp_path / "t.db", page=PAGE) as (house, group, people):
        await house.begin(group, people[:3], "doudizhu")
        url = next(b["url"] for b in keys_of(house.board(group)) if "url" in b)
        house.world.open_link(people[0], url)
        await house.settle()

        assert url.endswith(f"?start=g1_{house.table.state.id}_0_hand")
        assert pages_of(house.hand(people[0]))


async def test_without_a_page_nothing_is_advertised(tmp_path):
    async with open_group(tmp_path / "t.db", app="table") as (house, group, people):
        await house.begin(group, people[:3], "doudizhu")

        messages = [*group.ours, *(m for p in people for m in house.world.private(p).ours)]
        shown = [b for m in messages if m.keyboard for b in keys_of(m)]
        assert [b for b in shown if "web_app" in b or "startapp" in b.get("url", "")] == []
        assert not [r for r in house.server.requests if r.method == "setChatMenuButton"]


@pytest.mark.parametrize("looks", [False, True])
async def test_who_has_it_before_their_eyes_is_not_called_but_their_hand_is_kept_up(
    tmp_path, looks
):
    async with open_group(tmp_path / "t.db", page=PAGE) as (house, group, people):
        await house.begin(group, people[:3], "doudizhu")
        first, _ = house.asked()[0]
        before = {p.id: house.hand(p).id for p in people[:3]}
        for person in people[:3] if looks else ():
            window = Window(UserRef("telegram", str(person.id)), house.table.state.id)
            house.service.windows.watching(window, "page")

        await house.press(first, house.hand(first), "不叫")
        await house.forward(6)
        second, _ = house.asked()[0]

        assert (house.hand(second).id == before[second.id]) == looks
        assert any("不叫" in b["text"] for b in keys_of(house.hand(second)))


def test_telegrams_own_script_is_the_published_one():
    """By its digest always, and by the package itself where that is installed:
    npm install --no-save @twa-dev/sdk@8.0.2"""
    vendored = frame(TOKEN).scripts[SCRIPTS[0]].encode()

    assert hashlib.sha256(vendored).hexdigest() == PUBLISHED
    if PACKAGE.exists():
        assert PACKAGE.read_bytes() == vendored
