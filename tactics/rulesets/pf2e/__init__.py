"""Pathfinder 2e."""

from __future__ import annotations

from tactics.rules.book import Book

BOOK = Book(
    "pf2e",
    {
        "distance": "distance.judge",
        "move_cost": "movement.judge_move_cost",
        "path_cost": "movement.judge_path_cost",
        "reachable": "movement.judge_reachable",
        "threatened": "reach.judge_threatened",
        "threatens": "reach.judge_threatens",
        "cover": "cover.judge",
        "concealment": "detection.judge",
        "flanking": "flanking.judge",
        "line_of_effect": "effect.judge_effect",
        "line_of_sight": "effect.judge_sight",
        "area": "area.judge",
        "provokes": "provoke.judge",
        "legal": "legal.judge",
        "modifiers": "modifiers.judge",
    },
    light="light.light_at",
    fighting="fight.book.Pf2eFighting",
    resting="camp.book.Pf2eCamp",
)
