"""A round in Debian's Firefox, on a desk and on a phone, dark and light."""

import asyncio

import pytest

from tests.e2e.pages import EAGER, GONE, OFFER
from tests.kit.firefox import firefox
from tests.kit.open_house import open_house
from tests.kit.ports import free_port

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.deep,
]

MEEK = (*EAGER, "不叫", "过")
"""Buttons of somebody who wants to see the end of it."""

ONLINE = "return document.getElementById('link').dataset.link === 'online'"
HERE = "return document.getElementById('board').innerText.includes(arguments[0])"
DONE = "return document.getElementById('lines').innerText.includes(arguments[0])"
BROAD = "return document.documentElement.scrollWidth - innerWidth"
THEME = "return document.documentElement.dataset.theme"


async def round_of(window):
    """Do what is offered until the round is over."""
    while not await window.run(DONE, "第 1 圈结束"):
        offer = await window.run(f"return ({OFFER})(arguments[0])", list(MEEK))
        if offer is None:
            await asyncio.sleep(0.05)
            continue
        for key in (*offer["cards"], offer["press"]):
            await window.click(f'#hands [data-key="{key}"]')
        await window.until(f"return ({GONE})(arguments[0])", offer["press"])


@pytest.mark.parametrize(("width", "height", "dark"), [(1280, 900, 1), (500, 844, 0)])
async def test_a_round_in_firefox(tmp_path, width, height, dark):
    settings = {"ui.systemUsesDarkTheme": dark}
    async with open_house(tmp_path / "t.db") as (_, web), firefox(free_port(), **settings) as one:
        await one.size(width, height)
        await one.go(web.address)
        await one.fill("#name", "小明")
        await one.click("#door button.primary")
        await one.until(ONLINE)
        assert await one.run(THEME) == ("dark" if dark else "light")
        await one.click("#begin")
        await one.click("#notes button", "斗地主")
        for here in (2, 3):
            await one.click("#board button", "加电脑")
            await one.until(HERE, f"现在 {here} 人")
        await one.click("#board button", "开始")
        await round_of(one)
        assert await one.run(BROAD) <= 0, "nothing to scroll sideways"
