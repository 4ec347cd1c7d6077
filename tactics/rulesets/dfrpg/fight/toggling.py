"""Abilities that are always on, or turned on and off by Ready, and what they add to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.text import composed, text
from tactics.rules.action import Action, Option, Preview, Refusal, Refused
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg.fight import powers, states, turn
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.defending import Defense
from tactics.rulesets.dfrpg.fight.sheet import Ability, sheet_of
from tactics.world.fight import Effect, Fight

RULE = "dfrpg.maneuver.ready.toggle_ability"
ON = "ability_on"
"""Effect: an ability that was turned on, which its note names. Source: dfrpg.maneuver.ready.toggle_ability."""


def active(fight: Fight, who: str) -> Iterator[Ability]:
    """The abilities of a figure that work now. Source: dfrpg.maneuver.ready.toggle_ability."""
    for one in sheet_of(fight.world.creature(who)).abilities.values():
        if one.activation == "always_on" or states.has(fight, who, ON, one.id):
            yield one


def bonus(fight: Fight, who: str, to: str) -> Iterator[Part]:
    """What abilities that work now add to something."""
    for one in active(fight, who):
        if one.bonus_to == to:
            yield Part(one.bonus, composed("{name}", name=one.name), "", RULE)


def attack_parts(fight: Fight, attack: Attack) -> Iterator[Part]:
    """Abilities that make attacks better."""
    return bonus(fight, attack.who, "attack")


def defense_parts(fight: Fight, defense: Defense) -> Iterator[Part]:
    """Abilities that make defences better."""
    return bonus(fight, defense.who, "defenses")


def armor_parts(fight: Fight, who: str) -> Iterator[Part]:
    """Abilities that make one harder to hurt."""
    return bonus(fight, who, "dr")


class ToggleAbility:
    """Turning an ability on or off by Ready. Source: dfrpg.maneuver.ready.toggle_ability."""

    ids = ("toggle_ability",)
    groups = ("item",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Every ability that can be switched."""
        if not turn.by(fight, who, "ready"):
            return
        for one in sheet_of(fight.world.creature(who)).abilities.values():
            if one.activation == "ready":
                on = states.has(fight, who, ON, one.id)
                title = text("Turn {name} off", name=one.name) if on else text("Turn {name} on", name=one.name)
                why = self._why_not(fight, who)
                notes = powers.notes(one)
                yield Option("toggle_ability", "item", title, text("ready"), (), why, {"ability": one.id}, notes)

    def _why_not(self, fight: Fight, who: str) -> Refusal | None:
        why = turn.doing(fight, who, "ready")
        if why is None and fight.body(who).count(turn.ACTS):
            why = Refusal(text("The task of this turn is done."), "dfrpg.maneuver.ready")
        return why

    def resolve(self, run: Run, action: Action) -> None:
        """Switch it."""
        one = self._settled(run.fight, action)
        who = action.who
        states.add(run, who, turn.ACTS)
        turn.close_step(run, who)
        if not states.lose(run, who, ON, note=one.id):
            states.gain(run, who, Effect(ON, note=one.id, rule=RULE))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled."""
        self._settled(fight, action)
        return Preview()

    def _settled(self, fight: Fight, action: Action) -> Ability:
        refuse(self._why_not(fight, action.who))
        one = sheet_of(fight.world.creature(action.who)).abilities.get(str(action.arguments.get("ability", "")))
        if one is None:
            raise Refused(Refusal(text("Say which ability."), RULE))
        if one.activation == "concentrate":
            raise Refused(Refusal(text("It calls for Concentrate."), RULE))
        if one.activation == "always_on":
            raise Refused(Refusal(text("It is always on."), RULE))
        return one
