"""Matches for the tests of the notation: the playthroughs, and others at random; texts gone wrong.

``python -m tests.kit.written`` writes the golden files of playthroughs that have none yet. One that
is there is never written anew: what was once written stays readable.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from bot.records.story import ALL
from bot.records.writer import write
from engine.chance import Notebook
from engine.match import act, deal
from engine.registry import games
from engine.rng import Rng
from tests.kit.laws import playout, seat_counts
from tests.kit.tiers import chosen
from tests.playthroughs import FOLDER, played, settings_in

GOLDEN = Path(__file__).parent.parent / "bot" / "records" / "golden"
UNSEEN = 10**9
"""Positions are not looked at."""

FILES = sorted(path.name for path in FOLDER.iterdir())

WORDS = (
    "♠3", "大王", "?", "?×3", "99", "-1", "过", "=", "= play S3", "= place #-1", "= bid #5 @9",
    "叫 3", "|", ";", ",", "第 2 副", "重发", "底牌: ♠3", "先手: 9", "先手: 1", "特殊格: a b",
    "其余: 随机", "1:", "得分: 0", "人数: 3", "[x]", "取", "\x00", "\u202e", "😀", "∞", "²", "Ⅷ",
    "筹码: 1 2 3", "对家: 1 2", "余牌: ♠3", "选项: a=b", "0000000000000001", "１", "，", "：",
    " ", "\n", "x", "T5", "白板", "地主: 3", "轮数: 2", "到分: 5", "圈数: 0", "换人", "// ",
)  # fmt: skip
"""Thrown into a text to spoil it."""


@cache
def playthrough(name):
    """A playthrough by its file: the match before it, what was played, and where that led."""
    return played(settings_in(FOLDER.joinpath(name).read_text("utf-8")))


def at_random(game, luck, most=5):
    """A whole match of a game, with options and seats as they come."""
    info = game.info
    seats = luck.choice([count for count in seat_counts(info) if count <= most])
    options = {option.key: luck.choice(option.values) for option in info.options}
    if game.check(seats, options) is not None:
        options = None
    rounds = luck.below(2) + 1 if info.span == 1 else 1
    return playout(game, seats, luck.below(2**30), options=options, rounds=rounds, every=UNSEEN)


def cut(log, luck):
    """A log as it was at some moment, or behind one of its rounds."""
    at = luck.below(len(log))
    count = len(log[at].actions)
    count = luck.choice((count, luck.below(count + 1)))
    return (*log[:at], replace(log[at], actions=log[at].actions[:count]))


def watched(fresh, log, reader):
    """What a reader observes, step by step, and what chance decided in each."""
    notes = Notebook(fresh.source)
    match, seen, draws = replace(fresh, source=notes), [], {}
    for round_ in log:
        match, _ = deal(match, round_.options, anew=round_.anew)
        for seat, action in ((None, None), *round_.actions):
            if seat is not None:
                match, _ = act(match, seat, action)
            seen.append(match.game.observe(match.state, reader))
            draws[(match.round, match.step)] = notes.at(match.round, match.step)
    return seen, draws


def spoiled(text, luck):
    """A text with some mistakes."""
    for _ in range(luck.choice((1, 1, 1, 2, 3, 6))):
        text = _SPOIL[luck.below(len(_SPOIL))](text, luck) or " "
    return text


def _letter_gone(text, luck):
    at = luck.below(len(text))
    return text[:at] + text[at + 1 :]


def _word_thrown_in(text, luck):
    at = luck.below(len(text) + 1)
    return text[:at] + luck.choice(WORDS) + text[at:]


def _piece_gone(text, luck):
    at = luck.below(len(text))
    return text[:at] + text[at + luck.below(40) :]


def _letter_thrown_in(text, luck):
    at = luck.below(len(text) + 1)
    letter = luck.choice((luck.below(128), 0x3000 + luck.below(0x9000), 0xE000 + luck.below(90000)))
    return text[:at] + chr(letter) + text[at:]


def _line_moved(text, luck):
    lines = text.splitlines()
    line = luck.choice(lines)
    if luck.below(2):
        lines.remove(line)
    lines.insert(luck.below(len(lines) + 1), line)
    return "\n".join(lines)


def _words_swapped(text, luck):
    lines = [line.split(" ") for line in text.splitlines()]
    one, other = luck.choice(lines), luck.choice(lines)
    here, there = luck.below(len(one)), luck.below(len(other))
    one[here], other[there] = other[there], one[here]
    return "\n".join(map(" ".join, lines))


_SPOIL = (
    _letter_gone, _word_thrown_in, _piece_gone, _letter_thrown_in, _line_moved, _words_swapped,
)  # fmt: skip


def main():
    """Write the golden files that are missing."""
    GOLDEN.mkdir(exist_ok=True)
    for name in FILES:
        fresh, log, _ = playthrough(name)
        for language, ending in enumerate(("zh", "en")):
            path = GOLDEN / f"{name.removesuffix('.txt')}.{ending}.txt"
            if not path.exists():
                path.write_text(write(fresh, log, ALL, language), "utf-8")
                print(f"wrote {path.name}")


def everywhere():
    """All games, those for tests too."""
    return games(tests_too=True).values()


def some(count, salt):
    """So many of them, others for another commit."""
    by_name = games(tests_too=True)
    return [by_name[name] for name in chosen(by_name, count, salt)]


def luck_of(*names):
    """A stream of its own for a test."""
    return Rng(b"written", *names)


if __name__ == "__main__":
    main()
