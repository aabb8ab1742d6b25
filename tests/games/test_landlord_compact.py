"""The compact core of 斗地主 beside the rules, in whole deals, and trial games as real ones."""

import random
from collections import Counter

import pytest

from engine.core import Action, Carry, defaults
from engine.errors import IllegalAction
from engine.kernels.climb import compact as core
from engine.kernels.climb.compact import PASS, Compact, Plays
from engine.kernels.climb.hints import action_of, cards_of
from engine.kernels.climb.menus import looked
from engine.kernels.climb.ranks import counts_of, weigh
from engine.kernels.climb.runs import Move
from engine.kernels.climb.state import OVER, PLAY
from engine.kernels.landlord.compact import compact, scores
from engine.kernels.landlord.divided import ROCKET_HEAD, divided
from engine.kernels.landlord.novice import Novice
from engine.kernels.landlord.plan import by_strength
from engine.kernels.landlord.shapes import ORDER
from engine.kernels.landlord.trial import LEAD, Trial
from engine.registry import games, policy
from engine.rng import Rng
from tests.kit.tiers import DEEP

GAMES = {name: games()[name] for name in ("doudizhu", "doudizhu_ext", "doudizhu4")}
VARIANTS = [
    ("doudizhu", {}),
    ("doudizhu", {"empty_bomb_factor": 1}),
    ("doudizhu_ext", {}),
    ("doudizhu_ext", {"quad_as_3_1": "true"}),
    ("doudizhu4", {}),
]
DEALS = 500 if DEEP else 4
ASKED = 4
"""So many plays a position are put to the rules one by one."""


def begun(game, seed, **options):
    """A deal before its first lead."""
    rng = Rng(seed.to_bytes(8, "big"), "compact")
    chosen = {**defaults(game.info), **options}
    state = game.setup(game.info.seats[0], chosen, Carry(), rng).state
    while state.public.phase != PLAY:
        seat = game.asked(state)[0]
        first = game.suggest(game.observe(state, seat), 1)[0]
        state = game.apply(state, seat, first, rng).state
    return state


def played(game, state, move):
    """A move through the rules."""
    rng = Rng(b"compact")
    seat = game.asked(state)[0]
    if move is None:
        return game.apply(state, seat, Action("pass"), rng).state
    hand = state.hands[seat]
    top = state.public.circle.top
    reader = game.reader(dict(state.public.options))
    cards = cards_of(move, hand)
    over = top.reading if top else None
    action = action_of(cards, move.reading, reader, over, last=len(cards) == len(hand))
    return game.apply(state, seat, action, rng).state


def legal(game, state):
    """What the rules let the asked seat do: ranks and readings, None for a pass."""
    seen = game.observe(state, game.asked(state)[0])
    top = seen.public.circle.top
    found = {
        (tuple(sorted(m.ranks)), m.reading)
        for m in game.reader(seen.options).moves(seen.hand, top.reading if top else None)
    }
    passing = any(choice.action.verb == "pass" for choice in game.prompt(seen).choices)
    return found | {None} if passing else found


def refuses(game, state, deal, move):
    """A lead that the compact core does not let follow is none for the rules, as it is read."""
    seat = game.asked(state)[0]
    cards = cards_of(move, state.hands[seat])
    legal = {deal.plays.weights[number] for number in deal.moves()}
    if weigh(cards) not in legal:
        with pytest.raises(IllegalAction):
            game.apply(state, seat, Action("play", cards=cards), Rng(b"compact"))


def sensible(game, state, deal):
    """What the computer player does, as a number of the compact core."""
    seat = game.asked(state)[0]
    seen = game.observe(state, seat)
    action = policy(game.info.id).choose(game, seen, game.prompt(seen), Rng(b"sensible"))
    if action.verb == "pass":
        return PASS
    weight, plays = weigh(action.cards), deal.plays
    fit = [n for n in deal.moves() if n and plays.weights[n] == weight]
    keys = {plays.move(n).reading.key: n for n in fit}
    return keys.get(action.reading, fit[0])


def same(game, state, deal, luck, *, wise):
    """Play both to the end, comparing at every step; the state at the end."""
    began, at_first = state, (tuple(deal.hands), tuple(deal.counts), deal.turn, deal.top)
    while state.public.phase != OVER:
        assert not deal.over
        assert game.asked(state) == (deal.turn,)
        moves = deal.moves()
        ours = {
            (tuple(sorted(deal.plays.move(n).ranks)), deal.plays.move(n).reading) if n else None
            for n in moves
        }
        assert ours == legal(game, state)
        for number in luck.sample(moves, min(ASKED, len(moves))):
            played(game, state, deal.plays.move(number) if number else None)
        refused = sorted(set(deal.plays.of(deal.hands[deal.turn], PASS)).difference(moves))
        for number in luck.sample(refused, min(ASKED, len(refused))):
            refuses(game, state, deal, deal.plays.move(number))
        number = sensible(game, state, deal) if wise else luck.choice(moves)
        state = played(game, state, deal.plays.move(number) if number else None)
        deal.do(number)
        assert deal.counts == list(state.public.counts)
        assert deal.hands == [weigh(hand) for hand in state.hands]
    assert deal.over
    assert deal.moves() == ()
    assert scores(game, began, deal) == game.outcome(state).scores
    for _ in range(deal.depth):
        deal.undo()
    assert (tuple(deal.hands), tuple(deal.counts), deal.turn, deal.top) == at_first
    return state


