"""A browser's push service, as RFC 8030, 8291 and 8292 have it, by HTTPS on this machine."""

import asyncio
import base64
import json
import ssl
from time import time

import aiohttp
import http_ece
import pytest
from aiohttp import web
from aiohttp.abc import AbstractResolver
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from bot.adapters.web.push import words
from bot.adapters.web.push_service import LASTS, Services
from bot.adapters.web.subscription import sent
from tests.bot.adapters.test_web_push import KEYS, PRIVATE
from tests.kit import tls

HOST = "updates.push.services.mozilla.com"
MINE = f"https://{HOST}/wpush/v2/mine"
LARGEST = 4096
DAY = 86_400


def raw(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def signer(request):
    """The key that signed the token of a request (RFC 8292), or None if it is no such token."""
    scheme, _, rest = request.headers.get("Authorization", "").partition(" ")
    told = dict(part.strip().split("=", 1) for part in rest.split(","))
    if scheme != "vapid" or set(told) != {"t", "k"}:
        return None
    head, claims, signature = told["t"].split(".")
    made, key = raw(signature), raw(told["k"])
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    pair = encode_dss_signature(*(int.from_bytes(made[n : n + 32], "big") for n in (0, 32)))
    point.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    found = json.loads(raw(claims))
    good = found["aud"] == f"https://{HOST}" and time() < found["exp"] <= time() + DAY
    return told["k"] if good and json.loads(raw(head))["alg"] == "ES256" else None


class PushService:
    """Keeps what it takes, by topic, as long as it is told to."""

    def __init__(self, answer=201):
        self.answer, self.kept, self.visits = answer, {}, []

    async def push(self, request):
        """Take one, or say by a status what is wrong with it."""
        self.visits.append(request.path)
        body = await request.read()
        headers = request.headers
        if signer(request) is None:
            return web.Response(status=403)
        if len(body) > LARGEST:
            return web.Response(status=413)
        if headers.get("Content-Encoding") != "aes128gcm" or int(headers["TTL"]) != LASTS:
            return web.Response(status=400)
        if headers["Urgency"] not in {"very-low", "low", "normal", "high"}:
            return web.Response(status=400)
        if self.answer != 201:
            return web.Response(status=self.answer, headers={"Location": f"https://{HOST}/other"})
        self.kept[headers["Topic"]] = body
        return web.Response(status=201, headers={"Location": f"https://{HOST}/m/1"})


class Here(AbstractResolver):
    """Every name is this machine's, at one port."""

    def __init__(self, port):
        self.port = port

    async def resolve(self, host, port=0, family=0):
        at = {"hostname": host, "host": "127.0.0.1", "port": self.port}
        return [{**at, "family": family, "proto": 0, "flags": 0}]

    async def close(self):
        pass


async def trying(folder, service, told):
    """Start it, send to it what ``told`` gives, and stop it; the statuses."""
    app = web.Application()
    app.router.add_post("/{any:.*}", service.push)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls.context(folder, HOST))
    await site.start()
    port = site._server.sockets[0].getsockname()[1]
    knows = ssl.create_default_context(cafile=folder / "tls.pem")
    connector = aiohttp.TCPConnector(resolver=Here(port), ssl=knows)
    ours = Services(b"s" * 32, aiohttp.ClientSession(connector=connector))
    to = sent({"endpoint": MINE, "keys": KEYS}, "zh-Hans", "room")
    try:
        return [await ours.send(to, one(to)) for one in told]
    finally:
        await ours.close()
        await runner.cleanup()


async def test_a_push_service_takes_it_and_its_browser_alone_reads_the_newest(tmp_path):
    service = PushService()
    async with asyncio.timeout(30):
        statuses = await trying(tmp_path, service, [lambda _: b"{}", words])

    assert statuses == [201, 201]
    (body,) = service.kept.values()
    found = http_ece.decrypt(
        body, private_key=PRIVATE, auth_secret=b"sixteen bytes...", version="aes128gcm"
    )
    assert json.loads(found) == {"title": "轮到你了", "body": "牌桌在等你", "url": "/r/room"}
    assert "轮到你了".encode() not in body


@pytest.mark.parametrize("status", [307, 404, 410, 429])
async def test_what_a_push_service_says_instead_is_told_and_nowhere_else_is_gone(tmp_path, status):
    service = PushService(status)
    async with asyncio.timeout(30):
        statuses = await trying(tmp_path, service, [words])
    assert (statuses, service.kept) == ([status], {})
    assert service.visits == ["/wpush/v2/mine"]
