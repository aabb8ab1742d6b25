"""What is kept of a person, as a file for them, and forgetting it.

Points stay in the book under nobody's name: the others' totals do not change, and a bad score is
not undone by being forgotten. For some days it can be taken back.
"""

from __future__ import annotations

import json
import logging
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.commands.request import OLD
from bot.commands.scores import Ledger
from bot.i18n.keys import game_name
from bot.i18n.times import day_time, plain
from bot.ports.messages import Attachment, Button, Outgoing, Reply, Style, Where
from bot.ports.refs import ChatRef, alone_key
from bot.store.forgetting import ANONYMOUS
from bot.store.ledger import Forgotten
from bot.store.rows import StoreError
from bot.support.errors import Refused, log_bug
from bot.table import tokens
from engine.msg import chained, msg
from engine.text import normal

if TYPE_CHECKING:
    from bot.commands.service import Hub
    from bot.ports.incoming import Incoming
    from bot.store.ledger import Traces

log = logging.getLogger(__name__)

UNDO = timedelta(days=7)
"""How long forgetting can be taken back."""

LOOK = 3600.0
"""So many seconds lie between two looks whose time to take it back is over."""

BACK = frozenset({"undo", "back", "撤销", "撤銷", "取消", "恢复", "恢復"})
FILE = "mydata.json"