@pytest.mark.parametrize(("name", "options"), VARIANTS)
@pytest.mark.parametrize("wise", [False, True], ids=["random", "sensible"])
def test_the_compact_core_plays_as_the_rules_do(name, options, wise):
    game = GAMES[name]
    deals = DEALS if name != "doudizhu4" else max(1, DEALS // 4)
    for seed in range(deals):
        state = begun(game, seed, **options)
        same(game, state, compact(game, state), random.Random(seed), wise=wise)  # noqa: S311


def test_the_law_sees_a_circle_that_ends_too_late(monkeypatch):
    class Late(Compact):
        def do(self, number):
            closing = self.plays.closing
            self.plays.closing = [False] * len(closing)
            super().do(number)
            self.plays.closing = closing

    monkeypatch.setattr("engine.kernels.landlord.compact.Compact", Late)
    with pytest.raises(AssertionError):
        test_the_compact_core_plays_as_the_rules_do("doudizhu", {}, wise=False)


def chanced(game, state, luck):
    """What the compact core plays by chance, put to the rules play by play."""
    deal = compact(game, state)
    winner = deal.play_out(luck.random)
    began = state
    for number, top in deal.done():
        circle = state.public.circle.top
        assert (circle is not None) == (top != PASS)
        state = played(game, state, deal.plays.move(number) if number else None)
    assert state.public.phase == OVER
    assert state.public.counts[winner] == 0
    assert deal.hands == [weigh(hand) for hand in state.hands]
    assert scores(game, began, deal) == game.outcome(state).scores


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_games_by_chance_are_games_by_the_rules(name, options):
    for seed in range(max(2, DEALS // 2)):
        chanced(GAMES[name], begun(GAMES[name], seed, **options), random.Random(seed))  # noqa: S311


def stepped(deal, luck):
    """A deal by chance, play by play, from what is listed at each."""
    while moves := deal.moves():
        deal.do(moves[int(luck() * len(moves))] if moves != (PASS,) else PASS)
    return deal.owner


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_games_by_chance_choose_from_what_is_listed(name, options):
    for seed in range(3):
        state = begun(GAMES[name], seed, **options)
        ended = []
        for play in (Compact.play_out, stepped):
            deal = compact(GAMES[name], state)
            winner = play(deal, random.Random(seed).random)  # noqa: S311
            done = [(deal.plays.weights[n], deal.plays.weights[top]) for n, top in deal.done()]
            left = deal.hands, deal.counts, deal.laid, deal.turn, deal.owner
            ended.append((winner, done, left, deal.plays.weights[deal.top]))
        assert ended[0] == ended[1]


def test_the_law_sees_a_choice_from_another_list(monkeypatch):
    monkeypatch.setattr(core, "looked", lambda looks, hand: looked(looks, hand)[::-1])
    with pytest.raises(AssertionError):
        test_games_by_chance_choose_from_what_is_listed("doudizhu", {})


def test_the_law_sees_cards_that_are_played_twice(monkeypatch):
    monkeypatch.setattr(Plays, "without", lambda self, hand, number: hand)
    with pytest.raises((IllegalAction, AssertionError, LookupError)):
        test_games_by_chance_are_games_by_the_rules("doudizhu", {})


def test_every_lead_is_as_likely():
    game = GAMES["doudizhu"]
    state = begun(game, 0)
    moves = compact(game, state).moves()
    first = Counter()
    for at in range(len(moves)):
        deal = compact(game, state)
        deal.play_out(iter([(at + 0.5) / len(moves), *[0.999] * 500]).__next__)
        first[deal.plays.move(deal.done()[0][0])] += 1
    assert len(first) == len(moves)


def as_move(laid, reader):
    """A play of a trial game as one of the rules'."""
    width, length, head, wing, wings = laid
    if head == ROCKET_HEAD:
        return next(Move(r.reading) for r in reader.runs if r.shape.id == "rocket")
    body = ORDER[head - length + 1 : head + 1]
    groups = len(wings) // wing if wing else 0
    return next(
        Move(run.reading, tuple(ORDER[strength] for strength in wings))
        for run in reader.runs
        if run.reading.body == body
        and run.reading.width == width
        and run.reading.groups == (wing,) * groups
    )


@pytest.mark.parametrize("novices", [(), (0,), (1, 2), (0, 1, 2)])
@pytest.mark.parametrize("name", ["doudizhu", "doudizhu_ext"])
def test_whole_trial_games_are_games_by_the_rules(name, novices):
    game = GAMES[name]
    for seed in range(3000 if DEEP else 25):
        state = begun(game, seed)
        reader = game.reader(dict(state.public.options))
        counts = [by_strength(counts_of(weigh(hand))) for hand in state.hands]
        hands = [(Novice if at in novices else divided)(held) for at, held in enumerate(counts)]
        record = []
        trial = Trial(hands, state.public.extra.landlord, record)
        first = trial.play(state.public.turn, LEAD)
        for seat, laid in record:
            if not closed(state, reader, laid):
                assert game.asked(state) == (seat,)
                state = played(game, state, as_move(laid, reader) if laid else None)
        assert state.public.phase == OVER
        assert state.public.counts[first] == 0


def closed(state, reader, laid):
    """Whether a pass is not asked for: what was played last is above everything."""
    return laid is None and state.public.circle.top is None
