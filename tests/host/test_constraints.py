"""What a container installs is what was tested."""

import re

import pytest
from packaging.utils import canonicalize_name

from tests.constraints import FILE, ROOT, at_hand, noted, wanted


@pytest.mark.parametrize("requirement", wanted(), ids=lambda r: r.name)
def test_every_dependency_has_a_version_that_the_project_allows(requirement):
    version = noted().get(canonicalize_name(requirement.name))
    assert version is not None, "python -m tests.constraints --write"
    assert requirement.specifier.contains(version)


def test_what_packages_need_themselves_is_noted_too():
    assert set(at_hand()) <= set(noted()), "python -m tests.constraints --write"
    assert {"httpx", "greenlet", "mako"} <= set(noted())


def test_the_dockerfile_installs_these():
    docker = (ROOT / "Dockerfile").read_text("utf-8")
    (used,) = re.findall(r"pip install .* -c (\S+) \.", docker)
    assert ROOT / used == FILE
    copied = re.findall(r"^COPY (\S+) \S+$", docker, re.MULTILINE)
    assert used.split("/")[0] in copied
