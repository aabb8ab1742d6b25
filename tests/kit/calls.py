"""What tests have done in processes, which read nothing else for it."""

import os
import sys


def double(number):
    return 2 * number


def who():
    return os.getpid()


def priority():
    return os.getpriority(os.PRIO_PROCESS, 0)


def hang(begun):
    open(begun, "x").close()
    while True:
        pass


def die():
    os._exit(3)


def fail(words):
    raise ValueError(words)


def chatter():
    print("nobody reads this")
    os.write(1, b"nor this")
    return sys.stdin.read()


def nothing():
    return ()
