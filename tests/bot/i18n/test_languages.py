"""TXT-05: what is private is said in its reader's language, what is public in the chat's.

Whole matches of two persons with different languages in a chat of a third: every message, every
picture's words, every answer is looked at as its reader sees it.
"""

import re

import pytest
from opencc import OpenCC

from bot.i18n.keys import game_name
from bot.i18n.times import plain
from engine.rng import Rng
from renderers import text
from tests.kit.actors import begin, go_on
from tests.kit.house import service
from tests.kit.platform import Listening
from tests.kit.tiers import chosen

LANGUAGES = ("zh-Hans", "zh-Hant", "en")
HAN = re.compile(r"[\u3400-\u9fff]")
ENGLISH = re.compile(r"(?<![/\w])(?!UTC)[A-Za-z]{3,}")
"""Words; a zone is called the same everywhere."""

TO_TRADITIONAL, TO_SIMPLIFIED = OpenCC("s2tw"), OpenCC("t2s")

BOTH = "制后"
"""Characters of zh-Hant that are the simplified form of another one as well."""

GAMES = [("_specimen", 1), ("_trial", 2), ("dunmazi", 1)]
RUNS = [
    (turn, game, computers)
    for game, computers in GAMES
    for turn in (chosen(range(3), 1, "languages") if game == "dunmazi" else range(3))
]
"""The chat's language, a game and its computers; the long one in another language a commit."""
RUN_NAMES = [f"{LANGUAGES[turn]}-{game}-{computers}" for turn, game, computers in RUNS]

SAID = [
    "/why",
    "/help",
    "/scores",
    "/settings",
    "/join",
    "/start",
    "/rules",
    "/record",
    "/nonsense",
    "出 ♠X",
]


class Room(Listening):
    """Hears replies too, each as a message to its author."""

    def reply(self, who, reply):
        if reply is not None:
            self.heard.append((who, reply.message))


def words_of(message):
    """Everything of a message that is read; a picture is the words that were painted."""
    painted = message.picture.decode() if message.picture else ""
    labels = [button.label for row in message.rows for button in row]
    for picker in message.pickers:
        labels += [picker.label, *(group.title for group in picker.groups)]
        labels += [option.label for group in picker.groups for option in group.options]
    facts = [word for fact in message.facts for word in (fact.label, fact.value)]
    text = plain(message.text)
    parts = (text, message.alt, message.title, message.thinking, painted, *labels, *facts)
    return "\n".join(parts)


def strange(words, language):
    """What does not belong into a text of a language."""
    if language == "en":
        return HAN.findall(words)
    wrong = TO_TRADITIONAL if language == "zh-Hant" else TO_SIMPLIFIED
    found = [c for c in words if c not in BOTH and wrong.convert(c) != c]
    return [*found, *ENGLISH.findall(words)]


def test_strange_words_are_found():
    assert strange("Waiting for 甲", "en") == ["甲"]
    assert strange("等誰", "zh-Hans") == ["誰"]
    assert strange("等谁", "zh-Hant") == ["谁"]
    assert strange("用 /help 看 Scores", "zh-Hant") == ["Scores"]
    assert strange("等谁 ♠A 10", "zh-Hans") == strange("等誰 JJ", "zh-Hant") == []


def names_in(house):
    """Names of people, computers, the chat and games: they are the same for everybody."""
    names = {"测试群", *house.table.names}
    for game in house.context.games:
        names |= house.context.reader.everywhere(game_name(game))
    return sorted(names, key=len, reverse=True)


def bare(words, names):
    """What is left to be read without names, seeds and what is typed to set an option."""
    for name in names:
        words = words.replace(name, "")
    return re.sub(r"[0-9a-f]{12,}|[（(][a-z_]+[）)]|/settings quan|SHA-256", "", words)


@pytest.mark.slow
@pytest.mark.parametrize(("turn", "game", "computers"), RUNS, ids=RUN_NAMES)
async def test_txt_05_everybody_reads_their_own_language(tmp_path, game, computers, turn):
    public, one, other = (LANGUAGES[(turn + n) % 3] for n in range(3))
    languages = {None: public, "甲": one, "乙": other}
    room, rng = Room(), Rng(game.encode(), "people")

    def paint(view, say, *, four):
        return text.render(view, say).encode()

    async with service(tmp_path / "t.db", platform=room, paint=paint, check=False) as house:
        do = house.do

        async def heard(incoming):
            reply = await do(incoming)
            room.reply(incoming.user.id, reply)
            return reply

        house.do = heard
        await house.say("甲", f"/prefs language {one}")
        await house.say("乙", "/help", language=other)
        await house.say("甲", f"/chat language {public}", admin=True)
        room.heard.clear()
        await begin(house, game, persons=2, computers=computers, quan=3)
        names = names_in(house)
        checked, step, going = dict.fromkeys(languages, 0), 0, True
        while going:
            for who in "甲乙":
                await house.say(who, SAID[step % len(SAID)])
            going = await go_on(house, rng)
            step += 1
            for reader, message in room.heard:
                found = strange(bare(words_of(message), names), languages[reader])
                assert found == [], (reader, words_of(message))
                checked[reader] += 1
            room.heard.clear()
    assert step > len(SAID)
    assert min(checked.values()) > len(SAID)
