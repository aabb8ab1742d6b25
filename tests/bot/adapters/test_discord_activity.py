"""Discord's Activity beside the page: its command, its button, and what is said of it."""

import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest
from discord import ApplicationFlags
from pydantic import ValidationError

from bot.adapters.discord.frame import SCRIPTS, client_of
from bot.adapters.discord.launch import TOKEN as TOKEN_OF_BUTTON
from bot.adapters.discord.plugin import PLUGIN
from bot.app.settings import Settings
from bot.ports.messages import Outgoing
from bot.support.settings import problem
from tests.kit.activity import CLIENT, SECRET, token_of
from tests.kit.discord_gateway import BOT, CHANNEL, ENTRY_POINT, press
from tests.kit.discord_running import CHAT, calls, pointed, ready, running
from tests.kit.service import FakeService
from tests.kit.world import until

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "bot/adapters/discord"
BUILT = "e148aaed13d6a3d2aa115230d8f548fdb0b29070ed50ca686e5168a90a21d800"
BUNDLED = (
    "@discord/embedded-app-sdk", "big-integer", "decimal.js-light", "eventemitter3",
    "lodash.transform", "uuid", "zod",
)  # fmt: skip
COMMANDS = f"/applications/{BOT}/commands"
WRONG = "of another kind"
LAUNCH = {
    "id": "1300000000000000001", "application_id": BOT, "version": "7", "type": ENTRY_POINT,
    "name": "launch", "name_localizations": {"zh-CN": "启动"}, "description": "", "handler": 1,
    "contexts": [0, 1, 2], "integration_types": [0, 1], "nsfw": False,
}  # fmt: skip


@pytest.fixture
async def fake(monkeypatch):
    async with pointed(monkeypatch) as made:
        yield made


def of_launch(found):
    """The commands among some that open an Activity."""
    return [one for one in found if one.get("type") == ENTRY_POINT]


async def test_the_command_that_opens_it_is_sent_along_and_left_to_discord(fake):
    fake.declared = [LAUNCH, {"id": "2", "type": 1, "name": "old"}]
    async with running(fake) as (platform, _, _pauses):
        await ready(platform)
    refused, taken = calls(fake, "PUT", COMMANDS)
    (sent,) = of_launch(taken[2])

    assert of_launch(refused[2]) == []
    assert len(taken[2]) == len(refused[2]) + 1
    assert {key: sent[key] for key in ("name", "name_localizations", "handler")} == {
        "name": "launch", "name_localizations": {"zh-CN": "启动"}, "handler": 2,
    }  # fmt: skip
    assert not {"id", "application_id", "version"} & set(sent)
    assert platform.synced


@pytest.mark.parametrize("status", [400, 403, 404])
async def test_commands_that_are_refused_keep_nobody_from_playing(fake, status):
    """They are declared when the connection comes back, if that goes through."""
    fake.will("PUT", COMMANDS, status, {"code": 50035, "message": "Invalid Form Body"})
    service = FakeService()
    async with running(fake, service) as (platform, task, _pauses):
        await ready(platform)
        await fake.tell("INTERACTION_CREATE", press("10", "g1:table1:0:join"))
        await fake.until(lambda: service.heard)
        assert (platform.synced, task.done()) == (False, False)
        await fake.drop()
        await until(lambda: platform.synced)


async def test_a_press_on_the_button_opens_it_and_where_it_does_not_open_says_how_to_go_on(fake):
    service = FakeService()
    async with running(fake, service, activity=True) as (platform, _, _pauses):
        await ready(platform)
        await fake.tell("INTERACTION_CREATE", press("10", TOKEN_OF_BUTTON))
        path = "/interactions/1./secret-1./callback"
        await fake.until(lambda: any(re.fullmatch(path, call[1]) for call in fake.calls))
        refusal = {"code": 50035, "message": "Invalid Form Body"}
        fake.will("POST", path, 400, refusal)
        await fake.tell("INTERACTION_CREATE", press("11", TOKEN_OF_BUTTON))
        answers = lambda: [c[2] for c in fake.calls if re.fullmatch(path, c[1])]  # noqa: E731
        await fake.until(lambda: len(answers()) == 3)

    assert [answer["type"] for answer in answers()] == [12, 12, 4]
    assert "同一桌" in answers()[-1]["data"]["content"]
    assert answers()[-1]["data"]["flags"] == 64
    assert service.heard == []


