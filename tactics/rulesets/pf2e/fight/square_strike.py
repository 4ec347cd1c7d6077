"""A Strike at a square where somebody undetected is thought to be.

Whether the square was the wrong one, the flat check failed or the blow missed, the attacker is told the same: both
rolls are secret, and an empty square is rolled for as if somebody stood there.
"""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.dice import Roll
from tactics.core.lattice import Square
from tactics.core.text import composed, text
from tactics.geometry.scene import scene_of
from tactics.geometry.seen import seen_squares
from tactics.rules.action import Action, NeedSquare, Option, Preview, Refusal
from tactics.rules.event import Noted, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rules.question import Question
from tactics.rulesets.pf2e import taking_cover
from tactics.rulesets.pf2e.detection import UNDETECTED, flat_check_dc
from tactics.rulesets.pf2e.distance import gaps_sq, height_reading, metric_sq, range_penalty, spot
from tactics.rulesets.pf2e.fight import conditions, noticing, performing, turn
from tactics.rulesets.pf2e.fight.asking import ask, case_of
from tactics.rulesets.pf2e.fight.checks import DIE, FAILURE, flat_check
from tactics.rulesets.pf2e.fight.holding import board_name, judged, weapon_of
from tactics.rulesets.pf2e.fight.legality import unready
from tactics.rulesets.pf2e.fight.performing import ATTACK, RANGED, Deed
from tactics.rulesets.pf2e.fight.sheet import Weapon
from tactics.rulesets.pf2e.fight.statistics import strike_parts
from tactics.rulesets.pf2e.fight.strike import Manner, launch, strike
from tactics.rulesets.pf2e.fight.strikes import arms
from tactics.rulesets.pf2e.tables import SQUARE_FT
from tactics.world.fight import Fight

AIM = "square"
_RULE = "pf2e.detect.undetected"


def _deed(kind: str) -> Deed:
    return Deed("strike_square", 1, frozenset({ATTACK, RANGED} if kind == "ranged" else {ATTACK}))


