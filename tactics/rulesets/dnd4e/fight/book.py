"""The fighting rules of D&D 4e, put together from the kinds of actions and reactions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from tactics.core.problems import Problem, ProblemError
from tactics.core.text import Named, text
from tactics.rules.action import Action, Badge, Option, Preview, Refusal, Refused, Resource
from tactics.rules.fighting import Run
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
from tactics.rulesets.dnd4e.fight.kinds import Kind
from tactics.rulesets.dnd4e.fight.opportunity import OpportunityAttack
from tactics.rulesets.dnd4e.fight.seeking import Seek
from tactics.rulesets.dnd4e.fight.sheet import items_of, sheet_of
from tactics.rulesets.dnd4e.fight.sustaining import Sustain
from tactics.rulesets.dnd4e.fight.triggered import TriggeredPower
from tactics.rulesets.dnd4e.fight.using import UsePower
from tactics.rulesets.dnd4e.tables import SYSTEM
from tactics.world.fight import Body, Fight
from tactics.world.world import World

KINDS: list[Kind] = [UsePower(), Sustain(), *everybody.ACTIONS, Seek(), order.EndTurn()]
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


class Dnd4eFighting:
    """Fights by D&D 4e; see `tactics.rules.fighting.Fighting`."""

    def prepare(self, world: World) -> Fight:
        """A fight that has not begun.

        Raises:
            ProblemError: creatures without a sheet, or with a bad one, each named.
        """
        problems: list[Problem] = []
        bodies: dict[str, Body] = {}
        for creature in world.creatures:
            try:
                hp = sheet_of(creature).hp
            except ProblemError as error:
                problems += error.problems
                continue
            bodies[creature.id] = Body(hp, hp)
        if problems:
            raise ProblemError(problems)
        items = {item.id: item for creature in world.creatures for item in items_of(creature)}
        return Fight(world, SYSTEM, MappingProxyType(bodies), MappingProxyType(items))

    def begin(self, run: Run) -> None:
        """Settle surprise and initiative and begin the first turn."""
        order.begin(run)

    def called(self, fight: Fight, item: str) -> Named:
        """What players call a thing: its name in the stat block of whoever it belonged to at first."""
        maker, _, kind = item.rpartition(".")
        sheet = sheet_of(fight.world.creature(maker))
        worn = {"armor": sheet.armor, "shield": sheet.shield}.get(kind)
        return worn.name if worn is not None else sheet.weapons[kind].name

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        """What is left of a creature's turn."""
        return turn.resources(fight, who)

    def options(self, fight: Fight, who: str) -> tuple[Option, ...]:
        """Everything a creature can do now, and what it cannot do now with the reason."""
        if fight.over or not conditions.can_act(fight, who):
            return ()
        return tuple(option for kind in KINDS for option in kind.options(fight, who))

    def allowed(
        self, fight: Fight, who: str, *, ids: Collection[str] = (), groups: Collection[str] = ()
    ) -> tuple[Option, ...]:
        """What a creature may do now, of some actions and groups of them."""
        if fight.over or not conditions.can_act(fight, who):
            return ()
        return kinds.allowed(KINDS, fight, who, ids, groups)

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        """Conditions and other effects of a creature, and whether it is bloodied."""
        return badges_of(fight, who)

    def perceived(self, fight: Fight, who: str) -> Mapping[str, str]:
        """Who is hidden from a creature; all others count as seen. Source: dnd4e.stealth.hide."""
        return MappingProxyType({one: "unseen" for one in fight.bodies if guessing.hidden(fight, who, one)})

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What an action would probably do."""
        return _kind(action).preview(fight, action)

    def resolve(self, run: Run, action: Action) -> None:
        """Carry an action out, and end the turn or the fight when nothing is left to do."""
        kind = _kind(action)
        if action.who not in run.fight.bodies:
            raise Refused(Refusal(text("Nobody is called {name}.", name=action.who), "dnd4e.initiative.roll"))
        kind.resolve(run, action)
        lapses.lapse(run)
        active = run.fight.active
        if not order.finish(run) and active and not conditions.can_act(run.fight, active):
            order.end_turn(run, active)


def _kind(action: Action) -> Kind:
    for kind in KINDS:
        if action.id in kind.ids:
            return kind
    raise Refused(Refusal(text("There is no action {action}.", action=action.id), "dnd4e.action.turn_budget"))
