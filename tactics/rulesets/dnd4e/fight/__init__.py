"""Fights by D&D 4e: what creatures can do in their turns, and what comes of it."""
