"""解杀: what best play makes of a position, and where a round was lost, step by step."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from bot.ports.messages import Button, Style
from bot.screens.screen import lines, with_message
from bot.table import tokens
from engine.cards import codes
from engine.msg import CardsArg, Msg, SeatArg, chained, msg
from engine.view import Cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.players.exact import Judged
    from bot.ports.refs import UserRef
    from bot.screens.reader import Reader
    from bot.screens.screen import Screen
    from engine.core import Action, Game, Seat
    from engine.exact import Analysis, Rated
    from engine.view import View

ANALYSE, SOLVED = "analyse", "solved"
"""What the buttons are: a round of a match, and a moment of what was solved."""

MARK = 8
"""Letters of the mark that says whose it is."""

GROUPS, LISTED = 4, 8
"""So many results are told, and so many plays of each."""


@dataclass(frozen=True, slots=True)
class Step:
    """One moment.

    Attributes:
        state: the game's own.
        told: what all were told of it.
        note: what exact play says of it.
    """

    state: Any
    told: tuple[Msg, ...] = ()
    note: tuple[Msg, ...] = ()


@dataclass(frozen=True, slots=True)
class Solved:
    """What somebody asked for, as it is shown step by step.

    Attributes:
        ident: what its buttons call it.
        game: what is played.
        names: what its people are called.
        steps: the moments; the first one is what was asked for.
        summary: what is told of all of it.
        jumps: moments that have a button of their own, with its words.
    """

    ident: str
    game: Game[Any, Any]
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    summary: tuple[Msg, ...]
    jumps: tuple[tuple[int, Msg], ...] = ()


def mark_of(user: UserRef, ident: str) -> str:
    """Whose it is. It gives no right: nobody else's can be asked for without it."""
    return hashlib.sha256(f"analyse\0{ident}\0{user.key}".encode()).hexdigest()[:MARK]


def screen(reader: Reader, solved: Solved, at: int, user: UserRef) -> Screen:
    """The screen of a moment."""
    at = min(max(0, at), len(solved.steps) - 1)
    step, last = solved.steps[at], len(solved.steps) - 1
    told = solved.summary if at == 0 else (*step.told, *step.note)
    speak = reader.catalogue.speaker(solved.names)
    where = msg("analyse-step", step=at, steps=last)
    text = lines(*map(speak, told), speak(where) if last else "")
    view = opened(solved.game, step.state, len(solved.names))
    made = reader.screen(view, solved.names, text)
    return with_message(made, rows=tuple(_rows(reader, solved, at, user)))


def opened(game: Game[Any, Any], state: Any, seats: int) -> View:
    """A position as everybody sees it, with what lies in each hand."""
    view = game.present(game.observe(state, None))
    hands = (
        Cards(msg("seat-name", seat=SeatArg(seat)), block.codes)
        for seat in range(seats)
        for block in game.present(game.observe(state, seat)).blocks
        if isinstance(block, Cards) and block.mine and block.codes
    )
    # No empty place for cards that there are none of, as the 底牌 of an ending.
    blocks = (block for block in view.blocks if not isinstance(block, Cards) or block.codes)
    return replace(view, blocks=(*blocks, *hands))


def _rows(reader: Reader, solved: Solved, at: int, user: UserRef) -> Iterator[tuple[Button, ...]]:
    last, mark = len(solved.steps) - 1, mark_of(user, solved.ident)

    def button(label: str, to: int, style: Style = Style.PLAIN, key: str = "") -> Button:
        if not 0 <= to <= last or to == at:
            return Button("", label)
        return Button(tokens.menu(SOLVED, f"{solved.ident}.{to}.{mark}"), label, style, key=key)

    if last:
        yield (
            button("|◀", 0, key="Home"), button("◀", at - 1, key="ArrowLeft"),
            button("▶", at + 1, Style.PRIMARY, "ArrowRight"), button("▶|", last, key="End"),
        )  # fmt: skip
    speak = reader.catalogue.speaker(solved.names)
    jumps = tuple(button(speak(words), to) for to, words in solved.jumps)
    if jumps:
        yield jumps


# What is said.


def told_of(found: Analysis) -> tuple[Msg, ...]:
    """A position that was looked at, in sentences."""
    head: list[Msg] = []
    if found.worth is not None:
        head.append(_worth(found, found.worth))
    else:
        head.append(msg("analyse-unsolved", looked=found.looked))
    return (*head, *_plays(found))


def _worth(found: Analysis, worth: int) -> Msg:
    seat = SeatArg(found.seat)
    if not found.partners:
        return msg("analyse-sure", seat=seat, points=worth)
    side = chained("render-list", map(SeatArg, found.side))
    key = "analyse-wins" if worth > 0 else ("analyse-loses" if worth < 0 else "analyse-even")
    return msg(key, seat=seat, side=side, points=abs(worth))


def _plays(found: Analysis) -> Iterator[Msg]:
    """Every play with its result, those that lead to the same together."""
    groups = [
        (worth, list(same)) for worth, same in groupby(found.plays, lambda rated: rated.worth)
    ]
    for worth, same in groups[:GROUPS]:
        listed = chained("render-list", (_said(rated) for rated in same[:LISTED]))
        if worth is None:
            yield msg("analyse-plays-open", plays=listed, count=len(same))
        else:
            yield msg("analyse-plays", points=worth, plays=listed, more=max(0, len(same) - LISTED))
    if len(groups) > GROUPS:
        yield msg("analyse-plays-rest", count=sum(len(same) for _, same in groups[GROUPS:]))


def _said(rated: Rated) -> Msg | CardsArg:
    return said(rated.action)


def said(action: Action) -> Msg | CardsArg:
    """A play by its cards, or a pass."""
    return CardsArg(codes(action.cards)) if action.cards else msg("climb-choice-pass")


def lost_of(judged: Sequence[Judged], *, sums: bool) -> dict[Seat, Judged]:
    """By seat the first play after which the result was gone.

    ``sums``: whether what one wins another loses, so that it is above or below 0.
    """
    found: dict[Seat, Judged] = {}
    for one in judged:
        if one.before is None or one.after is None:
            continue
        gone = one.before > 0 >= one.after if sums else one.after < one.before
        if gone:
            found.setdefault(one.seat, one)
    return found


def told_of_round(judged: Sequence[Judged], plays: int, *, sums: bool) -> tuple[Msg, ...]:
    """A round that was played, in sentences."""
    if not judged:
        return (msg("analyse-round-open"),)
    first = judged[0].play
    head = msg("analyse-round", play=first, plays=plays)
    lost = lost_of(judged, sums=sums)
    if not lost:
        return (head, msg("analyse-round-none"))
    return (head, *(_lost(one) for one in sorted(lost.values(), key=lambda one: one.play)))


def _lost(one: Judged) -> Msg:
    more = {} if one.better is None else {"better": said(one.better)}
    key = "analyse-lost" if one.better is None else "analyse-lost-better"
    return msg(
        key, seat=SeatArg(one.seat), play=one.play, cards=said(one.action),
        before=one.before or 0, after=one.after or 0, **more,
    )  # fmt: skip


def noted(one: Judged) -> tuple[Msg, ...]:
    """What is said of a play while the round is stepped through."""
    if one.lost:
        return (_lost(one),)
    return (msg("analyse-kept", seat=SeatArg(one.seat), points=one.after or 0),)
