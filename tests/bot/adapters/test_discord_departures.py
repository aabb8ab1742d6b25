"""Who leaves a server, or no longer sees a channel, has no seat there from that moment on.

Discord tells of members only who was allowed to hear of them (Server Members Intent). Of channels,
roles and bans everybody hears, of kicks who may read the audit log, and what is told to nobody is
asked when somebody presses in private.
"""

import discord
import pytest
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from bot.adapters.discord.refs import user_ref
from bot.ports.messages import Outgoing
from tests.kit.discord import buttons, club

GAME = "_specimen"
VIEW = discord.Permissions(view_channel=True).value


class Town:
    """A lobby in a channel, at which the second person sits by a role that sees the channel."""

    def __init__(self, made):
        self.made = made
        self.backend = made.env.backend
        self.role = made.guild.create_role("牌友", permissions=discord.Permissions.none())

    async def open(self):
        made = self.made
        for person in made.people:
            self.backend.add_member_role(made.guild.id, person.id, self.role.id)
        self.overwrite(made.env.backend.bot_user.id, OverwriteType.MEMBER, allow=VIEW)
        self.overwrite(made.guild.id, deny=VIEW)
        self.overwrite(self.role.id, allow=VIEW)
        await made.settle()
        await made.slash(0, "newgame", game=GAME)
        await made.slash(1, "join")
        assert self.sits(1)

    def overwrite(self, target, kind=OverwriteType.ROLE, **rights):
        self.backend.set_overwrite(self.made.channel.id, Overwrite(target, kind, **rights))

    def sits(self, who):
        seat = self.made.seat_of(who)
        return seat is not None and not self.made.house.table.state.players[seat].left

    async def left(self):
        """Whether the second one has got up, at once and alone."""
        await self.made.settle()
        assert self.sits(0)
        return not self.sits(1)


# What happens, and which of the bot's permissions it takes to be told of it.


def leaves(town, guild, person):
    town.backend.remove_member(guild, person)


def banned(town, guild, person):
    # Without the members intent this alone is told.
    town.backend.apply_ban(guild, person, None)


def kicked(town, guild, person):
    town.backend.remove_member(guild, person)
    town.backend.record_audit_log(guild, discord.AuditLogAction.kick.value, target_id=person)


def loses_the_role(town, guild, person):
    town.backend.remove_member_role(guild, person, town.role.id)


def loses_the_role_by_an_administrator(town, guild, person):
    loses_the_role(town, guild, person)
    town.backend.record_audit_log(
        guild, discord.AuditLogAction.member_role_update.value, target_id=person
    )


def channel_hidden_from_them(town, guild, person):
    town.overwrite(person, OverwriteType.MEMBER, deny=VIEW)


def channel_hidden_from_their_role(town, guild, person):
    # The host is let in by name, the second one by the role alone.
    town.overwrite(town.made.people[0].id, OverwriteType.MEMBER, allow=VIEW)
    town.overwrite(town.role.id, deny=VIEW)


EVERYBODY_HEARS = (banned, channel_hidden_from_them, channel_hidden_from_their_role)
LOG_READERS_HEAR = (kicked, loses_the_role_by_an_administrator)
ALLOWED_HEAR = (leaves, loses_the_role)
EVERYTHING = EVERYBODY_HEARS + LOG_READERS_HEAR + ALLOWED_HEAR


async def gone(town, happens):
    await town.open()
    happens(town, town.made.guild.id, town.made.people[1].id)
    return await town.left()


@pytest.mark.parametrize("happens", EVERYTHING, ids=lambda f: f.__name__)
async def test_with_the_members_intent_everybody_who_is_gone_gets_up_at_once(tmp_path, happens):
    async with club(tmp_path / "t.db", members=True) as made:
        assert await gone(Town(made), happens)


@pytest.mark.parametrize("happens", EVERYBODY_HEARS + LOG_READERS_HEAR, ids=lambda f: f.__name__)
async def test_without_it_what_discord_tells_everybody_counts_at_once(tmp_path, happens):
    async with club(tmp_path / "t.db") as made:
        assert await gone(Town(made), happens)


@pytest.mark.parametrize("happens", ALLOWED_HEAR, ids=lambda f: f.__name__)
async def test_what_nobody_tells_is_noticed_by_the_next_press_in_private(tmp_path, happens):
    async with club(tmp_path / "t.db") as made:
        town = Town(made)
        await town.open()
        await made.click(0, made.board(), "开始")
        hand = made.private(1)
        happens(town, made.guild.id, made.people[1].id)
        assert not await town.left()
        await made.people[1].user.click(hand, custom_id=next(iter(buttons(hand).values())))
        assert await town.left()


async def test_a_private_message_refused_for_want_of_a_common_server_tells_it_as_well(tmp_path):
    async with club(tmp_path / "t.db") as made:
        town = Town(made)
        await town.open()
        leaves(town, made.guild.id, made.people[1].id)
        private = made.people[1].user.dm_channel.id
        made.env.inject_error("POST", f"/channels/{private}/messages", status=403, code=50278)
        await made.house.platform.whisper(made.house.table.state.players[1].user, Outgoing("牌"))
        assert await town.left()


async def test_who_is_asked_about_and_still_there_stays(tmp_path):
    async with club(tmp_path / "t.db", members=True) as made:
        town = Town(made)
        await town.open()
        extra = made.guild.create_role("旁的", permissions=discord.Permissions.none())
        town.backend.add_member_role(made.guild.id, made.people[1].id, extra.id)
        town.backend.remove_member_role(made.guild.id, made.people[1].id, extra.id)
        town.overwrite(extra.id, deny=VIEW)
        town.backend.delete_role(made.guild.id, extra.id)
        leaves(town, made.guild.id, made.people[2].id)
        await made.settle()
        assert town.sits(0) and town.sits(1)


async def test_nobody_is_asked_about_who_has_nothing_here(tmp_path):
    async with club(tmp_path / "t.db", members=True) as made:
        town = Town(made)
        await town.open()
        before = len(made.env.http_requests)
        leaves(town, made.guild.id, made.people[2].id)
        town.backend.add_member_role(made.guild.id, made.people[3].id, town.role.id)
        await made.settle()
        assert len(made.env.http_requests) == before


@pytest.mark.parametrize(
    ("command", "waits"),
    [("coinroom", "coinrooms"), ("tournament", "tournaments")],
)  # fmt: skip
async def test_queues_and_registrations_end_as_well(tmp_path, command, waits):
    async with club(tmp_path / "t.db", members=True) as made:
        await made.slash(1, command)
        people = getattr(made.house.service.running, waits).people
        if waits == "tournaments":
            await made.click(1, made.board(), "报名")
        assert [user.id for _, user in people()] == [str(made.people[1].id)]
        leaves(Town(made), made.guild.id, made.people[1].id)
        await made.settle()
        assert not list(people())


async def test_what_was_known_of_somebody_without_a_seat_is_forgotten_at_once(tmp_path):
    async with club(tmp_path / "t.db", members=True) as made:
        town = Town(made)
        await town.open()
        presence, chat = made.house.service.presence, made.house.table.state.place
        who = user_ref(made.people[2])
        await made.slash(2, "table")
        assert await presence.there(who, chat)
        leaves(town, made.guild.id, made.people[2].id)
        await made.settle()
        assert await presence.there(who, chat) is False
        made.guild.add_member(made.people[2].user, roles=[town.role])
        await made.settle()
        assert await presence.there(who, chat)
