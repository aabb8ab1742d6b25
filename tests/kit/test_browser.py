"""The chromium helper: what it opens, and what it says where there is no chromium."""

import re
import shutil

import pytest

from tests.kit.browser import chromium


async def opened(*more):
    """What chromium has open when one page is, and its lists of what is switched off."""
    async with chromium(*more) as browser:
        await (await browser.new_context()).new_page()
        inside = await browser.new_browser_cdp_session()
        told = await inside.send("Target.getTargets", {"filter": [{}]})
        started = await inside.send("Browser.getBrowserCommandLine")
    lists = [
        set(argument.partition("=")[2].split(","))
        for argument in started["arguments"]
        if argument.startswith("--disable-features=")
    ]
    return {target["url"] for target in told["targetInfos"]}, lists


@pytest.mark.browser
async def test_beside_a_page_chromium_opens_none_of_its_own():
    urls, lists = await opened("--enable-automation")
    assert urls == {"about:blank"}
    assert len(lists) == 2
    assert lists[0] < lists[1], "the last list is heeded: what playwright switches off stays off"


@pytest.mark.browser
async def test_planted_with_its_own_pages_they_are_seen():
    urls, _ = await opened("--enable-automation", "--disable-features=none")
    assert any(re.match("chrome://", url) for url in urls)


async def test_without_a_chromium_a_test_is_skipped_and_told_how_to_run(monkeypatch):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(pytest.skip.Exception, match="CHROMIUM"):
        async with chromium():
            pass


async def test_in_ci_it_fails_instead(monkeypatch):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(pytest.fail.Exception, match="CHROMIUM"):
        async with chromium():
            pass
