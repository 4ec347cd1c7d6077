"""Full-round movement: withdrawing and charging."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import (
    Action,
    NeedCreature,
    Option,
    Preview,
    Refusal,
    Refused,
)
from tactics.rules.event import CounterSet, EffectGained, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import Offering, refuse
from tactics.rules.question import Question
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1.charge import landing
from tactics.rulesets.pf1.fight import conditions, moves, opportunity, turn
from tactics.rulesets.pf1.fight.asking import ask, case_about, provoked
from tactics.rulesets.pf1.fight.footing import no_footing
from tactics.rulesets.pf1.fight.holding import judged
from tactics.rulesets.pf1.fight.mounted import at_mount_speed, attack_extra, mount_of, mover_of
from tactics.rulesets.pf1.fight.moves import speed_ft
from tactics.rulesets.pf1.fight.numbers import Manner, melee_weapons, weapon_of
from tactics.rulesets.pf1.fight.position import bands
from tactics.rulesets.pf1.fight.ready import ATTACKS, fire
from tactics.rulesets.pf1.fight.sheet import UNARMED
from tactics.rulesets.pf1.fight.strike import can_strike, strike, strike_preview
from tactics.rulesets.pf1.fight.unseen import HIDDEN, as_known
from tactics.rulesets.pf1.reach import Band
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Duration, Effect, Fight
from tactics.world.lately import LatelyBy
from tactics.world.world import World

_BY_BODY = frozenset({"bull_rush", "overrun"})
_arrivals: LatelyBy[Fight, tuple[str, Square], Fight] = LatelyBy()
CHARGING = Manner(kind="melee", charging=True)

INSTEAD: list[opportunity.Instead] = []
"""Maneuvers in place of the attack at the end of a charge; the fight puts them in."""


def until_next_turn(who: str) -> Duration:
    """Until the start of a creature's next turn."""
    return Duration("start", who, 1)


def no_more_steps(run: Run, who: str) -> None:
    """No 5-foot step in this round any more.

    Source: pf1.charge.no_five_foot, pf1.action.full_round
    """
    run.emit(EffectGained(who, Effect("no_step", duration=Duration("end", who, 1), rule="pf1.action.five_foot_step")))


def has_moved(fight: Fight, who: str) -> Refusal | None:
    """Why a creature can begin no movement that takes the whole turn, None when it can."""
    body = fight.body(who)
    if body.count(turn.MOVED) or body.count(turn.STEP):
        return Refusal(text("It has moved already this turn."), "pf1.action.full_round")
    return None


def _cost(fight: Fight, who: str) -> str:
    """Full-round, or a standard action for one who has no more.

    Source: pf1.action.restricted, pf1.action.withdraw_restricted, pf1.charge.standard_only
    """
    return turn.STANDARD if turn.one_action_only(fight, who) else turn.FULL_ROUND


