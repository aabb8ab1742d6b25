"""A round on the page over a bad network: 2 seconds each way, 5 of 100 frames and requests lost."""

import re
from collections import Counter

import pytest
from playwright.async_api import expect

from tests.bot.adapters.test_web_lessons import PHONE
from tests.bot.adapters.test_web_newcomers import Newcomer, once
from tests.kit.bad_network import BadNetwork
from tests.kit.browser import PATIENCE
from tests.kit.house import Counted
from tests.kit.open_house import open_house
from tests.kit.page import window

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

CASES = ((b"one", "抢庄牛牛"), (b"two", "斗地主"), (b"three", "锄大地"))
STEPS = 400

SAYS = re.compile("正在等回应|正在重连|正在连接")

WATCH = """() => {
    window.said = [];
    const link = document.getElementById('link');
    new MutationObserver(() => window.said.push(link.textContent))
        .observe(link, {childList: true, characterData: true, subtree: true});
}"""


@pytest.mark.deep
@pytest.mark.parametrize(("seed", "game"), CASES)
async def test_a_round_over_a_bad_network_loses_and_doubles_nothing(browser, tmp_path, seed, game):
    opened, network = open_house(tmp_path / "t.db", ids=Counted()), BadNetwork(seed)
    done = Counter()
    known = ("ERR_FAILED", "net::", "Failed to load")
    async with (
        opened as (_, web),
        window(browser, known, **PHONE) as bad,
        window(browser, **PHONE) as good,
    ):
        handle = web._handle

        async def counted(tab, frame, source):
            done[source.split(".")[-2], frame.n] += 1
            return await handle(tab, frame, source)

        web._handle = counted
        bob = await Newcomer.comes(good, web.address, "小博")
        await network.between(bad)
        bad.set_default_timeout(90_000)
        expect.set_options(timeout=90_000)
        try:
            ann = await Newcomer.comes(bad, bob.page.url, "小安")
            await ann.page.evaluate(WATCH)
            await network.loses_requests(bad)
            await ann.press("开一桌", within="#board")
            await ann.press(game, within="#notes")
            await bob.press("加入", within="#board")
            begin = bob.page.locator("#board").get_by_role("button", name="开始", exact=True)
            while not await begin.count():
                await bob.press("加电脑", within="#board")
                await bob.page.wait_for_timeout(500)
            await ann.press("开始", within="#board")
            for line in range(6):
                await bob.says(f"第 {line} 句")
            await ann.press(re.compile("^聊天"))
            await ann.page.get_by_label("说点什么").fill("我这里网不好")
            await ann.press("发送", within="#talk")
            await ann.press("收起", within="#talk")
            over = bob.page.locator("#board").get_by_text("等大家按")
            for _ in range(STEPS):
                if await over.count():
                    break
                await once(bob)
                await once(ann)
                await ann.page.wait_for_timeout(500)
            await expect(over).to_be_visible()
            await expect(ann.page.locator("#board").get_by_text("等大家按")).to_be_visible()
            await expect(ann.page.locator("[aria-busy=true]")).to_have_count(0)
            await expect(ann.page.locator("#link")).to_have_text("已连接")

            # What is asked of a pick while somebody picks is not done, and may come twice.
            meant = {key: one for key, one in network.sent.items() if "weigh" not in one}
            mine = {key: n for key, n in done.items() if key in meant}
            assert network.lost > 0
            assert mine.keys() == meant.keys(), "every press and line arrived"
            assert set(mine.values()) == {1}, "and each once"
            said = await ann.page.evaluate("window.said")
            assert any(SAYS.search(words) for words in said), said
            for one in (ann, bob):
                lines = await one.page.locator("#talk-lines .line").all_text_contents()
                for words in ("我这里网不好", *(f"第 {line} 句" for line in range(6))):
                    assert sum(words in line for line in lines) == 1, (words, lines)
        finally:
            expect.set_options(timeout=PATIENCE)
            await network.close()
