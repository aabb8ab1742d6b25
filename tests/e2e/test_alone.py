"""A person alone plays 蹲麻子 in the browser, through a kill -9."""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.pages import NEXT, Person
from tests.kit.browser import chromium
from tests.kit.program import Program

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST = 200
"""Things a person does in two rounds, at the very most."""


async def play_until(person, done):
    """Do what is asked, over and over, until the log says so."""
    for _ in range(MOST):
        if done in await person.lines.inner_text():
            return
        if not await person.go_on():
            await person.asked_or_told(done)
    raise AssertionError(f"{done} never came")


async def test_two_rounds_against_computers_through_a_kill(tmp_path):
    async with Program(tmp_path, COMPUTER_PACE="0") as program, chromium() as browser:
        me = await Person.arrive(browser, program.address, "小明")
        await me.say("/newgame 蹲麻子")
        for _ in range(3):
            await me.press("加电脑")
        await expect(me.board).to_contain_text("现在 4 人")
        await me.press("开始")
        await play_until(me, "第 1 圈结束")
        await me.press(NEXT, "#hands")
        await expect(me.title).to_contain_text("第 2 / 4 圈")
        # The computers have moved; what is shown now stays until 小明 does something.
        await me.asked_or_told("第 2 圈结束")
        before = await me.sight()

        await program.kill()
        await program.start()
        await me.connected()
        await me.sees(before)

        await play_until(me, "第 2 圈结束")
        await me.say("/scores")
        # Other notes may speak of the rounds too, and stand there first.
        note = (
            me.page.locator("#notes .twin p")
            .filter(has_text="合计")
            .filter(has_text="第 1 圈")
            .first
        )
        for n in (1, 2):
            await expect(note).to_contain_text(f"第 {n} 圈")
        sheet = await note.text_content()
        assert "小明" in sheet
        assert _points(sheet, "合计") == sum(_points(sheet, f"第 {n} 圈") for n in (1, 2))
        assert await program.stop() == 0
    errors = [line for line in program.log if " ERROR " in line or "Traceback" in line]
    assert errors == []


async def test_a_stop_in_mid_game_says_so_and_the_game_goes_on_afterwards(tmp_path):
    async with Program(tmp_path, COMPUTER_PACE="0") as program, chromium() as browser:
        me = await Person.arrive(browser, program.address, "小明")
        await me.say("/newgame 蹲麻子")
        await me.press("加电脑")
        await me.press("开始")
        await me.asked_or_told("第 1 圈结束")
        before = await me.sight()

        assert await program.stop() == 0
        await me.reads("程序要重新启动了")
        await program.start()
        await me.connected()
        await me.sees(before)
        assert await me.go_on()


def _points(sheet, row):
    """小明's points in a row of the score sheet."""
    line = next(line for line in sheet.splitlines() if line.startswith(row))
    found = re.search(r"小明 ([+−]?\d+)", line)
    return int(found[1].replace("−", "-"))
