"""What others may answer in an attack: hits and misses, damage, a creature that is bloodied."""

from __future__ import annotations

from collections.abc import Mapping

from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.fight import conditions, reactions
from tactics.rulesets.dnd4e.fight.reactions import Trigger
from tactics.world.fight import Body


def rolled(run: Run, who: str, target: str, *, hit: bool, before: bool) -> None:
    """Tell everybody that an attack hit or missed, before or after what comes of that.

    Source: dnd4e.action.immediate
    """
    if who == target:
        return
    reactions.offer(run, Trigger("hit" if hit else "missed", who, target, before))
    if hit:
        reactions.offer(run, Trigger("ally_hit", who, target, before))


def aftermath(run: Run, who: str, before: Mapping[str, Body]) -> None:
    """Let those who were hurt or bloodied react, when all has come to pass.

    Args:
        run: the action.
        who: who caused it.
        before: everybody as it was.

    Source: dnd4e.action.immediate, dnd4e.hp.bloodied
    """
    for one, body in before.items():
        now = run.fight.body(one)
        if now.out or now.hp >= body.hp:
            continue
        reactions.offer(run, Trigger("hurt", who, one, before=False))
        if body.hp > body.max_hp // 2 and conditions.bloodied(run.fight, one):
            reactions.offer(run, Trigger("bloodied", who, one, before=False))
