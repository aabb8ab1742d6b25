"""Listens to everything that leaves for anybody while a 复式 is on, and finds what is told early.

A result is early where a table has ended, its deal is still played elsewhere, and somebody is told
it who did not sit there.
"""

import re

from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.tournament.state import table_of
from engine.msg import SeatArg, msg, signed

PLACE = re.compile("总分现在排第 ([0-9]+)")

CATALOGUES = [Catalogue(language) for language in LANGUAGES]


class Ear:
    """Every message of a program that is attached.

    Attributes:
        early: what was told too early, as (to whom, which words).
        heard: how many messages left while a result was to be kept.
        own: how often those who sat there were told theirs.
        place: the place that each was told last.
    """

    def __init__(self):
        self.early = []
        self.heard = 0
        self.own = 0
        self.place = {}
        self._whose = {}
        self._secrets = {}

    def attach(self, house):
        """Listen to a program that has just begun."""
        platform, service = house.platform, house.service
        post, edit, whisper, handle = platform.post, platform.edit, platform.whisper, service.handle

        async def posted(chat, message, *rest, **more):
            self.hear(house, "", message)
            return await post(chat, message, *rest, **more)

        async def edited(ref, message, *rest, **more):
            self.hear(house, self._whose.get(ref.chat, "") if ref.private else "", message)
            return await edit(ref, message, *rest, **more)

        async def whispered(user, message, *rest, **more):
            self.hear(house, user.key, message)
            sent = await whisper(user, message, *rest, **more)
            if sent.ref is not None:
                self._whose[sent.ref.chat] = user.key
            return sent

        async def handled(incoming):
            reply = await handle(incoming)
            if reply is not None and reply.message is not None:
                self.hear(house, incoming.user.key, reply.message)
            return reply

        platform.post, platform.edit, platform.whisper = posted, edited, whispered
        service.handle = handled

    def hear(self, house, reader, message):
        """Somebody is shown a message; everybody, where ``reader`` is empty."""
        if reader and (place := PLACE.search(message.text)):
            self.place[reader] = int(place[1])
        kept = [secret for t in _sessions(house) for secret in self._kept(house, t)]
        if not kept:
            return
        self.heard += 1
        words = f"{message!r}"
        for people, lines in kept:
            told = [line for line in lines if line in words]
            if told and reader in people:
                self.own += 1
            elif told:
                self.early.append((reader, told))

    def _kept(self, house, tournament):
        """The people and the words of tables that have ended a deal which is still played."""
        session = tournament.state.session
        for index in range(session.tables):
            made = table_of(tournament.state, session.stage, index)
            runner = house.tables.running.get(made.table)
            if runner is not None and runner.table.state.over and runner.table.match is not None:
                table = runner.table
                self._secrets[made.table] = told_as(table.names, table.sums)
            if made.table in self._secrets:
                people = {e.user.key for e in made.entrants if e.user is not None}
                yield people, self._secrets[made.table]


def _sessions(house):
    runners = house.service.running.tournaments._runners.values()
    return [r for r in runners if r.state.session is not None and not r.state.over]


def told_as(names, sums):
    """How a table's result is said, in every language."""
    return {
        catalogue.say(
            msg("round-score", seat=SeatArg(seat), score=signed(score), total=signed(score)), names
        )
        for catalogue in CATALOGUES
        for seat, score in enumerate(sums)
    }
