"""What somebody should notice is shown at whichever process their page is open."""

from random import Random

import pytest

from bot.adapters.web import absent
from bot.adapters.web.absent import LAST, Absent, note_of
from bot.adapters.web.messages import Messages
from bot.adapters.web.push import Push
from bot.cluster.mail import LONGEST
from bot.cluster.member import NOTE, Member
from bot.ports.messages import Button, Outgoing, Picker, PickGroup, PickOption

PERSON = "p" * 32
URL = "postgresql://owner:secret@127.0.0.1:1/none"  # nothing is opened

BUTTON = ((Button("p1:t1:1", "过"),),)
CARDS = (Picker("p1:t1:2", "出牌", (PickGroup("手牌", (PickOption("3", "三"),), 1, 1),)),)
TURN = Outgoing(
    text="轮到你了", title="斗地主 · 房间 abcd", asked="turn", turn="t1:7", notify=True,
    rows=BUTTON, pickers=CARDS, picture=b"png", scene={"table": "t1"}, table="t1",
    others=(("en", Outgoing(text="Your turn", title="room abcd", rows=BUTTON)),),
)  # fmt: skip
KINDS = {
    "turn": TURN,
    "ready": Outgoing(text="下一局？", asked="turn", turn="t1:8", rows=BUTTON),
    "invitation": Outgoing(text="小明请你一起玩", notify=True, rows=BUTTON),
    "letter": Outgoing(text="锦标赛开始了", notify=True),
}
QUIET = Outgoing(text="等小明出牌", title=TURN.title)


class Process:
    """One of several: its own messages, and in which of them people have a page open."""

    def __init__(self, others):
        self.here, self.now, self.said = set(), 0.0, []
        self.messages = Messages()
        self.others = others
        self.absent = Absent(self.messages, self.here.__contains__, lambda: self.now, self._tell)
        self.push = Push(self, None, None, lambda: self.now, None)
        self.push.absent = self.absent
        self.tabs = []

    def _tell(self, said):
        assert said.isascii() and len(f"{NOTE} {said}") <= LONGEST
        self.said.append(said)
        for other in self.others:
            if other is not self:
                other.absent.heard(said)

    def shows(self, message_id, message):
        """As ``WebPlatform.whisper`` and ``edit`` do."""
        self.messages.put(("person", PERSON), message, message_id)
        self.push.shown(PERSON, message_id, message)

    def takes(self, message_id):
        """As ``WebPlatform.erase`` does."""
        self.messages.drop(("person", PERSON), message_id)
        self.push.over(PERSON, message_id)

    def seen(self):
        """What a page of theirs shows here, by id."""
        return {k: v.message for k, v in self.messages.channel(("person", PERSON)).messages.items()}


@pytest.fixture
def processes():
    found = []
    found += [Process(found) for _ in range(3)]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_somebody_should_notice_is_seen_where_their_page_is(processes, kind):
    far, near, _ = processes
    near.here.add(PERSON)
    far.shows("p1", KINDS[kind])
    note = near.seen()["p1"]
    assert note.text == KINDS[kind].text and note.title == KINDS[kind].title
    assert not (note.rows or note.pickers or note.picture or note.scene or note.table)
    kept = near.messages.channel(("person", PERSON)).messages["p1"]
    for language, told in KINDS[kind].others:
        assert kept.told(language).message == note_of(told)
    far.takes("p1")
    assert not near.seen()


def test_what_need_not_be_noticed_stays_where_it_is_and_a_turn_is_told_once(processes):
    far, near, _ = processes
    near.here.add(PERSON)
    far.shows("p1", QUIET)
    assert not near.seen()
    for _ in range(5):
        far.shows("p1", TURN)
    assert len(far.said) == 1
    far.shows("p1", QUIET)
    assert not near.seen() and len(far.said) == 2
    far.shows("p1", QUIET)
    assert len(far.said) == 2


def test_who_is_where_the_table_is_needs_no_note(processes):
    far, near, _ = processes
    far.here.add(PERSON)
    far.shows("p1", TURN)
    assert not far.said and not near.seen()
    far.here.clear()
    far.shows("p1", TURN)
    assert near.seen()
    far.here.add(PERSON)  # they go to the table's room
    far.shows("p1", TURN)
    assert not near.seen()


def test_who_leaves_the_tables_page_while_they_are_waited_for_is_told_where_they_go(processes):
    far, near, _ = processes
    far.here.add(PERSON)
    far.shows("p1", TURN)
    far.shows("p2", KINDS["letter"])  # read already
    far.push.look()
    assert not near.seen()
    far.here.clear()
    near.here.add(PERSON)
    for _ in range(3):
        far.push.look()
    assert list(near.seen()) == ["p1"] and len(far.said) == 1
    far.takes("p1")
    assert not near.seen()
    far.here.add(PERSON)
    far.shows("p3", TURN)
    far.shows("p3", QUIET)  # they have played
    far.here.clear()
    far.push.look()
    assert not near.seen()