class Privacy(Ledger):
    """Carries out commands; the methods are called like them."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(hub)
        self._looked: float | None = None

    async def mydata(self, incoming: Incoming, rest: str) -> Reply | None:
        user, store = incoming.user.key, self.hub.store
        traces = await store.traces(user, "", alone_key(incoming.user))
        totals = await store.person_totals(user)
        sitting = self.hub.tables_of(incoming.user)
        data: dict[str, object] = {
            "person": user,
            "settings": dict(traces.wishes),
            "private messages": {"fail": traces.reach[0]} if traces.reach else {},
            "totals": [asdict(total) for total in totals],
            "seats": [asdict(seat) for seat in traces.seats],
            "tournaments": [{"id": cup, "name": name} for cup, _, name in traces.entered],
            "tables now": [runner.table.state.id for runner in sitting],
            "corrections and seasons asked for": list(traces.motions),
            "answers to such questions": list(traces.voices),
            "coins": [
                {"chat": chat, "account": account, "coins": await store.coins.held(chat, account)}
                for chat, account in traces.accounts
            ],
        }
        say = self.scorebook(incoming).say
        if incoming.chat is not None and self._has_purses(incoming):
            purse = await store.coins.purse(incoming.chat.key, user)
            data["first coins of this chat were given"] = purse.granted
        games = chained("render-list", [game_name(total.game) for total in totals])
        text = say(
            msg(
                "mydata-text",
                matches=len({seat.match for seat in traces.seats}),
                chats=len({seat.chat for seat in traces.seats}),
                games=games or say(msg("mydata-none")),
                settings=len(traces.wishes),
                tables=len(sitting),
            )
        )
        if self._has_purses(incoming):
            text += f"\n{say(msg('mydata-coins'))}"
        raw = json.dumps(data, ensure_ascii=False, indent=1).encode()
        return Reply(Outgoing(text, file=Attachment(FILE, raw)))

    async def forgetme(self, incoming: Incoming, rest: str) -> Reply | None:
        if normal(rest) in BACK:
            return await self._undo(incoming)
        say = self.scorebook(incoming).say
        rows = []
        if incoming.chat is not None:
            token = tokens.menu("forgetme", f"here.{incoming.chat.id}")
            rows.append((Button(token, say(msg("forget-button-here")), Style.DANGER),))
        rows.append((_button("all", say(msg("forget-button-all"))),))
        can_undo = await self.hub.store.forgotten(incoming.user.key)
        if can_undo:
            until = day_time(can_undo[0].at + UNDO)
            rows.append((_button("undo", say(msg("forget-button-undo", until=until))),))
        text = say(msg("forget-ask", days=UNDO.days))
        if self._has_purses(incoming):
            text += f"\n{say(msg('forget-ask-coins'))}"
        return Reply(Outgoing(text, rows=tuple(rows)))

    async def forget_pressed(self, argument: str, incoming: Incoming) -> Reply | None:
        """A person has made up their mind."""
        what, _, ident = argument.partition(".")
        match what:
            case "undo":
                return await self._undo(incoming)
            case "all":
                return await self._forget(incoming, "")
            case "here" if ident:
                return await self._forget(incoming, ChatRef(incoming.user.platform, ident).key)
            case _:
                raise Refused(OLD)

    async def _forget(self, incoming: Incoming, chat: str) -> Reply:
        user, book, store = incoming.user, alone_key(incoming.user), self.hub.store
        traces = await store.traces(user.key, chat, book)
        say = self.scorebook(incoming).say
        if not _holds(traces):
            return Reply(Outgoing(say(msg("forget-nothing"))), Where.SAME_MESSAGE)
        now = self.hub.clock.now()
        alias = ANONYMOUS + self.hub.context.fresh.id()
        await store.forget(Forgotten(alias, user.key, chat, now, traces), book)
        self.hub.prefs.forget_person(user)
        if not chat and self.hub.reach.closed(user):
            self.hub.reach.forget(user)
        seats = len({seat.match for seat in traces.seats})
        lines = [say(msg("forget-done", matches=seats, until=day_time(now + UNDO)))]
        if self.hub.tables_of(user):
            lines.append(say(msg("forget-playing")))
        if self.hub.cups.holding(user) is not None:
            lines.append(say(msg("forget-cup")))
        row = (_button("undo", plain(say(msg("forget-button-undo", until=day_time(now + UNDO))))),)
        return Reply(Outgoing("\n".join(lines), rows=(row,)), Where.SAME_MESSAGE)

    async def forget_for_good(self) -> None:
        """What can no longer be taken back is gone; looked at now and then."""
        now, ran = self.hub.clock.now(), self.hub.clock.steady()
        if self._looked is not None and ran - self._looked < LOOK:
            return
        self._looked = ran
        try:
            gone = await self.hub.store.purge(now - UNDO)
            await self.hub.presence.prune()
            await self.hub.bars.prune(self.hub.runners)
        except StoreError as error:
            log.warning("nobody forgotten for good reason=%s", error)
        except Exception as error:  # noqa: BLE001  (the heartbeat goes on; it is tried again)
            log_bug(log, "nobody forgotten for good", error)
        else:
            if gone:
                log.info("forgotten for good count=%d", gone)

    async def _undo(self, incoming: Incoming) -> Reply:
        """Take back what was forgotten last, and what was before that within the days."""
        user, store = incoming.user, self.hub.store
        gone = await store.forgotten(user.key)
        say = self.scorebook(incoming).say
        since = self.hub.clock.now() - UNDO
        kept = [one for one in gone if one.at > since]
        for one in kept:
            await store.remember(one, alone_key(user))
        self.hub.prefs.forget_person(user)
        reach = (await store.traces(user.key, "", alone_key(user))).reach if kept else None
        if reach is not None and reach[0]:
            self.hub.reach.remember(user)
        text = say(msg("forget-undone" if kept else "forget-no-undo", days=UNDO.days))
        return Reply(Outgoing(text), Where.SAME_MESSAGE if incoming.token else Where.PRIVATE)

    def _has_purses(self, incoming: Incoming) -> bool:
        """Whether people of this platform have purses at all."""
        return self.hub.platforms[incoming.user.platform].limits.purses


def _holds(traces: Traces) -> bool:
    common = (traces.seats, traces.wishes, traces.reach, traces.motions, traces.voices)
    return any((*common, traces.accounts, traces.entered))


def _button(what: str, label: str) -> Button:
    return Button(
        tokens.menu("forgetme", what), label, Style.DANGER if what == "all" else Style.PLAIN
    )
