"""Who may do what: the table as it is meant, written by hand, and everything tried as everybody."""

import pytest

from bot.access import bars, presence, rights
from bot.access.rights import RIGHTS, Right, Who
from bot.commands.topics import DECLARED, PARSER
from tests.kit import gate
from tests.kit.gate import KINDS, town

# Columns: stranger, gone, blocked, masked, member, seated, host, admin.
MEANT = """
help               x x x x x x x x
rules              x x x x x x x x
prefs              x x x . x x x x
me                 x x x . x x x x
purse              x x x . x x x x
mydata             x x x . x x x x
forgetme           x x x . x x x x
notify-off         x x x . x x x x
proposal-correct   x x x . x x x x
rooms              x x x . x x x x
fellows            x x x . x x x x
house              x x x . x x x x
home               x x x . x x x x
why                . . x x x x x x
look               . . x x x x x x
scores             . . x x x x x x
settings           . . x x x x x x
season             . . x x x x x x
rules-here         . . x x x x x x
more               . . x x x x x x
houserules         . . x x x x x x
settle             . . x x x x x x
export             . . x x x x x x
record             . . x x x x x x
replay             . . x x x x x x
table              . . . x x x x x
tournament         . . . x x x x x
duplicate          . . . x x x x x
correct            . . . x x x x x
season-new         . . . x x x x x
proposal-season    . . . x x x x x
open               . . . x x x x x
newgame            . . . . x x x x
teach              . . . . x x x x
analyse-in         . . . . x x x x
puzzle             . . . . x x x x
houserules-keep    . . . . x x x x
houserules-drop    . . . . x x x x
deal               . . . . x x x x
analyse            . . x x x x x x
replay-in          . . . . x x x x
join               . . . . x x x x
again              . . . . x x x x
coinroom           . . . . x x x x
cup-join           . . . . x x x x
cup-word           . . . . x x x x
notify             . . . . x x x x
daily              . . . . x x x x
say                . . x . x x x x
speaker            . . x . x x x x
deafen             . . x . x x x x
hear               . . x . x x x x
people             . . x . x x x x
leave              . x x . x x x x
coinroom-leave     . x x . x x x x
cup-withdraw       . x x . x x x x
hand               . . . . . x x .
play               . . . . . x x .
answer             . . . . . x x .
hint               . . . . . x x .
reach              . . . . . x x .
said               . . . . . x x .
cup-hand           . . . . . x x .
seat               . . . . . x x .
shuffle            . . . . . x x .
next               . . . . . x x .
resume             . . . . . x x .
pause              . . . . . x x .
autopilot          . . . . . x x .
back               . . . . . x x .
yes                . . . . . x x .
no                 . . . . . x x .
addbot             . . . . . x x .
display            . . . . . x x .
removebot          . . . . . x x .
start              . . . x . x x x
stop               . . . x . x x x
configure          . . . . . . x .
kick               . . . . . . x .
let                . . . . . . x .
mute               . . . . . . x .
unmute             . . . . . . x .
away               . . . . . . x .
bar                . . . . . . x .
unbar              . . . . . . x .
block              . . . x . . x x
unblock            . . . x . . x x
cup-start          . . . x . . x x
cup-cancel         . . . x . . x x
chat               . . . x . . x x
"""

IS = {
    "stranger": {Who.STRANGER}, "gone": {Who.GONE}, "blocked": {Who.BLOCKED},
    "masked": {Who.MASKED}, "member": {Who.MEMBER}, "seated": {Who.MEMBER, Who.SEATED},
    "host": {Who.MEMBER, Who.SEATED, Who.HOST}, "admin": {Who.MEMBER, Who.ADMIN},
}  # fmt: skip


def meant():
    """What each kind of person may do, by the table above."""
    rows = (line.split() for line in MEANT.split("\n") if line)
    return {
        (act, kind): mark == "x"
        for act, *marks in rows
        for kind, mark in zip(KINDS, marks, strict=True)
    }


async def broken(town):
    """What the gate does otherwise than the table says, as (kind, act, what came in)."""
    table = meant()
    found = []
    for kind in KINDS:
        # Whoever left the group in the lobby has no seat there any more: a stranger.
        sits = town.runner.table.seat_of(town.user(kind)) is not None
        row = "stranger" if kind == "gone" and not sits else kind
        for act, incoming in town.asks(kind):
            if await town.admits(incoming) != table[act, row]:
                found.append((kind, act, incoming.token or incoming.text))
    return found


