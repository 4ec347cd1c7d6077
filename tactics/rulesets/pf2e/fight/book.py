"""The fighting rules of Pathfinder 2e, put together from the kinds of actions and reactions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from tactics.core.problems import Problem, ProblemError
from tactics.core.text import Named, Text, text
from tactics.rules.action import Action, Badge, Option, Preview, Refusal, Refused, Resource
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.creatures import SYSTEM
from tactics.rulesets.pf2e.fight import conditions, legality, order, reactions, states, turn
from tactics.rulesets.pf2e.fight.kinds import Kind
from tactics.rulesets.pf2e.fight.moves import Crawl, Step, Stride
from tactics.rulesets.pf2e.fight.opportunity import AttackOfOpportunity
from tactics.rulesets.pf2e.fight.sheet import items_of, sheet_of
from tactics.rulesets.pf2e.fight.standing import DropProne, Stand
from tactics.rulesets.pf2e.fight.strikes import Strike
from tactics.world.creature import Creature
from tactics.world.edit import with_creature
from tactics.world.fight import Body, Effect, Fight
from tactics.world.world import World

KINDS: list[Kind] = [
    Strike(),
    Stride(),
    Step(),
    Stand(),
    Crawl(),
    DropProne(),
    order.EndTurn(),
]
"""Every kind of action, in the order of the action bar."""

reactions.REACTIONS[:] = (AttackOfOpportunity(),)


class Pf2eFighting:
    """Fights by Pathfinder 2e; see `tactics.rules.fighting.Fighting`."""

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
            effects, creature = _valued(creature)
            world = with_creature(world, creature)
            bodies[creature.id] = Body(hp, hp, effects=effects)
        if problems:
            raise ProblemError(problems)
        items = {item.id: item for creature in world.creatures for item in items_of(creature)}
        return Fight(world, SYSTEM, MappingProxyType(bodies), MappingProxyType(items))

    def begin(self, run: Run) -> None:
        """Settle initiative and begin the first turn."""
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

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        """Conditions and other effects of a creature."""
        return tuple(_badge(fight, effect) for effect in fight.body(who).effects)

    def perceived(self, fight: Fight, who: str) -> Mapping[str, str]:
        """Those who are hidden from a creature or undetected by it.

        Source: pf2e.detect.states, pf2e.detect.hidden, pf2e.detect.undetected
        """
        return legality.perceived(fight, who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What an action would probably do."""
        return _kind(action).preview(fight, action)

    def resolve(self, run: Run, action: Action) -> None:
        """Carry an action out, and end the turn or the fight when nothing is left to do."""
        kind = _kind(action)
        if action.who not in run.fight.bodies:
            raise Refused(Refusal(text("Nobody is called {name}.", name=action.who), "pf2e.turn.act"))
        kind.resolve(run, action)
        active = run.fight.active
        if not order.finish(run) and active and not conditions.can_act(run.fight, active):
            order.end_turn(run, active)


def _valued(creature: Creature) -> tuple[tuple[Effect, ...], Creature]:
    """Conditions a file gives with their value, such as ``frightened_2``, as effects; 1 when it says none."""
    stats = creature.of(SYSTEM)
    effects, names = [], set()
    for word in sorted(stats.conditions):
        name, _, number = word.rpartition("_")
        name, value = (name, int(number)) if number.isdigit() else (word, 1)
        if name in conditions.VALUED:
            effects.append(Effect(name, value, rule=states.rule_of(name)))
            names.add(name)
        else:
            names.add(word)
    own = MappingProxyType({**creature.stats, SYSTEM: replace(stats, conditions=frozenset(names))})
    return tuple(effects), replace(creature, stats=own) if effects else creature


def _kind(action: Action) -> Kind:
    for kind in KINDS:
        if action.id in kind.ids:
            return kind
    raise Refused(Refusal(text("There is no action {action}.", action=action.id), "pf2e.action.kinds"))


_ENDS = {
    "start": text("until the start of the turn of {name}"),
    "end": text("until the end of the turn of {name}"),
}


def _badge(fight: Fight, effect: Effect) -> Badge:
    ends: Text | None = None
    if effect.duration.anchor in _ENDS and effect.duration.of:
        creature = fight.world.creature(effect.duration.of)
        ends = text(_ENDS[effect.duration.anchor].msgid, name=creature.name if creature.name.en else creature.id)
    return Badge(effect.id, states.named(effect.id), effect.value, ends, effect.rule)
