"""Whatever people do at the page's table has a button there, and none of it is a dead end."""

import asyncio
from contextlib import asynccontextmanager
from itertools import count

import aiohttp
import pytest

from bot.access.rights import DONE
from bot.commands.topics import DECLARED
from bot.i18n.catalogue import LANGUAGES, Catalogue
from engine.msg import msg
from tests.kit.open_house import open_house
from tests.kit.web import WebTable

ELSEWHERE = {
    "purse": "people have no purses here", "daily": "nor coins", "coinroom": "nor a queue for them",
    "notify": "nobody is told of tables in private", "play": "the hand itself",
    "yes": "the vote has it", "no": "the vote has it", "next": "the board, after a round",
    "resume": "the board, where the table stands still", "correct": "points are typed",
    "deal": "the file button beside the input", "seat": "更多, where seats are not drawn by lot",
    "replay": "the record's own buttons", "again": "the board, when it is over",
    "open": "the record, once the match is over",
    "export": "the scores, once there are any", "display": "更多, where cards are open",
}  # fmt: skip
"""Commands without a button in a lobby, and where theirs is."""

BY_BUTTON = {"kick": "away", "block": "bar", "unblock": "unbar", "addbot": "bot",
             "removebot": "unbot", "settings": "set", "tournament": "tournament",
             "autopilot": "auto", "back": "auto", "pause": "pause", "hand": "hand", "why": "why",
             "table": "table"}  # fmt: skip
"""What does it, where that is called otherwise, or only while a match is on."""


class People:
    """Two people at a real table of the page, who press whatever they are shown."""

    def __init__(self, table):
        self.table = table
        self.numbers = count(1)
        self.tokens = {}

    async def say(self, tab, line):
        return self.keep(await tab.ask(next(self.numbers), say=line))

    async def press(self, tab, token):
        message = self.tokens.get(token, "")
        return self.keep(await tab.ask(next(self.numbers), press=token, values=[], message=message))

    def keep(self, answer):
        note = answer.get("note") or {}
        for row in note.get("rows", ()):
            for button in row:
                self.tokens[button["token"]] = note["id"]
        return answer

    async def until(self, tab, item):
        """Wait until the board has a button."""
        while not any(button.token.endswith(f":{item}") for button in self.board()):
            await tab.put()

    def board(self):
        kept = self.table.platform.messages.channel(("room", self.table.room)).messages.values()
        return [button for one in kept for row in one.message.rows for button in row]


@asynccontextmanager
async def people(path):
    async with open_house(path) as (service, web), aiohttp.ClientSession() as http:
        table = WebTable(web, service, http)
        ann, bob = await table.tab("小安"), await table.tab("小博", session="tab-0002")
        made = People(table)
        made.service = service
        await made.press(ann, "m1:more")
        await made.say(ann, "/newgame 比大小")
        await made.say(bob, "/join")
        try:
            yield made, ann, bob
        finally:
            await asyncio.gather(*(socket.close() for socket in table.sockets))


def runner(made):
    (found,) = made.service.running.tables.running.values()
    return found


async def test_every_command_of_a_table_has_a_button_or_another_place(tmp_path):
    async with people(tmp_path / "t.db") as (made, ann, bob):
        table = runner(made).table.state.id
        for token in (f"g1:{table}:0:more", "m1:help", "m1:people", "m1:do:scores"):
            await made.press(ann, token)
        await made.until(ann, "start")
        await made.say(ann, "/addbot")
        await made.until(ann, "unbot")
        await made.press(ann, f"m1:speaker:{bob.user.id}")
        shown = {*made.tokens, *(button.token for button in made.board())}
        await made.press(ann, f"m1:bar:{bob.user.id}")
        await made.press(ann, f"m1:speaker:{bob.user.id}")
        shown |= set(made.tokens)
        await made.say(ann, "/start")
        await made.press(ann, f"g1:{table}:1:more")
        shown |= {*made.tokens, *(button.token for button in made.board())}
    words = {word for token in shown for word in token.replace(":", " ").replace("-", " ").split()}
    missing = {
        name
        for name in DECLARED.commands
        if name not in ELSEWHERE and BY_BUTTON.get(name, name) not in words
    }
    assert missing == set()


async def test_help_is_a_page_whose_buttons_all_do_something(tmp_path):
    async with people(tmp_path / "t.db") as (made, ann, _):
        note = (await made.say(ann, "/help"))["note"]
        assert note["title"] == "怎么玩" and "/" not in note["text"]
        tokens = [button["token"] for row in note["rows"] for button in row]
        assert len(tokens) > 8
        for token in tokens:
            answer = await made.press(ann, token)
            told = answer.get("note") or answer
            assert "error" not in answer and told.get("toast") != "这个按钮已经过期了。", token
            await asyncio.sleep(0)
            made.service._repeats._persons.clear()  # a person who reads takes longer


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_button_of_help_has_words_that_fit(language):
    catalogue = Catalogue(strict=True).to(language)
    shown = DONE - {"export", "display", "help"}
    for name in shown:
        assert len(catalogue.say(msg(f"help-do-{name}"))) <= 20


async def test_the_host_asks_somebody_to_leave_and_lets_them_come_again_by_buttons(tmp_path):
    async with people(tmp_path / "t.db") as (made, ann, bob):
        me, table = bob.user.id, runner(made).table
        note = (await made.press(ann, "m1:people"))["note"]
        assert [row[0]["label"] for row in note["rows"]] == ["小博"]
        note = (await made.press(ann, f"m1:speaker:{me}"))["note"]
        assert [row[0]["label"] for row in note["rows"]] == [
            "不看 TA 说的话", "请 TA 先别说话", "请 TA 离座", "不让 TA 上这一桌",
        ]  # fmt: skip
        assert "桌主" in (await made.press(bob, f"m1:away:{ann.user.id}"))["toast"]
        await made.press(ann, f"m1:away:{me}")
        assert runner(made).table.seat_of(bob.user) is None
        await made.press(ann, f"m1:bar:{me}")
        assert "不让你" in (await made.say(bob, "/join"))["toast"]
        assert not made.service.talk.hears(ann.user, bob.user)
        await made.press(ann, f"m1:unbar:{me}")
        await made.say(bob, "/join")
        assert table.seat_of(bob.user) is not None and made.service.talk.hears(ann.user, bob.user)
