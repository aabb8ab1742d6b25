"""Golden transcripts: one seeded match of a game, with everybody's screen after every action.

``python -m tests.playthroughs --write <id>`` writes ``tests/playthroughs/<id>.txt``; the test
plays it again and compares line by line. A change in one of them is read by a person: who sees
what, is it said well, and is it what the rules say? How the match is played stands in the first
lines of the file; ``--seats``, ``--rounds`` and ``--seed`` change it.
With ``--options mode=twelve`` it is another one, ``<id>.mode-twelve.txt``.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from itertools import chain, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.i18n.catalogue import Catalogue
from engine.bots import Greedy, Random
from engine.codec import brief
from engine.core import defaults
from engine.errors import AmbiguousAction, RuleError
from engine.match import Match, Rounds, act, deal, pending, places, totals
from engine.registry import games
from engine.replay import RoundLog
from engine.rng import SEED_BYTES, Rng
from renderers.text import render

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core import Action, Event, Prompt, Seat

FOLDER = Path(__file__).with_suffix("")
NAMES = ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬")
CATALOGUE = Catalogue(strict=True)


@dataclass(frozen=True)
class Settings:
    """How a playthrough is played: what its first lines say."""

    game: str
    seats: int
    rounds: int = 1
    seed: int = 1
    options: str = ""

    def head(self) -> str:
        """The first lines."""
        version = games(tests_too=True)[self.game].info.version
        lines = [
            f"game: {self.game}", f"version: {version}", f"seats: {self.seats}",
            f"rounds: {self.rounds}", f"seed: {self.seed}",
        ]  # fmt: skip
        if self.options:
            lines.append(f"options: {self.options}")
        return "".join(f"{line}\n" for line in lines)

    def chosen(self) -> dict[str, int | str]:
        """Every option of the game, those of this playthrough as they are set."""
        info = games(tests_too=True)[self.game].info
        wanted = dict(pair.split("=") for pair in self.options.split())
        values = {o.key: {str(value): value for value in o.values} for o in info.options}
        return {**defaults(info), **{key: values[key][word] for key, word in wanted.items()}}


def file_of(game_id: str, options: str = "") -> Path:
    """Where a playthrough is kept."""
    part = f".{options.replace('=', '-').replace(' ', '.')}" if options else ""
    return FOLDER / f"{game_id}{part}.txt"


def files_of(game_id: str) -> list[Path]:
    """Where those of a game are kept: with its defaults, and with other options."""
    return sorted(FOLDER.glob(f"{game_id}.*txt"))


def settings_in(text: str) -> Settings:
    """The settings in the first lines of a playthrough."""
    found = dict(line.split(": ") for line in takewhile(bool, text.splitlines()))
    seats, rounds, seed = (int(found[name]) for name in ("seats", "rounds", "seed"))
    return Settings(found["game"], seats, rounds, seed, found.get("options", ""))


def transcript(settings: Settings) -> str:
    """The whole playthrough."""
    return settings.head() + "\n".join(chain([""], _Teller(settings).tell(), [""]))


def played(settings: Settings) -> tuple[Match, tuple[RoundLog, ...], Match]:
    """The match of a playthrough before its first deal, what was played, and where that led."""
    teller = _Teller(settings)
    fresh = teller.match
    for _ in teller.tell():
        pass
    log = tuple(RoundLog(fresh.options, tuple(actions)) for actions in teller.log)
    return fresh, log, teller.match


class _Teller:
    def __init__(self, settings: Settings) -> None:
        game = games(tests_too=True)[settings.game]
        seed = settings.seed.to_bytes(SEED_BYTES, "big")
        plan = Rounds(settings.rounds)
        self.match = Match(game, settings.seats, seed, settings.chosen(), plan)
        self.names = NAMES[: settings.seats]
        self.say = CATALOGUE.speaker(self.names)
        self.luck = Rng(b"playthrough" + seed)
        self.shown: dict[Seat | None, str] = {}
        self.log: list[list[tuple[Seat, Action]]] = []

    def tell(self) -> Iterator[str]:
        while not self.match.over:
            self.match, events = deal(self.match)
            self.shown = {}
            self.log.append([])
            yield from ("", f"======== round {self.match.round}: the deal", "")
            yield from self._after(events)
            while self.match.outcome is None:
                yield from self._step()
            yield from self._settlement()
        yield from ("", "======== the match is over")
        points = totals(self.match)
        for name, total, place in zip(self.names, points, places(points), strict=True):
            yield f"{place}. {name} {total}"

    def _step(self) -> Iterator[str]:
        """One action; the refused ones before it are told too."""
        seat = self.luck.choice(pending(self.match))
        wishes = list(self._wishes(seat))
        while wishes:
            action = wishes.pop(0)
            step = f"-------- step {self.match.step + 1}: {self.names[seat]}: {brief(action)}"
            try:
                self.match, events = act(self.match, seat, action)
            except RuleError as refused:
                yield f"{step}\n         refused: {self.say(refused.msg)}"
                if isinstance(refused, AmbiguousAction):
                    yield from (f"         or: {brief(option)}" for option in refused.options)
                    wishes.insert(0, self.luck.choice(refused.options))
                yield ""
            else:
                self.log[-1].append((seat, action))
                yield from (step, "")
                yield from self._after(events)
                return
        raise AssertionError("the time-out was refused")

    def _wishes(self, seat: Seat) -> Iterator[Action]:
        """Mostly what is advised, now and then anything, in the end the time-out."""
        game = self.match.game
        seen = game.observe(self.match.state, seat)
        prompt = game.prompt(seen)
        if not self.luck.below(4):
            yield Random().choose(game, seen, prompt, self.luck)
        yield Greedy().choose(game, seen, prompt, self.luck)
        yield game.on_timeout(seen)

    def _after(self, events: tuple[Event, ...]) -> Iterator[str]:
        for event in events:
            to = "all" if event.to is None else "".join(self.names[s] for s in sorted(event.to))
            yield f"* to {to}: {self.say(event.msg)}"
        asked = self.match.game.asked(self.match.state)
        for viewer in (*range(self.match.seats), None):
            seen = self.match.game.observe(self.match.state, viewer)
            screen = render(self.match.game.present(seen), self.say)
            lines = [line for line in screen.splitlines() if line]
            if viewer in asked and self.match.outcome is None:
                lines += self._prompt(self.match.game.prompt(seen))
            text = "\n".join(f"  | {line}" for line in lines)
            name = "spectators" if viewer is None else self.names[viewer]
            if self.shown.get(viewer) == text:
                yield f"{name}: as before"
            else:
                yield f"{name}:\n{text}"
            self.shown[viewer] = text
        yield ""

    def _prompt(self, prompt: Prompt) -> Iterator[str]:
        marks = [word for word in ("private", "answered") if getattr(prompt, word)]
        yield f"? {self.say(prompt.ask)}{''.join(f' [{mark}]' for mark in marks)}"
        for choice in prompt.choices:
            yield f"    [{self.say(choice.label)}] {brief(choice.action)}"
        for pick in prompt.picks:
            among = " ".join(card.code for card in pick.among)
            same = f" as many as {pick.same_as}" if pick.same_as else ""
            yield f"    {pick.verb}: {pick.slot} {pick.least}..{pick.most} of {among}{same}"
        if prompt.number is not None:
            allowed = _numbers(prompt.number.allowed)
            columns = f" in {prompt.number.columns} columns" if prompt.number.columns else ""
            yield f"    {prompt.number.verb}: number {allowed}{columns}"

    def _settlement(self) -> Iterator[str]:
        outcome = self.match.outcome
        assert outcome is not None
        yield f"======== round {self.match.round} is over"
        yield from (f"because: {self.say(reason)}" for reason in outcome.reasons)
        points = totals(self.match)
        for name, score, total in zip(self.names, outcome.scores, points, strict=True):
            yield f"{name}: {score:+d}, in all {total}"
        if outcome.broke:
            yield "somebody can go on no longer"


def _numbers(allowed: Any) -> str:
    if isinstance(allowed, range) and len(allowed) > 1 and allowed.step == 1:
        return f"{allowed[0]}..{allowed[-1]}"
    return " ".join(map(str, allowed))


def write(settings: Settings) -> Path:
    """Play and store; where it was stored."""
    FOLDER.mkdir(exist_ok=True)
    path = file_of(settings.game, settings.options)
    path.write_text(transcript(settings), "utf-8")
    return path


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.playthroughs", description=__doc__)
    parser.add_argument("--write", required=True, choices=sorted(games(tests_too=True)))
    for name in ("seats", "rounds", "seed"):
        parser.add_argument(f"--{name}", type=int)
    parser.add_argument("--options", default="")
    arguments = parser.parse_args(words)
    seats = games(tests_too=True)[arguments.write].info.seats
    path = file_of(arguments.write, arguments.options)
    old = Settings(arguments.write, seats[len(seats) // 2])
    if path.is_file():
        old = settings_in(path.read_text("utf-8"))
    wanted = Settings(
        arguments.write,
        arguments.seats or old.seats,
        arguments.rounds or old.rounds,
        old.seed if arguments.seed is None else arguments.seed,
        arguments.options,
    )
    if wanted.seats not in seats:
        parser.error(f"{arguments.write} is not played by {wanted.seats}")
    print(f"wrote {write(wanted)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
