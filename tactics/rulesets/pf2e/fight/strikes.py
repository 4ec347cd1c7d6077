"""The Strike as an action: each way to attack with what is at hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.text import Text, as_words, text
from tactics.rules.action import Action, Choice, Need, NeedChoice, NeedCreature, Option, Preview, Refusal
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.vocabulary import DAMAGE_TYPES
from tactics.rulesets.pf2e.fight import noticing, performing, turn
from tactics.rulesets.pf2e.fight.holding import ready_weapons, weapon_of
from tactics.rulesets.pf2e.fight.legality import can_strike
from tactics.rulesets.pf2e.fight.performing import ATTACK, RANGED, Deed
from tactics.rulesets.pf2e.fight.sheet import Weapon
from tactics.rulesets.pf2e.fight.strike import Manner, strike
from tactics.rulesets.pf2e.fight.strike_odds import strike_preview
from tactics.world.fight import Fight

STYLES: dict[str, Text] = {
    "plain": text("as usual"),
    "nonlethal": text("to knock out"),
    "lethal": text("to kill"),
}
"""How to attack; a weapon offers what changes something."""


class Strike:
    """One attack with one weapon. Source: pf2e.basic.strike, pf2e.attack.nonlethal."""

    ids = ("strike",)
    groups = ("attack",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One option for each way to attack with what is at hand."""
        for weapon, kind in arms(fight, who):
            refusal = performing.why_not(fight, who, deed_of(kind))
            targets = () if refusal else targets_of(fight, who, weapon, kind)
            refusal = refusal or (None if targets else _nobody(fight, who, weapon, kind))
            needs = () if refusal else _aims(targets, weapon)
            yield Option(
                "strike",
                "attack",
                _title(weapon, kind),
                turn.COSTS[1],
                needs,
                refusal,
                {"weapon": weapon.id, "kind": kind},
            )

    def resolve(self, run: Run, action: Action) -> None:
        """Strike once."""
        who, target = action.who, str(action.arguments.get("target", ""))
        weapon, manner = _meant(run.fight, action)
        refuse(performing.why_not(run.fight, who, deed_of(manner.kind)))
        refuse(can_strike(run.fight, who, target, weapon, manner.kind))
        carry_out(run, who, target, weapon, manner)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chances of the Strike."""
        weapon, manner = _meant(fight, action)
        found = strike_preview(fight, action.who, str(action.arguments.get("target", "")), weapon, manner)
        return performing.previewed(fight, action.who, deed_of(manner.kind), found)


def carry_out(run: Run, who: str, target: str, weapon: Weapon, manner: Manner, *, free: bool = False) -> None:
    """Begin a Strike and make it; disrupted, or with its target gone meanwhile, it is an attack all the same.

    Args:
        run: the action.
        who: who strikes.
        target: whom.
        weapon: with what.
        manner: how.
        free: it is part of another action that is paid for.

    Source: pf2e.basic.strike, pf2e.action.disrupt, pf2e.attack.multiple_attack_penalty
    """
    if not performing.begin(run, who, deed_of(manner.kind), target=target, free=free):
        turn.count_attack(run, who)
        return
    why = can_strike(run.fight, who, target, weapon, manner.kind)
    if why is None:
        strike(run, who, target, weapon, manner)
        return
    turn.count_attack(run, who)
    performing.in_vain(run, who, why)


def deed_of(kind: str) -> Deed:
    """A Strike as an action. Source: pf2e.basic.strike."""
    return Deed("strike", 1, frozenset({ATTACK, RANGED} if kind == "ranged" else {ATTACK}))


def arms(fight: Fight, who: str) -> Iterator[tuple[Weapon, str]]:
    """What a creature can attack with, and how: in melee, or at range by shooting or throwing."""
    for weapon in ready_weapons(fight, who):
        if not weapon.ranged:
            yield weapon, "melee"
        if weapon.flies:
            yield weapon, "ranged"


def targets_of(fight: Fight, who: str, weapon: Weapon, kind: str) -> tuple[str, ...]:
    """Ids of the enemies that can be struck with a weapon from here."""
    side = fight.world.creature(who).side
    return tuple(
        one.id
        for one in fight.world.creatures
        if one.side != side and can_strike(fight, who, one.id, weapon, kind) is None
    )


def _nobody(fight: Fight, who: str, weapon: Weapon, kind: str) -> Refusal:
    """Why nobody can be struck: the reason for the nearest enemy whose place is known."""
    own, hidden = fight.world.creature(who), noticing.perceived(fight, who)
    foes = [
        one
        for one in fight.world.creatures
        if one.side != own.side and not fight.body(one.id).out and hidden.get(one.id) in (None, noticing.SENSED)
    ]
    foes.sort(key=lambda one: max(own.space.gap_sq(one.space)))
    reasons = (can_strike(fight, who, foe.id, weapon, kind) for foe in foes)
    return next((one for one in reasons if one is not None), Refusal(text("There is no enemy."), "pf2e.basic.strike"))


def _title(weapon: Weapon, kind: str) -> Text:
    if kind == "ranged" and not weapon.ranged:
        return text("Throw: {weapon}", weapon=weapon.name)
    return text("Strike: {weapon}", weapon=weapon.name)


def _aims(targets: tuple[str, ...], weapon: Weapon) -> tuple[Need, ...]:
    other = "lethal" if "nonlethal" in weapon.traits else "nonlethal"
    needs: list[Need] = [
        NeedCreature("target", targets, text("Whom?")),
        NeedChoice("style", tuple(Choice(one, STYLES[one]) for one in ("plain", other)), text("How?")),
    ]
    if len(weapon.types) > 1:
        types = tuple(Choice(one, as_words(DAMAGE_TYPES, one)) for one in weapon.types)
        needs.append(NeedChoice("type", types, text("Which damage?")))
    return tuple(needs)


def _meant(fight: Fight, action: Action) -> tuple[Weapon, Manner]:
    """The weapon and the manner an action names.

    Raises:
        Refused: there is no such weapon at hand.
    """
    named = str(action.arguments.get("weapon", ""))
    kinds = {(weapon.id, kind) for weapon, kind in arms(fight, action.who)}
    kind = str(action.arguments.get("kind", "")) or min((one for name, one in kinds if name == named), default="")
    if (named, kind) not in kinds:
        refuse(Refusal(text("It has no such weapon at hand."), "pf2e.basic.strike"))
    weapon = weapon_of(fight, action.who, named)
    style, damage = str(action.arguments.get("style", "")), str(action.arguments.get("type", ""))
    lethal = style if style in ("lethal", "nonlethal") else ""
    return weapon, Manner(kind=kind, lethal=lethal, type=damage if damage in weapon.types else "")
