"""What is said without Fluent is what Fluent says."""

import pytest

from bot.i18n.catalogue import LANGUAGES, Catalogue, MessageError
from bot.i18n.sentences import KEPT
from engine.msg import msg

VALUES = (3, 0, -5, 1234567, "小明", "{ $name }", "100 % %s", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_said_as_fluent_says_it(language):
    catalogue, filled = Catalogue(language), 0
    sentences = catalogue.sentences[0]
    for key in sentences.bundle._messages:
        template = sentences.template(key)
        if template is None:
            continue
        filled += bool(template.names)
        for value in VALUES:
            values = dict.fromkeys(template.names, value)
            assert catalogue.word(key, **values) == sentences.ask(key, values), (key, value)
        if template.names:
            with pytest.raises(MessageError):
                Catalogue(language, strict=True).word(key)
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
