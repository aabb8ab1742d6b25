"""What a line of a script does: rows become lines, and lines of a kind become one statement."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, TypeAlias


class Kind(IntEnum):
    """The statements, in the order in which rows depend on each other."""

    MATCH = 0
    SEAT = 1
    ROUND = 2
    ACTION = 3
    SCORED = 4
    SCORE = 5
    ENDED = 6
    TABLE = 7
    CLOSED = 8
    SETTING = 9
    ALIAS = 10
    WISH = 11
    REACH = 12
    SECRET = 13
    BEAT = 14
    MOTION = 15
    VOICE = 16
    MOTION_ENDED = 17
    CORRECTION = 18
    SEASON = 19
    FORGET = 20
    REMEMBER = 21
    SEAT_NAMED = 22
    BOOK_MOVED = 23
    UNWISH = 24
    UNREACH = 25
    UNSET = 26
    MOTION_BY = 27
    VOICE_BY = 28
    UNSOURCED = 29
    SCRUBBED = 30
    SEAT_CHANGED = 31
    CHANGE_NAMED = 32
    POSTING = 33
    ACCOUNT_NAMED = 34
    ENTRY_NAMED = 35
    CUP = 36
    CUP_OVER = 37
    ENTRY = 38
    ENTRANT_NAMED = 39
    CUP_SCRUBBED = 40
    ASKED_MOVED = 41
    SEASONS_MET = 42
    SEASONS_MOVED = 43
    SEATS_BACK = 44
    CHANGES_BACK = 45
    ENTRANTS_BACK = 46
    MOTIONS_BACK = 47
    VOICES_MET = 48
    VOICES_BACK = 49
    WISH_BACK = 50
    REACH_BACK = 51
    SETTING_BACK = 52
    GIVEN = 53
    RANKED = 54
    STANDSTILL = 60
    MOTIONS_LATER = 61
    FORGOTTEN_LATER = 62
    BARRED = 70
    UNBARRED = 71
    SIGHTED = 72
    UNSIGHTED = 73
    SIGHTINGS_OVER = 74
    LETTER = 80
    LETTER_SENT = 81
    LETTERS_NAMED = 82
    LETTERS_GONE = 83
    PLACE = 84
    PLACE_DONE = 85


Values: TypeAlias = dict[str, Any]
Line: TypeAlias = tuple[Kind, Values]
Item: TypeAlias = Sequence[Line]
"""What one command writes."""
