"""A chat with everybody that the table of rights knows, and all that can be asked for in it."""

import sqlite3
from contextlib import asynccontextmanager

from bot.commands.registry import Needs
from bot.commands.topics import DECLARED, PARSER
from bot.ports.notices import MemberLeft
from bot.ports.refs import ChatRef, UserRef
from bot.support.errors import Refused
from bot.table import tokens
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform

ROOM = ChatRef("memory", "-10012345678901")

KINDS = {
    "stranger": "生人", "gone": "走了的", "blocked": "拉黑的", "masked": "匿名",
    "member": "路人", "seated": "乙", "host": "甲", "admin": "管理员",
}  # fmt: skip
OUTSIDE = ("stranger", "gone")

CONTROLS = {
    "join": "join", "leave": "leave", "start": "start", "next": "next", "resume": "resume",
    "back": "back", "hand": "hand", "why": "why", "scores": "scores", "look": "look",
    "reach": "reach", "notify": "notify", "bot": "addbot", "unbot": "removebot", "set": "settings",
    "rules": "rules-here", "opt-quan": "configure", "let-abcdefgh23456723": "let",
    "c0": "answer", "n3": "answer", "v0": "answer", "s0": "answer", "p0AQ..": "answer",
    "h0": "hint", "more": "more", "more-auto": "autopilot", "more-back": "back",
    "more-leave": "leave", "more-unqueue": "leave", "more-return": "join", "more-queue": "join",
    "more-pause": "pause", "more-resume": "resume", "more-stop": "stop", "more-table": "table",
    "more-record": "record", "more-rules": "rules-here", "more-autopass": "autopilot",
    "autopass": "autopilot",
    "more-bot-easy": "addbot", "more-bot-hard": "addbot", "more-seat": "seat",
    "more-shuffle": "shuffle", "more-word": "shuffle", "houses": "houserules",
    "house-keep": "houserules-keep", "by-0": "configure", "by-+sport": "configure",
}  # fmt: skip
"""Items of a table's buttons, and what they do; votes have a number of their own."""

MORE = {
    "/newgame 比大小": "newgame", "/kick 2": "kick", "/block 2": "block", "/unblock 2": "unblock",
    "/seat 2": "seat", "/play ♠3": "play", "/tournament 比大小": "tournament",
    "/duplicate 比大小": "duplicate",
}  # fmt: skip
"""Commands that mean little without what follows."""

COMMANDS = {
    **{f"/{name}": name for name in DECLARED.commands if name not in MORE.values()},
    **MORE,
    "/house": "houserules", "/house 老王家": "houserules-keep",
    "/replay 牌谱 1: 斗地主 1: ♠3 ♠4 ♠5 ♠6 ♠7 ♠8 ♠9 ♠10 其余: 随机": "replay-in",
    "/analyse 斗地主 地主: 2 | 农民: 3 | 农民: 4": "analyse-in",
    "/puzzle daily": "chat", "/残局 每天 20:00": "chat", "/每日残局 关": "chat",
    "/season new": "season-new", "/settings quan 4": "configure", "/chat language en": "chat",
}  # fmt: skip
"""Every command and what it does; what follows may make it something else."""

MENUS = {
    "again:{table}": "again", "newgame:_specimen": "newgame", "rules:_specimen.1": "rules",
    "prefs:language": "prefs", "chat:language.{chat}": "chat", "scores:all.{chat}": "scores",
    "settle:all.{chat}": "settle", "export:all.{chat}": "export", "correct:all.{chat}": "correct",
    "season:new": "season-new",
    "coinroom:join": "coinroom", "coinroom:leave": "coinroom-leave", "forgetme:all": "forgetme",
    "notify:ask.{chat}": "notify", "notify:on.{chat}": "notify", "notify:off.{chat}": "notify-off",
    "more": "more", "help": "help", "help:friends": "help", "prefs": "prefs",
    "newgame:menu": "newgame", "tournament:new": "tournament",
    "tournament:duplicate": "duplicate",
    "replay:0123456789.3.0123abcd": "replay", "keep:0123456789.1.film": "record",
    "problems:ask.{chat}": "chat", "problems:1200.{chat}": "chat", "problems:off.{chat}": "chat",
    "puzzle:open": "puzzle", "analyse:0123456789.3": "analyse",
    "solved:0123456789.3.0123abcd": "analyse-in",
    "deal:0123456789.1.3": "deal", "teach": "teach", "teach:matrix": "teach",
    "teach:first.matrix": "teach", "speaker:abcdefgh23456723": "speaker",
    "deafen:abcdefgh23456723": "deafen", "hear:abcdefgh23456723": "hear",
    "people": "people", "away:abcdefgh23456723": "away", "bar:abcdefgh23456723": "bar",
    "unbar:abcdefgh23456723": "unbar", "do:me": "me", "do:display": "display", "do:chat": "chat",
    "do:open": "open",
    "houses:id00000001": "houserules", "newby:id00000001": "newgame",
    "rehouse:id00000001": "houserules-keep", "unhouse:id00000001": "houserules-drop",
    "rooms": "rooms", "fellows": "fellows", "house": "house", "home": "home",
    "mute:abcdefgh23456723": "mute", "unmute:abcdefgh23456723": "unmute",
}  # fmt: skip


