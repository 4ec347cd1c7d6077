"""Fights: events applied, undone, written down and played back. Knows no rule and no book."""
