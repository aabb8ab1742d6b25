"""斗地主 and its kin: who is 地主, what is at stake, and the shapes of one pack."""
