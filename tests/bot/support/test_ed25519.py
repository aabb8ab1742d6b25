"""Ed25519 signatures, beside a library that has them."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bot.support.ed25519 import verifies
from tests.kit.actors import chance

ORDER = 2**252 + 27742317777372353535851937790883648493
PRIME = 2**255 - 19


def signed(rng):
    """A key, a signature by it, and what is signed: of any length, also none."""
    secret = Ed25519PrivateKey.from_private_bytes(bytes(rng.below(256) for _ in range(32)))
    message = bytes(rng.below(256) for _ in range(rng.below(200)))
    return secret.public_key().public_bytes_raw(), secret.sign(message), message


def test_what_the_library_signs_is_right_and_nothing_that_is_changed():
    for seed in range(6):
        rng = chance(seed, "ed25519")
        key, signature, message = signed(rng)
        other = signed(rng)
        assert verifies(key, signature, message)
        for wrong in (
            (other[0], signature, message),
            (key, other[1], message),
            (key, signature, message + b"\0"),
            (key, flipped(signature, rng.below(512)), message),
            (flipped(key, rng.below(256)), signature, message),
        ):
            assert not verifies(*wrong), seed


def flipped(data, bit):
    """The same with one bit the other way."""
    return (int.from_bytes(data, "little") ^ 1 << bit).to_bytes(len(data), "little")


def test_a_signature_is_written_in_one_way_alone():
    """RFC 8032: S below the order, y below the prime; else another text would say the same."""
    key, signature, message = signed(chance(1, "ed25519"))
    more = int.from_bytes(signature[32:], "little") + ORDER
    assert not verifies(key, signature[:32] + more.to_bytes(32, "little"), message)
    one, odd = (1).to_bytes(32, "little"), (1 | 1 << 255).to_bytes(32, "little")
    wide = (PRIME + 1).to_bytes(32, "little")
    zero = bytes(32)
    assert verifies(one, one + zero, message), "the neutral point, as the formula has it"
    assert not verifies(wide, one + zero, message)
    assert not verifies(one, wide + zero, message)
    assert not verifies(odd, one + zero, message)


def test_what_is_no_key_or_signature_is_none():
    key, signature, message = signed(chance(2, "ed25519"))
    for wrong_key in (b"", key[:31], key + b"\0", b"\xff" * 32):
        assert not verifies(wrong_key, signature, message)
    for wrong in (b"", signature[:63], signature + b"\0", b"\xff" * 64):
        assert not verifies(key, wrong, message)
