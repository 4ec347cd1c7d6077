"""Reading the powers and afflictions of a stat block, with every fault of them named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from tactics.core.text import Named
from tactics.rules.dice_text import Dice
from tactics.rules.keys import Keys, words_of
from tactics.rulesets.pf2e.fight.powers import (
    AFFLICTIONS,
    DOES,
    KINDS,
    LASTS,
    ROUNDS,
    SPELL,
    STEPS,
    SUSTAINED,
    TARGETS,
    TRIGGERS,
    TURNS,
    Affliction,
    Outcome,
    Power,
    Stage,
)
from tactics.rulesets.pf2e.tables import DEGREES, table

SHAPES = ("burst", "cone", "emanation", "line")
COSTS: Mapping[str, int] = MappingProxyType({"1": 1, "2": 2, "3": 3, "free": 0, "reaction": 0, "minutes": 3})
"""What a power may take of a turn, as a stat block writes it, and the actions that are."""
_SAVES = ("fortitude", "reflex", "will")
_ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
_DICED = frozenset({"damage", "persistent", "heal", "temporary", "reduce"})


_OUTCOME_KEYS = words_of("on type tags value uses modifier needs spares to_user") | {*DOES, *LASTS, SUSTAINED}
_POWER_KEYS = words_of(
    """
    id name name_ru kind actions traits rank level ability range shape size width spares_user targets count attack
    modifier save basic dc effects sustained tires repeats uses pool recharge immunity steps trigger trigger_traits
    trigger_types disrupts about about_ru
    """
)
_AFFLICTION_KEYS = words_of("id name name_ru kind traits level save dc onset maximum stages virulent")
_STAGE_KEYS = ("effects", "rounds")


def read_powers(keys: Keys, level: int) -> Mapping[str, Power]:
    """The list ``powers`` of a stat block.

    Args:
        keys: of the table ``combat``.
        level: of the creature, which is that of its abilities.
    """
    return keys.by_id("powers", [_power(one, level) for one in keys.rows("powers", _POWER_KEYS)])


def read_afflictions(keys: Keys, level: int) -> Mapping[str, Affliction]:
    """The list ``afflictions`` of a stat block. Source: pf2e.affliction.general."""
    return keys.by_id("afflictions", [_affliction(one, level) for one in keys.rows("afflictions", _AFFLICTION_KEYS)])


def check_afflictions(keys: Keys, known: Mapping[str, Affliction], used: Mapping[str, str]) -> None:
    """Name every affliction that something gives and the stat block does not explain: what, by where it stands."""
    for where, named in used.items():
        if named and named not in known:
            keys.fault(where, f"there is no affliction {named!r} in this stat block; explain it in afflictions")


def given_afflictions(powers: Mapping[str, Power]) -> dict[str, str]:
    """The afflictions powers give, by where they stand."""
    return {f"powers.{one.id}": row.id for one in powers.values() for row in one.outcomes if row.does == "affliction"}


def _power(keys: Keys, level: int) -> Power:
    kind = keys.word("kind", SPELL, KINDS)
    cost = keys.word("actions", "2", COSTS)
    rank = keys.number("rank", 0, least=0, most=10)
    immunity = keys.inner("immunity", ("rounds", "own"))
    found = Power(
        id=keys.word("id"),
        name=keys.name(keys.word("id", "")),
        kind=kind,
        cost=COSTS.get(cost, 2),
        reaction=cost == "reaction",
        traits=keys.words("traits"),
        rank=rank,
        level=keys.number("level", max(1, 2 * rank - 1) if rank else level, least=-1, most=30),
        ability=keys.word("ability", "", ("", *_ABILITIES)),
        range_ft=keys.number("range", 0, least=0, most=10_000),
        shape=keys.word("shape", "", ("", *SHAPES)),
        size_ft=keys.number("size", 0, least=0, most=1000),
        width_ft=keys.number("width", 5, least=5, most=100),
        spares_user=keys.word("spares_user", "yes", ("yes", "no")) == "yes",
        targets=keys.word("targets", "creature", TARGETS),
        count=keys.number("count", 1, least=1, most=20),
        attack=keys.word("attack", "", ("", "melee", "ranged")),
        modifier=keys.maybe("modifier", least=-10, most=60),
        save=keys.word("save", "", ("", *_SAVES)),
        basic=keys.flag("basic"),
        dc=keys.maybe("dc", least=1, most=80),
        outcomes=_outcomes(keys),
        sustained=keys.maybe("sustained", least=1, most=1000),
        tires=keys.flag("tires"),
        repeats=keys.flag("repeats"),
        uses=keys.maybe("uses", least=1, most=100),
        pool=keys.word("pool", ""),
        recharge=keys.dice("recharge") if "recharge" in keys else None,
        immunity=immunity.number("rounds", 0, least=0, most=100_000),
        immunity_own=immunity.flag("own"),
        steps=_steps(keys),
        trigger=keys.word("trigger", "", ("", *TRIGGERS)),
        trigger_traits=keys.words("trigger_traits"),
        trigger_types=keys.words("trigger_types"),
        disrupts=keys.words("disrupts", frozenset(DEGREES)),
        minutes=cost == "minutes",
        about=Named(keys.word("about", ""), keys.word("about_ru", "")) if "about" in keys else None,
    )
    _check(keys, found)
    return found


def _check(keys: Keys, power: Power) -> None:
    """Faults of a power as a whole."""
    if power.shape and not power.size_ft:
        keys.fault("size", "is missing: how many feet does the area measure?")
    if power.attack and power.save:
        keys.fault("save", "a power asks for an attack roll or for a saving throw, not for both")
    kept_up = power.tires or power.repeats or any(one.lasts == SUSTAINED for one in power.outcomes)
    if kept_up and power.sustained is None:
        keys.fault("sustained", "is missing: for how many rounds can it be sustained?")
    if power.basic and not power.save:
        keys.fault("basic", "is for a saving throw: give save")
    if power.kind == SPELL and not power.rank:
        keys.fault("rank", "is missing: of which rank is the spell?")
    if power.reaction and not power.trigger:
        keys.fault("trigger", "is missing: what does the reaction answer?")
    if power.trigger and power.cost:
        keys.fault("trigger", "only reactions and free actions have one")
    if power.steps and (power.outcomes or power.shape):
        keys.fault("steps", "an activity of actions has no effects of its own")
    if not (power.steps or power.outcomes or power.about or power.disrupts):
        keys.fault("effects", "is missing: what does it do? Give effects, steps or about")


def _steps(keys: Keys) -> tuple[str, ...]:
    words = keys.word("steps", "").split()
    for one in words:
        if one not in STEPS:
            keys.fault("steps", f"{one!r} is not one of {', '.join(STEPS)}")
    return tuple(one for one in words if one in STEPS)


def _outcomes(keys: Keys) -> tuple[Outcome, ...]:
    found = (_outcome(one) for one in keys.rows("effects", _OUTCOME_KEYS))
    return tuple(one for one in found if one is not None)


def _outcome(keys: Keys) -> Outcome | None:
    does = [one for one in DOES if one in keys]
    if len(does) != 1:
        keys.fault("", f"does one thing: one of {', '.join(DOES)}")
        return None
    named = does[0]
    lasts = [one for one in LASTS if one in keys]
    if len(lasts) + keys.flag(SUSTAINED) > 1:
        keys.fault(lasts[0], "lasts in one way only")
    typed = named in ("damage", "persistent")
    return Outcome(
        does=named,
        on=keys.words("on", frozenset(DEGREES)),
        dice=keys.dice(named, None) if named in _DICED else Dice(),
        type=keys.word("type") if typed else "",
        tags=keys.words("tags"),
        id=keys.word(named) if named in ("condition", "lower", "remove", "affliction") else "",
        value=keys.number("value", 1, least=1, most=20) if named in ("condition", "lower") else 0,
        lasts=SUSTAINED if keys.flag(SUSTAINED) else lasts[0] if lasts else "",
        number=keys.number(lasts[0], 0, least=1, most=100_000) if lasts else 0,
        feet=keys.number(named, 0, least=5, most=500) if named in ("push", "pull") else 0,
        uses=tuple(sorted(keys.words("uses"))),
        against=tuple(sorted(keys.words("counteract"))) if named == "counteract" else (),
        modifier=keys.maybe("modifier", least=-10, most=60),
        needs=keys.words("needs"),
        spares=keys.words("spares"),
        to_user=keys.flag("to_user"),
    )


def _affliction(keys: Keys, level: int) -> Affliction:
    kind = keys.word("kind", "poison", AFFLICTIONS)
    stages = tuple(
        Stage(tuple(map(_of_a_stage, _outcomes(one))), one.number("rounds", 1, least=1, most=1_000_000))
        for one in keys.rows("stages", _STAGE_KEYS)
    )
    if not stages:
        keys.fault("stages", "is missing: an affliction has a stage at least")
    return Affliction(
        id=keys.word("id"),
        name=keys.name(keys.word("id", "")),
        kind=kind,
        traits=keys.words("traits") | {kind},
        level=keys.number("level", level, least=-1, most=30),
        save=keys.word("save", "fortitude", _SAVES),
        dc=keys.maybe("dc", least=1, most=80),
        onset=keys.number("onset", 0, least=0, most=1_000_000),
        maximum=keys.maybe("maximum", least=1, most=1_000_000),
        stages=stages,
        virulent=keys.flag("virulent"),
    )


def _of_a_stage(outcome: Outcome) -> Outcome:
    """Rounds of what a stage brings are turns of its victim: whoever brought the affliction does not count them."""
    return replace(outcome, lasts=TURNS) if outcome.lasts == ROUNDS else outcome


def dc_by(kind: str, number: int) -> int:
    """A DC by level or by spell rank, for what states none. Source: pf2e.counteract.check."""
    numbers: list[int] = table("counteract")[kind]
    return numbers[min(max(number, 0), len(numbers) - 1)]
