"""Hit points: damage, nonlethal damage, healing, dying and death."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tactics.core.dice import Roll
from tactics.core.text import Text, text
from tactics.rules.event import EffectGained, EffectLost, HpChanged, LeftFight, Noted, Rolled
from tactics.rules.fighting import Run
from tactics.rules.parts import total
from tactics.rulesets.pf1.fight import conditions
from tactics.rulesets.pf1.fight.checks import saving_throw, score, stabilize_dc, stabilize_parts
from tactics.rulesets.pf1.fight.position import case_of
from tactics.rulesets.pf1.fight.sheet import Sheet, sheet_of
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Duration, Effect, Fight

PHYSICAL = frozenset({"slashing", "piercing", "bludgeoning"})
STOPPED = "regeneration_stopped"
_NOTE = "hp"
"""Note of the effects that hit points cause, which come and go with them."""


class Through(NamedTuple):
    """What of some damage comes through, and what stopped the rest."""

    amount: int
    why: Text | None = None


def through(sheet: Sheet, amount: int, *, kind: str, overcomes: frozenset[str], lethal: bool) -> Through:
    """Damage after immunity, vulnerability, resistance and damage reduction; no event.

    Args:
        sheet: of whom is hurt.
        amount: points rolled.
        kind: damage types joined by "/".
        overcomes: what damage reduction it goes through besides its types.
        lethal: False for nonlethal damage.
    """
    kinds = frozenset(kind.split("/")) - {""}
    if (kinds and kinds <= sheet.immunities) or (not lethal and "nonlethal" in sheet.immunities):
        return Through(0, text("immune"))
    if kinds & sheet.vulnerabilities:
        amount = amount * 3 // 2
    if kinds & PHYSICAL or not kinds:
        if sheet.reduction and kinds and not (kinds | overcomes) & sheet.reduction_except:
            return _less(amount, sheet.reduction, text("damage reduction {n}", n=sheet.reduction))
        return Through(amount)
    resisted = min((sheet.resistances.get(one, 0) for one in kinds), default=0)
    return _less(amount, resisted, text("resistance {n}", n=resisted)) if resisted else Through(amount)


def _less(amount: int, by: int, why: Text) -> Through:
    return Through(max(0, amount - by), why)


def hurt(
    run: Run,
    who: str,
    amount: int,
    *,
    lethal: bool = True,
    type: str = "",
    overcomes: frozenset[str] = frozenset(),
    source: str = "",
    rule: str = "pf1.damage.basic",
) -> int:
    """Deal damage: immunity, resistance and damage reduction first, then temporary hit points, then the rest.

    Args:
        run: the action.
        who: who is hurt.
        amount: points rolled.
        lethal: False for nonlethal damage.
        type: damage types joined by "/", "" for none: slashing/piercing, fire ...
        overcomes: what damage reduction it goes through: magic, silver ...
        source: id of who deals it.
        rule: rule id.

    Returns:
        Points that came through.

    Source: pf1.damage.basic, pf1.hp.temporary, pf1.nonlethal.track, pf1.nonlethal.overflow, pf1.hp.massive_damage
    """
    sheet = sheet_of(run.fight.world.creature(who))
    found = through(sheet, amount, kind=type, overcomes=overcomes, lethal=lethal)
    if found.why is not None:
        words = text("{why}: {amount} of {rolled} damage", why=found.why, amount=found.amount, rolled=amount)
        run.emit(Noted(who, words, rule))
    if found.amount <= 0:
        return 0
    if lethal:
        _lethal(run, who, found.amount, source, rule)
    else:
        _nonlethal(run, who, sheet, found.amount, source)
    if sheet.regeneration and lethal and (frozenset(type.split("/")) | overcomes) & sheet.regeneration_except:
        conditions.gain(run, who, STOPPED, duration=Duration("end", who), rule=rule)
    settle(run, who, hurt=True)
    if lethal:
        _massive(run, who, found.amount, source)
    return found.amount


def _lethal(run: Run, who: str, amount: int, source: str, rule: str) -> None:
    """Temporary hit points go first. Source: pf1.hp.temporary."""
    buffer = min(amount, run.fight.body(who).temp_hp)
    if buffer:
        run.emit(HpChanged(who, "temp", -buffer, source, "pf1.hp.temporary"))
    if amount > buffer:
        run.emit(HpChanged(who, "hp", buffer - amount, source, rule))


def _nonlethal(run: Run, who: str, sheet: Sheet, amount: int, source: str) -> None:
    """Up to full hit points; what is beyond is lethal, but not for those that regenerate.

    Source: pf1.nonlethal.track, pf1.nonlethal.overflow
    """
    body = run.fight.body(who)
    kept = amount if sheet.regeneration else min(amount, max(0, body.max_hp - body.nonlethal))
    if kept:
        run.emit(HpChanged(who, "nonlethal", kept, source, "pf1.nonlethal.track"))
    if amount > kept:
        _lethal(run, who, amount - kept, source, "pf1.nonlethal.overflow")


def _massive(run: Run, who: str, amount: int, source: str) -> None:
    """One attack of half the hit points, 50 at least, may kill; only with the switch.

    Source: pf1.hp.massive_damage
    """
    numbers = table("fight")["massive"]
    body = run.fight.body(who)
    if body.out or amount < numbers["least"] or 2 * amount < body.max_hp:
        return
    if case_of(run.fight).switch("massive_damage") is not True:
        return
    rule = "pf1.hp.massive_damage"
    if not saving_throw(run, who, "fortitude", numbers["dc"], source=source, what=text("massive damage"), rule=rule):
        kill(run, who, source=source, rule=rule)


def heal(run: Run, who: str, amount: int, *, source: str = "", rule: str = "pf1.hp.heal_cap") -> int:
    """Restore hit points up to the maximum, and take away as much nonlethal damage; returns hit points restored.

    Source: pf1.hp.heal_cap, pf1.nonlethal.heal, pf1.hp.stable
    """
    body = run.fight.body(who)
    if body.out == "dead" or amount <= 0:
        return 0
    restored = min(amount, body.max_hp - body.hp)
    if restored > 0:
        run.emit(HpChanged(who, "hp", restored, source, rule))
    if body.nonlethal:
        run.emit(HpChanged(who, "nonlethal", -min(amount, body.nonlethal), source, "pf1.nonlethal.heal"))
    if run.fight.body(who).hp < 0:
        _become_stable(run, who)
    settle(run, who)
    return max(0, restored)


def gain_temporary(run: Run, who: str, amount: int, *, source: str = "") -> None:
    """Give temporary hit points; those there are already are not added to, the greater number counts.

    Source: pf1.hp.temporary
    """
    more = amount - run.fight.body(who).temp_hp
    if more > 0:
        run.emit(HpChanged(who, "temp", more, source, "pf1.hp.temporary"))


def start_of_turn(run: Run, who: str) -> None:
    """What the beginning of a creature's turn does to it: bleeding, regeneration, the check of a dying creature.

    Source: pf1.hp.dying, pf1.hp.stable
    """
    if run.fight.body(who).out:
        return
    sheet = sheet_of(run.fight.world.creature(who))
    bleeding = max((one.value for one in run.fight.body(who).effects if one.id == "bleed"), default=0)
    if bleeding:
        hurt(run, who, bleeding, type="bleed", rule="pf1.hp.dying")
    if run.fight.body(who).out:
        return
    regrown = sheet.fast_healing + (0 if run.fight.body(who).has(STOPPED) else sheet.regeneration)
    if regrown and run.fight.body(who).hp < run.fight.body(who).max_hp:
        heal(run, who, regrown, source=who)
    if run.fight.body(who).has("dying"):
        _stabilize(run, who, hopeless=bool(bleeding))
    elif run.fight.body(who).hp < 0 and "ferocity" in sheet.special:
        lose_one(run, who, "pf1.hp.dying")


def _stabilize(run: Run, who: str, *, hopeless: bool) -> None:
    """The check that ends dying; a failure costs a hit point. Who goes on losing blood fails.

    Source: pf1.hp.dying
    """
    if hopeless:
        run.emit(Noted(who, text("Continuous damage: no check to become stable."), "pf1.hp.dying"))
        lose_one(run, who, "pf1.hp.dying")
        return
    parts, dc = stabilize_parts(run.fight, who), stabilize_dc()
    face = run.roll(20)
    sum_ = face + total(parts)
    success = face == 20 or sum_ >= dc
    outcome = "success" if success else "failure"
    run.emit(Rolled(who, "stabilize", (Roll(20, face),), parts, sum_, dc, outcome, rule="pf1.hp.dying"))
    if success:
        _become_stable(run, who)
        settle(run, who)
    else:
        lose_one(run, who, "pf1.hp.dying")


def _become_stable(run: Run, who: str) -> None:
    if not run.fight.body(who).has("stable"):
        run.emit(EffectGained(who, Effect("stable", note=_NOTE, rule="pf1.hp.stable")))


def make_stable(run: Run, who: str) -> None:
    """Let a dying creature lose no more hit points, as after first aid. Source: pf1.hp.stable."""
    if run.fight.body(who).has("dying"):
        _become_stable(run, who)
        settle(run, who)


def lose_one(run: Run, who: str, rule: str) -> None:
    """Take one hit point that nothing can stop."""
    run.emit(HpChanged(who, "hp", -1, "", rule))
    settle(run, who, hurt=True)


def after_strenuous(run: Run, who: str) -> None:
    """After a standard action: a disabled creature loses 1 hit point.

    Source: pf1.hp.zero_disabled
    """
    body = run.fight.body(who)
    if body.has("disabled") and body.hp <= 0 and not body.out:
        lose_one(run, who, "pf1.hp.zero_disabled")


def kill(run: Run, who: str, *, source: str = "", rule: str = "pf1.hp.death") -> None:
    """Let a creature die.

    Source: pf1.hp.death
    """
    if run.fight.body(who).out == "dead":
        return
    for effect in run.fight.body(who).effects:
        if effect.note == _NOTE:
            run.emit(EffectLost(who, effect))
    run.emit(EffectGained(who, Effect("dead", source=source, note=_NOTE, rule=rule)))
    run.emit(LeftFight(who, "dead", rule))


def settle(run: Run, who: str, *, hurt: bool = False) -> None:
    """Bring the conditions that hit points cause into line with them; `hurt` and `heal` do it themselves.

    Args:
        run: the action.
        who: whose conditions.
        hurt: it just lost hit points, so it is stable no longer.
    """
    body = run.fight.body(who)
    if body.out:
        return
    if _dies(run.fight, who):
        kill(run, who)
        return
    stable = body.has("stable") and not hurt
    wanted = dict(_wanted(run.fight, who, stable=stable))
    own = [one for one in body.effects if one.note == _NOTE]
    for effect in own:
        if effect.id not in wanted:
            run.emit(EffectLost(who, effect))
    present = {one.id for one in own}
    for wanted_id, rule in wanted.items():
        if wanted_id not in present:
            run.emit(EffectGained(who, Effect(wanted_id, note=_NOTE, rule=rule)))
    if "unconscious" in wanted and not body.has("prone"):
        conditions.gain(run, who, "prone", rule="pf1.condition.unconscious")


def _dies(fight: Fight, who: str) -> bool:
    """At minus its Constitution; without Constitution at 0; not while it regenerates.

    Source: pf1.hp.death
    """
    hp = fight.body(who).hp
    if hp > 0:
        return False
    sheet = sheet_of(fight.world.creature(who))
    con = score(fight, who, "con")
    if con is None:
        return True
    regenerates = bool(sheet.regeneration) and not fight.body(who).has(STOPPED)
    return hp <= -con and not regenerates


def _wanted(fight: Fight, who: str, *, stable: bool) -> Iterator[tuple[str, str]]:
    """Ids and rules of the conditions that hit points and nonlethal damage cause.

    Source: pf1.hp.zero_disabled, pf1.hp.dying, pf1.nonlethal.staggered, pf1.nonlethal.unconscious
    """
    body, sheet = fight.body(who), sheet_of(fight.world.creature(who))
    if body.hp < 0:
        if "ferocity" in sheet.special:
            yield "staggered", "pf1.hp.dying"
            return
        diehard = "diehard" in sheet.feats
        if stable or diehard:
            yield "stable", "pf1.hp.stable"
        if diehard:
            yield "disabled", "pf1.hp.zero_disabled"
            return
        if not stable:
            yield "dying", "pf1.hp.dying"
        yield "unconscious", "pf1.condition.unconscious"
    elif body.nonlethal > body.hp:
        yield "unconscious", "pf1.nonlethal.unconscious"
    elif body.hp == 0:
        yield "disabled", "pf1.hp.zero_disabled"
    elif body.nonlethal == body.hp:
        yield "staggered", "pf1.nonlethal.staggered"


def down(fight: Fight, who: str) -> bool:
    """Whether a creature is out of action: dead, dying or unconscious."""
    body = fight.body(who)
    return bool(body.out) or body.has("unconscious") or body.has("dying")


def natural_healing(level: int, *, bed_rest: bool = False) -> int:
    """Hit points that a night's rest gives back, or a full day in bed.

    Source: pf1.hp.natural_healing
    """
    return level * (2 if bed_rest else 1)


def nonlethal_healing(level: int, hours: int) -> int:
    """Nonlethal damage that goes away by itself.

    Source: pf1.nonlethal.heal
    """
    return level * hours
