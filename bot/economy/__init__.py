"""Play money: the entries of one ledger whose sum is always 0."""
