"""Arithmetic of a chat's score book: periods, and who pays whom."""
