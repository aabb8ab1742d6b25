"""Everything that the service says while everything is on, as the service gave it."""

from tests.kit.deadlines import everything, here, table_in
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform

ASKED = {
    "play": ("/why", "/table", "/stop", "/hand"),
    "lobby": ("/why", "/table", "/newgame 斗地主", "/prefs"),
    "between": ("/why", "/scores", "/season", "/newseason", "/correct 1 0 0", "/me", "/settle"),
    "paused": ("/why", "/table", "/pause"),
    "queue": ("/coinroom", "/purse", "/daily", "/daily", "/purse log"),
    "cup": ("/tournament", "/newgame 比大小", "/table", "/start", "/join"),
}
PEOPLE = {
    "play": "甲1",
    "lobby": "乙1",
    "between": "丙1",
    "paused": "丁1",
    "queue": "戊1",
    "cup": "己1",
}


class Overheard(MemoryPlatform):
    """Keeps every message as the service gave it."""

    def __init__(self, **limits):
        super().__init__(**limits)
        self.heard = []

    async def post(self, chat, message):
        self.heard.append(message)
        return await super().post(chat, message)

    async def edit(self, ref, message):
        self.heard.append(message)
        return await super().edit(ref, message)

    async def whisper(self, user, message):
        self.heard.append(message)
        return await super().whisper(user, message)


async def all_that_is_said(path, language, **limits):
    """Every message of a service in which everything runs out, and every answer to a person."""
    platform = Overheard(**limits)
    async with service(path, platform=platform, check=False) as house:
        for room, who in PEOPLE.items():
            here(house, room)
            await house.say(who, f"/chat language {language}", admin=True)
            await house.say(who, f"/prefs language {language}")
        await everything(house)
        for room, lines in ASKED.items():
            here(house, room)
            for line in lines:
                reply = await house.say(PEOPLE[room], line)
                platform.heard += [reply.message] if reply is not None else []
            reply = await house.say("外人", "/why", language=language)
            platform.heard += [reply.message] if reply is not None else []
        here(house, "between")
        await house.forward(11)
        reply = await house.say("丙1", "/forgetme", chat=None)
        for row in reply.message.rows:
            answer = await house.press("丙1", row[0].token, chat=None)
            platform.heard += [answer.message] if answer is not None else []
        table = table_in(house, "play")
        await house.forward(61)
        assert table.state.vote is None
        return platform.heard
