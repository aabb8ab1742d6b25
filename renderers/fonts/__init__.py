"""The fonts that travel with the package; ``tests/tools/make_font.py`` makes them."""
