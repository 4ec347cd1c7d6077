"""Grappling: taking hold, holding on in four ways, getting free.

Who holds is marked by the effect "grappling" with the held one as its note; both are "grappled". A pinned one is
"pinned" instead.
"""

from __future__ import annotations

from tactics.core.lattice import Square
from tactics.core.text import text
from tactics.rules.action import (
    Action,
    Preview,
    Refusal,
)
from tactics.rules.event import CounterSet, EffectGained, EffectLost, Moved, Part
from tactics.rules.fighting import Run
from tactics.rules.things import READY
from tactics.rulesets.pf1.fight import conditions, turn
from tactics.rulesets.pf1.fight.holding import things_of
from tactics.rulesets.pf1.fight.maneuver import (
    TargetedManeuver,
    attempt,
    check_preview,
    within_reach,
)
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.world.fight import Effect, Fight
from tactics.world.place import fits

GRAPPLING, GRAPPLED, PINNED, PINNING = "grappling", "grappled", "pinned", "pinning"
_BUSY_HANDS = -4
RULE = "pf1.maneuver.grapple"


def holds(fight: Fight, who: str) -> str:
    """Id of the creature somebody holds, "" for none."""
    return next((one.note for one in fight.body(who).effects if one.id == GRAPPLING), "")


def held_by(fight: Fight, who: str) -> str:
    """Id of the creature that holds somebody, "" for none."""
    return next((one.id for one in fight.world.creatures if holds(fight, one.id) == who), "")


def release(run: Run, who: str) -> None:
    """Let go: the holder and the held one are free of each other."""
    target = holds(run.fight, who)
    for one, ids in ((who, (GRAPPLING, GRAPPLED, PINNING)), (target, (GRAPPLED, PINNED))):
        if one:
            for effect in run.fight.body(one).effects:
                if effect.id in ids:
                    run.emit(EffectLost(one, effect))


def hands_part(fight: Fight, who: str) -> tuple[Part, ...]:
    """Humanoids without two free hands hold badly.

    Source: pf1.maneuver.grapple
    """
    busy = any(one.hand in READY for one in things_of(fight, who))
    if sheet_of(fight.world.creature(who)).type != "humanoid" or not busy:
        return ()
    return (Part(_BUSY_HANDS, text("without two free hands"), rule=RULE),)


class Grapple(TargetedManeuver):
    """Taking hold of somebody.

    Source: pf1.maneuver.grapple
    """

    id, rule = "grapple", RULE

    def unable(self, fight: Fight, who: str) -> Refusal | None:
        """Not while it holds or is held already."""
        if holds(fight, who) or held_by(fight, who):
            return Refusal(text("It is grappling already."), self.rule)
        return None

    def refusal(self, fight: Fight, who: str, target: str) -> Refusal | None:
        """Somebody within natural reach whom nobody holds yet."""
        found = within_reach(fight, who, target, self.rule)
        if found is None and (held_by(fight, target) or holds(fight, target)):
            return Refusal(text("It is being grappled already; help with that."), "pf1.maneuver.grapple_multiple")
        return found

    def resolve(self, run: Run, action: Action) -> None:
        """The check; a target that is not next to the grappler is pulled there."""
        who, (target, _) = action.who, self.check(run, action)
        found = attempt(run, who, target, "grapple", extra=hands_part(run.fight, who))
        if found is None or not found.success or not _pulled(run, who, target):
            return
        run.emit(EffectGained(who, Effect(GRAPPLING, source=who, note=target, rule=self.rule)))
        for one in (who, target):
            run.emit(EffectGained(one, Effect(GRAPPLED, source=who, rule="pf1.condition.grappled")))
        run.emit(CounterSet(who, turn.HELD_ON, 1))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        target = str(action.arguments.get("target", ""))
        return check_preview(fight, action.who, target, "grapple", extra=hands_part(fight, action.who))


def _pulled(run: Run, who: str, target: str) -> bool:
    """Bring a held creature next to the grappler; False when there is no room."""
    own, other = run.fight.world.creature(who), run.fight.world.creature(target)
    if max(own.space.gap_sq(other.space)) <= 1:
        return True
    near = places_around(run.fight, who, target)
    if not near:
        return False
    space = other.space
    run.emit(Moved(target, near[0], 0, "forced", space.width, space.height, other.z_ft))
    return True


def places_around(fight: Fight, who: str, target: str) -> tuple[Square, ...]:
    """Free places for a held creature next to its holder, the nearest to where it stands first."""
    own, other = fight.world.creature(who).space, fight.world.creature(target)
    found = []
    for y in range(own.y - other.space.height, own.y + own.height + 1):
        for x in range(own.x - other.space.width, own.x + own.width + 1):
            place = Square(x, y)
            moved = other.space.at(place)
            if not moved.overlaps(own) and fits(fight.world, other, place):
                away = max(abs(x - other.space.x), abs(y - other.space.y))
                found.append((away, y, x))
    return tuple(Square(x, y) for _, y, x in sorted(found))


def keep_or_lose(run: Run, who: str) -> None:
    """A hold that was not kept up ends with the holder's turn.

    Source: pf1.maneuver.grapple
    """
    if holds(run.fight, who) and not run.fight.body(who).count(turn.HELD_ON):
        release(run, who)


def let_go_of_the_fallen(run: Run) -> None:
    """Holds of or by somebody who is out of action end."""
    for creature in run.fight.world.creatures:
        target = holds(run.fight, creature.id)
        if target and (not conditions.can_act(run.fight, creature.id) or run.fight.body(target).out):
            release(run, creature.id)
