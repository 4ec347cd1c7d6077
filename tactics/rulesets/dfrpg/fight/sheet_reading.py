"""Reading the table ``combat`` of a stat block into a `Sheet`, with every fault of it named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from tactics.core.lattice import Square, parse_square
from tactics.core.problems import Problem, ProblemError
from tactics.core.text import Named
from tactics.rules.dice_text import Dice
from tactics.rules.keys import Keys, words_of
from tactics.rules.question import DIRECTIONS
from tactics.rulesets.dfrpg import distances, strength
from tactics.rulesets.dfrpg.fight.sheet import (
    GEAR,
    POTION,
    SHIELD,
    TRAITS,
    UNMADE,
    Ability,
    Gear,
    Sheet,
    Shield,
    Shot,
    Use,
    Weapon,
    ranges_for,
)
from tactics.rulesets.dfrpg.tables import table

SHEET_KEYS = words_of(
    """
    st dx iq ht hp will per fp speed_quarters move dodge load_lb dr sm attacks skills traits weapons shield gear
    abilities facing lost_hp lost_fp hands
    """
)
_WEAPON_KEYS = words_of("id kind name name_ru skill hand uses shot unready_after_parry sturdy reach at")
_USE_KEYS = words_of("name name_ru base add type reaches starred parry unbalanced fencing st hands unready skill_by")
_SHOT_KEYS = words_of(
    "base add type accuracy half_per_2st most_per_2st half_yd most_yd thrown small reload bulk st hands braces"
)
_SHIELD_KEYS = words_of("id skill hand at")
_GEAR_KEYS = words_of("id name name_ru kind heals seconds hand packed_seconds sealed keep_progress used_up at")
_ABILITY_KEYS = words_of(
    """
    id name name_ru activation skill seconds target range_yd resist damage type heals condition lasts_turns fatigue
    missile accuracy throw_skill bulk bonus_to bonus
    """
)
_ONE_WORD = re.compile(r"\w+")
HANDS = ("main", "off", "both", "stowed")
ACTIVATIONS = ("concentrate", "ready", "always_on")
BONUS_TO = ("", "attack", "defenses", "dr")
TARGETS = ("creature", "self", "friend", "enemy")


def read_sheet(combat: object, who: str, size: str) -> Sheet:
    """The sheet a table means.

    Args:
        combat: the table ``combat``.
        who: where the table stands, for problems.
        size: the figure's size, which says its size modifier where the table does not.

    Raises:
        ProblemError: with all faults of the table.
    """
    problems: list[Problem] = []
    keys = Keys(combat, "combat", who, problems, SHEET_KEYS)
    sheet = _sheet(keys, size)
    if problems:
        # Several parts of a sheet read the same keys, and one fault leads to others: the first of each key is told.
        first = {one.key: one for one in reversed(problems)}
        raise ProblemError([one for one in problems if first[one.key] is one])
    return sheet


def _sheet(keys: Keys, size: str) -> Sheet:
    st, dx, iq, ht = (keys.number(one, least=1, most=60) for one in ("st", "dx", "iq", "ht"))
    usual = strength.characteristics(st, dx, iq, ht)
    speed = keys.number("speed_quarters", usual.speed_quarters, least=1, most=80)
    skills = keys.numbers("skills")
    made = [one for one in map(_missile, keys.rows("abilities", _ABILITY_KEYS)) if one is not None]
    own, shield, gear = _rows(keys, st), _shield(keys), [_gear(one) for one in keys.rows("gear", _GEAR_KEYS)]
    _told_apart(keys, [*own, *made, *gear], SHIELD if shield is not None else "")
    _held_at_once(keys, [*own, *gear, *([] if shield is None else [shield])])
    return Sheet(
        st=st,
        dx=dx,
        iq=iq,
        ht=ht,
        hp=keys.number("hp", usual.hp, least=1, most=500),
        will=keys.number("will", usual.will, least=1, most=40),
        per=keys.number("per", usual.per, least=1, most=40),
        fp=keys.number("fp", usual.fp, least=1, most=100),
        speed_quarters=speed,
        move=keys.number("move", strength.basic_move(speed), least=0, most=40),
        dodge=keys.number("dodge", strength.basic_dodge(speed), least=0, most=30),
        encumbrance=_encumbrance(keys, st),
        dr=keys.number("dr", 0, least=0, most=50),
        sm=keys.number("sm", distances.size_modifier(size), least=-10, most=10),
        attacks=keys.number("attacks", 1, least=1, most=5),
        skills=skills,
        traits=keys.words("traits", TRAITS),
        weapons=MappingProxyType({one.id: one for one in (*own, *made, *_bare(keys, dx, skills))}),
        shield=shield,
        gear=MappingProxyType({one.id: one for one in gear}),
        abilities=keys.by_id("abilities", map(_ability, keys.rows("abilities", _ABILITY_KEYS))),
        facing=keys.word("facing", "", DIRECTIONS),
        lost_hp=keys.number("lost_hp", 0, least=0, most=1000),
        lost_fp=keys.number("lost_fp", 0, least=0, most=200),
        hands=keys.number("hands", 2, least=0, most=2),
    )


def _encumbrance(keys: Keys, st: int) -> int:
    """The level of encumbrance of a load. Source: dfrpg.core.encumbrance."""
    found = strength.encumbrance(st, keys.number("load_lb", 0, least=0, most=5000))
    if found is None:
        keys.fault("load_lb", "is more than it can carry")
        return 0
    return found


def _rows(keys: Keys, st: int) -> list[Weapon]:
    return [_weapon(one, st) for one in keys.rows("weapons", _WEAPON_KEYS)]


def _told_apart(keys: Keys, things: Iterable[Weapon | Gear], shield: str) -> None:
    """No two things of a figure have one id."""
    ids = [*(one.id for one in things), *([shield] if shield else [])]
    for doubled in sorted({one for one in ids if ids.count(one) > 1}):
        keys.fault("weapons", f"two things have the id {doubled!r}")


def _held_at_once(keys: Keys, things: Iterable[Weapon | Gear | Shield]) -> None:
    """No hand holds two things, and none is there that a figure has not."""
    held = [one.hand for one in things if one.at is None]
    hands = [hand for one in held for hand in (("main", "off") if one == "both" else (one,))]
    for number, hand in enumerate(("main", "off")):
        if hands.count(hand) > (number < keys.number("hands", 2, least=0, most=2)):
            keys.fault("weapons", f"the {hand} hand holds more than it can")


def _id(keys: Keys) -> str:
    """What it is called by in actions and answers."""
    found = keys.word("id")
    if "id" in keys and not _ONE_WORD.fullmatch(found):
        keys.fault("id", "must be one word of letters, digits and _")
    return found


def _weapon(keys: Keys, st: int) -> Weapon:
    """A weapon of the table, or one of its own. Source: dfrpg.data.sample_weapons."""
    id_ = _id(keys)
    kind = keys.word("kind", id_)
    row: Mapping[str, Any] = table("weapons").get(kind, {})
    keys.inner("uses", _uses(keys, row))
    if id_ and not row and not keys.keys_of("uses") and "shot" not in keys:
        at_fault = "uses" if "uses" in keys else "kind"
        keys.fault(at_fault, f"{kind!r} is no weapon of the table; give it uses or a shot")
    uses = {one: _use(keys, one, dict(row.get("uses", {}).get(one, {}))) for one in _uses(keys, row)}
    shot = None
    if "shot" in keys or "shot" in row:
        shot = _shot(keys, dict(row.get("shot", {})), st)
    natural = bool(not row) and keys.word("hand", "") == ""
    return Weapon(
        id=id_,
        name=Named(keys.word("name", row.get("name", id_)), keys.word("name_ru", row.get("name_ru", ""))),
        skill=keys.number("skill", least=0, most=40),
        skill_id=str(row.get("skill", "")),
        uses=MappingProxyType(uses),
        shot=shot,
        hand="" if natural else _hand(keys),
        unready_after_parry=keys.flag("unready_after_parry"),
        sturdy=keys.flag("sturdy"),
        reach=_held_for(keys, uses),
        at=_lies_at(keys),
    )


def _hand(keys: Keys) -> str:
    """Where a thing is at first; what lies somewhere is in nobody's hand."""
    return "stowed" if "at" in keys else keys.word("hand", "stowed", HANDS)


