"""The fighting rules of the Dungeon Fantasy RPG, put together from the kinds of actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tactics.core.text import Named
from tactics.rules.action import Badge, Resource
from tactics.rules.by_kinds import FightByKinds
from tactics.rules.fighting import Run
from tactics.rules.kinds import Kind
from tactics.rulesets.dfrpg.fight import (
    aiming,
    all_out,
    attack,
    attacking,
    attacks,
    concentrating,
    consciousness,
    criticals,
    damage,
    defending,
    defense_rules,
    dual,
    exhaustion,
    feinting,
    harm,
    maneuvers,
    manners,
    melee,
    moves,
    order,
    places,
    powers,
    readying,
    reloading,
    shooting,
    states,
    surprise,
    throwing,
    turn,
    turn_steps,
)
from tactics.rulesets.dfrpg.fight.badges import badges_of
from tactics.rulesets.dfrpg.fight.sheet import SHIELD, items_of, sheet_of
from tactics.rulesets.dfrpg.tables import SYSTEM
from tactics.world.creature import Creature
from tactics.world.fight import Body, Fight, Item
from tactics.world.world import World

KINDS: list[Kind] = [
    maneuvers.ChooseManeuver(),
    attacks.MakeAttack(),
    dual.DualWeaponAttack(),
    feinting.MakeFeint(),
    aiming.TakeAim(),
    concentrating.UseAbility(),
    powers.ToggleAbility(),
    moves.Move(),
    moves.Step(),
    moves.Turn(),
    order.EndTurn(),
]
"""Every kind of action, in the order of the action bar."""

attack.PARTS += attacks.PARTS
attack.CAPS += attacks.CAPS
attacks.FORBIDS += (attacks.declared,)
attack.PARTS += (*melee.PARTS, *all_out.PARTS, manners.harder)
attack.CAPS += melee.CAPS
attacks.FORBIDS += (*all_out.FORBIDS, manners.forbidden)
attacking.NOTES += (feinting.notes,)
damage.CHANGES += all_out.CHANGES
attacking.CRITICAL_HIT += (criticals.hit,)
attacking.CRITICAL_MISS += (criticals.miss,)
attacking.AFTER += (surprise.noticed,)
defending.AFTER += (criticals.defended,)
defending.TRIED += (consciousness.owes_roll,)
defending.FORBIDS_ALL += (surprise.caught, surprise.unaware)
defending.PARTS += (surprise.unseen_parts,)
harm.STRUCK += (criticals.drops,)
harm.WOUNDED += (surprise.wakes,)
maneuvers.WHY_NOT += (surprise.sleeps,)
maneuvers.HOLDS_OUT += (consciousness.keeps_up, exhaustion.keeps_going)
order.BEGIN_STEPS += (surprise.begins,)
defending.FORBIDS_ALL += defense_rules.FORBIDS_ALL
defending.FORBIDS += defense_rules.FORBIDS
defending.PARTS += defense_rules.PARTS
defending.PARTS += (feinting.worse, manners.deceived)
attack.PARTS += (powers.attack_parts,)
defending.PARTS += (powers.defense_parts,)
defending.TRIED += (concentrating.distracted_by_defense,)
harm.ARMOR += (powers.armor_parts,)
harm.STUNNED += (concentrating.broken_by_stun,)
harm.WOUNDED += (concentrating.distracted_by_wound,)
maneuvers.LEAVING += (concentrating.leaves,)
maneuvers.CHOSEN += (feinting.waits,)
places.FALLEN += (concentrating.distracted_by_fall,)
powers.RESISTING += (concentrating.distract,)
attack.PARTS += (*shooting.PARTS, *aiming.PARTS)
attacks.FORBIDS += shooting.FORBIDS
attacking.NOTES += shooting.NOTES
attacking.AFTER += (aiming.shot, reloading.shot, throwing.thrown)
damage.CHANGES += shooting.CHANGES
defending.TRIED += (aiming.defended,)
harm.WOUNDED += (aiming.wounded,)
harm.STUNNED += (aiming.dazed,)
maneuvers.WHY_NOT += (aiming.why_not_choose,)
maneuvers.LEAVING += (aiming.leave,)
moves.STOPS += aiming.STOPS
places.MOVED += (aiming.moved,)
places.TURNED += (aiming.watch,)
order.START_STEPS += (aiming.watch,)
order.END_STEPS += (aiming.end_of_turn,)
readying.FAMILIES += (reloading.FAMILY,)
order.START_STEPS += turn_steps.START
order.END_STEPS += turn_steps.END


class DfrpgFighting(FightByKinds):
    """Fights by the Dungeon Fantasy RPG."""

    system, kinds = SYSTEM, KINDS
    turn_rule, action_rule = "dfrpg.core.turn_order", "dfrpg.maneuver.list"

    def started(self, creature: Creature, world: World) -> tuple[Body, Creature]:
        """A figure with all its hit points, that looks where its stat block says or towards the nearest enemy.

        Source: dfrpg.grid.start_facing
        """
        sheet = sheet_of(creature)
        if creature.facing is None:
            facing = places.first_facing(world, creature) if sheet.facing is None else sheet.facing
            creature = replace(creature, facing=facing)
        return Body(sheet.hp, sheet.hp), creature

    def things(self, creature: Creature) -> Iterable[Item]:
        """Weapons, shield and gear."""
        return items_of(creature)

    def thing_name(self, maker: Creature, kind: str) -> Named:
        """What its stat block calls a thing."""
        sheet = sheet_of(maker)
        if kind == SHIELD and sheet.shield is not None:
            return sheet.shield.name
        return sheet.weapons[kind].name if kind in sheet.weapons else sheet.gear[kind].name

    def can_act(self, fight: Fight, who: str) -> bool:
        """Whether it is conscious."""
        return states.can_act(fight, who)

    def begin(self, run: Run) -> None:
        """Settle the order of turns and begin the first one."""
        order.begin(run)

    def finish(self, run: Run) -> bool:
        """End the fight when nobody is left to fight."""
        return order.finish(run)

    def end_turn(self, run: Run, who: str) -> None:
        """End a figure's turn and begin the next one."""
        order.end_turn(run, who)

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        """What is left of a figure's turn."""
        return turn.resources(fight, who)

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        """Manoeuvre, posture, conditions and unready things of a figure."""
        return badges_of(fight, who)
