"""What Discord tells of who sees a channel: members, roles, channels' rights, bans and kicks.

Whether members come and go is told only to a bot that was allowed to hear it (Server Members
Intent); whether it was stands in the application's flags, so nobody has to say it twice. Bans are
told to everybody, kicks and changes of roles also to whoever may read the audit log. What is not
told at all is asked when somebody presses in private, once in a while.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import discord

from bot.adapters.discord.refs import chat_ref, user_ref
from bot.adapters.discord.render import NAME
from bot.ports.notices import SightChanged
from bot.ports.refs import ChatRef, UserRef

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.ports.platform import Service

log = logging.getLogger(__name__)

AGAIN = 60.0
"""Seconds in which somebody who presses in private is asked about once."""

MOST = 10_000
"""Persons of whom it is remembered when they were asked about."""

SEEING = discord.Permissions(view_channel=True, administrator=True, manage_threads=True)
"""The rights by which people see channels and private threads."""

UPDATE = "GUILD_MEMBER_UPDATE"


class Sight(discord.Client):
    """Translates what changes who sees what."""

    service: Service

    def listen(self, now: Callable[[], float]) -> None:
        """Begin; ``now``: seconds of any clock that only grows."""
        self._now = now
        self._asked: OrderedDict[UserRef, float] = OrderedDict()
        # The library tells of a member's roles only where it keeps all members.
        known = self._connection.parsers[UPDATE]

        def updated(data: Any) -> None:
            known(data)
            self.dispatch("member_changed", int(data["guild_id"]), int(data["user"]["id"]))

        self._connection.parsers[UPDATE] = updated

    def hear_members(self) -> None:
        """Ask for what is told of members, if the application was allowed to hear it."""
        flags = self.application_flags
        if flags.gateway_guild_members or flags.gateway_guild_members_limited:
            # Only the login tells the flags, and by then the client is made.
            self._connection._intents.members = True
        else:
            log.info("Server Members Intent is off: who leaves is noticed by their next press")

    async def pressed_alone(self, user: UserRef) -> None:
        """Somebody does something in private: nobody vouches that they see their table's chat."""
        if self.intents.members:
            return
        now = self._now()
        if now < self._asked.get(user, 0.0):
            return
        self._asked[user] = now + AGAIN
        self._asked.move_to_end(user)
        if len(self._asked) > MOST:
            self._asked.popitem(last=False)
        await self.service.notice(SightChanged(NAME, user))

    # Members.

    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        """Somebody left a server, or was made to."""
        guild = self.get_guild(payload.guild_id)
        if guild is not None:
            await self._changed(_chats(guild), payload.user, gone=True)

    async def on_member_ban(
        self, guild: discord.Guild, user: discord.User | discord.Member
    ) -> None:
        """Somebody was banned."""
        await self._changed(_chats(guild), user, gone=True)

    async def on_audit_log_entry_create(self, entry: discord.AuditLogEntry) -> None:
        """Somebody was made to leave, or has other roles."""
        actions = discord.AuditLogAction
        target = entry.target
        if entry.action is actions.member_prune:
            await self._changed(_chats(entry.guild))
        elif target is not None and entry.action in (actions.kick, actions.member_role_update):
            who = discord.Object(int(target.id))
            await self._changed(_chats(entry.guild), who, gone=entry.action is actions.kick)

    async def on_member_changed(self, guild: int, user: int) -> None:
        """Somebody has other roles, or another name."""
        found = self.get_guild(guild)
        if found is not None:
            await self._changed(_chats(found), discord.Object(user))

    async def on_raw_thread_member_remove(self, payload: discord.RawThreadMembersUpdate) -> None:
        """Some people were taken out of a thread; if it is private they see it no longer."""
        guild = self.get_guild(payload.guild_id)
        thread = guild.get_thread(payload.thread_id) if guild is not None else None
        if thread is None:
            return
        for user in payload.data.get("removed_member_ids", ()):
            await self._changed({f"{NAME}:{thread.parent_id}"}, discord.Object(int(user)))

    async def on_member_join(self, member: discord.Member) -> None:
        """Somebody has come: what was known of them counts no longer."""
        await self._changed(_chats(member.guild), member)

    # Channels and roles.

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Other people may see a channel."""
        chat = chat_ref(after)
        if chat is not None and before.overwrites != after.overwrites:
            await self._changed({chat.key})

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Whoever has a role may see other channels."""
        if (before.permissions.value ^ after.permissions.value) & SEEING.value:
            await self._changed(_chats(after.guild))

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Nobody has a role any more."""
        await self._changed(_chats(role.guild))

    async def _changed(
        self, chats: Iterable[str], user: discord.abc.Snowflake | None = None, *, gone: bool = False
    ) -> None:
        about = user_ref(user) if user is not None else None
        await self.service.notice(SightChanged(NAME, about, frozenset(chats), gone))


def _chats(guild: discord.Guild) -> set[str]:
    return {ChatRef(NAME, str(channel.id)).key for channel in guild.channels}
