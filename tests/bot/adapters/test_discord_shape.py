"""Any message becomes a legal one, and nothing in it is left out."""

import json

from discord.http import handle_message_parameters
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from bot.adapters.discord.layout import Menu, arrange, read_key
from bot.adapters.discord.render import changed, fresh, shape
from bot.ports.messages import Attachment, Button, Outgoing, Picker, PickGroup, PickOption, Style
from bot.ports.refs import UserRef
from tests.kit.discord_legal import LAYOUT, wrongs
from tests.kit.service import png


def button(n, label="出牌"):
    return Button(f"g1:table1:3:c{n}", label)


def options(count, slot="cards"):
    return tuple(PickOption(f"{slot}.{n}", f"♠{n}") for n in range(count))


def picker(count, verb=0, most=5, least=1):
    return Picker(
        f"g1:table1:3:s{verb}", "出牌", (PickGroup("选手牌", options(count), least, most),)
    )


def payload(arguments):
    """The body of the request; what only the library's methods take is left out."""
    arguments = {k: v for k, v in arguments.items() if k != "suppress_embeds"}
    made = handle_message_parameters(**arguments)
    if made.payload is not None:
        return made.payload
    return json.loads(made.multipart[0]["value"])


def sent(message, **made):
    return payload(fresh(shape(message, **made)))


def keys(body):
    """Kinds and tokens of all that can be pressed, options of "more" menus included."""
    found = []
    for row in body.get("components") or []:
        for leaf in row.get("components", ()):
            kind, token = read_key(leaf.get("custom_id") or "")
            if kind == "m":
                found += [("b", option["value"].partition("#")[0]) for option in leaf["options"]]
            elif kind in ("b", "s"):
                found.append((kind, token))
    return found


LABELS = st.text(max_size=90)
BUTTONS = st.builds(
    Button,
    st.integers(0, 40).map(lambda n: f"g1:table1:3:c{n}") | st.just(""),
    LABELS,
    st.sampled_from(Style),
)
LINKS = st.lists(
    st.builds(Button, st.just(""), LABELS, url=st.just("https://a.example/")), max_size=3
)


@st.composite
def pickers(draw):
    found = []
    for verb in range(draw(st.integers(0, 2))):
        groups = []
        for slot in ("cards", "take")[: draw(st.integers(1, 2))]:
            most = draw(st.integers(0, 20))
            chosen = options(draw(st.integers(0, 54)), slot)
            groups.append(PickGroup(draw(LABELS), chosen, 0, most))
        found.append(Picker(f"g1:table1:3:s{verb}", draw(LABELS), tuple(groups)))
    return tuple(found)


MESSAGES = st.builds(
    Outgoing,
    text=st.text(max_size=200) | st.text(st.sampled_from("牌\n*"), max_size=30_000),
    picture=st.none() | st.just(png()),
    alt=st.text(max_size=1100),
    rows=st.builds(
        lambda rows, links: (*map(tuple, rows), tuple(links)) if links else tuple(map(tuple, rows)),
        st.lists(st.lists(BUTTONS, min_size=1, max_size=8), max_size=12),
        LINKS,
    ),
    pickers=pickers(),
    title=st.text(max_size=100),
    mention=st.none() | st.just(UserRef("discord", "77")),
    file=st.none() | st.just(Attachment("scores.csv", b"a,b")),
)


