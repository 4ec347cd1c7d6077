"""Taking aim: the Aim manoeuvre, what it adds to the next shot, and what spoils it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.text import Text, ntext, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg import shelter
from tactics.rulesets.dfrpg.distances import aim_helps_covering
from tactics.rulesets.dfrpg.fight import (
    attack_action,
    attack_resolution,
    checks,
    holding,
    places,
    shooting,
    states,
    surprise,
    turn,
)
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.checks import Result
from tactics.rulesets.dfrpg.fight.defending import Defense
from tactics.rulesets.dfrpg.fight.sheet import Weapon, sheet_of
from tactics.rulesets.dfrpg.fight.turn import Allowance
from tactics.rulesets.dfrpg.sight import sees
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Effect, Fight

RULE = "dfrpg.maneuver.aim"
AIMING, BRACED = "aiming", "braced"
"""Effects: aiming, whom it aims at as its note, the weapon as its origin, turns as its value; and a braced weapon."""
BRACE = "brace"
OBSERVED = "observed"
"""Condition: others know where it is without seeing it. Source: dfrpg.maneuver.aim.perceived_target."""
KEEPS = ("aim", "attack", "all_out_attack", "wait")
"""Manoeuvres that profit from aiming or go on with it. Source: dfrpg.maneuver.aim, dfrpg.ranged.opportunity_fire."""


def aim_of(fight: Fight, who: str) -> Effect | None:
    """What a figure aims at, with what and for how many turns; None when it does not."""
    return next(states.effects_of(fight, who, AIMING), None)


def bonus(fight: Fight, attack: Attack) -> Iterator[Part]:
    """What aiming gives the shot at the target with the weapon that was aimed.

    Source: dfrpg.maneuver.aim, dfrpg.maneuver.aim.extra_turns, dfrpg.maneuver.aim.brace,
        dfrpg.maneuver.attack.carry_over, dfrpg.ranged.opportunity_fire
    """
    aim, shot = aim_of(fight, attack.who), attack.weapon.shot
    if aim is None or shot is None or attack.melee or attack.maneuver not in KEEPS:
        return
    if (aim.note, aim.origin) != (attack.target, attack.weapon.id) or not aim_helps_covering(attack.covering or 1):
        return
    numbers = table("fight")["aim"]
    rule = "dfrpg.maneuver.attack.carry_over" if attack.maneuver == "attack" else RULE
    yield Part(shot.accuracy, text("aimed"), "", rule)
    extra = numbers["turns"][min(aim.value, len(numbers["turns"]) - 1)]
    words = ntext("aimed for {n} turn", "aimed for {n} turns", aim.value)
    yield Part(extra, words, "", "dfrpg.maneuver.aim.extra_turns")
    if states.has(fight, attack.who, BRACED):
        yield Part(numbers["brace"], text("braced"), "", "dfrpg.maneuver.aim.brace")


def perceived(fight: Fight, who: str, other: str) -> bool:
    """Whether a figure sees another one, or knows where it is in another way: the other one is ``observed``.

    Source: dfrpg.maneuver.aim.perceived_target
    """
    if surprise.undetected(fight, who, other):
        return False
    if any(states.has(fight, other, one) for one in (OBSERVED, f"{OBSERVED}:{who}")):
        return True
    world = fight.world
    return sees(world, world.creature(who), world.creature(other)) and not surprise.unseen(fight, who, other)


# What spoils it.


def spoil(run: Run, who: str) -> bool:
    """Let a figure's aim be gone; whether it had one."""
    states.lose(run, who, BRACED)
    return states.lose(run, who, AIMING)


def leave(run: Run, who: str, chosen: Allowance) -> None:
    """Another manoeuvre than the shot ends it, and a Wait in vain. Source: dfrpg.maneuver.aim."""
    waited = states.maneuver_of(run.fight, who)[0] == "wait" and run.fight.active == who
    if chosen.id not in KEEPS or waited:
        spoil(run, who)


def end_of_turn(run: Run, who: str) -> None:
    """Only the very next manoeuvre profits from it, and a turn of Aim without aiming adds nothing.

    Source: dfrpg.maneuver.aim
    """
    maneuver = states.maneuver_of(run.fight, who)[0]
    if maneuver not in ("aim", "wait") or (maneuver == "aim" and not run.fight.body(who).count(turn.ACTS)):
        spoil(run, who)


def shot(run: Run, attack: Attack, ended: str, rolled: Result) -> None:
    """The shot uses it up, and so does any other attack. Source: dfrpg.maneuver.aim."""
    spoil(run, attack.who)


def defended(run: Run, defense: Defense) -> None:
    """Who defends loses its aim. Source: dfrpg.maneuver.aim.defense_spoils."""
    spoil(run, defense.who)


