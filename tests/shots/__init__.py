"""The README's screenshots, made by the program itself: ``python -m tests.shots``."""
