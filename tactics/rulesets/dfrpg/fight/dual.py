"""Striking with two weapons at once by Attack, an optional rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tactics.core.text import composed, text
from tactics.rules.action import Action, NeedCreature, Option, Preview, Refusal, Refused
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg.fight import attack_action, attack_resolution, holding, own_numbers, states, turn
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.sheet import Use, Weapon
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight

_RULE = "dfrpg.attack.dual_weapon"
Hand = tuple[Weapon, Use]


def hands(fight: Fight, who: str) -> Iterator[tuple[Hand, Hand]]:
    """Each way to strike with the main hand and the off hand. Source: dfrpg.attack.dual_weapon."""
    held: dict[str, list[Hand]] = {"main": [], "off": []}
    for weapon, item in holding.weapons(fight, who):
        if item is not None and item.hand in held:
            for use in weapon.uses.values():
                if use.hands == 1 and holding.unready(fight, who, weapon, use) is None:
                    held[item.hand].append((weapon, use))
    return ((one, other) for one in held["main"] for other in held["off"])


def why_not(fight: Fight, who: str) -> Refusal | None:
    """Why a figure cannot strike with two weapons now. Source: dfrpg.attack.dual_weapon."""
    why = turn.doing(fight, who, "attack") or attack_action.why_not(fight, who)
    if why is None and own_numbers.switch(fight, "dual_weapon_attack") is not True:
        why = Refusal(text("This optional rule is not in use."), _RULE)
    return why


class DualWeaponAttack:
    """One blow with each hand, at one foe or two. Source: dfrpg.attack.dual_weapon."""

    ids = ("dual_weapon_attack",)
    groups = ("attack",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """The pairs of blows of two ready one-handed weapons, with those each of them reaches."""
        if own_numbers.switch(fight, "dual_weapon_attack") is not True or states.maneuver_of(fight, who)[0] != "attack":
            return
        if not turn.chosen(fight, who) or attack_action.why_not(fight, who) is not None:
            return
        for one, other in hands(fight, who):
            pairs = [_reached(fight, who, hand) for hand in (one, other)]
            if not all(pairs):
                continue
            needs = (
                NeedCreature("target", pairs[0], text("Whom with the {weapon}?", weapon=one[0].name)),
                NeedCreature("other_target", pairs[1], text("Whom with the {weapon}?", weapon=other[0].name)),
            )
            words = [attack_resolution.words_of(Attack(who, "", *hand)) for hand in (one, other)]
            title = composed("{one} + {other}", one=words[0], other=words[1])
            arguments = {"weapon": one[0].id, "use": one[1].id, "other": other[0].id, "other_use": other[1].id}
            yield Option("dual_weapon_attack", "attack", title, attack_action.COST, needs, None, arguments)

    def resolve(self, run: Run, action: Action) -> None:
        """Strike with the main hand, then with the other one."""
        first, second = self._settled(run.fight, action)
        attack_action.make(run, first)
        # The first blow may leave the attacker off balance, or the second one without its target.
        fight = run.fight
        if fight.body(second.who).count(turn.ACTS) >= turn.ALL_ACTS or not states.can_act(fight, second.who):
            return
        if fight.over or fight.body(second.target).out or attack_action.illegal(fight, second) is not None:
            return
        attack_action.make(run, second, counts=False)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The first blow, with the damage of both."""
        first, second = (
            attack_resolution.preview_of(attack_action.turned_to(fight, one), one)
            for one in self._settled(fight, action)
        )
        takes = tuple(dict.fromkeys((*first.takes, *second.takes)))
        note = text("The second blow is rolled against {n}.", n=second.against or 0)
        mean = first.damage_mean + second.damage_mean
        return replace(first, damage_mean=mean, takes=takes, notes=(*first.notes, note))

    def _settled(self, fight: Fight, action: Action) -> tuple[Attack, Attack]:
        refuse(why_not(fight, action.who))
        found: list[Attack] = []
        for weapon, use, target in (("weapon", "use", "target"), ("other", "other_use", "other_target")):
            named = {"weapon": weapon, "use": use, "target": target}
            arguments = {key: action.arguments.get(name, "") for key, name in named.items()}
            found.append(attack_action.named(fight, Action(action.who, "attack", arguments)))
        first, second = found
        pairs = {(one[0].id, one[1].id, other[0].id, other[1].id) for one, other in hands(fight, action.who)}
        if (first.weapon.id, _use(first), second.weapon.id, _use(second)) not in pairs:
            raise Refused(Refusal(text("It takes two ready one-handed weapons."), _RULE))
        both = tuple(_paired(one, same=first.target == second.target) for one in (first, second))
        for one in both:
            refuse(attack_action.illegal(fight, one))
        return both[0], both[1]


def _use(attack: Attack) -> str:
    return attack.use.id if attack.use is not None else ""


def _reached(fight: Fight, who: str, hand: Hand) -> tuple[str, ...]:
    """Whom a blow of such an attack may go at."""
    found = (attack_action.attack_of(fight, who, one, *hand) for one in attack_action.targets(fight, who, *hand))
    return tuple(one.target for one in found if attack_action.illegal(fight, _paired(one, same=True)) is None)


def _paired(attack: Attack, *, same: bool) -> Attack:
    """A blow as one of two at once; one foe of both defends worse. Source: dfrpg.attack.dual_weapon."""
    numbers, words = table("fight")["dual_weapon"], text("two weapons at once")
    against = (Part(numbers["defense"], words, "", _RULE),) if same else ()
    return replace(attack, extra=(Part(numbers["attack"], words, "", _RULE),), against=against)
