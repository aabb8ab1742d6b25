"""Measurements that print their figures; run them by hand, one at a time."""
