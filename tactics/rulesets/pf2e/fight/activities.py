"""Activities that hold other actions: a charge of two Strides and a Strike, a Step and a Strike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, Decision, NeedPath, Option, Preview, Refusal, Refused
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.pf2e.fight import conditions, moves, performing, turn
from tactics.rulesets.pf2e.fight.affecting import named
from tactics.rulesets.pf2e.fight.casting import deed_of, unusable, use_up
from tactics.rulesets.pf2e.fight.holding import judged, weapon_of
from tactics.rulesets.pf2e.fight.legality import can_strike
from tactics.rulesets.pf2e.fight.origins import power_of
from tactics.rulesets.pf2e.fight.powers import Power
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.fight.strike import Manner
from tactics.rulesets.pf2e.fight.strike_odds import strike_preview
from tactics.rulesets.pf2e.fight.strikes import arms, carry_out
from tactics.rulesets.pf2e.fight.travel import legs_of, path_of, speed_of, walk
from tactics.rulesets.pf2e.fight.ways import WHERE, need, way_of
from tactics.rulesets.pf2e.passing import may_end_turn
from tactics.world.fight import Fight

RULE = "pf2e.action.subordinate"
MOVES = ("stride", "step")
_DEEDS = {"stride": moves.STRIDE, "step": moves.STEP}
_TITLES = {"stride": text("Stride on?"), "step": text("Step?")}
STOP, GO = "stop", "go"


class Activity:
    """The activities of a stat block: their actions are paid for once, and each is what it always is.

    Source: pf2e.action.activity, pf2e.action.subordinate, pf2e.action.no_nesting
    """

    ids = ("activity",)
    groups = ("power",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each."""
        for power in sheet_of(fight.world.creature(who)).powers.values():
            if not power.steps or power.trigger:
                continue
            refusal = _not_begun(fight, who, power)
            needs: tuple[NeedPath, ...] = ()
            if refusal is None and power.steps[0] in MOVES:
                needs = (_ways(fight, who, power.steps[0]),)
            settled = {"power": power.id}
            yield Option("activity", "power", named(power), turn.COSTS[power.cost], needs, refusal, settled)

    def resolve(self, run: Run, action: Action) -> None:
        """Carry out one action after another; the choices of the later ones are asked for when they come."""
        who = action.who
        power = _known(run.fight, who, action)
        refuse(_not_begun(run.fight, who, power))
        first = path_of(action) if power.steps[0] in MOVES else ()
        if first and _legal(run.fight, who, power.steps[0], first) is None:
            raise Refused(Refusal(text("No way leads there."), RULE))
        going_on = performing.begin(run, who, deed_of(power))
        use_up(run, who, power)
        if not going_on:
            return
        for number, step in enumerate(power.steps):
            if not conditions.can_act(run.fight, who):
                return
            if step in MOVES:
                _move(run, who, step, first if number == 0 else ())
            else:
                _strike(run, who, melee=step == "strike_melee")

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react to its beginning."""
        power = _known(fight, action.who, action)
        return performing.previewed(fight, action.who, deed_of(power), Preview())


def _known(fight: Fight, who: str, action: Action) -> Power:
    power = power_of(fight, who, str(action.arguments.get("power", "")))
    if power is None or not power.steps or power.trigger:
        raise Refused(Refusal(text("It has no such power."), "pf2e.action.activity"))
    return power


def _not_begun(fight: Fight, who: str, power: Power) -> Refusal | None:
    """Why an activity cannot be begun: itself, or the first of its actions. Source: pf2e.action.subordinate."""
    refusal = unusable(fight, who, power)
    if refusal is not None:
        return refusal
    step = power.steps[0]
    if step in MOVES:
        refusal = performing.why_not(fight, who, replace(_DEEDS[step], cost=0))
        if refusal is None and not _ways(fight, who, step).costs:
            refusal = Refusal(text("No way leads anywhere."), RULE)
        return refusal
    if not _strikes(fight, who, melee=step == "strike_melee"):
        return conditions.why_not_attack(fight, who) or Refusal(text("There is nobody to strike at."), RULE)
    return None


def _ways(fight: Fight, who: str, step: str) -> NeedPath:
    """Where one of its moves may end."""
    if step == "step":
        squares = moves.single_steps(fight, who, "step")
        start = fight.world.creature(who).space.anchor
        return NeedPath("path", "walk", squares, {one: (start, one) for one in squares}, WHERE)
    return need(fight, who, speed_of(fight, who), keep=lambda path: _stops(fight, who, path))


def _stops(fight: Fight, who: str, path: tuple[Square, ...]) -> bool:
    creature = fight.world.creature(who)
    return bool(path) and may_end_turn(judged(fight), creature, creature.space.at(path[-1]))


def _legal(fight: Fight, who: str, step: str, path: tuple[Square, ...]) -> tuple[int, ...] | None:
    """What the steps of a path cost when it is one for this move, else None."""
    if step == "step":
        start = fight.world.creature(who).space.anchor
        known = moves.single_steps(fight, who, "step")
        return (known[path[-1]],) if len(path) == 2 and path[0] == start and path[-1] in known else None
    way = way_of(fight, who)
    if len(path) < 2 or path[0] != way.start or not _stops(fight, who, path):
        return None
    costs = way.costs_ft(path)
    return None if costs is None or sum(costs) > speed_of(fight, who) else costs


def _move(run: Run, who: str, step: str, path: tuple[Square, ...]) -> None:
    """One Stride or Step of an activity. Source: pf2e.action.subordinate, pf2e.move.triggers_reactions."""
    deed, fight = _DEEDS[step], run.fight
    if performing.why_not(fight, who, replace(deed, cost=0)) is not None:
        return
    if not path:
        ways = _ways(fight, who, step)
        path = _chosen(run, who, step, ways) if ways.costs else ()
        if path and _legal(fight, who, step, path) is None:
            path = ways.paths[path[-1]]
    costs = _legal(fight, who, step, path) if path else None
    if costs is not None and performing.begin(run, who, deed, free=True):
        walk(run, who, legs_of(path, costs), action=deed.id)


def _chosen(run: Run, who: str, step: str, ways: NeedPath) -> tuple[Square, ...]:
    choices = (Choice(GO, text("Go")), Choice(STOP, text("Stay")))
    answer = run.ask(Decision(who, step, _TITLES[step], choices, STOP, needs={GO: (ways,)}))
    return path_of(answer) if answer.id == GO else ()


def _strikes(fight: Fight, who: str, *, melee: bool) -> dict[str, tuple[str, str, str]]:
    """Every Strike that is possible now, by the id of its choice: weapon, way of attacking, target."""
    side = fight.world.creature(who).side
    return {
        f"{weapon.id}.{kind}.{foe.id}": (weapon.id, kind, foe.id)
        for weapon, kind in arms(fight, who)
        if not melee or kind == "melee"
        for foe in fight.world.creatures
        if foe.side != side and can_strike(fight, who, foe.id, weapon, kind) is None
    }


def _strike(run: Run, who: str, *, melee: bool) -> None:
    """One Strike of an activity: it counts as an attack. Source: pf2e.action.subordinate."""
    found = _strikes(run.fight, who, melee=melee)
    if not found:
        return
    choices = [Choice(id_, _words(run.fight, who, one)) for id_, one in found.items()]
    previews = {
        id_: strike_preview(run.fight, who, foe, arm, Manner(kind=way)) for id_, (arm, way, foe) in found.items()
    }
    decision = Decision(
        who=who,
        id="strike",
        title=text("Strike?"),
        choices=(*choices, Choice(STOP, text("No Strike"))),
        default=choices[0].id,
        preview=previews,
    )
    answer = run.ask(decision).id
    if answer == STOP:
        return
    weapon, kind, target = found[answer]
    carry_out(run, who, target, weapon_of(run.fight, who, weapon), Manner(kind=kind), free=True)


def _words(fight: Fight, who: str, one: tuple[str, str, str]) -> Text:
    weapon, _, target = one
    return text(
        "Strike {target}: {weapon}",
        weapon=weapon_of(fight, who, weapon).name,
        target=fight.world.creature(target).name,
    )
