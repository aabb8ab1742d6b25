"""The README and .env.example say what is there."""

import re
from pathlib import Path

from bot.app.settings import Settings
from bot.commands.topics import DECLARED
from engine.registry import games

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def players(game):
    """3, or 2–4."""
    least, most = game.info.seats[0], game.info.seats[-1]
    return str(least) if least == most else f"{least}–{most}"


def test_the_table_of_games_is_the_registry():
    rows = [line for line in README.splitlines() if "/rules.zh.md" in line]
    assert rows == [
        f"| {game.info.names[0]} | {players(game)} "
        f"| [规则](engine/games/{ident}/rules.zh.md) [rules](engine/games/{ident}/rules.en.md) |"
        for ident, game in games().items()
    ]


def test_the_commands_that_are_named_exist():
    named = set(re.findall(r"`/([a-z]+)[^`]*`", README))
    assert named
    assert named <= set(DECLARED.commands)


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


def test_the_image_is_made_of_files_that_are_there_and_are_let_in():
    docker = (ROOT / "Dockerfile").read_text("utf-8")
    taken = [
        name
        for line in re.findall(r"^COPY (.+) \S+$", docker, re.MULTILINE)
        for name in line.split()
    ]
    let_in = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    assert [name for name in taken if not (ROOT / name).exists()] == []
    assert sorted(taken) == sorted(let_in)
    assert {name.upper() for name in Settings.model_fields} >= set(
        re.findall(r"([A-Z_]+)=\S+", docker)
    )
    for command in ('CMD ["python", "-m", "bot"]', "http://127.0.0.1:8765/health"):
        assert command in docker
