"""Aid: preparing to help an ally, and helping when its check comes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tactics.core.text import Text, text
from tactics.rules.action import Action, Choice, NeedChoice, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.event import EffectGained, EffectLost, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rulesets.pf2e.creatures import is_ally
from tactics.rulesets.pf2e.fight import conditions, maneuver, performing, reactions, turn
from tactics.rulesets.pf2e.fight.checks import CRITICAL_SUCCESS, check
from tactics.rulesets.pf2e.fight.holding import ready_weapons
from tactics.rulesets.pf2e.fight.legality import can_strike
from tactics.rulesets.pf2e.fight.own_numbers import statistic_name
from tactics.rulesets.pf2e.fight.performing import Deed
from tactics.rulesets.pf2e.fight.reactions import GOES_ON, Offer, Trigger
from tactics.rulesets.pf2e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.pf2e.fight.statistics import parts_of, strike_parts
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Duration, Effect, Fight

RULE = "pf2e.basic.aid"
AID = Deed("aid", 1)
AIDING, AIDED = "aiding", "aided"
"""Effects of one who has prepared to help (its note is whom and with what), and of one who is being helped."""
ATTACK = "attack"


class Aid:
    """The action that prepares the help. Source: pf2e.basic.aid."""

    ids = ("aid",)
    groups = ("defend",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Whom to help, and with what kind of check."""
        refusal = performing.why_not(fight, who, AID)
        friends = _friends(fight, who)
        if refusal is None and not friends:
            refusal = Refusal(text("There is no ally to help."), RULE)
        whats = tuple(Choice(one, _named(one)) for one in _whats(fight, who))
        needs = (NeedCreature("friend", friends, text("Whom?")), NeedChoice("choice", whats, text("With what?")))
        yield Option("aid", "defend", text("Aid"), turn.COSTS[1], () if refusal else needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Get ready to help."""
        friend, what = _meant(run.fight, action)
        if performing.begin(run, action.who, AID, target=friend):
            until = Duration("start", action.who, 1)
            conditions.gain(run, action.who, AIDING, duration=until, note=f"{friend}:{what}", rule=RULE)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What the check will be, when it comes to that."""
        friend, what = _meant(fight, action)
        words = text("The check comes as a reaction to the ally's.")
        if what == ATTACK:
            return Preview(takes=(friend,), notes=(words,))
        found = maneuver.chances(parts_of(fight, action.who, what), _dc(), friend)
        return replace(found, notes=(words,))


def _friends(fight: Fight, who: str) -> tuple[str, ...]:
    own = fight.world.creature(who)
    return tuple(one.id for one in fight.world.creatures if is_ally(own, one) and not fight.body(one.id).out)


def _whats(fight: Fight, who: str) -> Iterator[str]:
    """Attacks, and the skills it knows."""
    yield ATTACK
    sheet = sheet_of(fight.world.creature(who))
    for skill in table("fight")["skills"]:
        if skill in sheet.totals or sheet.rank(skill) != "untrained":
            yield skill


def _named(what: str) -> Text:
    return text("attack roll") if what == ATTACK else statistic_name(what)


def _meant(fight: Fight, action: Action) -> tuple[str, str]:
    """Whom an action prepares to help, and with what.

    Raises:
        Refused: it cannot.
    """
    friend, what = str(action.arguments.get("friend", "")), str(action.arguments.get("choice", ATTACK))
    refuse(performing.why_not(fight, action.who, AID))
    if friend not in _friends(fight, action.who) or what not in _whats(fight, action.who):
        raise Refused(Refusal(text("Name an ally and a kind of check."), RULE))
    return friend, what


def _dc() -> int:
    return int(table("fight")["aid"]["dc"])


class Help:
    """The reaction to the ally's check. Source: pf2e.basic.aid."""

    id = "aid"

    def offers(self, fight: Fight, who: str, trigger: Trigger) -> tuple[Offer, ...]:
        """For who has prepared to help with this."""
        if trigger.kind != "check" or trigger.who == who or not turn.has_reaction(fight, who):
            return ()
        what = _prepared(fight, who, trigger)
        parts = () if what is None else _parts(fight, who, what, trigger.target)
        if not parts:
            return ()
        title = text("{name} is about to roll. Help?", name=fight.world.creature(trigger.who).name)
        preview = maneuver.chances(parts, _dc(), trigger.who)
        return (Offer(Choice("aid", text("Aid")), title, preview),)

    def react(self, run: Run, who: str, trigger: Trigger, choice: str) -> int:
        """Roll the check; what it gives is added to that of the ally."""
        what = _prepared(run.fight, who, trigger)
        assert what is not None
        turn.spend_reaction(run, who)
        conditions.lose(run, who, AIDING, note=f"{trigger.who}:{what}")
        parts = _parts(run.fight, who, what, trigger.target)
        named = text("{action}: {skill}", action=text("Aid"), skill=_named(what))
        found = check(run, who, "aid", parts, _dc(), target=trigger.who, what=named, rule=RULE)
        amount = _amount(run.fight, who, what, trigger.target, found.degree)
        if amount:
            run.emit(EffectGained(trigger.who, Effect(AIDED, amount, who, rule=RULE)))
        return GOES_ON


def _prepared(fight: Fight, who: str, trigger: Trigger) -> str | None:
    """What a creature has prepared to help the trigger's creature with, if it is this."""
    statistic = ATTACK if trigger.statistic == "unarmed_attack" else trigger.statistic
    for effect in fight.body(who).effects:
        friend, _, what = effect.note.partition(":")
        if effect.id == AIDING and friend == trigger.who and what == statistic:
            return what
    return None


def _parts(fight: Fight, who: str, what: str, target: str) -> tuple[Part, ...]:
    """Parts of the helper's check, () when it cannot help: an attack is helped by who could attack the same target."""
    if what != ATTACK:
        return parts_of(fight, who, what)
    found = _weapon(fight, who, target)
    return () if found is None else strike_parts(fight, who, *found)


def _weapon(fight: Fight, who: str, target: str) -> tuple[Weapon, str] | None:
    """The best way of a helper to attack a target."""
    ways = [
        (weapon, kind)
        for weapon in ready_weapons(fight, who)
        for kind in ("melee", "ranged")
        if (weapon.flies if kind == "ranged" else not weapon.ranged)
        and can_strike(fight, who, target, weapon, kind) is None
    ]
    return max(ways, key=lambda way: total(strike_parts(fight, who, *way)), default=None)


def _amount(fight: Fight, who: str, what: str, target: str, degree: str) -> int:
    """What a degree gives; masters and legends give more. Source: pf2e.basic.aid."""
    numbers = table("fight")["aid"]
    sheet = sheet_of(fight.world.creature(who))
    named = what
    if what == ATTACK:
        found = _weapon(fight, who, target)
        named = "" if found is None else found[0].id if found[0].id in sheet.ranks else found[0].category
    if degree == CRITICAL_SUCCESS:
        return int(numbers.get(sheet.rank(named), numbers[degree]))
    return int(numbers.get(degree, 0))


def helped(run: Run, who: str, statistic: str, target: str) -> tuple[Part, ...]:
    """What allies add to a check that is about to be rolled. Source: pf2e.basic.aid."""
    if not any(one.has(AIDING) for one in run.fight.bodies.values()):
        return ()
    reactions.offer(run, Trigger("check", who, statistic=statistic, target=target))
    given = [one for one in run.fight.body(who).effects if one.id == AIDED]
    for effect in given:
        run.emit(EffectLost(who, effect))
    world = run.fight.world
    return tuple(
        Part(one.value, text("aid of {name}", name=world.creature(one.source).name), "circumstance", RULE)
        for one in given
    )
