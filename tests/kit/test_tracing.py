"""A thread begins though it is refused its trace function at first."""

import sys
import threading

import pytest

from tests.kit import tracing

pytestmark = pytest.mark.no_cover


class Refusing:
    """Installs a trace function the third time that it is asked to."""

    def __init__(self):
        self.asked = 0
        self._install = sys.settrace

    def __call__(self, function):
        self.asked += 1
        if self.asked < 3:
            raise RuntimeError("another trace function is being installed")
        self._install(function)


@pytest.fixture
def refusing(monkeypatch):
    made = Refusing()
    monkeypatch.setattr(sys, "settrace", made)
    monkeypatch.setattr(threading, "_trace_hook", lambda *_: None)
    return made


def begun():
    """Whether a thread does what it is to do."""
    done = threading.Event()
    thread = threading.Thread(target=done.set)
    thread.start()
    thread.join()
    return done.is_set()


def test_it_is_traced_as_soon_as_it_may(refusing):
    assert isinstance(threading._sys, tracing.Patient)
    assert begun() and refusing.asked == 3
