"""Writes the converted names and buttons down."""

from tests.languages import FILE, converted

FILE.write_text(converted(), "utf-8")
print(f"written: {FILE.name}. Now read what has changed in it.")
