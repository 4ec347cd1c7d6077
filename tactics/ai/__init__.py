"""Opponents: they choose among the options a player has, by the same previews a player sees."""
