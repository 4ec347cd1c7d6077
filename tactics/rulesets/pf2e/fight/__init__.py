"""Fights by Pathfinder 2e: what creatures can do in their turns, and what comes of it."""
