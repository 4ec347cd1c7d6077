"""Opponents: they see what a player sees and choose among the same options."""
