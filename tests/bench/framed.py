"""How soon one's own hand is there after the press in the chat: ``python -m tests.bench.framed``.

A telephone opens the page inside Telegram on this machine, its processor slowed four times, with
nothing kept from before. Measured is, in the page itself, from the beginning of its navigation to
the frame in which the own hand is drawn. The bar is 2 s. On a machine that is busy otherwise the
quickest says most, and what does not depend on it says more: how many requests there are before
the hand, how many of them wait for one another, how many bytes, and how many milliseconds of
processor the page's own thread takes, as slow as it is.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.kit.browser import chromium
from tests.kit.framed import framed_house
from tests.kit.page import window

if TYPE_CHECKING:
    from playwright.async_api import Browser

SLOWER = 4
TIMES = 5
BAR_MS = 2000.0

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


async def once(browser: Browser, address: str) -> dict[str, float]:
    """One opening."""
    async with window(browser, **PHONE) as context:
        page = await context.new_page()
        session = await context.new_cdp_session(page)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        await session.send("Performance.enable", {"timeDomain": "threadTicks"})
        await page.add_init_script(NOTE)
        await page.goto(address, wait_until="commit")
        await page.wait_for_function("() => window.there", timeout=60_000)
        found: dict[str, float] = await page.evaluate(LOADED)
        metrics = (await session.send("Performance.getMetrics"))["metrics"]
        known = {one["name"]: one["value"] * 1000 for one in metrics}
        return {**found, "at work": known["TaskDuration"], "scripts": known["ScriptDuration"]}


async def main() -> None:
    """Print what each opening took, and what it was made of."""
    with tempfile.TemporaryDirectory() as folder:
        async with framed_house(Path(folder) / "t.db") as framed, chromium() as browser:
            house = framed.house
            await house.begin(framed.group, framed.people[:3], "doudizhu")
            person, _ = house.asked()[0]
            found = []
            for at in range(TIMES):
                data = framed.data(person, query_id=f"q{at}")
                found.append(await once(browser, framed.address(data, house.table.state.id)))
    took = sorted(one["there"] for one in found)
    print(f"processor slowed {SLOWER} times, bar {BAR_MS:.0f} ms: quickest {took[0]:.0f},", end=" ")
    print(f"median {statistics.median(took):.0f}, slowest {took[-1]:.0f} ms")
    for name in ("requests", "depth", "bytes", "at work", "scripts"):
        print(f"{name:10} {statistics.median(one[name] for one in found):10.0f}")


if __name__ == "__main__":
    asyncio.run(main())
