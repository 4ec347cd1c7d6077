"""Whom an area takes up and down: a burst, an emanation and a spread are balls."""

from __future__ import annotations

from tactics.core.lattice import UNIT, Point
from tactics.core.space import Space
from tactics.rules.book import Case
from tactics.rulesets.pf1.places import feet_ft, space_of, spot
from tactics.rulesets.pf1.reach import count_3d_sq
from tactics.rulesets.pf1.sizes import FEET, squares
from tactics.world.creature import Creature

BALLS = ("burst", "emanation", "spread")


def at_height(case: Case, creature: Creature) -> bool:
    """Whether an area that takes a creature's squares also reaches as high or as deep as the creature is.

    Columns, cones and lines are not measured in height. A point of origin lies on the ground.

    Source: pf1.area.sphere, pf1.grid.distance_3d
    """
    question = case.question
    if question.shape not in BALLS or question.origin is None:
        return True
    space, feet = space_of(case.world, creature), feet_ft(case.world, creature)
    if isinstance(question.origin, Point):
        # Counted to the far side, as in the plane.
        up = feet // FEET + 1 if feet >= 0 else -(feet // FEET)
        offset = (*_columns_and_rows(question.origin, space), up if up > 1 else 0)
    else:
        start = spot(case, question.origin, "origin")
        offset = (*start.space.gap_sq(space), abs(feet - start.z_ft) // FEET)
    return not offset[2] or count_3d_sq(case, *offset) <= squares(question.size or 0)


def _columns_and_rows(point: Point, space: Space) -> tuple[int, int]:
    """Columns and rows from an intersection to the far corner of the nearest square."""
    x, y = point.x // UNIT, point.y // UNIT
    columns = max(0, space.x - x, x - space.x - space.width) + 1
    rows = max(0, space.y - y, y - space.y - space.height) + 1
    return columns, rows
