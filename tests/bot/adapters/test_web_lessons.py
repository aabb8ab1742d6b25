"""A lesson on the page, in a small hand: by touching only what its sentences name."""

import re

import pytest
from playwright.async_api import expect

from tests.kit.house import Counted
from tests.kit.lessons import TAUGHT
from tests.kit.open_house import open_house
from tests.kit.page import window
from tests.kit.tiers import chosen
from tests.kit.touch import touch

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

SUITS = {"♠": "黑桃", "♥": "红桃", "♣": "梅花", "♦": "方块"}

NAMES = {"doudizhu": "斗地主", "chudadi": "锄大地", "dunmazi": "蹲麻子", "matrix": "扑克矩阵"}

ASKED = re.compile(r"第 (\d+) 步，共 (\d+) 步：.*?请(?P<todo>按|选)(?P<rest>.+?)。$", re.MULTILINE)


def called(cards):
    """How the page calls cards to whoever does not see them."""
    found = re.findall(r"([♠♥♣♦])(10|[2-9JQKA])", cards)
    return [f"{SUITS[suit]} {rank}" for suit, rank in found]


async def do(page, found):
    """Touch what a sentence names."""
    named = re.findall(r"“(.+?)”", found["rest"])
    for card in called(found["rest"]) if found["todo"] == "选" else ():
        name = re.compile(rf"^{card}(（标出）)?$")
        picked = page.locator("#hands").get_by_role("button", name=name).first
        await touch(picked)
        await expect(picked).to_have_attribute("aria-pressed", "true")
    place = page.locator("#hands, #pinned")
    await touch(place.get_by_role("button", name=named[-1], exact=True).first)


async def taught(page, service):
    """Do what is said, from the first step to the last; the first time something else before."""
    hands, step, count = page.locator("#hands"), 0, 1
    while step < count:
        step += 1
        await expect(hands).to_contain_text(f"第 {step} 步，共")
        found = ASKED.search(await hands.inner_text())
        count = int(found[2])
        if step == 1:
            (runner,) = service.running.tables.running.values()
            before = runner.table.match
            await page.locator("#words").fill("过")
            await page.keyboard.press("Enter")
            await expect(page.locator("#toasts")).to_contain_text("这一步请")
            assert runner.table.match == before
        await do(page, found)


@pytest.mark.parametrize("game_id", chosen(TAUGHT, 2, "a lesson on the page"))
async def test_whoever_never_saw_the_game_plays_it_by_its_sentences(browser, tmp_path, game_id):
    opened = open_house(tmp_path / "t.db", ids=Counted())
    async with opened as (service, web), window(browser, **PHONE) as context:
        page = await context.new_page()
        await page.goto(f"{web.address}r/{web.signer.new_room()}")
        await page.locator("#name").fill("小明")
        await page.keyboard.press("Enter")
        await touch(page.get_by_role("button", name="没玩过？教我"))
        game = page.locator("#notes").get_by_role("button", name=NAMES[game_id], exact=True)
        await touch(game)
        await taught(page, service)
        hands = page.locator("#hands")
        await expect(hands).to_contain_text("的第一课打完了")
        real = page.locator("#hands, #pinned").get_by_role("button", name="来一场真的")
        await touch(real.first)
        await expect(hands).to_contain_text("拿不准的话")
        # The lesson is over, and does not lie below the new hand.
        await expect(hands).not_to_contain_text("的第一课打完了")