# Shrinking such messages takes minutes and shows little more.
@example(Outgoing(alt="words for a picture that is not there"), False, False)
@settings(phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(MESSAGES, st.booleans(), st.booleans())
def test_any_message_is_legal_and_whole(message, pictures, layout):
    shaped = shape(message, pictures=pictures, layout=layout)
    if shaped.blank:
        seen = message.picture is not None
        alt = message.alt if seen and not pictures else ""  # words for a picture that is there
        assert not f"{message.text}{message.title}{alt}".strip()
        assert not (message.rows or message.pickers or (seen and pictures))
        assert message.file is None
        return
    body = payload(fresh(shaped))
    assert list(wrongs(body)) == [], body
    assert not [w for w in wrongs(payload(changed(shaped))) if w != "there is nothing in it"]
    wanted = {("b", b.token) for row in message.rows for b in row if b.token and not b.url}
    wanted |= {("s", p.token) for p in message.pickers}
    assert wanted == set(keys(body))


def test_dis_06_every_card_of_two_packs_can_be_picked():
    for count in (24, 26, 33, 54):
        body = sent(Outgoing(text="x", pickers=(picker(count, most=20),)))
        menus = [row["components"][0] for row in body["components"][:-1]]
        assert [o["value"] for menu in menus for o in menu["options"]] == [
            f"cards.{n}" for n in range(count)
        ]
        assert len(menus) == -(-count // 25)
        assert list(wrongs(body)) == []


def test_legal_plays_come_before_the_menus_and_sending_after_them():
    message = Outgoing(text="x", rows=((button(0), button(1)),), pickers=(picker(33),))
    kinds = [
        {"b" if leaf["type"] == 2 else "menu" for leaf in row["components"]}
        for row in sent(message)["components"]
    ]
    assert kinds == [{"b"}, {"menu"}, {"menu"}, {"b"}]


def test_rows_move_together_where_there_are_too_many():
    rows = tuple((button(n),) for n in range(6))
    arranged = arrange(Outgoing(text="x", rows=rows))
    assert not arranged.layout
    assert len(arranged.lines) == 5
    cells = [cell for line in arranged.lines for cell in line]
    assert [read_key(cell.key)[1] for cell in cells] == [row[0].token for row in rows]


def test_a_board_of_25_places_and_a_row_below_it_is_made_of_components():
    grid = tuple(tuple(button(5 * r + c) for c in range(5)) for r in range(5))
    below = tuple(button(n) for n in range(30, 35))
    body = sent(Outgoing(text="x", picture=png(), alt="牌桌", rows=(*grid, below)))
    assert body["flags"] & LAYOUT
    assert [len(row.get("components", ())) for row in body["components"]] == [0, 0, *[5] * 6]
    assert list(wrongs(body)) == []


def test_what_fits_nowhere_else_stands_in_a_menu():
    rows = tuple(tuple(button(5 * r + c) for c in range(5)) for r in range(12))
    arranged = arrange(Outgoing(text="x", rows=rows))
    menus = [line for line in arranged.lines if isinstance(line, Menu)]
    assert [entry.value for menu in menus for entry in menu.entries]
    assert list(wrongs(sent(Outgoing(text="x", rows=rows)))) == []


def test_a_board_that_is_made_of_components_stays_so():
    body = sent(Outgoing(text="x", rows=((button(0),),)), layout=True)
    assert body["flags"] & LAYOUT


def test_things_picked_before_stay_picked():
    body = sent(
        Outgoing(text="x", pickers=(picker(6),)),
        chosen={"g1:table1:3:s0": ("cards.1", "cards.4", "cards.9")},
    )
    menu = body["components"][0]["components"][0]
    assert [o["value"] for o in menu["options"] if o.get("default")] == ["cards.1", "cards.4"]


def test_a_picker_that_is_only_shown_is_not_asked():
    shown = Picker("", "", (PickGroup("手牌", options(5), 0, 0),))
    assert "components" not in sent(Outgoing(text="x", pickers=(shown,)))


def test_txt_01_nobody_is_called_but_the_one_who_is_meant():
    body = sent(Outgoing(text="@everyone 轮到 <@5>", mention=UserRef("discord", "77")))
    assert body["allowed_mentions"] == {"parse": [], "users": [77]}
    assert body["content"] == "<@77> \\@everyone 轮到 \\<\\@5\\>"
    assert sent(Outgoing(text="@everyone"))["allowed_mentions"]["users"] == []


def test_without_the_right_to_attach_the_pictures_words_stand_in():
    body = sent(Outgoing(text="轮到你", picture=png(), alt="红桃 3"), pictures=False)
    assert body["content"] == "轮到你\n\n红桃 3"
    assert "attachments" not in body


def test_words_for_many_messages_are_a_file():
    text = "\n".join("规则" * 400 for _ in range(20))
    shaped = shape(Outgoing(text=text))
    assert shaped.whole == text
    assert shaped.before == ()
    assert len(fresh(shaped)["files"]) == 1


def test_in_a_layout_every_file_is_shown():
    text = "\n".join("规则" * 400 for _ in range(40))
    body = sent(Outgoing(text=text, picture=png()), layout=True)
    assert len(body["attachments"]) == 2
    assert list(wrongs(body)) == []


def test_a_file_to_keep_is_sent_whole_beside_the_picture():
    file = Attachment("scores.csv", b"a,b\r\n")
    for layout in (False, True):
        shaped = shape(Outgoing("战绩", png(), file=file), layout=layout)
        files = fresh(shaped)["files"]
        assert [one.filename for one in files] == ["table.png", "scores.csv"]
        assert files[1].fp.read() == file.data
        again = changed(shaped, same_picture=True)["attachments"]
        assert [one.filename for one in again] == ["table.png", "scores.csv"]
    assert not shape(Outgoing(file=file)).blank


def test_the_picture_carries_its_words_cut_at_the_limit():
    body = sent(Outgoing(picture=png(), alt="牌" * 1100))
    (file,) = body["attachments"]
    assert len(file["description"]) == 1024
