"""One law for every setting of every game: what is offered is taken, however it is said.

A value that a form or a refusal shows is taken as it stands there, in every language; pressed and
typed are the same; a button goes round all values and comes back; what is stored reads again, and
so does a table of before there was the setting.
"""

import json
from copy import copy
from dataclasses import replace
from functools import cache

import pytest

from bot.i18n.catalogue import LANGUAGES
from bot.screens.forms import Forms
from bot.table import tokens
from bot.table.commands import Configure
from bot.table.options import meant, of_button, offered, settings_of
from bot.table.state import dumps, loads
from bot.users.preferences import Taste
from engine.errors import RuleError
from engine.msg import Msg
from engine.registry import games
from tests.kit.tables import NOW, SCREENS, lobby, user

GAMES = games()
SPOKEN = {language: SCREENS.of(Taste(language)) for language in LANGUAGES}
EVERYWHERE = cache(SCREENS.everywhere)
JUNK = "no such value"
ROUND = 40
"""Presses after which a button has long come back."""


def typed(table, line):
    key, value = meant(table.game.info, line, EVERYWHERE)
    table.handle(Configure(user(0), key, value), NOW)


def pressed(table, item):
    setting = of_button(table.game.info, item)
    table.handle(Configure(user(0), setting.key, setting.following(table)), NOW)


def form(table, language):
    """What is written on the buttons of the form, by what they set."""
    rows = Forms(SPOKEN[language]).table(table).message.rows
    made = [button for row in rows for button in row if ":opt-" in button.token]
    read = {tokens.read(button.token).item: button.label for button in made}
    return {item.removeprefix("opt-"): label for item, label in read.items()}


def ids(table):
    """By what it sets, its id: it can be typed, and nobody is shown it."""
    told = Forms(SPOKEN["zh-Hans"]).table(table).message.text
    found = {item: of_button(table.game.info, item).id for item in form(table, "zh-Hans")}
    assert not any(f"（{ident}）" in told for ident in found.values())
    return found


def bare(table):
    return replace(table.state, public=0, shown=0)


def tables(game):
    """Lobbies whose forms show, together, everything that can be set."""
    yield lobby(game)
    rich = lobby(game)
    try:
        typed(rich, "money coins")
    except RuleError:
        return
    yield rich


def again(table):
    """The same table once more."""
    return copy(table)


def broken(game, press=pressed, type_=typed):
    """Every way in which a setting breaks the law."""
    found = []
    for table in tables(game):
        for item in form(table, "zh-Hans"):
            found += _round(again(table), item, press, type_)
    return found


def label(table, item, language):
    """What stands on one button of the form, without making the whole of it."""
    setting, reader = of_button(table.game.info, item), SPOKEN[language]
    value = reader.value(setting, setting.value(table))
    return reader.say("settings-button", name=setting.name, value=value)


def _round(table, item, press, type_):
    found, labels, named = [], [], ids(table)
    # Two may bear the same id: then a number is the table's.
    shared = list(named.values()).count(named[item]) > 1
    press(table, item)
    while len(labels) < ROUND and label(table, item, "zh-Hans") not in labels:
        labels.append(label(table, item, "zh-Hans"))
        if form(table, "zh-Hans")[item] != labels[-1]:
            found.append((item, labels[-1], "not in the form"))
        if loads(dumps(table.state)) != table.state:
            found.append((item, labels[-1], "not stored"))
        other = again(table)
        press(other, item)
        for language in LANGUAGES:
            line = label(table, item, language)
            shown = line.partition("：" if "：" in line else ": ")[2]
            by_id = [] if shared and shown.isdecimal() else [f"{named[item]} {shown}"]
            for written in (line, *by_id):
                tried = again(other)
                try:
                    type_(tried, written)
                except RuleError as error:
                    found.append((item, written, error.msg.key))
                    continue
                if bare(tried) != bare(table):
                    found.append((item, written, "something else"))
        press(table, item)
    if label(table, item, "zh-Hans") != labels[0] or len(labels) < 2:
        found.append((item, labels, "does not come back"))
    return found


