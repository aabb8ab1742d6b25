"""One process that sends with a token as fast as it may; told URL, API, NAME and FILE.

It finds its share as the program does, on a real database, and makes its requests by discord.py.
When each was let go is written to the file, by a clock that all processes of a machine share: on a
busy machine they may arrive in heaps.
"""

import asyncio
import sys

import discord
from discord.http import Route

from bot.adapters.discord.connection import point
from bot.adapters.discord.limits import A_SECOND, counted
from bot.cluster.member import Member
from bot.ports.allowance import Allowance, since_boot

AT_ONCE = 60


class Noted(Allowance):
    """Writes down when a request was let go."""

    def ask(self):
        """Count one."""
        super().ask()
        self.file.write(f"{since_boot():.4f}\n")


async def main(url, api, name, file):
    """Send until it is killed."""
    point(api, "")
    allowance = Noted(A_SECOND, alone=False)
    allowance.file = open(file, "a", buffering=1)  # noqa: ASYNC230, SIM115
    async with Member(url, url, name) as member:
        sharing = asyncio.create_task(member.rates("discord", allowance).run())
        async with discord.Client(
            intents=discord.Intents.none(), http_trace=counted(allowance)
        ) as client:
            await client.login("MTIz.secret.token")
            await asyncio.gather(sharing, *(send(client, f"{name}{n}") for n in range(AT_ONCE)))


async def send(client, content):
    """One message after the other, each to a channel of its own."""
    route = Route("POST", "/channels/{channel_id}/messages", channel_id=abs(hash(content)))
    while True:
        await client.http.request(route, json={"content": content})


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
