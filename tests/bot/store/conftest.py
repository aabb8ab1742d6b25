"""A store on a real file."""

import pytest
import pytest_asyncio

from bot.store.store import Store


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'poker.db'}"


@pytest_asyncio.fixture
async def store(url):
    opened = await Store.open(url)
    yield opened
    await opened.close()


@pytest.fixture
def raw(tmp_path):
    """The file, as another program sees it: the rows of a query."""
    import sqlite3

    def query(sql, *values):
        connection = sqlite3.connect(tmp_path / "poker.db")
        try:
            found = connection.execute(sql, values).fetchall()
            connection.commit()
            return found
        finally:
            connection.close()

    return query
