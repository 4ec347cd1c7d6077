"""Stop thrusts: meeting whoever comes on with the point of a weapon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.lattice import Square
from tactics.core.text import Text, ntext, text
from tactics.rules.action import Action, Option, Preview, Refusal, Refused
from tactics.rules.event import Noted
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg import stepping
from tactics.rulesets.dfrpg.board import yards_between
from tactics.rulesets.dfrpg.fight import attack_action, attack_resolution, checks, holding, places, states, turn, waits
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.damage import Damage, with_bonus
from tactics.rulesets.dfrpg.fight.sheet import Use, Weapon
from tactics.rulesets.dfrpg.fight.waits import Wait
from tactics.rulesets.dfrpg.reach import strikes_at
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight
from tactics.world.world import World

RULE = "dfrpg.maneuver.wait.stop_thrust"
CAME, SPENT = "stop_thrust_yd", -1
"""Counter: yards the foe has come nearer whom a stop thrust meets now; and what it is once it was thrust at.

Source: dfrpg.grid.stop_thrust_distance
"""


def approached_yd(fight: Fight, who: str, foe: str, at: Square | None = None) -> int:
    """Yards a figure whose turn it is has come nearer to one who waits.

    Args:
        fight: the moment.
        who: who waits.
        foe: who comes.
        at: where the foe is, None for where it is now.

    Source: dfrpg.grid.stop_thrust_distance
    """
    world, start = fight.world, places.started_at(fight, foe)
    if fight.active != foe or start is None:
        return 0
    charger = world.creature(foe)
    now = charger.space.anchor if at is None else at
    return stepping.approach_yd(world, world.creature(who), charger, start, now)


def met(fight: Fight, who: str, wait: Wait, foe: str, before: World) -> bool:
    """Whether a foe has just come within the reach of a braced weapon, nearer than where it set out.

    Source: dfrpg.maneuver.wait.stop_thrust
    """
    least, reaches = table("fight")["stop_thrust"]["least_squares"], waits.reaches(fight, who, wait)
    own = fight.world.creature(who)

    def at_point(world: World) -> bool:
        other = world.creature(foe)
        near = approached_yd(fight, who, foe, other.space.anchor) >= least
        return near and strikes_at(world, own, other, reaches)

    return at_point(fight.world) and not at_point(before)


def bonus(yards: int) -> int:
    """What a stop thrust adds to its damage. Source: dfrpg.maneuver.wait.stop_thrust_damage."""
    numbers = table("fight")["stop_thrust"]
    return yards // int(numbers["squares"]) * int(numbers["damage"])


class StopThrust:
    """Bracing a thrusting weapon. Source: dfrpg.maneuver.wait.stop_thrust."""

    ids = ("stop_thrust",)
    groups = ("attack",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Each weapon that thrusts; the others are refused."""
        if waits.why_not_declare(fight, who) is not None:
            return
        note = text("It strikes first at whoever comes nearer, harder the farther that one came.")
        for weapon, use in _weapons(fight, who):
            why = unfit(fight, who, weapon, use)
            title = text("Stop thrust: {weapon}", weapon=attack_resolution.words_of(Attack(who, "", weapon, use)))
            arguments = {"weapon": weapon.id, "use": use.id}
            yield Option("stop_thrust", "attack", title, text("this maneuver"), (), why, arguments, (note,))

    def resolve(self, run: Run, action: Action) -> None:
        """Begin to wait."""
        waits.declare(run, action.who, self._settled(run.fight, action))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The thrust at the enemy that is nearest to coming, as far as that can be told."""
        who, wait = action.who, self._settled(fight, action)
        armed = waits.weapon_of(fight, who, wait)
        assert armed is not None, "a stop thrust is made with a weapon"
        foes = _foes_before(fight, who, waits.reaches(fight, who, wait))
        found = [attack_resolution.preview_of(fight, Attack(who, one, *armed)) for one in foes]
        best = max(found, key=lambda one: one.damage_mean, default=None)
        words = waits.words(fight, who, wait)
        if best is None:
            return Preview(notes=(words, text("Nobody is there whom it could meet.")))
        return Preview(
            chance=best.chance,
            critical=best.critical,
            parts=best.parts,
            against=best.against,
            under=True,
            damage_least=best.damage_least,
            damage_most=best.damage_most,
            damage_mean=best.damage_mean,
            takes=best.takes,
            notes=(words,),
        )

    def _settled(self, fight: Fight, action: Action) -> Wait:
        who = action.who
        refuse(waits.why_not_declare(fight, who))
        weapon_id, use_id = str(action.arguments.get("weapon", "")), str(action.arguments.get("use", ""))
        known = holding.find(fight, who, weapon_id)
        use = None if known is None else known[0].uses.get(use_id)
        if known is None or use is None or known[0].body:
            raise Refused(Refusal(text("Say which weapon it braces."), RULE))
        refuse(unfit(fight, who, known[0], use))
        return Wait(waits.STOP_THRUST, "attack", "", f"{known[0].id}/{use_id}")


def _weapons(fight: Fight, who: str) -> Iterator[tuple[Weapon, Use]]:
    """Weapons in hand with their ways to strike; fists are no weapons to brace."""
    for weapon, use in attack_action.modes(fight, who):
        if use is not None and not weapon.body:
            yield weapon, use


def unfit(fight: Fight, who: str, weapon: Weapon, use: Use) -> Refusal | None:
    """Why a weapon cannot be braced, None when it can.

    Source: dfrpg.maneuver.wait.stop_thrust, dfrpg.state.ready, dfrpg.state.reach_change
    """
    if use.base != "thr":
        return Refusal(text("Only a thrust stops a charge."), RULE)
    why = holding.unready(fight, who, weapon, use)
    if why is None and not holding.reaches_of(fight, who, weapon, use):
        why = Refusal(text("It is held for another reach."), "dfrpg.state.reach_change")
    return why


def _foes_before(fight: Fight, who: str, reaches: frozenset[int]) -> tuple[str, ...]:
    """Enemies beyond its reach, who would have to come nearer."""
    own, most = fight.world.creature(who), max(reaches, default=0)
    return tuple(one.id for one in places.foes(fight, who) if yards_between(fight.world, own, one) > most)


# What meeting a charge does.


def begins(run: Run, who: str, wait: Wait, cause: str) -> None:
    """Remember how far the foe has come. Source: dfrpg.grid.stop_thrust_distance."""
    if wait.trigger == waits.STOP_THRUST:
        states.set_counter(run, who, CAME, approached_yd(run.fight, who, cause))


def harder(fight: Fight, attack: Attack, found: Damage) -> Damage:
    """What the charge adds to the damage of the thrust. Source: dfrpg.maneuver.wait.stop_thrust_damage."""
    points = bonus(_came_yd(fight, attack))
    return with_bonus(found, points) if points else found


def notes(fight: Fight, attack: Attack) -> Iterator[Text]:
    """The same in words, for the preview. Source: dfrpg.maneuver.wait.stop_thrust_damage."""
    points = bonus(_came_yd(fight, attack))
    if points:
        yield ntext("The charge adds {n} point of damage.", "The charge adds {n} points of damage.", points)


def _came_yd(fight: Fight, attack: Attack) -> int:
    """Yards that count for a thrust: those when the reaction began, or those of now while it is only thought of."""
    body = fight.body(attack.who)
    wait = waits.wait_of(fight, attack.who) if body.count(turn.GRANTED) else None
    if wait is None or wait.trigger != waits.STOP_THRUST:
        return 0
    came = body.count(CAME)
    return max(0, came) if came else approached_yd(fight, attack.who, attack.target)


def told(run: Run, attack: Attack) -> None:
    """Say what the charge adds. Source: dfrpg.maneuver.wait.stop_thrust_damage."""
    for note in notes(run.fight, attack):
        run.emit(Noted(attack.who, note, "dfrpg.maneuver.wait.stop_thrust_damage"))


def spent(run: Run, attack: Attack, ended: str, rolled: checks.Result) -> None:
    """Only the first thrust meets the charge. Source: dfrpg.maneuver.wait.stop_thrust_damage."""
    if run.fight.body(attack.who).count(CAME):
        states.set_counter(run, attack.who, CAME, SPENT)


def ends(run: Run, who: str) -> None:
    """Nobody is met any more."""
    states.set_counter(run, who, CAME, 0)
