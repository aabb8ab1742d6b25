"""The page for those who do not see it, or not well: axe-core on every screen."""

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import expect

from bot.table.state import Phase
from tests.e2e.pages import NEXT, Person
from tests.e2e.test_together import play
from tests.kit.browser import chromium
from tests.kit.open_house import open_house
from tests.kit.tiers import DEEP

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = ({"width": 390, "height": 844}, {"width": 1280, "height": 900})
THEMES = ("dark", "light")
GRAVE = ("serious", "critical")


class Inspector:
    """Looks at one page in both themes, on a phone and on a desk, and remembers what is wrong."""

    def __init__(self, page):
        self.page = page
        self.axe = Axe()
        self.looked = self.glances = 0
        self.wrong = []

    async def look(self, where):
        """Run axe-core in both sizes, in themes that change with them; in both themes if DEEP."""
        for size in SIZES:
            for theme in THEMES if DEEP else [THEMES[self.glances % 2]]:
                await self.show(size, theme)
                await self.inspect(f"{where}, {size['width']} wide, {theme}")

    async def glance(self, where):
        """Run axe-core once, in a size and theme that change from screen to screen."""
        theme = THEMES[self.glances % 2]
        await self.show(SIZES[self.glances // 2 % 2], theme)
        await self.inspect(f"{where}, {theme}")

    async def show(self, size, theme):
        """As the page is in a window of this size, and a system of this theme."""
        await self.page.set_viewport_size(size)
        await self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        await expect(self.page.locator("html")).to_have_attribute("data-theme", theme)

    async def inspect(self, where):
        """Run axe-core on the page as it is now."""
        self.glances += 1
        found = (await self.axe.run(self.page)).response
        self.looked += len(found["passes"])
        self.wrong += [
            (fault["id"], where, node["target"], node["html"][:200])
            for fault in found["violations"]
            if fault["impact"] in GRAVE
            for node in fault["nodes"]
        ]


async def asked(table, people, name):
    """Play on until this person is asked."""
    async for _ in play(table, people):
        (question, *_) = table.state.questions
        if table.state.players[question.seat].name == name:
            return


async def test_axe_finds_no_grave_fault_on_any_screen(tmp_path):
    """Entry, empty room, lobby, both turns, settlement, notes, settings, the table in words."""
    async with open_house(tmp_path / "t.db") as (service, web), chromium() as browser:
        page = await (await browser.new_context(locale="zh-CN")).new_page()
        await page.goto(web.address)
        eye = Inspector(page)
        await eye.look("entry")
        me = await Person.arrive(browser, page.url, "小明")
        eye.page = page = me.page
        await eye.look("empty room")
        await page.get_by_role("button", name="语言和外观").click()
        await eye.look("looks")
        await page.keyboard.press("Escape")
        other = await Person.arrive(browser, page.url, "阿强")
        await me.say("/newgame 蹲麻子")
        await other.press("加入")
        await expect(me.board).to_contain_text("现在 2 人")
        await eye.look("lobby")
        await me.press("设置")
        await expect(page.locator(".note")).to_be_visible()
        await eye.look("settings")
        await page.keyboard.press("Escape")
        await me.press("开始")
        await me.reads("开始！")
        (runner,) = service.running.tables.running.values()
        table, people = runner.table, [me, other]
        for name in ("小明", "阿强"):
            await asked(table, people, name)
            await expect(me.board.locator(".twin p")).to_contain_text(f"轮到 {name}")
            await eye.look(f"turn of {name}")
        await page.get_by_text("文字版").click()
        await eye.look("table in words")
        async for _ in play(table, people):
            if table.state.phase is Phase.BETWEEN:
                break
        await expect(me.hands).to_contain_text(NEXT)
        await me.press("战绩")
        await expect(page.locator(".note")).to_be_visible()
        await eye.look("settlement and scores")

    assert eye.wrong == []
    assert eye.looked > 250, "it looked at something"


OPENED = {
    "/help": "help", "/rules": "rules", "/newgame": "the games there are", "/mydata": "a file",
    "/prefs": "one's settings", "/chat": "the room's settings", "/forgetme": "what is forgotten",
    "/why": "who is waited for", "/me": "one's own scores", "/nonsense": "a refusal",
}  # fmt: skip
"""Lines that open something above the table, and what that is."""


async def test_axe_finds_no_grave_fault_in_what_opens_above_the_table(tmp_path):
    """Devices, codes, names, and ten notes: each once, by turns large and small, dark and light."""
    async with open_house(tmp_path / "t.db") as (_, web), chromium() as browser:
        me = await Person.arrive(browser, web.address, "小明")
        page = me.page
        eye = Inspector(page)
        await page.get_by_role("button", name="语言和外观").click()
        await page.get_by_role("button", name="我的设备").click()
        await expect(page.locator("#device-list li")).to_have_count(1)
        await eye.glance("devices")
        await page.get_by_role("button", name="添加一台设备").click()
        await expect(page.locator("#device-letters")).not_to_be_empty()
        code = (await page.locator("#device-letters").inner_text()).replace(" ", "")
        await eye.glance("a code")
        await page.keyboard.press("Escape")
        await page.keyboard.press("Escape")
        await page.locator("#rename").click()
        await eye.glance("another name")
        await page.get_by_label("怎么称呼你？").fill("电脑·石")
        await page.keyboard.press("Enter")
        await expect(page.locator("#name-wrong")).not_to_be_empty()
        await eye.glance("a name that is refused")
        await page.locator("#name-cancel").click()
        await me.say("/newgame 蹲麻子")
        await expect(me.board).to_contain_text("现在 1 人")
        for line, what in OPENED.items():
            await me.say(line)
            await expect(page.locator(".note, .toast").first).to_be_visible()
            await eye.glance(what)
            await page.keyboard.press("Escape")
            await page.locator(".toast").evaluate_all("all => all.forEach((one) => one.click())")
        other = await Person.arrive(browser, page.url, "阿强")
        eye.page = other.page
        await other.page.goto(f"{page.url}#device={code}")
        await expect(other.page.locator("#join-go")).to_be_focused()
        await eye.glance("a code given")
        await other.page.locator("#join-go").click()
        await expect(other.page.locator("#join-ask")).not_to_be_empty()
        await eye.glance("asked before somebody is replaced")

    assert eye.wrong == []
    assert eye.glances == 16


async def test_the_inspector_finds_what_is_planted():
    async with chromium() as browser:
        page = await browser.new_page()
        await page.set_content(
            "<html lang=en><title>t</title><main><h1>t</h1><button></button>"
            "<p style='color:#777;background:#888'>dim</p></main>"
        )
        eye = Inspector(page)
        await eye.inspect("planted")

    assert {fault[0] for fault in eye.wrong} == {"button-name", "color-contrast"}
