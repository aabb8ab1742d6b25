"""What the answers of a seat are called now: the words on its buttons, in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.catalogue import LANGUAGES
from bot.table import tokens
from bot.users.preferences import Taste
from engine import talk, text

if TYPE_CHECKING:
    from bot.screens.reader import Reader
    from bot.table.state import Question
    from bot.table.table import Table
    from engine.core import Action, Prompt, Seat

LONGEST = 60
"""Characters of a line that may be a button's words."""


def answer(reader: Reader, table: Table, seat: Seat, line: str) -> tuple[int, Action] | None:
    """The number of the question and the answer whose button says just this line.

    Case, width and blanks make no difference. A word that the game has for one ready-made answer
    is that button's too if the button's words begin with it (跟 for 跟 20), or it is longer than a
    sign (弃牌). A letter or a number alone is no word: those are talk, even where a button bears
    nothing else (a cell of 扑克矩阵).

    Returns:
        None: no button of this seat is called so now, or several that mean different things.
    """
    question, said = table.question_of(seat), text.normal(line)
    if question is None or len(said) > LONGEST or not _is_word(said):
        return None
    prompt = table.prompt(seat)
    names = _names(reader, table, question, prompt)
    found = {item for name, item in names if _says(name, said)}
    if len(found) == 1:
        action = tokens.action_of(found.pop(), (), prompt)
        return None if action is None else (question.number, action)
    action = talk.word(line, table.game.info, prompt)
    if action is None or found:
        return None
    begun = any(_begins(name, said) for name, _ in names)
    long = not said.isascii() and len(said) > 1
    usual = action.verb == "pass"
    return (question.number, action) if begun or long or usual else None


def _names(
    reader: Reader, table: Table, question: Question, prompt: Prompt
) -> list[tuple[str, str]]:
    """The words of each button that answers, and what the button stands for."""
    readers, called = [reader.of(Taste(language)) for language in LANGUAGES], table.names
    return [
        (text.normal(button.label), token.item)
        for one in readers
        for row in one.controls.answers(table, question, prompt, one.catalogue.speaker(called))
        for button in row
        if isinstance(token := tokens.read(button.token), tokens.Token)
    ]


def _is_word(said: str) -> bool:
    return bool(said) and not said.isdecimal() and not (said.isascii() and len(said) < 2)


def _says(name: str, said: str) -> bool:
    """Whether a button is called just so; in Chinese blanks are nobody's business."""
    loose = not said.isascii() and name.replace(" ", "") == said.replace(" ", "")
    return name == said or loose


def _begins(name: str, said: str) -> bool:
    """Whether a button's words begin with the words that were said, whole words only."""
    following = name[len(said) :][:1]
    cut = said.isascii() and following.isascii() and following.isalpha()
    return name.startswith(said) and not cut
