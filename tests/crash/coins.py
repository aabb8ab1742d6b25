"""The coins on the disk after a kill, counted without the program's own counting."""

from collections import defaultdict

from bot.economy.ledger import settle

FIRST = 1000


class Coins:
    """What is wrong with the ledger; ``problems`` in words."""

    def __init__(self, rows, matches, tables):
        self.problems = []
        self._matches = matches
        self._states = {s.match: s for s, _, _ in tables.values() if s.match}
        entries, accounts = defaultdict(list), defaultdict(int)
        for entry, account, amount in rows("select entry, account, amount from posting"):
            entries[entry].append((account, amount))
            accounts[account] += amount
        for entry, lines in entries.items():
            if sum(amount for _, amount in lines):
                self.problems.append(f"{entry} does not sum to zero")
        granted = FIRST * sum(entry.startswith("grant:") for entry in entries)
        theirs = {a: n for a, n in accounts.items() if a.startswith(("purse:", "lock:"))}
        if sum(theirs.values()) != granted:
            self.problems.append(f"{sum(theirs.values())} coins of {granted} are there")
        self.problems += [f"{account}: {n}" for account, n in theirs.items() if n < 0]
        sitting = defaultdict(list)
        for match, user in rows("select match, user from seat order by match, seat"):
            sitting[match].append(user)
        for ident in matches:
            if f"buyin:{ident}" in entries:
                self._check_match(ident, sitting[ident], entries, accounts)
            elif any(f":{ident}:" in account for account in accounts):
                self.problems.append(f"coins are locked for {ident}, which was not begun")

    def _check_match(self, ident, people, entries, accounts):
        """The locks are what the rounds on the disk make of the buy-in, or all are given back."""
        brought = dict(entries[f"buyin:{ident}"])
        locks = [f"lock:{ident}:{person}" for person in people]
        held = [brought[lock] for lock in locks]
        for outcome in self._matches[ident].match.played:
            moved = settle(outcome.scores, held)
            held = [coins + by for coins, by in zip(held, moved, strict=True)]
        there = [accounts[lock] for lock in locks]
        if self._matches[ident].status == "playing":
            if there != held:
                self.problems.append(f"{there} is locked for {ident}, not {held}")
            if list(self._states[ident].stakes) != held:
                self.problems.append(f"the table of {ident} does not know what is locked")
            return
        if any(there):
            self.problems.append(f"{there} is still locked for {ident}, which is over")
        back = dict(entries[f"return:{ident}"])
        if [-back.get(lock, 0) for lock in locks] != held:
            self.problems.append(f"{back} came back from {ident}, not {held}")
