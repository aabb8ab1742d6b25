"""What is said among people is talk, unless it can hardly be anything but a play.

The laws: no line of talk, by whoever sits there and at whatever moment of a match, is answered or
changes anything; and what a button says, said without calling anybody, does what the button does.
"""

import pytest

from bot.i18n.catalogue import LANGUAGES
from bot.screens import labels
from bot.table import tokens
from bot.table.state import Phase
from bot.users.preferences import Taste
from engine import talk, text
from engine.match import act
from engine.registry import games
from tests.kit.actors import begin, chance, go_on, said, waited_for
from tests.kit.house import service
from tests.kit.talk import TALK
from tests.kit.tiers import chosen

GAMES = tuple(games())
MOMENTS = 12
"""Moments of a match at which people talk."""

LINES = 40
"""Lines of each person at each of them: all of them are said in each match."""


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


async def sit(house, game, **settings):
    info = games()[game].info
    people = max(info.seats[0], min(4, info.seats[-1]))
    await begin(house, game, people, **settings)
    assert house.table.state.phase in (Phase.PLAYING, Phase.BETWEEN)


class Talk:
    """The corpus, on and on."""

    def __init__(self, seed):
        self.lines = chance(seed, "talk").shuffled(TALK)
        self.at = 0

    def next(self, count):
        found = [self.lines[(self.at + n) % len(self.lines)] for n in range(count)]
        self.at += count
        return found


async def talk_at(house, lines):
    """Everybody says lines to nobody; the law's complaints."""
    table, platform = house.table, house.platform
    before, calls = table.snapshot(), len(platform.calls)
    for player in table.state.players:
        for line in lines.next(LINES):
            reply = await house.handle(house.people.say(player.user.id, line, addressed=False))
            if reply is not None:
                yield f"{line!r} was answered"
            if table.snapshot() != before:
                yield f"{line!r} changed something"
                return
    await house.settle()
    if len(platform.calls) != calls:
        yield "something was sent"


@pytest.mark.parametrize("game", chosen(GAMES, 5, "talk"))
async def test_talk_is_neither_answered_nor_played(house, game):
    await sit(house, game)
    rng, lines = chance(game, "talk"), Talk(game)
    for _ in range(MOMENTS):
        assert [wrong async for wrong in talk_at(house, lines)] == []
        for _ in range(rng.below(4) + 1):
            await go_on(house, rng)
        if not house.tables.running or house.table.state.phase is Phase.FINISHED:
            break
    assert lines.at >= 4 * LINES


FAULTS = {
    "whatever can be read is a play": ("qigui523", talk, "bare", text.read),
    "cards alone are a play": ("chudadi", talk, "_is_marked", lambda said: True),
    "a letter is a button's word": ("matrix", labels, "_is_word", bool),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_planted_faults_are_caught(house, monkeypatch, fault):
    game, *broken = FAULTS[fault]
    monkeypatch.setattr(*broken)
    await sit(house, game)
    rng, lines = chance("fault"), Talk("fault")
    for _ in range(MOMENTS * 3):
        if [wrong async for wrong in talk_at(house, lines)]:
            return
        await go_on(house, rng)
    raise AssertionError("talk was played, and the law did not see it")


# Buttons.


def called(house, seat):
    """Each answer's button as (words, item) in every language, as far as they are words."""
    table = house.table
    question, prompt = table.question_of(seat), table.prompt(seat)
    for language in LANGUAGES:
        controls = house.context.reader.of(Taste(language)).controls
        for row in controls.answers(table, question, prompt):
            for button in row:
                token = tokens.read(button.token)
                if token is not None and (len(button.label) > 1 or not button.label.isascii()):
                    yield button.label, token.item


@pytest.mark.parametrize("game", chosen(GAMES, 5, "words"))
async def test_the_words_of_a_button_do_what_it_does(house, game):
    await sit(house, game)
    rng, seen = chance(game, "labels"), 0
    for _ in range(40):
        table = house.table
        for seat, _ in waited_for(table):
            for label, item in called(house, seat):
                meant = tokens.action_of(item, (), table.prompt(seat))
                for line in (label, label.upper(), f" {label} "):
                    found = labels.answer(house.context.reader, table, seat, line)
                    assert found == (table.question_of(seat).number, meant), line
                seen += 1
        if not await say_a_button(house, rng):
            await go_on(house, rng)
        if not house.tables.running or table.state.phase is Phase.FINISHED:
            break
    assert seen > 3


async def say_a_button(house, rng):
    """Somebody who is asked says a button's words, to nobody; whether there is such a button."""
    table = house.table
    if table.state.phase is not Phase.PLAYING or not waited_for(table) or rng.below(2):
        return False
    seat, who = rng.choice(waited_for(table))
    known = list(called(house, seat))
    if not known:
        return False
    label, item = rng.choice(known)
    expected, _ = act(table.match, seat, tokens.action_of(item, (), table.prompt(seat)))
    reply = await house.say(who, label, addressed=False)
    assert said(reply) == ""
    assert table.match == expected
    await house.forward(3)
    return True


async def test_a_word_that_several_buttons_begin_with_is_talk(house):
    await sit(house, "doudizhu4")
    (_, who) = waited_for(house.table)[0]
    before = house.table.snapshot()
    assert await house.say(who, "叫", addressed=False) is None
    assert house.table.snapshot() == before
    assert said(await house.say(who, "叫 2", addressed=False)) == ""
    assert house.table.snapshot() != before


@pytest.mark.parametrize("where", ["called", "bare", "private"])
async def test_to_pass_in_zhajinhua_is_to_fold(house, where):
    await sit(house, "zhajinhua")
    ((seat, who),) = waited_for(house.table)
    fields = {"chat": None} if where == "private" else {"addressed": where == "called"}
    assert said(await house.say(who, "过", **fields)) == ""
    assert seat not in house.table.game.asked(house.table.match.state)
    assert house.table.match.state.public.stands[seat].value == "folded"


async def test_commands_need_a_sign_in_a_group(house):
    await sit(house, "chudadi")
    before, calls = house.table.snapshot(), len(house.platform.calls)
    for line in ("结束", "继续", "开始", "再来", "帮助", "托管", "stop", "rules", "离开", "下一圈"):
        assert await house.say("甲", line, addressed=False) is None
    assert house.table.snapshot() == before
    assert len(house.platform.calls) == calls
    assert "/newgame" in said(await house.say("甲", "帮助"))
    await house.forward(4)
    assert "/newgame" in said(await house.say("甲", "/帮助", addressed=False))
    assert said(await house.say("甲", "托管")) == ""
    seat = house.table.seat_of(house.people.say("甲", "").user)
    assert house.table.state.players[seat].autopilot


async def test_nothing_is_noted_of_those_who_only_talk(house):
    await sit(house, "chudadi")
    for line, noted in (("今天天气不错", False), ("/help", True)):
        await house.say("路人", line, addressed=False, language="en")
        stored = await house.store.preferences.people(["memory:路人"])
        assert bool(stored.get("memory:路人")) is noted


@pytest.mark.parametrize("word", ["暂停", "pause"])
async def test_who_is_called_by_name_needs_no_slash(house, word):
    """Not even for words that are too common to be a command in private."""
    await sit(house, "chudadi")
    await house.say("甲", word)
    assert house.table.state.vote is not None


async def test_a_word_that_is_a_command_and_a_play_is_the_play_while_it_is_one(house):
    await sit(house, "zhajinhua")
    ((seat, who),) = waited_for(house.table)
    await house.say(who, "看牌")
    assert house.table.match.state.public.looked[seat]
