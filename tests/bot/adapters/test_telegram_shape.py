"""Any message becomes one that Telegram takes, and nothing of it is lost."""

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.telegram import deeplink, render
from bot.adapters.telegram.card_picker import CardPicker
from bot.adapters.telegram.phrase import Phrase
from bot.i18n.catalogue import Catalogue
from bot.i18n.lengths import cut, head, split, units
from bot.ports.messages import Button, Outgoing, Picker, PickGroup, PickOption, Style
from bot.ports.refs import UserRef
from bot.table.tokens import button as token_of
from tests.kit.clock import ManualClock
from tests.kit.telegram_judge import judge

PHRASE = Phrase(Catalogue(strict=True))
WIDE = st.text(max_size=90)
TOKENS = st.from_regex(r"g1:[a-z0-9]{6,16}:[0-9]{1,6}:[A-Za-z0-9_.+-]{1,30}", fullmatch=True)
URLS = st.just("") | st.just("https://a.b/c")
BUTTONS = st.builds(Button, TOKENS | st.just(""), WIDE, st.sampled_from(Style), URLS)
ROWS = st.lists(st.lists(BUTTONS, min_size=1, max_size=12).map(tuple), max_size=14).map(tuple)
FACES = st.sampled_from([s + r for s in "SHDC" for r in ("2", "9", "10", "K", "A")] + ["LJ", "BJ"])


@st.composite
def pickers(draw):
    groups = []
    for number in range(draw(st.integers(1, 2))):
        faces = draw(st.lists(FACES, min_size=1, max_size=54))
        options = tuple(PickOption(f"s{number}.{at}", f, f) for at, f in enumerate(faces))
        groups.append(PickGroup(draw(WIDE), options, 1, draw(st.integers(1, len(faces)))))
    return Picker(draw(TOKENS), draw(WIDE), tuple(groups))


MESSAGES = st.builds(
    Outgoing,
    text=st.text(max_size=300) | st.text(min_size=3900, max_size=4500),
    picture=st.none() | st.just(b"PNG"),
    alt=st.text(max_size=300),
    rows=ROWS,
    pickers=st.lists(pickers(), max_size=3).map(tuple),
    title=st.text(max_size=90),
    mention=st.none() | st.just(UserRef("telegram", "7123456005")),
)


def draft_of(message):
    picking = CardPicker(ManualClock(), PHRASE, None)
    draft = picking.draft_of(message)
    return picking, draft


def shaped_of(message):
    picking, draft = draft_of(message)
    called = (5, "某人") if message.mention else None
    return render.shaped(message, picking.keyboard(draft), called=called)


def judged(shaped):
    """What is wrong with the requests that would send it."""
    entities = json.dumps([entity.to_dict() for entity in shaped.words.entities])
    fields = {"chat_id": "7123456005"}
    if shaped.keyboard is not None:
        fields["reply_markup"] = json.dumps(shaped.keyboard.to_dict())
    if shaped.picture is None:
        fields |= {"text": shaped.words.text, "entities": entities}
        found = [judge("sendMessage", fields, {})]
    else:
        fields |= {"caption": shaped.words.text, "caption_entities": entities}
        found = [judge("sendPhoto", fields, {"photo": ("a.png", shaped.picture)})]
    found += [
        judge("sendMessage", {"chat_id": "7123456005", "text": w.text}, {}) for w in shaped.rest
    ]
    return [wrong for wrong in found if wrong]


def plain(text):
    """What can be seen of a text, without what was put in to make it inert."""
    return "".join(text.replace("\u2060", "").split())


@given(MESSAGES)
def test_tel_14_every_message_is_taken_and_nothing_of_its_words_is_lost(message):
    shaped = shaped_of(message)

    assert judged(shaped) == []
    whole = plain("".join(words.text for words in (shaped.words, *shaped.rest)))
    assert plain(message.text) in whole
    assert plain(message.title) in whole


@given(st.text(max_size=200), st.integers(2, 40), st.integers(2, 40))
def test_texts_are_cut_at_units_of_utf_16(text, most, first):
    def counted(part):
        return len(part.encode("utf-16-le", "surrogatepass")) // 2

    assert units(text) == counted(text)
    assert counted(cut(text, most)) <= most
    assert text.startswith(head(text, most)) and counted(head(text, most)) <= most
    parts = split(text, most, first)
    assert all(counted(part) <= (most if at else first) for at, part in enumerate(parts))
    assert "".join(parts).replace("\n", "") == text.replace("\n", "")


