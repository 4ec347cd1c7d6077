"""The fighting rules of Pathfinder 1e, put together from the kinds of actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from tactics.core.lattice import Square
from tactics.core.text import Named, text
from tactics.rules.action import Action, Preview, Refusal, Refused
from tactics.rules.by_kinds import Course, FightByKinds
from tactics.rules.fighting import Run
from tactics.rules.kinds import Kind, refuse
from tactics.rules.things import thing_name
from tactics.rulesets.pf1.fight import conditions, dashes, harm, opportunity, order, ready, turn
from tactics.rulesets.pf1.fight.attacks import Attack, FullAttack
from tactics.rulesets.pf1.fight.badges import badges_of
from tactics.rulesets.pf1.fight.blindly import MoveBlindly
from tactics.rulesets.pf1.fight.casting import Cast, ReadiedPower
from tactics.rulesets.pf1.fight.clambering import Clamber
from tactics.rulesets.pf1.fight.dashes import Charge, ChargeManeuver, Withdraw
from tactics.rulesets.pf1.fight.delay import Delay
from tactics.rulesets.pf1.fight.escaping import Escape
from tactics.rulesets.pf1.fight.first_aid import FirstAid
from tactics.rulesets.pf1.fight.five_foot_step import FiveFootStep
from tactics.rulesets.pf1.fight.footing import hold_on
from tactics.rulesets.pf1.fight.grappling import Grapple, keep_or_lose, let_go_of_the_fallen
from tactics.rulesets.pf1.fight.holding import judged
from tactics.rulesets.pf1.fight.holding_on import HoldOn
from tactics.rulesets.pf1.fight.items_maneuvers import Disarm, Sunder
from tactics.rulesets.pf1.fight.minimum import MinimumMove
from tactics.rulesets.pf1.fight.mounted import fall_off
from tactics.rulesets.pf1.fight.moves import Move
from tactics.rulesets.pf1.fight.overrunning import Overrun
from tactics.rulesets.pf1.fight.ready import Ready
from tactics.rulesets.pf1.fight.running import Runs
from tactics.rulesets.pf1.fight.saddle import Dismount, Mount, MountActs
from tactics.rulesets.pf1.fight.sheet import items_of, sheet_of
from tactics.rulesets.pf1.fight.shoving import BullRush, Trip
from tactics.rulesets.pf1.fight.special import AidAnother, CoupDeGrace, Feint, TotalDefense
from tactics.rulesets.pf1.fight.splashing import Throw
from tactics.rulesets.pf1.fight.square_attack import AttackSquare
from tactics.rulesets.pf1.fight.standing import Crawl, DropProne, StandUp
from tactics.rulesets.pf1.fight.stealth import Hide, Search, after_moving
from tactics.rulesets.pf1.fight.things import Door, Draw, Drop, PickUp, Reload, Sheathe
from tactics.rulesets.pf1.fight.tight import spread_out
from tactics.rulesets.pf1.fight.tumbling import Tumble, TumbleThrough
from tactics.rulesets.pf1.fight.wriggling import Wriggle
from tactics.world.creature import Creature
from tactics.world.fight import Body, Fight, Item
from tactics.world.world import World

KINDS: list[Kind] = [
    Attack(),
    AttackSquare(),
    FullAttack(),
    MountActs(),
    Charge(),
    ChargeManeuver(),
    Cast(),
    Throw(),
    Move(),
    FiveFootStep(),
    Tumble(),
    TumbleThrough(),
    Withdraw(),
    Runs(),
    StandUp(),
    Crawl(),
    DropProne(),
    MoveBlindly(),
    MinimumMove(),
    Clamber(),
    Wriggle(),
    Mount(),
    Dismount(),
    Trip(),
    Disarm(),
    Sunder(),
    BullRush(),
    Overrun(),
    Grapple(),
    HoldOn(),
    Escape(),
    TotalDefense(),
    Hide(),
    Search(),
    Ready(),
    AidAnother(),
    FirstAid(),
    Feint(),
    CoupDeGrace(),
    Draw(),
    Sheathe(),
    Drop(),
    PickUp(),
    Reload(),
    Door(),
    Delay(),
    order.END_TURN,
]
"""Every kind of action, in the order of the action bar."""

ready.POWERS[:] = (ReadiedPower(),)
opportunity.INSTEAD[:] = (Trip(), Disarm(), Sunder())
dashes.INSTEAD[:] = (BullRush(), Overrun(), *opportunity.INSTEAD)


class Pf1Fighting(FightByKinds):
    """Fights by Pathfinder 1e."""

    system, kinds = "pf1", KINDS
    turn_rule, action_rule = "pf1.init.round", "pf1.action.economy"
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

    def prepare(self, world: World) -> Fight:
        """A fight that has not begun.

        Judges see the weapons in hand. Whoever holds them from the beginning on needs no changed copy for that.
        """
        fight = super().prepare(world)
        return replace(fight, world=judged(fight))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What an action would probably do."""
        kind = self.kind(action)
        _aimed_at_something(fight, action)
        return kind.preview(fight, action)

    def before(self, run: Run, action: Action) -> None:
        """Who cannot act is refused; holds are kept or let go at the end of a turn."""
        refuse(conditions.why_not_act(run.fight, action.who))
        if action.id in ("end_turn", "delay"):
            keep_or_lose(run, action.who)

    def follow(self, run: Run, before: Fight, action: Action) -> None:
        """Strain, and what no longer holds."""
        _strain(run, before, action)
        let_go_of_the_fallen(run)
        fall_off(run)
        spread_out(run)
        hold_on(run)
        after_moving(run, action)

    def can_go_on(self, fight: Fight, who: str) -> bool:
        """Whether the one whose turn it is did not fall in the middle of it."""
        return not harm.down(fight, who) and conditions.can_act(fight, who)


_AT_SOMEBODY = frozenset(
    {
        *("attack", "full_attack", "next_attack", "charge", "coup_de_grace", "feint", "aid_another", "first_aid"),
        *("trip", "disarm", "sunder", "bull_rush", "overrun", "grapple", "tumble_through"),
    }
)
"""Actions that are nothing without a target."""


def _aimed_at_something(fight: Fight, action: Action) -> None:
    """Refuse to look at an action whose target or way is nothing; carrying one out finds that by itself.

    Raises:
        Refused: it is aimed at nobody, or its path is no path.
    """
    target, path = action.arguments.get("target"), action.arguments.get("path", ())
    if target not in fight.bodies and (action.id in _AT_SOMEBODY or target):
        raise Refused(Refusal(text("Nobody is called {name}.", name=str(target or "")), "pf1.attack.target_legal"))
    squares = path if isinstance(path, tuple) else ("",)
    steps = [
        (here, there) for here, there in pairwise(squares) if isinstance(here, Square) and isinstance(there, Square)
    ]
    near = all(max(abs(here.x - there.x), abs(here.y - there.y)) == 1 for here, there in steps)
    if len(steps) != max(0, len(squares) - 1) or not near:
        raise Refused(Refusal(text("Say which way it goes."), "pf1.move.in_combat"))


def _strain(run: Run, before: Fight, action: Action) -> None:
    """A standard action costs a disabled creature a hit point; getting away is no strain.

    Source: pf1.hp.zero_disabled
    """
    who = action.who
    spent = run.fight.body(who).count(turn.STANDARD) and not before.body(who).count(turn.STANDARD)
    if spent and run.fight.active == who and action.id != "withdraw" and before.body(who).has("disabled"):
        harm.after_strenuous(run, who)
