"""How soon one's own hand is there after the press in the chat: ``python -m tests.bench.framed``.

A telephone opens the page inside Telegram, or inside Discord with Discord's own script in a frame
of a client that is made up, on this machine, its processor slowed four times, with nothing kept
from before. Measured is, in the page itself, from the beginning of its navigation to the frame in
which the own hand is drawn. The bar is 2 s. On a machine that is busy otherwise the quickest says
most, and what does not depend on it says more: how many requests there are before the hand, how
many of them wait for one another, how many bytes, and how many milliseconds of processor the
page's own thread takes, as slow as it is, and this process beside it, which holds the server and
what drives the browser: ``together`` is how long they take one after the other. So the machine's
load stands beside the figures.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import statistics
import tempfile
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bot.adapters.discord.frame import origin_of
from tests.kit.activity import CLIENT, Client, activity_house
from tests.kit.browser import chromium
from tests.kit.framed import framed_house
from tests.kit.page import window
from tests.kit.tls import front

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from typing import TypeAlias

    from playwright.async_api import Browser, Frame, Page

    Show: TypeAlias = Callable[[Page], Awaitable[Frame]]
    """Opens it in a page of the client; the frame that it is in."""

SLOWER = 4
TIMES = 5
BAR_MS = 2000.0
TOGETHER = (
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,LocalNetworkAccessChecks",
)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

NOTE = """
new MutationObserver((_, seen) => {
    if (!document.querySelector("#hands .card")) return;
    seen.disconnect();
    requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => (window.there = performance.now());
        channel.port2.postMessage(0);
    });
}).observe(document, { childList: true, subtree: true });
"""

LOADED = """() => {
    const all = performance.getEntriesByType("resource").filter((one) => one.startTime < there);
    const page = performance.getEntriesByType("navigation")[0];
    // How many stand one behind the other: each begins after the one before it has ended.
    let depth = 1, ended = page.responseEnd;
    for (const one of all.toSorted((a, b) => a.startTime - b.startTime)) {
        if (one.startTime < ended) continue;
        depth += 1;
        const begun = all.filter((other) => other.startTime <= one.startTime + 1);
        ended = Math.max(...begun.map((other) => other.responseEnd));
    }
    const bytes = all.reduce((sum, one) => sum + one.transferSize, page.transferSize);
    return { there, requests: all.length + 1, depth, bytes };
}"""


async def once(browser: Browser, show: Show) -> dict[str, float]:
    """One opening."""
    async with window(browser, ignore_https_errors=True, **PHONE) as context:
        page = await context.new_page()
        session = await context.new_cdp_session(page)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        await session.send("Performance.enable", {"timeDomain": "threadTicks"})
        await page.add_init_script(NOTE)
        before = time.process_time()
        frame = await show(page)
        await frame.wait_for_function("() => window.there", timeout=60_000)
        served = (time.process_time() - before) * 1000
        found: dict[str, float] = await frame.evaluate(LOADED)
        metrics = (await session.send("Performance.getMetrics"))["metrics"]
        known = {one["name"]: one["value"] * 1000 for one in metrics}
        own = {"at work": known["TaskDuration"], "scripts": known["ScriptDuration"]}
        return {**found, **own, "server": served, "together": own["at work"] + served}


@asynccontextmanager
async def in_telegram(folder: Path) -> AsyncIterator[tuple[Browser, Show]]:
    """A browser, and what opens the Mini App in it."""
    async with framed_house(folder / "t.db") as framed, chromium() as browser:
        house, count = framed.house, itertools.count()
        await house.begin(framed.group, framed.people[:3], "doudizhu")
        person, _ = house.asked()[0]

        async def show(page: Page) -> Frame:
            data = framed.data(person, query_id=f"q{next(count)}")
            await page.goto(framed.address(data, house.table.state.id), wait_until="commit")
            return page.main_frame

        yield browser, show


@asynccontextmanager
async def in_discord(folder: Path) -> AsyncIterator[tuple[Browser, Show]]:
    """The same for the Activity: its origin is this machine, by a proxy that only ends TLS."""
    origin = origin_of(CLIENT)
    async with activity_house(folder / "d.db", people=3, url=origin) as inside:
        await inside.club.begin("doudizhu")
        who, _ = inside.club.asked()[0]
        person = inside.club.people[who]
        inside.enter(person)
        async with front(folder, inside.web.port) as near:
            host = near.removeprefix("https://")
            leads = f"--host-resolver-rules=MAP {CLIENT}.discordsays.com:443 {host}"
            # One process for the client and the frame in it, so that both are slowed.
            async with chromium(leads, *TOGETHER) as browser:

                async def show(page: Page) -> Frame:
                    client = Client(inside, person, page)
                    await client.open(proxied=False, wait_until="commit")
                    found = await page.wait_for_selector("#app", state="attached")
                    frame = await found.content_frame()
                    assert frame is not None
                    await frame.wait_for_url(f"{origin}/**", wait_until="commit")
                    return frame

                yield browser, show


DOORS = {"Telegram": in_telegram, "Discord": in_discord}


async def main() -> None:
    """Print what each opening took, and what it was made of."""
    for name, door in DOORS.items():
        with tempfile.TemporaryDirectory() as folder:
            async with door(Path(folder)) as (browser, show):
                found = [await once(browser, show) for _ in range(TIMES)]
        took = sorted(one["there"] for one in found)
        print(f"{name}, processor slowed {SLOWER} times, bar {BAR_MS:.0f} ms:", end=" ")
        print(f"quickest {took[0]:.0f}, median {statistics.median(took):.0f},", end=" ")
        print(f"slowest {took[-1]:.0f} ms, load {os.getloadavg()[0]:.1f} on {os.cpu_count()}")
        for what in ("requests", "depth", "bytes", "at work", "scripts", "server", "together"):
            print(f"  {what:10} {statistics.median(one[what] for one in found):10.0f}")


if __name__ == "__main__":
    asyncio.run(main())
