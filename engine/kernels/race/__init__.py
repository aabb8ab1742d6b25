"""Climbing games in which everybody plays for themselves, as search sees them: who is out first."""
