"""Things about the project that no single test file would notice."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from bot.i18n.catalogue import Catalogue
from bot.i18n.keys import prefix
from bot.table import lesson as lessons
from engine.cards import pack
from engine.houses import shipped
from engine.msg import msg
from engine.registry import games, lesson

ROOT = Path(__file__).parents[1]
GAMES = games(tests_too=True)
LONGEST = {"engine": 400, "renderers": 400, "bot": 400, "tests": 450}
"""Lines that a file may have, by top folder."""

LONGER = {
    "engine/verify.py": 460,  # it is read, and runs, alone
    "tests/bot/adapters/test_web_server.py": 600,
    "bot/adapters/telegram/telegram-web-app.js": 3195,  # Telegram's own, as it is published
}
"""Files that may be longer, and how long at most."""


def sources(*folders):
    """The Python files below some folders of the project."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def folder_of(game_id):
    return ROOT / "engine" / "games" / game_id


@cache
def tree_of(path):
    return ast.parse(path.read_text("utf-8"))


# Games.


def files_testing(game_id):
    """The test files of a game: ``test_<id>.py``, and ``test_<id>_<part>.py``."""
    stem = f"test_{game_id.strip('_')}"
    found = (ROOT / "tests" / "games").glob(f"{stem}*.py")
    return [path for path in found if re.fullmatch(rf"{stem}(_.*)?", path.stem)]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_is_complete(game_id):
    for name in ("__init__.py", "rules.zh.md", "rules.en.md", "zh-Hans.ftl", "en.ftl"):
        assert (folder_of(game_id) / name).is_file(), f"engine/games/{game_id}/{name} is missing"
    assert files_testing(game_id), f"tests/games/test_{game_id.strip('_')}.py is missing"
    playthrough = ROOT / "tests" / "playthroughs" / f"{game_id}.txt"
    assert playthrough.is_file(), f"python -m tests.playthroughs --write {game_id}"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_paragraph_of_the_rules_is_cited_by_a_test(game_id):
    rules = (folder_of(game_id) / "rules.zh.md").read_text("utf-8")
    paragraphs = [int(number) for number in re.findall(r"^(\d+)\. ", rules, re.MULTILINE)]
    cited = {
        int(number)
        for path in files_testing(game_id)
        for number in re.findall(r"§(\d+)", path.read_text("utf-8"))
    }
    assert paragraphs == list(range(1, len(paragraphs) + 1)), "paragraphs are numbered from 1"
    assert paragraphs, "rules have numbered paragraphs"
    assert set(paragraphs) <= cited, f"no test cites {sorted(set(paragraphs) - cited)}"
    assert cited <= set(paragraphs), f"tests cite what is not there: {cited - set(paragraphs)}"


def test_every_rule_that_a_message_cites_is_there():
    for game_id in GAMES:
        rules = (folder_of(game_id) / "rules.zh.md").read_text("utf-8")
        last = len(re.findall(r"^\d+\. ", rules, re.MULTILINE))
        words = (folder_of(game_id) / "zh-Hans.ftl").read_text("utf-8")
        for cited in re.findall(r"规则 ([\d、]+)", words):
            assert max(map(int, cited.split("、"))) <= last, f"{game_id}: 规则 {cited}"


# Messages.

FLUENT = sorted(
    path for top in ("engine", "bot", "renderers") for path in (ROOT / top).rglob("*.ftl")
)


@cache
def entries(path):
    """The messages of a Fluent file by key; junk fails the test."""
    found = FluentParser().parse(path.read_text("utf-8")).body
    junk = [entry.content for entry in found if isinstance(entry, ftl.Junk)]
    assert not junk, f"{name_of(path)}: {junk}"
    return {entry.id.name: entry for entry in found if isinstance(entry, ftl.Message)}


