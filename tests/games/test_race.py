"""The compact core of a race beside the rules, in whole deals; and what its search keeps to."""

from functools import partial

import pytest

from engine.bots import Budget, Greedy
from engine.cards import pack
from engine.core import Action, Carry, defaults
from engine.games.chudadi import book as chudadi
from engine.games.chudadi import groups
from engine.games.sanliangyi import book as sanliangyi
from engine.kernels.climb.state import OVER
from engine.kernels.climb.suits import plays
from engine.kernels.race.core import Race
from engine.kernels.race.worlds import Worlds
from engine.registry import games, policy, thinker
from engine.rng import Rng
from tests.kit.tiers import DEEP

DEALS = 300 if DEEP else 6
TRIALS = 4
MOST = 6
"""Hands up to so many cards are searched for a certain win."""


class BigTwo:
    """锄大地 as the search knows it."""

    game = games()["chudadi"]
    variants = ({}, {"straights": "low2"}, {"straights": "taiwan"}, {"pass_lock": "true"})
    number, card = staticmethod(groups.number), staticmethod(groups.card)
    beaten = int

    def __init__(self, options):
        self.plain = partial(chudadi.plain, straights=options["straights"])

    def of(self, reading):
        """The kind and the strength of a reading."""
        return reading.size, groups.key(reading)


class ThreeTwoOne:
    """三两一 as the search knows it."""

    game = games()["sanliangyi"]
    variants = ({}, {"straight3_beats_321": "true"})
    number, card = staticmethod(sanliangyi.number), staticmethod(sanliangyi.card)
    beaten = staticmethod(sanliangyi.beaten)

    def __init__(self, options):
        self.reader = self.game.reader(options)
        self.plain = partial(sanliangyi.plain, reader=self.reader)

    def of(self, reading):
        """The kind and the strength of a reading."""
        return sanliangyi.kind(self.reader, reading), reading.head


CASES = [(known, changed) for known in (BigTwo, ThreeTwoOne) for changed in known.variants]


def begun(game, number, changed):
    options = {**defaults(game.info), **changed}
    return game.setup(4, options, Carry(), Rng(number.to_bytes(4, "big"), "race")).state


def cards_of(known, mask):
    return tuple(known.card(at) for at in range(52) if mask >> at & 1)


def numbers(known, hand):
    return [known.number(one) for one in hand]


def action(known, reader, play, over, count):
    """A play of the compact core as the rules want it said."""
    cards = cards_of(known, play[1])
    found = reader.readings(cards, last=play[2] == count)
    (meant,) = [r for r in found if known.of(r) == (play[3], play[0])]
    return Action("play", cards=cards, reading=meant.key if len(found) > 1 else "")