def private(name):
    """Whether a command is about oneself when it is typed in private."""
    return DECLARED.commands[name].needs is Needs.NOTHING


def wishes(kind, *, sits):
    """What somebody of a kind can ask for, as (what it is, how, which)."""
    outside = kind in OUTSIDE
    for item, act in CONTROLS.items():
        yield act, "item", item
    for text, act in COMMANDS.items():
        # Typed in private, words are about one's own table: who has none there asks for nothing.
        alone = not sits or private(PARSER.understand(text).name)
        if not (outside and alone):
            yield act, "text", text
    if not outside:
        yield "say", "talk", "大家好"
    for text, act in MENUS.items():
        if not outside or ".{chat}" in text:
            yield act, "menu", text


class Town:
    """The service with a table of 甲 (who hosts), 乙 and somebody who has left the group."""

    def __init__(self, house, path):
        self.house = house
        self.path = path

    @property
    def runner(self):
        return self.house.tables.at(ROOM)

    def user(self, kind):
        return UserRef("memory", KINDS[kind])

    def token(self, item):
        state = self.runner.table.state
        number = state.vote.number if item in ("yes", "no") and state.vote else state.round
        return tokens.button(state.id, number, item)

    def menu(self, text):
        command, _, argument = text.format(
            table=self.runner.table.state.id, chat=ROOM.id
        ).partition(":")
        return tokens.menu(command, argument)

    def incoming(self, kind, *, text="", token="", **fields):
        """What somebody of a kind sends: from outside only in private."""
        filled = {"chat": None if kind in OUTSIDE else ROOM, **fields}
        filled["admin"] = filled["chat"] is not None and kind in ("admin", "masked")
        filled["masked"] = kind == "masked"
        if token:
            return self.house.people.press(KINDS[kind], token, **filled)
        return self.house.people.say(KINDS[kind], text, **filled)

    def asks(self, kind):
        """Everything that somebody of a kind can ask for, as (what it is, how it comes in)."""
        sits = self.runner.table.seat_of(self.user(kind)) is not None
        for act, how, given in wishes(kind, sits=sits):
            match how:
                case "talk":
                    yield act, self.incoming(kind, text=given, talk=True)
                case "text":
                    yield act, self.incoming(kind, text=given)
                case "item":
                    yield act, self.incoming(kind, token=self.token(given))
                case _:
                    yield act, self.incoming(kind, token=self.menu(given))

    async def admits(self, incoming):
        """Whether the gate lets something through."""
        made = self.house.service
        try:
            return await made.gate.admit(made.request(incoming)) is not None
        except Refused:
            return False

    def stored(self):
        """Everything on the disk, but for what says that somebody or the program is there."""
        connection = sqlite3.connect(self.path)
        try:
            return [
                line
                for line in connection.iterdump()
                if '"heartbeat"' not in line and '"sighting"' not in line
            ]
        finally:
            connection.close()

    def shown(self):
        """Every message as everybody in the group sees it."""
        sent = self.house.platform.in_chat(ROOM.id)
        return [(one.ref, one.message, one.retired) for one in sent]


@asynccontextmanager
async def town(path, *, start=True, **limits):
    """A table that is begun, or with ``start`` false one that waits for people."""
    platform = MemoryPlatform(**limits)
    async with service(path, platform=platform, check=False) as house:
        house.people.chat = ROOM
        made = Town(house, path)
        await house.say("甲", "/newgame 比大小")
        for name in ("乙", KINDS["gone"]):
            await house.say(name, "/join")
        if start:
            await house.say("甲", "/start")
        await house.service.bars.bar(ROOM.key, ROOM, made.user("blocked"))
        platform.outside |= {KINDS[kind] for kind in OUTSIDE}
        await house.service.notice(MemberLeft(made.user("gone"), ROOM))
        await house.settle()
        yield made