@pytest.mark.parametrize("ident", GAMES)
def test_what_a_form_shows_is_typed_as_it_stands_there_and_comes_round(ident):
    assert broken(GAMES[ident]) == []


@pytest.mark.parametrize("ident", GAMES)
def test_a_form_marks_what_is_usual_and_names_it_where_something_else_is_set(ident):
    table = lobby(GAMES[ident])
    for setting in offered(table.game.info):
        if not setting.shown(table) or setting.default(table) == "":
            continue
        usual = SPOKEN["en"].value(setting, setting.default(table))
        typed(table, f"{setting.id} {usual}")
        assert f": {usual} (default)" in told(table)
        pressed(table, setting.item)
        assert f": {usual} (default)" not in line_of(table, setting)
        assert f"(default: {usual})" in line_of(table, setting)


def told(table):
    return Forms(SPOKEN["en"]).table(table).message.text


def line_of(table, setting):
    name = SPOKEN["en"].catalogue.say(setting.name)
    return next(line for line in told(table).splitlines() if line.startswith(f"{name}: "))


def test_the_law_catches_a_button_that_gets_stuck():
    def stuck(table, item):
        if item != "clock" or table.state.clock < 600:
            pressed(table, item)

    assert {item for item, *_ in broken(GAMES["wuguapi"], press=stuck)} == {"clock"}


def test_the_law_catches_a_reader_of_stored_words():
    """As it was: only what is stored is understood."""

    def stored(table, line):
        key, _, value = line.partition(" ")
        table.handle(Configure(user(0), key, value), NOW)

    assert {item for item, *_ in broken(GAMES["wuguapi"], type_=stored)} > {"clock", "seating"}


def listed(table, line, param, language):
    """What the refusal of a line lists under a name of its parameters, one by one."""
    with pytest.raises(RuleError) as error:
        typed(table, line)
    say, found = SPOKEN[language].catalogue.say, []
    rest = dict(error.value.msg.params).get(param, "")
    while isinstance(rest, Msg) and rest.key == "render-list":
        params = dict(rest.params)
        found.insert(0, params["more"])
        rest = params["some"]
    if isinstance(rest, str):
        return rest.split(" / ") if rest else []
    return [say(one) if isinstance(one, Msg) else str(one) for one in (rest, *found)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ident", GAMES)
def test_what_a_refusal_lists_is_taken_as_it_stands_there(ident, language):
    for table in tables(GAMES[ident]):
        for item, name in ids(table).items():
            values = listed(again(table), f"{name} {JUNK}", "values", language)
            told = set()
            for value in values:
                other = again(table)
                typed(other, f"{name} {value}")
                told.add(label(other, item, language))
            assert len(told) == len(values)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ident", GAMES)
def test_every_name_that_a_refusal_lists_is_known(ident, language):
    table = lobby(GAMES[ident])
    names = listed(table, f"colour {JUNK}", "known", language)
    assert len(names) > 4
    for name in names:
        with pytest.raises(RuleError) as error:
            typed(table, f"{name} {JUNK}")
        assert error.value.msg.key != "table-no-option", name


@pytest.mark.parametrize("ident", GAMES)
def test_whatever_a_setting_is_called_means_no_other(ident):
    """But where two bear the same id: there it depends on the value."""
    info = GAMES[ident].info
    every = settings_of(info)
    keys = [one.key for one in every]
    items = [one.item for one in offered(info)]
    assert len(set(keys)) == len(keys) and len(set(items)) == len(items)
    for one in every:
        same = {other.key for other in every if other.id == one.id}
        for name in (one.id, *one.names, *EVERYWHERE(one.name)):
            assert meant(info, f"{name} {JUNK}", EVERYWHERE)[0] in same, name


@pytest.mark.parametrize("field", ["seating", "word", "deal", "money", "buy_in"])
def test_a_table_of_before_there_was_a_setting_reads(field):
    table = lobby(GAMES["doudizhu"])
    stored = json.loads(dumps(table.state))
    stored.pop(field, None)
    assert getattr(loads(json.dumps(stored)), field) == getattr(table.state, field)
