"""A finger on the page that comes down once.

playwright's ``tap`` looks under the finger as it comes down. Where what it was aimed at was drawn
anew in that moment it tries again, though the browser makes a press of the first touch too: a card
is picked and put back, or the button of the next step is waited for, for which nothing is picked.
(A mouse's ``click`` is stopped in time.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.async_api import TimeoutError as TooLate
from playwright.async_api import expect

if TYPE_CHECKING:
    from playwright.async_api import Locator

SPOT = """async one => {
    if (window.clicked === undefined) {
        addEventListener('click', () => { window.clicked = true; }, true);
        for (const end of ['pointerup', 'pointercancel'])
            addEventListener(end, () => { window.lifted = true; }, true);
    }
    window.clicked = window.lifted = false;
    let before = '';
    for (let n = 0; n < 60; n += 1) {
        if (!one.isConnected) return null;
        const {left, top, width, height} = one.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const lies = one.contains(document.elementFromPoint(x, y));
        if (lies && before === `${x} ${y}`) return [x, y];
        if (!lies) one.scrollIntoView({block: n % 2 ? 'center' : 'nearest'});
        before = `${x} ${y}`;
        await new Promise(requestAnimationFrame);
    }
    return null;
}"""
"""Where something can be touched, once it stands still and nothing lies over it."""

TRIES = 20

LIFTED = "() => window.lifted !== false || window.clicked !== false"
CLICKED = "() => window.clicked !== false"
"""A page that was left has heard it too."""

HEARD_MS = 3000
"""Milliseconds in which a touch that has ended becomes a press, or is none."""


async def touch(one: Locator, *, may_go: bool = False) -> bool:
    """Touch what stands there now, once, and wait until the page has heard it.

    It is aimed anew as long as the page has heard of no press at all.

    Args:
        one: what is touched.
        may_go: it may be gone by then, as what others end by their own presses is.

    Returns:
        Whether it was touched.
    """
    page = one.page
    for _ in range(TRIES):
        try:
            spot = await _spot(one)
        except (AssertionError, TooLate):
            if may_go and not await one.is_visible():
                return False
            raise
        if spot is None:
            continue
        await page.touchscreen.tap(*spot)
        await page.wait_for_function(LIFTED)  # however slow the page is
        try:
            await page.wait_for_function(CLICKED, timeout=HEARD_MS)
        except TooLate:
            continue
        return True
    raise AssertionError(f"nothing hears a touch on {one}")


async def _spot(one: Locator) -> list[float] | None:
    """Where it can be touched, if it stands still."""
    await expect(one).to_be_visible()
    await expect(one).to_be_enabled()
    return await one.evaluate(SPOT, timeout=HEARD_MS)
