"""Commands about what is kept of a person: a file of it for them, and forgetting it.

Points stay in the book under nobody's name: the others' totals do not change, and a bad score is
not undone by being forgotten. For some days it can be taken back.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from bot.commands.houses import read_again
from bot.commands.registry import Needs, command, menu
from bot.commands.request import OLD
from bot.i18n.keys import game_name
from bot.i18n.times import day_time, plain
from bot.ports.belongings import DEVICE, PUSH
from bot.ports.menu import Field
from bot.ports.messages import Attachment, Button, Outgoing, Reply, Style, Where
from bot.ports.refs import ChatRef, alone_key
from bot.runtime.forgetting import UNDO
from bot.store.forgetting import ANONYMOUS
from bot.store.scorebook import Forgotten
from bot.support.errors import Refused
from bot.table import tokens
from bot.talk.talk import DEAF
from engine.msg import chained, msg
from engine.text import normal

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.store.scorebook import Traces
    from bot.talk.talk import Talk

BACK = frozenset({"undo", "back", "撤销", "撤銷", "取消", "恢复", "恢復"})
FILE = "mydata.json"


class PrivacyCommands:
    """``/mydata``, ``/forgetme``."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk

    @command("mydata", "我的数据", "我的數據", "我的資料", order=390, needs=Needs.NOTHING)
    async def mydata(self, request: Request, rest: str) -> Reply | None:
        """Hand out what is kept of its author, as a file."""
        user, store, say = request.user.key, request.context.store, request.scorebook.say
        traces = await store.people.traces(user, "", alone_key(request.user))
        totals = await store.scores.person_totals(user)
        sitting = [runner.table.state.id for runner in request.tables.of(request.user)]
        sitting += [state.id for state in await request.tables.others.of(request.user)]
        kept = {key: value for key, value in traces.wishes if value}
        deaf = [key for key in kept if key.startswith(DEAF)]
        for key in deaf:
            del kept[key]
        devices = {key: kept.pop(key) for key in tuple(kept) if key.startswith(DEVICE)}
        problems = {key: kept.pop(key) for key in tuple(kept) if key.startswith("puzzle:")}
        told = {key: kept.pop(key) for key in tuple(kept) if key.startswith(PUSH)}
        data: dict[str, object] = {
            "person": user,
            "settings": kept,
            "devices": devices,
            "told of turns at": told,
            "problems solved": problems,
            "people not heard": len(deaf),
            "said in rooms": [
                {
                    "room": one.chat,
                    "name": one.name,
                    "at": one.at.isoformat(),
                    "words": one.words or say(msg(f"talk-quick-{one.quick}")),
                }
                for one in await store.talk.of(user)
            ],
            "private messages": {"fail": traces.reach[0]} if traces.reach else {},
            "totals": [asdict(total) for total in totals],
            "seats": [asdict(seat) for seat in traces.seats],
            "tournaments": [
                {"id": tournament, "name": name} for tournament, _, name in traces.entered
            ],
            "tables now": sitting,
            "corrections and seasons asked for": list(traces.proposals),
            "answers to such questions": list(traces.voices),
            "words for shuffles": [
                {"match": match, "seat": seat + 1, "word": word}
                for match, seat, _, word in traces.words
            ],
            "fingerprints made": list(traces.sealed),
            "house rules kept": [
                {
                    "chat": one.chat,
                    "game": one.game,
                    "name": one.name,
                    "called": one.author,
                    "options": json.loads(one.options),
                }
                for one in await store.houses.person(user)
            ],
            "coins": [
                {"chat": chat, "account": account, "coins": await store.coins.held(chat, account)}
                for chat, account in traces.accounts
            ],
        }
        if request.chat is not None and request.platform.limits.purses:
            purse = await store.coins.purse(request.chat.key, user)
            data["first coins of this chat were given"] = purse.granted
        games = chained("render-list", [game_name(total.game) for total in totals])
        text = say(
            msg(
                "mydata-text",
                matches=len({seat.match for seat in traces.seats}),
                chats=len({seat.chat for seat in traces.seats}),
                games=games or say(msg("mydata-none")),
                settings=len(kept),
                tables=len(sitting),
            )
        )
        if request.platform.limits.purses:
            text += f"\n{say(msg('mydata-coins'))}"
        raw = json.dumps(data, ensure_ascii=False, indent=1).encode()
        return Reply(Outgoing(text, file=Attachment(FILE, raw)))

    @command(
        *("forgetme", "忘记我", "忘記我", "删除我的数据", "刪除我的資料", "刪除我的數據"),
        order=400, fields=(Field("undo"),), needs=Needs.NOTHING,
    )  # fmt: skip
    async def forgetme(self, request: Request, rest: str) -> Reply | None:
        """Ask what is to be forgotten, or take it back."""
        if normal(rest) in BACK:
            return await self._undo(request)
        say = request.scorebook.say
        rows = []
        if request.chat is not None:
            token = tokens.menu("forgetme", f"here.{request.chat.id}")
            rows.append((Button(token, say(msg("forget-button-here")), Style.DANGER),))
        rows.append((_button("all", say(msg("forget-button-all"))),))
        can_undo = await request.context.store.people.forgotten(request.user.key)
        if can_undo:
            until = day_time(can_undo[0].at + UNDO)
            rows.append((_button("undo", say(msg("forget-button-undo", until=until))),))
        text = say(msg("forget-ask", days=UNDO.days))
        if request.platform.limits.purses:
            text += f"\n{say(msg('forget-ask-coins'))}"
        return Reply(Outgoing(text, rows=tuple(rows)))

    @menu("forgetme")
    async def forget_pressed(self, request: Request, argument: str) -> Reply | None:
        """Forget the author, or do not, as they have pressed."""
        what, _, ident = argument.partition(".")
        match what:
            case "undo":
                return await self._undo(request)
            case "all":
                return await self._forget(request, "")
            case "here" if ident:
                return await self._forget(request, ChatRef(request.user.platform, ident).key)
            case _:
                raise Refused(OLD)

    async def _forget(self, request: Request, chat: str) -> Reply:
        user, book, store = request.user, alone_key(request.user), request.context.store
        traces = await store.people.traces(user.key, chat, book)
        say = request.scorebook.say
        if not _holds(traces):
            return Reply(Outgoing(say(msg("forget-nothing"))), Where.SAME_MESSAGE)
        now = request.context.clock.now()
        alias = ANONYMOUS + request.context.ids.id()
        await store.people.forget(Forgotten(alias, user.key, chat, now, traces), book)
        request.context.preferences.forget_person(user)
        await self._talk.forgotten(user, {room for _, room, *_ in traces.said})
        await read_again(request, (ident for ident, *_ in traces.houses))
        if not chat and request.context.reachability.closed(user):
            request.context.reachability.forget(user)
        seats = len({seat.match for seat in traces.seats})
        lines = [say(msg("forget-done", matches=seats, until=day_time(now + UNDO)))]
        if request.tables.of(user) or await request.tables.others.of(user):
            lines.append(say(msg("forget-playing")))
        if request.services.tournaments.holding(user) is not None:
            lines.append(say(msg("forget-cup")))
        row = (_button("undo", plain(say(msg("forget-button-undo", until=day_time(now + UNDO))))),)
        return Reply(Outgoing("\n".join(lines), rows=(row,)), Where.SAME_MESSAGE)

    async def _undo(self, request: Request) -> Reply:
        """Take back what was forgotten last, and what was before that within the days."""
        user, store = request.user, request.context.store
        gone = await store.people.forgotten(user.key)
        say = request.scorebook.say
        since = request.context.clock.now() - UNDO
        kept = [one for one in gone if one.at > since]
        for one in kept:
            await store.people.remember(one, alone_key(user))
        request.context.preferences.forget_person(user)
        await self._talk.forgotten(user, {at for one in kept for _, at, *_ in one.traces.said})
        await read_again(request, (ident for one in kept for ident, *_ in one.traces.houses))
        reach = (await store.people.traces(user.key, "", alone_key(user))).reach if kept else None
        if reach is not None and reach[0]:
            request.context.reachability.remember(user)
        text = say(msg("forget-undone" if kept else "forget-no-undo", days=UNDO.days))
        where = Where.SAME_MESSAGE if request.incoming.token else Where.PRIVATE
        return Reply(Outgoing(text), where)


def _holds(traces: Traces) -> bool:
    common = (traces.seats, traces.wishes, traces.reach, traces.proposals, traces.voices)
    return any((*common, traces.accounts, traces.entered, traces.said, traces.houses))


def _button(what: str, label: str) -> Button:
    return Button(
        tokens.menu("forgetme", what), label, Style.DANGER if what == "all" else Style.PLAIN
    )
