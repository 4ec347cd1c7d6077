"""Escape: getting free of what holds one."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.lattice import Square
from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, Decision, NeedChoice, Option, Preview, Refusal, Refused
from tactics.rules.event import EffectLost, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rulesets.pf2e.fight import conditions, holds, maneuver, performing, travel, turn, ways
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, CRITICAL_SUCCESS, check
from tactics.rulesets.pf2e.fight.holding import judged, ready_weapons
from tactics.rulesets.pf2e.fight.naming import action_name
from tactics.rulesets.pf2e.fight.origins import origin_of
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.performing import ATTACK, MOVE, Deed
from tactics.rulesets.pf2e.fight.statistics import dc_of, parts_of, strike_parts
from tactics.rulesets.pf2e.passing import may_end_turn
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Duration, Effect, Fight

ESCAPE = Deed("escape", 1, frozenset({ATTACK}))
RULE = "pf2e.basic.escape"
_ESCAPE = text("Escape")
UNARMED_ATTACK = "unarmed_attack"
WAYS = (UNARMED_ATTACK, "athletics", "acrobatics")
SPENT = "cannot_escape"
"""Effect of one who failed critically: no Escape until its next turn."""
_STRIDE = Deed("stride", 1, frozenset({MOVE}))


class Escape:
    """An unarmed attack, Athletics or Acrobatics against what holds one. Source: pf2e.basic.escape."""

    ids = ("escape",)
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each thing that holds the creature."""
        bonds = _bonds(fight, who)
        if not bonds:
            words = Refusal(text("Nothing holds it."), RULE)
            yield Option("escape", "maneuver", action_name("escape", _ESCAPE), turn.COSTS[1], refusal=words)
        for source in bonds:
            refusal = performing.why_not(fight, who, ESCAPE) or _spent(fight, who)
            ways = sorted(WAYS, key=lambda way: -total(_parts(fight, who, way)))
            choices = tuple(Choice(way, statistic_name(way)) for way in ways)
            needs = () if refusal else (NeedChoice("how", choices, text("How?")),)
            yield Option("escape", "maneuver", _title(fight, source), turn.COSTS[1], needs, refusal, {"target": source})

    def resolve(self, run: Run, action: Action) -> None:
        """Get free, or not."""
        who = action.who
        source, way = _meant(run.fight, action)
        if not performing.begin(run, who, ESCAPE, target=source):
            turn.count_attack(run, who)
            return
        parts, dc = _parts(run.fight, who, way), _dc(run.fight, who, source)
        turn.count_attack(run, who)
        purpose = "attack" if way == UNARMED_ATTACK else "skill"
        named = text("{action}: {skill}", action=action_name("escape", _ESCAPE), skill=statistic_name(way))
        found = check(run, who, purpose, parts, dc, target=source, what=named, rule=RULE, statistic=way)
        if found.succeeded:
            _free(run, who, source)
            if found.degree == CRITICAL_SUCCESS:
                _away(run, who)
        elif found.degree == CRITICAL_FAILURE:
            conditions.gain(run, who, SPENT, duration=Duration("start", who, 1), rule=RULE)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances."""
        source, way = _meant(fight, action)
        found = maneuver.chances(_parts(fight, action.who, way), _dc(fight, action.who, source), action.who)
        return performing.previewed(fight, action.who, ESCAPE, found, source)


def _bonds(fight: Fight, who: str) -> dict[str, list[Effect]]:
    """What holds a creature, by whom it comes from. Source: pf2e.condition.grabbed_immobilized_restrained."""
    found: dict[str, list[Effect]] = {}
    for effect in fight.body(who).effects:
        if effect.id in holds.BONDS and effect.source != who and not effect.note.startswith(_BROUGHT):
            found.setdefault(effect.source, []).append(effect)
    return found


_BROUGHT = ("paralyzed", "petrified", "unconscious", "grabbed", "restrained")
"""Notes of conditions that came with another one and go with it."""


def _title(fight: Fight, source: str) -> Text:
    if source not in fight.bodies:
        return action_name("escape", _ESCAPE)
    return text("Escape from {name}", name=fight.world.creature(source).name)


def _spent(fight: Fight, who: str) -> Refusal | None:
    if not fight.body(who).has(SPENT):
        return None
    return Refusal(text("It failed badly: no Escape before its next turn."), RULE)


def _meant(fight: Fight, action: Action) -> tuple[str, str]:
    """What to escape from and how; the only hold and the best way when the action does not say.

    Raises:
        Refused: it may not be tried so.
    """
    who, bonds = action.who, _bonds(fight, action.who)
    source = str(action.arguments.get("target", next(iter(bonds), "")))
    if source not in bonds:
        raise Refused(Refusal(text("Nothing holds it."), RULE))
    refuse(performing.why_not(fight, who, ESCAPE) or _spent(fight, who))
    way = str(action.arguments.get("how", "")) or max(WAYS, key=lambda one: total(_parts(fight, who, one)))
    if way not in WAYS:
        raise Refused(Refusal(text("Say how it tries to get free."), RULE))
    return source, way


def _parts(fight: Fight, who: str, way: str) -> tuple[Part, ...]:
    penalty = turn.attack_penalty(turn.attacks_made(fight, who), agile=False)
    rule = "pf2e.attack.multiple_attack_penalty"
    extra = (Part(penalty, text("multiple attack penalty"), "", rule),) if penalty else ()
    if way != UNARMED_ATTACK:
        return parts_of(fight, who, way, extra=extra, attack=True)
    fists = [one for one in ready_weapons(fight, who) if one.body and not one.ranged]
    attacks = (strike_parts(fight, who, one, "melee", extra=extra) for one in fists)
    return max(attacks, key=total)


def _dc(fight: Fight, who: str, source: str) -> int:
    """The DC of a hold: the one it carries or that of the power behind it, else the holder's Athletics DC.

    Source: pf2e.basic.escape
    """
    bonds = _bonds(fight, who)[source]
    carried = max((origin_of(fight, one).dc if one.origin else one.value for one in bonds), default=0)
    if carried:
        return carried
    if source in fight.bodies:
        return dc_of(fight, source, maneuver.SKILL)
    return int(table("fight")["escape"]["dc"])


def _free(run: Run, who: str, source: str) -> None:
    """Every bond from one source ends. Source: pf2e.basic.escape."""
    for effect in _bonds(run.fight, who)[source]:
        run.emit(EffectLost(who, effect))
        conditions.ended(run, who, effect)


def _away(run: Run, who: str) -> None:
    """The short Stride that may follow a critical success. Source: pf2e.basic.escape."""
    fight = run.fight
    if conditions.why_not_move(fight, who) or fight.body(who).has("prone") or fight.world.creature(who).mount:
        return
    feet = min(int(table("fight")["escape"]["stride_ft"]), travel.speed_of(fight, who))
    squares = ways.need(fight, who, feet, keep=lambda path: _stops_well(fight, who, path))
    if not squares.costs:
        return
    decision = Decision(
        who=who,
        id="get_away",
        title=text("Stride {feet} ft away?", feet=feet),
        choices=(Choice("stay", text("Stay")), Choice("go", text("Go"))),
        default="stay",
        needs={"go": (squares,)},
    )
    answer = run.ask(decision)
    if answer.id == "go":
        path = travel.path_of(answer)
        costs = ways.costs_of(run.fight, who, path, ways.way_of(run.fight, who))
        travel.within(sum(costs), feet, RULE)
        if not _stops_well(run.fight, who, path):
            raise Refused(Refusal(text("No move may end there."), "pf2e.move.occupied_space"))
        if performing.begin(run, who, _STRIDE, free=True):
            travel.walk(run, who, travel.legs_of(path, costs), action="stride")


def _stops_well(fight: Fight, who: str, path: tuple[Square, ...]) -> bool:
    world = judged(fight)
    creature = world.creature(who)
    return bool(path) and may_end_turn(world, creature, creature.space.at(path[-1]))
