"""Does the README's first line start it from a clean copy? Run by ``.ci/run``.

``python tests/readme_check.py FOLDER LINE`` runs the line in the folder as a newcomer would,
opens the page, and stops it.
"""

import asyncio
import os
import signal
import sys

import aiohttp
from wheel_check import started


async def main(folder, line):
    """Start, look, stop."""
    env = {**os.environ, "WEB_PORT": "0"}
    process = await asyncio.create_subprocess_shell(
        line, cwd=folder, env=env, stdout=asyncio.subprocess.PIPE, start_new_session=True
    )
    try:
        address = await asyncio.wait_for(started(process), 300)
        async with aiohttp.ClientSession() as session, session.get(address) as page:
            assert page.status == 200, page.status
            assert "牌桌" in await page.text()
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        await asyncio.wait_for(process.wait(), 5)
    print(f"README: started and answered: {line}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