def test_a_keyboard_never_outgrows_what_the_server_takes():
    long = tuple((Button(f"g1:table1:3:c{n}", "牌" * 64),) for n in range(100))
    assert judged(shaped_of(Outgoing("x", rows=long))) == []


def test_labels_that_a_phone_would_cut_stand_in_rows_of_their_own():
    names = ("看看我的手牌和分数", "现在在等谁", "本群战绩", "规则")
    row = tuple(Button(f"g1:table1:0:{n}", name) for n, name in enumerate(names))
    rows = shaped_of(Outgoing("x", rows=(row,))).keyboard.inline_keyboard
    assert [[key.text for key in line] for line in rows] == [[names[0]], list(names[1:])]


def test_a_grid_keeps_its_rows_and_its_blanks():
    grid = tuple(
        tuple(Button("" if n == 2 else f"g1:table1:3:n{5 * row + n}", str(n)) for n in range(5))
        for row in range(5)
    )
    rows = shaped_of(Outgoing("x", rows=grid)).keyboard.inline_keyboard
    assert [len(row) for row in rows] == [5] * 5
    assert rows[0][2].callback_data == render.BLANK


def png(width, height):
    return b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + struct.pack(">II", width, height)


@pytest.mark.parametrize(
    ("width", "height", "photo"),
    [(1280, 720, True), (9000, 1000, True), (9001, 1000, False), (2001, 100, False),
     (100, 2001, False), (2000, 100, True)],
)  # fmt: skip
def test_tel_13_a_picture_that_is_no_photo_goes_as_a_file(width, height, photo):
    shaped = shaped_of(Outgoing("x", picture=png(width, height)))
    assert shaped.file is not photo
    assert judged(shaped) == ([] if photo else ["sendPhoto: PHOTO_INVALID_DIMENSIONS"])


NAMES = ["@everyone", "@durov_2", "a@b_c", "<b>x</b>", "](tg://user?id=1)", "t.me/joinchat/x",
         "https://evil.example/x", "*_~|`", "&amp;", "/stop"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_txt_01_a_name_is_text_and_calls_nobody(name):
    shaped = shaped_of(Outgoing(f"轮到 {name}。"))
    assert shaped.words.entities == ()
    assert shaped.words.text.replace("\u2060", "") == f"轮到 {name}。"
    assert "@e" not in shaped.words.text and "@d" not in shaped.words.text
    assert "://" not in shaped.words.text and "t.me" not in shaped.words.text


def test_who_is_called_is_an_entity_and_nobody_else():
    message = Outgoing("轮到 🂡某人，@other 等着。", mention=UserRef("telegram", "7123456005"))
    shaped = render.shaped(message, None, called=(5, "🂡某人"))
    (entity,) = shaped.words.entities
    assert (entity.type, entity.user.id, entity.offset, entity.length) == ("text_mention", 5, 3, 4)


def test_a_title_is_bold_in_its_own_line():
    (entity,) = shaped_of(Outgoing("轮到你", title="群 · 蹲麻子 · 🂡甲")).words.entities
    assert (entity.type, entity.offset, entity.length) == ("bold", 0, units("群 · 蹲麻子 · 🂡甲"))


def test_prv_04_what_matters_of_a_hand_fits_into_an_alert():
    alt = (
        "蹲麻子\n\n甲：5 张\n公共区 2/5：♠3 ♥4\n\n你的手牌（5 张）：♠A ♠2 ♥9 ♥8 ♦K\n手牌分：45"
        + "。" * 300
    )
    essence = render.essence(Outgoing("轮到你：换牌或扣牌", picture=b"PNG", alt=alt))
    assert units(essence) <= render.TOAST
    assert essence.startswith("你的手牌（5 张）：♠A ♠2 ♥9 ♥8 ♦K\n轮到你")


@given(st.from_regex(r"[A-Za-z0-9:_.+-]{1,64}", fullmatch=True))
def test_a_token_comes_back_from_a_link_or_has_none(token):
    written = deeplink.payload(token)
    assert len(written) <= deeplink.LONGEST
    assert written == "" or deeplink.token(written) == token


def test_the_tokens_that_links_are_for_have_one():
    for item in ("hand", "notify"):
        assert deeplink.payload(token_of("id12345678ab", 123456789, item))
    for item in ("join", "s0", "c12"):
        assert not deeplink.payload(token_of("id12345678ab", 123456789, item))


@given(st.text(max_size=80))
def test_pol_11_any_payload_is_a_token_or_nothing(payload):
    token = deeplink.token(payload)
    assert token == "" or deeplink.payload(token) == payload
