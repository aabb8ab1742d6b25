"""Newcomers at the page, in a small hand: from the door to the next game by what stands there."""

import re

import pytest
from playwright.async_api import expect

from tests.bot.adapters.test_web_lessons import NAMES, PHONE, taught
from tests.e2e.pages import EAGER, GONE
from tests.kit import qr
from tests.kit.house import Counted
from tests.kit.lessons import TAUGHT
from tests.kit.open_house import open_house
from tests.kit.page import window
from tests.kit.touch import touch

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

COVERED = """async one => {
    one.scrollIntoView({block: 'center'});
    let there = null;
    for (let n = 0; n < 60; n += 1) {
        if (!one.checkVisibility()) return 'drawn anew';
        const {left, top, width, height} = one.getBoundingClientRect();
        there = document.elementFromPoint(left + width / 2, top + height / 2);
        if (one.contains(there)) return '';
        await new Promise(requestAnimationFrame);
    }
    return `${there?.closest('[id]')?.id}: ${there?.textContent}`;
}"""
"""What lies over a button for longer than a moment, if anything does."""

ANEW = "drawn anew"

GAMES = ("chudadi", "doudizhu", "dunmazi", "zhajinhua")
"""None whose cells are on the board."""

NAMED = re.compile("“(.+?)”")


class Newcomer:
    """Somebody who presses what they read, and knows nothing else."""

    def __init__(self, page):
        self.page = page

    @classmethod
    async def comes(cls, context, address, name):
        page = await context.new_page()
        await page.goto(address)
        return await cls.sits(page, name)

    @classmethod
    async def sits(cls, page, name):
        """In the room that a page shows already."""
        await page.get_by_label("怎么称呼你？").fill(name)
        made = cls(page)
        await made.press("进入房间")
        await expect(page.locator("#link")).to_have_text("已连接")
        return made

    async def press(self, *labels, within="body", times=1):
        """Press buttons of these names, one after the other; nothing may lie over them."""
        for label in labels * times:
            place = self.page.locator(within)
            found = place.get_by_role("button", name=label, exact=isinstance(label, str)).first
            await expect(found).to_be_visible()
            await expect(self.page.locator("[aria-busy=true]")).to_have_count(0)
            while (lies := await found.evaluate(COVERED)) == ANEW:
                await expect(found).to_be_visible()
            assert lies == "", label
            await touch(found)

    async def reads(self, words):
        """Wait until words are in sight; the buttons they name."""
        found = self.page.get_by_text(words).locator("visible=true").first
        await expect(found).to_be_visible()
        return NAMED.findall(await found.inner_text())

    async def says(self, words):
        await self.press(re.compile("^聊天"))
        await self.page.get_by_label("说点什么").fill(words)
        await self.press("发送", within="#talk")
        await expect(self.page.locator("#talk-lines")).to_contain_text(words)
        await self.press("收起", within="#talk")


ASIDE = ("提示", "下一个提示", "更多", "自动过牌", "明细")
"""Buttons that do not play."""

ASKED = """([eager, aside]) => {
    const hands = document.getElementById('hands');
    const seen = one => one.offsetParent && one.ariaBusy !== 'true';
    const all = [...hands.querySelectorAll('button[data-key]')].filter(seen);
    const plays = all.filter(one => /^(press|send) /.test(one.dataset.key));
    const wanted = plays.find(one => eager.includes(one.innerText))
        ?? plays.find(one => one.classList.contains('idea'))
        ?? plays.find(one => !aside.includes(one.innerText) && one.dataset.key.startsWith('press '))
        ?? plays.find(one => one.classList.contains('primary'));
    if (!wanted || wanted.innerText === '下一圈') return null;
    if (!wanted.dataset.key.startsWith('send ')) return [wanted.dataset.key, []];
    const cards = [...hands.querySelectorAll('form.picker fieldset')].flatMap(field => {
        const least = Number(/[/（](\\d+)/.exec(field.querySelector('legend').innerText)[1]);
        return [...field.querySelectorAll('button.card')].slice(-least);
    });
    const picks = cards.filter(one => one.ariaPressed !== 'true');
    return [wanted.dataset.key, picks.map(one => one.dataset.key)];
}"""
"""What is to be pressed, and the cards to pick before it; read at once, for it may change."""


async def once(one):
    """Do what somebody is asked, if anything is: what is offered, or with the last card."""
    found = await one.page.evaluate(ASKED, [EAGER, ASIDE])
    if found is None:
        return
    key, cards = found
    hands = one.page.locator("#hands")
    for wanted in (*cards, key):
        button = hands.locator(f'[data-key="{wanted}"]')
        if not await button.count() or not await touch(button, may_go=True):
            return
    await one.page.wait_for_function(GONE, arg=key)


