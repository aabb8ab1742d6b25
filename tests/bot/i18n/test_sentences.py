"""What is said without Fluent is what Fluent says."""

import pytest

from bot.i18n.catalogue import LANGUAGES, Catalogue, MessageError
from bot.i18n.sentences import KEPT, Sentences
from engine.msg import msg
from tests.kit.fluent import entries, said

VALUES = (3, 0, -5, 1234567, "小明", "{ $name }", "100 % %s", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_said_as_fluent_says_it(language):
    catalogue, filled = Catalogue(language), 0
    templates = catalogue.sentences[0].templates
    assert all(catalogue.sentences[0].has(key) for key, _ in entries(language))
    for key, template in templates.items():
        filled += bool(template.names)
        for value in VALUES:
            values = dict.fromkeys(template.names, value)
            assert (catalogue.word(key, **values), []) == said(language, key, values), (key, value)
        if template.names:
            with pytest.raises(MessageError):
                Catalogue(language, strict=True).word(key)
    assert filled > 300


def test_only_so_many_sentences_are_remembered():
    catalogue = Catalogue("en")
    sentences, variants = catalogue.sentences[0], "lobby-missing"
    assert variants not in sentences.templates
    for number in range(KEPT + 10):
        catalogue.say(msg(variants, count=number))
    assert sentences.remembered == KEPT
    assert catalogue.say(msg(variants, count=1)) != catalogue.say(msg(variants, count=2))
    assert catalogue.say(msg(variants, count=2)) == said("en", variants, {"count": 2})[0]


def test_of_two_messages_with_one_key_the_first_counts():
    twice = Sentences("en", ["a = one\nb = { $n ->\n    *[x] two\n  }", "b = three\na = four"])
    assert (twice.templates["a"].text, twice.ask("b", {"n": 1})) == ("one", "two")
    assert "b" not in twice.templates
