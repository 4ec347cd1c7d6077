"""Traits of weapons that look at the attacks made before, at the distance, or at the saddle; a parry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tactics.core.text import text
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.event import CounterSet, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.pf2e.fight import conditions, performing, turn
from tactics.rulesets.pf2e.fight.asking import distance_ft
from tactics.rulesets.pf2e.fight.holding import ready_weapons
from tactics.rulesets.pf2e.fight.own_numbers import ranked_as
from tactics.rulesets.pf2e.fight.performing import MANIPULATE, Deed
from tactics.rulesets.pf2e.fight.sheet import RANKS, Weapon, sheet_of
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.world.fight import Body, Duration, Fight

_SWINGS, _MISSES = "swings.", "misses."
"""Beginnings of counters: Strikes of this turn with a weapon at a target; those of them that missed."""
RULE, DAMAGE_RULE = "pf2e.attack.roll", "pf2e.damage.roll"
PARRYING = "parrying"
PARRY = Deed("parry", 1, frozenset({MANIPULATE}))


def note_swing(run: Run, who: str, target: str, weapon: Weapon, *, missed: bool) -> None:
    """Remember a Strike for the rest of the turn; that the turn's first one forgets those of the last turn.

    Args:
        run: the action.
        who: the attacker; the attack is counted already.
        target: whom it attacked.
        weapon: what with.
        missed: whether it missed.
    """
    if run.fight.body(who).count(turn.RIDDEN):
        run.emit(CounterSet(who, turn.RIDDEN, 0))
    if run.fight.body(who).count(turn.ATTACKS) <= 1:
        for key, number in run.fight.body(who).counters.items():
            if key.startswith((_SWINGS, _MISSES)) and number:
                run.emit(CounterSet(who, key, 0))
    for beginning in (_SWINGS, _MISSES) if missed else (_SWINGS,):
        key = f"{beginning}{weapon.id}>{target}"
        run.emit(CounterSet(who, key, run.fight.body(who).count(key) + 1))


def _earlier(body: Body, beginning: str) -> Iterator[tuple[str, str]]:
    """Weapon and target of the Strikes of this turn."""
    if not body.count(turn.ATTACKS):
        return
    for key, number in body.counters.items():
        if key.startswith(beginning):
            weapon, _, target = key.removeprefix(beginning).partition(">")
            yield from [(weapon, target)] * number


def attack_traits(fight: Fight, who: str, target: str, weapon: Weapon, kind: str) -> Iterator[Part]:
    """What traits add to an attack roll: sweep, backswing, volley. Source: pf2e.attack.roll."""
    numbers, body = table("fight")["weapon_traits"], fight.body(who)
    if "sweep" in weapon.traits and any(other != target for _, other in _earlier(body, _SWINGS)):
        yield Part(int(numbers["sweep"]), text("sweep"), "circumstance", RULE)
    if "backswing" in weapon.traits and any(used == weapon.id for used, _ in _earlier(body, _MISSES)):
        yield Part(int(numbers["backswing"]), text("backswing"), "circumstance", RULE)
    volley = weapon.number("volley")
    if volley is not None and kind == "ranged" and distance_ft(fight, who, target) <= volley:
        yield Part(int(numbers["volley"]), text("volley"), "", RULE)


def damage_traits(fight: Fight, who: str, weapon: Weapon, dice: int, *, reaction: bool) -> Iterator[Part]:
    """What traits add to the damage of a weapon with so many dice: forceful, jousting, twin.

    Source: pf2e.damage.roll
    """
    if "jousting" in {one.partition("_")[0] for one in weapon.traits} and _at_a_gallop(fight, who):
        yield Part(dice, text("jousting"), "circumstance", DAMAGE_RULE)
    if reaction:
        return
    swings = list(_earlier(fight.body(who), _SWINGS))
    same = sum(used == weapon.id for used, _ in swings)
    if "forceful" in weapon.traits and same:
        yield Part(min(same, 2) * dice, text("forceful"), "circumstance", DAMAGE_RULE)
    if "twin" in weapon.traits and any(_is_twin(fight, who, used, weapon) for used, _ in swings):
        yield Part(dice, text("twin"), "circumstance", DAMAGE_RULE)


def _at_a_gallop(fight: Fight, who: str) -> bool:
    """Whether a rider has just been carried far enough for a joust."""
    least_sq = int(table("fight")["weapon_traits"]["joust_ft"]) // SQUARE_FT
    return bool(fight.world.creature(who).mount) and fight.body(who).count(turn.RIDDEN) >= least_sq


def _is_twin(fight: Fight, who: str, used: str, weapon: Weapon) -> bool:
    """Whether another weapon of the same make was used."""
    sheet = sheet_of(fight.world.creature(who))
    return used != weapon.id and used in sheet.weapons and sheet.weapons[used].name == weapon.name


class Parry:
    """A weapon held up like a shield: a bonus to Armor Class until the start of the next turn.

    Source: pf2e.basic.interact, pf2e.defense.armor_class
    """

    ids = ("parry",)
    groups = ("defend",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """For who has such a weapon in hand."""
        if any("parry" in one.traits for one in ready_weapons(fight, who)) and not fight.body(who).has(PARRYING):
            yield Option("parry", "defend", text("Parry"), turn.COSTS[1], refusal=_no_parry(fight, who))

    def resolve(self, run: Run, action: Action) -> None:
        """Hold it up."""
        refuse(_no_parry(run.fight, action.who))
        if performing.begin(run, action.who, PARRY):
            bonus, until = int(table("fight")["weapon_traits"]["parry"]), Duration("start", action.who)
            conditions.gain(run, action.who, PARRYING, value=bonus, source=action.who, duration=until)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Who may react."""
        refuse(_no_parry(fight, action.who))
        return performing.previewed(fight, action.who, PARRY, Preview())


def _no_parry(fight: Fight, who: str) -> Refusal | None:
    refusal = performing.why_not(fight, who, PARRY)
    if refusal is not None:
        return refusal
    sheet = sheet_of(fight.world.creature(who))
    usable = (one for one in ready_weapons(fight, who) if "parry" in one.traits)
    if all(sheet.rank(ranked_as(sheet, one)) == RANKS[0] for one in usable):
        return Refusal(text("It has no weapon in hand to parry with."), "pf2e.basic.interact")
    return None
