"""A whole hand of 斗地主 by keyboard alone, from the command that opens it to its settlement."""

from contextlib import suppress

import pytest
from playwright.async_api import TimeoutError as Late
from playwright.async_api import expect

from tests.e2e.pages import Person
from tests.kit.browser import chromium
from tests.kit.house import Counted
from tests.kit.open_house import open_house

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OVER = "第 1 圈结束"

MOST = 150
"""Answers in a hand, and stops of the tab key on a page, at the very most."""

AT = """selector => document.activeElement.matches(selector)"""

SEEN = """() => {
    const active = document.activeElement;
    const {left, top, width, height} = active.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    const {outlineStyle} = getComputedStyle(active);
    return active.contains(there) && outlineStyle !== 'none' && outlineStyle;
}"""
"""Whether one sees what the keyboard is on, and that it is."""

ASKED = """over => {
    const own = document.getElementById('hands');
    if (document.getElementById('lines').innerText.includes(over)) return 'over';
    if (!document.querySelector('#screen-state .turn')) return '';
    const seen = (what) =>
        [...own.querySelectorAll(what)].some((one) => one.checkVisibility());
    if (seen('button[data-hint]') && seen('button.card')) return 'cards';
    return seen('.row button') ? 'buttons' : '';
}"""
"""What there is to do: cards to play, buttons to press, nothing yet, or nothing more."""

KEYS = "[...document.querySelectorAll('#hands [data-key]')].map((one) => one.dataset.key).join(' ')"


class Keys:
    """Somebody with a keyboard."""

    def __init__(self, page):
        self.page = page
        self.within = page.locator("#screen:focus, #screen :focus")

    async def press(self, *keys):
        for key in keys:
            await self.page.keyboard.press(key)

    async def go_to(self, selector):
        """Tab on until the keyboard is there."""
        for _ in range(MOST):
            if await self.page.evaluate(AT, selector):
                assert await self.page.evaluate(SEEN), selector
                return
            await self.press("Tab")
        raise AssertionError(f"the tab key never comes to {selector}")

    async def raised(self):
        """Come to what 提示 raises."""
        await self.go_to("#hands button.card")
        raised = self.page.locator("#hands button.card[aria-pressed=true]").first
        for _ in range(3):  # what is thought of too late on a busy machine is asked for again
            await self.press("h")
            with suppress(Late):
                await raised.wait_for(timeout=20_000)
                break
        await self.press("Home")
        for _ in range(MOST):
            if await self.page.evaluate(AT, "#hands button.card[aria-pressed=true]"):
                return
            await self.press("ArrowRight")
        raise AssertionError("nothing is raised")

    async def answer(self, asked):
        """Do one thing, and wait until it is done."""
        if asked == "cards":
            await self.raised()
        else:
            await self.go_to("#hands .row button")
        before = await self.page.evaluate(KEYS)
        await self.press("Enter")
        await self.page.wait_for_function(f"before => ({KEYS}) !== before", arg=before)


async def test_a_whole_hand_by_keyboard_alone(tmp_path):
    house = open_house(tmp_path / "t.db", ids=Counted())
    async with house as (_, web), chromium() as browser:
        me = await Person.arrive(browser, web.address, "小明")
        await me.page.add_init_script(
            "addEventListener('pointerdown', () => { throw Error('a finger') })"
        )
        await me.page.reload()
        await me.connected()
        keys, done = Keys(me.page), []
        await keys.go_to("#words")
        await me.page.keyboard.type("/newgame 斗地主")
        await keys.press("Enter")
        for label in ("加电脑", "加电脑", "开始"):
            button = f"button:is(#board *):has-text('{label}')"
            await expect(me.page.locator(button).first).to_be_visible()
            await me.page.evaluate(
                "label => { for (const one of document.querySelectorAll('#board button'))"
                " one.toggleAttribute('data-wanted', one.innerText === label); }", label,
            )  # fmt: skip
            await keys.go_to("[data-wanted]")
            await keys.press("Enter")
            await expect(me.page.locator("[aria-busy=true]")).to_have_count(0)
        for _ in range(MOST):
            asked = await (await me.page.wait_for_function(ASKED, arg=OVER)).json_value()
            if asked == "over":
                break
            await keys.answer(asked)
            done.append(asked)
            await expect(keys.within).to_have_count(1)
        # However it was drawn anew since, the keyboard has stayed in one's own screen.
        await expect(keys.within).to_have_count(1)
        assert "cards" in done
        assert len(done) < MOST
