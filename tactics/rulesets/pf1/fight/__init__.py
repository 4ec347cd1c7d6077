"""Fights by Pathfinder 1e: what a creature's sheet holds, what it may do in its turn, and how that comes out."""