class Withdraw:
    """Moving up to double speed, the first square left freely.

    Source: pf1.action.withdraw, pf1.action.withdraw_restricted
    """

    ids = ("withdraw",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Where it may withdraw to."""
        who = mover_of(fight, who)
        refusal = self._refusal(fight, who)
        needs = () if refusal else (moves.ways(fight, who, self._budget(fight, who)),)
        yield Option("withdraw", "move", text("Withdraw"), turn.COSTS[_cost(fight, who)], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Withdraw along a path."""
        who, path = mover_of(run.fight, action.who), moves.path_of(action)
        refuse(self._refusal(run.fight, who))
        moves.within(sum(moves.path_costs(run.fight, who, path)), self._budget(run.fight, who), "pf1.action.withdraw")
        turn.spend(run, who, _cost(run.fight, who))
        no_more_steps(run, who)
        moves.walk(run, who, path, action="withdraw")

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react on the way."""
        return moves.way_preview(fight, action, "withdraw")

    def _budget(self, fight: Fight, who: str) -> int:
        return speed_ft(fight, who, "walk") * (1 if turn.one_action_only(fight, who) else 2)

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        if "blinded" in fight.world.creature(who).of("pf1").conditions:
            return Refusal(text("Who cannot see cannot withdraw."), "pf1.action.withdraw")
        found = has_moved(fight, who) or moves.stuck(fight, who, squeezing=True) or no_footing(fight, who)
        return found or turn.affordable(fight, who, _cost(fight, who))


class Charge(Offering):
    """Moving up to double speed straight at a target, and one attack at its end.

    Source: pf1.charge.basics, pf1.charge.attack, pf1.charge.path, pf1.maneuver.action
    """

    ids = ("charge",)
    groups: tuple[str, ...] = ("attack",)

    def offers(self, fight: Fight, who: str, *, refused: bool) -> Iterable[Option]:
        """One option for each weapon: whom it may charge and strike with it."""
        spent = self._refusal(fight, who)
        if spent and not refused:
            return
        for weapon in melee_weapons(fight, who):
            lanes = {} if spent else self._lanes(fight, who, weapon)
            targets = tuple(one for one, path in lanes.items() if _strikes_from(fight, who, one, weapon, path))
            if not targets and not refused:
                continue
            nobody = None if targets else Refusal(text("Nobody can be charged from here."), "pf1.charge.path")
            refusal = spent or nobody
            title = text("Charge: {weapon}", weapon=weapon_of(fight, who, weapon).name)
            needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
            cost = turn.COSTS[_cost(fight, who)]
            yield Option("charge", "attack", title, cost, needs, refusal, {"weapon": weapon})

    def resolve(self, run: Run, action: Action) -> None:
        """Charge and strike."""
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(self._refusal(run.fight, who))
        weapon = str(action.arguments.get("weapon", ""))
        path = self._lanes(run.fight, who, weapon).get(target, ())
        if target not in run.fight.bodies or target == who:
            raise Refused(Refusal(text("There is nobody to charge."), "pf1.charge.basics"))
        if not path:
            verdict = self._verdict(run.fight, who, target)
            words, rule = verdict.summary, verdict.steps[-1].rule if verdict.steps else "pf1.charge.path"
            if verdict.value is True:
                words, rule = text("It cannot strike from where such a charge may end."), "pf1.charge.attack"
            raise Refused(Refusal(words, rule, verdict))
        maneuver = next((one for one in INSTEAD if one.id == weapon), None)
        refuse(_ill_aimed(run.fight, who, target, weapon, maneuver, path))
        mover = mover_of(run.fight, who)
        for one in dict.fromkeys((who, mover)):
            turn.spend(run, one, _cost(run.fight, one))
            conditions.lose(run, one, HIDDEN)
            no_more_steps(run, one)
        if turn.drew_ahead(run.fight, who):
            run.emit(CounterSet(who, turn.WALKS, run.fight.body(who).count(turn.WALKS) + 1))
        effect = Effect("charging", -2, who, until_next_turn(who), rule="pf1.charge.attack")
        run.emit(EffectGained(who, effect))
        if mover != who:
            run.emit(EffectGained(mover, replace(effect, source=mover, duration=until_next_turn(mover))))
        if moves.walk(run, mover, path, action="charge") and conditions.can_act(run.fight, who):
            fire(run, who, ATTACKS)
            if not conditions.can_act(run.fight, who):
                return
            extra = attack_extra(run.fight, who, target, "melee")
            if maneuver is not None:
                _instead(run, who, target, maneuver, extra)
                return
            # Somebody on the way may have struck the weapon out of its hand.
            if can_strike(run.fight, who, target, weapon, CHARGING) is None:
                strike(run, who, target, weapon, _charging(run.fight, who, weapon), extra=extra)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The attack at the end, from where it ends."""
        who, target = action.who, str(action.arguments.get("target", ""))
        weapon = str(action.arguments.get("weapon", ""))
        path = self._lanes(fight, who, weapon).get(target, ())
        if not path:
            raise Refused(Refusal(text("Nobody can be charged from here."), "pf1.charge.path"))
        mover = mover_of(fight, who)
        there = _arrived(fight, who, path)
        if any(one.id == weapon for one in INSTEAD):
            return Preview(reactions=provoked(fight, mover, path, "charge"))
        extra = attack_extra(fight, who, target, "melee")
        found = strike_preview(there, who, target, weapon, _charging(fight, who, weapon), extra=extra)
        return replace(found, reactions=provoked(fight, mover, path, "charge"))

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        mover = mover_of(fight, who)
        found = has_moved(fight, mover) or moves.stuck(fight, mover)
        return (
            found
            or (None if _drew(fight, who) else turn.affordable(fight, who, _cost(fight, who)))
            or (None if mover == who else turn.affordable(fight, mover, _cost(fight, mover)))
        )

    def _lanes(self, fight: Fight, who: str, weapon: str) -> dict[str, tuple[Square, ...]]:
        """Whom a creature may charge to strike with a weapon, or to try a maneuver, and the way to each."""
        side = fight.world.creature(who).side
        mover = mover_of(fight, who)
        single = turn.one_action_only(fight, mover) or _drew(fight, who)
        found: dict[str, tuple[Square, ...]] = {}
        for one in fight.world.creatures:
            if one.side == side or fight.body(one.id).out:
                continue
            path = lane(fight, who, one.id, _bands(fight, who, weapon))
            if path and (not single or sum(moves.path_costs(fight, mover, path)) <= speed_ft(fight, mover, "walk")):
                found[one.id] = path
        return found

    def _verdict(self, fight: Fight, who: str, target: str) -> Verdict:
        world = judged(at_mount_speed(as_known(fight, who, (target,)), who))
        return ask(world, Question(ask="legal", who=who, action="charge", target=target), explain=True)


class ChargeManeuver(Charge):
    """A charge with a maneuver instead of the attack.

    Source: pf1.maneuver.action
    """

    groups = ("maneuver",)

    def offers(self, fight: Fight, who: str, *, refused: bool) -> Iterable[Option]:
        """One option for each maneuver that fits somebody."""
        if self._refusal(fight, who) is not None:
            return
        for maneuver in INSTEAD:
            lanes = self._lanes(fight, who, maneuver.id)
            fit = tuple(one for one, path in lanes.items() if maneuver.fits(_arrived(fight, who, path), who, one))
            if fit:
                title = text("Charge: {weapon}", weapon=maneuver.title)
                needs = (NeedCreature("target", fit, text("Whom?")),)
                cost = turn.COSTS[_cost(fight, who)]
                yield Option("charge", "maneuver", title, cost, needs, None, {"weapon": maneuver.id})


def _bands(fight: Fight, who: str, weapon: str) -> tuple[Band, ...] | None:
    """At what distances a weapon strikes; bare hands for a maneuver of the body, None for one with any weapon.

    Source: pf1.charge.path, pf1.maneuver.reach
    """
    if weapon in _BY_BODY:
        return bands(fight, who, weapon_of(fight, who, UNARMED))
    known = weapon in melee_weapons(fight, who)
    return bands(fight, who, weapon_of(fight, who, weapon)) if known else None


def _arrived(fight: Fight, who: str, path: tuple[Square, ...]) -> Fight:
    """The fight with a charger and its mount at the end of their way, to look ahead."""
    square = path[-1]
    known = _arrivals.at(fight)
    found = known.get((who, square))
    if found is None:
        found = moves.standing_at(fight, mover_of(fight, who), square)
        found = found if mover_of(fight, who) == who else moves.standing_at(found, who, square)
        found = _having_moved(found, who, sum(moves.path_costs(fight, mover_of(fight, who), path)), path)
        known[who, square] = found
    return found


def _having_moved(fight: Fight, who: str, walked_ft: int, path: tuple[Square, ...]) -> Fight:
    """The fight with the distance of a way counted."""
    body = fight.body(who)
    slanting = sum(1 for here, there in pairwise(path) if here.x != there.x and here.y != there.y)
    counted = {turn.MOVED: body.count(turn.MOVED) + walked_ft, turn.DIAGONALS: body.count(turn.DIAGONALS) + slanting}
    body = replace(body, counters=MappingProxyType({**body.counters, **counted}))
    return replace(fight, bodies=MappingProxyType({**fight.bodies, who: body}))


def _drew(fight: Fight, who: str) -> bool:
    """Whether it drew a weapon as part of a charge at single speed: nothing else was done, and a full round is left.

    Source: pf1.charge.draw
    """
    used = fight.body(who).count(turn.STANDARD) or mount_of(fight, who) or turn.one_action_only(fight, who)
    return not used and turn.drew_ahead(fight, who)


def _strikes_from(fight: Fight, who: str, target: str, weapon: str, path: tuple[Square, ...]) -> bool:
    """Whether a weapon can strike the target from where the charge ends.

    Source: pf1.charge.attack
    """
    return can_strike(_arrived(fight, who, path), who, target, weapon, CHARGING) is None


def _ill_aimed(
    fight: Fight,
    who: str,
    target: str,
    weapon: str,
    maneuver: opportunity.Instead | None,
    path: tuple[Square, ...],
) -> Refusal | None:
    """Why a charge cannot end with a weapon or a maneuver against its target."""
    if maneuver is not None:
        fits = maneuver.fits(_arrived(fight, who, path), who, target)
        return None if fits else Refusal(text("That cannot be tried on the target."), "pf1.maneuver.action")
    if weapon not in melee_weapons(fight, who):
        return Refusal(text("It has no such weapon at hand."), "pf1.charge.attack")
    if not _strikes_from(fight, who, target, weapon, path):
        name = weapon_of(fight, who, weapon).name
        words = text("{weapon} does not reach from where the charge ends.", weapon=name)
        return Refusal(words, "pf1.charge.attack")
    return None


def _instead(run: Run, who: str, target: str, maneuver: opportunity.Instead, extra: tuple[Part, ...]) -> None:
    """A maneuver at the end of a charge, with the charge's bonus.

    Source: pf1.maneuver.action, pf1.charge.attack
    """
    if maneuver.fits(run.fight, who, target):
        charge = Part(table("fight")["attack"]["charge"], text("charge"), "", "pf1.charge.attack")
        maneuver.attempt_on(run, who, target, (charge, *extra))


def _charging(fight: Fight, who: str, weapon: str) -> Manner:
    """How the blow of a charge is made; a lance in a rider's hands does double damage.

    Source: pf1.charge.lance
    """
    lance = "lance" in weapon_of(fight, who, weapon).properties and bool(mount_of(fight, who))
    return replace(CHARGING, multiplier=table("fight")["mounted"]["lance"]) if lance else CHARGING


def lane(fight: Fight, who: str, target: str, reach: tuple[Band, ...] | None = None) -> tuple[Square, ...]:
    """The squares of a legal charge, from where the charger stands to the place it strikes from; () for none.

    Args:
        fight: the moment.
        who: who charges.
        target: whom.
        reach: distances at which it means to strike, None for all it has.
    """
    known = as_known(fight, who, (target,))
    who_walks, end = mover_of(fight, who), _landing(known, who, target, reach)
    if end is None:
        return ()
    start = fight.world.creature(who_walks).space.anchor
    path = [start]
    while path[-1] != end:
        here = path[-1]
        path.append(Square(here.x + _sign(end.x - here.x), here.y + _sign(end.y - here.y)))
    return tuple(path) if _can_walk(fight, who_walks, tuple(path)) else _cheapest(fight, who_walks, end)


_landings: LatelyBy[World, tuple[str, str, tuple[Band, ...] | None], Square | None] = LatelyBy()


def _landing(fight: Fight, who: str, target: str, reach: tuple[Band, ...] | None) -> Square | None:
    """Where a charge at a target ends, None when it is not legal.

    Source: pf1.charge.path
    """
    world = judged(at_mount_speed(fight, who))
    known = _landings.at(world)
    key = who, target, reach
    if key not in known:
        case = case_about(world, Question(ask="legal", who=who, action="charge", target=target))
        known[key] = landing(case, world.creature(who), world.creature(target), reach)
    return known[key]


def _can_walk(fight: Fight, who: str, path: tuple[Square, ...]) -> bool:
    try:
        moves.path_costs(fight, who, path)
    except Refused:
        return False
    return True


def _cheapest(fight: Fight, who: str, end: Square) -> tuple[Square, ...]:
    question = Question(ask="path_cost", who=who, to=end)
    return ask(fight.world, question).squares.get("path", ())


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
