"""The cores of the searches as C, where whoever makes the wheel asks for it.

``POKERTABLE_COMPILED=1 pip wheel --no-deps .`` needs a C compiler, and fetches mypyc. Without that
word a wheel is plain Python, and both answer the same: ``tests/engine/test_compiled.py``. All else
about the package is told in pyproject.toml.
"""

import os

from setuptools import setup

COMPILED = (
    "engine/kernels/climb/compact.py",
    "engine/kernels/climb/ideas.py",
    "engine/kernels/climb/menus.py",
    "engine/kernels/climb/ranks.py",
    "engine/kernels/climb/runs.py",
    "engine/kernels/climb/tally.py",
    "engine/kernels/landlord/divided.py",
    "engine/kernels/landlord/plan.py",
    "engine/kernels/landlord/solve.py",
    "engine/kernels/landlord/sure.py",
    "engine/kernels/landlord/trial.py",
)
"""What a decision spends its time in: plays by number, divided hands, trial deals. Of none of their
classes is there a subclass elsewhere, which could not be made of a compiled one."""


WANTED = os.environ.get("POKERTABLE_COMPILED") == "1"


def modules():
    """What is compiled: nothing, unless it was asked for."""
    if not WANTED:
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:  # while it is asked what the build needs
        return []
    return mypycify([*COMPILED], opt_level="3")


setup(ext_modules=modules(), setup_requires=["mypy[mypyc]>=2,<3"] if WANTED else [])