@pytest.mark.parametrize("path", FLUENT, ids=name_of)
def test_fluent_files_parse(path):
    keys = [
        entry.id.name
        for entry in FluentParser().parse(path.read_text("utf-8")).body
        if isinstance(entry, ftl.Message)
    ]
    assert entries(path)
    assert len(set(keys)) == len(keys), "a key stands twice"
    assert all(re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", key) for key in keys)
    assert all(entry.value is not None for entry in entries(path).values())


def test_no_two_files_of_a_language_have_the_same_key():
    owner = {}
    for path in FLUENT:
        for key in entries(path):
            assert owner.setdefault((path.name, key), path) == path, key


def arguments(entry):
    """The arguments of a message."""
    found = nodes(entry.value)
    return {node.id.name for node in found if isinstance(node, ftl.VariableReference)}


CHINESE = [path for path in FLUENT if path.name.endswith("zh-Hans.ftl")]


@pytest.mark.parametrize("path", CHINESE, ids=name_of)
def test_english_has_the_same_messages_with_the_same_arguments(path):
    """TXT-05: a key of either language is in the other too, and is given the same."""
    english = path.with_name(path.name.replace("zh-Hans", "en"))
    assert english.is_file(), f"{name_of(english)} is missing"
    wanted = {key: arguments(entry) for key, entry in entries(path).items()}
    assert {key: arguments(entry) for key, entry in entries(english).items()} == wanted


def test_there_is_no_language_without_its_source():
    others = {path for path in FLUENT if path not in CHINESE}
    assert others == {path.with_name(path.name.replace("zh-Hans", "en")) for path in CHINESE}


@pytest.mark.parametrize("path", FLUENT, ids=name_of)
def test_messages_have_no_attributes_and_no_terms(path):
    """The catalogue says values; an attribute would never be said."""
    body = FluentParser().parse(path.read_text("utf-8")).body
    assert not [e.id.name for e in body if isinstance(e, ftl.Message) and e.attributes]
    assert not [entry.id.name for entry in body if isinstance(entry, ftl.Term)]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_games_messages_have_its_prefix_and_its_conventional_keys(game_id):
    info, pre = GAMES[game_id].info, prefix(game_id)
    keys = set(entries(folder_of(game_id) / "zh-Hans.ftl"))
    assert all(key.startswith(f"{pre}-") for key in keys)
    wanted = {f"{pre}-name"} | ({f"{pre}-about"} if not game_id.startswith("_") else set())
    wanted |= {f"{pre}-house-{key}" for key in shipped(game_id)}
    for option in info.options:
        name = option.key.replace("_", "-")
        wanted.add(f"{pre}-option-{name}")
        words = [value for value in option.values if isinstance(value, str)]
        wanted |= {f"{pre}-value-{name}-{value}".replace("_", "-") for value in words}
    assert wanted <= keys, f"missing: {sorted(wanted - keys)}"


def named_in(*folders):
    """Patterns of all texts in the code of folders: f-strings have a gap for what they put in."""
    found = set()
    for path in (path for folder in folders for path in folder.rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(re.escape(node.value))
            elif isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(part.value) if isinstance(part, ast.Constant) else ".+"
                    for part in node.values
                ]
                # A text that is all gap names nothing.
                found |= {"".join(parts)} if any(part != ".+" for part in parts) else set()
    return found


def named_by(game_id):
    """What a game's code names, and the kernels that it is built on."""
    folder = folder_of(game_id)
    on_kernels = any(
        name.startswith("engine.kernels")
        for path in folder.rglob("*.py")
        for name in imported(path)
    )
    return named_in(folder, *([ROOT / "engine" / "kernels"] if on_kernels else []))


def by_convention(game_id):
    """Patterns of keys that the bot asks for without being told."""
    info, pre = GAMES[game_id].info, prefix(game_id)
    words = "|".join(word for word in named_by(game_id) if re.fullmatch(r"[a-z0-9]+", word))
    found = {f"{pre}-(name|about)", f"{pre}-(verb|reading)-({words})"}
    found |= {f"{pre}-house-{key}" for key in shipped(game_id)}
    if text := lesson(game_id):
        steps = range(1, len(lessons.steps(text)) + 1)
        found |= {f"{pre}-lesson-{number}(-else)?" for number in steps}
    for option in info.options:
        name = option.key.replace("_", "-")
        values = "|".join(re.escape(str(value).replace("_", "-")) for value in option.values)
        found |= {f"{pre}-(option|note)-{name}", f"{pre}-value-{name}-({values})"}
    return found


def unused(game_id, keys):
    """Those of the keys that nothing in the game can say, by itself or through the bot."""
    own = entries(folder_of(game_id) / "zh-Hans.ftl")
    within = {
        node.id.name
        for entry in own.values()
        for node in nodes(entry.value)
        if isinstance(node, ftl.MessageReference)
    }
    pattern = re.compile("|".join(sorted(named_by(game_id) | by_convention(game_id))))
    return [key for key in keys if key not in within and not pattern.fullmatch(key)]


@pytest.mark.parametrize("game_id", GAMES)
def test_no_message_of_a_game_is_unused(game_id):
    never = unused(game_id, entries(folder_of(game_id) / "zh-Hans.ftl"))
    assert not never, f"never said: {never}"


def test_no_message_of_the_bot_is_unused():
    code = re.compile("|".join(sorted(named_in(ROOT / "bot", ROOT / "engine", ROOT / "renderers"))))
    faces = {f"card-{card.code.lower()}" for card in pack() if card.is_joker}
    shared = [
        p for p in FLUENT if p.parent.name in ("messages", "renderers") or "kernels" in p.parts
    ]
    keys = {key for path in shared for key in entries(path)}
    never = {key for key in keys - faces if not code.fullmatch(key)}
    assert not never, f"never said: {sorted(never)}"


ABOUT = r"(command|field)-about-.+"
BUTTON = r"button-.+|[a-z0-9-]+-(verb|choice|reading)-.+"
SHORT = [(ABOUT, 100), (BUTTON, 20)]
"""Keys, and how many characters their words may have in every language; numbers have two digits."""


@pytest.mark.parametrize(("keys", "most"), SHORT, ids=["what a command is for", "buttons"])
@pytest.mark.parametrize("path", FLUENT, ids=name_of)
def test_short_messages_are_short(path, keys, most):
    say = Catalogue(path.name.split(".")[-2], strict=True).say
    for key, entry in entries(path).items():
        if re.fullmatch(keys, key):
            words = say(msg(key, **dict.fromkeys(arguments(entry), 10)))
            assert 0 < len(words) <= most, f"{key}: {words}"


def test_unused_messages_are_found():
    made_up = [
        "trial-no-such", "trial-verb-fold", "trial-reading-flush", "trial-option-colour",
        "trial-value-open-all", "trial-value-chips-13", "trial-note-colour",
    ]  # fmt: skip
    said = ["trial-name", "trial-leads", "trial-verb-mark", "trial-reading-gap", "trial-note-open"]
    assert unused("_trial", made_up + said) == made_up


def nodes(node):
    """A Fluent pattern and all that is in it."""
    yield node
    for value in vars(node).values():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, ftl.BaseNode):
                yield from nodes(item)


