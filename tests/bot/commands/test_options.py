"""What is set by typing: everything that a refusal or a form shows is taken as it stands there."""

import pytest

from bot.commands.parser import as_name, mode_named
from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.i18n.keys import option_name, option_value
from bot.i18n.values import number_in
from bot.table.commands import Configure
from bot.table.options import CLOCKS, meant
from engine.errors import RuleError
from engine.match import option_error
from engine.msg import msg
from engine.registry import games
from tests.kit.actors import said
from tests.kit.platform import buttons
from tests.kit.tables import NOW, SCREENS, lobby, user

GAMES = games()
SAY = {language: Catalogue(language, strict=True).say for language in LANGUAGES}


def words(info, option, value, language):
    """A value as forms and refusals write it."""
    if isinstance(value, int):
        return str(value)
    return SAY[language](option_value(info.id, option.key, value))


def misread(game, read=meant):
    """Settings that are not understood as they are written, over all values and languages."""
    info, found = game.info, []
    for option in info.options:
        for value in option.values:
            for language in LANGUAGES:
                name = SAY[language](option_name(info.id, option.key))
                shown = words(info, option, value, language)
                for line in (f"{name} {shown}", f"{name}：{shown}", f"{option.key}={shown}"):
                    key, got = read(info, line, SCREENS.everywhere)
                    if key == "rounds" and shown == str(got) and option.key == "quan":
                        continue
                    if (key, got) != (f"option:{option.key}", value):
                        found.append((line, key, got))
    return found


@pytest.mark.parametrize("ident", GAMES)
def test_every_value_is_taken_as_it_is_written(ident):
    assert misread(GAMES[ident]) == []


def test_the_law_catches_a_reader_of_first_words():
    """As it was: the name ends at the first blank, and a value is what is stored."""

    def first_word(info, line, everywhere):
        key, _, value = line.partition(" ")
        return key, value

    assert misread(GAMES["dazha"], first_word)


@pytest.mark.parametrize("ident", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_refusal_lists_can_be_typed_from_it(ident, language):
    game, say = GAMES[ident], SAY[language]
    for option in game.info.options:
        table = lobby(game)
        refused = Configure(user(0), option.key, "no such value")
        with pytest.raises(RuleError) as error:
            table.handle(refused, NOW)
        listed = say(error.value.msg)
        for value in option.values:
            shown = words(game.info, option, value, language)
            assert shown in listed
            if option_error(game.info, option.key, value):
                continue
            name = say(option_name(game.info.id, option.key))
            key, typed = meant(game.info, f"{name} {shown}", SCREENS.everywhere)
            table.handle(Configure(user(0), key, typed), NOW)
            assert table.options[option.key] == value


NUMBERS = [
    ("8", 8), ("八", 8), ("8圈", 8), ("8 圈", 8), ("八圈", 8), ("十", 10), ("十二", 12),
    ("二十", 20), ("三十二圈", 32), ("一百零五", 105), ("两", 2), ("8 rounds", 8), ("\uff18", 8),
    ("-1", None), ("八八", None), ("", None), ("圈", None), ("8张", None), ("1.5", None),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "number"), NUMBERS, ids=[repr(n[0]) for n in NUMBERS])
def test_numbers_are_read_as_people_write_them(typed, number):
    assert number_in(typed, {"圈": 1, "rounds": 1}) == number


OWN = [
    ("圈数 八", "quan", 8), ("圈数 8圈", "quan", 8), ("圈 十二", "quan", 12),
    ("圈数：4", "quan", 4),
    ("Rounds 3", "quan", 3), ("圈數 3", "quan", 3), ("rounds = 7", "quan", 7),
    ("时限 不限时", "clock", 0), ("每步时限 60", "clock", 60), ("每步时限 60 秒", "clock", 60),
    ("Time per move 30 s", "clock", 30), ("Time per move: no limit", "clock", 0),
    ("时限 五分钟", "clock", 300), ("时限 5分钟", "clock", 300), ("时限 12 小时", "clock", 43_200),
    ("clock 3 days", "clock", 259_200), ("时限 三天", "clock", 259_200),
    ("座位 抽签", "seating", "lot"), ("座位 照大厅的顺序", "seating", "chosen"),
    ("Seats chosen", "seating", "chosen"),
    ("提示 没有", "hints", "off"), ("Hints on", "hints", "on"), ("hint off", "hints", "off"),
]  # fmt: skip


@pytest.mark.parametrize("ident", GAMES)
@pytest.mark.parametrize(("typed", "field", "value"), OWN, ids=[o[0] for o in OWN])
def test_what_every_table_has_is_set_at_every_table(ident, typed, field, value):
    """蹲麻子 has an option that is called quan as well."""
    table = lobby(GAMES[ident])
    key, got = meant(GAMES[ident].info, typed, SCREENS.everywhere)
    table.handle(Configure(user(0), key, got), NOW)
    assert getattr(table.state, field) == value


@pytest.mark.parametrize("ident", GAMES)
@pytest.mark.parametrize(
    "typed", ["圈数 -1", "圈数 99", "圈数 很多", "圈数", "rounds 0", "圈数 八百"]
)
def test_a_wrong_number_of_rounds_is_refused_with_the_right_ones(ident, typed):
    table = lobby(GAMES[ident])
    key, got = meant(GAMES[ident].info, typed, SCREENS.everywhere)
    with pytest.raises(RuleError) as error:
        table.handle(Configure(user(0), key, got), NOW)
    assert error.value.msg.key == "table-quan"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seconds", CLOCKS)
def test_a_clock_is_set_as_it_is_shown(language, seconds):
    shown = SAY[language](msg("settings-clock-value", seconds=seconds))
    table = lobby(GAMES["dazha"])
    key, got = meant(table.game.info, f"clock {shown}", SCREENS.everywhere)
    table.handle(Configure(user(0), key, got), NOW)
    assert table.state.clock == seconds


# A name that stands for a game with options.


@pytest.mark.parametrize("ident", GAMES)
def test_a_name_that_is_a_value_stands_for_it(ident):
    """No name of a game is a value of its options without opening it so."""
    info = GAMES[ident].info
    values = {
        as_name(part): (option.key, value)
        for option in info.options
        for value in option.values[1:]
        if isinstance(value, str)
        for shown in SCREENS.everywhere(option_value(info.id, option.key, value))
        for part in (shown, shown.partition("（")[0])
    }
    for name in info.names:
        if as_name(name) in values:
            key, value = values[as_name(name)]
            assert mode_named(info, name) == {key: value}
    for name, key, value in info.modes:
        assert name in info.names and not option_error(info, key, value)


@pytest.mark.parametrize("typed", ["12炸神", "\uff11\uff12炸神", "一二炸神"])
async def test_a_mode_is_opened_by_its_name(house, typed):
    await house.say("甲", f"/newgame {typed}")
    assert house.table.options["mode"] == "twelve"
    await house.say("甲", "/settings 玩法 上饶打炸")
    assert house.table.options["mode"] == "base"
    assert "没有这个值" not in said(await house.say("甲", "/settings 玩法 12炸神"))
    assert house.table.options["mode"] == "twelve"


async def test_a_plain_name_opens_the_plain_game(house):
    await house.say("甲", "/newgame 打炸")
    assert house.table.options["mode"] == "base"
    assert "12炸神" not in house.platform.board().alt
    assert buttons(house.platform.board())["设置"]
