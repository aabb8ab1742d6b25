"""Debian's chromium for tests, through playwright.

The binary is ``CHROMIUM`` or the ``chromium`` on the path. Without one the tests that need it are
skipped and say how to run them; where ``CI`` is set they fail instead.
"""

from __future__ import annotations

import os
import shutil
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import async_playwright, expect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser

PATIENCE = 30_000
"""Milliseconds: a slow machine is no fault of the page."""

expect.set_options(timeout=PATIENCE)

HOW = (
    "no chromium: install it (apt-get install chromium) or name one in CHROMIUM, then run"
    " pytest -m browser"
)

ARGS = (
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

_PLAYWRIGHTS = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch", "msForceBrowserSignIn", "msEdgeUpdateLaunchServicesPreferredVersion",
)  # fmt: skip
"""What playwright switches off: of several lists chromium heeds the last alone."""

_ITS_OWN = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")
"""What chromium opens beside each page: two pages of its own for the address bar, which take as
much processor as ours, and a process for the next page."""

WITHOUT = f"--disable-features={','.join((*_PLAYWRIGHTS, *_ITS_OWN))}"


def chromium_path() -> str | None:
    """Where chromium is."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium")


@asynccontextmanager
async def chromium(*more: str) -> AsyncIterator[Browser]:
    """A headless chromium, closed at the end; skips or fails the test where there is none.

    ``more``: what else it is started with.
    """
    path = chromium_path()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(HOW)
        pytest.skip(HOW)
    # chromium refuses its sandbox to root.
    args = [*ARGS, WITHOUT, *more]
    if os.geteuid() == 0:
        args.append("--no-sandbox")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=args)
        try:
            yield browser
        finally:
            await browser.close()
