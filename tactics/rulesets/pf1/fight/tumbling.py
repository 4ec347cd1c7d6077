"""Moving past foes with Acrobatics, so that they get no opening."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise

from tactics.core.dice import Roll
from tactics.core.text import Text, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Moved, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rulesets.pf1.fight import conditions, moves, opportunity, turn
from tactics.rulesets.pf1.fight.asking import provoked
from tactics.rulesets.pf1.fight.checks import skill_parts
from tactics.rulesets.pf1.fight.defense import cmd
from tactics.rulesets.pf1.fight.holding import judged
from tactics.rulesets.pf1.fight.mounted import mount_of
from tactics.rulesets.pf1.fight.overrunning import Lane, lane_over
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.rulesets.pf1.fight.speeds import SLOWING, loaded
from tactics.rulesets.pf1.reach import can_threaten, longest_reach_sq
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Fight

RULE, THROUGH_RULE = "pf1.move.acrobatics_threatened", "pf1.move.acrobatics_through"
HALF, FULL, PRONE = "half", "full", "prone"
PACES: dict[str, Text] = {HALF: text("Tumble past foes, half speed"), FULL: text("Tumble past foes, full speed")}
LYING: dict[str, Text] = {PRONE: text("Roll past foes, 5 ft")}
THROUGH: dict[str, Text] = {
    HALF: text("Tumble through a foe, half speed"),
    FULL: text("Tumble through a foe, full speed"),
}
_PAST, _CAUGHT = 1, 2


class Tumble:
    """A move action at half speed, or harder at full speed, with a check for each foe that could strike.

    Who lies on the ground rolls a single square, for the whole turn and harder still.

    Source: pf1.move.acrobatics_threatened
    """

    ids = ("tumble",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Offered to the trained while some foe might threaten a square on their way."""
        if not sheet_of(fight.world.creature(who)).ranks.get("acrobatics", 0) or mount_of(fight, who):
            return
        if not any(_may_threaten(fight, foe, who) for foe in _foes(fight, who)):
            return
        for pace, title in (LYING if _lies(fight, who) else PACES).items():
            refusal = _refusal(fight, who, pace)
            needs = () if refusal else (moves.ways(fight, who, _budget_ft(fight, who, pace)),)
            yield Option("tumble", "move", title, turn.COSTS[_cost(fight, who, pace)], needs, refusal, {"pace": pace})

    def resolve(self, run: Run, action: Action) -> None:
        """Walk the path and roll against everybody who could strike."""
        who, path, pace = action.who, moves.path_of(action), str(action.arguments.get("pace", HALF))
        known = LYING if _lies(run.fight, who) else PACES
        refuse(None if pace in known else Refusal(text("Say how fast it goes."), RULE))
        refuse(_refusal(run.fight, who, pace))
        moves.within(sum(moves.path_costs(run.fight, who, path)), _budget_ft(run.fight, who, pace), RULE)
        if pace == PRONE:
            turn.spend(run, who, turn.FULL_ROUND)
        else:
            moves.spend_walk(run, who)
        moves.walk(run, who, path, evades=lambda foe: _gets_past(run, who, foe, pace))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance to get past everybody, and who may react to a failure."""
        who, pace = action.who, str(action.arguments.get("pace", HALF))
        foes = [one for one in provoked(fight, who, moves.path_of(action), "move") if opportunity.left(fight, one)]
        bonus = total(skill_parts(fight, who, "acrobatics"))
        notes = []
        for number, foe in enumerate(foes, _tried(fight, who)):
            dc = _dc(fight, who, foe, pace, number)
            notes.append(
                text(
                    "past {name}: {n} %",
                    name=fight.world.creature(foe).name if fight.world.creature(foe).name.en else foe,
                    n=5 * min(20, max(0, 21 + bonus - dc)),
                )
            )
        return Preview(reactions=tuple(foes), notes=tuple(notes))


class TumbleThrough:
    """Through an opponent's square, straight ahead to the next free place behind it.

    Source: pf1.move.acrobatics_through, pf1.move.fills_square
    """

    ids = ("tumble_through",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Offered to the trained while there is somebody to get through."""
        if not sheet_of(fight.world.creature(who)).ranks.get("acrobatics", 0) or mount_of(fight, who):
            return
        if not any(self._lane(fight, who, foe, FULL) for foe in _foes(fight, who)):
            return
        refusal = _refusal(fight, who)
        for pace, title in THROUGH.items():
            targets = () if refusal else tuple(one for one in _foes(fight, who) if self._lane(fight, who, one, pace))
            nobody = None if targets else Refusal(text("The way is too long."), THROUGH_RULE)
            needs = (NeedCreature("target", targets, text("Whom?")),) if targets else ()
            cost = turn.COSTS[turn.cost_of_walk(fight, who)]
            yield Option("tumble_through", "move", title, cost, needs, refusal or nobody, {"pace": pace})

    def resolve(self, run: Run, action: Action) -> None:
        """Walk up, roll against the target, and stop before it or go on behind it."""
        who, target = action.who, str(action.arguments.get("target", ""))
        pace = str(action.arguments.get("pace", HALF))
        refuse(_refusal(run.fight, who))
        lane = self._lane(run.fight, who, target, pace) if target in _foes(run.fight, who) else None
        if lane is None or pace not in PACES:
            raise Refused(Refusal(text("No straight way leads through the target to a free place."), THROUGH_RULE))
        moves.spend_walk(run, who)
        walked = sum(moves.path_costs(run.fight, who, lane.before)) if len(lane.before) > 1 else 0

        def evades(foe: str) -> bool:
            return _gets_past(run, who, foe, pace, through=target)

        if len(lane.before) > 1 and not moves.walk(run, who, lane.before, evades=evades):
            return
        if evades(target):
            self._go_on(run, who, target, lane, walked, evades)
        else:
            opportunity.provoke(run, who, path=lane.through[:2], only=(target,))

    def _go_on(self, run: Run, who: str, target: str, lane: Lane, walked: int, evades: Callable[[str], bool]) -> None:
        diagonals = run.fight.body(who).count(turn.DIAGONALS)
        for here, there in pairwise(lane.through):
            others = tuple(one for one in provoked(run.fight, who, (here, there)) if one != target)
            opportunity.provoke(run, who, path=(here, there), only=others, evades=evades)
            if not conditions.can_act(run.fight, who):
                return
            diagonals += here.x != there.x and here.y != there.y
        creature, moved = run.fight.world.creature(who), run.fight.body(who).count(turn.MOVED)
        cost = lane.cost_ft - walked
        space = creature.space
        run.emit(Moved(who, lane.through[-1], cost, "walk", space.width, space.height, creature.z_ft))
        run.emit(CounterSet(who, turn.MOVED, moved + cost))
        run.emit(CounterSet(who, turn.DIAGONALS, diagonals))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance to get through."""
        who, target = action.who, str(action.arguments.get("target", ""))
        pace = str(action.arguments.get("pace", HALF))
        dc = _dc(fight, who, target, pace, _tried(fight, who), through=True)
        face = dc - total(skill_parts(fight, who, "acrobatics"))
        return Preview(chance=Fraction(min(20, max(0, 21 - face)), 20), reactions=(target,))

    def _lane(self, fight: Fight, who: str, target: str, pace: str) -> Lane | None:
        if "fills_space" in fight.world.creature(target).of("pf1").traits:
            return None
        lane = lane_over(fight, who, target)
        return lane if lane is not None and lane.cost_ft <= _budget_ft(fight, who, pace) else None


def _foes(fight: Fight, who: str) -> Iterable[str]:
    side = fight.world.creature(who).side
    return (one.id for one in fight.world.creatures if one.side != side and not fight.body(one.id).out)


def _budget_ft(fight: Fight, who: str, pace: str) -> int:
    """Half the speed in whole squares, or all of it; a single square for who lies on the ground."""
    if pace == PRONE:
        return moves.STEP_FT
    speed = moves.speed_ft(fight, who)
    return speed if pace == FULL else speed // 10 * 5


def _lies(fight: Fight, who: str) -> bool:
    return "prone" in conditions.active(fight, who)


def _cost(fight: Fight, who: str, pace: str) -> str:
    return turn.FULL_ROUND if pace == PRONE else turn.cost_of_walk(fight, who)


def _may_threaten(fight: Fight, foe: str, who: str) -> bool:
    """Whether a foe could threaten a square that a creature comes to at full speed."""
    world = judged(fight)
    own, other = world.creature(who), world.creature(foe)
    reach = longest_reach_sq(other) if can_threaten(other) else 0
    return bool(reach) and max(own.space.gap_sq(other.space)) <= reach + moves.speed_ft(fight, who) // moves.STEP_FT


def _refusal(fight: Fight, who: str, pace: str = HALF) -> Refusal | None:
    """Why it cannot tumble now; not in armor that slows it down."""
    sheet = sheet_of(fight.world.creature(who))
    if loaded(sheet) or (sheet.armor is not None and sheet.armor.kind in SLOWING):
        return Refusal(text("Its armor or load is too heavy to tumble in."), RULE)
    if fight.body(who).count(turn.STEP):
        return Refusal(text("After a 5-foot step no other distance is moved."), "pf1.action.five_foot_step")
    stuck = moves.stuck(fight, who) if pace != PRONE or "grappled" in conditions.active(fight, who) else None
    return turn.affordable(fight, who, _cost(fight, who, pace)) or stuck


def _tried(fight: Fight, who: str) -> int:
    """How many foes it tried to get past this turn."""
    return sum(1 for key, value in fight.body(who).counters.items() if key.startswith(turn.TUMBLED) and value)


def _dc(fight: Fight, who: str, foe: str, pace: str, before: int, *, through: bool = False) -> int:
    numbers = table("fight")["acrobatics"]
    faster = numbers["full_speed"] if pace == FULL else numbers["prone"] if pace == PRONE else 0
    harder = numbers["through"] if through else 0
    return cmd(fight, foe, who)[0] + before * int(numbers["each_more"]) + int(faster) + int(harder)


def _gets_past(run: Run, who: str, foe: str, pace: str, *, through: str = "") -> bool:
    """One check for each foe and turn, when it first could strike; it is harder to get through one.

    Source: pf1.move.acrobatics_threatened, pf1.move.acrobatics_through
    """
    key = turn.TUMBLED + foe
    known = run.fight.body(who).count(key)
    if known:
        return known == _PAST
    if not conditions.can_act(run.fight, who):
        return False
    dc = _dc(run.fight, who, foe, pace, _tried(run.fight, who), through=foe == through)
    parts = skill_parts(run.fight, who, "acrobatics")
    face = run.roll(20)
    sum_ = face + total(parts)
    past = sum_ >= dc
    rule = THROUGH_RULE if foe == through else RULE
    words, outcome = text("Acrobatics"), "success" if past else "failure"
    run.emit(Rolled(who, "check", (Roll(20, face),), parts, sum_, dc, outcome, foe, words, rule))
    run.emit(CounterSet(who, key, _PAST if past else _CAUGHT))
    return past
