"""For people who run it: ``/health`` and ``/metrics``, ``backup`` and ``check``."""

import asyncio
import logging
import re
import sqlite3

import aiohttp
import pytest
from aiohttp import web

from bot.__main__ import main
from bot.adapters import plugins
from bot.app import check as upkeep
from bot.app.settings import Settings
from bot.runtime.heartbeat import BEAT
from bot.runtime.metrics import Metrics
from bot.store import db
from bot.store.rows import NotSaved
from bot.store.store import Store
from bot.support.clock import SystemClock
from tests.kit.actors import begin
from tests.kit.discord_gateway import fake_discord
from tests.kit.health import health_of, metrics_of
from tests.kit.program import Program
from tests.kit.telegram_server import TOKEN, TelegramServer
from tests.kit.world import World, until


def settings(tmp_path, **more):
    """Settings that no file and no environment adds to."""
    url = f"sqlite:///{tmp_path}/t.db"
    return Settings(_env_file=None, database_url=url, **more)


async def found(given):
    """What ``check`` says, by what was looked at."""
    said = {}
    async for well, what, how in upkeep.findings(given):
        said.setdefault(what, []).append((well, how))
    return said


def values(text):
    """Metrics by name and labels, but for which process they are of."""
    text = re.sub(r'process="[^"]*",|,?process="[^"]*"', "", text.decode()).replace("{}", "")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


# Watched while it runs.


async def test_what_is_done_is_counted(world):
    async with world.house() as house:
        meters = house.service.meters
        house.store.stored = meters.stored
        await begin(house, "比大小", 2)
        await house.say("甲", "/nonsense")
        read = values(metrics_of(meters, house.service))

    asked = read['pokertable_request_seconds_count{platform="memory"}']
    assert asked >= 4
    assert read['pokertable_tables{phase="playing"}'] == 1
    assert read['pokertable_tables{phase="lobby"}'] == 0
    assert read["pokertable_commit_seconds_count"] >= 4
    assert sum(v for k, v in read.items() if k.startswith("pokertable_refusals_total")) == 1
    assert read['pokertable_queue{where="store"}'] == 0
    assert read['pokertable_platform_up{platform="memory"}'] == 1


async def test_errors_of_the_log_are_counted_and_warnings_are_not(world):
    meters = Metrics()
    log = logging.getLogger("bot.of.this.test")
    log.addHandler(meters.handler())
    log.warning("no connection")
    log.error("command failed")
    async with world.house() as house:
        read = values(metrics_of(meters, house.service))
    assert read["pokertable_errors_total"] == 1


async def test_a_loop_that_is_held_up_shows_its_lag(world):
    meters, now, late = Metrics(), [0.0], [0.3, 0.0, 0.004]

    async def sleep(seconds):
        if not late:
            raise asyncio.CancelledError
        now[0] += seconds + late.pop()

    with pytest.raises(asyncio.CancelledError):
        await meters.watch_loop(sleep, lambda: now[0])
    async with world.house() as house:
        read = values(metrics_of(meters, house.service))
    assert read["pokertable_loop_lag_seconds_count"] == 3
    assert read["pokertable_loop_lag_seconds_sum"] == pytest.approx(0.3 + 0.0 + 0.004)
    assert read['pokertable_loop_lag_seconds_bucket{le="0.2"}'] == 2


