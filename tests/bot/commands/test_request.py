"""What is told to one person, and whether a group may read it too: said where it is raised."""

import ast
from pathlib import Path

import pytest

from bot.commands.request import names_cards
from bot.ports.messages import Where
from bot.runtime.engagements import HINDERS, Engagement, Engagements, Kind
from bot.support.errors import Refused
from engine.msg import CardsArg, chained, msg
from tests.kit.actors import said

PUBLIC = """
again-late autopilot-already autopilot-off-already coinroom-drawn-only coinroom-fixed
coinroom-full coinroom-group-only coinroom-not-waiting coinroom-short command-no-table
command-unknown command-which-table correct-not-yours correct-open-already correct-same
correct-seats correct-sum cup-another cup-computers cup-few cup-full cup-game cup-gone
cup-here-playing cup-host-only cup-in-group cup-no-purses cup-no-table cup-none
cup-not-registered cup-registered-already cup-withdrawn motion-agreed
motion-answered motion-gone motion-late motion-not-yours motion-refused newgame-another
newgame-too-many newgame-unknown pause-already scores-none season-in-group season-not-yours
season-open-already table-back table-clock table-deserted table-done-already table-full table-gone
table-gone-another table-host-only table-joined table-joined-already table-kick-self table-left
table-left-already table-level table-no-bot table-no-hand-yet table-no-option table-no-such-seat
table-no-value table-not-in-lobby table-not-your-button table-old-button table-old-words
table-option-later table-quan table-queue-full table-queue-left table-queued-already table-runs
table-same-words table-seat-lot table-seat-taken table-seating table-seats table-started-already
table-stop-host table-suspended table-too-few table-yours-near table-yours-private
table-yours-there vote-counted vote-none vote-other
"""
"""Keys of refusals and short answers that a group could read when that was told by prefixes."""

PRIVATE = """
access-ask-there access-blocked access-gone access-host-or-admin access-masked access-played
access-stranger block-admin-only block-computer block-self coinroom-poor coins-daily-again
coins-daily-aside coins-daily-rich coins-in-group coins-not-here cup-purse hint-none hint-off
let-ask period-no-season period-unknown practice-alone practice-not-here practice-too-long
prefs-in-group prefs-unknown prefs-zone-unknown seat-moved stakes-buyin stakes-chips
stakes-computers stakes-correction-late stakes-correction-short stakes-correction-uneven
stakes-no-chat stakes-no-purses stakes-no-stop stakes-overdrawn stakes-short stakes-uneven
stakes-uneven-option talk-empty talk-fast talk-long talk-muted
"""
"""Those that it could not."""

MAKERS = ("Refused", "Refusal", "_refuse", "Toast")


def told():
    """Every key that is written where something is refused or answered, and where, if private."""
    for path in sorted(Path("bot").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MAKERS and node.args:
                given = {word.arg: word.value for word in node.keywords}
                private = getattr(given.get("private"), "value", False) is True
                for key in keys(node.args[0]):
                    yield key, private, f"{path}:{node.lineno}"


def keys(node):
    found = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
    return [key for key in found if isinstance(key, str) and "-" in key and key[-1] != "-"]


def test_every_key_is_as_private_as_it_was():
    before = {**dict.fromkeys(PUBLIC.split(), False), **dict.fromkeys(PRIVATE.split(), True)}
    found = list(told())
    assert [(key, at) for key, private, at in found if before.get(key, private) != private] == []
    assert {key for key, _, _ in found} >= set(before), "the list names what there is"


def test_what_hinders_somebody_elsewhere_is_theirs_alone():
    made, user = Engagements(), object()
    for kind in Kind:
        made.add(kind, lambda _, kind=kind: [Engagement(kind, "1", "群", "niuniu")])
    for wish in {wish for wish, _ in HINDERS}:
        with pytest.raises(Refused) as refused:
            made.check(user, wish)
        assert refused.value.private


CARDS = CardsArg(("S3", "BJ"))

READ = [
    (msg("table-joined"), False, "none"),
    (msg("table-so", cards=CARDS), True, "cards"),
    (msg("table-so", why=msg("table-why", cards=CARDS)), True, "cards further in"),
    (msg("table-so", known=chained("render-list", (msg("a"), CARDS))), True, "cards in a list"),
]


@pytest.mark.parametrize(("message", "cards", "why"), READ, ids=[row[2] for row in READ])
def test_cards_are_found_wherever_a_message_names_them(message, cards, why):
    assert names_cards(message) is cards


ANSWERS = [
    ("乙", "/join", True, "a short answer about the table"),
    ("甲", "/seat 3", False, "where somebody sits now"),
    ("甲", "/addbot 神仙", True, "what a table refuses"),
    ("甲", "/settings money coins", False, "what a table refuses about coins"),
    ("甲", "/play ♠3", True, "not the time"),
    ("丙", "/block 甲", False, "who may do what"),
    ("丙", "/kick 1", True, "who may do what at a table"),
    ("甲", "/nothing", True, "no command"),
    ("甲", "/purse", False, "a purse"),
    ("甲", "/scores", True, "the book"),
]


@pytest.mark.parametrize(("who", "line", "anybody", "why"), ANSWERS, ids=[a[3] for a in ANSWERS])
async def test_a_group_may_read_what_is_no_business_of_one(house, who, line, anybody, why):
    await house.say("甲", "/newgame 比大小")
    await house.say("甲", "/addbot")
    await house.say("甲", "/settings seating chosen")
    await house.say("乙", "/join")
    reply = await house.say(who, line)
    assert said(reply)
    assert reply.public is anybody


async def test_a_game_says_to_one_alone_what_its_rules_refuse(house):
    await house.say("甲", "/newgame 蹲麻子")
    await house.say("乙", "/join")
    await house.say("甲", "/start")
    replies = [await house.say(who, "/play ♠3♥4♦5♣7") for who in ("甲", "乙")]
    assert all(said(reply) and reply.where is Where.TOAST for reply in replies)
    # The table's own words to whom it does not ask, the game's to the other.
    assert sorted(reply.public for reply in replies) == [False, True]
