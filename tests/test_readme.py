"""The README and .env.example say what is there."""

import re
from pathlib import Path

from bot.settings import Settings
from bot.words import COMMANDS
from engine.registry import games

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_table_of_games_is_the_registry():
    rows = re.findall(r"^\| (\S+) \| (\d+)–(\d+) \| \[rules\]\((\S+)\) \|$", README, re.MULTILINE)
    listed = {path: (name, int(least), int(most)) for name, least, most, path in rows}
    assert listed == {
        f"engine/games/{ident}/rules.zh.md": (
            game.info.names[0],
            game.info.seats[0],
            game.info.seats[-1],
        )
        for ident, game in games().items()
    }
    assert all((ROOT / path).is_file() for path in listed)


def test_the_commands_that_are_named_exist():
    named = set(re.findall(r"`/([a-z]+)[^`]*`", README))
    assert named
    assert named <= set(COMMANDS)


def test_every_linked_file_exists():
    links = re.findall(r"\]\((?!http)([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_env_example_is_the_settings():
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    given = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert {name.upper() for name in Settings.model_fields} == set(given)
    written = Settings(_env_file=ROOT / ".env.example")
    assert written == Settings(_env_file=None)


def test_two_lines_start_and_test_it():
    lines = re.findall(r"^    (python3 -m venv .+)$", README, re.MULTILINE)
    assert [line.rsplit(" -m ", 1)[1].split()[0] for line in lines] == ["bot", "pytest"]
