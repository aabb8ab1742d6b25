"""Parity: one conversation shows the same on every platform.

Compared is, thing by thing that people do, who was shown what: message keys, their arguments, the
labels of buttons, what can be picked, and whether there is a picture. What a platform shapes in
its own way stands in ``DIFFERENCES``, and nothing else may differ.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from tests.kit.clock import ManualClock
from tests.kit.discord import BEGIN
from tests.kit.parity import Memory, Seen, settled
from tests.kit.parity_discord import Discord
from tests.kit.parity_framed import Activity, MiniApp
from tests.kit.parity_script import conversation
from tests.kit.parity_telegram import Telegram
from tests.kit.parity_web import Web
from tests.kit.tiers import chosen


def same(one):
    return one


def without(label):
    """Takes the buttons of a label away."""
    return lambda one: replace(one, labels=tuple(name for name in one.labels if name != label))


def unless(condition):
    """Leaves out what a condition is true of."""
    return lambda one: None if condition(one) else one


def hand_beside_the_board(one):
    """A private screen without picture, and without cards that only lie there."""
    if not one.tells("hand-title"):
        return one
    return replace(one, picture=False, picks=tuple(pick for pick in one.picks if pick[0]))


ONLOOKER = "路人"
"""Whoever plays nowhere in the conversation."""


def without_books(one):
    """An onlooker is offered no file of the scores, and nothing to settle."""
    labels = tuple(name for name in one.labels if not name.startswith("scores-button-"))
    return replace(one, labels=labels) if one.reader == ONLOOKER else one


PURSES = ("coins-title", "coins-daily-rich", "coinroom-text", "coinroom-joined", "coinroom-left")


def without_purses(one):
    """No coins to play for are offered, and nothing is said of any."""
    if any(one.tells(key) for key in PURSES):
        return None
    words = tuple(line for line in one.words if "(settings-money" not in line)
    labels = (name for name in one.labels if not name.startswith("settings-button(settings-money"))
    return replace(one, words=words, labels=tuple(labels))


BESIDE = ("button-people", "button-help-page", "button-rooms", "button-fellows", "button-house")
"""What 更多 has in a room of our own."""


def without_rooms(one):
    """No other rooms are offered, and a table is not opened to everybody."""
    words = tuple(line for line in one.words if "(settings-house" not in line)
    labels = (name for name in one.labels if "(settings-house" not in name and name not in BESIDE)
    labels = tuple(labels)
    if one.tells("more-table"):
        labels = tuple(name for name in labels if name != "button-prefs")
    return replace(one, words=words, labels=labels)


def answered_apart(one):
    """The board of a running table without the answers to what one of them is asked."""
    if one.reader != "everybody" or "button-why" not in one.labels:
        return one
    return replace(one, labels=tuple(name for name in one.labels if name.startswith("button-")))


def in_words(one):
    """A closed table has nothing to show but words."""
    return replace(one, picture=False) if one.tells("board-closed") else one


def without_fingerprint(one):
    """A private screen without what stands below it where messages are kept."""
    words = tuple(line for line in one.words if not line.startswith("hand-fingerprint("))
    return replace(one, words=words)


def is_over(one):
    """Whether a private screen is of a table that is over."""
    return len(one.words) == 1 or one.tells("board-closed")


@dataclass(frozen=True)
class Difference:
    """What one platform does otherwise.

    Attributes:
        platform: which; ``inside``: the page in the client of any.
        why: what, and the reason.
        plain: takes it from what the service sends.
        shaped: takes it from what the platform's clients show.
    """

    platform: str
    why: str
    plain: Callable[[Seen], Seen | None] = same
    shaped: Callable[[Seen], Seen | None] = same


DIFFERENCES = (
    Difference(
        "telegram",
        "it asks once, with words that are no secret, whether the server shows things to one alone",
        shaped=unless(lambda one: one.words == ("telegram-only-you",)),
    ),
    Difference(
        "telegram",
        "cards are picked one by one, and every tap is answered by what is picked so far",
        shaped=unless(lambda one: one.tells("telegram-picked")),
    ),
    Difference(
        "telegram",
        "a message with a picture cannot become one of words: the last picture stays above them",
        shaped=in_words,
    ),
    Difference(
        "discord",
        "a message for one alone becomes the hand when it was pressed; it can be looked at again",
        plain=without("button-refresh"),
        shaped=without("button-refresh"),
    ),
    Difference(
        "web",
        "a page shows the lobby beside the person's own part, which needs no words of its own, so "
        "that whoever sits down is told so by an answer",
        plain=unless(lambda one: one.tells("hand-lobby") or one.tells("table-joined")),
        shaped=unless(lambda one: one.tells("table-joined")),
    ),
    Difference(
        "web",
        "what one is asked stands in one's own part of the page: the board offers it to nobody",
        plain=answered_apart,
    ),
    Difference(
        "web",
        "help is a page of its own: it names buttons instead of commands",
        plain=unless(lambda one: one.tells("help-text")),
        shaped=unless(lambda one: one.tells("help-page-title")),
    ),
    Difference(
        "web",
        "a person has several rooms, and a table may be opened to whoever knows none of them",
        shaped=without_rooms,
    ),
    Difference(
        "web",
        "nobody is called by name: whose turn it is stands in the page, and in its title",
        plain=unless(lambda one: bool(one.called)),
    ),
    Difference(
        "web",
        "a page is gone when it is closed: a fingerprint is kept by a message",
        plain=without_fingerprint,
    ),
    Difference(
        "web",
        "the hand lies below the board as cards, and has no picture that repeats it",
        plain=hand_beside_the_board,
        shaped=hand_beside_the_board,
    ),
    Difference(
        "web",
        "people are others tomorrow and have no purse: they play for chips, and are told so",
        plain=without_purses,
        shaped=unless(lambda one: one.tells("coins-not-here")),
    ),
    Difference(
        "web",
        "a room's link is all it takes to look on: a file of the scores is for those who played",
        plain=without_books,
    ),
    Difference(
        "web",
        "a page's hand is always the newest: there is no button to look again",
        plain=without("button-refresh"),
    ),
    Difference(
        "inside",
        "the page in the client shows the lobby beside a person's own part",
        plain=unless(lambda one: one.tells("hand-lobby")),
        shaped=unless(lambda one: one.tells("hand-lobby")),
    ),
    Difference(
        "inside",
        "a page is gone when it is closed: a fingerprint is kept by a message",
        plain=without_fingerprint,
    ),
    Difference(
        "inside",
        "the hand lies below the board as cards, and has no picture that repeats it",
        plain=hand_beside_the_board,
        shaped=hand_beside_the_board,
    ),
    Difference(
        "inside",
        "who has it before their eyes is not called to their turn",
        plain=unless(lambda one: bool(one.called)),
        shaped=unless(lambda one: bool(one.called)),
    ),
    Difference(
        "inside",
        "a table that is over stands in the chat alone",
        plain=unless(lambda one: one.tells("hand-title") and is_over(one)),
        shaped=unless(lambda one: one.tells("hand-title") and is_over(one)),
    ),
    Difference(
        "miniapp",
        "the hand is always the newest: there is no button to look again",
        plain=without("button-refresh"),
    ),
)


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """The conversation without an adapter."""
    return asyncio.run(held(Memory, tmp_path_factory.mktemp("plain")))


async def held(client, folder):
    async with client(folder / "x.db", ManualClock(BEGIN)) as at:
        await conversation(at)
        return at.steps


def changed(steps, changes):
    """Steps after changes, and which of these changed something."""
    used = []
    for change in changes:
        before, steps = steps, [step.each(change) for step in steps]
        used.append(before != steps)
    return settled(steps), used


CLIENTS = [Telegram, Discord, Web, *chosen([MiniApp, Activity], 1, "parity inside a client")]


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
async def test_a_conversation_is_the_same(client, plain, tmp_path):
    own = {client.name, client.kind}
    known = [one for one in DIFFERENCES if one.platform in {*own, client.beside}]
    wanted, in_plain = changed(plain, [one.plain for one in known])
    found, in_shaped = changed(await held(client, tmp_path), [one.shaped for one in known])
    for expected, got in zip(wanted, found, strict=True):
        assert got == expected
    for one, *used in zip(known, in_plain, in_shaped, strict=True):
        beside = one.platform not in own
        assert beside or any(used), f"no difference any more: {one.why}"
