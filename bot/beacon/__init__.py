"""Public random numbers: which one is next, what it is, and whether the beacon signed it."""