async def play(people):
    """Whoever is asked does something, until everybody is asked for the next round."""
    over = people[0].page.locator("#board").get_by_text("等大家按")
    while not await over.count():
        for one in people:
            await once(one)


async def device(one, context):
    """Go on as the same person on another device, by the code that this one shows."""
    await one.press("语言和外观", "我的设备", "添加一台设备")
    (wanted,) = await one.reads("在另一台设备上打开这个网站")
    letters = one.page.locator("#device-letters")
    await expect(letters).not_to_be_empty()
    code = await letters.inner_text()
    page = await context.new_page()
    await page.goto(one.page.url)
    new = Newcomer(page)
    await new.press(wanted)
    await page.get_by_label("另一台设备上显示的代码").fill(code)
    await new.press("在这台设备上继续")
    await expect(page.locator("#link")).to_have_text("已连接")
    return new


async def invited(ann, context):
    """The other one, who holds a telephone before the code on the page, and gives the PIN."""
    await ann.press("邀请朋友")
    await touch(ann.page.get_by_role("switch", name="Wi-Fi"))
    pin = ann.page.locator("#invite-pin")
    await expect(pin).to_contain_text("PIN")
    address = await qr.read(ann.page.locator("#invite-code svg"))
    page = await context.new_page()
    await page.goto(address)
    await page.get_by_label("PIN").fill(re.search(r"\d+", await pin.text_content())[0])
    await Newcomer(page).press("进入房间")
    await ann.press("邀请朋友")
    return await Newcomer.sits(page, "小博")


async def gather(ann, bob, game):
    """A table for the two, and as many computers as it takes."""
    await ann.press("换个游戏", within="#board")
    await ann.press(game, within="#notes")
    await bob.press("加入", within="#board")
    here = 2
    await expect(ann.page.locator("#board")).to_contain_text("现在 2 人")
    begin = ann.page.locator("#board").get_by_role("button", name="开始", exact=True)
    while not await begin.count():
        (more,) = await ann.reads(re.compile("还差 . 人"))
        await ann.press(more, within="#board")
        here += 1
        await expect(ann.page.locator("#board")).to_contain_text(f"现在 {here} 人")


async def set_limit(one):
    """Another time a step."""
    await one.press("设置", within="#board")
    before = "每步时限：120 秒"
    await one.press(before, within="#notes")
    await expect(one.page.locator("#notes").get_by_text(before)).to_have_count(0)
    await one.press("收起", within="#notes")


async def rest(ann, bob):
    """A break that both want, and on again."""
    await ann.press("更多", within="#hands, #board")
    await ann.press("暂停", within="#notes")
    await bob.press("同意暂停")
    (on,) = await ann.reads("入座的人按")
    await ann.press(on)


async def away(one):
    """Away from the table, and back."""
    await one.press("更多", within="#hands, #board")
    await one.press("离开", within="#notes")
    more, back = await one.reads("你已离开")
    await one.press(more, within="#hands, #board")
    await one.press(back, within="#notes")


async def another(ann, bob, other):
    """This one is ended by both; another game."""
    await ann.press("更多", within="#hands, #board")
    await ann.press("结束这一桌", within="#notes")
    await bob.press("同意结束")
    await ann.press("换个游戏", within="#board")
    await ann.press(other, within="#notes")
    await expect(bob.page.locator("#board")).to_contain_text(f"{other} · 等人入座")


@pytest.mark.deep
@pytest.mark.parametrize("game_id", GAMES)
async def test_two_who_know_nothing_find_everything(browser, tmp_path, game_id):
    opened = open_house(tmp_path / "t.db", ids=Counted(), near=("127.0.0.2",))
    async with (
        opened as (service, web),
        window(browser, **PHONE) as first,
        window(browser, ["403"], **PHONE) as second,
        window(browser, **PHONE) as third,
    ):
        ann = await Newcomer.comes(first, web.first_address, "小安")
        await ann.press("没玩过？教我")
        lesson = game_id if game_id in TAUGHT else TAUGHT[0]
        await ann.press(NAMES[lesson], within="#notes")
        await taught(ann.page, service)
        await ann.reads("的第一课打完了")

        bob = await invited(ann, second)
        game = NAMES.get(game_id, "炸金花")
        await gather(ann, bob, game)
        await set_limit(ann)
        await bob.says("大家好，我第一次打")
        await expect(ann.page.locator(".bubble")).to_have_text("大家好，我第一次打")
        (begin,) = await ann.reads("人够了")
        await ann.press(begin, within="#board")
        await rest(ann, bob)
        await play([ann, bob])
        (on,) = await ann.reads("等大家按")
        await ann.press(on, within="#hands")
        await bob.press(on, within="#hands")
        await away(bob)
        ann = await device(ann, third)
        await another(ann, bob, "二八杠")
