"""Take Cover, and leaving it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tactics.core.text import as_words, text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.event import EffectGained, EffectLost
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import ACTIONS
from tactics.rulesets.pf2e import taking_cover
from tactics.rulesets.pf2e.cover import near_feature
from tactics.rulesets.pf2e.fight import conditions, noticing, performing, turn
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.rulesets.pf2e.fight.performing import Deed
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.world.fight import Fight

TAKE = Deed("take_cover")
LEAVE = Deed("leave_cover", 0)
SHIELD_RAISED = "shield_raised"


class TakeCover:
    """Pressing against what is there: better cover until one leaves it or attacks. Source: pf2e.basic.take_cover."""

    ids = ("take_cover", "leave_cover")
    groups = ("defend",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Taking it, or ending it for who has."""
        if fight.body(who).has(taking_cover.CONDITION):
            refusal = performing.why_not(fight, who, LEAVE)
            yield Option("leave_cover", "defend", as_words(ACTIONS, "leave_cover"), turn.COSTS[0], refusal=refusal)
        else:
            refusal = _no_cover(fight, who)
            yield Option("take_cover", "defend", as_words(ACTIONS, "take_cover"), turn.COSTS[1], refusal=refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Take cover or leave it."""
        who = action.who
        if action.id == "leave_cover":
            if performing.begin(run, who, LEAVE):
                conditions.lose(run, who, taking_cover.CONDITION)
            return
        refuse(_no_cover(run.fight, who))
        if performing.begin(run, who, TAKE):
            conditions.gain(run, who, taking_cover.CONDITION, rule="pf2e.basic.take_cover")
            _behind_the_shield(run, who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        return Preview()


def _no_cover(fight: Fight, who: str) -> Refusal | None:
    refusal = performing.why_not(fight, who, TAKE)
    if refusal is not None:
        return refusal
    world, rule = judged(fight), "pf2e.basic.take_cover"
    if fight.body(who).has(taking_cover.CONDITION):
        return Refusal(text("It has taken cover already."), rule)
    grades = [noticing.cover_from(world, one, who) for one in noticing.known_watchers(fight, who)]
    covered = any(one in ("lesser", "standard", "greater", "total") for one in grades)
    near = near_feature(world, world.creature(who).space)
    if covered or _tower_shield(fight, who):
        return None
    if taking_cover.may_take_cover("none", prone=fight.body(who).has("prone"), near_feature=near):
        return None
    return Refusal(text("There is nothing to take cover with."), rule)


def _tower_shield(fight: Fight, who: str) -> int:
    """What a raised shield gives when cover is taken behind it, 0 when it is none to take cover behind."""
    shield = sheet_of(fight.world.creature(who)).shield
    return shield.cover_bonus if shield is not None and fight.body(who).has(SHIELD_RAISED) else 0


def _behind_the_shield(run: Run, who: str) -> None:
    """A raised tower shield is worth more to one who takes cover behind it. Source: pf2e.basic.take_cover."""
    _set_shield(run, who, _tower_shield(run.fight, who))


def left_cover(run: Run, who: str) -> None:
    """Cover was left: a raised shield is worth what it was. Source: pf2e.basic.take_cover."""
    shield = sheet_of(run.fight.world.creature(who)).shield
    if shield is not None and _tower_shield(run.fight, who):
        _set_shield(run, who, shield.bonus)


def _set_shield(run: Run, who: str, amount: int) -> None:
    for effect in run.fight.body(who).effects:
        if amount and effect.id == SHIELD_RAISED and effect.value != amount:
            run.emit(EffectLost(who, effect))
            run.emit(EffectGained(who, replace(effect, value=amount)))


def unconscious(run: Run, who: str) -> None:
    """Nobody keeps behind cover asleep. Source: pf2e.basic.take_cover."""
    conditions.lose(run, who, taking_cover.CONDITION)
