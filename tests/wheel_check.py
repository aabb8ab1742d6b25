"""Is the installed wheel whole? Run by the Python it is installed in, outside the project.

Starts it, opens a room, plays 蹲麻子 against a computer player, and looks at a picture, the
rules and the scores: data files that were left out of the wheel show here.

``wheel_check.py [DATA]``: with a folder for the data it is started where it is called, which may
be a place that can only be read; without, in a folder that is thrown away.
"""

import asyncio
import os
import re
import signal
import sys
import tempfile

import aiohttp

WAIT = 60


async def started(process):
    """The address that it prints."""
    while line := (await process.stdout.readline()).decode():
        if found := re.search(r"http://[\d.]+:\d+/", line):
            return found[0]
    raise SystemExit("it ended without printing its address")


class Tab:
    """One open page: what it shows, kept up to date."""

    def __init__(self, socket):
        self.socket = socket
        self.shown = {}
        self.count = 0

    def take(self, frame):
        """Keep the messages of a frame."""
        if "put" in frame:
            self.shown[frame["place"], frame["put"]["id"]] = frame["put"]
        for place, messages in frame.get("state", {}).items():
            for message in messages if isinstance(messages, list) else ():
                self.shown[place, message["id"]] = message

    async def until(self, found):
        """Read frames until ``found`` gives something for what is shown or for the frame."""
        while not (result := found(self, {})):
            frame = await self.socket.receive_json()
            self.take(frame)
            if result := found(self, frame):
                break
        return result

    async def send(self, **fields):
        """Send a frame and give its answer."""
        self.count += 1
        number = self.count
        await self.socket.send_json({"n": number, **fields})
        return await self.until(lambda _, frame: frame.get("ack") == number and frame)

    async def press(self, label):
        """Press the newest button that is called so."""
        token = await self.until(lambda tab, _: tab.button(label))
        return await self.send(press=token)

    def newest(self, place, part):
        """The newest message of the room or the person that has this part."""
        found = [m for (where, _), m in self.shown.items() if where == place and m[part]]
        return found[-1] if found else None

    def button(self, label):
        """The token of the newest button that is called so."""
        found = [
            button["token"]
            for message in self.shown.values()
            for row in message["rows"]
            for button in row
            if button["label"] == label
        ]
        return found[-1] if found else None


async def visit(address):
    """What a newcomer does."""
    async with aiohttp.ClientSession(headers={"Accept-Language": "zh-CN"}) as session:
        async with session.get(address) as page:
            assert page.status == 200, page.status
            room = str(page.url).rstrip("/")
            text = await page.text()
        assert "<script" in text
        for name in sorted(set(re.findall(r'(?:src|href)="(/[^"]+)"', text))):
            async with session.get(address.rstrip("/") + name) as file:
                assert file.status == 200, name
        await play(session, room)


async def play(session, room):
    """Open a table, start it, and look at everything once."""
    origin = {"Origin": room[: room.index("/r/")]}
    async with session.post(f"{room}/sit", json={"name": "小明"}, headers=origin) as answer:
        token = (await answer.json())["token"]
    async with session.ws_connect(f"{room}/ws", headers=origin) as socket:
        await socket.send_json({"hello": {"token": token, "tab": "wheelcheck"}})
        tab = Tab(socket)
        await tab.send(say="/newgame 蹲麻子")
        await tab.press("加电脑")
        await tab.press("开始")
        hand = await tab.until(lambda t, _: t.newest("person", "pickers"))
        assert hand["pickers"][0]["groups"][0]["options"], hand
        board = await tab.until(lambda t, _: t.newest("room", "picture"))
        owner = {"Authorization": f"Bearer {token}"}
        async with session.get(f"{room}/p/{board['picture']}", headers=owner) as picture:
            assert picture.status == 200, picture.status
            assert (await picture.read()).startswith(b"\x89PNG")
        async with session.get(f"{room}/p/{board['picture']}") as picture:
            assert picture.status == 404, picture.status
        rules = (await tab.send(say="/rules"))["note"]["text"]
        assert "目标" in rules and len(rules) > 500, rules
        await tab.send(say="/stop")
        assert (await tab.send(say="/scores"))["note"]["text"]


async def main():
    """Start, visit, stop."""
    with tempfile.TemporaryDirectory() as made:
        data, place = (sys.argv[1], os.getcwd()) if sys.argv[1:] else (made, made)
        env = {**os.environ, "WEB_PORT": "0", "DATABASE_URL": f"sqlite:///{data}/t.db"}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", cwd=place, env=env, stdout=asyncio.subprocess.PIPE
        )
        try:
            await asyncio.wait_for(visit(await started(process)), WAIT)
        finally:
            process.send_signal(signal.SIGTERM)
            code = await asyncio.wait_for(process.wait(), 5)
    assert code == 0, code
    who = f"user {os.getuid()}" if hasattr(os, "getuid") else "this user"
    print(f"wheel, {who}: page, pictures, rules and scores are there")


if __name__ == "__main__":
    asyncio.run(main())
