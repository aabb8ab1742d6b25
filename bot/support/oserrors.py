"""Errors of the operating system in words for whoever runs the program, with what mends them."""

from __future__ import annotations

import errno
import os

_MEANINGS = {
    errno.EACCES: "this user may not; give the user of this program the right to read and write",
    errno.EPERM: "this user may not; give the user of this program the right to read and write",
    errno.EROFS: "that disk can only be read; choose a place that can be written to",
    errno.ENOSPC: "the disk is full; make room on it",
    errno.EDQUOT: "this user's share of the disk is used up; make room on it",
    errno.ENOENT: "there is no such place; check the path",
    errno.ENOTDIR: "a part of the path is a file and no folder; check the path",
    errno.EISDIR: "that is a folder and no file; name a file in it",
    errno.ENAMETOOLONG: "the name is too long; choose a shorter path",
    errno.ELOOP: "links in the path lead in a circle; check the path",
    errno.EIO: "the disk reports an error; check the disk, or take another one",
    errno.EMFILE: "too many files are open; raise the limit (ulimit -n 4096)",
    errno.ENFILE: "too many files are open on this machine; raise the system's limit",
    errno.ENOMEM: "there is not enough memory; end other programs",
    errno.ESTALE: "the network folder has gone away; mount it again, or use a disk of this machine",
    errno.ETIMEDOUT: "it did not answer in time; check its address and the firewall",
    errno.ECONNREFUSED: "nothing listens there; start the server, or check its address and port",
    errno.EHOSTUNREACH: "no way leads there; check the address and the network",
    errno.ENETUNREACH: "no way leads there; check the address and the network",
    errno.ECONNRESET: "the other side hung up; check the address and the port",
}


def meaning(error: OSError) -> str:
    """What it means and what mends it, as the second half of a line."""
    if error.errno in _MEANINGS:
        return _MEANINGS[error.errno]
    # A plain TimeoutError has no number of its own.
    if isinstance(error, TimeoutError):
        return _MEANINGS[errno.ETIMEDOUT]
    return (os.strerror(error.errno) if error.errno else type(error).__name__).lower()
