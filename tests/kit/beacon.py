"""Public beacons for tests: one that is asked at once, and a server that speaks drand's HTTP API.

The server's numbers are signed with a key of its own, by the library that checks them.
"""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256

from aiohttp import web

from bot.beacon.chain import Chain, Unfit
from bot.beacon.client import Told
from bot.table.state import BeaconRound
from engine.verify import chain_of

GENESIS, PERIOD = 1692803367, 3

QUICKNET = {
    "public_key": "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3a"
    "c6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e"
    "76eae8991ef5ece45a",
    "period": "3", "genesis_time": "1692803367",
    "group_hash": "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
    "beacon_id": "quicknet",
}  # fmt: skip
"""What drand's quicknet is, as its servers tell it; its hash is known to everybody."""

ROUNDS = {
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125"
    "e342b73a8dd2bacbe47e4b6b63ed5e39",
    657413: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be"
    "41076862b98fad56e91a6b85b89cd97b",
}
"""Rounds of it as they were signed."""

FACTS = QUICKNET | {"beacon_id": "tests", "group_hash": sha256(b"tests").hexdigest()}
"""A chain that nobody knows, with times as quicknet has them."""


def chain_with(facts):
    return Chain(chain_of(facts), tuple(facts.items()))


def signature_of(number):
    """What stands for a signature where none is checked."""
    return sha256(b"round %d" % number).hexdigest() + "ab" * 16


@dataclass
class FakeBeacon:
    """Tells what it has when it is asked; ``gone``: why it does not, or empty."""

    clock: object
    facts: dict = field(default_factory=lambda: dict(FACTS))
    gone: str = ""
    asked: list = field(default_factory=list)

    @property
    def chain(self):
        return chain_with(self.facts)

    async def name(self):
        if self.gone:
            return None
        chain, number = self.chain, self.chain.round_at(self.clock.now()) + 3
        return BeaconRound(chain.hash, chain.name, number, chain.due(number))

    async def told(self, wanted):
        self.asked.append((wanted.number, self.clock.now()))
        if self.gone or self.clock.now() < wanted.due:
            raise Unfit(self.gone or "too early")
        return Told(signature_of(wanted.number), self.chain.facts)

    def close(self):
        pass


@cache
def key_of(secret):
    """The public key of a server's own."""
    from py_ecc.bls.g2_primitives import G2_to_signature
    from py_ecc.optimized_bls12_381 import G2, multiply

    return G2_to_signature(multiply(G2, secret)).hex()


class DrandServer:
    """Signs rounds with a key of its own, and tells them as drand does.

    Attributes:
        trouble: what it does instead, by the path's last part: a status, JSON, or ``hang``.
    """

    def __init__(self, now, secret=12345, period=PERIOD):
        self.now, self.secret, self.trouble = now, secret, {}
        self.facts = FACTS | {"public_key": key_of(secret), "period": str(period)}
        self.chain = chain_with(self.facts)

    def sign(self, number):
        from py_ecc.bls.g2_primitives import G1_to_pubkey
        from py_ecc.bls.hash_to_curve import hash_to_G1
        from py_ecc.optimized_bls12_381 import multiply

        from bot.beacon.signature import DOMAIN, message

        point = multiply(hash_to_G1(message(number), DOMAIN, sha256), self.secret)
        return G1_to_pubkey(point).hex()

    def info(self):
        facts = self.facts
        return {
            "public_key": facts["public_key"], "period": int(facts["period"]),
            "genesis_time": int(facts["genesis_time"]), "hash": self.chain.hash,
            "groupHash": facts["group_hash"], "schemeID": "bls-unchained-g1-rfc9380",
            "metadata": {"beaconID": facts["beacon_id"]},
        }  # fmt: skip

    async def answer(self, request):
        last = request.match_info["path"].rpartition("/")[2]
        wrong = self.trouble.get(last)
        if wrong == "hang":
            await asyncio.sleep(60)
        if isinstance(wrong, int):
            return web.Response(status=wrong)
        if wrong is not None:
            return web.json_response(wrong)
        if request.match_info["chain"] != self.chain.hash:
            return web.Response(status=404)
        if last == "info":
            return web.json_response(self.info())
        newest = self.chain.round_at(self.now())
        number = newest if last == "latest" else int(last)
        if number > newest:
            return web.Response(status=425)
        signature = self.sign(number)
        drawn = sha256(bytes.fromhex(signature)).hexdigest()
        told = {"round": number, "randomness": drawn, "signature": signature}
        return web.json_response(told)

    @asynccontextmanager
    async def running(self):
        """Its address while it runs."""
        app = web.Application()
        app.router.add_get("/{chain}/{path:.+}", self.answer)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        try:
            yield f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"
        finally:
            await runner.cleanup()
