"""``python -m bot.beacon FILE``: whether the number in a record of a shuffle is the beacon's own.

It is what ``engine.verify`` cannot find with the standard library alone. Nothing is asked of a
server: the beacon's key is in the record, and its chain's hash in the fingerprint.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bot.beacon.signature import is_there, signed
from engine.verify import KNOWN, check


def judged(text: str) -> tuple[bool, str]:
    """Whether a record's number is its beacon's, and a line about it."""
    try:
        record = json.loads(text)
    except ValueError:
        return False, "not read: this is no record of a shuffle"
    fault = check(record)
    if fault is not None:
        return False, f"WRONG ({fault.where}): see python -m engine.verify"
    if "beacon" not in record:
        return False, "no beacon is named in it: its cards come from words, or from neither"
    named = dict(text.split("=", 1) for text in record["bound"])
    chain, number, beacon = named["beacon"], int(named["round"]), record["beacon"]
    if not signed(beacon["public_key"], number, beacon["signature"]):
        return False, f"WRONG: the number is not the one of round {number}"
    if chain not in KNOWN:
        return False, f"signed, but by a beacon that is not known here: {chain}"
    return True, f"right: {KNOWN[chain]} signed round {number}"


def main(arguments: list[str]) -> int:
    """Judge one file; 0: right, 1: not, 2: it could not be judged."""
    if len(arguments) != 1 or not is_there():
        sys.stdout.write("python -m bot.beacon FILE; it needs pip install '.[beacon]'\n")
        return 2
    try:
        text = Path(arguments[0]).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        sys.stdout.write(f"not read: {error}\n")
        return 2
    well, line = judged(text)
    sys.stdout.write(f"{line}\n")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
