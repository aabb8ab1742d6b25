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
        # Made small by its person, it is in sight no more.
        await client.page.evaluate("layout(1)")
        house.clock.lapse(11)
        await client.page.evaluate("new Promise((done) => setTimeout(done, 0))")
        assert not house.context.watched.by(user, table.state.id)
        await client.page.evaluate("layout(0)")
        await until(lambda: house.context.watched.by(user, table.state.id))
        await client.app.locator("#hands button", has_text="不叫").first.click()
        await expect(client.app.locator("body")).to_have_attribute("data-turn", "no", timeout=LONG)
        await club.settle()

        assert house.table.state.questions[0].number != question
        assert client.asked[0]["scope"] == ["identify"]
        assert "AUTHENTICATE" not in await client.page.evaluate("heard")

        # Its session is lost, as with a restart: Discord is asked anew, and nobody else.
        frames = inside.web._server.frames
        frames._sessions["discord"].end(frames.tabs[0].view.session)
        await until(lambda: len(client.asked) == 2 and len(frames.tabs) == 1)
        assert client.asked[0]["state"] != client.asked[1]["state"]
        await expect(client.app.locator("#hands .card").first).to_be_visible(timeout=LONG)

        # In the language of whoever looks the page is loaded anew, and is in the same client.
        other, _ = club.asked()[0]
        inside.authority.people[str(club.people[other].id)]["locale"] = "en-US"
        inside.enter(club.people[other])
        english = Client(inside, club.people[other], await context.new_page())
        await english.open()
        await expect(english.app.locator("html")).to_have_attribute("lang", "en", timeout=LONG)
        await expect(english.app.locator("#hands .card").first).to_be_visible(timeout=LONG)


async def test_what_keeps_an_activity_closed_is_said_in_one_sentence_with_the_way_on(
    browser, tmp_path
):
    """Consent that is not given, a page that no client shows, and one that a stranger's shows."""
    blocked = ("frame-ancestors", "ERR_BLOCKED_BY_RESPONSE", "chrome-error")
    async with (
        activity_house(tmp_path / "d.db", people=2) as inside,
        window(browser, blocked) as context,
    ):
        person = inside.club.people[0]
        inside.enter(person)
        refused = Client(inside, person, await context.new_page())
        refused.allows = False
        await refused.open("/frame/discord")
        said = refused.app.locator("#shut")
        await expect(said).to_contain_text("没有得到你的允许", timeout=LONG)
        await said.get_by_role("button").click()
        await until_heard(refused, "CLOSE")

        alone = await context.new_page()
        await alone.goto(f"{inside.url}/frame/discord")
        await expect(alone.locator("#shut")).to_contain_text("只能从聊天软件里打开", timeout=LONG)

        stranger = Client(inside, person, await context.new_page())
        await stranger.open(ancestor="https://evil.example")
        await expect(stranger.page.locator("#app")).to_be_attached()
        assert await stranger.app.locator("body[data-frame]").count() == 0
        assert stranger.asked == []


async def until_heard(client, command):
    """Wait until the client was sent a command."""
    await client.page.wait_for_function(f"heard.includes({command!r})", timeout=LONG)
