"""D&D 4th edition: the combat chapter of the Player's Handbook."""

from tactics.rules.book import Book

BOOK = Book(
    "dnd4e",
    {
        "distance": "distance.judge",
        "move_cost": "movement.move_cost",
        "path_cost": "movement.path_to",
        "reachable": "movement.reachable",
        "threatened": "reach.threatened",
        "threatens": "reach.threatens",
        "cover": "cover.judge",
        "concealment": "concealment.judge",
        "flanking": "flanking.judge",
        "line_of_effect": "effect.judge_effect",
        "line_of_sight": "effect.judge_sight",
        "area": "area.judge",
        "provokes": "opportunity.judge",
        "legal": "legal.judge",
        "modifiers": "modifiers.judge",
    },
    light="light.light_at",
    way="movement.way_to",
    fighting="fight.book.Dnd4eFighting",
    resting="camp.book.Dnd4eCamp",
    fields={"cover": "cover_field.field"},
)
"""The book."""
