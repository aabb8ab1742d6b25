"""What is said without Fluent is what Fluent says."""

import pytest

from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.i18n.sentences import KEPT, Wrong
from engine.msg import msg

VALUES = (3, 0, -5, 1234567, "小明", "{ $name }", "100 % %s", "")


def said(sentences, key, values):
    """A sentence, or what is wrong with it, both ways."""
    text, wrong = sentences._ask(key, tuple(values.items()))
    try:
        return sentences.form(key, values), text if not wrong else None
    except Wrong as error:
        return str(error), wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_said_as_fluent_says_it(language):
    sentences, filled = Catalogue(language).sentences[0], 0
    for key in sentences.bundle._messages:
        names = getattr(sentences.template(key), "names", None)
        if names is None:
            continue
        filled += bool(names)
        for value in VALUES:
            ours, fluent = said(sentences, key, dict.fromkeys(names, value))
            assert ours == fluent, (key, value)
        if names:
            ours, fluent = said(sentences, key, {})
            assert ours == fluent != "", key
    assert filled > 300


def test_only_so_many_sentences_are_remembered():
    catalogue = Catalogue("en")
    sentences = catalogue.sentences[0]
    variants = "lobby-missing"
    assert sentences.template(variants) is None
    for number in range(KEPT + 10):
        catalogue.say(msg(variants, count=number))
    assert sentences.remembered == KEPT
    assert catalogue.say(msg(variants, count=1)) != catalogue.say(msg(variants, count=2))
