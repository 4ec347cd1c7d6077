"""Active defences: which are legal against an attack, what they are made of, and asking for one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from tactics.core.lattice import Square
from tactics.core.text import Text, composed, text
from tactics.rules.action import Choice, Decision, Need, NeedChoice, NeedSquare, Preview, Refusal
from tactics.rules.event import CounterSet, Noted, Part
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg import strength
from tactics.rulesets.dfrpg.fight import checks, lying_down, own_numbers, places, states, turn
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.holding import (
    FIST,
    free_hands,
    make_unready,
    shield_of,
    unready,
    weapons,
)
from tactics.rulesets.dfrpg.fight.sheet import Use, Weapon, sheet_of
from tactics.rulesets.dfrpg.rolls import chance, defense_outcome
from tactics.world.edit import with_creature
from tactics.world.fight import Duration, Effect, Fight, Item

DODGE, PARRY, BLOCK = "dodge", "parry", "block"
RETREAT, DROP = "retreat", "drop"
"""What a defence may come with. Source: dfrpg.defense.retreat, dfrpg.defense.dodge_and_drop."""
NONE = "none"


@dataclass(frozen=True, slots=True)
class Defense:
    """One active defence that could be tried.

    Attributes:
        kind: dodge, parry or block.
        attack: against what.
        weapon, use: what parries with.
        item: the thing that parries or blocks, None for a part of the body.
        hand: main, off or both; "" for a dodge.
        with_: "", "retreat" or "drop".
    """

    kind: str
    attack: Attack
    weapon: Weapon | None = None
    use: Use | None = None
    item: Item | None = None
    hand: str = ""
    with_: str = ""

    @property
    def who(self) -> str:
        """Who defends."""
        return self.attack.target

    @property
    def id(self) -> str:
        """The id of the choice."""
        means = f".{self.weapon.id}" if self.weapon is not None else ""
        if self.item is None and self.hand == "off":
            means += ".off"
        return f"{self.kind}{means}" + (f"_{self.with_}" if self.with_ else "")


PARTS: list[Callable[[Fight, Defense], Iterable[Part]]] = []
"""What adds to a defence, besides what stands here; other modules put it in."""
FORBIDS_ALL: list[Callable[[Fight, Attack], Refusal | None]] = []
"""Why a target may not defend at all; other modules put it in."""
FORBIDS: list[Callable[[Fight, Defense], Refusal | None]] = []
"""Why one defence is not legal; other modules put it in."""
AFTER: list[Callable[[Run, Defense, checks.Result], None]] = []
"""What comes of a defence roll; other modules put it in."""
TRIED: list[Callable[[Run, Defense], None]] = []
"""What comes of a defence being tried at all, before its roll; other modules put it in."""


def defended(run: Run, attack: Attack) -> bool:
    """Ask the target for a defence, and let it roll; whether the attack was stopped.

    Source: dfrpg.defense.one_per_attack, dfrpg.maneuver.all_out_defense.double
    """
    forbidden = why_none(run.fight, attack)
    if forbidden is not None:
        _tell_why(run, attack, forbidden)
        return False
    tried: list[Defense] = []
    retreated = False
    while len(tried) < _attempts(run.fight, attack.target):
        found = [one for one in legal(run.fight, attack) if not any(_same(one, before) for before in tried)]
        found = [one for one in found if not (retreated and one.with_)]
        if not found:
            return False
        chosen = _asked(run, attack, found)
        if chosen is None:
            return False
        defense, where = chosen
        retreated = retreated or bool(defense.with_)
        if _rolled(run, defense, where):
            return True
        tried.append(defense)
    return False


def why_none(fight: Fight, attack: Attack) -> Refusal | None:
    """Why a target may not defend at all, None when it may."""
    return next((why for one in FORBIDS_ALL if (why := one(fight, attack)) is not None), None)


def _tell_why(run: Run, attack: Attack, why: Refusal) -> None:
    """Say why there is no defence, but not of those of whom nobody expects one."""
    who = attack.target
    if states.can_act(run.fight, who):
        name = run.fight.world.creature(who).name
        run.emit(Noted(who, text("{name} has no defense: {why}", name=name, why=why.text), why.rule))


def _attempts(fight: Fight, who: str) -> int:
    """How many defences may be tried against one attack.

    Source: dfrpg.defense.one_per_attack, dfrpg.maneuver.all_out_defense.double
    """
    return 2 if states.maneuver_of(fight, who) == ("all_out_defense", "double") else 1


def _same(one: Defense, other: Defense) -> bool:
    """Whether two defences are the same for Double Defense. Source: dfrpg.maneuver.all_out_defense.double."""
    return one.kind == other.kind and (one.kind != PARRY or one.hand == other.hand)


def legal(fight: Fight, attack: Attack) -> tuple[Defense, ...]:
    """The defences a target may try, retreats and drops included.

    Source: dfrpg.defense.one_per_attack, dfrpg.maneuver.governs_defense
    """
    if why_none(fight, attack) is not None:
        return ()
    plain = [one for one in _means(fight, attack) if why_not(fight, one) is None]
    found: list[Defense] = []
    for one in _one_hand(fight, attack.target, plain):
        moving = replace(one, with_=RETREAT if attack.melee else DROP)
        found += (one, moving) if why_not(fight, moving) is None else (one,)
    return tuple(found)


def _one_hand(fight: Fight, who: str, found: list[Defense]) -> tuple[Defense, ...]:
    """Of two bare hands only the one that has parried less, unless another try may need the other one.

    Source: dfrpg.defense.parry, dfrpg.maneuver.all_out_defense.double
    """
    bare = [one for one in found if one.weapon is not None and one.weapon.id == FIST]
    if not bare or _attempts(fight, who) > 1:
        return tuple(found)
    best = min(bare, key=lambda one: fight.body(who).count(parry_count(one)))
    return tuple(one for one in found if one not in bare or one.hand == best.hand)


def why_not(fight: Fight, defense: Defense) -> Refusal | None:
    """Why a defence is not legal, None when it is."""
    return next((why for one in FORBIDS if (why := one(fight, defense)) is not None), None)


def _means(fight: Fight, attack: Attack) -> Iterator[Defense]:
    """A dodge, a parry with everything ready, a block. Source: dfrpg.defense.parry, dfrpg.defense.block."""
    who = attack.target
    yield Defense(DODGE, attack)
    for weapon, item in weapons(fight, who):
        uses = [one for one in weapon.uses.values() if one.parry is not None and not unready(fight, who, weapon, one)]
        if not uses:
            continue
        best = max(uses, key=lambda one: one.parry or 0)
        if item is not None:
            yield Defense(PARRY, attack, weapon, best, item, _hand(item, best))
        else:
            bare = _best_unarmed(fight, who, weapon)
            hands = free_hands(fight, who) if weapon.id == FIST else ("",)
            yield from (Defense(PARRY, attack, bare, best, None, hand) for hand in hands)
    shield = shield_of(fight, who)
    if shield is not None:
        yield Defense(BLOCK, attack, item=shield[1], hand=shield[1].hand)


def _hand(item: Item, use: Use) -> str:
    return "both" if use.hands == 2 else item.hand


FREE_OF_WEAPONS = ("judo", "karate")
"""Unarmed skills that parry weapons without a penalty. Source: dfrpg.defense.parry."""


def _best_unarmed(fight: Fight, who: str, weapon: Weapon) -> Weapon:
    """Bare hands parry by the best skill that does not mind weapons. Source: dfrpg.defense.parry."""
    skills = sheet_of(fight.world.creature(who)).skills
    best = max(FREE_OF_WEAPONS, key=lambda one: skills.get(one, 0))
    better = weapon.id == FIST and skills.get(best, 0) >= weapon.skill
    return replace(weapon, skill=skills[best], skill_id=best) if better else weapon


def parry_count(defense: Defense) -> str:
    """The counter of the parries with a weapon or a bare hand. Source: dfrpg.defense.parry."""
    means = defense.weapon.id if defense.weapon is not None else ""
    return f"{turn.PARRIES}{means}" if defense.item is not None else f"{turn.PARRIES}{means}.{defense.hand}"


def parts_of(fight: Fight, defense: Defense) -> tuple[Part, ...]:
    """What a defence is made of, its base first.

    Source: dfrpg.defense.total_modifiers, dfrpg.defense.dodge, dfrpg.defense.parry, dfrpg.defense.block
    """
    parts = list(_base(fight, defense))
    for more in PARTS:
        parts += more(fight, defense)
    parts += defense.attack.against
    return tuple(one for one in parts if one.amount or one is parts[0])


def _base(fight: Fight, defense: Defense) -> Iterator[Part]:
    """The number a defence starts from, and what load, wounds and the weapon make of it."""
    who = defense.who
    if defense.kind == DODGE:
        yield from _dodge(fight, who)
    elif defense.kind == BLOCK:
        shield = shield_of(fight, who)
        assert shield is not None, "only who has a shield blocks"
        yield checks.base(own_numbers.from_half(shield[0].skill), text("Block"), "dfrpg.defense.block")
    else:
        assert defense.weapon is not None, "a parry is made with something"
        assert defense.use is not None, "in some manner"
        rule = "dfrpg.defense.parry"
        yield checks.base(own_numbers.from_half(defense.weapon.skill), text("Parry"), rule)
        yield Part(defense.use.parry or 0, composed("{name}", name=defense.weapon.name), "", rule)


def _dodge(fight: Fight, who: str) -> Iterator[Part]:
    """Dodge with what load, wounds and fatigue take off it.

    Source: dfrpg.defense.dodge, dfrpg.core.encumbrance, dfrpg.injury.reeling, dfrpg.injury.exhaustion
    """
    sheet = sheet_of(fight.world.creature(who))
    left = strength.loaded_dodge(sheet.dodge, sheet.encumbrance)
    yield checks.base(sheet.dodge, text("Dodge"), "dfrpg.defense.dodge")
    yield Part(left - sheet.dodge, text("encumbrance"), "", "dfrpg.core.encumbrance")
    for worn, words, rule in (
        (own_numbers.reeling(fight, who), text("reeling: halved"), "dfrpg.injury.reeling"),
        (own_numbers.tired(fight, who), text("tired: halved"), "dfrpg.injury.exhaustion"),
    ):
        if worn:
            yield Part(own_numbers.half_up(left) - left, words, "", rule)
            left = own_numbers.half_up(left)


def best_chance(fight: Fight, attack: Attack) -> tuple[Fraction, Text | None]:
    """The best chance of a target to stop an attack, and the words for it."""
    found = [(checks.total(parts_of(fight, one)), one) for one in legal(fight, attack)]
    if not found:
        why = why_none(fight, attack)
        words = text("No active defense is possible.")
        return Fraction(0), words if why is None else text("No active defense: {why}", why=why.text)
    number, best = max(found, key=lambda one: one[0])
    likely = chance(number)
    percent = checks.percent(likely)
    return likely, text("Best defense: {defense} {n} ({percent}%).", defense=words_of(best), n=number, percent=percent)


def words_of(defense: Defense) -> Text:
    """A defence in words."""
    what = {DODGE: text("Dodge"), PARRY: text("Parry"), BLOCK: text("Block")}[defense.kind]
    if defense.weapon is not None:
        what = composed("{defense} ({weapon})", defense=what, weapon=defense.weapon.name)
    if defense.item is None and defense.hand == "off":
        what = composed("{defense}, {hand}", defense=what, hand=text("left hand"))
    if defense.with_ == RETREAT:
        return text("{defense}, retreating", defense=what)
    if defense.with_ == DROP:
        return text("{defense} and drop", defense=what)
    return what


def _asked(run: Run, attack: Attack, found: list[Defense]) -> tuple[Defense, _Away] | None:
    """Ask which defence is tried; None for none."""
    fight = run.fight
    previews = {one.id: _preview(fight, one) for one in found}
    needs = {one.id: _retreat_needs(fight, one) for one in found if one.with_ == RETREAT}
    best = max((one for one in found if not one.with_), key=lambda one: previews[one.id].against or 0, default=found[0])
    name = fight.world.creature(attack.who).name
    answer = run.ask(
        Decision(
            who=attack.target,
            id="defense",
            title=text("{name} hits. How to defend?", name=name),
            choices=(*(Choice(one.id, words_of(one)) for one in found), Choice(NONE, text("No defense"))),
            default=best.id,
            needs=needs,
            preview=previews,
        )
    )
    for one in found:
        if one.id == answer.id:
            where = answer.arguments.get("square")
            away = _Away(where if isinstance(where, Square) else None, answer.arguments.get("facing") == TURNED)
            return one, away
    return None


@dataclass(frozen=True, slots=True)
class _Away:
    """Where a retreat leads, and whether the defender turns to the attacker. Source: dfrpg.grid.retreat."""

    square: Square | None
    turned: bool


TURNED, KEPT = "turned", "kept"
"""Where one looks after a retreat. Source: dfrpg.grid.retreat."""


def _retreat_needs(fight: Fight, defense: Defense) -> tuple[Need, ...]:
    """The square of a retreat, and whether to turn to the attacker where that is not the same as looking on.

    Source: dfrpg.grid.retreat
    """
    who, foe = defense.who, defense.attack.who
    squares = places.retreat_squares(fight, who, foe)
    need = NeedSquare("square", squares, text("Where to?"))
    creature = fight.world.creature(who)
    moved = (with_creature(fight.world, replace(creature, space=creature.space.at(one))) for one in squares)
    turns = any(places.direction_to(fight.with_world(one), who, foe) != creature.facing for one in moved)
    if creature.sprawl or not turns:
        return (need,)
    choices = (Choice(TURNED, text("At the attacker")), Choice(KEPT, text("As before")))
    return need, NeedChoice("facing", choices, text("Where does it look then?"))


def _preview(fight: Fight, defense: Defense) -> Preview:
    return replace(checks.preview(parts_of(fight, defense)), takes=(defense.attack.who,))


def _rolled(run: Run, defense: Defense, where: _Away) -> bool:
    """Try a defence. Source: dfrpg.defense.total_modifiers."""
    for tried in TRIED:
        tried(run, defense)
    parts = parts_of(run.fight, defense)
    _move(run, defense, where)
    _count(run, defense)
    result = checks.roll(
        run,
        defense.who,
        "defense",
        parts,
        target=defense.attack.who,
        what=words_of(defense),
        rule=f"dfrpg.defense.{defense.kind}",
        meaning=defense_outcome,
    )
    for after in AFTER:
        after(run, defense, result)
    return result.succeeded


def _count(run: Run, defense: Defense) -> None:
    """Note what a defence uses up. Source: dfrpg.state.turn_state, dfrpg.defense.block, dfrpg.defense.parry."""
    if defense.kind == PARRY:
        key = parry_count(defense)
        states.add(run, defense.who, key)
        if defense.weapon is not None and defense.weapon.unready_after_parry:
            make_unready(run, defense.who, defense.weapon, "dfrpg.maneuver.feint.movement_defense")
    elif defense.kind == BLOCK:
        states.add(run, defense.who, turn.BLOCKS)


def _move(run: Run, defense: Defense, where: _Away) -> None:
    """Step away, or drop. Source: dfrpg.defense.retreat, dfrpg.defense.dodge_and_drop."""
    if not defense.with_:
        return
    run.emit(CounterSet(defense.who, turn.RETREATED, 1))
    if defense.with_ == DROP:
        states.gain(run, defense.who, Effect(turn.RETREATED, source="", note=DROP, rule="dfrpg.defense.dodge_and_drop"))
        lying_down.fall(run, defense.who)
        return
    who, foe = defense.who, defense.attack.who
    squares = places.retreat_squares(run.fight, who, foe)
    there = where.square if where.square in squares else squares[0]
    origin, duration = places.retreated(run.fight, there, who), Duration("start", who)
    states.gain(run, who, Effect(turn.RETREATED, 0, foe, duration, "", "dfrpg.defense.retreat", origin=origin))
    places.shift(run, who, there)
    if where.turned:
        places.face(run, who, places.direction_to(run.fight, who, foe))
