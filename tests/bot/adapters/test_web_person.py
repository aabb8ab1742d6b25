"""A seat belongs to a person: the browser keeps who it is, and no other page can use that."""

import json

import pytest
from playwright.async_api import expect

from bot.adapters.web.cookies import MOST
from bot.adapters.web.signing import Signer
from tests.kit.devices import Browser
from tests.kit.page import sit, window
from tests.kit.web import SESSION, web_table

pytestmark = [pytest.mark.asyncio(loop_scope="module")]


@pytest.fixture(scope="module")
def kept():
    return {"Cookie": "kept=yes"}


async def post(table, headers, **body):
    """Sit down: the answer's JSON, and its ``person`` cookie."""
    url = table.url(f"/r/{table.room}/sit")
    async with table.http.post(url, json=body, headers=headers) as answer:
        found = await answer.json() if answer.status == 200 else answer.status
        return found, answer.cookies.get("person")


async def me(table, cookie):
    """Whom the server takes a browser's cookie for."""
    headers = {**table.origin, "Cookie": f"person={cookie}"}
    async with table.http.post(table.url(f"/r/{table.room}/me"), headers=headers) as answer:
        return (await answer.json()).get("name", "")


async def test_a_person_is_kept_in_a_cookie_that_no_script_reads(table, kept):
    found, cookie = await post(table, {**table.origin, **kept}, name="小明")

    assert found == {"name": "小明"}, "no script sees a token"
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert int(cookie["max-age"]) == 365 * 24 * 3600
    assert not cookie["secure"]
    assert await me(table, cookie.value) == "小明"
    again, renamed = await post(
        table, {**table.origin, "Cookie": f"person={cookie.value}"}, name="明哥"
    )
    assert again == {"name": "明哥"}
    assert renamed.value.split(".")[0] == cookie.value.split(".")[0], "the same person"


async def test_by_https_the_cookie_is_secure(table, kept):
    host = table.url("").removeprefix("http://")
    _, cookie = await post(table, {"Origin": f"https://{host}", **kept}, name="小明")

    assert cookie["secure"]


async def test_who_keeps_no_cookies_gets_a_token(table):
    found, cookie = await post(table, table.origin, name="小明")

    assert found["token"]
    assert cookie is None


@pytest.mark.parametrize("more", [{"fresh": True}, {}])
async def test_somebody_else_never_takes_the_browser_from_its_person(table, kept, more):
    """Neither who says so, nor who comes with a token that is not known."""
    _, cookie = await post(table, {**table.origin, **kept}, name="小明")
    headers = {**table.origin, "Cookie": f"person={cookie.value}"}
    if not more:
        headers["Authorization"] = "Bearer none.of.ours"
    found, other = await post(table, headers, name="小红", **more)

    assert other is None
    assert found.get("token", "").split(".")[0] != cookie.value.split(".")[0]


async def answered(browser, path, person="", **body):
    """What the server says to a tab of one of the people of a browser."""
    browser.headers.pop("Person", "")
    if person:
        browser.headers["Person"] = person
    return await browser.post(path, **body)


async def test_a_second_person_of_a_browser_is_kept_as_the_first_is(table):
    browser = await Browser(table).sit("小明")
    first = browser.person
    found = await answered(browser, "sit", name="小红", fresh=True)
    second = found["id"]

    assert found == {"name": "小红", "id": second}, "no script sees a token"
    assert second != first.id
    both = [{"id": first.id, "name": "小明"}, {"id": second, "name": "小红"}]
    assert await answered(browser, "me") == {"name": "小明", "people": both}
    assert await answered(browser, "me", second) == {"name": "小红", "people": both}
    assert await answered(browser, "sit", second, name="红姐") == {"name": "红姐", "id": second}
    assert await answered(browser, "sit", name="明哥") == {"name": "明哥"}
    assert (await answered(browser, "me", second))["name"] == "红姐"
    socket, state = await browser.open(person=second)
    assert state["you"] == {"id": second, "name": "红姐"}
    await socket.close()

    # Each ends where they are signed in, and the other stays.
    mine = next(one["id"] for one in await devices(browser, second) if one["here"])
    assert (await answered(browser, "devices/end", second, device=mine))["ended"] == mine
    assert await answered(browser, "me", second) == {}
    assert await answered(browser, "me") == {"name": "明哥"}


async def devices(browser, person):
    headers = {**browser.headers, "Person": person, "Cookie": browser.cookie}
    url = browser.table.url(f"/r/{browser.table.room}/devices")
    async with browser.table.http.get(url, headers=headers) as answer:
        return (await answer.json())["devices"]


