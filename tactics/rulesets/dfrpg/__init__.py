"""Dungeon Fantasy RPG on squares of one yard."""

from tactics.rules.book import Book

BOOK = Book(
    "dfrpg",
    {
        "distance": "distance.judge",
        "move_cost": "movement.move_cost",
        "path_cost": "movement.path_cost",
        "reachable": "movement.reachable",
        "threatened": "reach.threatened",
        "threatens": "reach.threatens",
        "line_of_effect": "sight.judge_effect",
        "line_of_sight": "sight.judge_sight",
        "provokes": "reactions.judge",
        "legal": "legal.judge",
    },
    fighting="fight.book.DfrpgFighting",
    way="movement.way_to",
)
"""The book."""
