"""Pathfinder, first edition."""

from __future__ import annotations

from tactics.rules.book import Book

BOOK = Book(
    "pf1",
    {
        "distance": "reach.judge_distance",
        "move_cost": "movement.judge_move_cost",
        "path_cost": "movement.judge_path_cost",
        "reachable": "movement.judge_reachable",
        "threatened": "reach.judge_threatened",
        "threatens": "reach.judge_threatens",
        "cover": "cover.judge",
        "concealment": "concealment.judge",
        "flanking": "flanking.judge",
        "line_of_effect": "sight.judge_line_of_effect",
        "line_of_sight": "sight.judge_line_of_sight",
        "area": "area.judge",
        "provokes": "provoke.judge",
        "legal": "legal.judge",
        "modifiers": "modifiers.judge",
    },
    light="light.light_at",
    fields={"cover": "cover_field.field"},
    fighting="fight.book.Pf1Fighting",
    way="movement.way_to",
)