async def test_who_is_named_counts_only_beside_their_own_cookie(table):
    mine, theirs = await Browser(table).sit("小明"), await Browser(table).sit("小红")
    there, own = theirs.person.id, mine.cookies["person"]
    forged = Signer(b"another key, as long as that one").sit("小红", there)
    for held in ({}, {f"person-{there}": own}, {f"person-{there}": forged}, {"person-": own}):
        mine.cookies = {"kept": "yes", "person": own, **held}
        assert await answered(mine, "me", there) == {}
        assert await answered(mine, "devices/code", there) == 401
        assert await answered(mine, "looks", there, suits="four") == 401
        assert (await mine.open(person=there))[1].data == 4401
        assert "people" not in await answered(mine, "me")


async def test_so_many_people_use_a_browser_and_no_more(table):
    browser = await Browser(table).sit("小明")
    for at in range(MOST - 1):
        assert "id" in await answered(browser, "sit", name=f"客人 {at}", fresh=True)
    before = dict(browser.cookies)
    full = await answered(browser, "sit", name="还有我", fresh=True)
    assert (full, browser.cookies) == ({"error": "people-full"}, before)
    assert len(browser.cookie) < 8000, "the head of a request holds them all"


async def test_a_code_takes_the_place_of_the_tabs_person_alone(table):
    browser, other = await Browser(table).sit("小明"), await Browser(table).sit("阿强")
    second = (await answered(browser, "sit", name="小红", fresh=True))["id"]
    code = await other.code()
    asked = await answered(browser, "devices/join", second, code=code)
    assert asked["ask"] == {"id": second, "name": "小红"}
    found = await answered(browser, "devices/join", second, code=code, instead=second)
    assert found["id"] == other.person.id
    names = [one["name"] for one in (await answered(browser, "me"))["people"]]
    assert names == ["小明", "阿强"]
    again = await answered(browser, "devices/join", code=await other.code())
    assert again == {"error": "device-already"}


@pytest.mark.parametrize("origin", [{}, {"Origin": "https://evil.example"}, {"Origin": "null"}])
async def test_from_another_page_the_cookie_does_nothing(table, kept, origin):
    _, cookie = await post(table, {**table.origin, **kept}, name="小明")
    headers = {**origin, "Cookie": f"person={cookie.value}"}

    assert await post(table, headers, name="小红") == (403, None)
    url = table.url(f"/r/{table.room}/ws")
    async with table.http.get(url, headers=headers) as answer:
        assert answer.status == 403


async def test_a_cookie_that_was_not_signed_here_is_nobodys(table):
    forged = Signer(b"another key, as long as that one").sit("小明")

    assert await me(table, forged) == ""
    assert await me(table, "x") == ""
    assert await me(table, "") == ""


async def test_a_socket_is_opened_by_the_cookie_alone(table, kept):
    _, cookie = await post(table, {**table.origin, **kept}, name="小明")
    socket = await table.socket(Cookie=f"person={cookie.value}")
    await socket.send_str(json.dumps({"hello": {"token": "", "tab": SESSION, "lang": "zh-Hans"}}))
    state = json.loads((await socket.receive(timeout=10)).data)["state"]

    assert state["you"] == {"id": cookie.value.split(".")[0], "name": "小明"}


@pytest.mark.browser
async def test_who_closes_the_tab_is_the_same_person_in_the_next(browser):
    async with web_table() as table, window(browser) as context:
        page, user = await sit(context, table)
        assert await page.evaluate("[document.cookie, sessionStorage.length]") == ["", 0]
        await page.close()

        again = await context.new_page()
        await again.goto(table.url(f"/r/{table.room}"))
        await expect(again.locator("#rename")).to_have_text("你是 小明")
        await expect(again.locator("#link")).to_have_text("已连接")
        assert table.service.notices[-1].user == user

        # A second person at the same browser stays apart, and leaves the first as it is.
        third, other = await sit(context, table, "小红")
        assert other != user
        await third.reload()
        await expect(third.locator("#rename")).to_have_text("你是 小红")
        await again.reload()
        await expect(again.locator("#rename")).to_have_text("你是 小明")

        # Their tab is closed, and they are a press away in any other; and back again.
        await third.close()
        for name, user_id in (("小红", other.id), ("小明", user.id)):
            await again.locator("#rename").click()
            await again.get_by_role("button", name=f"换成 {name}").click()
            await expect(again.locator("#rename")).to_have_text(f"你是 {name}")
            await table.service.until(lambda who=user_id: table.service.notices[-1].user.id == who)
            await again.reload()
            await expect(again.locator("#rename")).to_have_text(f"你是 {name}")
        assert await again.evaluate("document.cookie") == ""


@pytest.mark.browser
async def test_where_cookies_are_refused_the_page_says_so_and_plays_all_the_same(browser, table):
    async with window(browser) as context:
        page = await context.new_page()
        await page.goto(table.url(f"/r/{table.room}"))
        await context.clear_cookies()
        await page.get_by_label("怎么称呼你？").fill("小明")
        await page.keyboard.press("Enter")
        await expect(page.locator(".toast")).to_contain_text("不让存 cookie")
        await expect(page.locator("#link")).to_have_text("已连接")
        await page.reload()
        await expect(page.locator("#rename")).to_have_text("你是 小明")