def test_where_a_table_is_taken_over_the_note_becomes_the_screen_it_was_of(processes):
    far, near, _ = processes
    near.here.add(PERSON)
    far.shows("p1", TURN)
    near.shows("p1", TURN)
    assert near.seen()["p1"].rows == BUTTON
    far.takes("p1")  # it has heard of that only now
    assert near.seen()["p1"].rows == BUTTON
    far.absent._told.clear()
    far.shows("p1", TURN)  # or not at all
    assert near.seen()["p1"].rows == BUTTON


def test_the_note_of_a_process_that_died_goes_after_a_while(processes):
    far, near, _ = processes
    far.shows("p1", TURN)
    near.now += LAST - 1
    near.push.look()
    assert near.seen()
    near.now += 1
    near.push.look()
    assert not near.seen()


def test_the_longest_words_in_every_language_go_by_one_message(processes):
    far, near, _ = processes
    long = Outgoing(text="牌" * 9000, title="桌" * 900, notify=True)
    others = tuple((language, long) for language in ("zh-Hans", "zh-Hant", "en"))
    far.shows("p1", Outgoing(text=long.text, title=long.title, notify=True, others=others))
    assert near.seen()["p1"].text.startswith("牌" * 100)


def test_what_is_not_understood_shows_nothing(processes):
    near = processes[1]
    for said in ("", "[]", "[1]", '["a","b",{"":"Nothing"}]', "{", '{"": 5}'):
        near.absent.heard(said)
    assert not near.seen()


def test_a_process_tells_all_the_others_and_hears_them(monkeypatch):
    one, other, heard = Member(URL, URL, "one"), Member(URL, URL, "two"), []
    other.noted = heard.append
    monkeypatch.setattr(one._mail, "send", lambda to, said: other._hear("one", said))
    one.note('["p", "p1", null]')
    assert heard == ['["p", "p1", null]']
    one.note("x" * LONGEST)
    assert len(heard) == 1, "the server would refuse it, and what goes with it"


def lived(seed):
    """Whatever is done, in whichever order: who can see what in the end."""
    chance, found = Random(seed), []  # noqa: S311
    found += [Process(found) for _ in range(3)]
    runs = dict.fromkeys(("p1", "p2", "p3"))
    for _ in range(60):
        here = chance.choice(found)
        for process in found:
            process.here.clear()
        here.here.add(PERSON)
        message_id = chance.choice(tuple(runs))
        runs[message_id] = runs[message_id] or chance.choice(found)
        process, message = runs[message_id], chance.choice([*KINDS.values(), QUIET, None])
        if message is None:
            process.takes(message_id)
            runs[message_id] = None
        else:
            process.shows(message_id, message)
        yield message_id, message, process, here, found


def law(seed):
    for message_id, message, process, here, found in lived(seed):
        noticed = message is not None and (message.asked or message.notify)
        assert (message_id in process.seen()) == (message is not None)
        for other in found:
            if other is not process:
                assert (message_id in other.seen()) == bool(noticed and process is not here)


def laws(count):
    for seed in range(count):
        law(seed)


@pytest.mark.parametrize("seed", range(20))
def test_a_note_is_there_exactly_as_long_as_somebody_is_waited_for(seed):
    law(seed)


@pytest.mark.parametrize("fault", ["over", "is_here"])
def test_the_law_catches(fault, monkeypatch):
    if fault == "over":
        monkeypatch.setattr(Absent, "over", lambda self, person, message_id: None)
    else:
        init = Absent.__init__
        monkeypatch.setattr(
            Absent, "__init__",
            lambda self, messages, is_here, clock, tell: init(
                self, messages, lambda person: False, clock, tell
            ),
        )  # fmt: skip
    with pytest.raises(AssertionError):
        laws(20)


def test_what_is_remembered_is_bounded(processes, monkeypatch):
    monkeypatch.setattr(absent, "MOST", 3)
    far, near, _ = processes
    for number in range(9):
        far.shows(f"p{number}", TURN)
    assert len(far.absent._told) == 3 and len(near.absent._notes) == 3
    assert list(near.seen()) == ["p6", "p7", "p8"], "what is forgotten is not left standing"
    far.here.add(PERSON)
    for number in range(9):
        far.shows(f"p{number}", TURN)
    assert len(far.absent._seen) == 3
