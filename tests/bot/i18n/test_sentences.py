"""What is said without Fluent is what Fluent says."""

import pytest

from bot.i18n.catalogue import LANGUAGES, Catalogue, MessageError
from bot.i18n.sentences import KEPT, Sentences, Wrong
from engine.msg import msg
from tests.kit.fluent import entries, said

VALUES = (3, 0, -5, 1234567, "小明", "{ $name }", "100 % %s", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_said_as_fluent_says_it(language):
    catalogue, filled = Catalogue(language), 0
    sentences = catalogue.sentences[0]
    assert set(sentences) == {key for key, _ in entries(language)}
    for key in sentences:
        template = sentences.template(key)
        if template is None:
            continue
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
    assert sentences.template(variants) is None
    for number in range(KEPT + 10):
        catalogue.say(msg(variants, count=number))
    assert sentences.remembered == KEPT
    assert catalogue.say(msg(variants, count=1)) != catalogue.say(msg(variants, count=2))
    assert catalogue.say(msg(variants, count=2)) == said("en", variants, {"count": 2})[0]


def test_of_two_messages_with_one_key_the_first_counts():
    twice = Sentences("en", ["a = one\nb = { $n ->\n    *[x] two\n  }", "b = three\na = four"])
    assert (twice.template("a").text, twice.template("b")) == ("one", None)
    assert twice.ask("b", {"n": 1}) == "two"


def test_what_a_message_refers_to_is_found_wherever_it_is_written():
    lines = ["a = x { b } { -c(n: 2) }", "b = y { d }\nd = z", "-c = { $n ->\n *[x] w\n }"]
    sentences = Sentences("en", lines)
    assert sentences.template("d").text == "z"
    assert sentences.template("a") is None
    assert sentences.ask("a", {}) == "x y z w"
    assert (set(sentences), sentences.has("-c")) == ({"a", "b", "d"}, False)


def test_what_is_not_written_as_fluent_is_has_no_sentence():
    broken = Sentences("en", ["a = { $n ->\nb = well"])
    assert (broken.template("a"), broken.template("b").text) == (None, "well")
    with pytest.raises(Wrong):
        broken.ask("a", {"n": 1})
