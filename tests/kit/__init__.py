"""Helpers of the tests, themselves tested."""
