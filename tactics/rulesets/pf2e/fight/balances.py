"""Balance, and what shakes those who stand on narrow surfaces and uneven ground."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.text import as_words, text
from tactics.geometry.steps import DIRECTIONS
from tactics.rules.action import Action, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.event import Moved, Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS, SKILLS
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.balancing import balance
from tactics.rulesets.pf2e.fight import chances, conditions, falls, footing, order, performing, turn
from tactics.rulesets.pf2e.fight.checks import check
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.performing import MOVE, Deed
from tactics.rulesets.pf2e.fight.sheet import Weapon
from tactics.rulesets.pf2e.fight.statistics import parts_of
from tactics.rulesets.pf2e.fight.travel import Leg, legs_of, path_of, speed_of, walk, way_preview, within
from tactics.rulesets.pf2e.fight.ways import BALANCE, costs_of, need, way_of
from tactics.rulesets.pf2e.passing import may_end_turn
from tactics.world.fight import Fight
from tactics.world.place import fits

BALANCES = Deed("balance", 1, frozenset({MOVE}))
RULE = "pf2e.skill.balance"


class Balance:
    """Moving over narrow surfaces and uneven ground by an Acrobatics check.

    The way is chosen for a critical success; a success follows it as far as the Speed pays for difficult ground.

    Source: pf2e.skill.balance, pf2e.terrain.narrow_surface, pf2e.terrain.uneven_ground
    """

    ids = ("balance",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The field of the Speed, where such ground is on the way."""
        if not any(one.surface in (footing.NARROW, footing.UNEVEN) for one in fight.world.board.kinds):
            return
        refusal = performing.why_not(fight, who, BALANCES)
        if refusal is None and not _beside(fight, who):
            return
        needs = () if refusal else (_need(fight, who),)
        yield Option("balance", "move", as_words(ACTIONS, "balance"), turn.COSTS[1], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Roll, and move as far as it leads or fall."""
        who, path, fight = action.who, path_of(action), run.fight
        refuse(performing.why_not(fight, who, BALANCES))
        costs = costs_of(fight, who, path, way_of(fight, who, tread=BALANCE))
        speed_ft = speed_of(fight, who)
        within(sum(costs), speed_ft, RULE)
        if not _unsteady(fight, who, path):
            raise Refused(Refusal(text("There is nothing to balance on."), RULE))
        if not may_end_turn(judged(fight), fight.world.creature(who), fight.world.creature(who).space.at(path[-1])):
            raise Refused(Refusal(text("No move may end there."), "pf2e.move.occupied_space"))
        if not performing.begin(run, who, BALANCES):
            return
        footing.take_posture(run, who, footing.BALANCING, RULE)
        parts, dc = parts_of(fight, who, "acrobatics"), _dc(fight, who, path)
        found = check(run, who, "skill", parts, dc, what=as_words(SKILLS, "acrobatics"), rule=RULE)
        result = balance(found.degree, speed_ft)
        if result.falls:
            lose_footing(run, who)
            if run.fight.active == who and not run.fight.body(who).out:
                order.end_turn(run, who)
        elif result.budget_ft:
            legs = legs_of(path, costs)
            walk(run, who, _as_far(run.fight, who, legs, result.budget_ft, result.surcharge_ft), action="balance")
        else:
            performing.finish_move(run, who, BALANCES)
        footing.settle(run, who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances of the check, and who may react."""
        who, path = action.who, path_of(action)
        found = chances.preview_of(parts_of(fight, who, "acrobatics"), _dc(fight, who, path))
        return chances.with_reactions(found, way_preview(fight, who, path, "balance").reactions)


def _need(fight: Fight, who: str) -> NeedPath:
    return need(fight, who, speed_of(fight, who), tread=BALANCE, keep=lambda path: _unsteady(fight, who, path))


def _beside(fight: Fight, who: str) -> bool:
    """Whether a Balance leads anywhere. Source: pf2e.skill.balance."""
    return bool(len(_need(fight, who).costs))


def _unsteady(fight: Fight, who: str, path: tuple[Square, ...]) -> bool:
    space = fight.world.creature(who).space
    return any(footing.surface_at(fight.world.board, space.at(one)) for one in path)


def _dc(fight: Fight, who: str, path: tuple[Square, ...]) -> int:
    """The hardest surface of a way. Source: pf2e.skill.balance."""
    board, space = fight.world.board, fight.world.creature(who).space
    found = ((footing.surface_at(board, space.at(one)), space.at(one)) for one in path)
    return max((footing.check_dc(board, where, surface) for surface, where in found if surface), default=0)


def _as_far(fight: Fight, who: str, legs: Iterable[Leg], budget_ft: int, surcharge_ft: int) -> list[Leg]:
    """The steps that a Speed pays for when the unsteady ones are dear; it ends where one may stop."""
    board, space, world = fight.world.board, fight.world.creature(who).space, judged(fight)
    kept: list[Leg] = []
    spent = 0
    for leg in legs:
        dear = surcharge_ft if footing.surface_at(board, space.at(leg.to)) else 0
        spent += leg.cost_ft + dear
        if spent > budget_ft:
            break
        kept.append(Leg(leg.to, leg.cost_ft + dear))
    while kept and not may_end_turn(world, world.creature(who), space.at(kept[-1].to)):
        kept.pop()
    return kept


def lose_footing(run: Run, who: str) -> None:
    """Fall off a narrow surface to the lowest ground beside it, or fall prone.

    Source: pf2e.skill.balance, pf2e.terrain.narrow_surface, pf2e.terrain.uneven_ground
    """
    fight = run.fight
    creature = fight.world.creature(who)
    if footing.surface_of(fight, who) == footing.NARROW:
        from_ft = creatures.foot_ft(fight.world, creature)
        below = _lower(fight, who)
        if below is not None:
            space = creature.space
            run.emit(Moved(who, below, 0, falls.FALL, space.width, space.height, 0))
            falls.fall(run, who, from_ft)
            return
    if not fight.body(who).has("prone"):
        conditions.gain(run, who, "prone", rule=RULE)


def _lower(fight: Fight, who: str) -> Square | None:
    """The lowest free place beside a creature, None when none is lower."""
    world = judged(fight)
    creature = world.creature(who)
    start = creature.space.anchor
    around = [Square(start.x + dx, start.y + dy) for dx, dy in DIRECTIONS]
    own_ft = creatures.ground_ft(world, creature.space)
    lower = [
        (creatures.ground_ft(world, creature.space.at(one)), number, one)
        for number, one in enumerate(around)
        if fits(world, creature, one) and creatures.ground_ft(world, creature.space.at(one)) < own_ft
    ]
    return min(lower)[2] if lower else None


def shaken(run: Run, who: str) -> None:
    """One that is hit or fails a save on such ground saves against the DC to Balance there, or falls.

    Source: pf2e.terrain.narrow_surface, pf2e.terrain.uneven_ground
    """
    surface = footing.surface_of(run.fight, who) if not run.fight.body(who).out else ""
    if not surface or (run.fight.body(who).has("prone") and surface == footing.UNEVEN):
        return
    rule = "pf2e.terrain.narrow_surface" if surface == footing.NARROW else "pf2e.terrain.uneven_ground"
    dc = footing.check_dc(run.fight.world.board, run.fight.world.creature(who).space, surface)
    parts = parts_of(run.fight, who, "reflex")
    found = check(run, who, "balance", parts, dc, what=statistic_name("reflex"), rule=rule)
    if not found.succeeded:
        run.emit(Noted(who, text("It loses its footing."), rule))
        lose_footing(run, who)
        footing.settle(run, who)


def after_hit(run: Run, who: str, target: str, weapon: Weapon, damage: int) -> None:
    """Source: pf2e.terrain.narrow_surface, pf2e.terrain.uneven_ground."""
    shaken(run, target)