def test_the_two_tables_are_one():
    assert {act for act, _ in meant()} == set(RIGHTS)
    for (act, kind), may in meant().items():
        assert bool(RIGHTS[act].may & IS[kind]) == may, f"{kind} and {act}"


def test_every_command_has_a_row():
    for name, command in DECLARED.commands.items():
        assert command.act("") in RIGHTS, name
    tried = {PARSER.understand(text).name for text in gate.COMMANDS}
    assert tried == set(DECLARED.commands), "and is tried below"


@pytest.mark.parametrize("start", [False, True], ids=["lobby", "playing"])
async def test_everything_is_allowed_as_it_is_meant(tmp_path, start):
    async with town(tmp_path / "t.db", start=start) as made:
        assert await broken(made) == []


async def test_where_nobody_can_say_who_is_there_nobody_from_outside_may(tmp_path):
    async with town(tmp_path / "t.db") as made:
        made.house.platform.unsure = True
        assert await broken(made) == []


def _weaker(act, who):
    right = RIGHTS[act]
    return {**RIGHTS, act: Right(right.may | {who}, right.own, right.played, right.common)}


async def _always(*_):
    return True


async def _never(*_):
    return False


@pytest.mark.parametrize(
    ("fault", "caught"),
    [
        (lambda m: m.setattr("bot.commands.gate.RIGHTS", _weaker("join", Who.STRANGER)), "join"),
        (lambda m: m.setattr("bot.commands.gate.RIGHTS", _weaker("kick", Who.SEATED)), "kick"),
        (lambda m: m.setattr(presence.Presence, "there", _always), "look"),
        (lambda m: m.setattr(bars.Bars, "holds", _never), "join"),
        (lambda m: m.setitem(rights.CONTROLS, "bot", "look"), "addbot"),
    ],
    ids=["a stranger joins", "anybody kicks", "everybody is there", "no bar", "wrong row"],
)
async def test_planted_faults_are_caught(tmp_path, monkeypatch, fault, caught):
    async with town(tmp_path / "t.db", start=False) as made:
        fault(monkeypatch)
        assert caught in {act for _, act, _ in await broken(made)}


@pytest.mark.parametrize("kind", ["stranger", "gone", "blocked", "masked", "member"])
@pytest.mark.parametrize("start", [False, True], ids=["lobby", "playing"])
async def test_what_somebody_may_not_do_changes_nothing(tmp_path, kind, start):
    """A stranger's forged controls: there are more than sixty of them."""
    async with town(tmp_path / "t.db", start=start) as made:
        refused = [i for act, i in made.asks(kind) if not meant()[act, kind]]
        # Each twice as if it stood on the board itself, and once from nowhere.
        board = made.runner.outbox.board_ref
        before = made.stored(), made.shown()
        words = []
        for incoming in refused:
            reply = await made.house.do(incoming)
            words += [reply.message.text] if reply is not None else []
            assert (made.stored(), made.shown()) == before, incoming
        assert all(words) and len(words) >= min(10, len(refused)), "after that nobody is answered"
        if kind == "stranger":
            tried = [made.token(item) for item in gate.CONTROLS] * 3
            for token in tried:
                await made.house.do(made.incoming(kind, token=token, message=board))
            assert len(tried) > 60
            assert (made.stored(), made.shown()) == before


async def test_an_unknown_button_is_nobodys(tmp_path):
    async with town(tmp_path / "t.db") as made:
        for item in ("x", "opt", "let", "joinn", "h", "c", "stop", "kick-1", "zz-1"):
            assert not await made.admits(made.incoming("host", token=made.token(item)))
        for menu in ("kick:1", "coinroom:start", "tournament:x.0123456789"):
            assert not await made.admits(made.incoming("host", token=made.menu(menu)))


async def test_an_administrator_of_one_chat_is_none_in_another(tmp_path):
    """A token names a table: rights are those of its chat, wherever it is pressed."""
    async with town(tmp_path / "t.db") as made:
        away = gate.ChatRef("memory", "-10099999999999")
        stop = made.house.people.press("管理员", made.token("start"), chat=away, admin=True)
        assert not await made.admits(stop)
        assert await made.admits(made.incoming("admin", token=made.token("start")))
