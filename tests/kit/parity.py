"""One conversation on every platform, and what each person's client was shown of it.

Words are not compared but what they were made of: the service here speaks in message keys and
their arguments, which every adapter carries to its clients as it carries sentences.
"""

from collections import Counter
from dataclasses import dataclass

from bot.i18n.catalogue import Catalogue
from bot.ports.messages import Where
from engine.msg import CardsArg, Msg, SeatArg
from tests.kit.discord import NAMES, small_picture
from tests.kit.house import Counted, service
from tests.kit.platform import MemoryPlatform, People

EVERYBODY = "everybody"
PEOPLE = (*NAMES, "路人")
"""Four who play and one who does not."""

PLACE = "牌友会 · #打牌"
SEED = 100
"""Chosen so that the first who leads holds two cards that count in two ways."""

DOWN = 100
"""Seconds between a kill and the next start."""

PACE = 6
"""Seconds between two things that people do: no platform has to put boards together then."""


class Keys(Catalogue):
    """Says what a sentence is made of, where the sentence itself can be formed."""

    def to(self, language, zone="", commands=""):
        return Keys(language, strict=self.strict, zone=zone)

    def say(self, message, names=()):
        super().say(message, names)
        arguments = [_written(value, self, names) for _, value in message.params]
        return f"{message.key}({', '.join(arguments)})" if arguments else message.key


def _written(value, catalogue, names):
    match value:
        case SeatArg(seat):
            return names[seat] if seat < len(names) else f"seat {seat}"
        case CardsArg(codes):
            return " ".join(codes)
        case Msg():
            return catalogue.say(value, names)
        case _:
            return str(value)


@dataclass(frozen=True, order=True)
class Seen:
    """What somebody was shown: a message that is new, or is something else now.

    Attributes:
        reader: a name; ``EVERYBODY`` in the group.
        words: its lines.
        labels: its buttons, row by row.
        picks: things to pick, as (label of the button that sends them, labels of the things).
        picture: whether it has one.
        called: who is called by name, so that their client tells them.
    """

    reader: str
    words: tuple[str, ...]
    labels: tuple[str, ...] = ()
    picks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    picture: bool = False
    called: str = ""

    def tells(self, key):
        """Whether a line of it is made of this key."""
        return any(fits(line, key) for line in self.words)


def lines(*texts):
    """Words line by line, without empty lines."""
    every = (line.strip() for text in texts for line in (text or "").split("\n"))
    return tuple(line for line in every if line)


def seen(reader, message):
    """An ``Outgoing`` as its reader sees it on a platform that changes nothing."""
    return Seen(
        reader,
        lines(message.title, message.text),
        tuple(b.label for row in message.rows for b in row if b.label),
        tuple(
            (p.label, tuple(option.label for group in p.groups for option in group.options))
            for p in message.pickers
        ),
        bool(message.picture),
        message.mention.id if message.mention is not None else "",
    )


def wanted(picked, offered):
    """The keys of the things picked, of (key, label) pairs."""
    left, found = Counter(picked), []
    for key, label in offered:
        if left[label]:
            left[label] -= 1
            found.append(key)
    assert not +left, f"{+left} not offered"
    return found


class Client:
    """People at the clients of one platform; what they do is settled before the next thing.

    Attributes:
        beside: the platform whose clients they have as well.
        kind: what several have in common.
        steps: what was done, and what was shown then.
    """

    name = beside = kind = ""

    def __init__(self):
        self.steps = []
        self.house = None

    @property
    def table(self):
        """The newest table."""
        return tuple(self.house.tables.running.values())[-1].table

    def who(self, seat):
        """The name of the person at a seat."""
        return self.table.names[seat]

    def seat(self, who):
        """Where a person sits."""
        return self.table.names.index(who)

    # What a script does.

    async def say(self, who, text):
        """A command in the group."""
        await self._step(f"{who}: {text}", self._say(who, text))

    async def press(self, who, where, key):
        """A button of the ``board``, of one's own ``hand``, or of the last ``answer``."""
        await self._step(f"{who}: {where} {key}", self._press(who, where, key))

    async def send(self, who, key, picked):
        """Pick things in one's own hand by their labels, and send them."""
        await self._step(f"{who}: {key} {picked}", self._send(who, key, picked))

    async def stale(self, who, token):
        """A button that stands on no message any more."""
        await self._step(f"{who}: old {token.rpartition(':')[2]}", self._stale(who, token))

    async def wait(self, seconds):
        """Nothing is done for so long."""
        await self._step(f"{seconds} s", self._forward(seconds))

    async def restart(self):
        """The program is killed, and started again a while later."""
        await self.house.store.beat(self.house.clock.now())
        await self._step("restart", self._restart())

    async def _step(self, name, work):
        await work
        await self._forward(PACE)
        found = await self.take()
        public = [one for one in found if one.reader == EVERYBODY]
        own = [one for one in found if one.reader != EVERYBODY]
        self.steps.append(Step(name, tuple(public), tuple(own)))


