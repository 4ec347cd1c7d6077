"""Attacking a square in which an unseen enemy is believed to be."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.geometry.effect import visible_squares
from tactics.geometry.scene import scene_of
from tactics.rules.action import Action, NeedSquare, Option, Preview, Refusal
from tactics.rules.fighting import Run
from tactics.rules.kinds import Offering, refuse
from tactics.rulesets.pf1.concealment import TOTAL
from tactics.rulesets.pf1.cover_found import TOTAL as COVERED
from tactics.rulesets.pf1.fight import conditions, turn
from tactics.rulesets.pf1.fight.attack_numbers import increments, most_increments
from tactics.rulesets.pf1.fight.attacks import blow
from tactics.rulesets.pf1.fight.numbers import AttackStep, Manner, melee_weapons
from tactics.rulesets.pf1.fight.position import Position, case_of, position, square_distance_ft, square_reached
from tactics.rulesets.pf1.fight.series import UNARMED, Arm, arms
from tactics.rulesets.pf1.fight.strike import can_strike, strike_preview
from tactics.rulesets.pf1.fight.unseen import hidden_from
from tactics.rulesets.pf1.places import foes, space_of
from tactics.rulesets.pf1.sight import may_hide, unseen
from tactics.world.fight import Fight


class AttackSquare(Offering):
    """An attack on a square, offered while some enemy is not seen.

    Source: pf1.conceal.total, pf1.attack.target_legal
    """

    ids = ("attack_square",)
    groups = ("attack",)

    def offers(self, fight: Fight, who: str, *, refused: bool) -> Iterable[Option]:
        """One option for each weapon at hand."""
        spent = turn.affordable(fight, who, turn.STANDARD)
        if spent and not refused:
            return
        usable = _arms(fight, who)
        if conditions.why_not_attack(fight, who) is not None or not _somebody_unseen(fight, who, usable):
            return
        for arm in usable:
            squares = () if spent else _squares(fight, who, arm)
            refusal = spent or _refusal(fight, who, arm, squares)
            needs = () if refusal else (NeedSquare("square", squares, text("Which square?")),)
            title = text("Attack a square: {weapon}", weapon=arm.weapon.name)
            arguments = {"weapon": arm.weapon.id, "kind": arm.kind}
            yield Option("attack_square", "attack", title, turn.COSTS[turn.STANDARD], needs, refusal, arguments)

    def resolve(self, run: Run, action: Action) -> None:
        """Strike at the square, whoever is there."""
        who, step = action.who, _step(run.fight, action)
        refuse(turn.affordable(run.fight, who, turn.STANDARD))
        refuse(can_strike(run.fight, who, "", step.weapon, step.manner))
        turn.spend(run, who, turn.STANDARD)
        blow(run, who, "", step, "plain")

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing but that half of the hits miss."""
        step = _step(fight, action)
        return strike_preview(fight, action.who, "", step.weapon, step.manner)


def _arms(fight: Fight, who: str) -> tuple[Arm, ...]:
    """Ways to attack; bare hands only for those trained to fight with them."""
    return tuple(one for one in arms(fight, who) if one.weapon.id != UNARMED or UNARMED in melee_weapons(fight, who))


def _somebody_unseen(fight: Fight, who: str, usable: tuple[Arm, ...]) -> bool:
    """Whether an enemy that could be hit is not seen."""
    world = fight.world
    own, hidden = world.creature(who), may_hide(world)
    return bool(usable) and any(
        hidden_from(fight, foe.id, who) or _unseen(position(fight, who, foe.id, usable[0].weapon, usable[0].kind))
        for foe in foes(world, own)
        if foe.id in fight.bodies and not fight.body(foe.id).out and (hidden or unseen(own, foe) is not None)
    )


def _unseen(found: Position) -> bool:
    return found.concealment == TOTAL and found.cover != COVERED


def _squares(fight: Fight, who: str, arm: Arm) -> tuple[Square, ...]:
    """Squares that can be struck at: in reach or range, not behind total cover, none of its own."""
    case = case_of(fight)
    board, space = case.world.board, space_of(case.world, case.world.creature(who))
    every = (Square(x, y) for y in range(board.height) for x in range(board.width))
    near = [one for one in every if not space.holds(one) and not board.solid(one) and _near(fight, who, arm, one)]
    seen = visible_squares(scene_of(case.world), space, near, touch=str(case.switch("loe_touch")))
    return tuple(one for one in near if one in seen)


def _near(fight: Fight, who: str, arm: Arm, square: Square) -> bool:
    """Whether a square is within a weapon's distances.

    Source: pf1.attack.melee_band, pf1.attack.range_increment
    """
    away_ft = square_distance_ft(fight, who, square)
    if arm.kind == "ranged":
        return increments(arm.weapon, away_ft) <= most_increments(arm.weapon)
    return square_reached(fight, who, square, arm.weapon)


def _refusal(fight: Fight, who: str, arm: Arm, squares: tuple[Square, ...]) -> Refusal | None:
    """Why the weapon cannot be used on any square; all squares here are within reach."""
    if not squares:
        return Refusal(text("No square is in reach."), "pf1.attack.melee_band")
    return can_strike(fight, who, "", arm.weapon, Manner(kind=arm.kind, at=squares[0]))


def _step(fight: Fight, action: Action) -> AttackStep:
    """The attack an action means.

    Raises:
        Refused: the weapon is not at hand, or no square is named.
    """
    weapon, kind, square = (action.arguments.get(name) for name in ("weapon", "kind", "square"))
    known = {(one.weapon.id, one.kind) for one in _arms(fight, action.who)}
    if (weapon, kind) not in known or not isinstance(square, Square):
        refuse(Refusal(text("Name a weapon at hand and a square."), "pf1.attack.target_legal"))
    assert isinstance(square, Square)
    return AttackStep(str(weapon), Manner(kind=str(kind), at=square))
