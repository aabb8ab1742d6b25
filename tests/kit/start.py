"""The law of the start: where it cannot be, one true line says why, and ``check`` says the same."""

import re

from bot.__main__ import main
from tests.kit.hostile import SECRET

LONGEST = 600
"""Characters of a line that is still read, two long paths among them."""


class Started(BaseException):
    """It did start."""


def law_of_one_true_line(code, said, words):
    """What the start says where it cannot be: a line that names the cause and the cure."""
    assert code == 2, f"exit code {code}"
    assert "Traceback" not in said and 'File "' not in said, "a trace"
    lines = said.splitlines()
    assert len(lines) == 1, f"{len(lines)} lines"
    line = lines[0]
    assert [word for word in words if word not in line] == [], f"another cause: {line}"
    assert SECRET not in said, "a secret is shown"
    assert len(line) <= LONGEST, f"{len(line)} characters"
    assert re.fullmatch(r"[ -~]*", line), f"not for every console: {line}"
    return line


def law_of_the_same(looked, seen, line):
    """What ``check`` says before: it has looked at what the start stumbles over."""
    assert looked == 2, f"check gives {looked}"
    assert line in seen, f"check says otherwise: {seen}"
    assert SECRET not in seen, "a secret is shown"
    assert "Traceback" not in seen, "a trace"


def law_of_the_start(words, capsys):
    """Look, then start, in the environment as it is set."""
    # First the look, which is to change nothing that the start would find.
    looked = main(["check"])
    seen = capsys.readouterr()
    code = main([])
    line = law_of_one_true_line(code, capsys.readouterr().err, words)
    law_of_the_same(looked, seen.out + seen.err, line)
