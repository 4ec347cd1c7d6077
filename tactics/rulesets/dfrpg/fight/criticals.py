"""What comes of critical hits and misses and of criticals among defences: plain outcomes, or the tables of the book."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from tactics.core.text import Text, text
from tactics.rules.dice_text import face_sum, parse_dice, roll_dice
from tactics.rules.event import ItemLost, Noted, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.dfrpg.fight import checks, harm, holding, lying_down, own_numbers, states, turn
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.checks import Result
from tactics.rulesets.dfrpg.fight.damage import Damage, damage_of
from tactics.rulesets.dfrpg.fight.defending import BLOCK, PARRY, Defense
from tactics.rulesets.dfrpg.stepping import flown_to
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Duration, Effect, Fight

HIT_RULE, MISS_RULE, DEFENSE_RULE = (
    "dfrpg.attack.critical_hit",
    "dfrpg.attack.critical_miss",
    "dfrpg.defense.critical",
)


def by_tables(fight: Fight) -> bool:
    """Whether the tables of the book are played. Source: dfrpg.attack.critical_hit."""
    return own_numbers.switch(fight, "critical_tables") == "book"


def _table(run: Run, who: str, which: str, rule: str) -> str:
    """Three dice on one of the tables."""
    faces = checks.three_dice(run)
    total = face_sum(faces)
    run.emit(Rolled(who, "critical_table", faces, (), total, rule=rule))
    return str(table("critical")[which][str(total)])


# ---------------------------------------------------------------- hits


def hit(run: Run, attack: Attack, rolled: Result, damage: Damage) -> Damage:
    """What a critical hit makes of the damage. Source: dfrpg.attack.critical_hit."""
    if by_tables(run.fight):
        result = _table(run, attack.who, "hit", HIT_RULE)
        run.emit(Noted(attack.who, HITS[result], HIT_RULE))
        return _WORSE[result](damage)
    return replace(damage, most=True) if rolled.total == int(table("critical")["simple"]["maximum"]) else damage


HITS: Mapping[str, Text] = {
    "maximum": text("The blow does all its damage."),
    "double": text("The blow does double damage."),
    "triple": text("The blow does triple damage."),
    "armor_halved": text("Half the armor does not count."),
    "major": text("Any wound of this blow is a major one."),
    "shock_twice": text("The shock of this blow is doubled."),
    "drops": text("The victim drops what it holds."),
    "plain": text("Nothing more comes of the critical hit."),
}
_WORSE: Mapping[str, Callable[[Damage], Damage]] = {
    "maximum": lambda damage: replace(damage, most=True),
    "double": lambda damage: replace(damage, times=2 * damage.times),
    "triple": lambda damage: replace(damage, times=3 * damage.times),
    "armor_halved": lambda damage: replace(damage, armor_halved=True),
    "major": lambda damage: replace(damage, major=True),
    "shock_twice": lambda damage: replace(damage, shock_twice=True),
    "drops": lambda damage: replace(damage, drops=True),
    "plain": lambda damage: damage,
}


def drops(run: Run, attack: Attack, damage: Damage, basic: int, pierced: int) -> None:
    """The victim of such a hit drops what it holds. Source: dfrpg.attack.critical_hit."""
    if damage.drops:
        for item in holding.loose(run.fight, attack.target):
            holding.drop(run, item)


# ---------------------------------------------------------------- misses


def miss(run: Run, attack: Attack) -> None:
    """What comes of a critical miss, of a blow defended perfectly, or of a parry botched by the table.

    Source: dfrpg.attack.critical_miss
    """
    if not by_tables(run.fight):
        off_balance(run, attack)
        holding.make_unready(run, attack.who, attack.weapon, MISS_RULE)
        return
    _MISSES[_table(run, attack.who, "miss", MISS_RULE)](run, attack)


def off_balance(run: Run, attack: Attack) -> None:
    """Worse defences until the next turn, and nothing more this turn. Source: dfrpg.attack.critical_miss."""
    who = attack.who
    run.emit(Noted(who, text("{name} is off balance.", name=run.fight.world.creature(who).name), MISS_RULE))
    worse = -int(table("fight")["defense"]["critical_miss"])
    states.gain(run, who, Effect(states.OFF_BALANCE, worse, duration=Duration("start", who), rule=MISS_RULE))
    for key, value in ((turn.ACTS, turn.ALL_ACTS), (turn.FACED, 1), (turn.STEP, turn.STEP_CLOSED)):
        states.set_counter(run, who, key, value)


def _breaks(run: Run, attack: Attack) -> None:
    """The weapon is gone; a sturdy one only the second time, the first time it is dropped."""
    item = holding.item_of(run.fight, attack.who, attack.weapon)
    if item is None:
        off_balance(run, attack)
    elif attack.weapon.sturdy and not item.damage:
        holding.change(run, item, damage=1)
        _dropped(run, attack)
    else:
        run.emit(Noted(attack.who, text("{what} breaks.", what=attack.weapon.name), MISS_RULE))
        run.emit(ItemLost(item.id))


def _hits_self(run: Run, attack: Attack, divisor: int = 1) -> None:
    who, damage = attack.who, damage_of(run.fight, attack)
    run.emit(Noted(who, text("{name} hits itself.", name=run.fight.world.creature(who).name), MISS_RULE))
    basic = harm.rolled(run, who, who, damage) // divisor
    _, injury = harm.injury_of(run.fight, who, damage, basic)
    harm.hurt(run, who, injury, who, damage=damage)


def _hits_self_half(run: Run, attack: Attack) -> None:
    _hits_self(run, attack, int(table("critical")["backlash_divisor"]))


def _unready(run: Run, attack: Attack) -> None:
    """The weapon is unready; one without a thing to be unready is off balance."""
    if holding.item_of(run.fight, attack.who, attack.weapon) is None:
        off_balance(run, attack)
        return
    holding.make_unready(run, attack.who, attack.weapon, MISS_RULE)


def _dropped(run: Run, attack: Attack) -> None:
    item = holding.item_of(run.fight, attack.who, attack.weapon)
    if item is None:
        off_balance(run, attack)
        return
    holding.drop(run, item)


def _dropped_far(run: Run, attack: Attack) -> None:
    """A swung weapon flies on the way its wielder looks, as far as nothing is in the way."""
    item = holding.item_of(run.fight, attack.who, attack.weapon)
    if item is None or attack.use is None or attack.use.base != "sw":
        _dropped(run, attack)
        return
    dice = parse_dice(table("critical")["far"])
    assert dice is not None, "the table names dice"
    faces = roll_dice(run, dice)
    run.emit(Rolled(attack.who, "critical_table", faces, (), face_sum(faces) + dice.bonus, rule=MISS_RULE))
    square = flown_to(run.fight.world, attack.who, face_sum(faces) + dice.bonus)
    holding.change(run, item, holder="", hand="", square=square)


def _arm(run: Run, attack: Attack) -> None:
    """The arm that struck is of no more use in this fight; who kicked falls."""
    hand = next(iter(holding.striking_hands(run.fight, attack)), "")
    if not hand:
        lying_down.fall(run, attack.who)
        return
    states.gain(run, attack.who, Effect(holding.USELESS, note=hand, rule=MISS_RULE))


def _falls(run: Run, attack: Attack) -> None:
    lying_down.fall(run, attack.who)


_MISSES: Mapping[str, Callable[[Run, Attack], None]] = {
    "breaks": _breaks,
    "hits_self": _hits_self,
    "hits_self_half": _hits_self_half,
    "off_balance": off_balance,
    "unready": _unready,
    "dropped": _dropped,
    "dropped_far": _dropped_far,
    "arm": _arm,
    "falls": _falls,
}


# ---------------------------------------------------------------- defences


def defended(run: Run, defense: Defense, result: Result) -> None:
    """What comes of a perfect defence against a blow, and of a botched defence. Source: dfrpg.defense.critical."""
    attack = defense.attack
    if result.kind == "critical_success" and attack.melee:
        run.emit(Noted(attack.who, text("The defense is perfect: the attacker has botched it."), DEFENSE_RULE))
        miss(run, attack)
    elif result.kind == "critical_failure":
        _botched(run, defense)


def _botched(run: Run, defense: Defense) -> None:
    """The shield or weapon is unready, or the one who dodged falls. Source: dfrpg.defense.critical."""
    if defense.kind == BLOCK:
        if defense.item is not None:
            holding.change(run, run.fight.items[defense.item.id], ready=False)
    elif defense.kind == PARRY:
        assert defense.weapon is not None, "a parry is made with something"
        if by_tables(run.fight):
            miss(run, Attack(defense.who, defense.attack.who, defense.weapon, defense.use))
        else:
            holding.make_unready(run, defense.who, defense.weapon, DEFENSE_RULE)
    else:
        lying_down.fall(run, defense.who)
