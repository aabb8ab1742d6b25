"""Sessions of people whom another platform has vouched for: in memory, and lost at a restart.

A proof may be read by whoever gets hold of an address, so it opens one session and no second one.
The page that was first has a key of its own beside it: with both, a page that is loaded anew goes
on with its session; the proof without the key comes from somewhere else, and ends both.
"""

from __future__ import annotations

import hmac
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.ports.frame import Unproven

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from bot.ports.frame import Proof
    from bot.ports.refs import UserRef

LASTS = timedelta(hours=12)
"""How long a session lives after its proof was first used, whatever is done in it."""

MOST, MOST_EACH = 20_000, 16
"""Sessions at the same time, of all people and of one; the oldest goes."""


@dataclass(eq=False, slots=True)
class Session:
    """One page of one person.

    Attributes:
        proof: what opened it.
        key: the page's own, which came with the proof.
        token: what the page says in every request; another one each time it is loaded.
        until: when it is over.
    """

    proof: Proof
    key: str = field(repr=False)
    token: str = field(repr=False)
    until: datetime

    @property
    def user(self) -> UserRef:
        """Whose it is."""
        return self.proof.user


class Sessions:
    """The sessions that are open, by what they are found by.

    Args:
        now: the time of day.
        ended: hears of each that is over before its time, or whose page was loaded anew.
    """

    def __init__(self, now: Callable[[], datetime], ended: Callable[[Session], None]) -> None:
        self._now, self._ended = now, ended
        self._by_mark: OrderedDict[str, Session] = OrderedDict()
        self._by_token: dict[str, Session] = {}
        self._used: OrderedDict[str, datetime] = OrderedDict()

    def __len__(self) -> int:
        return len(self._by_mark)

    def open(self, proof: Proof, key: str) -> Session:
        """The session of a proof: a new one, or the same with another token for the same page.

        Raises:
            Unproven: the proof was used by another page (``elsewhere``).
        """
        self._forget()
        if proof.mark in self._used:
            raise Unproven("elsewhere")
        known = self._by_mark.get(proof.mark)
        if known is None:
            known = Session(proof, key, "", self._now() + LASTS)
            self._by_mark[proof.mark] = known
            self._make_room(known)
        elif not hmac.compare_digest(known.key.encode(), key.encode()):
            self.end(known)
            raise Unproven("elsewhere")
        else:
            del self._by_token[known.token]
            self._ended(known)
        known.token = secrets.token_urlsafe(32)
        self._by_token[known.token] = known
        return known

    def of(self, token: str) -> Session | None:
        """Whose token it is; None for nobody's, and for one that is over."""
        found = self._by_token.get(token)
        if found is not None and found.until <= self._now():
            self.end(found)
            return None
        return found

    def end(self, session: Session) -> None:
        """End a session for good: its proof opens none any more."""
        self._by_mark.pop(session.proof.mark, None)
        self._by_token.pop(session.token, None)
        self._used[session.proof.mark] = session.proof.until
        self._ended(session)

    def _make_room(self, fresh: Session) -> None:
        own = [one for one in self._by_mark.values() if one.user == fresh.user]
        for one in own[:-MOST_EACH]:
            self.end(one)
        while len(self._by_mark) > MOST:
            self.end(next(iter(self._by_mark.values())))

    def _forget(self) -> None:
        """Drop what is over: sessions, and proofs that prove nothing any more by themselves."""
        now = self._now()
        while self._by_mark and next(iter(self._by_mark.values())).until <= now:
            self.end(next(iter(self._by_mark.values())))
        for mark in [mark for mark, until in self._used.items() if until < now]:
            del self._used[mark]
