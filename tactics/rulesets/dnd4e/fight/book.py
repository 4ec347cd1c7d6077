"""The fighting rules of D&D 4e, put together from the kinds of actions and reactions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tactics.core.text import Named
from tactics.rules.action import Action
from tactics.rules.by_kinds import Course, FightByKinds
from tactics.rules.fighting import Run
from tactics.rules.kinds import Kind
from tactics.rules.things import thing_name
from tactics.rulesets.dnd4e.fight import (
    conditions,
    everybody,
    forcing,
    granted,
    ground,
    guessing,
    kinds,
    lapses,
    order,
    outcomes,
    reactions,
    recharging,
    shifting,
    sustaining,
    turn,
    zones,
)
from tactics.rulesets.dnd4e.fight.badges import badges_of
from tactics.rulesets.dnd4e.fight.opportunity import OpportunityAttack
from tactics.rulesets.dnd4e.fight.seeking import Seek
from tactics.rulesets.dnd4e.fight.sheet import items_of, sheet_of
from tactics.rulesets.dnd4e.fight.sustaining import Sustain
from tactics.rulesets.dnd4e.fight.triggered import TriggeredPower
from tactics.rulesets.dnd4e.fight.using import UsePower
from tactics.rulesets.dnd4e.tables import SYSTEM
from tactics.world.creature import Creature
from tactics.world.fight import Body, Fight, Item
from tactics.world.world import World

KINDS: list[Kind] = [UsePower(), Sustain(), *everybody.ACTIONS, Seek(), order.END_TURN]
"""Every kind of action, in the order of the action bar."""

kinds.ALL[:] = KINDS
reactions.REACTIONS[:] = (OpportunityAttack(), TriggeredPower(), *everybody.REACTIONS)
outcomes.APPLY.update(dict.fromkeys(forcing.KINDS, forcing.apply))
outcomes.APPLY.update(
    {"shift": shifting.shift, "teleport": shifting.teleport, "zone": zones.apply, "basic": granted.basic}
)
order.START_STEPS += (zones.start_of_turn, recharging.start_of_turn, sustaining.start_of_turn)
order.END_STEPS += (sustaining.end_of_turn,)
conditions.AFTERMATH[:] = (ground.comes_down, sustaining.dies, *everybody.AFTERMATH)


class Dnd4eFighting(FightByKinds):
    """Fights by D&D 4e."""

    system, kinds = SYSTEM, KINDS
    turn_rule, action_rule = "dnd4e.initiative.roll", "dnd4e.action.turn_budget"
    course = Course(order.begin, conditions.can_act, turn.resources, order.end_turn, order.finish, badges_of)

    def started(self, creature: Creature, world: World) -> tuple[Body, Creature]:
        """A creature with all its hit points."""
        hp = sheet_of(creature).hp
        return Body(hp, hp), creature

    def things(self, creature: Creature) -> Iterable[Item]:
        """Weapons, armor and shield."""
        return items_of(creature)

    def thing_name(self, maker: Creature, kind: str) -> Named:
        """What its stat block calls a thing."""
        return thing_name(sheet_of(maker), kind)

    def perceived(self, fight: Fight, who: str) -> Mapping[str, str]:
        """Who is hidden from a creature; all others count as seen. Source: dnd4e.stealth.hide."""
        return MappingProxyType({one: "unseen" for one in fight.bodies if guessing.hidden(fight, who, one)})

    def follow(self, run: Run, before: Fight, action: Action) -> None:
        """What no longer holds."""
        lapses.lapse(run)
