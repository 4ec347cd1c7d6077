"""Persistent damage: how it begins, what it does at the end of a turn, and how it ends.

It stands in a fight as an effect ``persistent_<type>`` whose note says how much: ``1d6``, ``1d6*2`` for twice that,
``1d6/2`` for half.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tactics.core.text import composed
from tactics.rules.dice_text import Dice, face_sum, parse_dice, roll_dice
from tactics.rules.event import EffectLost, Rolled
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import conditions, states
from tactics.rulesets.pf2e.fight.checks import flat_check
from tactics.rulesets.pf2e.fight.damage import Dealt, unharmed_by
from tactics.rulesets.pf2e.fight.harm import Blow, hurt
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Duration, Effect, Fight

PERSISTENT = "persistent_"
"""Beginning of the id of every effect of persistent damage; its type follows."""
RULE = "pf2e.damage.persistent"
_DOUBLE, _HALF = "*2", "/2"


@dataclass(frozen=True, slots=True)
class Lasting:
    """Persistent damage of one type.

    Attributes:
        type: damage type.
        dice: what is rolled each time.
        times: how it counts: "" as rolled, "*2" doubled, "/2" halved.
    """

    type: str
    dice: Dice
    times: str = ""

    @property
    def note(self) -> str:
        """How much it is, as an effect keeps it."""
        return f"{self.dice}{self.times}"

    @property
    def words(self) -> str:
        """How much it is, for people."""
        return f"{self.dice}" + {_DOUBLE: " × 2", _HALF: " ÷ 2"}.get(self.times, "")

    @property
    def weight(self) -> int:
        """Four times the average, to compare with others."""
        return {_DOUBLE: 4, _HALF: 1}.get(self.times, 2) * self.dice.twice_mean

    def doubled(self) -> Lasting:
        """Twice as much. Source: pf2e.damage.persistent, pf2e.damage.double_halve."""
        return self._scaled(_DOUBLE)

    def halved(self) -> Lasting:
        """Half as much. Source: pf2e.damage.persistent, pf2e.damage.double_halve."""
        return self._scaled(_HALF)

    def _scaled(self, times: str) -> Lasting:
        if self.dice.dice:
            return replace(self, times=times)
        return replace(self, dice=Dice((), self.amount_of(self.dice.bonus, times)))

    @staticmethod
    def amount_of(sum_: int, times: str) -> int:
        """Points of one roll, halves rounded down. Source: pf2e.rounding.down."""
        return {_DOUBLE: 2 * sum_, _HALF: sum_ // 2}.get(times, sum_)


def lasting_of(effect: Effect) -> Lasting:
    """What an effect of persistent damage deals."""
    times = next((one for one in (_DOUBLE, _HALF) if effect.note.endswith(one)), "")
    dice = parse_dice(effect.note.removesuffix(times)) or Dice()
    return Lasting(effect.id.removeprefix(PERSISTENT), dice, times)


def effects_of(fight: Fight, who: str) -> tuple[Effect, ...]:
    """Everything that deals persistent damage to a creature."""
    return tuple(one for one in fight.body(who).effects if one.id.startswith(PERSISTENT))


def begin(run: Run, who: str, lasting: Lasting, *, source: str = "") -> bool:
    """Let a creature take persistent damage from now on, unless it has as much of the type already.

    Args:
        run: the action.
        who: whom it burns, corrodes, bleeds.
        lasting: how much.
        source: id of the creature it comes from.

    Returns:
        Whether it began, or began anew.

    Source: pf2e.damage.persistent, pf2e.iwr.immunity
    """
    sheet = sheet_of(run.fight.world.creature(who))
    if run.fight.body(who).out or lasting.weight <= 0 or unharmed_by(sheet, lasting.type):
        return False
    id_ = PERSISTENT + lasting.type
    held = [one for one in run.fight.body(who).effects if one.id == id_]
    if any(lasting_of(one).weight >= lasting.weight for one in held):
        return False
    for one in held:
        run.emit(EffectLost(who, one))
    # The last turn of that many still hurts: it is over at the end of the one after it.
    duration = Duration("end", who, int(table("fight")["persistent"]["turns"]) + 1)
    return conditions.gain(run, who, id_, source=source, duration=duration, note=lasting.note, rule=RULE)


def suffer(run: Run, who: str) -> None:
    """The end of a turn: all of it at once, then a flat check for each type to end it.

    Source: pf2e.damage.persistent, pf2e.turn.end, pf2e.dying.damage_while_dying
    """
    effects = effects_of(run.fight, who)
    if not effects:
        return
    take(run, who, effects)
    for effect in effects:
        if run.fight.body(who).out:
            return
        try_to_end(run, who, effect)


def take(run: Run, who: str, effects: Iterable[Effect]) -> int:
    """Take persistent damage now; several types are one time of taking damage. Returns what came through.

    Source: pf2e.damage.persistent
    """
    found = list(effects)
    parts = [Dealt(_rolled(run, who, effect), lasting_of(effect).type) for effect in found]
    sources = {one.source for one in found}
    source = sources.pop() if len(sources) == 1 else ""
    return hurt(run, who, parts, Blow(source, persistent=True, rule=RULE))


def _rolled(run: Run, who: str, effect: Effect) -> int:
    lasting = lasting_of(effect)
    rolls = roll_dice(run, lasting.dice)
    amount = Lasting.amount_of(face_sum(rolls) + lasting.dice.bonus, lasting.times)
    if rolls:
        what = composed("{name}", name=states.named(effect.id))
        run.emit(Rolled(effect.source or who, "damage", rolls, (), amount, target=who, what=what, rule=RULE))
    return amount


def try_to_end(run: Run, who: str, effect: Effect) -> bool:
    """A flat check to be rid of one kind of persistent damage; returns whether it ended.

    Source: pf2e.damage.persistent, pf2e.check.flat
    """
    if effect not in run.fight.body(who).effects:
        return False
    dc = int(table("fight")["persistent"]["dc"])
    if not flat_check(run, who, dc, what=composed("{name}", name=states.named(effect.id)), rule=RULE).succeeded:
        return False
    return conditions.lose(run, who, effect.id)
