"""Writes the converted names and buttons down, and what ships for machines without OpenCC."""

from tests.languages import FILE, converted
from tests.languages.shipped import SHIPPED, table

FILE.write_text(converted(), "utf-8")
SHIPPED.write_text(table(), "utf-8")
print(f"written: {FILE.name}. Now read what has changed in it.")
