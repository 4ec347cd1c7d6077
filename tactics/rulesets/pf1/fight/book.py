"""The fighting rules of Pathfinder 1e, put together from the kinds of actions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from types import MappingProxyType

from tactics.core.lattice import Square
from tactics.core.problems import Problem, ProblemError
from tactics.core.text import Named, Text, text
from tactics.rules.action import Action, Badge, Option, Preview, Refusal, Refused, Resource
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight import conditions, dashes, harm, opportunity, order, ready, turn
from tactics.rulesets.pf1.fight.attacks import Attack, FullAttack
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
from tactics.rulesets.pf1.fight.kinds import Kind, allowed
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
from tactics.world.fight import Body, Effect, Fight
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
    order.EndTurn(),
]
"""Every kind of action, in the order of the action bar."""

ready.POWERS[:] = (ReadiedPower(),)
opportunity.INSTEAD[:] = (Trip(), Disarm(), Sunder())
dashes.INSTEAD[:] = (BullRush(), Overrun(), *opportunity.INSTEAD)


class Pf1Fighting:
    """Fights by Pathfinder 1e; see `tactics.rules.fighting.Fighting`."""

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
        fight = Fight(world, "pf1", MappingProxyType(bodies), MappingProxyType(items))
        # Judges see the weapons in hand. Whoever holds them from the beginning on needs no changed copy for that.
        return replace(fight, world=judged(fight))

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
        return tuple(
            option
            for kind in _kinds_of(tuple(ids), tuple(groups))
            for option in allowed(kind, fight, who)
            if option.id in ids or option.group in groups
        )

    def badges(self, fight: Fight, who: str) -> tuple[Badge, ...]:
        """Conditions and other effects of a creature."""
        return tuple(_badge(fight, effect) for effect in fight.body(who).effects)

    def perceived(self, fight: Fight, who: str) -> Mapping[str, str]:
        """Everybody counts as seen: who is unseen is a matter of attacks only."""
        return MappingProxyType({})

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What an action would probably do."""
        kind = _kind(action)
        _aimed_at_something(fight, action)
        return kind.preview(fight, action)

    def resolve(self, run: Run, action: Action) -> None:
        """Carry an action out, and end the fight when nobody is left to fight."""
        kind = _kind(action)
        if action.who not in run.fight.bodies:
            raise Refused(Refusal(text("Nobody is called {name}.", name=action.who), "pf1.init.round"))
        unable = conditions.why_not_act(run.fight, action.who)
        if unable is not None:
            raise Refused(unable)
        if action.id in ("end_turn", "delay"):
            keep_or_lose(run, action.who)
        before = run.fight
        kind.resolve(run, action)
        _strain(run, before, action)
        let_go_of_the_fallen(run)
        fall_off(run)
        spread_out(run)
        hold_on(run)
        after_moving(run, action)
        if not order.finish(run) and _cannot_go_on(run.fight):
            order.end_turn(run, run.fight.active)


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


def _cannot_go_on(fight: Fight) -> bool:
    """Whether the one whose turn it is fell in the middle of it."""
    who = fight.active
    return bool(who) and (harm.down(fight, who) or not conditions.can_act(fight, who))


@cache
def _kinds_of(ids: tuple[str, ...], groups: tuple[str, ...]) -> tuple[Kind, ...]:
    """The kinds that may offer some action, or one of some group."""
    return tuple(one for one in KINDS if set(one.ids) & set(ids) or set(one.groups) & set(groups))


def _kind(action: Action) -> Kind:
    for kind in _kinds_of((action.id,), ()):
        return kind
    raise Refused(Refusal(text("There is no action {action}.", action=action.id), "pf1.action.economy"))


_ENDS = {
    "start": text("until the start of the turn of {name}"),
    "end": text("until the end of the turn of {name}"),
}


def _badge(fight: Fight, effect: Effect) -> Badge:
    ends: Text | None = None
    if effect.duration.anchor in _ENDS and effect.duration.of:
        creature = fight.world.creature(effect.duration.of)
        ends = text(_ENDS[effect.duration.anchor].msgid, name=creature.name if creature.name.en else creature.id)
    return Badge(effect.id, conditions.named(effect.id), effect.value, ends, effect.rule)
