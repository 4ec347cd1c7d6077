"""Helping those who are dying, bleed or burn: Administer First Aid, and assisted recovery from persistent damage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from tactics.core.text import Text, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rulesets.pf2e.creatures import is_ally
from tactics.rulesets.pf2e.dying import RECOVERY
from tactics.rulesets.pf2e.fight import conditions, dying, performing, persistent, states, turn
from tactics.rulesets.pf2e.fight.asking import distance_ft
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, DIE, SUCCESS, check, degree_of, listed
from tactics.rulesets.pf2e.fight.holding import free_hands
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.performing import MANIPULATE, Deed
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.fight.statistics import dc_of, parts_of
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.fight import Duration, Fight

FIRST_AID = Deed("administer_first_aid", 2, frozenset({MANIPULATE}))
ASSIST = Deed("assist_recovery", 2)
RULE = "pf2e.skill.administer_first_aid"
TOOLS = "healers_tools"
BLEED = persistent.PERSISTENT + "bleed"
ASSISTED = "recovery_assisted"
"""Effect on who has been helped this round."""
STABILIZE, STOP_BLEEDING = "stabilize", "stop_bleeding"
_AIMS: Mapping[str, Text] = {STABILIZE: text("stabilize"), STOP_BLEEDING: text("stop the bleeding")}
_ENTRIES = (SUCCESS, CRITICAL_FAILURE)


def patients(fight: Fight, who: str) -> tuple[str, ...]:
    """Ids of everybody within reach of helping hands, oneself included."""
    return tuple(one for one in fight.bodies if not fight.body(one).out and distance_ft(fight, who, one) <= SQUARE_FT)


def friends(fight: Fight, who: str) -> tuple[str, ...]:
    """Ids of those within reach who are on the same side, oneself included."""
    own = fight.world.creature(who)
    return tuple(one for one in patients(fight, who) if one == who or is_ally(own, fight.world.creature(one)))


def aims_at(fight: Fight, target: str) -> tuple[str, ...]:
    """What first aid can do for a creature. Source: pf2e.skill.administer_first_aid."""
    body = fight.body(target)
    return tuple(one for one, held in ((STABILIZE, "dying"), (STOP_BLEEDING, BLEED)) if body.has(held))


class AdministerFirstAid:
    """Keeping somebody from dying, or stopping a bleeding. Source: pf2e.skill.administer_first_aid."""

    ids = ("administer_first_aid",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each thing to do, when somebody near needs it."""
        near = patients(fight, who)
        for aim, words in _AIMS.items():
            targets = tuple(one for one in near if aim in aims_at(fight, one))
            if targets:
                refusal = _no_aid(fight, who)
                needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
                title = text("First aid: {what}", what=words)
                yield Option(FIRST_AID.id, "other", title, turn.COSTS[2], needs, refusal, {"how": aim})

    def resolve(self, run: Run, action: Action) -> None:
        """Make the Medicine check."""
        who, target, aim = _meant(run.fight, action)
        if not performing.begin(run, who, FIRST_AID, target=target) or aim not in aims_at(run.fight, target):
            return
        what = statistic_name("medicine")
        parts, dc = parts_of(run.fight, who, "medicine"), first_aid_dc(run.fight, target, aim)
        degree = listed(check(run, who, "skill", parts, dc, target=target, what=what, rule=RULE).degree, _ENTRIES)
        if aim == STABILIZE:
            _stabilize(run, target, degree)
        else:
            _stop_bleeding(run, target, degree)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance to succeed."""
        who, target, aim = _meant(fight, action)
        parts, dc = parts_of(fight, who, "medicine"), first_aid_dc(fight, target, aim)
        degrees = [listed(degree_of(face, face + total(parts), dc), _ENTRIES) for face in range(1, DIE + 1)]
        chance = Fraction(degrees.count(SUCCESS), DIE)
        found = Preview(chance=chance, parts=parts, against=dc, takes=(target,))
        return performing.previewed(fight, who, FIRST_AID, found, target)


def _meant(fight: Fight, action: Action) -> tuple[str, str, str]:
    """Who helps whom how.

    Raises:
        Refused: it is not possible.
    """
    who, target = action.who, str(action.arguments.get("target", ""))
    refuse(_no_aid(fight, who))
    possible = aims_at(fight, target) if target in patients(fight, who) else ()
    aim = str(action.arguments.get("how", "")) or next(iter(possible), "")
    if aim not in possible:
        refuse(Refusal(text("Nobody within reach needs that."), RULE))
    return who, target, aim


def _no_aid(fight: Fight, who: str) -> Refusal | None:
    refusal = performing.why_not(fight, who, FIRST_AID)
    if refusal is not None:
        return refusal
    if TOOLS not in sheet_of(fight.world.creature(who)).gear:
        return Refusal(text("It takes healer's tools."), RULE)
    if not free_hands(fight, who):
        return Refusal(text("It takes a free hand."), RULE)
    return None


def first_aid_dc(fight: Fight, target: str, aim: str) -> int:
    """The DC: 5 over that of a recovery check, or that of what made the wound.

    Source: pf2e.skill.administer_first_aid, pf2e.dying.recovery_check
    """
    numbers = table("fight")
    if aim == STABILIZE:
        recovery = int(numbers["dying"]["recovery_dc"]) + conditions.value(fight, target, "dying")
        return recovery + int(numbers["first_aid"]["over_recovery"])
    source = next((one.source for one in fight.body(target).effects if one.id == BLEED), "")
    if source not in fight.bodies:
        return int(numbers["persistent"]["dc"])
    sheet = sheet_of(fight.world.creature(source))
    if "class" in sheet.ranks or "class_dc" in sheet.totals:
        return dc_of(fight, source, "class_dc")
    return int(numbers["level_dc"][max(0, sheet.level)])


def _stabilize(run: Run, target: str, degree: str) -> None:
    if degree == SUCCESS:
        dying.lose_dying(run, target)
    elif degree == CRITICAL_FAILURE:
        dying.raise_dying(run, target, 1, RECOVERY)


def _stop_bleeding(run: Run, target: str, degree: str) -> None:
    effects = [one for one in run.fight.body(target).effects if one.id == BLEED]
    if degree == SUCCESS:
        for one in effects:
            persistent.try_to_end(run, target, one)
    elif degree == CRITICAL_FAILURE:
        persistent.take(run, target, effects)


class AssistRecovery:
    """Two actions for one more flat check against persistent damage, once a round. Source: pf2e.damage.persistent."""

    ids = ("assist_recovery",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For each kind of persistent damage it or a friend beside it suffers from."""
        found: dict[str, list[str]] = {}
        for one in friends(fight, who):
            for effect in persistent.effects_of(fight, one):
                found.setdefault(effect.id, []).append(one)
        for id_, sufferers in found.items():
            targets = tuple(one for one in sufferers if not fight.body(one).has(ASSISTED))
            refusal = performing.why_not(fight, who, ASSIST) or (None if targets else _once())
            needs = () if refusal else (NeedCreature("target", targets, text("Whom?")),)
            title = text("Help against: {what}", what=states.named(id_))
            yield Option(ASSIST.id, "other", title, turn.COSTS[2], needs, refusal, {"how": id_})

    def resolve(self, run: Run, action: Action) -> None:
        """Let the one who suffers make a flat check."""
        who, target, id_ = self._meant(run.fight, action)
        if not performing.begin(run, who, ASSIST, target=target):
            return
        conditions.gain(run, target, ASSISTED, source=who, duration=Duration("end", target), rule=persistent.RULE)
        for effect in persistent.effects_of(run.fight, target):
            if effect.id == id_:
                persistent.try_to_end(run, target, effect)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance of the flat check."""
        who, target, _ = self._meant(fight, action)
        dc = int(table("fight")["persistent"]["dc"])
        found = Preview(chance=Fraction(DIE + 1 - dc, DIE), against=dc, takes=(target,))
        return performing.previewed(fight, who, ASSIST, found, target)

    def _meant(self, fight: Fight, action: Action) -> tuple[str, str, str]:
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(performing.why_not(fight, who, ASSIST))
        known = persistent.effects_of(fight, target) if target in friends(fight, who) else ()
        id_ = str(action.arguments.get("how", "")) or next((one.id for one in known), "")
        if id_ not in [one.id for one in known]:
            refuse(Refusal(text("Nobody within reach needs that."), persistent.RULE))
        refuse(_once() if fight.body(target).has(ASSISTED) else None)
        return who, target, id_


def _once() -> Refusal:
    return Refusal(text("It was helped this round already."), persistent.RULE)
