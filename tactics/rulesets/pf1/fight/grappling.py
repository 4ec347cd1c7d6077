"""Grappling: taking hold, holding on in four ways, getting free.

Who holds is marked by the effect "grappling" with the held one as its note; both are "grappled". A pinned one is
"pinned" instead.
"""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, Need, NeedChoice, NeedSquare, Option, Preview, Refusal
from tactics.rules.event import CounterSet, EffectGained, EffectLost, Moved, Part
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight import conditions, turn
from tactics.rulesets.pf1.fight.maneuver import TargetedManeuver, attempt, check_preview, within_reach
from tactics.rulesets.pf1.fight.numbers import cmb_parts, held, total
from tactics.rulesets.pf1.fight.order import refuse
from tactics.rulesets.pf1.fight.series import UNARMED
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.rulesets.pf1.fight.strike import sure_damage
from tactics.world.fight import Effect, Fight
from tactics.world.place import fits

GRAPPLING, GRAPPLED, PINNED, TIED = "grappling", "grappled", "pinned", "tied_up"
_HOLDING_ON, _BUSY_HANDS, _TIE_DC, _TIE_PENALTY = 5, -4, 20, -10
_RULE = "pf1.maneuver.grapple"


def holds(fight: Fight, who: str) -> str:
    """Id of the creature somebody holds, "" for none."""
    return next((one.note for one in fight.body(who).effects if one.id == GRAPPLING), "")


def held_by(fight: Fight, who: str) -> str:
    """Id of the creature that holds somebody, "" for none."""
    return next((one.id for one in fight.world.creatures if holds(fight, one.id) == who), "")


def release(run: Run, who: str) -> None:
    """Let go: the holder and the held one are free of each other."""
    target = holds(run.fight, who)
    for one, ids in ((who, (GRAPPLING, GRAPPLED)), (target, (GRAPPLED, PINNED))):
        if one:
            for effect in run.fight.body(one).effects:
                if effect.id in ids:
                    run.emit(EffectLost(one, effect))


def _hands_part(fight: Fight, who: str) -> tuple[Part, ...]:
    """Humanoids without two free hands hold badly.

    Source: pf1.maneuver.grapple
    """
    if sheet_of(fight.world.creature(who)).type != "humanoid" or not held(fight, who):
        return ()
    return (Part(_BUSY_HANDS, text("without two free hands"), rule=_RULE),)


class Grapple(TargetedManeuver):
    """Taking hold of somebody.

    Source: pf1.maneuver.grapple
    """

    id, rule = "grapple", _RULE

    def unable(self, fight: Fight, who: str) -> Refusal | None:
        """Not while it holds or is held already."""
        if holds(fight, who) or held_by(fight, who):
            return Refusal(text("It is grappling already."), self.rule)
        return None

    def refusal(self, fight: Fight, who: str, target: str) -> Refusal | None:
        """Somebody within natural reach whom nobody holds yet."""
        found = within_reach(fight, who, target, self.rule)
        if found is None and (held_by(fight, target) or holds(fight, target)):
            return Refusal(text("It is being grappled already."), self.rule)
        return found

    def resolve(self, run: Run, action: Action) -> None:
        """The check; a target that is not next to the grappler is pulled there."""
        who, target = action.who, self.check(run, action)
        found = attempt(run, who, target, "grapple", extra=_hands_part(run.fight, who))
        if found is None or not found.success or not _pulled(run, who, target):
            return
        run.emit(EffectGained(who, Effect(GRAPPLING, source=who, note=target, rule=self.rule)))
        for one in (who, target):
            run.emit(EffectGained(one, Effect(GRAPPLED, source=who, rule="pf1.condition.grappled")))
        run.emit(CounterSet(who, turn.HELD_ON, 1))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        target = str(action.arguments.get("target", ""))
        return check_preview(fight, action.who, target, "grapple", extra=_hands_part(fight, action.who))


def _pulled(run: Run, who: str, target: str) -> bool:
    """Bring a held creature next to the grappler; False when there is no room."""
    own, other = run.fight.world.creature(who), run.fight.world.creature(target)
    if max(own.space.gap_sq(other.space)) <= 1:
        return True
    near = _places_around(run.fight, who, target)
    if not near:
        return False
    space = other.space
    run.emit(Moved(target, near[0], 0, "forced", space.width, space.height, other.z_ft))
    return True


def _places_around(fight: Fight, who: str, target: str) -> tuple[Square, ...]:
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


_WAYS: dict[str, Text] = {
    "hurt": text("Hurt it"),
    "move": text("Move it"),
    "pin": text("Pin it"),
    "tie": text("Tie it up"),
}


