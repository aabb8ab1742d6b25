"""The table inside Telegram, by a proof that the bot's token has signed, and inside Discord, by a
code that Discord exchanges: in a frame of chromium, each with the platform's own script."""

import json

import pytest
from playwright.async_api import expect

from bot.ports.refs import UserRef
from tests.kit.activity import Client, activity_house
from tests.kit.actors import chance
from tests.kit.doors import happens
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
        await happens(lambda: house.context.watched.by(user, table.state.id))
        # Made small by its person, it is in sight no more.
        await client.page.evaluate("layout(1)")
        await happens(lambda: not house.context.watched.by(user, table.state.id))
        await client.page.evaluate("layout(0)")
        await happens(lambda: house.context.watched.by(user, table.state.id))
        await client.app.locator("#hands button", has_text="不叫").first.click()
        await expect(client.app.locator("body")).to_have_attribute("data-turn", "no", timeout=LONG)
        await club.settle()

        assert house.table.state.questions[0].number != question
        assert client.asked[0]["scope"] == ["identify"]
        assert "AUTHENTICATE" not in await client.page.evaluate("heard")

        # Its session is lost, as with a restart: Discord is asked anew, and nobody else.
        frames = inside.web._server.frames
        frames._sessions["discord"].end(frames.tabs[0].view.session)
        await happens(lambda: len(client.asked) == 2 and len(frames.tabs) == 1)
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
        await refused.open("/.proxy/frame/discord")  # as its proxy had it before July 2025
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


async def said_to(page, name):
    """What the client was told under a name, the newest last."""
    return [data for kind, data in await page.evaluate("told") if kind == f"web_app_{name}"]


async def tells(page, name, found):
    """Wait until the client is told this."""
    await page.wait_for_function(
        "([name, found]) => JSON.stringify(told.findLast((one) => one[0] === name)?.[1]) === found",
        arg=[f"web_app_{name}", json.dumps(found, separators=(",", ":"))],
        timeout=LONG,
    )


async def test_the_client_is_told_what_it_can_do_and_tells_what_the_page_has_to_heed(
    browser, tmp_path
):
    """Full screen, swipes, closing in one's turn, colours, safe areas, back, and what is felt."""
    async with (
        framed_house(tmp_path / "t.db") as framed,
        window(browser, permissions=["local-network-access"]) as context,
    ):
        house = framed.house
        await house.begin(framed.group, framed.people[:3], "doudizhu")
        person, rng = house.asked()[0][0], chance(1, "felt")
        address = framed.address(framed.data(person), house.table.state.id, platform="android")
        page, app = await inside(context, address)
        body = app.locator("body")
        await expect(body).to_have_attribute("data-turn", "yes", timeout=LONG)

        await tells(page, "setup_closing_behavior", {"need_confirmation": True})
        await tells(page, "setup_swipe_behavior", {"allow_vertical_swipe": False})
        assert {"web_app_ready", "web_app_expand", "web_app_request_fullscreen"} <= set(
            await page.evaluate("heard")
        )
        # Its bars are as the page is, light or dark as the client is.
        colours = set()
        for ground, theme in (("#ffffff", "light"), ("#17212b", "dark")):
            told = {"theme_params": {"bg_color": ground, "text_color": "#888888"}}
            await page.evaluate("told => tell('theme_changed', told)", told)
            await expect(app.locator("html")).to_have_attribute("data-theme", theme, timeout=LONG)
            felt = await app.locator("html").evaluate(
                "e => getComputedStyle(e).getPropertyValue('--felt').trim()"
            )
            await tells(page, "set_background_color", {"color": felt})
            await tells(page, "set_header_color", {"color": felt})
            colours.add(felt)
        assert len(colours) == 2
        # Nothing lies under what the telephone or the client lays over the page.
        await page.evaluate("tell('safe_area_changed', {top: 31, bottom: 17, left: 5, right: 3})")
        await page.evaluate("tell('content_safe_area_changed', {top: 46})")
        for side, pixels in (("top", 77), ("bottom", 17), ("left", 5), ("right", 3)):
            await expect(body).to_have_css(f"padding-{side}", f"{pixels}px", timeout=LONG)
        # Going back closes what was opened last, and there is no such button without.
        await app.get_by_role("button", name="战绩").first.click(timeout=LONG)
        await expect(app.locator("#notes .note")).to_have_count(1, timeout=LONG)
        await tells(page, "setup_back_button", {"is_visible": True})
        await page.evaluate("tell('back_button_pressed')")
        await expect(app.locator("#notes .note")).to_have_count(0, timeout=LONG)
        await tells(page, "setup_back_button", {"is_visible": False})
        # A press is felt; out of one's turn it is closed without a question; one's turn is felt.
        await app.locator("#hands button", has_text="不叫").first.click(timeout=LONG)
        await tells(page, "setup_closing_behavior", {"need_confirmation": False})
        felt = {"type": "impact", "impact_style": "light"}
        assert felt in await said_to(page, "trigger_haptic_feedback")
        await house.settle()
        while person not in [one for one, _ in house.asked()]:
            await house.answer(rng)
        await expect(body).to_have_attribute("data-turn", "yes", timeout=LONG)
        await tells(page, "setup_closing_behavior", {"need_confirmation": True})
        await tells(
            page,
            "trigger_haptic_feedback",
            {"type": "notification", "notification_type": "success"},
        )