@dataclass(frozen=True)
class Step:
    """What one thing led to: what everybody was shown, in order, and what each person was."""

    name: str
    public: tuple[Seen, ...]
    own: tuple[Seen, ...]

    def each(self, change):
        """The same with every message changed; those that become None are left out."""
        return Step(
            self.name,
            tuple(one for one in map(change, self.public) if one is not None),
            tuple(one for one in map(change, self.own) if one is not None),
        )


def settled(steps):
    """Steps without what only says again what stands there; one person's things are sorted.

    A platform may show a board or a hand twice where it needs to, and an answer before or after
    what it changed.
    """
    found, board = [], None
    for step in steps:
        public = []
        for one in step.public:
            if not one.labels or one != board:
                public.append(one)
            board = one if one.labels else board
        found.append(Step(step.name, tuple(public), tuple(sorted(set(step.own)))))
    return found


def fits(label, key):
    """Whether a label is made of this key."""
    return label == key or label.startswith(f"{key}(")


class Memory(Client):
    """The platform in memory: the service as it is, and no adapter."""

    name = "memory"

    def __init__(self, path, clock):
        super().__init__()
        self._path = path
        self._clock = clock
        self._platform = _Heard()
        self._ids = Counted(SEED)
        self._people = People()
        self._answer = None
        self._open = None

    async def __aenter__(self):
        await self._start()
        return self

    async def _start(self):
        self._open = service(
            self._path, platform=self._platform, clock=self._clock, paint=small_picture,
            catalogue=Keys(strict=True), ids=self._ids, check=False,
        )  # fmt: skip
        self.house = await self._open.__aenter__()

    async def __aexit__(self, *_):
        await self._open.__aexit__(None, None, None)

    async def _restart(self):
        await self._open.__aexit__(None, None, None)
        self._clock.forward(DOWN)
        await self._start()

    async def _do(self, who, incoming):
        reply = await self.house.do(incoming)
        if reply is not None:
            self._platform.heard.append(seen(who, reply.message))
            if reply.where is not Where.TOAST:
                self._answer = reply.message

    async def _say(self, who, text):
        await self._do(who, self._people.say(who, text, chat_title=PLACE))

    async def _press(self, who, where, key):
        message = {
            "board": self._platform.board, "hand": lambda: self._platform.private(who),
            "answer": lambda: self._answer,
        }[where]()  # fmt: skip
        buttons = [b for row in message.rows for b in row if fits(b.label, key)]
        await self._stale(who, buttons[0].token)

    async def _send(self, who, key, picked):
        message = self._platform.private(who)
        picker = next(p for p in message.pickers if fits(p.label, key))
        values, wanted = [], Counter(picked)
        for option in (option for group in picker.groups for option in group.options):
            if wanted[option.label]:
                wanted[option.label] -= 1
                values.append(option.value)
        await self._do(who, self._people.press(who, picker.token, values, chat_title=PLACE))

    async def _stale(self, who, token):
        await self._do(who, self._people.press(who, token, chat_title=PLACE))

    async def _forward(self, seconds):
        await self.house.settle()
        await self.house.forward(seconds)

    async def take(self):
        found = list(self._platform.heard)
        self._platform.heard.clear()
        return found


class _Heard(MemoryPlatform):
    """Writes down every message with its reader; it can what messengers can."""

    def __init__(self):
        super().__init__(pictures=True, quiet=True, aside=True)
        self.heard = []

    async def post(self, chat, message):
        self.heard.append(seen(EVERYBODY, message))
        return await super().post(chat, message)

    async def edit(self, ref, message):
        self.heard.append(seen(ref.chat if ref.private else EVERYBODY, message))
        return await super().edit(ref, message)

    async def whisper(self, user, message):
        self.heard.append(seen(user.id, message))
        return await super().whisper(user, message)
