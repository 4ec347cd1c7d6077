"""The fighting rules of D&D 4e, put together from the kinds of actions and reactions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tactics.core.text import Named
from tactics.rules.action import Action, Badge, Resource
from tactics.rules.by_kinds import FightByKinds
from tactics.rules.fighting import Run
from tactics.rules.kinds import Kind
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

    def started(self, creature: Creature, world: World) -> tuple[Body, Creature]:
        """A creature with all its hit points."""
        hp = sheet_of(creature).hp
        return Body(hp, hp), creature

    def things(self, creature: Creature) -> Iterable[Item]:
        """Weapons, armor and shield."""
        return items_of(creature)

    def thing_name(self, maker: Creature, kind: str) -> Named:
        """What its stat block calls a thing."""
        sheet = sheet_of(maker)
        worn = {"armor": sheet.armor, "shield": sheet.shield}.get(kind)
        return worn.name if worn is not None else sheet.weapons[kind].name

    def can_act(self, fight: Fight, who: str) -> bool:
        """Whether no condition keeps it from acting."""
        return conditions.can_act(fight, who)

    def begin(self, run: Run) -> None:
        """Settle surprise and initiative and begin the first turn."""
        order.begin(run)

    def finish(self, run: Run) -> bool:
        """End the fight when nobody is left to fight."""
        return order.finish(run)

    def end_turn(self, run: Run, who: str) -> None:
        """End a creature's turn and begin the next one."""
        order.end_turn(run, who)

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        """What is left of a creature's turn."""
        return turn.resources(fight, who)

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        """Conditions and other effects of a creature, and whether it is bloodied."""
        return badges_of(fight, who)

    def perceived(self, fight: Fight, who: str) -> Mapping[str, str]:
        """Who is hidden from a creature; all others count as seen. Source: dnd4e.stealth.hide."""
        return MappingProxyType({one: "unseen" for one in fight.bodies if guessing.hidden(fight, who, one)})

    def follow(self, run: Run, before: Fight, action: Action) -> None:
        """What no longer holds."""
        lapses.lapse(run)
