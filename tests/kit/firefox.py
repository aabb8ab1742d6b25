"""Debian's Firefox for tests, through Marionette: the port by which it is driven from outside.

The binary is ``FIREFOX`` or the ``firefox-esr`` on the path. What is asked are WebDriver's commands
in their JSON form; an element is found by its selector and words, and clicked as a person clicks.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import shutil
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

HOW = (
    "no Firefox: install it (apt-get install firefox-esr) or name one in FIREFOX, then run"
    " DEEP=1 pytest tests/e2e/test_firefox.py"
)

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

FOUND = """const [selector, words] = arguments;
return [...document.querySelectorAll(selector)].find(one => one.checkVisibility() && !one.disabled
    && one.ariaBusy !== 'true' && one.ariaDisabled !== 'true'
    && (!words || one.innerText.trim() === words)) ?? null;"""


class Wrong(Exception):
    """What was asked could not be done."""


class Firefox:
    """One window."""

    def __init__(self, reader, writer):
        self._reader, self._writer = reader, writer
        self._number = 0

    async def read(self):
        """A message: its length, a colon, JSON."""
        length = await self._reader.readuntil(b":")
        return json.loads(await self._reader.readexactly(int(length[:-1])))

    async def ask(self, command, **arguments):
        """A command's answer.

        Raises:
            Wrong: it says why.
        """
        self._number += 1
        sent = json.dumps([0, self._number, command, arguments]).encode()
        self._writer.write(b"%d:%s" % (len(sent), sent))
        await self._writer.drain()
        _, _, wrong, answer = await self.read()
        if wrong:
            raise Wrong(f"{wrong['error']}: {wrong['message']}")
        return answer

    async def close(self):
        """Hear no more of it."""
        self._writer.close()
        await self._writer.wait_closed()

    async def size(self, width, height):
        """Make the page so large."""
        script = "return [outerWidth - innerWidth, outerHeight - innerHeight]"
        wide, high = await self.run(script)
        await self.ask("WebDriver:SetWindowRect", width=width + wide, height=height + high)

    async def go(self, address):
        """Open an address."""
        await self.ask("WebDriver:Navigate", url=address)

    async def run(self, script, *arguments):
        """What a script returns."""
        found = await self.ask("WebDriver:ExecuteScript", script=script, args=list(arguments))
        return found["value"]

    async def until(self, script, *arguments):
        """Wait until a script returns something, and return it."""
        async with asyncio.timeout(60):
            while True:
                if found := await self.run(script, *arguments):
                    return found
                await asyncio.sleep(0.02)

    async def click(self, selector, words=""):
        """Click the first of these that can be, and says these words; wait until there is one."""
        async with asyncio.timeout(60):
            while True:
                found = await self.until(FOUND, selector, words)
                try:
                    return await self.ask("WebDriver:ElementClick", id=found[ELEMENT])
                except Wrong as error:  # drawn anew meanwhile
                    if not str(error).startswith(("stale", "no such", "element")):
                        raise

    async def fill(self, selector, words):
        """Type words."""
        found = await self.until(FOUND, selector, "")
        await self.ask("WebDriver:ElementSendKeys", id=found[ELEMENT], text=words)

    async def picture(self, path):
        """What is to be seen, as a PNG."""
        shot = await self.ask("WebDriver:TakeScreenshot", full=False)
        await asyncio.to_thread(Path(path).write_bytes, base64.b64decode(shot["value"]))


def firefox_path():
    """Where Firefox is."""
    return os.environ.get("FIREFOX") or shutil.which("firefox-esr")


@asynccontextmanager
async def firefox(port, **settings):
    """A headless Firefox, ended at the end; ``settings``: more of what about:config has."""
    path = firefox_path()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(HOW)
        pytest.skip(HOW)
    settings = {"marionette.port": port, "intl.accept_languages": "zh-CN", **settings}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in settings.items()]
        await asyncio.to_thread(Path(folder, "user.js").write_text, "".join(lines))
        process = await asyncio.create_subprocess_exec(
            path, "--headless", "--marionette", "--no-remote", "--profile", folder,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            window = Firefox(*await _reached(port))
            try:
                await window.read()
                await window.ask("WebDriver:NewSession", capabilities={})
                yield window
            finally:
                await window.close()
        finally:
            process.kill()
            await process.wait()


async def _reached(port):
    async with asyncio.timeout(60):
        while True:
            try:
                return await asyncio.open_connection("127.0.0.1", port, limit=2**26)
            except OSError:
                await asyncio.sleep(0.1)
