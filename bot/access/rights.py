"""Who may do what: the one table that is asked before anything reaches a table or a chat.

A right says who may ask; whether it can be done now (the phase, a free seat, the coins) is for the
table, the tournament or the queue to say. Whatever is not in here nobody may do.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Who(StrEnum):
    """What somebody is to a chat and to the table or tournament that is meant.

    A stranger, somebody who has left the chat, somebody blocked and somebody who hides who they
    are is only that. Everybody else is a member, and may be more at the same time.
    """

    STRANGER = "stranger"
    GONE = "gone"
    BLOCKED = "blocked"
    MASKED = "masked"
    MEMBER = "member"
    SEATED = "seated"
    HOST = "host"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Right:
    """Who may do something; somebody who is several things may if one of them may.

    Attributes:
        own: it is about one's own seat: whoever sits there need not be shown to be in the chat.
        played: where a link is all it takes to be a member, one must have played in the chat.
        common: where chats have no administrators, any member may.
    """

    may: frozenset[Who]
    own: bool = False
    played: bool = False
    common: bool = False


def _right(*who: Who, own: bool = False, played: bool = False, common: bool = False) -> Right:
    return Right(frozenset(who), own, played, common)


_MEMBER, _SEATED, _HOST, _ADMIN = Who.MEMBER, Who.SEATED, Who.HOST, Who.ADMIN
_GONE, _BLOCKED, _MASKED = Who.GONE, Who.BLOCKED, Who.MASKED

_ANYBODY = Right(frozenset(Who))
_ONESELF = Right(frozenset(Who) - {_MASKED})
_READ = _right(_MEMBER, _BLOCKED, _MASKED)
_READ_BOOK = _right(_MEMBER, _BLOCKED, _MASKED, played=True)
_JOIN = _right(_MEMBER)
_CALL = _right(_MEMBER, _MASKED)
_SPEAK = _right(_MEMBER, _BLOCKED)
_LEAVE = _right(_MEMBER, _GONE, _BLOCKED, own=True)
_OWN_SEAT = _right(_SEATED, own=True)
_AT_TABLE = _right(_SEATED)
_AT_TABLE_OR_ADMIN = _right(_SEATED, _ADMIN, _MASKED)
_HOST_ONLY = _right(_HOST)
_HOST_OR_ADMIN = _right(_HOST, _ADMIN, _MASKED)

RIGHTS: Mapping[str, Right] = {
    # About oneself.
    **dict.fromkeys(("help", "rules"), _ANYBODY),
    **dict.fromkeys(
        ("prefs", "me", "purse", "mydata", "forgetme", "notify-off", "proposal-correct", "rooms",
         "fellows", "house", "home"), _ONESELF
    ),
    # Reading what is a chat's.
    **dict.fromkeys(
        ("why", "look", "scores", "settings", "season", "rules-here", "more", "houserules"), _READ
    ),
    **dict.fromkeys(("settle", "export", "record", "replay", "analyse"), _READ_BOOK),
    "table": _CALL,
    # Seats, and what leads to one.
    **dict.fromkeys(("newgame", "teach", "deal", "join", "again", "coinroom"), _JOIN),
    **dict.fromkeys(("cup-join", "cup-word"), _JOIN),
    **dict.fromkeys(("replay-in", "analyse-in", "puzzle"), _JOIN),
    **dict.fromkeys(("houserules-keep", "houserules-drop"), _JOIN),
    **dict.fromkeys(("leave", "coinroom-leave", "cup-withdraw"), _LEAVE),
    **dict.fromkeys(("daily", "notify"), _JOIN),
    # What people say to each other.
    **dict.fromkeys(("say", "speaker", "deafen", "hear", "people"), _SPEAK),
    # One's own seat.
    **dict.fromkeys(
        ("hand", "play", "answer", "hint", "reach", "said", "cup-hand", "seat", "next", "resume",
         "shuffle",
         "pause", "autopilot", "back", "yes", "no"),
        _OWN_SEAT,
    ),
    # The table as it is for all who sit there.
    **dict.fromkeys(("addbot", "removebot", "display"), _AT_TABLE),
    **dict.fromkeys(("start", "stop"), _AT_TABLE_OR_ADMIN),
    **dict.fromkeys(("configure", "kick", "let"), _HOST_ONLY),
    **dict.fromkeys(("mute", "unmute", "away", "bar", "unbar"), _HOST_ONLY),
    **dict.fromkeys(("block", "unblock", "cup-start", "cup-cancel"), _HOST_OR_ADMIN),
    # The chat.
    "chat": Right(_HOST_OR_ADMIN.may, common=True),
    **dict.fromkeys(("tournament", "duplicate"), _CALL),
    **dict.fromkeys(("correct", "season-new", "proposal-season", "open"), _CALL),
}  # fmt: skip
"""What can be done, by its name: a command's, or what a button does that no command does."""