def _lies_at(keys: Keys) -> Square | None:
    if "at" not in keys:
        return None
    written = keys.word("at")
    try:
        return parse_square(written)
    except ValueError:
        keys.fault("at", f"{written!r} is no square such as C4")
        return None


def _held_for(keys: Keys, uses: Mapping[str, Use]) -> int | None:
    """The reach a long weapon is held for at first. Source: dfrpg.state.reach_change."""
    at = keys.maybe("reach", least=0, most=20)
    reaches = {yards for one in uses.values() if one.starred for yards in one.reaches}
    if at is not None and at not in reaches:
        keys.fault("reach", "it cannot be held for that")
        return None
    return at


def _uses(keys: Keys, row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*row.get("uses", {}), *keys.keys_of("uses"))))


def _use(keys: Keys, id_: str, row: Mapping[str, Any]) -> Use:
    inner = keys.inner("uses", _uses(keys, {"uses": {id_: row}})).inner(id_, _USE_KEYS).over(row)
    base = inner.word("base", "", ("thr", "sw", ""))
    parry = inner.maybe("parry", least=-10, most=10) if "parry" in inner and not inner.lacks("parry") else None
    return Use(
        id=id_,
        name=Named(inner.word("name", id_), inner.word("name_ru", "")),
        base=base,
        add=_add(inner, base),
        type=inner.word("type", None, table("wounding")),
        reaches=_reaches(inner),
        starred=inner.flag("starred"),
        parry=parry,
        unbalanced=inner.flag("unbalanced"),
        fencing=inner.flag("fencing"),
        st=inner.number("st", 0, least=0, most=60),
        hands=inner.number("hands", 1, least=1, most=2),
        unready=inner.flag("unready"),
        skill_by=inner.number("skill_by", 0, least=-20, most=20),
    )


