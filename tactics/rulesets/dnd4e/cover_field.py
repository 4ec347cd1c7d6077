"""Cover of every square from one attacker, for a board tinted by it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tactics.core.lattice import Square
from tactics.core.space import square_space
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle
from tactics.rules.book import Case
from tactics.rules.cover_lines import Reading, by_square, cover_lines
from tactics.rules.verdict import Value
from tactics.rulesets.dnd4e.cover import COVER, MELEE, NONE, SUPERIOR, TOTAL, Attack, in_the_way
from tactics.rulesets.dnd4e.coverlines import ORDINARY, SUPERIOR_LINES, hampers, is_solid
from tactics.rulesets.dnd4e.spots import Spot, spot


def field(case: Case) -> Mapping[Square, Value] | None:
    """Cover of every square: by the number of blocked lines from the best corner.

    On uneven ground, where creatures may be too low or too high to be in the way, each square is judged singly.

    Source: dnd4e.cover.lines, dnd4e.cover.creatures, dnd4e.cover.needs_loe
    """
    question, world = case.question, case.world
    melee = question.attack in MELEE
    if question.attack == "area" or question.origin is not None or any(kind.ground_z_ft for kind in world.board.kinds):
        return None
    if case.switch("melee_cover" if melee else "creature_cover_cap") in ("dmg", False):
        return None
    source = spot(case, question.source, "from")
    reading = Reading(is_solid, _only_hampers, _is_unclear, () if melee else _bodies(case, source), _touch(case))
    lines = cover_lines(world, source.space, reading)
    superior, cover = lines.solid >= SUPERIOR_LINES, lines.hindered > 0
    grades = np.where(superior.all(axis=0), SUPERIOR, np.where((superior | cover).all(axis=0), COVER, NONE))
    return by_square(case, lines, grades, TOTAL)


def _bodies(case: Case, source: Spot) -> tuple[Obstacle, ...]:
    """The creatures that give cover to whatever is behind them."""
    attack = Attack("ranged", source, Spot(square_space(source.space.anchor), source.name), source.space, source.name)
    bodies = scene_of(case.world).bodies()
    return tuple(one for one in bodies if in_the_way(case, attack, case.world.creature(one.creature)))


def _only_hampers(obstacle: Obstacle) -> bool:
    """Whether it gives ordinary cover to every line through its square.

    Source: dnd4e.cover.small_obstacle
    """
    return obstacle.kind == "square" and obstacle.cover in ORDINARY and not is_solid(obstacle)


def _is_unclear(obstacle: Obstacle) -> bool:
    return hampers(obstacle) and not is_solid(obstacle) and not _only_hampers(obstacle)


def _touch(case: Case) -> str:
    return str(case.switch("loe_touch"))
