"""The fighting rules of Pathfinder 2e, put together from the kinds of actions and reactions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from tactics.core.problems import Problem, ProblemError
from tactics.core.text import Named, text
from tactics.rules.action import Action, Badge, Option, Preview, Refusal, Refused, Resource
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.creatures import SYSTEM
from tactics.rulesets.pf2e.fight import (
    afflictions,
    balances,
    breath,
    checks,
    conditions,
    counteract,
    covering,
    draining,
    dying,
    effects,
    falls,
    harm,
    holds,
    kinds,
    mounted,
    noticing,
    order,
    reactions,
    strike,
    surroundings,
    temporary,
    turn,
)
from tactics.rulesets.pf2e.fight.activities import Activity
from tactics.rulesets.pf2e.fight.aid import Aid, Help, helped
from tactics.rulesets.pf2e.fight.balances import Balance
from tactics.rulesets.pf2e.fight.burrows import Burrow
from tactics.rulesets.pf2e.fight.casting import Cast
from tactics.rulesets.pf2e.fight.catching import ArrestFall, GrabEdge
from tactics.rulesets.pf2e.fight.climbs import Climb
from tactics.rulesets.pf2e.fight.command import CommandAnimal
from tactics.rulesets.pf2e.fight.covering import TakeCover
from tactics.rulesets.pf2e.fight.delay import Delay
from tactics.rulesets.pf2e.fight.demoralize import Demoralize
from tactics.rulesets.pf2e.fight.disarm import Disarm
from tactics.rulesets.pf2e.fight.diversion import Diversion
from tactics.rulesets.pf2e.fight.escape import Escape
from tactics.rulesets.pf2e.fight.first_aid import AdministerFirstAid, AssistRecovery
from tactics.rulesets.pf2e.fight.flights import Fly, ManeuverInFlight
from tactics.rulesets.pf2e.fight.grapple import Grapple
from tactics.rulesets.pf2e.fight.hiding import Hide, Sneak
from tactics.rulesets.pf2e.fight.interact import Interact, Release
from tactics.rulesets.pf2e.fight.jumps import HighJump, Leap, LongJump
from tactics.rulesets.pf2e.fight.kinds import Kind
from tactics.rulesets.pf2e.fight.knowledge import RecallKnowledge
from tactics.rulesets.pf2e.fight.mounted import Dismount, Mount
from tactics.rulesets.pf2e.fight.moves import Crawl, Step, Stride
from tactics.rulesets.pf2e.fight.opportunity import AttackOfOpportunity
from tactics.rulesets.pf2e.fight.other import Other
from tactics.rulesets.pf2e.fight.pointing_out import PointOut
from tactics.rulesets.pf2e.fight.reacting import PowerReaction
from tactics.rulesets.pf2e.fight.ready import Readied, Ready
from tactics.rulesets.pf2e.fight.recovering import Retch
from tactics.rulesets.pf2e.fight.seeking import Seek
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.fight.shields import RaiseShield, ShieldBlock
from tactics.rulesets.pf2e.fight.shove import Shove
from tactics.rulesets.pf2e.fight.showing import badges_of
from tactics.rulesets.pf2e.fight.square_strike import StrikeSquare
from tactics.rulesets.pf2e.fight.standing import DropProne, Stand
from tactics.rulesets.pf2e.fight.starting import started, things_at_first
from tactics.rulesets.pf2e.fight.strikes import Strike
from tactics.rulesets.pf2e.fight.sustain import Sustain
from tactics.rulesets.pf2e.fight.swims import Swim
from tactics.rulesets.pf2e.fight.trip import Trip
from tactics.rulesets.pf2e.fight.tumbles import TumbleThrough
from tactics.rulesets.pf2e.fight.waking import Wake
from tactics.world.edit import with_creature
from tactics.world.fight import Body, Fight
from tactics.world.world import World

KINDS: list[Kind] = [
    Strike(),
    Stride(),
    Step(),
    Stand(),
    Crawl(),
    DropProne(),
    RaiseShield(),
    AdministerFirstAid(),
    AssistRecovery(),
    Wake(),
    TakeCover(),
    Hide(),
    Sneak(),
    Seek(),
    PointOut(),
    Diversion(),
    StrikeSquare(),
    Leap(),
    HighJump(),
    LongJump(),
    Climb(),
    Swim(),
    Fly(),
    ManeuverInFlight(),
    Burrow(),
    Balance(),
    TumbleThrough(),
    Grapple(),
    Shove(),
    Trip(),
    Disarm(),
    Escape(),
    Demoralize(),
    RecallKnowledge(),
    Mount(),
    Dismount(),
    CommandAnimal(),
    Interact(),
    Release(),
    Aid(),
    Ready(),
    Cast(),
    Activity(),
    Sustain(),
    Retch(),
    Other(),
    Delay(),
    order.EndTurn(),
]
"""Every kind of action, in the order of the action bar."""

conditions.ENDED["taking_cover"] = covering.left_cover
conditions.GAINED["unconscious"] = covering.unconscious
conditions.GAINED["invisible"] = noticing.became_invisible
conditions.ENDED["invisible"] = noticing.became_visible
conditions.GAINED["doomed"] = dying.doomed_rose
conditions.ENDED[temporary.TEMPORARY] = temporary.expired
reactions.REACTIONS[:] = (
    ShieldBlock(),
    Help(),
    Readied(),
    AttackOfOpportunity(),
    PowerReaction(),
    ArrestFall(),
    GrabEdge(),
)
conditions.INSTEAD["prone"] = falls.instead_of_prone
checks.FAILED_SAVE[:] = (balances.shaken,)
harm.SHOCKED[:] = (breath.shocked,)
checks.HELPERS[:] = (helped,)
strike.AFTER_HIT[:] = (afflictions.after_hit, balances.after_hit)
conditions.GAINED[draining.DRAINED] = conditions.ENDED[draining.DRAINED] = draining.changed
effects.OTHERS.update(affliction=afflictions.exposes, counteract=counteract.counteracts)
kinds.ALL[:] = KINDS


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
                body, creature = started(creature, world.creatures)
            except ProblemError as error:
                problems += error.problems
                continue
            world = with_creature(world, creature)
            bodies[creature.id] = body
        if problems:
            raise ProblemError(problems)
        items = {item.id: item for creature in world.creatures for item in things_at_first(creature)}
        return surroundings.begun(Fight(world, SYSTEM, MappingProxyType(bodies), MappingProxyType(items)))

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

    def allowed(
        self, fight: Fight, who: str, *, ids: Collection[str] = (), groups: Collection[str] = ()
    ) -> tuple[Option, ...]:
        """What a creature may do now, of some actions and groups of them."""
        if fight.over or not conditions.can_act(fight, who):
            return ()
        return kinds.allowed(KINDS, fight, who, ids, groups)

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        """Conditions and other effects of a creature."""
        return badges_of(fight, who)

    def perceived(self, fight: Fight, who: str) -> Mapping[str, str]:
        """Those who are hidden from a creature or undetected by it.

        Source: pf2e.detect.states, pf2e.detect.hidden, pf2e.detect.undetected
        """
        return noticing.perceived(fight, who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What an action would probably do."""
        return _kind(action).preview(fight, action)

    def resolve(self, run: Run, action: Action) -> None:
        """Carry an action out, and end the turn or the fight when nothing is left to do."""
        kind = _kind(action)
        if action.who not in run.fight.bodies:
            raise Refused(Refusal(text("Nobody is called {name}.", name=action.who), "pf2e.turn.act"))
        before = run.fight
        kind.resolve(run, action)
        noticing.uncovered(run, before)
        surroundings.settle(run)
        mounted.settle(run)
        holds.settle(run)
        active = run.fight.active
        if not order.finish(run) and active and not conditions.can_act(run.fight, active):
            order.end_turn(run, active)


def _kind(action: Action) -> Kind:
    for kind in KINDS:
        if action.id in kind.ids:
            return kind
    raise Refused(Refusal(text("There is no action {action}.", action=action.id), "pf2e.action.kinds"))
