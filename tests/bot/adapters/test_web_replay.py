"""On the page: a replay goes by keys and keeps the keyboard; files are dropped, picked, pasted."""

import pytest
from playwright.async_api import expect

from bot.ports.messages import Button, Outgoing, Reply, Where
from tests.kit.page import sit, window

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

RECORD = "牌谱 1: 斗地主\n1: ♠3\n其余: 随机\n"


def moment(at):
    """A replay at a moment."""
    row = (
        Button(f"m1:replay:abcdefghij.{at - 1}.0123abcd", "◀", key="ArrowLeft"),
        Button(f"m1:replay:abcdefghij.{at + 1}.0123abcd", "▶", key="ArrowRight"),
    )
    return Outgoing(text=f"第 {at} 步", rows=(row,))


def stepped(incoming):
    if not incoming.token:
        return Reply(moment(5))
    return Reply(moment(int(incoming.token.split(".")[1])), Where.SAME_MESSAGE)


async def test_a_replay_goes_on_and_back_by_the_arrows(browser, table):
    """One note, whatever is pressed; in the line to type the arrows are its own."""
    table.service.answer = stepped
    async with window(browser) as context:
        page, _ = await sit(context, table)
        await page.locator("#words").fill("/replay")
        await page.keyboard.press("Enter")
        note = page.locator("#notes article")
        await expect(note).to_contain_text("第 5 步")
        await page.keyboard.press("ArrowRight")  # in the line to type
        await expect(note).to_contain_text("第 5 步")
        await page.get_by_role("button", name="▶").click()
        await expect(note).to_contain_text("第 6 步")
        for key, at in (("ArrowRight", 7), ("ArrowRight", 8), ("ArrowLeft", 7)):
            await page.keyboard.press(key)
            await expect(note).to_contain_text(f"第 {at} 步")
        await expect(note).to_have_count(1)
        assert await page.evaluate("document.activeElement.textContent") == "▶"


async def test_a_file_is_picked_dropped_or_pasted(browser, table):
    def note(incoming):
        return Reply(Outgoing(text=f"{incoming.text} {incoming.enclosed.size}"))

    table.service.answer = note
    async with window(browser) as context:
        page, _ = await sit(context, table)
        size = len(RECORD.encode())
        file = {"name": "deal.txt", "mimeType": "text/plain", "buffer": RECORD.encode()}
        await page.locator("#upload").set_input_files(file)
        await expect(page.locator("#notes")).to_contain_text(f"/deal {size}")
        await page.locator("#words").fill("/deal 从: 3")
        await page.evaluate(
            """text => {
                const given = new DataTransfer();
                given.items.add(new File([text], "a.txt"));
                dispatchEvent(new DragEvent("drop", { dataTransfer: given, cancelable: true }));
            }""",
            RECORD,
        )
        await expect(page.locator("#notes")).to_contain_text(f"/deal 从: 3 {size}")
        await expect(page.locator("#words")).to_have_value("")
        await page.evaluate(
            """text => {
                const given = new DataTransfer();
                given.setData("text/plain", text);
                document.getElementById("words").dispatchEvent(
                    new ClipboardEvent("paste", { clipboardData: given, cancelable: true }));
            }""",
            RECORD * 2,
        )
        await expect(page.locator("#notes")).to_contain_text(f"/deal {2 * size}")
