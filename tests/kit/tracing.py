"""Threads that begin at once while they are traced.

Python before 3.12 refuses a thread its trace function while another thread's is being installed;
the thread is then over before it has begun. Whoever measures coverage meets that now and then.
"""

import sys
import threading
import time

TRIES = 100_000


class Patient:
    """``sys`` as a module sees it that installs trace functions: until it is taken."""

    def __getattr__(self, name):
        return getattr(sys, name)

    @staticmethod
    def settrace(function):
        """Install it, once no other one is being installed. Raises ``RuntimeError``: never."""
        for _ in range(TRIES):
            try:
                sys.settrace(function)
            except RuntimeError:
                time.sleep(0)  # the other thread's turn
            else:
                return
        raise RuntimeError("another trace function is being installed for ever")


def patiently():
    """Let threads, and what traces them if anything does, wait for each other."""
    threading._sys = Patient()
    collector = sys.modules.get("coverage.collector")
    if collector is not None:
        collector.sys = threading._sys
