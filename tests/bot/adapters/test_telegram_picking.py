"""Picks under private messages: toggles, ranks, what is sent, and how often a message is edited."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.telegram.card_picker import PER_ROW, CardPicker
from bot.adapters.telegram.phrase import Phrase
from bot.i18n.catalogue import Catalogue
from bot.ports.errors import MessageGone, RetryAfter
from bot.ports.messages import Button, Outgoing, Picker, PickGroup, PickOption
from bot.ports.refs import MessageRef
from tests.kit.clock import ManualClock

PHRASE = Phrase(Catalogue(strict=True))
REF = MessageRef("telegram", "7123456005", "9", private=True)


def group(faces, *, most=99, slot="cards", title="选手牌"):
    options = tuple(
        PickOption(f"{slot}.{at}", "♠♥♦♣"["SHDC".index(face[0])] + face[1:], face)
        for at, face in enumerate(faces.split())
    )
    return PickGroup(title, options, 1, most)


def picker(*groups, sends="g1:table1:3:s0", label="出牌"):
    return Picker(sends, label, groups)


class Hand:
    """A private message with things to pick, and the person who picks."""

    def __init__(self, *pickers, rows=()):
        self.clock = ManualClock()
        self.edits = []
        self.fails = []
        self.picking = CardPicker(self.clock, PHRASE, self.edit)
        self.show(Outgoing("轮到你", rows=rows, pickers=pickers))
        self.clock.forward(60)

    def show(self, message):
        """The service sends or edits the message."""
        draft = self.picking.draft_of(message, REF)
        self.keyboard = self.picking.keyboard(draft)
        self.picking.keep(REF, draft)

    async def edit(self, ref, person, keyboard):
        if self.fails:
            raise self.fails.pop()
        self.edits.append(keyboard)
        self.keyboard = keyboard

    @property
    def labels(self):
        return [[key.text for key in row] for row in self.keyboard.inline_keyboard]

    async def tap(self, label):
        """Press a button as it is shown, and let what follows at once happen."""
        keys = [key for row in self.keyboard.inline_keyboard for key in row]
        (key,) = [key for key in keys if key.text == label]
        tap = self.picking.tap(REF, key.callback_data)
        await self.rest()
        return tap

    async def rest(self):
        for _ in range(9):  # steps of the edit's task
            await asyncio.sleep(0)
        assert not self.picking.busy

    async def later(self, seconds=1.0):
        self.clock.forward(seconds)
        await self.rest()


async def test_a_tap_picks_and_another_takes_back():
    hand = Hand(picker(group("S3 H3 DK")))
    assert (await hand.tap("♥3")).toast == "已选 1 个：♥3"
    assert hand.labels == [["♠3", "✓♥3", "♦K"], ["出牌 · 1", "清空", "按点数选"]]
    await hand.later()
    assert (await hand.tap("✓♥3")).toast == "还没有选"
    assert hand.labels[0] == ["♠3", "♥3", "♦K"]


async def test_what_is_picked_is_sent_with_the_token_in_the_order_of_picking():
    hand = Hand(picker(group("S3 H3 DK")))
    for label in ("♦K", "♠3"):
        await hand.tap(label)
        await hand.later()
    tap = await hand.tap("出牌 · 2")
    assert (tap.token, tap.values) == ("g1:table1:3:s0", ("cards.2", "cards.0"))


async def test_nothing_picked_is_sent_as_well_so_that_the_service_can_say_what_is_missing():
    tap = await Hand(picker(group("S3 H3"))).tap("出牌")
    assert (tap.token, tap.values) == ("g1:table1:3:s0", ())


async def test_one_of_one_changes_and_more_than_the_most_is_refused():
    hand = Hand(picker(group("S3 H3 DK", most=1)))
    await hand.tap("♠3")
    await hand.later()
    assert (await hand.tap("♥3")).toast == "已选 1 个：♥3"
    hand = Hand(picker(group("S3 H4 DK", most=2)))
    for label in ("♠3", "♥4"):
        await hand.tap(label)
        await hand.later()
    assert (await hand.tap("♦K")).toast == "这里最多选 2 个。先点掉一个再选。"


async def test_by_rank_a_tap_takes_one_more_and_after_all_of_them_none():
    hand = Hand(picker(group("S3 H3 D3 DK")))
    await hand.tap("按点数选")
    assert hand.labels == [["3 ×3", "K"], ["出牌", "逐张选"]]
    for label, shown in (("3 ×3", "✓3 1/3"), ("✓3 1/3", "✓3 2/3"), ("✓3 2/3", "✓3 3/3")):
        await hand.later()
        await hand.tap(label)
        assert hand.labels[0][0] == shown
    tap = await hand.tap("出牌 · 3")
    assert tap.values == ("cards.0", "cards.1", "cards.2")
    await hand.later()
    await hand.tap("✓3 3/3")
    assert hand.labels[0][0] == "3 ×3"


async def test_ranks_are_offered_only_where_some_can_be_picked_together():
    assert Hand(picker(group("S3 H4"))).labels[-1] == ["出牌"]
    assert Hand(picker(group("S3 H3", most=1))).labels[-1] == ["出牌"]


async def test_33_cards_stand_in_rows_of_seven_below_the_legal_plays():
    faces = " ".join(f"{'SHDC'[n % 4]}{n // 4 + 2}" for n in range(33))
    plays = ((Button("g1:table1:3:c0", "出 3 3"), Button("g1:table1:3:c1", "过")),)
    labels = Hand(picker(group(faces)), rows=plays).labels
    assert labels[0] == ["出 3 3", "过"]
    assert [len(row) for row in labels[1:-1]] == [7, 7, 7, 7, 5]
    assert max(map(len, labels)) <= PER_ROW


async def test_several_pickers_take_turns_and_the_pick_goes_along():
    swap = picker(
        group("S3 H4", title="换出"), group("DK CA", slot="take", title="拿进"), label="换牌"
    )
    put = picker(group("S3 H4"), sends="g1:table1:3:s1", label="打出")
    hand = Hand(swap, put)
    assert hand.labels == [["换出"], ["♠3", "♥4"], ["拿进"], ["♦K", "♣A"], ["换牌"], ["打出"]]
    await hand.tap("♥4")
    await hand.later()
    await hand.tap("打出")
    assert hand.labels == [["♠3", "✓♥4"], ["打出 · 1", "清空"], ["换牌"]]
    tap = await hand.tap("打出 · 1")
    assert (tap.token, tap.values) == ("g1:table1:3:s1", ("cards.1",))


async def test_taps_are_answered_at_once_and_edited_once_a_second_with_a_last_edit():
    hand = Hand(picker(group("S3 S4 S5 S6 S7")))
    toasts = [(await hand.tap(f"♠{n}")).toast for n in (3,)]
    shown = hand.keyboard
    for n in (4, 5, 6):  # on the keyboard of before
        keys = [key for row in shown.inline_keyboard for key in row]
        (key,) = [key for key in keys if key.text == f"♠{n}"]
        toasts.append(hand.picking.tap(REF, key.callback_data).toast)
        await hand.rest()
    assert toasts[-1] == "已选 4 个：♠3 ♠4 ♠5 ♠6"
    assert len(hand.edits) == 1
    await hand.later(0.5)
    assert len(hand.edits) == 1
    await hand.later(0.5)
    assert len(hand.edits) == 2
    assert hand.labels[0] == ["✓♠3", "✓♠4", "✓♠5", "✓♠6", "♠7"]
    await hand.later(5)
    assert len(hand.edits) == 2


async def test_rac_13_a_pick_outlives_an_edit_of_its_message_but_not_another_question():
    hand = Hand(picker(group("S3 H3")))
    await hand.tap("♠3")
    hand.show(Outgoing("还有 10 秒", pickers=(picker(group("S3 H3")),)))
    assert hand.labels[0] == ["✓♠3", "♥3"]
    hand.show(Outgoing("轮到你", pickers=(picker(group("S3 H3"), sends="g1:table1:4:s0"),)))
    assert hand.labels[0] == ["♠3", "♥3"]


async def test_rac_02_a_tap_on_an_earlier_question_is_unknown_and_changes_nothing():
    hand = Hand(picker(group("S3 H3")))
    (old, *_), *_ = hand.keyboard.inline_keyboard
    hand.show(Outgoing("轮到你", pickers=(picker(group("S3 H3"), sends="g1:table1:4:s0"),)))
    assert hand.picking.tap(REF, old.callback_data).unknown
    assert hand.labels[0] == ["♠3", "♥3"]


@pytest.mark.parametrize("data", ["!", "!x", "!:", "!00000000:o0.0"])
async def test_a_tap_on_nothing_or_from_before_a_restart(data):
    tap = CardPicker(ManualClock(), PHRASE, None).tap(REF, data)
    assert (tap.token, tap.toast) == ("", "")
    assert tap.unknown == data.endswith("0")


@given(st.text(alphabet="osrpmc0123456789.-x", min_size=1, max_size=12))
def test_pol_11_forged_taps_do_no_harm(what):
    async def forge():
        hand = Hand(picker(group("S3 H3"), group("DK", slot="take")))
        (_, (key, *_), *_) = hand.keyboard.inline_keyboard
        tap = hand.picking.tap(REF, key.callback_data.partition(":")[0] + ":" + what)
        await hand.rest()
        assert set(tap.values) <= {"cards.0", "cards.1", "take.0"}

    asyncio.run(forge())


async def test_a_429_puts_the_edit_off_and_a_message_that_is_gone_ends_it():
    hand = Hand(picker(group("S3 H3")))
    hand.fails = [RetryAfter(7)]
    await hand.tap("♠3")
    await hand.later(6)
    assert hand.edits == []
    await hand.later(1)
    assert hand.labels[0] == ["✓♠3", "♥3"]
    await hand.later()
    hand.fails = [MessageGone()]
    await hand.tap("♥3")
    assert hand.picking.tap(REF, hand.keyboard.inline_keyboard[0][0].callback_data).unknown