@pytest.mark.parametrize(("on", "kinds"), [(True, [12]), (False, [4])])
async def test_the_command_that_opens_it_is_answered_where_it_comes_to_us_all_the_same(
    fake, caplog, on, kinds
):
    """The library knows no command of its type, and would leave its person without an answer."""
    service = FakeService()
    async with running(fake, service, activity=on) as (platform, _, _pauses):
        await ready(platform)
        command = {"id": "1", "name": "launch", "type": ENTRY_POINT}
        await fake.tell("INTERACTION_CREATE", {**press("10", ""), "type": 2, "data": command})
        path = "/interactions/10/secret-10/callback"
        await fake.until(lambda: calls(fake, "POST", path))

    assert [call[2]["type"] for call in calls(fake, "POST", path)] == kinds
    assert service.heard == []
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("on", [False, True])
async def test_a_table_has_the_button_where_there_is_a_page_and_other_messages_never(fake, on):
    async with running(fake, activity=on) as (platform, _, _pauses):
        await ready(platform)
        board = await platform.post(CHAT, Outgoing(text="牌桌", table="t1"))
        await platform.edit(board, Outgoing(text="轮到你", table="t1"))
        await platform.post(CHAT, Outgoing(text="散了"))
    sent = [c[2] for c in fake.calls if c[1].startswith(f"/channels/{CHANNEL}/messages")]
    keys = [re.findall(r"b:activity", json.dumps(body)) for body in sent]

    assert [bool(found) for found in keys] == [on, on, False]


def test_discords_own_script_is_the_one_that_its_package_builds():
    """By its digest always; by building it again where the packages are installed (how, stands
    beside the licences)."""
    vendored = FOLDER.joinpath(SCRIPTS[0]).read_bytes()
    licence = FOLDER.joinpath("embedded-app-sdk.LICENSE.txt").read_text("utf-8")

    assert hashlib.sha256(vendored).hexdigest() == BUILT
    assert all(f"==== {name} ====" in licence for name in BUNDLED)
    esbuild = ROOT / "node_modules/.bin/esbuild"
    if esbuild.exists() and (ROOT / "node_modules/@discord/embedded-app-sdk").exists():
        how = next(line for line in licence.splitlines() if "| node_modules/.bin/esbuild" in line)
        made = subprocess.run(how, shell=True, cwd=ROOT, capture_output=True, check=True)  # noqa: S602
        assert made.stdout == vendored


def test_the_client_is_what_a_token_begins_with():
    assert client_of(token_of(CLIENT)) == CLIENT
    assert [client_of(token) for token in ("", "x", "MTIz", "é.b.c", "YWJj.x.y")] == [
        "", "", "123", "", "",
    ]  # fmt: skip


# What is set, and what ``check`` says of it.


def settings(**more):
    """Settings that no file adds to."""
    return Settings(_env_file=None, **more)


def test_there_is_a_door_where_there_is_a_secret_and_a_wrong_one_is_shown_to_nobody():
    token = token_of(CLIENT)
    door = PLUGIN.frame(settings(discord_token=token, discord_client_secret=SECRET))

    assert door.origin == f"https://{CLIENT}.discordsays.com"
    assert PLUGIN.frame(settings(discord_token=token)) is None
    with pytest.raises(ValidationError) as refused:
        settings(discord_token=token, discord_client_secret=WRONG)
    (error,) = refused.value.errors()
    said = problem(Settings, error)
    assert "DISCORD_CLIENT_SECRET" in said and "OAuth2" in said
    assert WRONG not in said


async def said(fake, secret=SECRET, page="https://table.example.org", bot=BOT):
    """What is found about the Activity: whether it is well, and in which words."""
    given = settings(
        discord_token=token_of(bot), discord_api_base=fake.api, discord_client_secret=secret,
        web_url=page,
    )  # fmt: skip
    found = [finding async for finding in PLUGIN.check(given)]
    return [(well, how) for well, how in found if how.startswith("Activity")]


async def test_check_tells_what_an_activity_lacks(fake):
    invalid = {"error": "invalid_client"}
    assert await said(fake, secret="") == [(True, "Activity: off, no DISCORD_CLIENT_SECRET")]
    ((well, how),) = await said(fake, page="")
    assert not well and "WEB_URL" in how
    assert [well for well, _ in await said(fake, bot=CLIENT)] == [False]

    fake.will("POST", "/oauth2/token", 401, invalid)
    lacking = await said(fake)
    fake.flags, fake.declared = ApplicationFlags(embedded=True).value, [LAUNCH]
    fake.will("POST", "/oauth2/token", 400, {"error": "invalid_grant"})
    whole = await said(fake)

    assert [well for well, _ in lacking] == [False, False, True]
    assert "DISCORD_CLIENT_SECRET" in lacking[0][1]
    assert "Enable Activities" in lacking[1][1]
    assert [well for well, _ in whole] == [True] * 4
    assert "table.example.org" in whole[-1][1]
    assert SECRET not in str([lacking, whole])
