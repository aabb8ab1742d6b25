"""Words: a ``Msg`` becomes a sentence in its reader's language."""