async def test_it_is_unwell_while_nothing_can_be_stored(tmp_path, world, monkeypatch):
    monkeypatch.setattr(db, "_PRAGMAS", (*db._PRAGMAS, "PRAGMA busy_timeout=1"))
    async with world.house() as house:
        assert health_of(house.service, frozenset()).well
        other = sqlite3.connect(tmp_path / "t.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotSaved):
            await house.store.beat(house.clock.now())
        ill = health_of(house.service, frozenset())
        other.execute("ROLLBACK")
        other.close()
        await house.store.beat(house.clock.now())

        assert (ill.well, ill.parts["database"]) == (False, "down")
        assert health_of(house.service, frozenset()).parts["database"] == "up"


async def test_a_platform_that_gave_up_is_down_and_the_others_are_well(world):
    async with world.house() as house:
        now = health_of(house.service, frozenset({"memory"}))
        assert (now.well, now.parts["memory"]) == (True, "down")


async def test_the_program_tells_how_it_is_at_the_browsers_port(tmp_path):
    async with Program(tmp_path, COMPUTER_PACE="0") as program, aiohttp.ClientSession() as http:
        async with http.get(program.address + "health") as answer:
            assert (answer.status, await answer.json()) == (
                200,
                {"ok": True, "web": "up", "database": "up", "tables": 0},
            )
        async with http.get(program.address + "metrics") as answer:
            assert answer.headers["Content-Type"].startswith("text/plain")
            read = values(await answer.read())
        async with http.get(program.address + "secrets") as answer:
            assert answer.status == 404
        outside = program.address.rstrip("/")
        assert (await asyncio.to_thread(upkeep._outside, outside))[0]
        assert not (await asyncio.to_thread(upkeep._outside, f"{outside}/static"))[0]
        assert await program.stop() == 0
    assert read['pokertable_platform_up{platform="web"}'] == 1
    assert read["pokertable_errors_total"] == 0


# A copy.


async def test_a_copy_made_in_mid_game_opens_and_plays_on(tmp_path, world, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/t.db")
    target = tmp_path / "copy.db"
    async with world.house() as house:
        await begin(house, "比大小", 2)
        kept = await house.store.matches.live_tables()
        assert await asyncio.to_thread(main, ["backup", str(target)]) == 0
    assert str(target) in capsys.readouterr().out
    assert not list(tmp_path.glob("copy.db?*"))

    store = await Store.open(f"sqlite:///{target}")
    assert await store.matches.live_tables() == kept
    await store.close()
    async with World(target).house() as house:
        assert [r.table.state.id for r in house.tables.running.values()] == [t.table for t in kept]


BAD_BACKUPS = [
    ("sqlite:///{}/t.db", "there.db", "already", "a file that is there"),
    ("sqlite:///{}/none.db", "new.db", "no database", "no database"),
    ("postgresql://a:hush@b/c", "new.db", "pg_dump", "a server"),
    ("sqlite:///{}/t.db", "no/folder/new.db", "folder/new.db", "a place for no file"),
    ("mysql://a:hush@b/c", "new.db", "sqlite or postgresql", "another database"),
]


@pytest.mark.parametrize(
    ("url", "file", "words", "why"), BAD_BACKUPS, ids=[b[3] for b in BAD_BACKUPS]
)
async def test_what_cannot_be_copied_says_why(tmp_path, monkeypatch, capsys, url, file, words, why):
    await (await Store.open(f"sqlite:///{tmp_path}/t.db")).close()
    (tmp_path / "there.db").write_text("kept")
    monkeypatch.setenv("DATABASE_URL", url.format(tmp_path))
    assert main(["backup", str(tmp_path / file)]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert "hush" not in said
    assert (tmp_path / "there.db").read_text() == "kept"


def test_a_damaged_database_is_not_copied(tmp_path, monkeypatch, capsys):
    file = tmp_path / "t.db"
    file.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    assert main(["backup", str(tmp_path / "new.db")]) == 2
    assert not list(tmp_path.glob("new*"))


# A look at everything.


async def test_check_of_a_fresh_place_is_well_and_makes_nothing(tmp_path):
    said = await found(settings(tmp_path))
    assert {what for what, finds in said.items() if all(well for well, _ in finds)} == set(said)
    platforms = {plugin.name for plugin in plugins()}
    assert {"discord", "telegram"} <= platforms
    assert set(said) == {"database", "fonts", "browser"} | platforms
    assert list(tmp_path.iterdir()) == []


async def test_check_while_it_runs(tmp_path, world):
    async with world.house():
        ((well, how),) = (await found(settings(tmp_path)))["database"]
    assert well
    assert "KB" in how


async def test_check_knows_a_newer_database(tmp_path):
    await (await Store.open(f"sqlite:///{tmp_path}/t.db")).close()
    with sqlite3.connect(tmp_path / "t.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    ((well, how),) = (await found(settings(tmp_path)))["database"]
    assert (well, "newer" in how) == (False, True)


async def test_check_names_the_signs_that_no_font_has(tmp_path, monkeypatch):
    monkeypatch.setattr(upkeep, "SAMPLE", "牌\U000f0000")
    ((well, how),) = (await found(settings(tmp_path)))["fonts"]
    assert (well, how) == (False, "no sign for \U000f0000")


SIGNED = "a.b.c"
ALL_RIGHTS, FEW_RIGHTS = str(1 << 3), str((1 << 10) | (1 << 11))
"""Administrator; view and send."""


async def test_check_signs_in_at_discord_and_names_missing_rights(tmp_path, monkeypatch):
    guilds = [
        {"id": "1", "name": "老友", "permissions": ALL_RIGHTS},
        {"id": "2", "name": "棋牌室", "permissions": FEW_RIGHTS},
    ]
    async with fake_discord() as fake:
        fake.will("GET", "/users/@me/guilds", 200, guilds)
        given = settings(tmp_path, discord_token=SIGNED, discord_api_base=fake.api)
        said = (await found(given))["discord"]
        assert said[1:] == [
            (True, "server 老友: all rights"),
            (False, "server 棋牌室: lacks send_messages_in_threads, attach_files"),
        ]
        fake.will("GET", "/users/@me", 401)
        ((well, how),) = (await found(given))["discord"]
    assert (well, "DISCORD_TOKEN" in how) == (False, True)
    ((well, how),) = (await found(given))["discord"]
    assert (well, how.startswith("Discord does not answer")) == (False, True)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"ok": True, "tables": 0}, "answers with this program"),
        ({"ok": False, "tables": 0}, "answers with this program, which is not well"),
        ({"ok": True}, "does not answer with this program"),
        (["another"], "does not answer with this program"),
        (None, "does not answer with this program"),
    ],
)
async def test_check_tells_whether_the_address_from_outside_answers_with_this_program(
    tmp_path, answer, words
):
    async def health(_):
        well = isinstance(answer, list) or answer["ok"]
        return web.json_response(answer, status=200 if well else 503)

    app = web.Application()
    if answer is not None:
        app.router.add_get("/health", health)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = "http://{}:{}".format(*runner.addresses[0][:2])
    # As behind the operator's own TLS: what stands before the program is not what is asked here.
    given = settings(tmp_path).model_copy(update={"web_url": url})
    ((well, how),) = (await found(given))["address"]
    await runner.cleanup()
    ((gone, _),) = (await found(given))["address"]

    assert (well, words in how) == (words.startswith("answers"), True)
    assert not gone


