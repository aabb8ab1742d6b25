"""Everything that is measured, in one run: ``python -m tests.bench``."""

import asyncio

from engine.registry import games
from tests.bench import (
    discord,
    doudizhu,
    many,
    matrix,
    page,
    picture,
    store,
    sums,
    table,
    telegram,
    tournament,
    watching,
)

if __name__ == "__main__":
    asyncio.run(store.main())
    asyncio.run(sums.main())
    table.main(list(games()))
    matrix.main()
    doudizhu.main()
    picture.main()
    asyncio.run(discord.main())
    asyncio.run(telegram.main())
    asyncio.run(many.main())
    asyncio.run(page.main())
    tournament.main()
    asyncio.run(watching.main())
