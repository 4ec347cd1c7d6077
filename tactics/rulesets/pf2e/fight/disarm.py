"""Disarm: knocking a thing out of somebody's hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tactics.core.text import text
from tactics.rules.action import Action, Choice, Decision, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.event import ItemChanged, Part
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import conditions, maneuver
from tactics.rulesets.pf2e.fight.checks import CRITICAL_FAILURE, CRITICAL_SUCCESS
from tactics.rulesets.pf2e.fight.holding import LOOSENED, held
from tactics.rulesets.pf2e.fight.maneuver import SKILL, Maneuver
from tactics.rulesets.pf2e.fight.sheet import Weapon, sheet_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Duration, Fight, Item

DISARM = Maneuver("disarm", text("Disarm"), "reflex", "pf2e.skill.disarm")


class Disarm:
    """Athletics against Reflex: a loosened grip, or the thing on the ground. Source: pf2e.skill.disarm."""

    ids = ("disarm",)
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For the trained, with a free hand or a weapon made for it, against those who hold something."""
        untrained = _untrained(fight, who)
        for option in maneuver.options(fight, who, DISARM):
            if untrained is not None or option.refusal is not None:
                yield replace(option, needs=(), refusal=untrained or option.refusal)
                continue
            armed = tuple(one for need in option.needs if isinstance(need, NeedCreature) for one in need.ids)
            armed = tuple(one for one in armed if held(fight, one))
            if armed:
                yield replace(option, needs=(NeedCreature("target", armed, text("Whom?")),))
            else:
                refusal = Refusal(text("Nobody within reach holds anything."), DISARM.rule)
                yield replace(option, needs=(), refusal=refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Loosen the grip, knock the thing away, or lose one's balance."""
        if (refusal := _untrained(run.fight, action.who)) is not None:
            raise Refused(refusal)
        maneuver.meant(run.fight, action, DISARM)
        item = _chosen(run, action)
        found = maneuver.attempt(run, action, DISARM, extra=_easier(run.fight, item))
        if found is None:
            return
        target, _, roll = found
        if roll.degree == CRITICAL_SUCCESS:
            square = creatures.space_of(run.fight.world, run.fight.world.creature(target)).anchor
            run.emit(ItemChanged(replace(run.fight.items[item.id], holder="", hand="", square=square)))
            conditions.lose(run, target, LOOSENED, note=item.id)
        elif roll.succeeded:
            until = Duration("start", target, 1)
            conditions.gain(run, target, LOOSENED, duration=until, note=item.id, rule=DISARM.rule)
        elif roll.degree == CRITICAL_FAILURE:
            until = Duration("start", action.who, 1)
            conditions.gain(run, action.who, "flat_footed", duration=until, rule=DISARM.rule)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances."""
        words = text("A success loosens the grip, a critical one makes it drop the thing.")
        return maneuver.previewed(fight, action, DISARM, notes=(words,), extra=_easier(fight, _meant(fight, action)))


def _untrained(fight: Fight, who: str) -> Refusal | None:
    """Only those trained in Athletics can disarm; a total that is given outright counts as training."""
    sheet = sheet_of(fight.world.creature(who))
    if SKILL in sheet.totals or sheet.rank(SKILL) != "untrained":
        return None
    return Refusal(text("It takes training in Athletics."), DISARM.rule)


def _things(fight: Fight, target: str) -> tuple[tuple[Weapon, Item], ...]:
    return held(fight, target) if target in fight.bodies else ()


def _meant(fight: Fight, action: Action) -> Item:
    """The thing an action is after; the first one in hand when it names none.

    Raises:
        Refused: the target has no such thing in hand.
    """
    target, wanted = str(action.arguments.get("target", "")), str(action.arguments.get("item", ""))
    found = [item for _, item in _things(fight, target) if wanted in ("", item.id)]
    if not found:
        raise Refused(Refusal(text("It holds nothing like that."), DISARM.rule))
    return found[0]


def _chosen(run: Run, action: Action) -> Item:
    """The thing that is knocked at; who holds several things is asked about them."""
    item = _meant(run.fight, action)
    things = _things(run.fight, item.holder)
    if len(things) == 1 or "item" in action.arguments:
        return item
    decision = Decision(
        who=action.who,
        id="disarm_of",
        title=text("Which?"),
        choices=tuple(Choice(one.id, text("{weapon}", weapon=weapon.name)) for weapon, one in things),
        default=item.id,
    )
    return run.fight.items[run.ask(decision).id]


def _easier(fight: Fight, item: Item) -> tuple[Part, ...]:
    """The bonus against a grip that was loosened before. Source: pf2e.skill.disarm."""
    if not any((one.id, one.note) == (LOOSENED, item.id) for one in fight.body(item.holder).effects):
        return ()
    bonus = int(table("fight")["athletics"]["disarm_bonus"])
    return (Part(bonus, text("loosened grip"), "circumstance", DISARM.rule),)
