"""Browsers that keep a person's cookie, or refuse to, and ask as the page does."""

import json
from http.cookies import SimpleCookie

from tests.kit.web import SESSION

FIREFOX = "Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


class Clock:
    """Seconds that only a test lets pass."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


class Browser:
    """What one browser keeps, and what it asks."""

    def __init__(self, table, *, address="", keeps=True):
        self.table, self.keeps = table, keeps
        self.cookies = {"kept": "yes"} if keeps else {}
        self.token = ""
        self.headers = {"User-Agent": FIREFOX}
        if address:
            self.headers["X-Forwarded-For"] = address

    async def post(self, path, room=None, origin=None, **body):
        headers = {**self.headers, **(self.table.origin if origin is None else origin)}
        if self.cookies:
            headers["Cookie"] = self.cookie
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        url = self.table.url(f"/r/{room or self.table.room}/{path}")
        async with self.table.http.post(url, json=body, headers=headers) as answer:
            for line in answer.headers.getall("Set-Cookie", []):
                for name, found in SimpleCookie(line).items():
                    self.cookies[name] = found.value
                    if not found.value:
                        del self.cookies[name]
            if answer.content_type != "application/json":
                return answer.status
            found = await answer.json()
            self.token = found.get("token", self.token)
            return found

    async def devices(self):
        headers = {"Cookie": f"person={self.cookies.get('person', '')}"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        url = self.table.url(f"/r/{self.table.room}/devices")
        async with self.table.http.get(url, headers=headers) as answer:
            return (await answer.json())["devices"] if answer.status == 200 else answer.status

    async def sit(self, name="小明"):
        await self.post("sit", name=name)
        return self

    async def code(self):
        return (await self.post("devices/code"))["code"]

    async def join(self, code, **more):
        return await self.post("devices/join", code=code, **more)

    @property
    def cookie(self):
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def open(self, session=SESSION, person=""):
        """A tab after its hello: the socket, and what it was told first."""
        socket = await self.table.socket(**{**self.headers, "Cookie": self.cookie})
        hello = {"token": self.token, "tab": session, "lang": "zh-Hans", "person": person}
        await socket.send_str(json.dumps({"hello": hello}))
        first = await socket.receive(timeout=10)
        return socket, json.loads(first.data)["state"] if isinstance(first.data, str) else first

    @property
    def person(self):
        return self.table.platform.signer.person(self.token or self.cookies.get("person", ""))


async def told(socket, key):
    """The next frame that has this key."""
    while True:
        found = await socket.receive(timeout=10)
        assert isinstance(found.data, str), found
        if key in (frame := json.loads(found.data)):
            return frame[key]
