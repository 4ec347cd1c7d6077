"""Running into somebody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import MappingProxyType

from tactics.core.text import Named, Text, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.dice_text import Dice, face_sum, roll_dice
from tactics.rules.event import Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg.board import grid_of
from tactics.rulesets.dfrpg.fight import (
    attack_action,
    attack_resolution,
    balance,
    close_combat,
    harm,
    holding,
    lying_down,
    states,
    turn,
)
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.damage import Damage, damage_of, muscle
from tactics.rulesets.dfrpg.fight.sheet import SHIELD, Use, Weapon, sheet_of
from tactics.rulesets.dfrpg.fight.shoving import best_skill
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight

RULE = "dfrpg.attack.slam"
SLAM = close_combat.SLAM
NAME = Named("Slam", "Таран")
MANEUVERS = ("move_and_attack", "all_out_attack")
DOES = text("Both are hurt, and the weaker side may fall.")


def slam_of(fight: Fight, who: str) -> Weapon:
    """A slam as what one attacks with. Source: dfrpg.attack.slam."""
    numbers = table("fight")["slam"]
    skill, skill_id = best_skill(sheet_of(fight.world.creature(who)), numbers["skills"])
    use = Use(SLAM, NAME, "thr", Dice((), int(numbers["add"])), "cr", frozenset({0}), parry=None)
    return Weapon(SLAM, NAME, skill, skill_id, MappingProxyType({SLAM: use}), hand="")


def per_die(yards: int) -> int:
    """What a run adds to each die of both sides. Source: dfrpg.attack.slam."""
    rows: list[list[int]] = table("fight")["slam"]["run"]
    return next((bonus for most, bonus in rows if yards <= most), rows[-1][1])


def shield_bonus(fight: Fight, who: str) -> int:
    """What the shield of who runs adds to its roll and takes off the other one. Source: dfrpg.attack.slam."""
    found = holding.shield_of(fight, who)
    return found[0].defense_bonus if found is not None and found[0].kind == SHIELD else 0


def own_damage(fight: Fight, attack: Attack, damage: Damage) -> Damage:
    """What who runs into somebody deals, besides its thrust. Source: dfrpg.attack.slam."""
    if attack.weapon.id != SLAM:
        return damage
    return _with(damage, _more(fight, attack, damage.dice, shield_bonus(fight, attack.who)))


def foe_damage(fight: Fight, attack: Attack) -> Damage:
    """What who is run into deals. Source: dfrpg.attack.slam."""
    add = Dice((), int(table("fight")["slam"]["add"]))
    dice = muscle(sheet_of(fight.world.creature(attack.target)), "thr", add)
    return _with(Damage(dice, "cr"), _more(fight, attack, dice, -shield_bonus(fight, attack.who)))


def _more(fight: Fight, attack: Attack, dice: Dice, shield: int) -> tuple[Part, ...]:
    run = per_die(turn.yards_moved(fight, attack.who)) * sum(number for number, _ in dice.dice)
    found = (Part(run, text("run"), "", RULE), Part(shield, text("shield"), "", RULE))
    return tuple(one for one in found if one.amount)


def _with(damage: Damage, parts: tuple[Part, ...]) -> Damage:
    dice = Dice(damage.dice.dice, damage.dice.bonus + sum(one.amount for one in parts))
    return replace(damage, dice=dice, parts=(*damage.parts, *parts))


def dice_words(fight: Fight, attack: Attack) -> Iterator[Text]:
    """The dice of both sides, for the preview. Source: dfrpg.attack.slam."""
    if attack.weapon.id == SLAM:
        own, foe = damage_of(fight, attack).dice, foe_damage(fight, attack).dice
        yield text("Its dice: {own}; those of the foe: {foe}.", own=str(own), foe=str(foe))


def exempt(fight: Fight, attack: Attack) -> bool:
    """Move and Attack leaves a slam alone. Source: dfrpg.maneuver.move_and_attack.shove_exempt."""
    return attack.weapon.id == SLAM


def contact(run: Run, attack: Attack, damage: Damage) -> bool:
    """Both sides are hurt, and one of them may fall; whether the attack was a slam at all.

    Source: dfrpg.attack.slam
    """
    if attack.weapon.id != SLAM:
        return False
    who, foe = attack.who, attack.target
    back = foe_damage(run.fight, attack)
    own, other = _rolled(run, who, foe, damage), _rolled(run, foe, who, back)
    _hurt(run, foe, own, damage, who)
    _hurt(run, who, other, back, foe)
    times = int(table("fight")["slam"]["falls_times"])
    if own >= times * other:
        lying_down.fall(run, foe)
    elif own >= other:
        dexterity = iter((balance.dexterity(run.fight, foe, RULE),))
        if not balance.keeps_feet(run, foe, dexterity, RULE, by=who):
            lying_down.fall(run, foe)
    elif other >= times * own:
        lying_down.fall(run, who)
    return True


def _rolled(run: Run, who: str, target: str, damage: Damage) -> int:
    """Basic damage of one side, which is never below a least. Source: dfrpg.attack.slam."""
    dice = damage.dice
    faces = () if damage.most else roll_dice(run, dice)
    sum_ = (dice.most if damage.most else face_sum(faces) + dice.bonus) * damage.times
    found = max(sum_, int(table("fight")["slam"]["least"]))
    run.emit(Rolled(who, "damage", faces, harm.bonus_parts(damage), found, None, "", target, None, RULE))
    return found


def _hurt(run: Run, who: str, basic: int, damage: Damage, by: str) -> None:
    _, injury = harm.injury_of(run.fight, who, damage, basic)
    harm.hurt(run, who, injury, by, damage=damage, rule=RULE)


class Slam:
    """Running into a foe in whose square a move has just ended.

    Source: dfrpg.attack.slam, dfrpg.maneuver.move_and_attack.shove_exempt
    """

    ids = ("slam",)
    groups = ("attack",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Against the foes whose square it has run into."""
        if not turn.by(fight, who, *MANEUVERS) or states.maneuver_of(fight, who)[1] == "ranged":
            return
        why = self._why_not(fight, who)
        ids = () if why is not None else tuple(self._targets(fight, who))
        if why is None and not ids:
            why = Refusal(text("It runs into nobody."), RULE)
        needs = () if why is not None else (NeedCreature("target", ids, attack_action.AT_WHOM),)
        yield Option("slam", "attack", text("Slam"), attack_action.COST, needs, why, notes=(DOES,))

    def _why_not(self, fight: Fight, who: str) -> Refusal | None:
        variant = states.maneuver_of(fight, who)[1]
        why = turn.doing(fight, who, *MANEUVERS) or attack_action.why_not(fight, who)
        if why is None and variant == "ranged":
            why = turn.not_allowed(fight, who)
        if why is None and states.posture_of(fight, who) not in (states.STANDING, states.CROUCHING):
            why = Refusal(text("Only who is on its feet runs into somebody."), RULE)
        if why is None and fight.body(who).count(f"{turn.ATTACKED}{SLAM}"):
            why = Refusal(text("It has run into somebody this turn."), RULE)
        if why is None and not _ran_in(fight, who):
            why = Refusal(text("First run ahead into the square of a foe."), RULE)
        return why

    def _targets(self, fight: Fight, who: str) -> Iterator[str]:
        weapon = slam_of(fight, who)
        for one in close_combat.foes_in(fight, who):
            attack = attack_action.attack_of(fight, who, one, weapon, weapon.uses[SLAM])
            if _illegal(fight, attack) is None:
                yield one

    def resolve(self, run: Run, action: Action) -> None:
        """Run into it."""
        attack_action.make(run, self._settled(run.fight, action))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance to hit, and what it does to the foe."""
        attack = self._settled(fight, action)
        return attack_resolution.preview_of(fight, attack)

    def _settled(self, fight: Fight, action: Action) -> Attack:
        who, target = action.who, str(action.arguments.get("target", ""))
        refuse(self._why_not(fight, who))
        if target not in close_combat.foes_in(fight, who):
            raise Refused(Refusal(text("Say whom it runs into."), RULE))
        weapon = slam_of(fight, who)
        attack = attack_action.attack_of(fight, who, target, weapon, weapon.uses[SLAM])
        refuse(_illegal(fight, attack))
        return attack


def _illegal(fight: Fight, attack: Attack) -> Refusal | None:
    """Why somebody cannot be run into: who lies is run over. Source: dfrpg.attack.slam."""
    if states.posture_of(fight, attack.target) == states.PRONE:
        return Refusal(text("It lies already."), RULE)
    return attack_action.illegal(fight, attack)


def _ran_in(fight: Fight, who: str) -> bool:
    """Whether a figure came ahead into a foe's square this turn. Source: dfrpg.attack.slam."""
    came, creature = close_combat.came_from(fight, who), fight.world.creature(who)
    if came is None or not fight.body(who).count(close_combat.CAME_IN):
        return False
    return creature.facing is None or grid_of(fight.world).arc(came, creature.facing, creature.space.anchor) == "front"
