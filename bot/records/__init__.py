"""Matches in writing: a deal or a record as text, what a reader may see of it, and back again."""
