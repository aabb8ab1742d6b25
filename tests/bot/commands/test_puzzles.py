"""/puzzle: one a day for a chat, solved by each person alone, and what is kept of it."""

import pytest

from bot.i18n.catalogue import Catalogue
from bot.players import defence
from bot.runtime.daily import day_of
from bot.screens.puzzle import line_of
from bot.table import tokens
from engine.cards import card
from engine.core import Action
from engine.puzzles import GAME, of_day
from engine.registry import games
from tests.kit.actors import said
from tests.kit.house import service
from tests.kit.platform import buttons


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


class Solving:
    """Somebody at the problem of the day, with the position as the tests know it."""

    def __init__(self, house, name):
        self.house, self.name = house, name
        self.puzzle = of_day(day_of(house.clock.now()))
        self.state = self.puzzle.state(games()[GAME])
        self.mark = ""

    async def open(self):
        board = await self.house.say(self.name, "/puzzle")
        shown = await self.house.press(self.name, buttons(board.message)["我来解"])
        self.mark = buttons(shown.message)["看答案"].rpartition(".")[2]
        return board, shown

    def token(self, at):
        laid = sum(self.state.public.counts)
        return tokens.menu("puzzle", f"play.{self.puzzle.number}.{laid}.{at}.{self.mark}")

    async def play(self, *, right):
        """The first play that wins, or that does not."""
        found = [defence.answer(self.state, one) for one in defence.plays(self.state)]
        at = next(at for at, one in enumerate(found) if one.right == right)
        await self.house.forward(3)  # one press after the other
        shown = await self.house.press(self.name, self.token(at))
        self.state = found[at].state
        return shown, not found[at].plays


async def test_a_problem_is_solved_alone_and_told_to_the_chat(house):
    """A wrong play is refuted and counted; the right ones solve it in the second try."""
    one = Solving(house, "甲")
    board, _ = await one.open()
    assert "各解各的" in said(board)
    shown, _ = await one.play(right=False)
    assert "这样赢不了" in said(shown)
    assert "别人在解" in said(await house.press("乙", one.token(0)))

    over = False
    while not over:
        shown, over = await one.play(right=True)
    assert "第 2 次解开，连着 1 天" in said(shown)
    card = await house.press("甲", buttons(shown.message)["分享"])
    assert "第 2 次解开" in said(card)
    assert not any(code in said(card) for code in "♠♥♣♦")
    assert "甲：第 2 次解开" in said(await house.say("乙", "/puzzle"))


async def test_whoever_sees_the_answer_is_told_why_and_counts_no_more(house):
    one = Solving(house, "甲")
    _, shown = await one.open()
    shown = await house.press("甲", buttons(shown.message)["看答案"])
    assert "这样赢" in said(shown)
    _, again = await one.open()
    assert "答案你看过了" in said(again)
    assert "甲：第" not in said(await house.say("乙", "/puzzle"))


def test_a_line_is_told_by_ranks_and_once_by_whoever_goes_on():
    def play(text):
        return Action("play", tuple(map(card, text.split())))

    line = [(0, play("SA HA CA DA C9 D10")), (1, play("")), (0, play("S10 H10 LJ"))]
    line += [(1, play("D2 C2")), (1, play("BJ"))]
    told = Catalogue().say(line_of(line))
    assert told == "地主 AAAA 9 10、10 10 小王 → 农民甲 22、大王"
