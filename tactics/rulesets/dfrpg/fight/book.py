"""The fighting rules of the Dungeon Fantasy RPG, put together from the kinds of actions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType

from tactics.core.problems import Problem, ProblemError
from tactics.core.text import Named, text
from tactics.rules.action import Action, Badge, Option, Preview, Refusal, Refused, Resource
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import (
    attack,
    attacking,
    attacks,
    concentrating,
    defending,
    defense_rules,
    harm,
    kinds,
    maneuvers,
    moves,
    order,
    places,
    powers,
    states,
    turn,
    turn_steps,
)
from tactics.rulesets.dfrpg.fight.badges import badges_of
from tactics.rulesets.dfrpg.fight.kinds import Kind
from tactics.rulesets.dfrpg.fight.sheet import SHIELD, items_of, sheet_of
from tactics.rulesets.dfrpg.tables import SYSTEM
from tactics.world.edit import with_creature
from tactics.world.fight import Body, Fight
from tactics.world.world import World

KINDS: list[Kind] = [
    maneuvers.ChooseManeuver(),
    attacks.MakeAttack(),
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
attacking.CRITICAL_MISS += (attacking.off_balance,)
defending.FORBIDS_ALL += defense_rules.FORBIDS_ALL
defending.FORBIDS += defense_rules.FORBIDS
defending.PARTS += defense_rules.PARTS
attack.PARTS += (powers.attack_parts,)
defending.PARTS += (powers.defense_parts,)
defending.TRIED += (concentrating.distracted_by_defense,)
harm.ARMOR += (powers.armor_parts,)
harm.STUNNED += (concentrating.broken_by_stun,)
harm.WOUNDED += (concentrating.distracted_by_wound,)
maneuvers.LEAVING += (concentrating.leaves,)
places.FALLEN += (concentrating.distracted_by_fall,)
powers.RESISTING += (concentrating.distract,)
order.START_STEPS += turn_steps.START
order.END_STEPS += turn_steps.END


class DfrpgFighting:
    """Fights by the Dungeon Fantasy RPG; see `tactics.rules.fighting.Fighting`."""

    def prepare(self, world: World) -> Fight:
        """A fight that has not begun: every figure looks somewhere.

        Raises:
            ProblemError: creatures without a sheet, or with a bad one, each named.

        Source: dfrpg.grid.start_facing
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
        fight = Fight(world, SYSTEM, MappingProxyType(bodies), MappingProxyType(items))
        return self._facing(fight)

    def _facing(self, fight: Fight) -> Fight:
        """Source: dfrpg.grid.start_facing."""
        looking: dict[str, int] = {}
        for creature in fight.world.creatures:
            own = sheet_of(creature).facing
            enemy = places.nearest_enemy(fight, creature.id)
            if creature.facing is None:
                away = places.direction_to(fight, creature.id, enemy) if enemy else 0
                looking[creature.id] = away if own is None else own
        world = fight.world
        for who, facing in looking.items():
            world = with_creature(world, replace(world.creature(who), facing=facing))
        return fight.with_world(world)

    def begin(self, run: Run) -> None:
        """Settle the order of turns and begin the first one."""
        order.begin(run)

    def called(self, fight: Fight, item: str) -> Named:
        """What players call a thing: its name in the stat block of whoever it belonged to at first."""
        maker, _, kind = item.rpartition(".")
        sheet = sheet_of(fight.world.creature(maker))
        if kind == SHIELD and sheet.shield is not None:
            return sheet.shield.name
        return sheet.weapons[kind].name if kind in sheet.weapons else sheet.gear[kind].name

    def resources(self, fight: Fight, who: str) -> tuple[Resource, ...]:
        """What is left of a figure's turn."""
        return turn.resources(fight, who)

    def options(self, fight: Fight, who: str) -> tuple[Option, ...]:
        """Everything a figure can do now, and what it cannot do now with the reason."""
        if fight.over or not states.can_act(fight, who):
            return ()
        return tuple(option for kind in KINDS for option in kind.options(fight, who))

    def allowed(
        self, fight: Fight, who: str, *, ids: Collection[str] = (), groups: Collection[str] = ()
    ) -> tuple[Option, ...]:
        """What a figure may do now, of some actions and groups of them."""
        if fight.over or not states.can_act(fight, who):
            return ()
        return kinds.allowed(KINDS, fight, who, ids, groups)

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        """Manoeuvre, posture, conditions and unready things of a figure."""
        return badges_of(fight, who)

    def perceived(self, fight: Fight, who: str) -> Mapping[str, str]:
        """Everybody counts as seen: the book has no rules for hiding in a fight here."""
        return MappingProxyType({})

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What an action would probably do."""
        return _kind(action).preview(fight, action)

    def resolve(self, run: Run, action: Action) -> None:
        """Carry an action out, and end the turn or the fight when nothing is left to do."""
        kind = _kind(action)
        if action.who not in run.fight.bodies:
            raise Refused(Refusal(text("Nobody is called {name}.", name=action.who), "dfrpg.core.turn_order"))
        kind.resolve(run, action)
        active = run.fight.active
        if not order.finish(run) and active and not states.can_act(run.fight, active):
            order.end_turn(run, active)


def _kind(action: Action) -> Kind:
    for kind in KINDS:
        if action.id in kind.ids:
            return kind
    raise Refused(Refusal(text("There is no action {action}.", action=action.id), "dfrpg.maneuver.list"))