def _add(keys: Keys, base: str) -> Dice:
    """What is added to damage by Strength, or the dice themselves."""
    return Dice((), keys.number("add", 0, least=-10, most=20)) if base else keys.dice("add", None)


def _reaches(keys: Keys) -> frozenset[int]:
    found = keys.wholes("reaches", most=20)
    if not found:
        keys.fault("reaches", "must be a list of yards such as [1, 2]; 0 is close combat")
    return frozenset(found)


def _shot(keys: Keys, row: Mapping[str, Any], st: int) -> Shot:
    inner = keys.inner("shot", _SHOT_KEYS).over(row)
    base = inner.word("base", "", ("thr", "sw", ""))
    half = inner.maybe("half_yd", least=1, most=2000)
    most = inner.maybe("most_yd", least=1, most=2000)
    per_half = inner.maybe("half_per_2st", least=1, most=200) or 0
    per_most = inner.number("most_per_2st", 0 if most else None, least=1 - bool(most), most=200)
    shot = Shot(
        base=base,
        add=_add(inner, base),
        type=inner.word("type", None, table("wounding")),
        accuracy=inner.number("accuracy", 0, least=0, most=12),
        half_yd=half,
        most_yd=most or 0,
        half_per_2st=0 if half else per_half,
        most_per_2st=0 if most else per_most,
        thrown=inner.flag("thrown"),
        small=inner.flag("small"),
        reload=inner.number("reload", 0, least=0, most=60),
        bulk=inner.number("bulk", 0, least=-20, most=0),
        st=inner.number("st", 0, least=0, most=60),
        hands=inner.number("hands", 2, least=1, most=2),
        braces=inner.flag("braces"),
    )
    return ranges_for(shot, st)


