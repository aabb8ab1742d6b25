"""Every game has a playthrough, and plays it again line by line."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

import pytest

from engine.registry import games
from tests import playthroughs
from tests.playthroughs import Settings, file_of, files_of, settings_in, transcript

NAMED = ("甲", "乙", "丙", "丁", "spectators")
HINT = "read what changed, then: python -m tests.playthroughs --write"


@pytest.mark.parametrize("game_id", games(tests_too=True))
def test_a_playthrough_is_played_again(game_id):
    """RUL-24: a rule that drifts shows here, in every game and every preset written down."""
    assert file_of(game_id).is_file(), f"{HINT} {game_id}"
    for path in files_of(game_id):
        stored = path.read_text("utf-8")
        settings = settings_in(stored)
        assert file_of(game_id, settings.options) == path

        played = transcript(settings)

        both = zip_longest(stored.splitlines(), played.splitlines(), fillvalue="(end)")
        for number, (old, new) in enumerate(both, 1):
            assert new == old, f"{path.name}, line {number}: {HINT} {game_id}"
        assert stored == played


def test_no_playthrough_is_left_of_a_game_that_is_gone():
    kept = {path.name.partition(".")[0] for path in playthroughs.FOLDER.iterdir()}
    assert kept == set(games(tests_too=True))


def test_a_playthrough_shows_everybody_at_every_step():
    text = transcript(Settings("_trial", 4, rounds=2, seed=4))
    steps = text.split("-------- step ")[1:]
    played = [step for step in steps if "refused:" not in step]
    assert len(played) > 8
    for step in played:
        viewers = [line.split(":")[0] for line in step.splitlines() if line.startswith(NAMED)]
        assert viewers[: len(NAMED)] == list(NAMED)
    assert text.count("is over") == 3
    assert "1. " in text


def test_private_things_are_marked():
    text = transcript(Settings("_trial", 4, rounds=1, seed=4))
    assert "* to 甲: 你占了" in text
    assert "[private]" in text
    assert "[answered]" in text


def test_another_seed_is_another_playthrough():
    settings = Settings("_specimen", 3)
    assert transcript(settings) == transcript(settings)
    assert transcript(settings) != transcript(replace(settings, seed=2))


def test_writing_keeps_how_it_is_played_unless_told_otherwise(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(playthroughs, "FOLDER", tmp_path)
    path = tmp_path / "_specimen.txt"

    playthroughs.main(["--write", "_specimen", "--seats", "2", "--seed", "9"])
    assert settings_in(path.read_text("utf-8")) == Settings("_specimen", 2, 1, 9)

    playthroughs.main(["--write", "_specimen", "--rounds", "2"])
    assert settings_in(path.read_text("utf-8")) == Settings("_specimen", 2, 2, 9)
    assert capsys.readouterr().out.count("wrote") == 2


def test_other_options_are_another_playthrough(tmp_path, monkeypatch):
    monkeypatch.setattr(playthroughs, "FOLDER", tmp_path)

    playthroughs.main(["--write", "_trial", "--seats", "2", "--options", "open=none chips=3"])

    (path,) = files_of("_trial")
    assert path.name == "_trial.open-none.chips-3.txt"
    settings = settings_in(path.read_text("utf-8"))
    assert settings.chosen() == {"open": "none", "chips": 3}


@pytest.mark.parametrize("words", [["--write", "chess"], ["--write", "_trial", "--seats", "3"], []])
def test_what_it_does_not_write(words, capsys):
    with pytest.raises(SystemExit) as left:
        playthroughs.main(words)
    assert left.value.code == 2
    assert capsys.readouterr().err
