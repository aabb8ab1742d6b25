"""Every sentence that names a command names it as its reader's platform shows it.

Chinese Discord lists commands under Chinese names and finds no others; Telegram hides whatever is
no command of its menu. Checked of every message in every variant and of the rules of every game,
for each language that is read in and each that a client shows, and of all that a service says.
"""

from dataclasses import replace

import pytest

from bot.adapters.discord.platform import DiscordPlatform
from bot.i18n.catalogue import LANGUAGES
from bot.users.preferences import Preferences
from tests.kit.discord import club
from tests.kit.named import NAMES, PAIRS, astray, offered, on_discord, on_telegram, sentences
from tests.kit.overheard import all_that_is_said


def messages_astray(language, client):
    """What sentences name that a Discord client of a language does not show."""
    names = on_discord(client)
    return [
        (key, name) for key, text in sentences(language, client) for name in astray(text, names)
    ]


@pytest.mark.parametrize(("language", "client"), PAIRS)
def test_on_discord_by_the_names_of_the_readers_client(language, client):
    assert sum(len(offered(text)) for _, text in sentences(language, client)) > 90
    assert messages_astray(language, client) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_telegram_and_the_page_by_names_of_the_menu(language):
    found = [
        (key, name) for key, text in sentences(language) for name in astray(text, on_telegram())
    ]
    assert found == []


def said_astray(heard, client):
    """The same of whole messages: words, labels, titles and facts."""
    for message in heard:
        labels = [b.label for row in message.rows for b in row] + [p.label for p in message.pickers]
        facts = [f"{fact.label} {fact.value}" for fact in message.facts]
        for text in (message.text, message.title, message.alt, message.thinking, *labels, *facts):
            yield from astray(text, on_discord(client) if client else on_telegram())


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "en"])
async def test_all_that_a_service_says_on_such_a_platform(tmp_path, language):
    heard = await all_that_is_said(tmp_path / "t.db", language, localized=True)
    named = {name for message in heard for name in offered(message.text)}
    assert len(named) > 4
    assert not set(said_astray(heard, language))


async def test_all_that_a_service_says_elsewhere(tmp_path):
    heard = await all_that_is_said(tmp_path / "t.db", "zh-Hans")
    assert not set(said_astray(heard, ""))


async def test_an_answer_is_in_the_names_of_its_readers_client_whatever_language_they_read(
    tmp_path,
):
    """English words for somebody whose client is Chinese: the list below their text is Chinese."""
    async with club(tmp_path / "t.db", people=2) as c:
        assert DiscordPlatform.limits.localized
        await c.slash(0, "prefs", option="language", value="en")
        answer = (await c.slash(0, "why")).response.content
        assert "There is no table here yet" in answer and "/开局" in answer
        c.tags[c.people[1].id] = "en-US"
        answer = (await c.slash(1, "why")).response.content
        assert "/newgame" in answer
        c.tags[c.people[1].id] = "zh-TW"
        assert "/開局" in (await c.slash(1, "why")).response.content


# Planted faults.


async def test_a_reader_whose_client_nobody_minds_is_found(tmp_path, monkeypatch):
    real = Preferences._taste
    monkeypatch.setattr(Preferences, "_taste", lambda *how: replace(real(*how), commands=""))
    heard = await all_that_is_said(tmp_path / "t.db", "zh-Hans", localized=True)
    assert {"scores", "prefs", "help"} <= set(said_astray(heard, "zh-Hans"))


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        (lambda text, _: text, "help"),
        (lambda text, _: text.replace("/newgame", "/开一桌"), "开一桌"),
        (lambda text, _: text.replace("/help", "/set"), "set"),
    ],
    ids=["not translated", "translated by hand", "a short form"],
)
def test_a_sentence_in_other_names_is_found(monkeypatch, fault, name):
    monkeypatch.setattr(NAMES, "ours", fault)
    assert name in {found for _, found in messages_astray("zh-Hans", "zh-Hans")}
