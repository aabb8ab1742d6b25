"""What people say to each other in a room of our own: who says what, and who hears it."""
