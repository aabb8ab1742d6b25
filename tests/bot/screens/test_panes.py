"""A private screen beside the board: nothing twice, nothing lost."""

from bot.ports.messages import Outgoing, Picker, PickGroup, PickOption
from bot.screens.panes import beside, own_part
from engine.msg import Msg, msg
from engine.view import Cards, Fact, Facts, Grid, Lines, SeatRow, Seats, Trick, View

HAND = Cards(Msg("hand"), ("S3", "H3", "H3", "BJ"), chosen=(2,), note=Msg("drawn"), mine=True)
BOARD = (Seats((SeatRow(0), SeatRow(1))), Trick(Msg("trick"), ()))
MINE = (Seats((SeatRow(0), SeatRow(1)), me=1), BOARD[1])


def say(message):
    return message.key


def own(*blocks, pickers=(), title="title", seats=MINE):
    return own_part(View(Msg(title), (*seats, *blocks)), View(Msg("title"), BOARD), pickers, say)


def picker(codes, value="c"):
    options = tuple(PickOption(f"{value}{at}", code, code) for at, code in enumerate(codes))
    return Picker("token", "play", (PickGroup("pick", options, 1, 2),))


def test_what_the_board_shows_is_left_out():
    found = own(Facts((Fact(Msg("score"), 5),)), Lines((Msg("line"),)))

    assert found.view is None
    assert [fact.value for fact in found.facts] == [5]
    assert found.lines == (Msg("line"),)


def test_what_only_a_picture_can_show_stays_a_picture():
    grid = Grid(Msg("grid"), 1, ())

    assert own(grid).view == View(Msg("title"), (grid,))


def test_seats_that_differ_for_their_owner_stay():
    marked = (Seats((SeatRow(0), SeatRow(1, marks=(Msg("secret"),))), me=1), BOARD[1])

    assert own(seats=marked).view.blocks == (marked[0],)


def test_a_title_of_ones_own_is_not_lost():
    assert own(title="yours").lines == (Msg("yours"),)


def test_the_hand_is_cards_to_look_at_when_nothing_is_asked():
    (hand,) = own(HAND).pickers

    assert hand.token == ""
    (group,) = hand.groups
    assert (group.title, group.most) == ("hand", 0)
    assert [option.face for option in group.options] == ["S3", "H3", "H3", "BJ"]
    assert [option.marked for option in group.options] == [False, True, False, False]


def test_the_hand_is_the_cards_that_are_picked_from_whatever_their_order():
    asked = picker(["BJ", "H3", "S3", "H3"])
    (shown,) = own(HAND, pickers=(asked,)).pickers

    assert shown.token == "token"
    assert [o.value for o in shown.groups[0].options] == ["c0", "c1", "c2", "c3"]
    assert [o.marked for o in shown.groups[0].options] == [False, True, False, False]


def test_a_hand_of_which_only_a_part_can_be_picked_is_shown_beside_the_picker():
    asked = picker(["S3", "H3"])

    assert [p.token for p in own(HAND, pickers=(asked,)).pickers] == ["", "token"]


def test_the_message_has_the_own_part_in_its_words():
    whole = Outgoing(text="your turn", rows=(), pickers=(picker(["S3"]),), title="room")
    part = own(HAND, Facts((Fact(Msg("score"), -5, good=True), Fact(Msg("suit"), msg("flush")))))
    message = beside(whole, part, say)

    assert message.text == "drawn\nyour turn"
    assert [(f.label, f.value, f.good) for f in message.facts] == [
        ("score", "−5", True),
        ("suit", "flush", False),
    ]
    assert (message.title, message.pickers) == ("room", part.pickers)
