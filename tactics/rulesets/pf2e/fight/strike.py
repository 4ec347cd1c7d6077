"""One Strike: its rolls and its damage."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from tactics.core.lattice import Square
from tactics.core.text import composed, text
from tactics.rules.action import Refused
from tactics.rules.dice_text import face_sum, roll_dice
from tactics.rules.event import CounterSet, ItemChanged, ItemLost, Noted, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e import creatures, taking_cover
from tactics.rulesets.pf2e.fight import conditions, noticing, turn, water
from tactics.rulesets.pf2e.fight.checks import CRITICAL_SUCCESS, FAILURE, SUCCESS, check, flat_check
from tactics.rulesets.pf2e.fight.damage import Dealt
from tactics.rulesets.pf2e.fight.harm import Blow, hurt
from tactics.rulesets.pf2e.fight.holding import item_of, weapon_of
from tactics.rulesets.pf2e.fight.legality import SHOTS, can_strike
from tactics.rulesets.pf2e.fight.persistent import begin
from tactics.rulesets.pf2e.fight.plan import PLAIN, Manner, Plan, kind_of, plan_of
from tactics.rulesets.pf2e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.pf2e.fight.strike_damage import Piece, lasting_of, pieces_of, splash_of, splashed
from tactics.rulesets.pf2e.fight.weapon_traits import note_swing
from tactics.world.fight import Fight

__all__ = ["AFTER_HIT", "PLAIN", "Manner", "StrikeResult", "strike"]

AFTER_HIT: list[Callable[[Run, str, str, Weapon, int], None]] = []
"""What else comes of a hit: attacker, target, weapon and the damage that came through; the fight puts it in."""


@dataclass(frozen=True, slots=True)
class StrikeResult:
    """How a Strike came out.

    Attributes:
        degree: of the attack roll; a failure when the flat check before it failed.
        damage: points that came through.
    """

    degree: str
    damage: int = 0

    @property
    def hit(self) -> bool:
        """Whether it hit."""
        return self.degree in (SUCCESS, CRITICAL_SUCCESS)


def strike(
    run: Run, who: str, target: str, weapon: str | Weapon, manner: Manner = PLAIN, *, extra: Iterable[Part] = ()
) -> StrikeResult:
    """Make one Strike: flat check, attack roll, damage. Actions are not spent here; the attack is counted.

    Raises:
        Refused: it may not be made; nothing was emitted.

    Source: pf2e.basic.strike, pf2e.attack.roll, pf2e.detect.hidden
    """
    arm = weapon_of(run.fight, who, weapon)
    refusal = can_strike(run.fight, who, target, arm, kind_of(arm, manner), guessed=manner.guessed)
    if refusal is not None:
        raise Refused(refusal)
    plan = plan_of(run.fight, who, target, arm, manner, extra=extra)
    conditions.lose(run, who, taking_cover.CONDITION)
    if not manner.reaction:
        turn.count_attack(run, who)
    found = _made(run, plan, secret=manner.guessed)
    for comes in AFTER_HIT if found.hit else ():
        comes(run, who, target, arm, found.damage)
    if not manner.reaction:
        note_swing(run, who, target, arm, missed=not found.hit)
    noticing.show(run, who, attacks=True)
    return found


def _made(run: Run, plan: Plan, *, secret: bool) -> StrikeResult:
    """Flat check, attack roll and damage of a Strike; the rolls are secret when a square was guessed.

    Source: pf2e.detect.hidden, pf2e.detect.undetected, pf2e.check.secret
    """
    who, target, arm = plan.who, plan.target, plan.weapon
    if water.swallows(run.fight, who, target, plan.kind, plan.type):
        run.emit(Noted(who, text("It misses: water stops it."), "pf2e.aquatic.ranged"))
        launch(run, who, arm, plan.kind, _square_of(run.fight, target))
        return StrikeResult(FAILURE)
    arm_name = composed("{name}", name=arm.name)
    if plan.flat_dc and not _gets_at(run, plan, secret=secret):
        launch(run, who, arm, plan.kind, _square_of(run.fight, target))
        return StrikeResult(FAILURE)
    found = check(
        run,
        who,
        "attack",
        plan.parts,
        plan.armor_class,
        target=target,
        what=arm_name,
        rule="pf2e.attack.roll",
        secret=secret,
        fortune=not secret,
    )
    launch(run, who, arm, plan.kind, _square_of(run.fight, target))
    if not found.succeeded:
        if found.degree == FAILURE:
            _splash(run, plan, target=True)
        return StrikeResult(found.degree)
    amount = _deal(run, plan, critical=found.degree == CRITICAL_SUCCESS)
    _splash(run, plan, target=False)
    return StrikeResult(found.degree, amount)


def _gets_at(run: Run, plan: Plan, *, secret: bool) -> bool:
    """The flat check to target what is not plainly seen."""
    return flat_check(
        run, plan.who, plan.flat_dc, target=plan.target, what=plan.flat_reason, rule=plan.flat_rule, secret=secret
    ).succeeded


def _deal(run: Run, plan: Plan, *, critical: bool) -> int:
    """Roll the damage and hurt the target.

    Source: pf2e.damage.procedure, pf2e.damage.double_halve, pf2e.damage.persistent
    """
    sheet = sheet_of(run.fight.world.creature(plan.target))
    dealt = [_rolled(run, plan, piece) for piece in pieces_of(plan, sheet, critical=critical)]
    blow = Blow(plan.who, critical, not plan.lethal, strike=True)
    amount = hurt(run, plan.target, (*dealt, *splash_of(plan)), blow)
    for lasting in lasting_of(plan, sheet, critical=critical) if amount else ():
        begin(run, plan.target, lasting, source=plan.who)
    return amount


def _rolled(run: Run, plan: Plan, piece: Piece) -> Dealt:
    rolls = roll_dice(run, piece.dice)
    faces = face_sum(rolls)
    sum_ = piece.sum_of(faces)
    run.emit(Rolled(plan.who, "damage", rolls, piece.added, sum_, target=plan.target, what=piece.name, rule=piece.rule))
    dealt = piece.dealt(faces)
    if piece.twice:
        run.emit(Noted(plan.target, text("Twice that: {n} damage.", n=dealt.amount), "pf2e.damage.double_halve"))
    return dealt


def _splash(run: Run, plan: Plan, *, target: bool) -> None:
    """Damage to everybody around the target, whether it was hit or only missed narrowly.

    Args:
        run: the action.
        plan: the Strike.
        target: the target takes nothing else, and so takes it too.

    Source: pf2e.damage.types
    """
    if not plan.weapon.splash:
        return
    for one in (*((plan.target,) if target else ()), *splashed(run.fight, plan)):
        hurt(run, one, splash_of(plan), Blow(plan.who, nonlethal=not plan.lethal))


def _square_of(fight: Fight, target: str) -> Square:
    return creatures.space_of(fight.world, fight.world.creature(target)).anchor


def launch(run: Run, who: str, weapon: Weapon, kind: str, square: Square) -> None:
    """What becomes of a shot or thrown weapon: one less, lying on the target's square, or to be loaded again."""
    if kind != "ranged":
        return
    if weapon.ammunition is not None:
        key = SHOTS + weapon.id
        run.emit(CounterSet(who, key, run.fight.body(who).count(key) + 1))
    item = item_of(run.fight, who, weapon)
    if item is None:
        return
    if weapon.reload:
        run.emit(ItemChanged(replace(item, ready=False)))
    elif weapon.splash and weapon.ammunition is None:
        run.emit(ItemLost(item.id))
    elif weapon.kind != "ranged" and weapon.ammunition is None:
        run.emit(ItemChanged(replace(item, holder="", hand="", square=square)))
