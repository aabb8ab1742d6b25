"""A person alone plays 扑克矩阵 in the browser: by buttons, by letters, against their best."""

import re

import pytest
from playwright.async_api import expect

from engine.games.matrix.state import LETTERS
from tests.e2e.pages import Person
from tests.kit.browser import chromium
from tests.kit.program import Program

pytestmark = [pytest.mark.browser, pytest.mark.slow]


async def place(me, letter, *, typed):
    """Put the card of now into a cell, and wait until the page shows what lies there."""
    cell = me.board.locator(".cells button").filter(has_text=re.compile(rf"^{letter}\b"))
    await expect(cell).to_have_count(1)
    if typed:
        await me.say(letter.upper())
    else:
        await cell.click()
    await expect(cell).to_have_count(0)


async def begin(me):
    await me.say("/newgame matrix")
    await me.press("开始")
    await expect(me.board.locator(".cells button")).to_have_count(len(LETTERS))


async def test_alone_by_buttons_and_by_letters_and_once_more_against_the_best(tmp_path):
    async with Program(tmp_path, COMPUTER_PACE="0") as program, chromium() as browser:
        me = await Person.arrive(browser, program.address, "小明")
        await begin(me)
        await place(me, "m", typed=False)
        await me.say("m")
        await expect(me.page.locator(".toast")).to_contain_text("m 格已经有")
        for number, letter in enumerate(letter for letter in LETTERS if letter != "m"):
            await place(me, letter, typed=number % 2 == 0)
        await me.reads("全场 1 圈打完")
        told = await me.lines.inner_text()
        points = re.search(r"小明：牌组 (\d+) \+ 奖励格 (\d+) \+ 收集 (\d+)（\d 种）= (\d+)", told)
        *parts, total = map(int, points.groups())
        assert sum(parts) == total

        await begin(me)
        if total:
            await expect(me.board.locator(".twin p")).to_contain_text(f"最好成绩：{total}")
        assert await program.stop() == 0
    errors = [line for line in program.log if " ERROR " in line or "Traceback" in line]
    assert errors == []