def wounded(run: Run, who: str, points: int, by: str) -> None:
    """A wound calls for a roll of Will. Source: dfrpg.maneuver.aim.injury."""
    if aim_of(run.fight, who) is None:
        return
    rule = "dfrpg.maneuver.aim.injury"
    will = checks.base(sheet_of(run.fight.world.creature(who)).will, text("Will"), rule)
    if not checks.roll(run, who, "will", (will,), rule=rule).succeeded:
        spoil(run, who)


def moved(run: Run, who: str) -> None:
    """Whoever goes out of sight, the shooter or its target; a weapon is not rested on the move nor in a fall.

    Source: dfrpg.maneuver.aim.lost_sight, dfrpg.maneuver.aim.brace
    """
    states.lose(run, who, BRACED)
    watch(run, who)


def watch(run: Run, who: str) -> None:
    """Let all aims be lost whose targets are no longer seen. Source: dfrpg.maneuver.aim.lost_sight."""
    for shooter in run.fight.bodies:
        aim = aim_of(run.fight, shooter)
        if aim is None:
            continue
        known = holding.find(run.fight, shooter, aim.origin)
        gone = run.fight.body(aim.note).out or not states.can_act(run.fight, shooter) or known is None
        if gone or not perceived(run.fight, shooter, aim.note):
            spoil(run, shooter)


def dazed(run: Run, who: str) -> None:
    """Who is stunned aims at nothing. Source: dfrpg.state.stun."""
    spoil(run, who)


# Choosing it.


def why_not_choose(fight: Fight, who: str, one: Allowance) -> Refusal | None:
    """Aiming and shooting all out need something to shoot with; bracing a crossbow and something to rest it on.

    Source: dfrpg.maneuver.aim, dfrpg.maneuver.aim.brace, dfrpg.maneuver.all_out_attack.ranged
    """
    shoots = (one.id, one.variant) == ("all_out_attack", "ranged")
    if one.id != "aim" and not shoots:
        return None
    ready = tuple(shooting.shots(fight, who))
    if not ready:
        return Refusal(text("It holds no ranged weapon that is ready."), one.rule)
    if one.variant == BRACE:
        return _why_not_brace(fight, who)
    return None


def _why_not_brace(fight: Fight, who: str) -> Refusal | None:
    rule = "dfrpg.maneuver.aim.brace"
    if not any(shot.braces for _, shot in shooting.shots(fight, who)):
        return Refusal(text("Only a crossbow is braced."), rule)
    if not shelter.rests(fight.world, fight.world.creature(who)):
        return Refusal(text("Nothing low is beside it to rest the weapon on."), rule)
    return None


def still(fight: Fight, who: str) -> Refusal | None:
    """Who braces a weapon stays where it is. Source: dfrpg.maneuver.aim.movement, dfrpg.maneuver.aim.brace."""
    if states.maneuver_of(fight, who) == ("aim", BRACE) and turn.chosen(fight, who):
        return Refusal(text("The weapon is braced."), "dfrpg.maneuver.aim.movement")
    return None


