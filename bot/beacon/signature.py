"""Whether a beacon signed a round, by ``py_ecc``: the extra ``beacon``.

A check takes about a second of a processor, so that it is done in a process beside the program.
"""

from __future__ import annotations

from hashlib import sha256
from importlib.util import find_spec

DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""Which hash to the curve drand's scheme ``bls-unchained-g1-rfc9380`` takes (RFC 9380)."""


def is_there() -> bool:
    """Whether the library is installed."""
    return find_spec("py_ecc") is not None


def ready() -> int:
    """Load the library, which takes longer than a check; 0."""
    import py_ecc.bls.hash_to_curve  # noqa: F401  (for its being loaded)

    return 0


def message(number: int) -> bytes:
    """What is signed of a round: the hash of its number."""
    return sha256(number.to_bytes(8, "big")).digest()


def signed(key: str, number: int, signature: str) -> bool:
    """Whether a signature is the beacon's for a round.

    Args:
        key: the chain's public key, a point of G2 in 192 hexadecimal digits.
        number: of the round.
        signature: a point of G1 in 96 hexadecimal digits.
    """
    from py_ecc.bls.g2_primitives import pubkey_to_G1, signature_to_G2, subgroup_check
    from py_ecc.bls.hash_to_curve import hash_to_G1
    from py_ecc.optimized_bls12_381 import FQ12, G2, final_exponentiate, is_inf, neg, pairing

    try:
        # The library is named for Ethereum, where keys lie in G1; the groups are the same.
        open_key = signature_to_G2(bytes.fromhex(key))  # type: ignore[arg-type]
        point = pubkey_to_G1(bytes.fromhex(signature))  # type: ignore[arg-type]
    except (ValueError, AssertionError):
        return False
    if is_inf(open_key) or is_inf(point):
        return False
    if not subgroup_check(open_key) or not subgroup_check(point):
        return False
    hashed = hash_to_G1(message(number), DOMAIN, sha256)  # type: ignore[arg-type]
    both = pairing(open_key, hashed, final_exponentiate=False) * pairing(
        neg(G2), point, final_exponentiate=False
    )
    return bool(final_exponentiate(both) == FQ12.one())
