"""A round with an outcome is settled before everybody's eyes, however soon it came."""

from datetime import timedelta

import pytest

from bot.screens.board import board
from bot.screens.hand import hand
from bot.screens.table_view import public_view
from bot.table import rounds
from bot.table.commands import Next, Start
from bot.table.effects import ShowBoard, ShowHandOf
from bot.table.state import Phase
from engine.core import Step
from engine.registry import games
from engine.rng import SEED_BYTES
from tests.kit.tables import NOW, SCREENS, lobby, user

GAMES = games(tests_too=True)


class _Decided:
    """A game whose every deal is decided by itself: played to its end before anybody is asked."""

    def __init__(self, game):
        self._game = game

    def __getattr__(self, name):
        return getattr(self._game, name)

    def setup(self, seats, options, carry, rng):
        game = self._game
        step = game.setup(seats, options, carry, rng)
        state, events = step.state, list(step.events)
        for _ in range(3000):
            asked = [
                seat
                for seat in game.asked(state)
                if not game.prompt(game.observe(state, seat)).answered
            ]
            if not asked:
                break
            seat = asked[0]
            action = game.on_timeout(game.observe(state, seat))
            step = game.apply(state, seat, action, rng)
            state, events = step.state, [*events, *step.events]
        return Step(state, tuple(events))


def _begin(game, quan=3):
    table = lobby(game)
    table.change(quan=quan)
    start = Start(user(0), "abcdef0124", (7).to_bytes(SEED_BYTES, "big"))
    return table, table.handle(start, NOW)


def _shown(table, shown):
    """What is wrong with how a round that is over stands there; nothing is well."""
    match = table.match
    assert match.outcome is not None
    if len(match.played) != 1:
        return "another round was dealt before anybody saw how this one ended"
    last = match.over or match.outcome.broke
    if table.state.phase is not (Phase.FINISHED if last else Phase.BETWEEN):
        return "it does not wait"
    if not any(isinstance(one, ShowBoard) for one in shown):
        return "no board shows it"
    seats = {one.seat for one in shown if isinstance(one, ShowHandOf)}
    if seats != set(range(match.seats)):
        return "not everybody sees it"
    return ""


@pytest.mark.parametrize("ident", GAMES)
def test_a_round_that_the_deal_decides_is_shown_and_waits(ident):
    table, shown = _begin(_Decided(GAMES[ident]))
    assert _shown(table, shown) == ""
    settled = board(SCREENS, table)
    assert settled.view == public_view(table)
    assert [hand(SCREENS, table, seat).view for seat in range(table.match.seats)]
    if table.state.phase is Phase.FINISHED:
        return
    labels = [button.label for row in settled.message.rows for button in row]
    assert "下一圈" in labels
    table.handle(Next(user(0)), NOW + timedelta(hours=1))
    if table.match.seats > 1:
        assert len(table.match.played) == 1  # the others have not pressed
    for seat in table.present():
        if len(table.match.played) == 1:
            table.handle(Next(table.state.players[seat].user), NOW + timedelta(hours=1))
    assert len(table.match.played) == 2


def test_the_law_catches_a_table_that_deals_on(monkeypatch):
    """As it was: a deal that is decided makes room for the next at once."""
    settle = rounds._round_over

    def deals_on(table, now):
        settle(table, now)
        if table.state.phase is Phase.BETWEEN and len(table.match.played) < 2:
            rounds.deal_on(table, now)

    monkeypatch.setattr(rounds, "_round_over", deals_on)
    table, shown = _begin(_Decided(GAMES["dazha"]))
    assert _shown(table, shown) == "another round was dealt before anybody saw how this one ended"


def test_a_showdown_shows_the_hands_that_cost_points():
    """上饶打炸: 摊牌 at the deal. Seeds are tried until one has it."""
    game = GAMES["dazha"]
    for seed in range(400):
        table = lobby(game)
        table.change(quan=3)
        table.handle(Start(user(0), "abcdef0124", seed.to_bytes(SEED_BYTES, "big")), NOW)
        if table.match.outcome is not None:
            break
    assert table.state.phase is Phase.BETWEEN and table.state.round == 1
    shown = SCREENS.catalogue.say(board(SCREENS, table).view.title, table.names)
    assert "摊牌" in shown
    cards = sum(len(getattr(block, "codes", ())) for block in board(SCREENS, table).view.blocks)
    assert cards == 108
