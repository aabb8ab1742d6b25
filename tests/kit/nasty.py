"""What somebody may type into a line, a name or a code to spoil the page of others."""

import re

NASTY = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u180e\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e"
    "\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffc\\ufffe\\uffff\\ud800-\\udfff"
    "\\U00013441\\U00013442\\U0001d159]"
)
"""What hides, breaks a line, or turns the direction of what stands around it."""

PIECES = (
    "<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "</p><b>", "&lt;b&gt;", "&#60;",
    "javascript:alert(1)", "{{web-title}}", "{ $name }", "{$name}", "${1+1}", "%s%n", "\\u202e",
    "`rm -rf`", "' OR 1=1 --", '"', "\u202e", "\u2066", "\u2069", "\u200f", "\u200b", "\u2028",
    "\x00", "\x1b[31m", "\r\n", "\t", "\ufeff", "\ud83d", "e\u0301\u0302\u0303\u0304\u0305",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f1e8\U0001f1f3", "عربي", "עברית", "ก็็็",
    "快点", "hello", "/newgame 斗地主", "/forgetme", "过", "♠3 ♥3", "出 3", "m1:mute:abc",
    "😂", "🃏", "\u3164", "\u2800", "\ufffc", "\ufffd", "\U0001d159", "\U00013441",
    "http://example.com/", "[a](http://b)", "**粗**", "||暗||", "@everyone",
)  # fmt: skip


def line(rng):
    """Some of it together, with any characters between, up to more than may be said."""
    count = rng.below(12) if rng.below(20) else 40
    return "".join(_piece(rng) for _ in range(count + 1))


def _piece(rng):
    match rng.below(4):
        case 0:
            return "".join(chr(rng.below(0x110000)) for _ in range(rng.below(6)))
        case 1:
            return chr(rng.below(0x250)) * (1 + rng.below(30))
        case _:
            return rng.choice(PIECES)
