"""The page's words: one line each, every one used, and none from anywhere else."""

import re
from importlib.resources import files

import pytest
from fluent.runtime import FluentBundle, FluentResource

from bot.adapters.web import page
from bot.i18n.catalogue import LANGUAGES, read
from bot.talk.words import QUICK

PAGES = ("index.html", "pin.html", "offline.html", "shuffle.html")
TEXTS = ("sw.js", *(name for name in page.STATIC if not name.endswith(".png")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_words_mean_the_same_to_fluent(language):
    quick = read(files("bot.i18n").joinpath("messages"), language, "talk")
    quick = "\n".join(re.findall("^talk-(quick-.*)$", quick, re.MULTILINE))
    quick = quick.replace("quick-", "web-quick-")
    source = read(files("bot.adapters.web"), language) + "\n" + quick
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(source))
    known = page.words(language)

    assert len(known) == len(re.findall(r"^[\w-]+ =", source, re.MULTILINE))
    for key, text in known.items():
        names = re.findall(r"\{ \$(\w+) \}", text)
        said, errors = bundle.format_pattern(
            bundle.get_message(key).value, dict.fromkeys(names, "x")
        )
        assert not errors
        assert said == re.sub(r"\{ \$\w+ \}", "x", text)


def test_every_word_is_used_and_every_word_used_is_there():
    scripts = "".join(page._text(name) for name in page.STATIC if name.endswith(".js"))
    pages = "".join(map(page._text, PAGES))
    used = set(re.findall(r"\{\{(web-[a-z0-9-]+)\}\}", pages))
    said = scripts + "".join(map(page._text, ("people.py", "names.py", "lan.py", "push.py")))
    used |= {f"web-{key}" for key in re.findall(r'"([a-z]+(?:-[a-z]+)*)"', said)}
    used |= {f"web-error-{code}" for code in ("bad-frame", "too-fast", "nothing-said", "failed")}
    used |= set(re.findall(r'known\["(web-[a-z-]+)"\]', said))
    used |= {f"web-quick-{key}" for key in QUICK}
    asked = {f"web-{key}" for key in re.findall(r'word\(\s*"([a-z-]+)"', scripts)}

    for language in LANGUAGES:
        assert set(page.words(language)) <= used
        assert asked <= set(page.words(language))


def test_the_page_asks_nothing_of_any_other_host():
    texts = [*map(page._text, PAGES), *map(page._text, TEXTS)]
    addresses = re.findall(r"https?://[^\s\"'`]+", "".join(texts))

    assert set(addresses) == {"http://www.w3.org/2000/svg"}
    assert "innerHTML" not in "".join(texts)
