"""Everything that is measured, in one run: ``python -m tests.bench``."""

import asyncio

from engine.registry import games
from tests.bench import store, table

if __name__ == "__main__":
    asyncio.run(store.main())
    table.main(list(games()))
