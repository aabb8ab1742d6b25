"""What most tests of the page begin with: a browser for the file, and a table served to it."""

import pytest_asyncio

from tests.kit.browser import chromium
from tests.kit.web import web_table


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser():
    async with chromium() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def table():
    async with web_table() as running:
        yield running
