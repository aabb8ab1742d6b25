"""Puts the program together: settings, start, checks."""
