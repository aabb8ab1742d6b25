"""What the games with a pile do alike, beside a table that keeps their rules anew in a few lines.

Paragraphs are those of 五瓜皮's rules.zh.md: circles §11, points §12, drawing §13, going out §14,
the end §15, scores §16.
"""

import pytest

from bot.i18n.catalogue import Catalogue
from bot.screens.reader import Reader
from bot.screens.record import Book
from engine.core import Action, defaults
from engine.games import qigui521, qigui523, wuguapi
from engine.kernels.climb.state import OVER
from engine.match import Match, Rounds, deal
from engine.replay import RoundLog
from engine.rng import Rng
from tests.games.draw_kit import dealt

GAMES = [wuguapi.GAME, qigui523.GAME, qigui521.GAME]
IDS = [game.info.id for game in GAMES]
SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
WORTH = {5: 5, 10: 10, 13: 10}


def worth(held):
    return sum(WORTH.get(int(card.rank), 0) for card in held)


class Table:
    """The same deal, kept by hand: who is asked, what is held, won and drawn, who is out."""

    def __init__(self, game, state):
        self.options = dict(state.public.options)
        self.hands = [set(hand) for hand in state.hands]
        self.deck, self.size = list(state.deck), game.size(self.options)
        self.seats = len(self.hands)
        lowest = [min(hand, key=lambda c: game.strength(c, self.options)) for hand in self.hands]
        first = min(lowest, key=lambda c: game.strength(c, self.options))
        self.turn = self.owner = lowest.index(first)
        self.table, self.won, self.out = [], [0] * self.seats, []
        self.emptied, self.passed, self.over = [], set(), False

    def after(self, seat):
        """Seats in order, the one after ``seat`` first, ``seat`` itself last."""
        return [(seat + step) % self.seats for step in range(1, self.seats + 1)]

    def held(self):
        return [seat for seat in range(self.seats) if self.hands[seat]]

    def play(self, cards, *, unbeaten):
        self.hands[self.turn] -= set(cards)
        self.table += cards
        self.owner, self.passed = self.turn, set()
        if not self.hands[self.turn]:
            (self.emptied if self.deck else self.out).append(self.turn)
        if self.options.get("end") != "qiaodi" and not self.deck and len(self.held()) <= 1:
            self.over = True
            self.won[self.owner] += worth(self.table)
            return
        self._on(over=unbeaten)

    def pass_(self):
        self.passed.add(self.turn)
        self._on(over=False)

    def _on(self, *, over):
        able = [s for s in self.after(self.turn) if s in self.held() and s != self.owner]
        if over or all(seat in self.passed for seat in able):
            self._sweep()
        else:
            self.turn = able[0]

    def _sweep(self):
        self.won[self.owner] += worth(self.table)
        for seat in (self.owner, *self.after(self.owner)[:-1]):
            while self.deck and len(self.hands[seat]) < self.size:
                self.hands[seat].add(self.deck.pop(0))
        if not self.deck:
            self.out += [seat for seat in self.emptied if not self.hands[seat]]
            closed = self.options.get("end") == "qiaodi" and not self.hands[self.owner]
            self.over = closed or len(self.held()) <= 1
        self.table, self.emptied, self.passed = [], [], set()
        if not self.over:
            around = (self.owner, *self.after(self.owner))
            self.turn = next(seat for seat in around if self.hands[seat])

    def scores(self):
        if self.options["leftover"] == "last_hand":
            self.won[self.owner] += sum(map(worth, self.hands))
        if self.options["zero_sum"] == "false":
            return tuple(self.won)
        return tuple(self.seats * own - sum(self.won) for own in self.won)


def all_seats():
    return [(game, seats) for game in GAMES for seats in game.info.seats]


@pytest.mark.parametrize(
    ("game", "seats"), all_seats(), ids=lambda v: getattr(getattr(v, "info", None), "id", v)
)
def test_rul_23_a_deal_goes_as_one_kept_by_hand(game, seats):
    """§11 to §16, with every number of players and any options"""
    luck = Rng(b"by hand", game.info.id, seats)
    for number in range(4):
        options = {o.key: luck.choice(o.values) for o in game.info.options}
        if options.get("end") == "qiaodi":
            options["leftover"] = "last_hand"
        state = dealt(game, seats, number, **options)
        kept = Table(game, state)
        passing = luck.below(3) + 2
        while state.public.phase != OVER:
            seat = kept.turn
            assert not kept.over
            assert game.asked(state) == (seat,)
            found = [a for a in game.suggest(game.observe(state, seat), 60) if a.cards]
            leads = state.public.circle.top is None
            goes_on = found and (leads or luck.below(passing))
            action = luck.choice(found) if goes_on else Action("pass")
            state = game.apply(state, seat, action, luck).state
            if action.cards:
                last = state.public.played[-1].reading
                kept.play(action.cards, unbeaten=game.reader(options).unbeatable(last))
            else:
                kept.pass_()
            assert [set(hand) for hand in state.hands] == kept.hands
            assert list(state.deck) == kept.deck
        assert kept.over
        assert game.outcome(state).scores == kept.scores()
        assert list(state.public.out) == kept.out
        if options["leftover"] == "last_hand":
            assert sum(game.outcome(state).scores) == (100 if options["zero_sum"] == "false" else 0)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_two_players_share_a_hundred_points(game):
    """§1, §15: 54 − 2 × 5 = 44 in the pile of 五瓜皮"""
    state = dealt(game, 2)
    assert len(state.deck) == 54 - 2 * game.size(defaults(game.info))
    while state.public.phase != OVER:
        (seat,) = game.asked(state)
        action = game.suggest(game.observe(state, seat), 1)[0]
        state = game.apply(state, seat, action, Rng(b"unused")).state
    assert sum(game.outcome(state).scores) == 4 * 5 + 4 * 10 + 4 * 10


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_the_record_begins_with_everybodys_lowest_card(game):
    """§4: the pre-round of the source"""
    match, names = Match(game, 3, bytes(32), defaults(game.info), Rounds(1)), ("甲", "乙", "丙")
    log = [RoundLog(match.options, ())]
    record = Book(Reader(Catalogue(strict=True))).record(match, names)
    record.add(log)
    text = record.data().decode()
    lowest = deal(match)[0].state.public.extra.lowest
    faces = [
        f"{name} {SIGNS[c.code[0]]}{c.code[1:]}" for name, c in zip(names, lowest, strict=True)
    ]
    assert f"各人最小的牌：{'、'.join(faces)}；" in text
