"""Hazardous ground: what entering a square of it does."""

from __future__ import annotations

from tactics.core.space import Space
from tactics.core.text import text
from tactics.rules.dice_text import face_sum, parse_dice, roll_dice
from tactics.rules.event import Noted, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import footing, harm
from tactics.rulesets.pf2e.fight.damage import Dealt
from tactics.rulesets.pf2e.fight.harm import Blow
from tactics.world.board import Terrain

RULE = "pf2e.terrain.hazardous"


def entered(run: Run, who: str, before: Space, after: Space) -> None:
    """Hurt a creature for every hazardous square it newly entered; one in the air touches none.

    Source: pf2e.terrain.hazardous, pf2e.move.forced_danger
    """
    if footing.airborne(run.fight, who) or footing.underground(run.fight, who):
        return
    board = run.fight.world.board
    for square in after.squares():
        if not before.holds(square) and board.inside(square) and board.at(square).hazardous:
            _hurt(run, who, board.at(square))


def _hurt(run: Run, who: str, ground: Terrain) -> None:
    dice = parse_dice(ground.damage) if ground.damage else None
    if dice is None:
        run.emit(Noted(who, text("The ground is dangerous; what it does is not said."), RULE))
        return
    rolls = roll_dice(run, dice)
    amount = face_sum(rolls) + dice.bonus
    run.emit(Rolled(who, "damage", rolls, (), amount, target=who, what=text("hazardous ground"), rule=RULE))
    harm.hurt(run, who, [Dealt(amount, ground.damage_type or "untyped")], Blow(rule=RULE))
