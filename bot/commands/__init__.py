"""What people type and press: a line or a token finds its handler."""
