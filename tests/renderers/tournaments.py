"""Tournaments at every moment: registration, each stage half over and whole, the end."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bot.ports.refs import ChatRef, UserRef
from bot.screens.bracket import names_of, view_of
from bot.tournament.state import Entrant, Status, TournamentState
from engine.rng import Rng
from engine.tournament import drawn, scored
from tests.renderers.moments import Moment
from tests.renderers.screens import FRIENDS, HOSTILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.tournament import Bracket

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SEED = b"tournaments" * 4
PEOPLE = (
    *(f"{name}{n}" if n else name for n in range(9) for name in FRIENDS[:3]),
    *("Bartholomew Fitzgerald", "一个名字很长很长的好朋友", "Ольга Владимировна", "محمد"),
    *HOSTILE,
    *("さくら", "김민준", "ไพลิน", "Σωκράτης"),
)


def tournament(players: int, registered: int = 0, **more: object) -> TournamentState:
    """A tournament with so many entrants, before its start."""
    entrants = tuple(
        Entrant(n, UserRef("web", f"u{n}"), PEOPLE[n % len(PEOPLE)])
        for n in range(registered or players)
    )
    chat, host = ChatRef("web", "c"), UserRef("web", "u0")
    start = NOW + timedelta(minutes=10)
    made = TournamentState(
        "0123456789", chat, "群", "dazha", (), 10, 60, 50, host, PEOPLE[0], NOW, start,
        entrants=entrants,
    )  # fmt: skip
    return replace(made, **more)  # type: ignore[arg-type]


def states(players: int) -> Iterator[tuple[str, TournamentState]]:
    """The tournament of a field: in every stage in its middle, and at the end."""
    bracket = drawn(players, SEED)
    while bracket.winner is None:
        stage = bracket.stage
        tables = bracket.open
        for at in tables:
            if at == tables[len(tables) // 2]:
                yield f"stage{stage + 1}", _playing(players, bracket)
            scores = [Rng(SEED, "scores", stage, at, s).below(90) - 40 for s in range(4)]
            bracket = scored(bracket, at, scores)
    yield "end", replace(_playing(players, bracket), status=Status.OVER)


def _playing(players: int, bracket: Bracket) -> TournamentState:
    return tournament(players, status=Status.PLAYING, bracket=bracket)


def moments() -> Iterator[Moment]:
    """What the group sees of tournaments of several sizes."""
    found = [(f"open-{n}", tournament(n, n)) for n in (0, 1, 4, 7, 13, 70)]
    found.append(("cancelled", tournament(0, 2, status=Status.CANCELLED, why="few")))
    for players in (4, 16, 64, 256):
        found += [(f"{players}-{name}", state) for name, state in states(players)]
    for name, state in found:
        yield Moment(f"cup-{name}", view_of(state), names_of(state))
