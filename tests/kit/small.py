"""Small positions of the games that can be solved, made at random and played on a little."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core import Carry, defaults
from engine.games.dazha import settle
from engine.games.dazha.pay import lone_jokers
from engine.kernels.climb.state import FRESH, PLAY, Put
from engine.kernels.draw.deal import on_table, points, taken
from engine.registry import games
from tests.kit.brute import LUCK, Ways

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from engine.cards import Card
    from engine.core import Game, Seat
    from engine.rng import Rng

LANDLORDS = ("doudizhu", "doudizhu_ext", "doudizhu4")
DRAWS = ("qigui521", "qigui523", "wuguapi")

SOLVED = (*LANDLORDS, "chudadi", "sanliangyi", "dazha", *DRAWS)
"""The games that can be solved."""

PARTNERS = (*LANDLORDS, "dazha")
"""Games in which everybody is on one of two sides, and one has what the other loses."""

ALIKE = (*LANDLORDS, "sanliangyi", "dazha")
"""Games in which cards of a rank are as good as each other, at least for what is looked at here."""

OPENED = ("chudadi", "sanliangyi")
"""Games in which the first lead of a deal has to hold a card, and the hands may be small then."""


class Size(NamedTuple):
    """How many cards a hand holds at most, and all hands together."""

    hand: int
    all: int


SIZES = {game_id: Size(5, 8) for game_id in SOLVED} | {
    "doudizhu": Size(7, 10),
    "doudizhu_ext": Size(7, 10),
    "doudizhu4": Size(8, 11),
    "dazha": Size(6, 9),
    "chudadi": Size(6, 10),
    "sanliangyi": Size(6, 10),
}

PLAYED_ON = 4
"""So many plays and passes at most are done from what was made."""


def position(game_id: str, rng: Rng, *, full: bool = False) -> tuple[Game[Any, Any], Any]:
    """A position of small hands in which somebody is asked to play; ``full``: as it was dealt."""
    game = games()[game_id]
    seats = game.info.seats[rng.below(min(3, len(game.info.seats)))]
    options = {o.key: rng.choice(o.values) for o in game.info.options}
    if game.check(seats, options) is not None:
        options = defaults(game.info)
    while True:
        begun = _auctioned(game, game.setup(seats, options, Carry(), rng).state, rng)
        if begun.public.phase != PLAY:
            continue
        if full:
            return game, begun
        state = _played_on(game, _small(game, begun, rng), rng)
        if state is not None:
            return game, state


def _played_on(game: Game[Any, Any], state: Any, rng: Rng) -> Any:
    """What is found after some plays in which there is something to choose, and no way to end it.

    None: there is nothing.
    """
    ways, more = Ways(game), rng.below(PLAYED_ON)
    while True:
        leads = [after for _, after in ways(state)]
        over = any(game.outcome(after) is not None for after in leads)
        if len(leads) > 1 and not over and more <= 0:
            return state
        more -= 1
        on = [after for after in leads if game.outcome(after) is None]
        if not on:
            return None
        state = rng.choice(on)


def side(game_id: str, state: Any) -> tuple[Seat, ...]:
    """Who wins with whoever is asked, as the rules of the game say."""
    public = state.public
    if game_id in LANDLORDS:
        farmers = tuple(seat for seat in range(public.seats) if seat != public.extra.landlord)
        return farmers if public.turn in farmers else (public.extra.landlord,)
    if game_id == "dazha":
        teams = public.extra.teams
        return tuple(seat for seat, team in enumerate(teams) if team == teams[public.turn])
    return (public.turn,)


def others(game_id: str, state: Any, mine: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The other side; where each plays for themselves, whoever sits behind who is asked."""
    seats = state.public.seats
    if game_id in PARTNERS:
        return tuple(seat for seat in range(seats) if seat not in mine)
    return ((state.public.turn + 1) % seats,)


def future(game_id: str, state: Any) -> Hashable:
    """All of a position that what is to come depends on, and what is paid, of one deal."""
    public = state.public
    circle = public.circle
    top = circle.top and (circle.top.seat, circle.top.reading)
    hands = state.hands
    if game_id in LANDLORDS:
        hands = tuple(tuple(sorted(card.rank for card in hand)) for hand in hands)
    past = tuple(_past(game_id, state))
    must = public.must if not public.played else None
    return hands, public.turn, top, circle.locked, public.extra, public.out, must, past