class StrikeSquare:
    """A Strike at whoever may be in a square. Source: pf2e.detect.undetected, pf2e.effect.targets."""

    ids = ("strike_square",)
    groups = ("attack",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Offered while somebody is about whose place is not known; who has noticed nobody does not lash about."""
        if noticing.UNSEEN not in noticing.perceived(fight, who).values():
            return
        for weapon, kind in arms(fight, who):
            refusal = performing.why_not(fight, who, _deed(kind)) or unready(fight, who, weapon)
            squares = () if refusal else squares_of(fight, who, weapon, kind)
            if refusal is None and not squares:
                refusal = Refusal(text("There is no square to strike at."), _RULE)
            needs = () if refusal else (NeedSquare(AIM, squares, text("Which square?")),)
            title = text("Strike a square: {weapon}", weapon=weapon.name)
            if kind == "ranged" and not weapon.ranged:
                title = text("Throw at a square: {weapon}", weapon=weapon.name)
            named = {"weapon": weapon.id, "kind": kind}
            yield Option("strike_square", "attack", title, turn.COSTS[1], needs, refusal, named)

    def resolve(self, run: Run, action: Action) -> None:
        """Strike into the square."""
        who = action.who
        weapon, kind = _meant(run.fight, action)
        square = action.arguments.get(AIM)
        refuse(performing.why_not(run.fight, who, _deed(kind)) or unready(run.fight, who, weapon))
        if not isinstance(square, Square) or square not in squares_of(run.fight, who, weapon, kind):
            refuse(Refusal(text("It cannot strike at that square."), _RULE))
        assert isinstance(square, Square)
        if not performing.begin(run, who, _deed(kind)):
            turn.count_attack(run, who)
            return
        target = _in_square(run.fight, who, square)
        if target:
            hit = strike(run, who, target, weapon, Manner(kind=kind, guessed=True)).hit
        else:
            hit = _nobody_there(run, who, weapon, kind, square)
        if not hit:
            run.emit(Noted(who, text("The blow at {square} meets nothing.", square=square), _RULE))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The modifiers; no chance, for it is not known who is there."""
        weapon, kind = _meant(fight, action)
        dc = flat_check_dc(UNDETECTED)
        notes = (text("First a flat check against DC {dc}.", dc=dc), text("Both rolls are secret."))
        found = Preview(parts=_parts(fight, action.who, weapon, kind), notes=notes)
        return performing.previewed(fight, action.who, _deed(kind), found)


def _meant(fight: Fight, action: Action) -> tuple[Weapon, str]:
    named, kind = str(action.arguments.get("weapon", "")), str(action.arguments.get("kind", ""))
    for weapon, way in arms(fight, action.who):
        if weapon.id == named and kind in ("", way):
            return weapon_of(fight, action.who, named), way
    refuse(Refusal(text("It has no such weapon at hand."), "pf2e.basic.strike"))
    raise AssertionError


def squares_of(fight: Fight, who: str, weapon: Weapon, kind: str) -> tuple[Square, ...]:
    """Squares a weapon can be aimed at in which one perceives nobody.

    Source: pf2e.attack.melee_reach, pf2e.attack.range_penalty
    """
    world, hidden = judged(fight), noticing.perceived(fight, who)
    taken = {
        square
        for one in world.creatures
        if one.id not in hidden or hidden[one.id] == noticing.SENSED
        for square in one.space.squares()
        if not fight.body(one.id).out
    }
    if kind == "melee":
        question = Question(ask="threatened", who=who, weapon=board_name(weapon, kind))
        found = ask(world, question).squares.get("threatened", ())
    else:
        seen = seen_squares(scene_of(world), world.creature(who).space)
        every = (Square(x, y) for y, row in enumerate(seen.tolist()) for x, free in enumerate(row) if free)
        found = tuple(one for one in every if _penalty(fight, who, weapon, one) is not None)
    return tuple(one for one in found if one not in taken)


def _penalty(fight: Fight, who: str, weapon: Weapon, square: Square) -> int | None:
    """The range penalty of a shot at a square, None when it is too far."""
    case = case_of(fight)
    gaps = gaps_sq(spot(case.world, who), spot(case.world, square))
    feet = metric_sq(gaps, height_reading(case, gaps)) * SQUARE_FT
    return None if weapon.increment_ft is None else range_penalty(feet, weapon.increment_ft)


def _in_square(fight: Fight, who: str, square: Square) -> str:
    """Who is in a square undetected by a creature, "" for nobody."""
    hidden = noticing.perceived(fight, who)
    undetected = (one for one, how in hidden.items() if how != noticing.SENSED)
    return next((one for one in undetected if fight.world.creature(one).space.holds(square)), "")


def _parts(fight: Fight, who: str, weapon: Weapon, kind: str) -> tuple[Part, ...]:
    penalty = turn.penalty_with(fight, who, weapon)
    rule = "pf2e.attack.map_agile" if "agile" in weapon.traits else "pf2e.attack.multiple_attack_penalty"
    extra = [Part(penalty, text("multiple attack penalty"), "", rule)] if penalty else []
    return strike_parts(fight, who, weapon, kind, extra=extra)


def _nobody_there(run: Run, who: str, weapon: Weapon, kind: str, square: Square) -> bool:
    """Roll for an empty square as if somebody stood there; it is a miss whatever falls.

    Source: pf2e.detect.undetected, pf2e.check.secret
    """
    parts = _parts(run.fight, who, weapon, kind)
    conditions.lose(run, who, taking_cover.CONDITION)
    turn.count_attack(run, who)
    named = composed("{name}", name=weapon.name)
    if flat_check(run, who, flat_check_dc(UNDETECTED), rule=_RULE, secret=True).succeeded:
        face = run.roll(DIE)
        rolls, sum_ = (Roll(DIE, face),), face + total(parts)
        run.emit(Rolled(who, "attack", rolls, parts, sum_, outcome=FAILURE, what=named, rule=_RULE, secret=True))
    launch(run, who, weapon, kind, square)
    noticing.show(run, who, attacks=True)
    return False