class TakeAim:
    """Aiming a weapon at somebody. Source: dfrpg.maneuver.aim, dfrpg.maneuver.aim.perceived_target."""

    ids = ("aim",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Each ranged weapon at hand, aimed at those who are seen."""
        if not turn.by(fight, who, "aim"):
            return
        why = _why_not(fight, who)
        for weapon, _ in shooting.shots(fight, who):
            refusal = why or _wrong_weapon(fight, who, weapon)
            ids = () if refusal is not None else _seen(fight, who, weapon)
            if refusal is None and not ids:
                refusal = Refusal(text("Nobody is seen."), "dfrpg.maneuver.aim.perceived_target")
            need = () if refusal is not None else (NeedCreature("target", ids, attack_action.AT_WHOM),)
            title = text("Aim {weapon}", weapon=weapon.name)
            note = _adds(fight, who, weapon)
            yield Option("aim", "other", title, text("aim"), need, refusal, {"weapon": weapon.id}, (note,))

    def resolve(self, run: Run, action: Action) -> None:
        """Take aim, or go on aiming, at the same one with the same weapon."""
        who, (weapon, target) = action.who, self._settled(run.fight, action)
        attack = Attack(who, target, weapon, None, "aim")
        if attack_action.needs_turn(run.fight, attack):
            run.emit(CounterSet(who, turn.STEP, turn.STEP_BEGUN))
            places.face(run, who, places.direction_to(run.fight, who, target))
        turns, rested = _turns(run.fight, who, target, weapon), states.has(run.fight, who, BRACED)
        braces = states.maneuver_of(run.fight, who)[1] == BRACE
        states.lose(run, who, AIMING)
        if not braces or (turns and not rested):
            states.lose(run, who, BRACED)
        elif not rested:
            states.gain(run, who, Effect(BRACED, rule="dfrpg.maneuver.aim.brace"))
        states.gain(run, who, Effect(AIMING, turns + 1, note=target, rule=RULE, origin=weapon.id))
        states.add(run, who, turn.ACTS)
        turn.close_step(run, who)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What the next shot would gain, and what it would be like if nothing changes."""
        weapon, target = self._settled(fight, action)
        turns = _turns(fight, action.who, target, weapon) + 1
        notes = [_gain(fight, action.who, weapon, turns)]
        later = _shot_later(fight, action.who, weapon, target, turns)
        if later is not None and later.chance is not None and later.against is not None:
            percent = checks.percent(later.chance)
            notes.append(text("From here it hits on {n} or less ({percent}%).", n=later.against, percent=percent))
        return Preview(notes=tuple(notes), later=later)

    def _settled(self, fight: Fight, action: Action) -> tuple[Weapon, str]:
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(turn.doing(fight, who, "aim") or _why_not(fight, who))
        known = holding.find(fight, who, str(action.arguments.get("weapon", "")))
        if known is None or known[0].shot is None or target not in fight.bodies or target == who:
            raise Refused(Refusal(text("Say what to aim and at whom."), RULE))
        weapon = known[0]
        refuse(holding.unready(fight, who, weapon) or _wrong_weapon(fight, who, weapon))
        if target not in _seen(fight, who, weapon):
            name = fight.world.creature(target).name
            raise Refused(Refusal(text("{name} is not seen.", name=name), "dfrpg.maneuver.aim.perceived_target"))
        return weapon, target


def _why_not(fight: Fight, who: str) -> Refusal | None:
    if fight.body(who).count(turn.ACTS):
        return Refusal(text("It has taken aim this turn."), RULE)
    return None


def _wrong_weapon(fight: Fight, who: str, weapon: Weapon) -> Refusal | None:
    braces = states.maneuver_of(fight, who)[1] == BRACE
    if braces and (weapon.shot is None or not weapon.shot.braces):
        return Refusal(text("Only a crossbow is braced."), "dfrpg.maneuver.aim.brace")
    return None


def _seen(fight: Fight, who: str, weapon: Weapon) -> tuple[str, ...]:
    """Ids of those a figure perceives, once it has turned to them where it may; who braces looks at them already.

    Source: dfrpg.maneuver.aim.perceived_target, dfrpg.maneuver.aim.movement
    """
    found = []
    for one in places.others(fight, who):
        if perceived(attack_action.turned_to(fight, Attack(who, one.id, weapon, None, "aim")), who, one.id):
            found.append(one.id)
    return tuple(found)


def _shot_later(fight: Fight, who: str, weapon: Weapon, target: str, turns: int) -> Preview | None:
    """The shot after so many turns of aiming, None where there would be none from here."""
    body, braces = fight.body(who), states.maneuver_of(fight, who)[1] == BRACE
    braced = braces and (turns == 1 or states.has(fight, who, BRACED))
    effects = [one for one in body.effects if one.id not in (AIMING, BRACED)]
    effects.append(Effect(AIMING, turns, note=target, rule=RULE, origin=weapon.id))
    effects += [Effect(BRACED)] if braced else []
    attack = Attack(who, target, weapon, None, "attack")
    there = fight.with_body(who, body.with_effects(tuple(effects)))
    if attack_action.illegal(there, attack) is not None:
        return None
    return attack_resolution.preview_of(attack_action.turned_to(there, attack), attack)


def _turns(fight: Fight, who: str, target: str, weapon: Weapon) -> int:
    """Turns it has aimed already at the target with the weapon. Source: dfrpg.maneuver.aim.extra_turns."""
    aim = aim_of(fight, who)
    return aim.value if aim is not None and (aim.note, aim.origin) == (target, weapon.id) else 0


def _adds(fight: Fight, who: str, weapon: Weapon) -> Text:
    aim = aim_of(fight, who)
    return _gain(fight, who, weapon, 1 + (aim.value if aim is not None and aim.origin == weapon.id else 0))


def _gain(fight: Fight, who: str, weapon: Weapon, turns: int) -> Text:
    """What the next shot gains, in words."""
    assert weapon.shot is not None, "what is aimed shoots"
    numbers = table("fight")["aim"]
    extra = numbers["turns"][min(turns, len(numbers["turns"]) - 1)]
    brace = numbers["brace"] if states.maneuver_of(fight, who)[1] == BRACE else 0
    return text("The next shot at the same target: {n:+d}.", n=weapon.shot.accuracy + extra + brace)
