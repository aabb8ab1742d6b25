"""Every command that the README and /help offer works as it is written where it is read."""

import re
from pathlib import Path

import discord
import pytest

from bot.adapters.discord.commands import LANGUAGES as CLIENTS
from bot.adapters.discord.commands import Words, commands
from bot.commands.topics import DECLARED, PARSER
from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.i18n.localized import CommandNames
from tests.kit.actors import said
from tests.kit.discord import club
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform

OFFERED = re.compile(r"(?<![\w/.:])/([a-z]+|[\u4e00-\u9fff]+)(?![\w/])")
"""A command in a text, and no part of an address or a path."""

README = Path(__file__).parents[3] / "README.md"
PATHS = {"r", "ready", "health", "metrics", "opt", "newbot"}
"""What begins with a slash in the README and is none of ours: paths, and BotFather's command."""


def offered(text):
    return [found[1] for found in OFFERED.finditer(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_help_offers_is_understood(language):
    names = offered(Catalogue(language, strict=True).word("help-text"))
    assert len(names) > 30
    for name in names:
        assert PARSER.understand(f"/{name}").name == name, "as Telegram and the page take it"
        assert re.fullmatch("[a-z0-9_]{1,32}", name), "Telegram delivers nothing else unasked"


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_offers_everything_but_itself_and_answers_to_a_vote(language):
    names = offered(Catalogue(language, strict=True).word("help-text"))
    assert {spec.name for spec in DECLARED.menu} - set(names) == {"help", "yes", "no"}


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("zh-Hans", "/加入　/离开 起身　看 /开局 蹲麻子"),
        ("zh-Hant", "/加入　/離開 起身　看 /開局 蹲麻子"),
        ("en", "/join 加入　/leave 起身　看 /newgame 蹲麻子"),
    ],
)
def test_a_command_that_is_called_what_it_does_is_said_once(language, shown):
    names = CommandNames(DECLARED.menu)
    assert names.within("/join 加入　/leave 起身　看 /newgame 蹲麻子", language) == shown


def test_what_the_readme_offers_is_understood():
    text = README.read_text("utf-8")
    names = {name for code in re.findall("`([^`\n]+)`", text) for name in offered(code)} - PATHS
    assert len(names) > 30
    for name in names:
        assert PARSER.understand(f"/{name}").name in DECLARED.commands, name


async def test_discord_is_told_the_names_that_help_uses():
    client = discord.Client(intents=discord.Intents.none())
    catalogue = Catalogue(strict=True)
    tree, words = (
        commands(client, catalogue, DECLARED.menu, None, None),
        Words(catalogue, DECLARED.menu),
    )
    names = CommandNames(DECLARED.menu)
    for command in tree.get_commands():
        for locale, language in CLIENTS.items():
            shown = await words.translate(command._locale_name, locale, None)
            assert shown == names.of(command.name, language)
            assert names.within(f"/{command.name} x", language) == f"/{shown} x"


@pytest.mark.parametrize(
    ("client", "named"), [("zh-CN", "/开局"), ("zh-TW", "/開局"), ("en-US", "/newgame")]
)
async def test_help_calls_commands_as_the_client_does(tmp_path, client, named):
    platform = MemoryPlatform(localized=True)
    async with service(tmp_path / "t.db", platform=platform) as house:
        told = said(await house.say("甲", "/help", language=client))
        assert named in told
        assert all(PARSER.understand(f"/{name}").name for name in offered(told))


async def test_help_on_discord_names_what_its_clients_show(tmp_path):
    async with club(tmp_path / "x.db", people=1) as c:
        result = await c.slash(0, "help")
        assert "/开局" in result.response.content
        assert "/newgame" not in result.response.content
