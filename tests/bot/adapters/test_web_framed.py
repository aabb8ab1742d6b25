"""The table inside Telegram, by a proof that the bot's token has signed, and inside Discord, by a
code that Discord exchanges: in a frame of chromium, each with the platform's own script."""

import pytest
from playwright.async_api import expect

from bot.ports.refs import UserRef
from tests.kit.activity import Client, activity_house
from tests.kit.framed import framed_house, inside
from tests.kit.page import window
from tests.kit.world import until

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

LONG = 60_000
"""Milliseconds that a busy machine may take."""


async def test_a_press_in_the_chat_shows_ones_own_hand_and_what_is_pressed_there_is_played(
    browser, tmp_path
):
    async with (
        framed_house(tmp_path / "t.db") as framed,
        window(browser, permissions=["local-network-access"]) as context,
    ):
        house = framed.house
        await house.begin(framed.group, framed.people[:3], "doudizhu")
        person, seat = house.asked()[0]
        table = house.table
        page, app = await inside(context, framed.address(framed.data(person), table.state.id))

        await expect(app.locator("#hands .card")).to_have_count(
            len(table.seen(seat).hand), timeout=LONG
        )
        await expect(app.locator("#room")).to_have_text("牌友群", timeout=LONG)
        user = UserRef("telegram", str(person.id))
        await until(lambda: house.context.watched.by(user, table.state.id))
        question = table.state.questions[0].number
        await app.locator("#hands button", has_text="不叫").first.click()
        await expect(app.locator("body")).to_have_attribute("data-turn", "no", timeout=LONG)
        await house.settle()

        assert house.table.state.questions[0].number != question
        assert "web_app_ready" in await page.evaluate("heard")


async def test_the_hand_shows_in_an_activity_and_what_is_pressed_there_is_played(browser, tmp_path):
    async with activity_house(tmp_path / "d.db", people=3) as inside, window(browser) as context:
        house, club = inside.house, inside.club
        await club.begin("doudizhu")
        who, seat = club.asked()[0]
        person, table = club.people[who], house.table
        inside.enter(person)
        client = Client(inside, person, await context.new_page())
        await client.open()

        await expect(client.app.locator("#hands .card")).to_have_count(
            len(table.seen(seat).hand), timeout=LONG
        )
        question = table.state.questions[0].number
        user = UserRef("discord", str(person.id))
        await until(lambda: house.context.watched.by(user, table.state.id))
        await client.app.locator("#hands button", has_text="不叫").first.click()
        await expect(client.app.locator("body")).to_have_attribute("data-turn", "no", timeout=LONG)
        await club.settle()

        assert house.table.state.questions[0].number != question
        assert client.asked[0]["scope"] == ["identify"]
        assert "AUTHENTICATE" not in await client.page.evaluate("heard")
