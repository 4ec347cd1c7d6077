"""The fighting rules of Pathfinder 2e, put together from the kinds of actions and reactions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tactics.core.text import Named
from tactics.rules.action import Action
from tactics.rules.by_kinds import Course, FightByKinds
from tactics.rules.fighting import Run
from tactics.rules.kinds import Kind
from tactics.rules.things import thing_name
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
from tactics.world.creature import Creature
from tactics.world.fight import Body, Fight, Item
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
    order.END_TURN,
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


class Pf2eFighting(FightByKinds):
    """Fights by Pathfinder 2e."""

    system, kinds = SYSTEM, KINDS
    turn_rule, action_rule = "pf2e.turn.act", "pf2e.action.kinds"
    course = Course(order.begin, conditions.can_act, turn.resources, order.end_turn, order.finish, badges_of)

    def started(self, creature: Creature, world: World) -> tuple[Body, Creature]:
        """A creature with all its hit points, and what it wears."""
        return started(creature, world.creatures)

    def things(self, creature: Creature) -> Iterable[Item]:
        """What it has in its hands and about it."""
        return things_at_first(creature)

    def thing_name(self, maker: Creature, kind: str) -> Named:
        """What its stat block calls a thing."""
        return thing_name(sheet_of(maker), kind)

    def prepare(self, world: World) -> Fight:
        """A fight that has not begun, in its surroundings."""
        return surroundings.begun(super().prepare(world))

    def perceived(self, fight: Fight, who: str) -> Mapping[str, str]:
        """Those who are hidden from a creature or undetected by it.

        Source: pf2e.detect.states, pf2e.detect.hidden, pf2e.detect.undetected
        """
        return noticing.perceived(fight, who)

    def follow(self, run: Run, before: Fight, action: Action) -> None:
        """What no longer holds."""
        noticing.uncovered(run, before)
        surroundings.settle(run)
        mounted.settle(run)
        holds.settle(run)
