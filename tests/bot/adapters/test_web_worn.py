"""How the page looks belongs to its person: it is kept, and is the same on all their devices."""

import json

import pytest
from playwright.async_api import expect

from bot.adapters.web.looks import LOOKS
from bot.ports.refs import UserRef
from tests.kit.devices import Browser, told
from tests.kit.page import PHONE, sit, window

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("key", LOOKS)
async def test_what_is_chosen_is_kept_and_told_to_every_tab_of_every_device(table, key):
    old, new, other = await Browser(table).sit(), Browser(table), await Browser(table).sit("小红")
    await new.join(await old.code())
    here, there = (await old.open())[0], (await new.open("tab-0002"))[0]
    stranger, _ = await other.open("tab-0003")
    value = LOOKS[key][-1]
    assert await old.post("looks", **{key: value}) == {}

    for socket in (here, there):
        assert await told(socket, "looks") == {key: value}
    assert (await new.open("tab-0004"))[1]["looks"] == {key: value}
    assert (await other.open("tab-0005"))[1]["looks"] == {}
    await stranger.send_str('{"ping":1}')
    assert json.loads((await stranger.receive(timeout=10)).data)["pong"]


WRONG = [
    {}, {"suits": "five"}, {"suits": None}, {"suits": ["four"]}, {"name": "小红"}, {"dm": "off"},
    {"device:aaaaaaaaaaaaaaaa": ""}, {"suits": "four", "sound": "on"}, {"language": "tlh"},
    {"zone": "Asia/Shanghai"}, {"": ""}, {"suits": ""},
]  # fmt: skip


@pytest.mark.parametrize("sent", WRONG)
async def test_nothing_else_is_kept(table, sent):
    browser = await Browser(table).sit()
    await browser.open()
    before = dict(await table.service.belongings.of(UserRef("web", browser.person.id)))

    assert await browser.post("looks", **sent) == 400
    assert await table.service.belongings.of(UserRef("web", browser.person.id)) == before
    assert await Browser(table).post("looks", suits="four") == 401


async def test_what_was_kept_wrongly_is_not_said(table):
    browser = await Browser(table).sit()
    user = UserRef("web", browser.person.id)
    for key, value in (("suits", "five"), ("language", "<b>"), ("dm", "off"), ("cards", "large")):
        await table.service.belongings.keep(user, key, value)

    assert (await browser.open())[1]["looks"] == {"cards": "large"}


async def test_the_page_itself_comes_in_the_language_of_its_person(table):
    browser = await Browser(table).sit()
    await browser.post("looks", language="en")
    headers = {"Cookie": f"person={browser.cookies['person']}", "Accept-Language": "zh-CN"}
    async with table.http.get(table.url(f"/r/{table.room}"), headers=headers) as answer:
        assert '<html lang="en">' in await answer.text()


@pytest.mark.browser
async def test_another_device_looks_the_same_at_once(browser, table):
    async with window(browser) as desk, window(browser, viewport=PHONE) as phone:
        old, _ = await sit(desk, table)
        kept = {one["name"]: one["value"] for one in await desk.cookies()}
        person = table.platform.signer.person(kept["person"])
        code = table.platform.devices.codes.make(person, table.room)
        new = await phone.new_page()
        await new.goto(table.url(f"/r/{table.room}#device={code}"))
        await new.locator("#join-go").click()
        await expect(new.locator("#rename")).to_have_text("你是 小明")
        await old.get_by_role("button", name="语言和外观").click()
        panel = old.get_by_role("dialog", name="语言和外观")
        await panel.get_by_label("四色").check()
        await panel.get_by_label("不要").check()
        await panel.get_by_label("大", exact=True).check()
        await panel.get_by_label("时间按哪个时区显示").select_option("UTC-3")
        root = new.locator("html")
        await expect(root).to_have_attribute("data-suits", "four")
        await expect(root).to_have_attribute("data-motion", "off")
        await expect(root).to_have_attribute("data-cards", "large")
        await expect(root).to_have_attribute("data-zone", "UTC-3")
        await panel.get_by_role("button", name="English").click()

        await expect(root).to_have_attribute("lang", "en")
        await expect(new.locator("#link")).to_have_text("Connected")
        await expect(root).to_have_attribute("data-suits", "four")
        await new.reload()
        await expect(root).to_have_attribute("lang", "en")


@pytest.mark.browser
async def test_what_one_person_wears_another_of_the_same_device_does_not(browser, table):
    async with window(browser, locale="zh-CN") as context:
        mine, _ = await sit(context, table)
        await mine.get_by_role("button", name="语言和外观").click()
        await mine.get_by_role("dialog", name="语言和外观").get_by_label("四色").check()
        other, _ = await sit(context, table, "小红")
        root = other.locator("html")
        await expect(root).to_have_attribute("data-suits", "two")
        await other.get_by_role("button", name="语言和外观").click()
        await other.get_by_role("dialog").get_by_role("button", name="English").click()
        await expect(root).to_have_attribute("lang", "en")
        await expect(other.locator("#link")).to_have_text("Connected")
        kept = {one["name"]: one["expires"] for one in await context.cookies()}
        assert kept["lang"] - kept["person"] < 0, "it was asked for this once"
        await context.clear_cookies(name="lang")  # some seconds later
        for page, language, suits in ((mine, "zh-Hans", "four"), (other, "en", "two")):
            await page.reload()
            await expect(page.locator("html")).to_have_attribute("lang", language)
            await expect(page.locator("html")).to_have_attribute("data-suits", suits)
            await context.clear_cookies(name="lang")


ZONES = [("auto", "20:00"), ("UTC-3", "09:00"), ("UTC", "12:00"), ("UTC+5:30", "17:30")]


@pytest.mark.browser
async def test_times_are_the_readers(browser, table):
    """12:00 UTC, told to somebody whose device is in Shanghai."""
    async with window(browser, timezone_id="Asia/Shanghai") as context:
        page, _ = await sit(context, table)
        for zone, words in ZONES:
            found = await page.evaluate(
                """async (zone) => {
                  const { shownTime } = await import("/static/times.js");
                  document.documentElement.dataset.zone = zone;
                  const form = { hour: "2-digit", minute: "2-digit" };
                  return shownTime(Date.UTC(2026, 0, 1, 12), form);
                }""",
                zone,
            )
            assert found == words
