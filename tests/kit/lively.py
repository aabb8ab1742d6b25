"""What clients make of words by themselves: links, calls, commands, tags, times, emoji, markup.

Each reader is as eager as its client or more so: what it does not find, no client finds.
"""

import re

from fluent.syntax import ast

from bot.i18n.catalogue import Catalogue
from tests.kit.fluent import entries

FORMS = (
    "https://evil.example", "http://evil.example/x", "HTTPS://EVIL.EXAMPLE", "evil.example/x",
    "evil.example", "www.evil.example", "discord.gg/abc", "<https://evil.example>",
    "[看牌](https://evil.ex)", "[a]( https://e.ex 'b')", "tg://user?id=1", "steam://run/1",
    "t.me/evilbot?start=1", "a@evil.example", "mailto:a@evil.ex", "例子.公司", "xn--fsq.xn--55qx5d",
    "i❤.ws/x", "192.0.2.1/x", "http://192.0.2.1", "localhost:80//x", "ftp://evil.example",
    "@everyone", "@here", "@evilbot", "x@evilbot", "<@123456789012345678>", "<@&12345678>",
    "<#123456789012345678>", "<t:1700000000:R>", "<t:1700000000>", "<:smile:12345678901>",
    "<a:x:12345678901>", "</evilcmd:1234567890>", "<id:customize>", ":smile:", ":+1:", ":100:",
    "::smile::", "**b**", "__u__", "_i_", "~~s~~", "||s||", "`c`", "```js", "# 大", "-# 小", "- 一",
    "> 引", ">>> 引", "1. 一", "\\*x\\*", "\\<@12345678901>", "/evilcmd", "/evilcmd@evilbot",
    "点/evilcmd", "（/evilcmd）", "//evilcmd", "#tag1", "＃标签", "x #tag", "$USD",
    "4111 1111 1111 1111", "4111111111111111", "<b>b</b>", "<a href='//e.ex'>a</a>", "&lt;b&gt;", "[x](tg://user?id=1)",
)  # fmt: skip
"""What people may call themselves; no longer than a name may be."""

_LINKS = re.compile(
    r"[a-z][a-z0-9+-]*://\S+|\S+\.[^\W\d_]{2,}\S*|\d+\.\d+\.\d+\.\d+|xn--[^\s\u2060]*\.\w+",
    re.IGNORECASE,
)
_DISCORD = re.compile(
    r"@everyone|@here|<@|<#|<t:|<a?:|</|<id:|:[\w~+-]*[A-Za-z_+-][\w~+-]*:|:\d{1,4}:"
    r"|\*|_|~~|\|\||`|\]\(|^\s*(?:#{1,3}|-#|-|>|>>>|\d+[.)])\s",
    re.MULTILINE,
)
_TELEGRAM = re.compile(
    r"(?<!\w)@\w+|(?<![A-Za-z0-9/<>])/[A-Za-z0-9_]+|[#＃]\w*[^\W\d_]\w*|\$[A-Z]{1,8}\b"
    r"|(?<!\w)\d(?:[ -]?\d){12,}(?!\w)"
)


def _bare(text):
    """A text of Discord's without what is escaped: a sign behind a backslash is no sign."""
    return re.sub(r"\\[^0-9A-Za-z\s]", "\x00", text)


def on_discord(text):
    """Everything in a message's content that is more than words."""
    times = re.sub(r"<t:\d+:[fTR]>", "", text)
    bare = _bare(times)
    return {found[0] for pattern in (_LINKS, _DISCORD) for found in pattern.finditer(bare)}


def on_telegram(text, entities=()):
    """Everything in a message's text that Telegram makes something of, and the entities sent."""
    found = {one[0] for pattern in (_LINKS, _TELEGRAM) for one in pattern.finditer(text)}
    return found | {e["type"] for e in entities if e["type"] in ("url", "text_link", "code", "pre")}


def spoken(language, word, **made):
    """Every sentence of a language in which all that is not ours to say is ``word``, by its key."""
    catalogue = Catalogue(language, **made)
    for key, entry in entries(language):
        names = {one for one in _variables(entry.value) if one != "link"}
        text = catalogue.word(key, **dict.fromkeys(names, word), link="")
        # Behind our own slashes stand numbers: 第 3/8 圈.
        if names and f"/{word}" not in text.replace(f"//{word}", ""):
            yield key, text


def _variables(node):
    name = type(node).__name__
    if name == ast.VariableReference.__name__:
        yield node.id.name
        return
    for part in vars(node).values() if hasattr(node, "__dict__") else ():
        for one in part if isinstance(part, (list, tuple)) else (part,):
            if hasattr(one, "__dict__"):
                yield from _variables(one)
