"""Killed at any moment and started again: nothing told is lost, nothing is done twice.

``python -m tests.crash --points 200 --seed 1``
"""