CONTROLS: Mapping[str, str] = {
    **{name: name for name in ("join", "leave", "start", "next", "resume", "back", "yes", "no")},
    **{name: name for name in ("hand", "why", "scores", "look", "reach", "said", "more")},
    "notify": "notify",
    "bot": "addbot",
    "unbot": "removebot",
    "set": "settings",
    "rules": "rules-here",
    "autopass": "autopilot",
    "houses": "houserules",
    "house-keep": "houserules-keep",
}
"""What the buttons of a table do, where their item is a fixed word."""

BEHIND_MORE: Mapping[str, str] = {
    "auto": "autopilot", "back": "back", "leave": "leave", "unqueue": "leave", "return": "join",
    "queue": "join", "pause": "pause", "resume": "resume", "stop": "stop", "table": "table",
    "record": "record", "rules": "rules-here", "autopass": "autopilot", "bot-easy": "addbot",
    "bot-normal": "addbot", "bot-hard": "addbot", "seat": "seat",
    "shuffle": "shuffle", "word": "shuffle",
}  # fmt: skip
"""What the buttons behind 更多 do: each is what a command does too."""

BROUGHT: Mapping[str, str] = {"replay": "replay-in", "analyse": "analyse-in"}
"""What a command does where its author brings along what it is about."""

MENUS: Mapping[str, str] = {
    name: name
    for name in (
        "again", "newgame", "rules", "prefs", "chat", "scores", "settle", "export", "correct",
        "forgetme", "more", "help", "replay", "analyse", "deal", "teach", "speaker", "deafen",
        "hear", "mute", "unmute", "away", "bar", "unbar", "rooms", "fellows", "house", "home",
        "people", "puzzle",
    )
}  # fmt: skip
"""What buttons of no table do, where that is the same whatever their argument is."""

DO = "do"
"""The command of buttons that do what a word alone does, and whose argument is that command."""

DONE = frozenset({
    "me", "scores", "settle", "export", "season", "record", "replay", "analyse", "rules",
    "prefs", "chat", "puzzle", "mydata", "forgetme", "display", "help", "open",
})  # fmt: skip
"""The commands that have such buttons."""

_ANSWERS = "cnpsv"
"""How the items of answers to a question begin; a number follows."""


def control(item: str) -> str:
    """What a table's button does; empty for an item that no button has."""
    if item[1:2].isdecimal() and item[0] in _ANSWERS:
        return "answer"
    if item[:1] == "h" and item[1:].isdecimal():
        return "hint"
    head, dash, rest = item.partition("-")
    if head == "more" and dash:
        return BEHIND_MORE.get(rest, "")
    if dash and item not in CONTROLS:
        return {"opt": "configure", "let": "let", "by": "configure"}.get(head, "")
    return CONTROLS.get(item, "")


def menu(command: str, argument: str) -> str:
    """What a button of no table does; empty for one that there is not.

    What the answer to a motion is depends on the motion, and is not known here.
    """
    word = argument.partition(".")[0]
    match command, word:
        case "do", _:
            return argument if argument in DONE else ""
        case "season", _:
            return "season-new" if word else "season"
        case "keep", _:
            return "record"
        case "problems", _:
            return "chat"
        case "solved", _:
            return "analyse-in"
        case "houses", _:
            return "houserules"
        case "newby", _:
            return "newgame"
        case (("rehouse" | "unhouse"), _):
            return f"houserules-{'drop' if command == 'unhouse' else 'keep'}"
        case "coinroom", ("join" | "leave"):
            return "coinroom" if word == "join" else "coinroom-leave"
        case "notify", ("ask" | "on" | "off"):
            return "notify-off" if word == "off" else "notify"
        case "tournament", ("new" | "duplicate"):
            return "tournament" if word == "new" else "duplicate"
        case "tournament", ("join" | "withdraw" | "word" | "start" | "cancel" | "hand"):
            return f"cup-{word}"
        case _:
            return MENUS.get(command, "")
