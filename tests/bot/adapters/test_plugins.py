"""A platform is a folder: how it is set, made and looked at is said there and nowhere else."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import bot.adapters
from bot.adapters import plugins
from bot.app.settings import Settings
from tests.test_project import sources

PLANTED = """
from bot.adapters import Plugin
from bot.support.settings import Group
from pydantic import SecretStr

class Pigeons(Group):
    pigeon_token: SecretStr = SecretStr("")

PLUGIN = Plugin("pigeon", Pigeons, None, None)
"""


@pytest.fixture
def aviary(tmp_path, monkeypatch):
    """A folder among the adapters that was not there before."""
    folder = tmp_path / "pigeon"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "plugin.py").write_text(PLANTED)
    monkeypatch.setattr(bot.adapters, "__path__", [*bot.adapters.__path__, str(tmp_path)])
    plugins.cache_clear()
    yield
    for name in [name for name in sys.modules if name.startswith("bot.adapters.pigeon")]:
        del sys.modules[name]
    plugins.cache_clear()


def test_both_platforms_with_a_token_are_found():
    assert [plugin.name for plugin in plugins()] == ["discord", "telegram"]


def test_a_new_folder_is_found(aviary):
    assert [plugin.name for plugin in plugins()] == ["discord", "pigeon", "telegram"]
    assert not plugins()[1].is_set(plugins()[1].settings(_env_file=None))


@pytest.mark.parametrize("plugin", plugins(), ids=lambda plugin: plugin.name)
def test_its_settings_are_settings_and_begin_with_its_name(plugin):
    own = set(plugin.settings.model_fields)
    assert plugin.token in own
    assert own <= set(Settings.model_fields)
    assert [field for field in own if not field.startswith(f"{plugin.name}_")] == []
    assert not plugin.is_set(Settings(_env_file=None))


def test_nobody_else_names_a_platform():
    """Of what is said outside its folder, only that a token, an address or a picture is theirs."""
    named = re.compile(r"\b(discord|telegram)_\w+|bot\.adapters\.(discord|telegram)")
    adapters = Path(bot.adapters.__file__).parent
    found = [
        path.name
        for path in sources("bot")
        if adapters not in path.parents and named.search(path.read_text("utf-8"))
    ]
    assert found == []


def test_no_library_of_a_platform_is_loaded_before_its_token_is_there():
    code = "import sys, bot.app.program; print({'discord', 'telegram'} & set(sys.modules))"
    said = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == "set()"
