"""Cover of every square from one attacker, for a board tinted by it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tactics.core.lattice import Square
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle
from tactics.rules.book import Case
from tactics.rules.cover_lines import Reading, by_square, cover_lines
from tactics.rules.verdict import Value
from tactics.rulesets.pf1.cover_found import COVER, NONE, TOTAL
from tactics.rulesets.pf1.places import spot
from tactics.rulesets.pf1.shelter import Shelter, Stand, is_solid
from tactics.rulesets.pf1.tables import table


def field(case: Case) -> Mapping[Square, Value] | None:
    """Cover of every square: none where all lines from some corner are clear.

    Readings that look at each line more closely are left to the single verdicts.

    Source: pf1.cover.ranged, pf1.cover.total
    """
    question = case.question
    if question.attack == "area" or question.origin is not None:
        return None
    if case.switch("grazing_corner_blocks") is True or case.switch("partial_cover") is True:
        return None
    source = spot(case, question.source, "from")
    # What a neighbour may do in melee is asked of the single verdicts; here creatures count.
    shelter = Shelter(
        case.world, Stand(source.space, source.space, source.creature), melee=False, creatures=True, grazing=False
    )
    bodies = tuple(
        one for one in scene_of(case.world).bodies() if shelter.in_the_way(case.world.creature(one.creature))
    )
    reading = Reading(is_solid, _only_hinders, _is_unclear, bodies, str(case.switch("loe_touch")))
    lines = cover_lines(case.world, source.space, reading)
    grades = np.where(lines.hindered.min(axis=0) > 0, COVER, NONE)
    return by_square(case, lines, grades, TOTAL)


def _only_hinders(obstacle: Obstacle) -> bool:
    """Whether it gives cover to every line through its square, whoever stands where.

    Source: pf1.cover.obstacle_kinds
    """
    kind = table("cover")["kinds"].get(obstacle.cover)
    plain = kind is not None and kind["beside"] and kind["grade"] == "cover" and obstacle.cover != "low"
    return plain and obstacle.kind == "square" and not is_solid(obstacle)


def _is_unclear(obstacle: Obstacle) -> bool:
    known = obstacle.cover in table("cover")["kinds"]
    return known and not is_solid(obstacle) and not _only_hinders(obstacle)
