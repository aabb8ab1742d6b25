"""Rules that several games share: data where games differ by value, code where by procedure."""
