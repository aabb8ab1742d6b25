"""Views as pictures and as text. They see views, never states."""
