"""A touch of the tests is one press, also where the page is drawn anew under the finger."""

from pathlib import Path

import pytest

from tests.kit.page import window
from tests.kit.touch import touch

TESTS = Path(__file__).parents[2]

ANEW = """<meta name=viewport content="width=device-width"><button>出牌</button><script>
    window.presses = 0;
    addEventListener('click', event => { window.presses += event.target.matches('button'); });
    addEventListener('pointerdown', () => {
        const one = document.querySelector('button');
        one.replaceWith(one.cloneNode(true));
    }, {capture: true, passive: true, once: true});
</script>"""
"""The button is another one as soon as a finger is down."""

HIDDEN = """<meta name=viewport content="width=device-width"><div style="height: 2000px"></div>
<button>出牌</button><p id="over" style="position: fixed; inset: 0; background: red"></p><script>
    window.presses = 0;
    addEventListener('click', event => { window.presses += event.target.matches('button'); });
    setTimeout(() => document.getElementById('over').remove(), 300);
</script>"""
"""It is far below, and something lies over all for a while."""


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("there", [ANEW, HIDDEN], ids=["drawn anew", "covered at first"])
async def test_a_touch_is_one_press(browser, there):
    async with window(browser, has_touch=True, is_mobile=True) as context:
        page = await context.new_page()
        await page.set_content(there)
        await touch(page.get_by_role("button", name="出牌"))
        await page.evaluate("new Promise(done => setTimeout(done, 100))")
        assert await page.evaluate("window.presses") == 1


def test_no_test_touches_in_another_way():
    here = Path(__file__)
    found = [
        path.relative_to(TESTS).as_posix()
        for path in TESTS.rglob("*.py")
        if path != here and ".tap()" in path.read_text("utf-8")
    ]
    assert found == [], "playwright's tap may press twice: tests/kit/touch.py says how"
