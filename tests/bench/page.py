"""How soon the page shows what it was told, its processor slowed: ``python -m tests.bench.page``.

A telephone's page with a hand of 20 cards; chromium's processor is slowed four times. Measured is,
in the page itself, from the socket's message to the frame in which what it says is drawn: a play
of another, one's own turn with the whole hand, and what a first card may become. The bar is 100 ms
for each; on a machine that is busy with other things the quickest says most.
"""

from __future__ import annotations

import asyncio
import statistics
from typing import TYPE_CHECKING

from bot.ports.messages import Button, Outgoing, Picked
from tests.kit.browser import chromium
from tests.kit.page import picker, sit, window
from tests.kit.web import web_table

if TYPE_CHECKING:
    from playwright.async_api import Page

    from tests.kit.web import WebTable

SLOWER = 4
TIMES = 15
BAR_MS = 100.0

HAND = " ".join(suit + rank for rank in ("3", "4", "5", "6", "7") for suit in "SHCD")
NAMES = ("小明", "阿强", "小雅")

LISTEN = """() => {
    window.took = [];
    const Real = WebSocket;
    const hear = Object.getOwnPropertyDescriptor(Real.prototype, "onmessage");
    Object.defineProperty(Real.prototype, "onmessage", {
        ...hear,
        set(heard) {
            hear.set.call(this, heard && ((event) => {
                const began = performance.now();
                heard(event);
                requestAnimationFrame(() => {
                    const channel = new MessageChannel();
                    channel.port1.onmessage = () => took.push(performance.now() - began);
                    channel.port2.postMessage(0);
                });
            }));
        },
    });
}"""
"""Notes for each message how long it takes until the frame that shows it has been made."""


def scene(at: int) -> dict[str, object]:
    """A table with a play of five cards."""
    rows = [
        {"seat": n, "name": name, "cards": 20, "held": "20 张", "score": "0", "ahead": False,
         "marks": [], "team": "", "asked": n == 0, "won": False, "dim": False}
        for n, name in enumerate(NAMES)
    ]  # fmt: skip
    cards = [{"face": f"{'SHCD'[at % 4]}{n}", "label": ""} for n in range(3, 8)]
    lies = {"seat": 1 + at % 2, "name": NAMES[1 + at % 2], "cards": cards, "label": "顺子",
            "mark": "", "tint": "", "points": "", "won": True}  # fmt: skip
    seats = {"kind": "seats", "me": 0, "rows": rows, "free": 0, "vacant": ""}
    trick = {"kind": "trick", "title": "", "plays": [lies], "beat": 0, "settled": False}
    return {"table": "t", "title": "牌桌", "turn": "", "blocks": [seats, trick]}


def hand(question: int) -> Outgoing:
    """One's turn with twenty cards and some plays on offer."""
    offers = tuple(Button(f"p{question}{n}", "♠3 ♥3", picks=("c0", "c1")) for n in range(5))
    rest = (Button("n", "过"), Button("h", "提示", hint=True))
    return Outgoing(
        text="要大过 阿强 的 ♠3 ♠4 ♠5 ♠6 ♠7，或者过。",
        pickers=(picker(question, codes=HAND, most=20),),
        rows=(offers, rest),
        asked="turn",
        scene=scene(question),
    )


async def measured(page: Page) -> float:
    """Milliseconds of the slowest frame since this was last asked."""
    await page.wait_for_function("() => took.length > 0")
    await page.wait_for_timeout(300)
    found: list[float] = await page.evaluate("took.splice(0)")
    return max(found)


async def run(table: WebTable, page: Page, user: object) -> dict[str, list[float]]:
    """All three, one after the other."""
    found: dict[str, list[float]] = {"a play": [], "one's turn": [], "what a card may become": []}
    board = await table.platform.post(table.chat, Outgoing(scene=scene(0), on=True))
    await measured(page)
    for at in range(1, TIMES + 1):
        await table.platform.edit(board, Outgoing(scene=scene(at), on=True))
        found["a play"].append(await measured(page))
        sent = (await table.platform.whisper(user, hand(at))).ref
        found["one's turn"].append(await measured(page))
        await page.locator("#hands button.card").first.click()
        found["what a card may become"].append(await measured(page))
        await table.platform.erase(sent)
        await measured(page)
    return found


async def main() -> None:
    """Print the quickest, the median and the slowest of each beside the bar."""
    idea = Button("q", "♠3 ♠4", picks=("c0", "c4"))
    async with web_table() as table, chromium() as browser:
        table.service.weighed = lambda _: Picked("", (idea,) * 8)
        phone = {"width": 360, "height": 740}
        async with window(browser, viewport=phone, reduced_motion="no-preference") as context:
            await context.add_init_script(f"({LISTEN})()")
            page, user = await sit(context, table)
            session = await context.new_cdp_session(page)
            await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            found = await run(table, page, user)
    print(f"processor slowed {SLOWER} times, bar {BAR_MS:.0f} ms")
    for what, took in found.items():
        least, middle, most = min(took), statistics.median(took), max(took)
        print(f"{what:24} quickest {least:6.1f}   median {middle:6.1f}   slowest {most:6.1f} ms")


if __name__ == "__main__":
    asyncio.run(main())
