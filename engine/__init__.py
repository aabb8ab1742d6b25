"""The rules of the games: pure functions over frozen values, standard library only.

No I/O, no clock, no user ids, no sentences, no pixels.
"""
