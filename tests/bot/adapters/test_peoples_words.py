"""Nothing that a person writes becomes a link, a call, a command, a time, an emoji or markup.

Every sentence of ours, with many such things where a person's words stand, as Discord and Telegram
get it; then whole tables of people who are called so, on both servers and the page. Addresses and
commands that are ours stay what they are.
"""

import re
from itertools import islice

import pytest

from bot.adapters.discord import escape as discord_words
from bot.adapters.discord.render import shape
from bot.adapters.telegram import render as telegram_shape
from bot.adapters.telegram.render import shaped
from bot.ports.messages import Outgoing
from tests.kit.discord import club
from tests.kit.lively import FORMS, on_discord, on_telegram, spoken
from tests.kit.telegram import open_group
from tests.kit.tiers import chosen

HARMLESS = "小明"
OURS = ("https://t.me/tablebot?start=a_b-c", "https://discord.com/channels/1/2",
        "https://cards.example/r/AbC_d-e")  # fmt: skip


def as_sent(text, links=()):
    """A text as both platforms are sent it."""
    message = Outgoing(text, title=text.split("\n")[0], links=tuple(links))
    return shape(message).text, shaped(message, None).words


def lively(text, links=()):
    """What readers on both platforms find in it; the title is bold by us."""
    discord, telegram = as_sent(text, links)
    return on_discord(discord.replace("**", "", 2)) | on_telegram(telegram.text)


def complaints(forms, language="zh-Hans", every=1):
    """Sentences in which a form is more than words: (form, key, what was found)."""
    plain = {key: lively(text) for key, text in spoken(language, HARMLESS)}
    for form in forms:
        for key, text in islice(spoken(language, form), 0, None, every):
            found = lively(text) - plain.get(key, set())
            if found:
                yield form, key, found


@pytest.mark.parametrize("part", chosen(range(4), 2, "sentences"))
def test_no_sentence_makes_more_of_a_persons_words(part):
    assert len(FORMS) > 60
    assert list(complaints(FORMS[part::4])) == []


def test_nor_in_english():
    assert list(complaints(FORMS, "en", every=9)) == []


@pytest.mark.parametrize("link", OURS)
@pytest.mark.parametrize(
    "around", ["看 {} 。", "{}", "（{}）", "_a_ {}\n{} *b*", "evil.example {}，x"]
)
def test_an_address_of_ours_stays_one(link, around):
    text = around.replace("{}", link)
    discord, telegram = as_sent(text, [link])
    count = text.count(link)
    assert discord.count(link) >= count
    assert telegram.text.count(link) >= count


@pytest.mark.parametrize(
    "more", [".evil.example", "@evil.example", "x", "/x", ":80/x", "-evil.example"]
)
def test_an_address_that_begins_like_ours_is_none(more):
    found = lively(f"看 {OURS[0]}{more} 吧", [OURS[0]])
    assert not found


# Planted faults: each is found.

FAULTS = {
    "addresses stay on Discord": (discord_words, "unlinked", lambda text: text),
    "addresses stay on Telegram": (telegram_shape, "unlinked", lambda text: text),
    "only https is taken apart": (
        discord_words, "unlinked", lambda text: text.replace("https:/", "https:\u2060/"),
    ),
    "commands of people can be pressed": (telegram_shape, "uncommanded", lambda text: text),
    "numbers of cards stay": (telegram_shape, "_torn", lambda card: card[0]),
    "emoji are named": (discord_words, "_ANYWHERE", re.compile(r"([\\*_~`|<>@\[\]])")),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(monkeypatch, fault):
    module, name, wrong = FAULTS[fault]
    monkeypatch.setattr(module, name, wrong)
    assert next(complaints(FORMS, every=9), None) is not None


# Whole tables.

NAMES = [FORMS[at :: len(FORMS) // 4][:4] for at in range(len(FORMS) // 4)]


async def table_of(seats):
    """What is said while people sit down, are asked about, play, speak up and leave."""
    for who, line in (
        (0, "why"),
        (1, "table"),
        (0, "scores"),
        (2, "me"),
        (3, "leave"),
        (0, "stop"),
    ):
        await seats(who, line)


@pytest.mark.parametrize("names", chosen(NAMES, 3, "on Telegram"))
async def test_people_called_so_at_a_table_on_telegram(tmp_path, names):
    async with open_group(tmp_path / "t.db", names) as (house, group, people):
        group.title = names[0]
        await house.begin(group, people, game="比大小")
        await table_of(lambda who, line: house.say(people[who], group, f"/{line}"))
        chats = [group, *(house.world.private(person) for person in people)]
        told = [(m.text or m.caption or "", m) for chat in chats for m in chat.ours]
    wrong = {one for text, _ in told for one in on_telegram(text)}
    assert len(told) > 5
    assert {one for one in wrong if not one.startswith("/")} == set()
    assert not any("evil" in one for one in wrong)


@pytest.mark.parametrize("names", chosen(NAMES, 3, "on Discord"))
async def test_people_called_so_at_a_table_on_discord(tmp_path, names):
    async with club(tmp_path / "t.db", names=names) as c:
        await c.begin("_specimen")
        await table_of(c.slash)
        told = [text for request in c.env.http_requests for text in contents(request.json)]
    wrong = {one for text in told for one in on_discord(text.replace("**", ""))}
    mentions = {f"<@{person.id}>" for person in c.people}
    assert len(told) > 5
    assert {one for one in wrong if one != "<@" or not mentions} == set()


def contents(body):
    """Everything in a request that is shown as words with markup."""
    if isinstance(body, dict):
        for key, value in body.items():
            if key == "content" and isinstance(value, str):
                yield value
            else:
                yield from contents(value)
    elif isinstance(body, list):
        for one in body:
            yield from contents(one)
