"""Keeping one's feet: rolls not to fall, being pushed by blows, and what a fall leads to."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.text import Text, ntext, text
from tactics.rules.event import Noted, Part
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg import stepping, wounds
from tactics.rulesets.dfrpg.fight import checks, close_combat, harm, lying_down, places, states
from tactics.rulesets.dfrpg.fight.attack import Attack, shock_parts
from tactics.rulesets.dfrpg.fight.damage import Damage, damage_of
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.rulesets.dfrpg.figures import called
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight

KNOCKBACK = "dfrpg.damage.knockback"
SKILLS = {"acrobatics": text("Acrobatics"), "judo": text("Judo")}
"""Skills that help as well as Dexterity to keep one's feet when pushed. Source: dfrpg.damage.knockback."""


def on_the_move(fight: Fight, who: str) -> Iterator[Part]:
    """What Move and Attack does to every roll not to fall, until the next choice.

    Source: dfrpg.maneuver.move_and_attack.movement
    """
    if states.maneuver_of(fight, who)[0] == "move_and_attack":
        worse = int(table("fight")["move_and_attack"]["balance"])
        yield Part(worse, text("attack on the move"), "", "dfrpg.maneuver.move_and_attack.movement")


def dexterity(fight: Fight, who: str, rule: str) -> Part:
    """Dexterity as what a roll starts from."""
    return checks.base(sheet_of(fight.world.creature(who)).dx, text("Dexterity"), rule)


def steadiest(fight: Fight, who: str) -> Part:
    """The best of Dexterity, Acrobatics and Judo. Source: dfrpg.damage.knockback."""
    skills = sheet_of(fight.world.creature(who)).skills
    known: list[tuple[int, Text]] = [(skills[id_], words) for id_, words in SKILLS.items() if id_ in skills]
    best = max(known, key=lambda one: one[0], default=None)
    own = dexterity(fight, who, KNOCKBACK)
    return own if best is None or best[0] <= own.amount else checks.base(*best, KNOCKBACK)


def keeps_feet(run: Run, who: str, parts: Iterator[Part], rule: str, *, by: str) -> bool:
    """Roll whether a figure keeps its feet; who lies already has none to keep.

    Args:
        run: the action.
        who: whose roll it is.
        parts: what the roll is made of, its base first.
        rule: the rule that calls for it.
        by: id of who pushes.

    Source: dfrpg.posture.fall, dfrpg.maneuver.move_and_attack.movement
    """
    if states.posture_of(run.fight, who) == states.PRONE:
        return True
    found = (*parts, *on_the_move(run.fight, who), *shock_parts(run.fight, who))
    return checks.roll(run, who, "fall", found, target=by, rule=rule).succeeded


def knocked_back(run: Run, attack: Attack, damage: Damage, basic: int, pierced: int) -> None:
    """A blow pushes its target straight away from the attacker, who may fall then with its head away from it.

    Source: dfrpg.damage.knockback, dfrpg.grid.knockback_path
    """
    who, fight = attack.target, run.fight
    st = sheet_of(fight.world.creature(who)).st
    yards = wounds.knockback_yards(st, damage.type, basic, pierced > 0)
    if not yards or fight.body(who).out:
        return
    name = called(fight.world.creature(who))
    words = ntext("The blow pushes {name} by {n} yard.", "The blow pushes {name} by {n} yards.", yards, name=name)
    run.emit(Noted(who, words, KNOCKBACK))
    path = stepping.knockback_path(fight.world, attack.who, who, yards)
    for square in path:
        places.shift(run, who, square, mode="forced")
    if not path:
        run.emit(Noted(who, text("{name} has no room to give way.", name=name), "dfrpg.grid.knockback_path"))
    if not states.can_act(run.fight, who):
        return
    if not keeps_feet(run, who, _pushed(run.fight, who, yards), KNOCKBACK, by=attack.who):
        lying_down.fall(run, who, away_from=attack.who)


def far_words(fight: Fight, attack: Attack) -> Iterator[Text]:
    """How far a blow that crushes pushes at most, for the preview. Source: dfrpg.damage.knockback."""
    if attack.weapon.id == close_combat.SLAM:
        return
    damage = damage_of(fight, attack)
    st = sheet_of(fight.world.creature(attack.target)).st
    most = wounds.knockback_yards(st, damage.type, harm.basic_damage(damage, damage.dice.most), True)
    if most:
        yield ntext("Pushes {n} yard at most.", "Pushes {n} yards at most.", most)


def _pushed(fight: Fight, who: str, yards: int) -> Iterator[Part]:
    yield steadiest(fight, who)
    worse = wounds.knockback_balance(yards)
    if worse:
        yield Part(worse, text("pushed far"), "", KNOCKBACK)
