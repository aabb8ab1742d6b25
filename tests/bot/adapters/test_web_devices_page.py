"""Another browser: of the same person, or a friend's; what the page shows and asks before."""

import pytest
from playwright.async_api import expect

from tests.kit import qr
from tests.kit.page import PHONE, sit, window
from tests.kit.web import web_table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def offered(page):
    """The code that a page shows."""
    await page.get_by_role("button", name="语言和外观").click()
    await page.get_by_role("button", name="我的设备").click()
    await page.get_by_role("button", name="添加一台设备").click()
    letters = page.locator("#device-letters")
    await expect(letters).not_to_be_empty()
    return (await letters.inner_text()).replace(" ", "")


async def test_a_phone_goes_on_where_the_desk_was_and_the_desk_can_end_it(browser, table):
    async with window(browser) as desk, window(browser, viewport=PHONE) as phone:
        old, user = await sit(desk, table)
        code = await offered(old)
        new = await phone.new_page()
        before = len(table.service.notices)
        await new.goto(table.url(f"/r/{table.room}"))
        await new.get_by_role("button", name="我在别的设备上玩过").click()
        await new.keyboard.type(code.lower())
        await new.keyboard.press("Enter")
        await expect(new.locator(".toast")).to_have_text("好了，小明 也能在这台设备上打牌了")
        await table.service.until(lambda: len(table.service.notices) > before)
        assert table.service.notices[-1].user == user
        await expect(old.locator(".toast")).to_contain_text("多了一台设备：Chrome · ")
        rows = old.locator("#device-list li")
        await expect(rows).to_have_count(2)
        await expect(rows.filter(has_text="这一台")).to_have_count(1)
        await rows.filter(has_not_text="这一台").get_by_role("button").click()

        await expect(new.locator(".toast")).to_have_text("这台设备已经退出")
        await expect(new.get_by_label("怎么称呼你？")).to_be_visible()
        await expect(rows).to_have_count(1)
        await new.reload()
        await expect(new.get_by_label("怎么称呼你？")).to_be_visible()


async def test_a_link_waits_for_a_press_and_asks_before_it_takes_somebodys_place(browser, table):
    async with window(browser) as desk, window(browser, viewport=PHONE) as phone:
        old, user = await sit(desk, table)
        code = await offered(old)
        other, second = await sit(phone, table, "小红")
        await other.goto(table.url(f"/r/{table.room}#device={code}"))
        go = other.locator("#join-go")
        await expect(go).to_be_focused()
        assert "#" not in other.url
        await expect(other.locator("#rename")).to_have_text("你是 小红")
        await go.click()
        await expect(other.locator("#join-ask")).to_contain_text("小红 在用")
        await other.reload()
        await expect(other.locator("#rename")).to_have_text("你是 小红")
        await other.goto("about:blank")
        await other.goto(table.url(f"/r/{table.room}#device={code}"))
        await go.click()
        await expect(go).to_have_text("就这样换")
        await go.click()

        await expect(other.locator("#rename")).to_have_text("你是 小明")
        assert second != user
        await table.service.until(lambda: table.service.notices[-1].user == user)


async def test_a_wrong_code_says_so(browser, table):
    async with window(browser, viewport=PHONE) as phone:
        page = await phone.new_page()
        await page.goto(table.url(f"/r/{table.room}#device=ABCD2345"))
        await page.get_by_role("button", name="在这台设备上继续").click()
        await expect(page.get_by_role("alert").first).to_be_visible()
        await expect(page.locator("#join-wrong")).to_contain_text("代码不对")
        await page.get_by_role("button", name="取消").first.click()
        await expect(page.get_by_label("怎么称呼你？")).to_be_visible()


async def test_friends_are_invited_into_the_room(browser):
    """By the printed address there is a switch; a telephone gives the PIN once, and sits down."""

    async def find():
        return ("127.0.0.2",)

    rights = ["clipboard-read", "clipboard-write"]
    async with (
        web_table(find=find) as table,
        window(browser, permissions=rights, viewport=PHONE) as context,
        window(browser, ["403"], viewport=PHONE) as other,
    ):
        first = table.platform.first_address.replace("/#", f"/r/{table.room}#")
        page = await context.new_page()
        await page.goto(first)
        assert page.url == table.url(f"/r/{table.room}"), "the secret is out of the address"
        await page.get_by_label("怎么称呼你？").fill("小明")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="邀请朋友").click()
        await expect(page.locator("#invite-scan")).to_contain_text("只有这台电脑")
        await page.get_by_role("switch", name="Wi-Fi").click()
        await expect(page.locator("#invite svg path")).to_have_count(1)
        near = f"http://127.0.0.2:{table.platform.port}/r/{table.room}"
        await expect(page.get_by_label("房间的网址")).to_have_value(near)
        assert await qr.read(page.locator("#invite-code svg")) == near
        await page.get_by_role("button", name="复制网址").click()
        toast = page.locator(".toast")
        await expect(toast).to_contain_text("已复制")
        seen = """e => { const { x, y, width, height } = e.getBoundingClientRect();
                  return document.elementFromPoint(x + width / 2, y + height / 2) === e }"""
        assert await toast.evaluate(seen), "above the panel, not below it"
        assert await page.evaluate("navigator.clipboard.readText()") == near
        pin = (await page.locator("#invite-pin").text_content()).split("：")[1]

        friend = await other.new_page()
        await friend.goto(near)
        await friend.get_by_label("PIN").fill(pin)
        async with friend.expect_navigation():
            await friend.keyboard.press("Enter")
        await friend.get_by_label("怎么称呼你？").fill("小红")
        await friend.keyboard.press("Enter")
        await expect(friend.locator("#link")).to_have_text("已连接")
        await page.get_by_role("switch", name="Wi-Fi").click()
        await expect(friend.locator("#link")).not_to_have_text("已连接")


async def test_an_app_without_its_server_says_what_is_missing(browser):
    """What was asked for comes back as soon as it can."""
    async with window(browser, viewport=PHONE, service_workers="allow") as context:
        async with web_table() as table:
            page, _ = await sit(context, table)
            assert await page.locator("link[rel=manifest]").count() == 1
            await page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
            address = page.url
        await page.goto(address)
        await expect(page.get_by_text("没有回应")).to_be_visible()
        assert page.url == address
        await context.set_offline(True)
        await page.get_by_role("button", name="再试一次").click()
        await expect(page.get_by_text("没有网络")).to_be_visible()
        await expect(page.get_by_text("没有回应")).to_be_hidden()