# Code.


def imported(path):
    """The modules that a file imports: ``from aiohttp import web`` counts as ``aiohttp.web``."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


PLACES = [
    # module, where it may be imported
    ("discord", r"bot/adapters/discord.*|tests/bot/adapters/.*|tests/(kit|bench|shots)/discord.*"),
    ("telegram", r"bot/adapters/telegram.*|tests/bot/adapters/.*|tests/bench/telegram\.py"),
    ("aiohttp.web", r"bot/adapters/(web/.*|telegram/webhook\.py)|tests/.*"),
    ("PIL", r"renderers/.*|tests/.*"),
    ("sqlalchemy", r"bot/store/.*|tests/.*"),
    ("tests", r"tests/.*"),
]


def test_where_a_library_may_be_imported():
    strays = [
        (module, name_of(path))
        for path in sources("engine", "renderers", "bot", "tests")
        for name in imported(path)
        for module, places in PLACES
        if f"{name}.".startswith(f"{module}.") and not re.fullmatch(places, name_of(path))
    ]
    assert not strays


def test_the_import_test_sees_every_way_to_import(tmp_path):
    path = tmp_path / "ways.py"
    path.write_text("import a.b\nfrom c import d as e\nfrom . import f\ndef g():\n import h\n")
    assert set(imported(path)) == {"a.b", "c", "c.d", "h"}


def lengths():
    """Lines of every file of code, the page's too, and how many it may have."""
    for top, most in LONGEST.items():
        page = (path for kind in ("js", "css") for path in (ROOT / top).rglob(f"*.{kind}"))
        for path in (*sources(top), *page):
            yield name_of(path), len(path.read_text("utf-8").splitlines()), most


def test_files_are_short():
    long = {name: lines for name, lines, most in lengths() if lines > LONGER.get(name, most)}
    assert not long, f"split them: {long}"


def test_the_list_of_longer_files_is_needed():
    needed = {name for name, lines, most in lengths() if lines > most}
    assert needed == set(LONGER), "take the others off the list"


# Arrows.


def test_no_arrow_is_ignored():
    """Every arrow points down; none is excused."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    assert len(contracts) >= 9
    assert not [contract["name"] for contract in contracts if "ignore_imports" in contract]


def test_every_package_of_the_bot_has_one_sentence():
    for package in sorted((ROOT / "bot").iterdir()):
        if not package.is_dir() or package.name.startswith("__"):
            continue
        sentence = ast.get_docstring(tree_of(package / "__init__.py"))
        assert sentence, f"{name_of(package)} does not say what it is for"
    files = {path.name for path in (ROOT / "bot").glob("*.py")}
    assert files == {"__init__.py", "__main__.py"}, "a file stands in no package"
