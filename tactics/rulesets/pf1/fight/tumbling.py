"""Moving past foes with Acrobatics, so that they get no opening."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.dice import Roll
from tactics.core.text import Text, text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.event import CounterSet, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.pf1.fight import conditions, moves, opportunity, turn
from tactics.rulesets.pf1.fight.asking import provoked, threatens
from tactics.rulesets.pf1.fight.checks import skill_parts
from tactics.rulesets.pf1.fight.defense import cmd
from tactics.rulesets.pf1.fight.mounted import mount_of
from tactics.rulesets.pf1.fight.numbers import total
from tactics.rulesets.pf1.fight.order import refuse
from tactics.rulesets.pf1.fight.sheet import sheet_of
from tactics.rulesets.pf1.fight.speeds import SLOWING, loaded
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Fight

RULE = "pf1.move.acrobatics_threatened"
HALF, FULL = "half", "full"
PACES: dict[str, Text] = {HALF: text("Tumble past foes, half speed"), FULL: text("Tumble past foes, full speed")}
_PAST, _CAUGHT = 1, 2


class Tumble:
    """A move action at half speed, or harder at full speed, with a check for each foe that could strike.

    Source: pf1.move.acrobatics_threatened
    """

    ids = ("tumble",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Offered to the trained, beside a foe that threatens them."""
        if not sheet_of(fight.world.creature(who)).ranks.get("acrobatics", 0) or mount_of(fight, who):
            return
        if not any(threatens(fight, foe, who) for foe in _foes(fight, who)):
            return
        refusal = _refusal(fight, who)
        for pace, title in PACES.items():
            needs = () if refusal else (moves.ways(fight, who, _budget_ft(fight, who, pace)),)
            yield Option(
                "tumble", "move", title, turn.COSTS[turn.cost_of_walk(fight, who)], needs, refusal, {"pace": pace}
            )

    def resolve(self, run: Run, action: Action) -> None:
        """Walk the path and roll against everybody who could strike."""
        who, path, pace = action.who, moves.path_of(action), str(action.arguments.get("pace", HALF))
        refuse(_refusal(run.fight, who))
        refuse(None if pace in PACES else Refusal(text("Say how fast it goes."), RULE))
        moves.within(sum(moves.path_costs(run.fight, who, path)), _budget_ft(run.fight, who, pace), RULE)
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


def _foes(fight: Fight, who: str) -> Iterable[str]:
    side = fight.world.creature(who).side
    return (one.id for one in fight.world.creatures if one.side != side and not fight.body(one.id).out)


def _budget_ft(fight: Fight, who: str, pace: str) -> int:
    """Half the speed in whole squares, or all of it."""
    speed = moves.speed_ft(fight, who)
    return speed if pace == FULL else speed // 10 * 5


def _refusal(fight: Fight, who: str) -> Refusal | None:
    """Why it cannot tumble now; not in armor that slows it down."""
    sheet = sheet_of(fight.world.creature(who))
    if loaded(sheet) or (sheet.armor is not None and sheet.armor.kind in SLOWING):
        return Refusal(text("Its armor or load is too heavy to tumble in."), RULE)
    if fight.body(who).count(turn.STEP):
        return Refusal(text("After a 5-foot step no other distance is moved."), "pf1.action.five_foot_step")
    return turn.affordable(fight, who, turn.cost_of_walk(fight, who)) or moves.stuck(fight, who)


def _tried(fight: Fight, who: str) -> int:
    """How many foes it tried to get past this turn."""
    return sum(1 for key, value in fight.body(who).counters.items() if key.startswith(turn.TUMBLED) and value)


def _dc(fight: Fight, who: str, foe: str, pace: str, before: int) -> int:
    numbers = table("fight")["acrobatics"]
    faster = numbers["full_speed"] if pace == FULL else 0
    return cmd(fight, foe, who)[0] + before * int(numbers["each_more"]) + int(faster)


def _gets_past(run: Run, who: str, foe: str, pace: str) -> bool:
    """One check for each foe and turn, when it first could strike.

    Source: pf1.move.acrobatics_threatened
    """
    key = turn.TUMBLED + foe
    known = run.fight.body(who).count(key)
    if known:
        return known == _PAST
    if not conditions.can_act(run.fight, who):
        return False
    dc = _dc(run.fight, who, foe, pace, _tried(run.fight, who))
    parts = skill_parts(run.fight, who, "acrobatics")
    face = run.roll(20)
    sum_ = face + total(parts)
    past = sum_ >= dc
    words, outcome = text("Acrobatics"), "success" if past else "failure"
    run.emit(Rolled(who, "check", (Roll(20, face),), parts, sum_, dc, outcome, foe, words, RULE))
    run.emit(CounterSet(who, key, _PAST if past else _CAUGHT))
    return past
