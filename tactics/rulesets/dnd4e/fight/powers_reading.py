"""Reading the powers of a stat block, with every fault of them named."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.text import Named
from tactics.rules.dice_text import Dice
from tactics.rules.keys import Keys, words_of
from tactics.rulesets.dnd4e.fight.powers import (
    ACTIONS,
    AREAS,
    BASICS,
    BONUSES,
    CONDITIONS,
    DEFENSES,
    DOES,
    ENDS,
    KINDS,
    MELEE_BASIC,
    RANGED_BASIC,
    TARGETS,
    TRIGGERS,
    USAGES,
    ZONES,
    Outcome,
    Power,
)

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
DAMAGE = (
    "acid", "cold", "fire", "force", "lightning", "necrotic", "poison", "psychic", "radiant", "thunder",
)  # fmt: skip
"""Source: dnd4e.damage.types."""


POWER_KEYS = words_of(
    """
    id name name_ru action usage recharge kind keywords reach range size targets count weapon ability versus attack
    bonus hit miss effect sustain on_sustain sustain_attack on_enter on_start trigger basic provokes crit requires
    """
)
_OUTCOME_KEYS = words_of("weapon add types half amount type until group after worse surge to_user value") | {*DOES}
_DICED = ("damage", "ongoing", "heal", "temporary", "resist", "vulnerable")
_WORDS = {"condition": CONDITIONS, "bonus": BONUSES, "zone": ZONES, "basic": BASICS}
_SQUARES = ("push", "pull", "slide", "shift", "teleport")


def read_power(keys: Keys) -> Power:
    """One power."""
    found = Power(
        id=keys.word("id"),
        name=keys.name(keys.word("id", "")),
        action=keys.word("action", "standard", ACTIONS),
        usage=keys.word("usage", "at_will", USAGES),
        recharge=keys.number("recharge", 6, least=2, most=6),
        kind=keys.word("kind", "melee", KINDS),
        keywords=keys.words("keywords"),
        reach_sq=keys.maybe("reach", least=0, most=20),
        range_sq=keys.maybe("range", least=0, most=100),
        size_sq=keys.number("size", 0, least=0, most=50),
        targets=keys.word("targets", "creature", TARGETS),
        count=keys.number("count", 0 if keys.word("kind", "melee") in AREAS else 1, least=0, most=20),
        weapon=keys.word("weapon", ""),
        ability=keys.word("ability", "", ("", *ABILITIES)),
        versus=keys.word("versus", "ac", DEFENSES),
        attack=keys.maybe("attack", least=-10, most=60),
        bonus=keys.number("bonus", 0, least=-20, most=20),
        hit=_outcomes(keys, "hit"),
        miss=_outcomes(keys, "miss"),
        effect=_outcomes(keys, "effect"),
        sustain=keys.word("sustain", "", ("", "standard", "move", "minor")),
        on_sustain=_outcomes(keys, "on_sustain"),
        sustain_attack=keys.flag("sustain_attack"),
        on_enter=_outcomes(keys, "on_enter"),
        on_start=_outcomes(keys, "on_start"),
        trigger=keys.word("trigger", "", ("", *TRIGGERS)),
        basic=keys.word("basic", "", ("", "melee", "ranged")),
        provokes=keys.flag("provokes") if "provokes" in keys else None,
        crit=keys.number("crit", 20, least=2, most=20),
        requires=keys.word("requires", "", ("", "bloodied", *CONDITIONS)),
    )
    _check(keys, found)
    return found


def _check(keys: Keys, power: Power) -> None:
    """Faults of a power as a whole."""
    for name, message in _faults(power):
        keys.fault(name, message)


def _faults(power: Power) -> Iterator[tuple[str, str]]:
    if power.area and not power.size_sq:
        yield "size", "is missing: how many squares does the area measure?"
    if power.kind in ("area_burst", "wall") and power.range_sq is None:
        yield "range", "is missing: within how many squares does the area begin?"
    if power.kind == "ranged" and power.range_sq is None and not power.armed:
        yield "range", "is missing: how far does it reach?"
    if power.action in ("interrupt", "reaction", "opportunity", "none") and not power.trigger:
        yield "trigger", "is missing: what does it answer?"
    if power.action in ("standard", "move", "minor") and power.trigger:
        yield "action", "is of one's own turn: what has a trigger is interrupt, reaction, opportunity, free or none"
    if (power.hit or power.miss) and not power.rolls:
        yield "ability", "is missing: hit and miss need an attack"
    if not (power.hit or power.miss or power.effect):
        yield "effect", "is missing: what does it do?"
    zone = any(one.does == "zone" for one in (*power.outcomes, *power.on_sustain))
    if zone and not power.area:
        yield "kind", "is no area: a zone needs one"
    if any(one.does == "zone" and one.until in ("", "save", "hours") for one in (*power.outcomes, *power.on_sustain)):
        yield "until", "of a zone is one of start_next, end_next, end_target, encounter, sustain"
    if (power.on_enter or power.on_start) and not zone:
        yield "on_enter" if power.on_enter else "on_start", "needs a zone: an outcome with the key zone"
    lasting = any(one.until == "sustain" for one in (*power.outcomes, *power.on_sustain))
    if lasting and not power.sustain:
        yield "sustain", "is missing: what action sustains it?"
    if power.sustain and not lasting:
        yield "sustain", "has nothing to sustain: no outcome lasts until sustain"


def _outcomes(keys: Keys, name: str) -> tuple[Outcome, ...]:
    found = (_outcome(one) for one in keys.rows(name, _OUTCOME_KEYS))
    return tuple(one for one in found if one is not None)


def _outcome(keys: Keys) -> Outcome | None:
    does = [one for one in DOES if one in keys]
    if len(does) != 1:
        keys.fault("", f"does one thing: one of {', '.join(DOES)}")
        return None
    named = does[0]
    until = keys.word("until", "", ("", *ENDS))
    if named in ("ongoing",) and not until:
        until = "save"
    return Outcome(
        does=named,
        dice=keys.dice(named, None) if named in _DICED else Dice(),
        weapon=keys.number("weapon", 0, least=0, most=9),
        add=keys.word("add", "", ("", *ABILITIES)),
        types=_types(keys),
        half=keys.flag("half"),
        id=keys.word(named, None, _WORDS[named]) if named in _WORDS else "",
        amount=_amount(keys, named),
        type=keys.word("type", ""),
        until=until,
        group=keys.word("group", ""),
        after=keys.word("after", "", ("", *CONDITIONS)),
        worse=_stages(keys),
        surge=keys.word("surge", "", ("", "spend", "value")),
        to_user=keys.flag("to_user"),
    )


def _stages(keys: Keys) -> str:
    """What failed saves make of it one after another."""
    found = keys.word("worse", "")
    for one in found.split():
        if one not in CONDITIONS:
            keys.fault("worse", f"{one!r} is not one of {', '.join(CONDITIONS)}")
    return found


def _types(keys: Keys) -> tuple[str, ...]:
    return tuple(sorted(keys.words("types", frozenset(DAMAGE))))


def _amount(keys: Keys, named: str) -> int:
    if named in _SQUARES:
        return keys.number(named, least=1, most=50)
    return keys.number("amount", 0, least=-50, most=50)


def basic_melee(ability: str = "str") -> Power:
    """The melee basic attack everybody has: one [W] and Strength against Armor Class."""
    return Power(
        MELEE_BASIC, Named("Melee basic attack", "Обычная рукопашная атака"), keywords=frozenset({"weapon"}),
        ability=ability, hit=(Outcome("damage", weapon=1, add=ability),), basic="melee",
    )  # fmt: skip


def basic_ranged(ability: str = "dex") -> Power:
    """The ranged basic attack of who holds something to shoot or throw."""
    return Power(
        RANGED_BASIC, Named("Ranged basic attack", "Обычная дальнобойная атака"), kind="ranged",
        keywords=frozenset({"weapon"}), ability=ability, hit=(Outcome("damage", weapon=1, add=ability),),
        basic="ranged",
    )  # fmt: skip
