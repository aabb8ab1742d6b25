"""Whether an Ed25519 signature is right (RFC 8032, section 5.1.7); nothing is signed here.

Written out, because a library for it is larger than all that it would be used for, and has no
wheel on small machines. Everything it is given is public, so how long it takes tells nothing: some
milliseconds.
"""

from __future__ import annotations

from hashlib import sha512
from typing import TypeAlias

KEY_BYTES, SIGNATURE_BYTES = 32, 64

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)

_Point: TypeAlias = tuple[int, int, int, int]
"""X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z."""


def verifies(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether whoever has the secret of a public key has signed a message.

    False as well for what is no key or no signature, and for every other way to write one.
    """
    if len(key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    signer, commitment = _read(key), _read(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if signer is None or commitment is None or scalar >= _L:
        return False
    challenge = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % _L
    return _same(_times(scalar, _BASE), _add(commitment, _times(challenge, signer)))


def _read(data: bytes) -> _Point | None:
    """A point from its 32 bytes: y, and whether x is odd (section 5.1.3)."""
    odd, y = data[31] >> 7, int.from_bytes(data, "little") & ((1 << 255) - 1)
    return None if y >= _P else _at(y, odd)


def _at(y: int, odd: int) -> _Point | None:
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (not x and odd):
        return None
    if x & 1 != odd:
        x = _P - x
    return x, y, 1, x * y % _P


def _add(one: _Point, other: _Point) -> _Point:
    """The sum of two points, a point and itself included (section 5.1.4)."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(scalar: int, point: _Point) -> _Point:
    found: _Point = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            found = _add(found, point)
        point = _add(point, point)
        scalar >>= 1
    return found


def _same(one: _Point, other: _Point) -> bool:
    across = one[0] * other[2] - other[0] * one[2]
    up = one[1] * other[2] - other[1] * one[2]
    return not (across % _P or up % _P)


_BASE_Y = 4 * pow(5, -1, _P) % _P
_BASE = _at(_BASE_Y, 0) or (0, 1, 1, 0)
