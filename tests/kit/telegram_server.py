"""A local Bot API server on a real socket, in front of a small Telegram (``telegram_world``).

Updates are fetched by long polling (a second poller ends the first with 409) or sent to a webhook.
Every request that comes is judged (``telegram_judge``), and refused and noted where it is wrong.
"""

import asyncio
import json
from collections import Counter
from dataclasses import dataclass

from aiohttp import ClientSession, web

from tests.kit.telegram_judge import judge
from tests.kit.telegram_methods import Methods, Refusal
from tests.kit.telegram_world import World

TOKEN = "123456:TEST-token_of_the_test_bot"


@dataclass
class Request:
    """One request of the bot."""

    method: str
    fields: dict
    files: dict
    at: object
    refused: str = ""

    @property
    def chat(self):
        return int(self.fields.get("chat_id", 0))


@dataclass
class Fault:
    """What to do instead of answering: once for each of ``times``, where method and chat fit."""

    refusal: Refusal | None
    method: str = ""
    chat: int = 0
    times: int = 1

    def fits(self, request):
        method = not self.method or request.method == self.method
        return self.times > 0 and method and self.chat in (0, request.chat)


@dataclass
class _Webhook:
    url: str = ""
    secret: str = ""


class TelegramServer:
    """The server; ``address`` is what TELEGRAM_API_BASE would be."""

    def __init__(self, now, *, ephemeral=True, token=TOKEN):
        self.world = World(self._send, now)
        self.methods = Methods(self.world, ephemeral=ephemeral)
        self.token = token
        self.requests = []
        self.wrong = []
        self.faults = []
        self.polls = 0
        self.confirmed = 0
        self._now = now
        self._updates = []
        self._more = asyncio.Event()
        self._poller = None
        self._webhook = _Webhook()
        self._busy = 0
        self._delivering = set()
        self.delivered = []
        self._runner = None
        self.address = ""

    async def __aenter__(self):
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_route("*", "/bot{token}/{method}", self._handle)
        app.router.add_get("/file/bot{token}/documents/{file}", self._file)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1, handler_cancellation=True)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_):
        for task in self._delivering:
            task.cancel()
        await asyncio.gather(*self._delivering, return_exceptions=True)
        await self._runner.cleanup()

    # What tests ask.

    @property
    def idle(self):
        """Whether every update has been taken and no request is under way."""
        return not (self._updates or self._busy or self._delivering)

    def sent(self, method="", chat=0):
        """The requests of a method, to a chat."""
        return [
            request
            for request in self.requests
            if method in ("", request.method) and chat in (0, request.chat)
        ]

    def counts(self, since=0):
        """How many requests of each method came after the first ``since``."""
        return Counter(request.method for request in self.requests[since:])

    def fail(self, status=500, words="Internal Server Error", **fields):
        """The next requests that fit are refused; ``status`` 0 cuts the connection."""
        where = {name: fields.pop(name) for name in ("method", "chat", "times") if name in fields}
        refusal = Refusal(status, words, **fields) if status else None
        self.faults.append(Fault(refusal, **where))

    def again(self, update):
        """Send an update once more, as after a crash before it was confirmed."""
        self._send(update)

    # Updates.

    def _send(self, update):
        if self._webhook.url:
            task = asyncio.create_task(self._deliver(update))
            self._delivering.add(task)
            task.add_done_callback(self._delivering.discard)
            return
        self._updates.append(update)
        self._more.set()

    async def _deliver(self, update):
        headers = {"X-Telegram-Bot-Api-Secret-Token": self._webhook.secret}
        async with (
            ClientSession() as session,
            session.post(self._webhook.url, json=update, headers=headers) as taken,
        ):
            self.delivered.append(taken.status)

    async def _poll(self, fields):
        if self._webhook.url:
            raise Refusal(409, "Conflict: can't use getUpdates method while webhook is active")
        if self._poller is not None and not self._poller.done():
            self._poller.set_result(True)
        ended = self._poller = asyncio.get_running_loop().create_future()
        self.polls += 1
        offset = int(fields.get("offset", 0))
        self.confirmed = max(self.confirmed, offset - 1)
        self._updates = [u for u in self._updates if u["update_id"] >= offset]
        self._busy -= 1
        try:
            while int(fields.get("timeout", 0)) and not self._updates and not ended.done():
                self._more.clear()
                waiting = asyncio.ensure_future(self._more.wait())
                await asyncio.wait({waiting, ended}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
        finally:
            self._busy += 1
        if ended.done():
            raise Refusal(409, "Conflict: terminated by other getUpdates request")
        return self._updates[:100]

    # Requests.

    async def _file(self, http):
        if http.match_info["token"] != self.token:
            return answer(Refusal(401, "Unauthorized"))
        return web.Response(body=self.world.document(http.match_info["file"]))

    async def _handle(self, http):
        if http.match_info["token"] != self.token:
            return answer(Refusal(401, "Unauthorized"))
        self._busy += 1
        try:
            return await self._answer(http)
        finally:
            self._busy -= 1

    async def _answer(self, http):
        fields, files = await form(http)
        method = http.match_info["method"]
        request = Request(method, fields, files, self._now())
        if method != "getUpdates":
            self.requests.append(request)
        for fault in self.faults:
            if fault.fits(request):
                fault.times -= 1
                if fault.refusal is None:
                    http.transport.close()
                return self._refuse(request, fault.refusal or Refusal(500, "cut"))
        if wrong := judge(method, fields, files):
            self.wrong.append(wrong)
            return self._refuse(request, Refusal(400, f"Bad Request: {wrong}"))
        try:
            result = await self._result(method, fields, files)
        except Refusal as refusal:
            return self._refuse(request, refusal)
        return web.json_response({"ok": True, "result": result})

    def _refuse(self, request, refusal):
        request.refused = refusal.words
        return answer(refusal)

    async def _result(self, method, fields, files):
        match method:
            case "getUpdates":
                return await self._poll(fields)
            case "deleteWebhook":
                self._webhook = _Webhook()
                return True
            case "setWebhook":
                self._webhook = _Webhook(fields["url"], fields.get("secret_token", ""))
                return True
        found = getattr(self.methods, method, None)
        if found is None:
            raise Refusal(404, "Not Found: method not found")
        return found(fields, files)


def answer(refusal):
    """A refusal as the server words it."""
    body = {"ok": False, "error_code": refusal.status, "description": refusal.words}
    if refusal.parameters:
        body["parameters"] = refusal.parameters
    return web.json_response(body, status=refusal.status)


async def form(http):
    """The fields of a request as texts, and its files as (name, content)."""
    if http.content_type == "application/json":
        content = json.loads(await http.text() or "{}")
        return {k: v if isinstance(v, str) else json.dumps(v) for k, v in content.items()}, {}
    fields, files = {}, {}
    for name, value in (await http.post()).items():
        if isinstance(value, str):
            fields[name] = value
        else:
            files[name] = (value.filename, value.file.read())
    return fields, files