async def test_check_signs_in_at_telegram(tmp_path):
    async with TelegramServer(SystemClock().now) as server:
        given = settings(tmp_path, telegram_token=TOKEN, telegram_api_base=server.address)
        said = (await found(given))["telegram"]
        assert all(well for well, _ in said)
        assert said[0][1].startswith("signed in as @")
        wrong = settings(tmp_path, telegram_token="1:" + "x" * 35, telegram_api_base=server.address)
        ((well, how),) = (await found(wrong))["telegram"]
    assert (well, "BotFather" in how) == (False, True)
    ((well, how),) = (await found(given))["telegram"]
    assert (well, how.startswith("Telegram does not answer")) == (False, True)


ADDRESS = "https://table.example.org/telegram"
LATE = {"last_error_message": "Connection timed out", "pending_update_count": 101}
HOOKS = [
    ("", {}, []),
    ("", {"url": "https://old.example.org/x1y2"}, [(False, "old.example.org; the start fetches")]),
    (ADDRESS, {}, [(True, "set by the start")]),
    (ADDRESS, {"url": ADDRESS}, [(True, "come by webhook")]),
    (ADDRESS, {"url": "https://old.example.org/x1y2"}, [(False, "the start sends them here")]),
    (
        ADDRESS, {"url": ADDRESS, "last_error_date": 2_000_000_000, **LATE},
        [(True, "come by webhook"), (False, "101 updates wait"), (False, "Connection timed out")],
    ),
    (
        ADDRESS, {"url": ADDRESS, "last_error_date": 1_500_000_000, "last_error_message": "old"},
        [(True, "come by webhook")],
    ),
]  # fmt: skip
"""What is set here, what Telegram says of it, and what ``check`` makes of both."""


@pytest.mark.parametrize(("here", "there", "told"), HOOKS)
async def test_check_asks_telegram_where_updates_go(tmp_path, here, there, told):
    async with TelegramServer(SystemClock().now) as server:
        server.methods.hook = there
        named = {"telegram_api_base": server.address, "telegram_webhook_url": here}
        said = (await found(settings(tmp_path, telegram_token=TOKEN, **named)))["telegram"][2:]
    assert [well for well, _ in said] == [well for well, _ in told]
    for (_, how), (_, words) in zip(said, told, strict=True):
        assert words in how and "x1y2" not in how


def test_check_prints_a_line_each_and_fails_if_one_does(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/t.db")
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["ok"] * (3 + len(plugins()))
    monkeypatch.setattr(upkeep, "SAMPLE", "\U000f0000")
    assert main(["check"]) == 1
    assert "FAIL fonts" in capsys.readouterr().out


async def test_the_heart_beats_on_after_an_error_that_is_logged_once(world, caplog, monkeypatch):
    """Downtime is counted from the last beat: without one, clocks would stand still for nothing."""
    beats = []
    async with world.house() as house:
        beat = house.store.beat

        async def fickle(now):
            beats.append(now)
            if len(beats) <= 3:
                raise ZeroDivisionError
            await beat(now)
            beats.append("done")

        monkeypatch.setattr(house.store, "beat", fickle)
        for count in (1, 2, 3, 5):
            await house.forward(BEAT)
            await until(lambda count=count: len(beats) >= count)
        assert beats[-1] == "done"
        assert await house.store.last_beat() == house.clock.now()
    errors = [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]
    assert [line.partition(" error=")[0].strip() for line in errors] == ["no heartbeat"]
