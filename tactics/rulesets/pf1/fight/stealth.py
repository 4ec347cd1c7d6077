"""Hiding in the middle of a fight: Stealth against the Perception of every foe, and searching for who hides."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tactics.core.dice import Roll
from tactics.core.text import text
from tactics.geometry.metric import between_sq
from tactics.rules.action import Action, Option, Preview, Refusal
from tactics.rules.event import CounterSet, EffectGained, EffectLost, Part, Rolled
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.parts import total
from tactics.rulesets.pf1.concealment import NONE as SEEN
from tactics.rulesets.pf1.concealment import veil
from tactics.rulesets.pf1.cover import of_attack
from tactics.rulesets.pf1.cover_found import COVER, IMPROVED, PARTIAL, TOTAL, Attack
from tactics.rulesets.pf1.fight import conditions, turn
from tactics.rulesets.pf1.fight.checks import skill_parts
from tactics.rulesets.pf1.fight.mounted import mover_of
from tactics.rulesets.pf1.fight.moves import speed_ft
from tactics.rulesets.pf1.fight.position import case_of
from tactics.rulesets.pf1.fight.unseen import HIDDEN, hidden_from
from tactics.rulesets.pf1.places import creature_spot
from tactics.rulesets.pf1.tables import table
from tactics.world.fight import Effect, Fight

RULE = "pf1.conceal.stealth"
_WALKS = frozenset({"move", "withdraw", "tumble", "tumble_through", "crawl"})
_LOUD = frozenset({"cast", "throw_splash"})
_SHELTERS = frozenset({PARTIAL, COVER, IMPROVED, TOTAL})


def _cover(fight: Fight, who: str, foe: str) -> str:
    """The cover of a creature from a foe, as for a shot."""
    case = case_of(fight)
    source, target = (creature_spot(case.world, case.world.creature(one)) for one in (foe, who))
    return of_attack(case, source, target, Attack("ranged", False, ())).grade


def may_hide_from(fight: Fight, who: str, foe: str) -> bool:
    """Whether something lets a creature hide from a foe: cover other than soft, or concealment.

    Source: pf1.cover.stealth, pf1.conceal.stealth
    """
    if _cover(fight, who, foe) in _SHELTERS:
        return True
    case = case_of(fight)
    source, target = (creature_spot(case.world, case.world.creature(one)) for one in (foe, who))
    kind = "melee" if between_sq(source.space, target.space) <= 1 else "ranged"
    return veil(case, source, target, kind).grade != SEEN


def stealth_parts(fight: Fight, who: str) -> tuple[Part, ...]:
    """Parts of a Stealth check now: harder in a hurry, easier for the invisible.

    Source: pf1.conceal.stealth, pf1.conceal.invisible
    """
    numbers, more = table("fight")["stealth"], []
    mover = mover_of(fight, who)
    moved = fight.body(mover).count(turn.MOVED)
    if 2 * moved > speed_ft(fight, mover):
        more.append(Part(numbers["fast"], text("more than half its speed"), "", RULE))
    if "invisible" in fight.world.creature(who).of("pf1").conditions:
        key, words = ("invisible_moving", text("invisible")) if moved else ("invisible_still", text("invisible, still"))
        more.append(Part(numbers[key], words, "", "pf1.conceal.invisible"))
    return skill_parts(fight, who, "stealth", extra=more)


class Hide:
    """A Stealth check as part of a walk, or by itself as a move action.

    Source: pf1.conceal.stealth, pf1.cover.stealth
    """

    ids = ("hide",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Once a turn, where something lets it hide from somebody."""
        refusal = self._refusal(fight, who)
        yield Option("hide", "other", text("Hide"), turn.COSTS[_cost(fight, who)], (), refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """Roll, and let every foe it may hide from notice it or not."""
        who = action.who
        refuse(self._refusal(run.fight, who))
        foes = _from_whom(run.fight, who)
        turn.spend(run, who, _cost(run.fight, who))
        run.emit(CounterSet(who, turn.HID, 1))
        check(run, who, foes)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """The chance to hide from everybody it may hide from, and its parts."""
        parts = stealth_parts(fight, action.who)
        chance = Fraction(0)
        for face in range(1, 21):
            one = Fraction(1, 20)
            for foe in _from_whom(fight, action.who):
                against = face + total(parts) + _slit(fight, action.who, foe)
                bonus = total(skill_parts(fight, foe, "perception"))
                one *= Fraction(min(20, max(0, against - bonus)), 20)
            chance += one
        return Preview(chance=chance, parts=parts)

    def _refusal(self, fight: Fight, who: str) -> Refusal | None:
        spent = turn.affordable(fight, who, _cost(fight, who))
        if spent is None and not turn.acts(fight, who):
            spent = Refusal(text("It is not its turn."), "pf1.init.round")
        if spent is not None:
            return spent
        if fight.body(who).count(turn.HID):
            return Refusal(text("It tried to hide this turn already."), RULE)
        if any(fight.body(who).has(one) for one in ("charging", "running", "grappled")):
            return Refusal(text("Nobody hides while running, charging or in a grapple."), RULE)
        if not _from_whom(fight, who):
            words = text("Nothing but other creatures shelters or conceals it from its foes.")
            return Refusal(words, "pf1.cover.stealth")
        return None


def _cost(fight: Fight, who: str) -> str:
    """Nothing more as part of a walk, else a move action."""
    return turn.FREE if turn.moved(fight.body(mover_of(fight, who))) else turn.MOVE


def _from_whom(fight: Fight, who: str) -> tuple[str, ...]:
    """Foes that could notice a creature and from whom it may hide."""
    side = fight.world.creature(who).side
    return tuple(
        one.id
        for one in fight.world.creatures
        if one.side != side and conditions.can_act(fight, one.id) and may_hide_from(fight, who, one.id)
    )


def _slit(fight: Fight, who: str, foe: str) -> int:
    """What exceptional cover adds to Stealth. Source: pf1.cover.improved."""
    return int(table("fight")["stealth"]["improved_cover"]) if _cover(fight, who, foe) == IMPROVED else 0


def check(run: Run, who: str, foes: Iterable[str]) -> None:
    """One Stealth check against the Perception of some foes: who does not beat it does not notice the creature.

    Source: pf1.conceal.stealth, pf1.cover.improved
    """
    parts = stealth_parts(run.fight, who)
    face = run.roll(20)
    sum_ = face + total(parts)
    run.emit(Rolled(who, "check", (Roll(20, face),), parts, sum_, what=text("Stealth"), rule=RULE))
    for foe in foes:
        beaten = sum_ + _slit(run.fight, who, foe)
        notices = _notices(run, foe, who, beaten)
        if hidden_from(run.fight, who, foe):
            _show(run, who, foe)
        if not notices:
            run.emit(EffectGained(who, Effect(HIDDEN, beaten, who, note=foe, rule=RULE)))


def _notices(run: Run, foe: str, who: str, beaten: int) -> bool:
    parts = skill_parts(run.fight, foe, "perception")
    face = run.roll(20)
    sum_ = face + total(parts)
    outcome = "success" if sum_ > beaten else "failure"
    words = text("Perception")
    run.emit(Rolled(foe, "check", (Roll(20, face),), parts, sum_, beaten + 1, outcome, who, words, RULE))
    return sum_ > beaten


def _show(run: Run, who: str, foe: str) -> None:
    conditions.lose(run, who, HIDDEN, note=foe)


def after_moving(run: Run, action: Action) -> None:
    """After an action: end hiding where it is over, and check anew for a hidden one that walked.

    Source: pf1.conceal.stealth
    """
    show_the_seen(run)
    if action.id in _LOUD:
        conditions.lose(run, action.who, HIDDEN)
    elif action.id in _WALKS and conditions.can_act(run.fight, action.who):
        _sneak_on(run, action.who)


def _sneak_on(run: Run, who: str) -> None:
    foes = [one.note for one in run.fight.body(who).effects if one.id == HIDDEN]
    if foes:
        check(run, who, [one for one in foes if one in run.fight.bodies and conditions.can_act(run.fight, one)])


def show_the_seen(run: Run) -> None:
    """End the hiding of everybody from foes that nothing hides it from any more.

    Source: pf1.conceal.stealth, pf1.cover.stealth
    """
    for creature in run.fight.world.creatures:
        for effect in run.fight.body(creature.id).effects:
            if effect.id == HIDDEN and effect.note in run.fight.bodies:
                gone = run.fight.body(effect.note).out
                if gone or not may_hide_from(run.fight, creature.id, effect.note):
                    run.emit(EffectLost(creature.id, effect))


class Search:
    """Looking about for those who hide.

    Source: pf1.conceal.stealth
    """

    ids = ("search",)
    groups = ("other",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Offered while somebody hides from it; it is not told who."""
        if any(hidden_from(fight, one.id, who) for one in fight.world.creatures):
            refusal = turn.affordable(fight, who, turn.MOVE)
            yield Option("search", "other", text("Search"), turn.COSTS[turn.MOVE], (), refusal)

    def resolve(self, run: Run, action: Action) -> None:
        """One Perception check against the Stealth of each."""
        who = action.who
        refuse(turn.affordable(run.fight, who, turn.MOVE))
        turn.spend(run, who, turn.MOVE)
        parts = skill_parts(run.fight, who, "perception")
        face = run.roll(20)
        sum_ = face + total(parts)
        run.emit(Rolled(who, "check", (Roll(20, face),), parts, sum_, what=text("Perception"), rule=RULE))
        for one in run.fight.world.creatures:
            for effect in run.fight.body(one.id).effects:
                if (effect.id, effect.note) == (HIDDEN, who) and sum_ > effect.value:
                    run.emit(EffectLost(one.id, effect))

    def preview(self, fight: Fight, action: Action) -> Preview:
        """Only the parts: whom there is to find is not told."""
        return Preview(parts=skill_parts(fight, action.who, "perception"))
