"""The law of ways over whole matches of every game: each kind of position that play comes to.

A position's kind is its phase, who is asked, and by what each of them may answer. Each is looked at
as it is, and as it is with 托管, a seat left, a vote, a break and an error.
"""

from datetime import timedelta

import pytest

from bot.screens.controls import Controls
from bot.screens.hand import hand
from bot.screens.situation import Told
from bot.table import rounds, tokens
from bot.table.commands import Autopilot, Leave, Next, Pause, Stop, Suspend
from bot.table.state import Phase
from engine.errors import RuleError
from engine.match import pending
from tests.bot.screens.test_law_of_ways import (
    GAMES,
    expected,
    golden,
    in_vain,
    offered,
    over,
    readers,
    shown,
)
from tests.kit.actors import chance, legal
from tests.kit.tables import NOW, SCREENS, begun, user

MOST = 6000


def kind(table):
    """What sort of position it is."""
    state = table.state
    asked = []
    for question in state.questions:
        prompt = table.prompt(question.seat)
        verbs = {choice.action.verb for choice in prompt.choices} | set(tokens.verbs(prompt))
        number = prompt.number.verb if prompt.number is not None else ""
        asked.append((frozenset(verbs), number, prompt.answered, prompt.private))
    ready = bool(state.ready), state.next_at is not None
    return state.phase, ready, len(asked), frozenset(asked)


def steps(game, seed=1):
    """A whole match, position by position, each with the time then: half of it by chance."""
    table, now, rng = begun(game, seed=seed, quan=2), NOW, chance(seed, game.info.id)
    yield table, now
    for _ in range(MOST):
        if over(table):
            return
        now += timedelta(seconds=1)
        if table.state.phase is Phase.BETWEEN:
            missing = [s for s in table.present() if s not in table.state.ready]
            table.handle(Next(table.state.players[missing[0]].user), now)
        else:
            seat = rng.choice(pending(table.match))
            wild = rng.below(2) == 0
            action = legal(table, seat, rng) if wild else table.game.on_timeout(table.seen(seat))
            try:
                rounds.play(table, seat, action, "", "player", now)
            except RuleError:
                suggested = table.game.on_timeout(table.seen(seat))
                rounds.play(table, seat, suggested, "", "player", now)
        yield table, now
    raise AssertionError("no end in sight")


TURNS = {
    "as it is": (),
    "autopilot": (Autopilot(user(0), on=True),),
    "left": (Leave(user(1)),),
    "vote": (Stop(user(0)),),
    "break asked for": (Pause(user(0)),),
    "error": (Suspend(),),
    "all away": tuple(Autopilot(user(at), on=True) for at in range(10)),
}
"""What may have come about in any position."""


def turned(table, now):
    """The position with each of these, one after the other; it is put back at the end."""
    before = table.snapshot()
    for name, commands in TURNS.items():
        try:
            for command in commands:
                try:
                    table.handle(command, now)
                except RuleError:
                    continue
            if not commands or table.state != before.state:
                yield name
        finally:
            table.restore(before)


def answers(table, seat):
    """The controls by which the question of a seat can be answered on its own screen."""
    screen = hand(SCREENS, table, seat)
    question = table.question_of(seat)
    carried = [b.token for row in screen.message.rows for b in row] + [
        p.token for p in screen.message.pickers
    ]
    return [token for token in carried if tokens.offered(token) == (table.state.id, question.number)
            or (token and isinstance(tokens.read(token), tokens.Token)
                and tokens.read(token).question == question.number
                and tokens.read(token).item[0] == "s")]  # fmt: skip


def complaints(table, now):
    """What is wrong with the screens of a position."""
    state = table.state
    stage = "voting" if state.vote is not None else state.phase.value
    for reader in readers(table):
        screens = shown(table, reader)
        missing = expected(stage, table, reader) - offered(screens)
        if missing:
            yield f"{reader.id} is not offered {sorted(missing)}"
        for screen in screens:
            if screen.message.until is not None and screen.message.until <= now:
                yield "a time that is past"
            if (over(table) or state.suspended_at is not None) and (
                screen.message.until is not None or "之前" in screen.message.text
            ):
                yield "a time where nothing runs"
            if golden(screen) > 1:
                yield f"{golden(screen)} golden buttons"
            tokens_ = [b.token for row in screen.message.rows for b in row if b.token]
            tokens_ += [picker.token for picker in screen.message.pickers if picker.token]
            if any(tokens.read(token) is None for token in tokens_):
                yield "a button that cannot be read again"
    yield from (f"in vain: {found}" for found in in_vain(table, now))
    if state.suspended_at is None and not over(table):
        for question in state.questions:
            player = table.state.players[question.seat]
            waits = player.present and not table.prompt(question.seat).answered
            if waits and not answers(table, question.seat):
                yield f"seat {question.seat} is asked and has no answer to press"


def walk(game, most=40):
    """Complaints about every kind of position of a match, and the kinds."""
    found, seen, turns = [], set(), set()
    for table, now in steps(game):
        sort = kind(table)
        if sort in seen or len(seen) >= most:
            continue
        seen.add(sort)
        for turn in turned(table, now):
            turns.add(turn)
            found += [(sort[0], turn, what) for what in complaints(table, now)]
    return found, seen, turns


@pytest.mark.parametrize("ident", GAMES)
def test_no_position_of_a_match_is_a_dead_end(ident):
    found, seen, turns = walk(GAMES[ident])
    assert found == []
    assert turns == set(TURNS) - ({"left"} if GAMES[ident].info.seats[0] == 1 else set())
    phases = {sort[0] for sort in seen}
    assert Phase.PLAYING in phases and Phase.FINISHED in phases


def test_the_games_are_walked_through_their_settlements():
    table_phases = {table.state.phase for table, _ in steps(GAMES["dazha"])}
    assert Phase.BETWEEN in table_phases


def test_planted_fault_a_hand_without_its_answers_is_found(monkeypatch):
    for how in ("answers", "pickers"):
        monkeypatch.setattr(Controls, how, lambda *_: [])
    found = [what for ident in GAMES for _, _, what in walk(GAMES[ident], most=1)[0]]
    assert sum("no answer to press" in what for what in found) >= 10


def test_planted_fault_a_board_that_counts_down_while_it_stands_still_is_found(monkeypatch):
    standing = Told.standing
    monkeypatch.setattr(Told, "standing", lambda told: [*standing(told), "23:12 之前"])
    found, *_ = walk(GAMES["niuniu"], most=1)
    assert any(what == "a time where nothing runs" for _, turn, what in found if turn == "error")
