"""What the world outside the program saw, kept in a file that outlives the program.

Every message that a messenger took and every answer that a person got is written before anything
else happens. A plain write is enough: it is the process that is killed, not the machine.
"""

import os
import pickle
from dataclasses import dataclass, field

from tests.kit.platform import MemoryPlatform


@dataclass
class Record:
    """One thing that happened: life, time, ask, told, post, edit, whisper, retire, erase."""

    what: str
    life: int
    fields: dict = field(default_factory=dict)

    def __getattr__(self, name):
        try:
            return self.__dict__["fields"][name]
        except KeyError:
            raise AttributeError(name) from None


class Journal:
    """Appends records; ``read`` gives those of all lives."""

    def __init__(self, path, life):
        whole = _whole(path)
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.ftruncate(self._file, whole)  # the kill may have torn the last record
        self._life = life

    def write(self, what, **fields):
        os.write(self._file, pickle.dumps((what, self._life, fields)))


def read(path):
    """Every whole record, oldest first."""
    return [Record(*found) for found, _ in _records(path)]


def _records(path):
    if not path.exists():
        return
    with path.open("rb") as file:
        while True:
            try:
                found = pickle.load(file)  # noqa: S301  (our own)
            except (EOFError, pickle.UnpicklingError):
                return
            yield found, file.tell()


def _whole(path):
    return max((end for _, end in _records(path)), default=0)


class Messenger(MemoryPlatform):
    """A messenger that goes on living while the program is killed."""

    def __init__(self, journal, past, hit):
        super().__init__(pictures=True, quiet=True)
        self._journal, self._hit = journal, hit
        for record in past:
            if record.what in ("post", "whisper"):
                self._keep(record.chat, record.message, private=record.what == "whisper")
            elif record.what == "edit":
                self.sent[record.ref].message = record.message
            elif record.what == "retire":
                self.sent[record.ref].retired = True
            elif record.what == "erase":
                self._take(record.ref)

    async def post(self, chat, message):
        self._hit("before post")
        ref = await super().post(chat, message)
        self._journal.write("post", chat=chat.id, message=message)
        self._hit("after post")
        return ref

    async def edit(self, ref, message):
        self._hit("before edit")
        ref = await super().edit(ref, message)
        self._journal.write("edit", ref=ref, message=message)
        self._hit("after edit")
        return ref

    async def whisper(self, user, message):
        self._hit("before whisper")
        delivery = await super().whisper(user, message)
        self._journal.write("whisper", chat=user.id, message=message)
        self._hit("after whisper")
        return delivery

    async def retire(self, ref):
        await super().retire(ref)
        self._journal.write("retire", ref=ref)

    async def erase(self, ref):
        self._hit("before erase")
        await super().erase(ref)
        self._journal.write("erase", ref=ref)
        self._hit("after erase")
