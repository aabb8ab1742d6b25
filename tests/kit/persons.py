"""Where the database names people: one decision for every column that holds text.

The law of being forgotten holds this list and the schema equal, fills every place, and looks at
what ``/forgetme`` leaves in it. Whoever adds a column decides here what it holds, sees to it in
``bot/store/forgetting.py``, and puts something into it in ``tests/kit/forgetting.py``.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Holds(Enum):
    """What a column holds, and so what being forgotten does to it.

    PERSON: a person's key; it becomes the alias, and theirs again if that is undone.
    CALLED: what a person was called, or what is called after them; emptied, and put back.
    OWN: a setting, a mark or words of a person; deleted, and put back where nothing new is.
    BOOK: a chat's key, which names a person where it is the book of what they play alone.
    ACCOUNT: an account of the ledger.
    ENTRY: an entry's name; it keeps a person's key until that can no longer be undone.
    STATE: JSON of what is on; emptied once it is over and nothing can be undone any more.
    REQUEST: a platform's name of what was asked, with a person in it; emptied like a state.
    TRACES: what it takes to undo; deleted when that is over.
    MARK: a keyed hash that names nobody (``bot.support.marks``); it stays.
    NOW: who is there at this moment, and no longer than that.
    NOBODY: nothing of anybody.
    """

    PERSON = "person"
    CALLED = "called"
    OWN = "own"
    BOOK = "book"
    ACCOUNT = "account"
    ENTRY = "entry"
    STATE = "state"
    REQUEST = "request"
    TRACES = "traces"
    MARK = "mark"
    NOW = "now"
    NOBODY = "nobody"


_N = Holds.NOBODY

COLUMNS: Mapping[str, Mapping[str, Holds]] = {
    "match": {
        "id": _N, "table": _N, "chat": Holds.BOOK, "game": _N, "seed": _N, "options": _N,
        "carry": _N, "status": _N, "deal": _N, "rules": _N,
    },
    "seat": {"match": _N, "user": Holds.PERSON, "name": Holds.CALLED, "level": _N},
    "seat_change": {"match": _N, "user": Holds.PERSON, "name": Holds.CALLED},
    "round": {"match": _N, "options": _N, "reasons": _N},
    "action": {"match": _N, "action": _N, "source": Holds.REQUEST, "by": _N},
    "round_score": {"match": _N},
    "table_state": {"table": _N, "place": _N, "state": Holds.STATE},
    "chat_setting": {"chat": Holds.BOOK, "key": _N, "value": Holds.NOW},
    "chat_alias": {"old": _N, "new": _N},
    "person_setting": {"person": Holds.OWN, "key": _N, "value": Holds.OWN},
    "reach": {"person": Holds.OWN, "reason": _N},
    "season": {"chat": Holds.BOOK},
    "motion": {
        "id": _N, "chat": Holds.BOOK, "thread": _N, "kind": _N, "match": _N, "points": _N,
        "by": Holds.PERSON, "status": _N,
    },
    "voice": {"motion": _N, "person": Holds.PERSON},
    "correction": {"match": _N, "motion": _N},
    "posting": {
        "entry": Holds.ENTRY, "account": Holds.ACCOUNT, "chat": _N, "kind": _N, "match": _N,
    },
    "given": {"mark": Holds.MARK},
    "bar": {"scope": _N, "mark": Holds.MARK},
    "sighting": {"mark": Holds.MARK},
    "device_end": {"mark": Holds.MARK},
    "letter": {"id": _N, "place": _N, "person": Holds.PERSON, "text": Holds.NOW},
    "talk_line": {
        "id": _N, "chat": _N, "person": Holds.OWN, "name": Holds.OWN, "words": Holds.OWN,
        "quick": _N,
    },
    "shuffle": {
        "match": _N, "table": _N, "chat": Holds.BOOK, "fingerprint": _N, "bound": _N,
        "opening": _N, "by": Holds.PERSON,
    },
    "shuffle_beacon": {"match": _N, "signature": _N, "chain": _N},
    "shuffle_contest": {"match": _N},
    "shuffle_deal": {"match": _N, "sealed": _N},
    "shuffle_word": {
        "match": _N, "person": Holds.PERSON, "mark": Holds.MARK, "digest": Holds.MARK,
        "salt": _N, "word": Holds.CALLED,
    },
    "house_rule": {
        "id": _N, "chat": _N, "game": _N, "name": Holds.CALLED, "options": _N,
        "by": Holds.PERSON, "author": Holds.CALLED,
    },
    "table_place": {"table": _N, "chat": _N, "title": _N, "place": _N},
    "tournament": {"id": _N, "chat": _N, "state": Holds.STATE},
    "tournament_entry": {
        "tournament": _N, "person": Holds.PERSON, "name": Holds.CALLED, "level": _N, "fate": _N,
    },
    "forgotten": {
        "alias": _N, "person": Holds.TRACES, "chat": _N, "traces": Holds.TRACES,
    },
    "match_sum": {
        "match": _N, "what": _N, "user": Holds.PERSON, "options": _N, "chat": Holds.BOOK,
        "game": _N,
    },
    "chat_sum": {"chat": Holds.BOOK, "game": _N, "what": _N, "user": Holds.PERSON},
    "sum_due": {"match": _N},
    "secret": {"name": _N, "value": _N},
    "lease": {"name": _N, "holder": _N},
}  # fmt: skip
"""By table and column. ``chat`` of coins and of tournaments is always a group's: there are no
purses and no tournaments where somebody plays alone."""