def _bare(keys: Keys, dx: int, skills: Mapping[str, int]) -> list[Weapon]:
    """Fists and feet, but none of a beast. Source: dfrpg.attack.unarmed."""
    if keys.number("hands", 2, least=0, most=2) == 0:
        return []
    own = {one.word("id", "") for one in keys.rows("weapons", _WEAPON_KEYS)}
    found = []
    for id_, name, of in (("fist", _FIST, "punch"), ("foot", _FOOT, "kick")):
        if id_ in own:
            continue
        row = table("fight")["unarmed"][of]
        best = max(("", *row["skills"]), key=lambda one: skills.get(one, dx if not one else 0))
        skill = skills.get(best, dx)
        reaches, parry = frozenset(row["reaches"]), 0 if id_ == "fist" else None
        add = Dice((), int(row["add"]))
        use = Use(of, name, row["base"], add, row["type"], reaches, parry=parry, skill_by=row["skill_by"])
        found.append(Weapon(id_, name, skill, best, MappingProxyType({of: use}), hand=""))
    return found


_FIST, _FOOT = Named("Fist", "Кулак"), Named("Foot", "Нога")


def _shield(keys: Keys) -> Shield | None:
    if "shield" not in keys:
        return None
    inner = keys.inner("shield", _SHIELD_KEYS)
    id_ = inner.word("id", None, table("shields"))
    row = table("shields").get(id_)
    if row is None:
        return None
    return Shield(
        id=id_,
        name=Named(row["name"], row["name_ru"]),
        defense_bonus=int(row["defense_bonus"]),
        skill=inner.number("skill", least=0, most=40),
        hand="stowed" if "at" in inner else inner.word("hand", "off", ("main", "off", "stowed")),
        kind=row["kind"],
        attack=int(row["attack"]),
        at=_lies_at(inner),
    )


def _gear(keys: Keys) -> Gear:
    return Gear(
        id=_id(keys),
        name=keys.name(keys.word("id", "")),
        kind=keys.word("kind", "other", GEAR),
        heals=keys.dice("heals"),
        seconds=keys.number("seconds", 1, least=1, most=600),
        hand=_hand(keys),
        packed_seconds=keys.number("packed_seconds", 1, least=1, most=600),
        sealed=keys.flag("sealed"),
        keep_progress=keys.flag("keep_progress"),
        used_up=keys.flag("used_up") or keys.word("kind", "") == POTION,
        at=_lies_at(keys),
    )


def _ability(keys: Keys) -> Ability:
    keys.maybe("throw_skill", least=0, most=40)
    keys.maybe("accuracy", least=0, most=12)
    keys.maybe("bulk", least=-20, most=0)
    return Ability(
        id=_id(keys),
        name=keys.name(keys.word("id", "")),
        activation=keys.word("activation", "concentrate", ACTIVATIONS),
        skill=keys.number("skill", 0, least=0, most=40),
        seconds=keys.number("seconds", 1, least=1, most=600),
        target=keys.word("target", "creature", TARGETS),
        range_yd=keys.maybe("range_yd", least=0, most=1000),
        resist=keys.word("resist", "", ("", "will", "ht")),
        damage=keys.dice("damage"),
        type=keys.word("type", "cr", table("wounding")),
        heals=keys.dice("heals"),
        condition=keys.word("condition", ""),
        lasts_turns=keys.number("lasts_turns", 1, least=1, most=600),
        fatigue=keys.number("fatigue", 0, least=0, most=50),
        missile=keys.flag("missile"),
        bonus_to=keys.word("bonus_to", "", BONUS_TO),
        bonus=keys.number("bonus", 0, least=-10, most=10),
    )


def _missile(keys: Keys) -> Weapon | None:
    """What a missile spell makes, as a weapon to be thrown. Source: dfrpg.maneuver.concentrate."""
    if not keys.flag("missile"):
        return None
    shot = Shot(
        base="",
        add=keys.dice("damage", None),
        type=keys.word("type", "burn", table("wounding")),
        accuracy=keys.number("accuracy", 0, least=0, most=12),
        half_yd=None,
        most_yd=keys.number("range_yd", least=1, most=1000),
        thrown=True,
        bulk=keys.number("bulk", 0, least=-20, most=0),
        hands=1,
    )
    id_ = keys.word("id")
    return Weapon(
        id_, keys.name(id_), keys.number("throw_skill", least=0, most=40), "innate_attack", shot=shot, hand=UNMADE
    )