OLD = ("setup_back_button", "setup_closing_behavior", "set_background_color", "request_fullscreen",
       "setup_swipe_behavior", "trigger_haptic_feedback")  # fmt: skip


async def test_an_older_client_is_asked_for_nothing_that_it_does_not_know(browser, tmp_path):
    async with (
        framed_house(tmp_path / "t.db") as framed,
        window(browser, permissions=["local-network-access"]) as context,
    ):
        house = framed.house
        await house.begin(framed.group, framed.people[:3], "doudizhu")
        person, _ = house.asked()[0]
        data = framed.data(person)
        page, app = await inside(context, framed.address(data, version="6.0", platform="ios"))
        await app.locator("#hands button", has_text="不叫").first.click(timeout=LONG)
        await expect(app.locator("body")).to_have_attribute("data-turn", "no", timeout=LONG)

        assert {f"web_app_{name}" for name in OLD} & set(await page.evaluate("heard")) == set()


# Where it does not open: one true sentence, and the way that works.


async def shown(app):
    """The sentence, which stands alone."""
    shut = app.locator("#shut")
    await expect(shut).to_be_visible(timeout=LONG)
    await expect(app.locator("header, main, #say, #door").locator("visible=true")).to_have_count(0)
    return await shut.locator("p").inner_text()


def with_(answer):
    """Answers a request with this, or not at all."""

    async def answering(route):
        if answer:
            await route.fulfill(content_type="text/javascript", **answer)
        else:
            await route.abort()

    return answering


async def test_each_way_in_which_it_does_not_open_has_a_sentence_of_its_own(browser, tmp_path):
    """No client, a login too old or used elsewhere, a script kept away, too old a client."""
    said = {}
    async with (
        framed_house(tmp_path / "t.db") as framed,
        window(
            browser, known=("ERR_FAILED", "'WebApp'", "no client", "SyntaxError", "Unexpected",
                            "frame-ancestors", "ERR_BLOCKED_BY_RESPONSE", "chrome-error"),
            permissions=["local-network-access"],
        ) as context,
    ):  # fmt: skip
        house = framed.house
        await house.begin(framed.group, framed.people[:3], "doudizhu")
        table, people = house.table.state.id, framed.people

        async def opening(why, address, *, close):
            page, app = await inside(context, address)
            said[why] = await shown(app)
            await expect(app.locator("#shut button")).to_have_count(int(close))
            return page, app

        await opening("alone", f"{framed.url}/frame/telegram", close=False)
        long_ago = str(int(house.clock.now().timestamp()) - 3700)
        data = framed.data(people[0], auth_date=long_ago)
        page, app = await opening("old", framed.address(data, table), close=True)
        await app.locator("#shut button").click()
        await page.wait_for_function("heard.includes('web_app_close')")
        data = framed.data(people[0])
        await framed.session(data, "key-of-another-page")
        await opening("elsewhere", framed.address(data, table), close=True)
        for why, script, answer in (
            ("blocked", "**/telegram-web-app.js", {}),
            ("too old", "**/static/app.js", {"body": "let in = 1;"}),
        ):
            await context.route(script, with_(answer))
            data = framed.data(people[1], query_id=why)
            await opening(why, framed.address(data, table), close=False)
            await context.unroute(script)

        # A page of somebody else's that shows it, to have it pressed by whoever looks at theirs.
        data = framed.data(people[2])
        page, app = await inside(context, framed.address(data, table), "https://evil.example")
        await expect(page.locator("#app")).to_be_attached()
        assert await app.locator("body[data-frame]").count() == 0
        assert await page.evaluate("heard") == []
        # Somebody who is not in the chat: the page opens, and shows nothing of the table.
        stranger = house.world.user("路人")
        _, app = await inside(context, framed.address(framed.data(stranger), table))
        board = app.locator("#pinned .text, #lines .text")
        await expect(board.first).to_contain_text("群", timeout=LONG)
        said["stranger"] = await board.first.inner_text()
    assert said["blocked"] == said["too old"]
    assert len(set(said.values())) == 5
    assert all("聊天" in said[why] for why in ("alone", "old", "elsewhere", "blocked"))
