"""Pictures of every kind of screen, to be looked at: ``python -m tests.gallery [outdir]``.

Hand-made views first, then those of seeded rounds of every game there is: the first deal, the most
crowded moment and the end, with the fewest and with the most players. Beside each picture lies its
text, and ``index.html`` shows both, at full width and as wide as a telephone.
"""

from __future__ import annotations

import html
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from engine.bots import Greedy
from engine.core import defaults
from engine.match import Match, act, deal, pending, plan_of
from engine.registry import games, policy
from engine.rng import Rng
from renderers import picture, text
from tests.renderers.screens import FRIENDS, HOSTILE, SCREENS, speaker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.view import View

SEED = b"gallery" * 5
LONG = (
    "一个名字很长很长的好朋友",
    "Bartholomew Fitzgerald",
    "电脑·石头剪刀布",
    *HOSTILE[3:],
    *FRIENDS,
)
STEPS = 400
"""Actions after which a round is left alone."""


def round_of(match: Match) -> Iterator[tuple[Match, int | None]]:
    """A round played by the computer, position by position, with the seat that is asked."""
    match, _ = deal(match)
    player = policy(match.game.info.id) or Greedy()
    for number in range(STEPS):
        asked = pending(match)
        yield match, asked[0] if asked else None
        if not asked:
            return
        seen = match.game.observe(match.state, asked[0])
        rng = Rng(SEED, "player", number)
        action = player.choose(match.game, seen, match.game.prompt(seen), rng)
        match, _ = act(match, asked[0], action)


def moments(game_id: str, count: int, names: tuple[str, ...]) -> Iterator[tuple[str, View]]:
    """The public view and a player's own, when dealt, when most crowded, and at the end."""
    game = games(tests_too=True)[game_id]
    options = defaults(game.info)
    match = Match(game, count, SEED, options, plan_of(options, 1))
    seen = [
        (game.present(game.observe(now.state, None)), game.present(game.observe(now.state, seat)))
        for now, seat in round_of(match)
    ]
    say = speaker(names)
    fullest = max(seen, key=lambda both: picture.sheet(both[1], say).height)
    for moment, (public, own) in (("first", seen[0]), ("full", fullest), ("last", seen[-1])):
        yield f"{game_id}-{count}-{moment}-public", public
        yield f"{game_id}-{count}-{moment}-own", own


def screens() -> Iterator[tuple[str, View, tuple[str, ...]]]:
    """All there is to see."""
    for name, (view, names) in SCREENS.items():
        yield name, view, names
    for game_id, game in games(tests_too=True).items():
        for count in sorted({min(game.info.seats), max(game.info.seats)}):
            names = FRIENDS if count == min(game.info.seats) else LONG
            for name, view in moments(game_id, count, names):
                yield name, view, names
                for number, cards in enumerate(view.details):
                    yield f"{name}-detail{number}", type(view)(cards.title, (cards,)), names


def main(folder: str) -> None:
    """Paint everything, and say how large each is and how long it took."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    page = [
        "<!doctype html><meta charset=utf-8><title>Gallery</title><style>img{margin:4px}</style>"
    ]
    for name, view, names in screens():
        say = speaker(names)
        picture.paint(view, say)
        start = time.perf_counter()
        painted = picture.paint(view, say)
        took = 1000 * (time.perf_counter() - start)
        words = text.render(view, say)
        (target / f"{name}.png").write_bytes(painted)
        (target / f"{name}.txt").write_text(words + "\n", "utf-8")
        page.append(
            f"<h2>{name}</h2><img src='{name}.png'><img src='{name}.png' width=360>"
            f"<pre>{html.escape(words)}</pre>"
        )
        sheet = picture.sheet(view, say)
        size = f"{sheet.width}×{sheet.height}  {len(painted) // 1024} KB  {took:.0f} ms"
        sys.stdout.write(f"{name:40} {size}\n")
    (target / "index.html").write_text("\n".join(page), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "gallery")