@pytest.mark.parametrize(("kind", "changed"), CASES, ids=lambda case: getattr(case, "__name__", ""))
@pytest.mark.parametrize("sensible", [False, True], ids=["any play", "the first"])
def test_whole_deals_go_alike_through_the_core_and_the_rules(kind, changed, sensible):
    """Who is asked, whether there is an answer, who is out and who led are the same to the end."""
    for number in range(DEALS):
        luck = Rng(bytes([number % 256, number // 256]), "luck")
        state = begun(kind.game, number, changed)
        options = dict(state.public.options)
        known, reader = kind(options), kind.game.reader(options)
        books = [known.plain(numbers(known, hand)) for hand in state.hands]
        race = Race(books, state.public.turn, lock=kind.game.locks(options))
        first = True
        while state.public.phase != OVER:
            public = state.public
            (seat,) = kind.game.asked(state)
            assert (race.turn, race.counts) == (seat, list(public.counts))
            assert cards_of(known, race.hands[seat]) == tuple(
                sorted(state.hands[seat], key=known.number)
            )
            top = public.circle.top
            assert (race.kind == 0) == (top is None)
            # The book of the hand as it is now: the rules find an answer where it has one.
            fresh = known.plain(numbers(known, state.hands[seat]))
            over = None if top is None else top.reading
            lists = fresh.follows.get(race.kind, ()) if over else fresh.leads
            fitting = [play for play in lists if not over or play[0] > race.key]
            if over:
                assert bool(fitting) == kind.game.able(kind.game.observe(state, seat))
            if first:
                fitting = [p for p in fitting if public.must in cards_of(known, p[1])]
            first = False
            play = None
            if fitting and (not over or sensible or luck.below(5)):
                play = fitting[0] if sensible else luck.choice(fitting)
            said = Action("pass")
            if play is not None:
                said = action(known, reader, play, over, public.counts[seat])
            step = kind.game.apply(state, seat, said, Rng(b"race"))
            state = step.state
            race.do(play)
            if play is not None and reader.unbeatable(_laid(state).reading) and race.counts[seat]:
                while race.kind:
                    race.do(None)
        assert race.counts == list(state.public.counts)
        assert [cards_of(known, mask) for mask in race.hands] == [
            tuple(sorted(hand, key=known.number)) for hand in state.hands
        ]


def _laid(state):
    """The last play of a deal."""
    return state.public.played[-1]


@pytest.mark.parametrize("kind", [BigTwo, ThreeTwoOne])
def test_every_draw_agrees_with_what_was_seen(kind):
    """Counts, cards gone, cards known; and who let a low card go holds nothing above it, mostly."""
    game = kind.game
    agreed = 0
    for number in range(4):
        state = begun(game, number, {})
        for _ in range(20):
            if state.public.phase == OVER:
                break
            (seat,) = game.asked(state)
            seen = game.observe(state, seat)
            worlds = Worlds(
                seen.public, (seat, seen.hand), game.pack(seen.options), kind.number, kind.beaten,
                Rng(b"draw"),
            )  # fmt: skip
            hands = worlds.draw()
            assert list(map(len, hands)) == list(seen.public.counts)
            assert sorted(hands[seat]) == sorted(map(kind.number, seen.hand))
            drawn = [one for hand in hands for one in hand]
            really = [kind.number(one) for hand in state.hands for one in hand]
            assert sorted(drawn) == sorted(really)
            assert sorted(worlds.unseen) == sorted(set(really) - set(hands[seat]))
            for at, held in enumerate(seen.public.known):
                assert {kind.number(one) for one in held} <= set(hands[at])
            agreed += all(max(h, default=0) <= c for h, c in zip(hands, worlds._caps, strict=True))
            first = Greedy().choose(game, seen, None, Rng(b"draw"))
            state = game.apply(state, seat, first, Rng(b"draw")).state
    assert agreed > 20


@pytest.mark.parametrize("kind", [BigTwo, ThreeTwoOne])
def test_the_same_seed_and_trials_give_the_same_deal(kind):
    def actions():
        player, said = thinker(kind.game.info.id, Budget(TRIALS)), []
        state = begun(kind.game, 1, {})
        while state.public.phase != OVER:
            (seat,) = kind.game.asked(state)
            seen = kind.game.observe(state, seat)
            said.append(player.choose(kind.game, seen, None, Rng(b"same")))
            state = kind.game.apply(state, seat, said[-1], Rng(b"same")).state
        return said

    assert actions() == actions()


@pytest.mark.parametrize(("kind", "changed"), CASES, ids=lambda case: getattr(case, "__name__", ""))
def test_it_plays_whole_deals_whatever_the_options(kind, changed):
    changed = {**changed, "lock": "round"} if kind is ThreeTwoOne else changed
    player = thinker(kind.game.info.id, Budget(TRIALS))
    for number in range(2):
        state = begun(kind.game, number, changed)
        while state.public.phase != OVER:
            (seat,) = kind.game.asked(state)
            seen = kind.game.observe(state, seat)
            said = player.choose(kind.game, seen, None, Rng(b"whole"))
            state = kind.game.apply(state, seat, said, Rng(b"whole")).state
        assert 0 in state.public.counts


class Judge:
    """What wins for sure in a position, written apart from the player's own search for it."""

    def __init__(self, game, seen):
        self.reader = game.reader(seen.options)
        laid = {one for what in seen.public.played for one in what.cards}
        self.unseen = tuple(one for one in pack(jokers=False) if one not in {*laid, *seen.hand})
        self.most = max(n for at, n in enumerate(seen.public.counts) if at != seen.seat)
        self.known = {}

    def safe(self, reading):
        """Whether no cards that are unseen beat a play."""
        return reading.size > self.most or not any(plays(self.reader, self.unseen, reading))

    def wins(self, hand):
        """Whether a hand that leads is out for sure."""
        if hand not in self.known:
            self.known[hand] = any(
                len(cards) == len(hand) or self.after(hand, cards, reading)
                for cards, reading in plays(self.reader, hand)
            )
        return self.known[hand]

    def after(self, hand, cards, reading):
        """Whether a play leads to a sure win."""
        rest = tuple(one for one in hand if one not in cards)
        return not rest or (self.safe(reading) and self.wins(rest))


@pytest.mark.parametrize("kind", [BigTwo, ThreeTwoOne])
def test_no_certain_win_is_missed(kind):
    game = kind.game
    sure = 0
    for number in range(40 if DEEP else 8):
        state = begun(game, number, {})
        while state.public.phase != OVER:
            (seat,) = game.asked(state)
            seen = game.observe(state, seat)
            if len(seen.hand) <= MOST:
                judge, top = Judge(game, seen), seen.public.circle.top
                over = top.reading if top else None
                found = [
                    set(cards)
                    for cards, reading in plays(judge.reader, seen.hand, over)
                    if judge.after(seen.hand, cards, reading)
                ]
                if found:
                    sure += 1
                    for player in (thinker(game.info.id, Budget(16)), policy(game.info.id)):
                        said = player.choose(game, seen, None, Rng(b"sure"))
                        assert set(said.cards) in found, (seen.hand, top, said)
            first = Greedy().choose(game, seen, None, Rng(b"sure"))
            state = game.apply(state, seat, first, Rng(b"sure")).state
    assert sure > 10
