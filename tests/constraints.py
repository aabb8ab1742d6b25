"""The versions that were tested: ``python -m tests.constraints --write`` notes those at hand.

The file lies in the package, because the Dockerfile takes no other folder; it names everything
that the program needs to run, what its packages need included.
"""

from __future__ import annotations

import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
FILE = ROOT / "bot" / "app" / "deploy" / "constraints.txt"
HEAD = "# Versions that were tested together. Written by: python -m tests.constraints --write\n"


def wanted() -> list[Requirement]:
    """What the project asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [Requirement(text) for text in project["dependencies"]]


def at_hand() -> dict[str, str]:
    """The version of each package that is needed, by its name."""
    found: dict[str, str] = {}
    left = wanted()
    while left:
        requirement = left.pop()
        name = canonicalize_name(requirement.name)
        extras = requirement.extras or {""}
        if requirement.marker and not any(
            requirement.marker.evaluate({"extra": e}) for e in extras
        ):
            continue
        seen = name in found
        try:
            there = distribution(requirement.name)
        except PackageNotFoundError:
            continue  # for another system
        found[name] = there.version
        for text in there.requires or ():
            more = Requirement(text)
            needed = more.marker is None or any(more.marker.evaluate({"extra": e}) for e in extras)
            if needed and (not seen or canonicalize_name(more.name) not in found):
                more.marker = None
                left.append(more)
    return dict(sorted(found.items()))


def noted() -> dict[str, str]:
    """What the file says."""
    lines = FILE.read_text("utf-8").splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {name: version for name, version in pairs}  # noqa: C416


def main() -> None:
    """Write the file, or say that it is to be written."""
    text = HEAD + "".join(f"{name}=={version}\n" for name, version in at_hand().items())
    if "--write" in sys.argv[1:]:
        FILE.write_text(text, "utf-8")
    elif text != FILE.read_text("utf-8"):
        raise SystemExit("these are not the versions that are noted")


if __name__ == "__main__":
    main()
