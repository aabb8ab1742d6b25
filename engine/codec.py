"""Actions as JSON for storage and as short text for transcripts; carries as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from engine.cards import Card, cards, codes
from engine.core import Action, Carry
from engine.msg import CardsArg, Msg, SeatArg, TimeArg

if TYPE_CHECKING:
    from engine.msg import Param


def _text(held: tuple[Card, ...]) -> str:
    return " ".join(codes(held))


def dumps(action: Action) -> str:
    """One JSON object, empty fields left out: ``{"v":"swap","c":"S3","t":"H9"}``."""
    found: dict[str, str | int | None] = {
        "v": action.verb,
        "c": _text(action.cards),
        "t": _text(action.take),
        "n": action.number,
        "s": action.target,
        "r": action.reading,
    }
    kept = {key: value for key, value in found.items() if value not in ("", None)}
    return json.dumps(kept, separators=(",", ":"))


def loads(text: str) -> Action:
    """The action of ``dumps``.

    Raises:
        ValueError: the text is no such object.
    """
    found = json.loads(text)
    if not isinstance(found, dict) or not isinstance(found.get("v"), str):
        raise ValueError("not a stored action")  # noqa: TRY004  (it is text that is wrong)
    return Action(
        found["v"],
        cards=cards(_kept(found, "c", str, "")),
        take=cards(_kept(found, "t", str, "")),
        number=_kept(found, "n", int, None),
        target=_kept(found, "s", int, None),
        reading=_kept(found, "r", str, ""),
    )


def _kept(found: dict[str, Any], key: str, kind: type[Any], empty: Any) -> Any:
    value = found.get(key, empty)
    if value is not empty and not isinstance(value, kind):
        raise ValueError("not a stored action")
    return value


def brief(action: Action) -> str:
    """For transcripts: ``swap S3 H4 <- D9 C2``."""
    parts = [action.verb, *codes(action.cards)]
    if action.take:
        parts += ["<-", *codes(action.take)]
    if action.number is not None:
        parts.append(str(action.number))
    if action.target is not None:
        parts.append(f"@{action.target}")
    if action.reading:
        parts.append(f"({action.reading})")
    return " ".join(parts)


def dump_carry(carry: Carry) -> str:
    """A carry as one JSON object; it holds secrets and belongs into the database only."""
    found: dict[str, Any] = {
        "leader": carry.leader,
        "teams": [sorted(team) for team in carry.teams],
        "stacks": carry.stacks,
        "totals": carry.totals,
        "last": carry.last,
        "best": carry.best,
        "deck": _text(carry.deck),
        "gone": _text(carry.gone),
    }
    return json.dumps(found, separators=(",", ":"))


def load_carry(text: str) -> Carry:
    """The carry of ``dump_carry``.

    Raises:
        KeyError, TypeError, ValueError: the text is none.
    """
    found = json.loads(text)
    return Carry(
        leader=found["leader"],
        teams=tuple(frozenset(team) for team in found["teams"]),
        stacks=tuple(found["stacks"]),
        totals=tuple(found["totals"]),
        last=tuple(found["last"]),
        best=tuple(found.get("best", ())),
        deck=cards(found["deck"]),
        gone=cards(found["gone"]),
    )


def dump_msgs(messages: tuple[Msg, ...]) -> str:
    """Messages with their arguments as JSON: reasons in the book of scores."""
    return json.dumps([_dump_msg(m) for m in messages], ensure_ascii=False, separators=(",", ":"))


def load_msgs(text: str) -> tuple[Msg, ...]:
    """The messages of ``dump_msgs``.

    Raises:
        AttributeError, TypeError, ValueError: the text holds none.
    """
    return tuple(_load_msg(found) for found in json.loads(text))


def _dump_msg(message: Msg) -> list[Any]:
    return [message.key, {name: _dump_param(value) for name, value in message.params}]


def _dump_param(value: Param) -> Any:
    match value:
        case SeatArg(seat):
            return {"seat": seat}
        case CardsArg(held):
            return {"cards": list(held)}
        case TimeArg(at, near):
            return {"time": [at, near]}
        case Msg():
            return {"msg": _dump_msg(value)}
        case _:
            return value


def _load_msg(found: list[Any]) -> Msg:
    key, params = found
    return Msg(key, tuple((name, _load_param(value)) for name, value in params.items()))


def _load_param(found: Any) -> Param:
    match found:
        case {"seat": int(seat)}:
            return SeatArg(seat)
        case {"cards": list(held)}:
            return CardsArg(tuple(held))
        case {"time": [int(at), int() | None as near]}:
            return TimeArg(at, near)
        case {"msg": list(inner)}:
            return _load_msg(inner)
        case int() | str():
            return found
        case _:
            raise ValueError("not a stored message")
