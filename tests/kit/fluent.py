"""All messages of a language as Fluent reads them: what sentences are held against."""

from functools import cache

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number

from bot.i18n.catalogue import sources
from bot.i18n.links import with_marks


@cache
def bundle(language):
    """Fluent's own bundle of every source."""
    made = FluentBundle([language], use_isolating=False)
    for text in sources(language).values():
        made.add_resource(FluentResource(with_marks(text)))
    return made


def entries(language):
    """Every message: its key and its syntax tree."""
    return bundle(language)._messages.items()


def said(language, key, values):
    """What Fluent makes of a message, and what it finds wrong."""
    given = {
        name: fluent_number(value, useGrouping=False) if isinstance(value, int) else value
        for name, value in values.items()
    }
    fluent = bundle(language)
    return fluent.format_pattern(fluent.get_message(key).value, given)