def _past(game_id: str, state: Any) -> Iterator[Hashable]:
    """What counts of what was played, beside the cards that are left."""
    public = state.public
    if game_id in LANDLORDS:
        seats = [what.seat for what in public.played]
        yield from (min(2, seats.count(seat)) for seat in range(public.seats))
    elif game_id == "sanliangyi":
        yield public.past[-1:] if public.extra.locked else ()
    elif game_id in DRAWS:
        yield points(on_table(public))
        yield from map(points, taken(public))
    elif game_id == "dazha":
        yield settle.in_circle(public.circle.plays)
        yield settle.collected(public)
        for seat in range(public.seats):
            yield sum(bomb.unit for bomb in settle.bombs(public) if bomb.seat == seat)
            mine = [what for what in public.played if what.seat == seat]
            yield sum(lone_jokers(what.reading, what.cards) for what in mine)


def _auctioned(game: Game[Any, Any], state: Any, rng: Rng) -> Any:
    """The deal behind its auction, in which anything is said."""
    while state.public.phase not in (PLAY, "over"):
        seat = game.asked(state)[0]
        prompt = game.prompt(game.observe(state, seat))
        state = game.apply(state, seat, rng.choice(prompt.choices).action, LUCK).state
    return state


def _small(game: Game[Any, Any], state: Any, rng: Rng) -> Any:
    public, game_id = state.public, game.info.id
    options = dict(public.options)
    left = _laid_out(_near(game, options, rng), rng)
    wanted = _sizes(public.seats, rng, SIZES[game_id])
    out: tuple[Seat, ...] = ()
    if public.seats > 2 and game_id in ("dazha", *DRAWS) and not rng.below(4):
        out = (rng.below(public.seats),)
        wanted[out[0]] = 0
    hands: list[tuple[Card, ...]] = []
    for count in wanted:
        hands.append(game.arranged(tuple(left[:count]), options))
        del left[:count]
    turn = rng.choice([seat for seat, count in enumerate(wanted) if count])
    past = _history(game, options, hands, rng)
    must = None
    if game_id in OPENED and not past and rng.below(2):
        must = rng.choice(hands[turn])
    public = replace(
        public, counts=tuple(wanted), must=must, deck=0, known=((),) * public.seats,
        turn=turn, out=out, past=past, circle=FRESH,
    )  # fmt: skip
    return replace(state, public=public, hands=tuple(hands), deck=())


def _sizes(seats: int, rng: Rng, size: Size) -> list[int]:
    """How many cards each seat holds; in every other one seat has most of them."""
    wanted = [1 + rng.below(2) for _ in range(seats)]
    rest = size.all - sum(wanted)
    if rng.below(2):
        much = rng.below(seats)
        wanted[much] = min(size.hand, wanted[much] + rest)
    else:
        for _ in range(rng.below(rest + 1)):
            seat = rng.below(seats)
            wanted[seat] = min(size.hand, wanted[seat] + 1)
    return wanted


def _near(game: Game[Any, Any], options: dict[str, int | str], rng: Rng) -> list[Card]:
    """The cards of some ranks, in every other those of neighbours; enough for all hands."""
    pack = game.pack(options)
    ranks = sorted({card.rank for card in pack})
    first = rng.below(len(ranks))
    ranks = [*ranks[first:], *ranks[:first]] if rng.below(2) else list(rng.shuffled(ranks))
    some = 2 + rng.below(6)
    while True:
        near = [card for card in pack if card.rank in ranks[:some]]
        if len(near) >= SIZES[game.info.id].all:
            return near
        some += 1


def _laid_out(cards: list[Card], rng: Rng) -> list[Card]:
    """The cards as they are dealt; in every fourth those of a rank lie together, as bombs do."""
    ranks = rng.shuffled(sorted({card.rank for card in cards}))
    mixed = list(rng.shuffled(cards))
    return mixed if rng.below(4) else sorted(mixed, key=lambda card: ranks.index(card.rank))


def _history(
    game: Game[Any, Any], options: dict[str, int | str], hands: list[tuple[Card, ...]], rng: Rng
) -> tuple[tuple[Put, ...], ...]:
    """Circles of one card each that were played before: all points, or a few, or none."""
    held = [card for hand in hands for card in hand]
    gone = list(game.pack(options))
    for card in held:
        gone.remove(card)
    if game.info.id in ("dazha", *DRAWS):
        gone = [card for card in gone if settle.points((card,))]
    else:
        gone = list(rng.shuffled(gone))[: rng.choice((0, 1, 3, 9))]
    seats = [rng.below(len(hands)) for _ in range(1 + rng.below(5))]
    reader = game.reader(options)
    return tuple(
        (Put(rng.choice(seats), ((card,),), reader.readings((card,))[0]),) for card in gone
    )
