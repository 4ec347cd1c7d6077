"""Ready: preparing a single action for something an enemy may do, and taking it as a reaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tactics.core.text import Text, text
from tactics.rules.action import (
    Action,
    Argument,
    Choice,
    Need,
    NeedChoice,
    NeedCreature,
    NeedPath,
    Option,
    Preview,
)
from tactics.rules.fighting import Run
from tactics.rules.holding_back import Waiting, meant, needs_of, note_of, noted, question
from tactics.rules.kinds import Kind, key_of, offered, refusal_of, refuse
from tactics.rules.question import Question
from tactics.rulesets.pf2e import creatures
from tactics.rulesets.pf2e.fight import conditions, kinds, noticing, order, performing, turn
from tactics.rulesets.pf2e.fight.asking import ask
from tactics.rulesets.pf2e.fight.holding import board_name, judged, ready_weapons, weapon_of
from tactics.rulesets.pf2e.fight.naming import action_name
from tactics.rulesets.pf2e.fight.origins import power_of
from tactics.rulesets.pf2e.fight.performing import ATTACK, CONCENTRATE, MOVE, Deed
from tactics.rulesets.pf2e.fight.powers import SPELL
from tactics.rulesets.pf2e.fight.reactions import GOES_ON, Offer, Trigger
from tactics.rulesets.pf2e.tables import table
from tactics.world.edit import moved
from tactics.world.fight import Duration, Effect, Fight

RULE = "pf2e.basic.ready"
READY = Deed("ready", 2, frozenset({CONCENTRATE}))
READIED = "readied"
"""Effect of one who waits: its note is for what and with what, its value the attacks that count for a readied one."""
REACHED, ATTACKS, CASTS, MOVES, ACTS = "comes_within_reach", "attacks", "casts", "moves", "acts"
TRIGGERS: dict[str, Text] = {
    REACHED: text("when an enemy comes within reach"),
    ATTACKS: text("when an enemy attacks"),
    CASTS: text("when an enemy casts"),
    MOVES: text("when an enemy moves"),
    ACTS: text("when an enemy does anything"),
}
"""What one can wait for."""


class Ready:
    """Two actions to wait with a single one; the turn ends. Source: pf2e.basic.ready."""

    ids = ("ready",)
    groups = ("defend",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """With what to wait, and for what."""
        refusal = performing.why_not(fight, who, READY) or turn.own_turn(fight, who)
        needs: tuple[Need, ...] = ()
        if refusal is None:
            needs = needs_of((option for _, option in _choices(fight, who)), TRIGGERS)
        yield Option("ready", "defend", action_name("ready", text("Ready")), turn.COSTS[2], needs, refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Begin to wait."""
        who = action.who
        what, trigger = _meant(run.fight, action)
        made = turn.attacks_made(run.fight, who)
        if performing.begin(run, who, READY):
            until = Duration("start", who, 1)
            note = note_of(what, trigger)
            conditions.gain(run, who, READIED, value=made, duration=until, note=note, rule=RULE)
        if run.fight.active == who and not run.fight.over:
            order.end_turn(run, who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Nothing is rolled yet."""
        _meant(fight, action)
        return performing.previewed(fight, action.who, READY, Preview(notes=(text("The turn ends."),)))


def _choices(fight: Fight, who: str, attacks: int = 0) -> Iterator[tuple[Kind, Option]]:
    """Every single action a creature could take if it were granted one now; a spell is an activity and none.

    Source: pf2e.basic.ready, pf2e.action.activity
    """
    single = (turn.COSTS[0], turn.COSTS[1])
    for kind, option in offered(kinds.ALL, turn.granted(fight, who, attacks), who, table("actions")["readied"]):
        power = power_of(fight, who, str(option.arguments.get("power", "")))
        if option.cost in single and (power is None or power.kind != SPELL):
            yield kind, option


def _meant(fight: Fight, action: Action) -> tuple[str, str]:
    """What an action readies, and for what.

    Raises:
        Refused: it cannot.
    """
    refuse(performing.why_not(fight, action.who, READY) or turn.own_turn(fight, action.who))
    return meant(action, (option for _, option in _choices(fight, action.who)), TRIGGERS, RULE)


class Readied:
    """The readied action as a reaction. Source: pf2e.basic.ready."""

    id = READIED

    def offers(self, fight: Fight, who: str, trigger: Trigger) -> tuple[Offer, ...]:
        """The action, when what was waited for happens and it can be taken."""
        if not fight.body(who).has(READIED) or not turn.has_reaction(fight, who):
            return ()
        found = _waiting(fight, who, trigger)
        if found is None:
            return ()
        title = question(fight, who, trigger.who)
        return (Offer(Choice(READIED, found.option.title), title, _preview(fight, who, found)),)

    def react(self, run: Run, who: str, trigger: Trigger, choice: str) -> int:
        """Take the action, with the multiple attack penalty of the turn in which it was readied."""
        found = _waiting(run.fight, who, trigger)
        assert found is not None
        action = found.aimed(run, who)
        refuse(refusal_of(found.kind, turn.granted(run.fight, who, found.effect.value), action))
        turn.spend_reaction(run, who)
        conditions.lose(run, who, READIED)
        for event in turn.grant(run.fight, who, found.effect.value):
            run.emit(event)
        found.kind.resolve(run, action)
        turn.forget_grant(run, who)
        return GOES_ON


def _waiting(fight: Fight, who: str, trigger: Trigger) -> Waiting | None:
    """What a creature has readied for a trigger and can do now; None when that is nothing.

    Whoever it knows nothing of sets nothing off. Source: pf2e.basic.ready, pf2e.detect.undetected
    """
    if trigger.who not in fight.bodies:
        return None
    if not creatures.is_enemy(fight.world.creature(who), fight.world.creature(trigger.who)):
        return None
    if trigger.who in noticing.lost(fight, who):
        return None
    for effect in fight.body(who).effects:
        key, name = noted(effect)
        if effect.id == READIED and _happens(fight, who, trigger, name, key):
            for kind, option in _choices(fight, who, effect.value):
                if key_of(option) == key and option.refusal is None:
                    return _aimed(fight, trigger, effect, kind, option)
    return None


def _aimed(fight: Fight, trigger: Trigger, effect: Effect, kind: Kind, option: Option) -> Waiting | None:
    """A readied action aimed at whoever set it off; None when it cannot be aimed at them."""
    settled: dict[str, Argument] = dict(option.arguments)
    left: list[Need] = []
    cause = (trigger.who, *(one.id for one in creatures.riders_of(fight.world, fight.world.creature(trigger.who))))
    for need in option.needs:
        if isinstance(need, NeedCreature) and need.name == "target":
            aims = tuple(one for one in cause if one in need.ids)
            if not aims:
                return None
            if len(aims) == 1:
                settled[need.name] = aims[0]
            else:
                left.append(replace(need, ids=aims))
        elif isinstance(need, NeedChoice) and (need.name != "item" or len(need.choices) == 1):
            settled[need.name] = need.choices[0].id
        elif isinstance(need, NeedPath) and not need.costs:
            return None
        else:
            left.append(need)
    return Waiting(effect, kind, option, settled, tuple(left))


def _preview(fight: Fight, who: str, found: Waiting) -> Preview | None:
    if found.open:
        return None
    return found.kind.preview(turn.granted(fight, who, found.effect.value), found.action(who))


def _happens(fight: Fight, who: str, trigger: Trigger, name: str, key: str) -> bool:
    """Whether a trigger is what was waited for. Actions are met as they begin, steps as they are done.

    Source: pf2e.basic.ready, pf2e.move.exempt_from_reactions
    """
    careful = trigger.action in table("actions")["exempt"]
    if name == REACHED:
        return trigger.kind == "reached" and not careful and _comes_within_reach(fight, who, trigger, key)
    if trigger.kind != "act":
        return False
    if name == ATTACKS:
        return ATTACK in trigger.traits
    if name == CASTS:
        return trigger.action.startswith("cast")
    return name == ACTS or (name == MOVES and MOVE in trigger.traits and not careful)


def _comes_within_reach(fight: Fight, who: str, trigger: Trigger, key: str) -> bool:
    """Whether somebody is within reach after a step and was not before: of the readied weapon, or of any."""
    after = judged(fight)
    before = moved(after, trigger.who, trigger.path[0])
    settled = dict(part.split("=", 1) for part in key.split(",")[1:] if "=" in part)
    weapons = ready_weapons(fight, who)
    if "weapon" in settled:
        named = weapon_of(fight, who, settled["weapon"])
        weapons = weapons if named.ranged else (named,)
    for weapon in weapons:
        if not weapon.ranged:
            name = board_name(weapon, "melee")
            asked = Question(ask="threatens", source=who, to=trigger.who, weapon=name)
            if ask(after, asked).value is True and ask(before, asked).value is not True:
                return True
    return False