class HoldOn:
    """Keeping the hold, and one of four things with it.

    Source: pf1.maneuver.grapple_maintain, pf1.maneuver.pin, pf1.maneuver.tie_up
    """

    ids = ("grapple_hurt", "grapple_move", "grapple_pin", "grapple_tie", "release")

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Only for one who holds somebody."""
        target = holds(fight, who)
        if not target:
            return
        spent = turn.affordable(fight, who, turn.STANDARD)
        for way, title in _WAYS.items():
            refusal = spent or self._unfit(fight, target, way)
            needs: tuple[Need, ...] = ()
            if way == "move" and refusal is None:
                places = _places_around(fight, who, target)
                needs = (NeedSquare("to", places, text("Where to?")),)
                refusal = None if places else Refusal(text("There is no free place."), _RULE)
            words = text("Keep hold: {way}", way=title)
            yield Option(
                f"grapple_{way}",
                "maneuver",
                words,
                turn.COSTS[turn.STANDARD],
                needs if refusal is None else (),
                refusal,
            )
        yield Option("release", "maneuver", text("Let go"), turn.COSTS[turn.FREE], (), self._own_turn(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """The check with +5, and what was chosen; a failure ends the hold."""
        who, target = action.who, holds(run.fight, action.who)
        refuse(None if target else Refusal(text("It holds nobody."), _RULE))
        if action.id == "release":
            refuse(self._own_turn(run.fight, who))
            release(run, who)
            return
        way = action.id.removeprefix("grapple_")
        refuse(turn.affordable(run.fight, who, turn.STANDARD) or self._unfit(run.fight, target, way))
        place = action.arguments.get("to")
        if way == "move" and place not in _places_around(run.fight, who, target):
            refuse(Refusal(text("Name a free place next to it."), _RULE))
        turn.spend(run, who, turn.STANDARD)
        found = attempt(run, who, target, "grapple", extra=self._parts(run.fight, who, target, way), provokes=False)
        if found is None:
            return
        run.emit(CounterSet(who, turn.HELD_ON, 1))
        if not found.success:
            release(run, who)
        elif way == "hurt":
            sure_damage(run, who, target, UNARMED)
        elif way == "move" and isinstance(place, Square):
            other = run.fight.world.creature(target)
            run.emit(Moved(target, place, 0, "forced", other.space.width, other.space.height, other.z_ft))
        else:
            self._bind(run, who, target, way)

    def _bind(self, run: Run, who: str, target: str, way: str) -> None:
        for effect in run.fight.body(target).effects:
            if effect.id in (GRAPPLED, PINNED):
                run.emit(EffectLost(target, effect))
        if way == "pin":
            run.emit(EffectGained(target, Effect(PINNED, source=who, rule="pf1.maneuver.pin")))
            return
        dc = _TIE_DC + total(cmb_parts(run.fight, who, target, "grapple"))
        run.emit(EffectGained(target, Effect(TIED, dc, who, rule="pf1.maneuver.tie_up")))
        release(run, who)

    def _parts(self, fight: Fight, who: str, target: str, way: str) -> tuple[Part, ...]:
        parts = [Part(_HOLDING_ON, text("holding on"), rule="pf1.maneuver.grapple"), *_hands_part(fight, who)]
        if way == "tie" and not fight.body(target).has(PINNED):
            parts.append(Part(_TIE_PENALTY, text("the target is not pinned"), rule="pf1.maneuver.tie_up"))
        return tuple(parts)

    def _unfit(self, fight: Fight, target: str, way: str) -> Refusal | None:
        if way == "pin" and fight.body(target).has(PINNED):
            return Refusal(text("It is pinned already."), "pf1.maneuver.pin")
        return None

    def _own_turn(self, fight: Fight, who: str) -> Refusal | None:
        return None if fight.active == who else Refusal(text("It is not its turn."), "pf1.init.round")

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        target = holds(fight, action.who)
        if action.id == "release" or not target:
            return Preview()
        way = action.id.removeprefix("grapple_")
        return check_preview(fight, action.who, target, "grapple", extra=self._parts(fight, action.who, target, way))


class Escape:
    """Getting out of a hold or of bonds.

    Source: pf1.maneuver.grapple_escape, pf1.maneuver.tie_up
    """

    ids = ("escape",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Only for one who is held."""
        if not held_by(fight, who):
            return
        refusal = turn.affordable(fight, who, turn.STANDARD)
        ways = (Choice("free", text("Break free")), Choice("reverse", text("Turn the hold round")))
        needs = () if refusal else (NeedChoice("how", ways, text("What with the success?")),)
        yield Option("escape", "maneuver", text("Escape"), turn.COSTS[turn.STANDARD], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """A maneuver check against the holder; it provokes nobody."""
        who, holder = action.who, held_by(run.fight, action.who)
        refuse(None if holder else Refusal(text("Nobody holds it."), "pf1.maneuver.grapple_escape"))
        refuse(turn.affordable(run.fight, who, turn.STANDARD))
        turn.spend(run, who, turn.STANDARD)
        found = attempt(run, who, holder, "grapple", provokes=False)
        if found is None or not found.success:
            return
        reverse = action.arguments.get("how") == "reverse"
        release(run, holder)
        if reverse:
            run.emit(EffectGained(who, Effect(GRAPPLING, source=who, note=holder, rule=_RULE)))
            for one in (who, holder):
                run.emit(EffectGained(one, Effect(GRAPPLED, source=who, rule="pf1.condition.grappled")))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the check."""
        return check_preview(fight, action.who, held_by(fight, action.who), "grapple")


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
