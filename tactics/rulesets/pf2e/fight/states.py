"""What conditions do to the statistics of whoever has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tactics.core.text import Text
from tactics.rules.event import Part
from tactics.rules.registry import book
from tactics.rulesets.pf2e.creatures import SYSTEM
from tactics.rulesets.pf2e.fight.sheet import SAVES
from tactics.rulesets.pf2e.senses import sees_otherwise
from tactics.rulesets.pf2e.tables import table
from tactics.world.fight import Effect, Fight

GENERAL = "pf2e.condition.general"
ALL, EVERY_SAVE = "all", "saves"


@dataclass(frozen=True, slots=True)
class Amount:
    """A number a condition adds: `amount` may be "value" or "minus_value" for that of the effect.

    One with `sight_only` counts for those whose only precise sense is sight.
    """

    to: str
    amount: int | str
    type: str = ""
    sight_only: bool = False

    def of(self, effect: Effect) -> int:
        """The number for one effect."""
        if isinstance(self.amount, int):
            return self.amount
        return effect.value if self.amount == "value" else -effect.value


@dataclass(frozen=True, slots=True)
class State:
    """What a condition does; the fields are explained in ``data/states.toml``."""

    id: str
    numbers: tuple[Amount, ...] = ()
    implies: tuple[str, ...] = ()
    rule: str = GENERAL
    stays: bool = False


@cache
def known() -> Mapping[str, State]:
    """Every condition with an entry of its own, by id."""
    return {name: _state(name, entry) for name, entry in table("states").items()}


def _state(name: str, entry: Mapping[str, Any]) -> State:
    numbers = tuple(Amount(**one) for one in entry.get("numbers", ()))
    return State(name, numbers, tuple(entry.get("implies", ())), entry.get("rule", GENERAL), entry.get("stays", False))


def rule_of(id: str) -> str:
    """The rule of a condition, that of conditions in general when it has none of its own."""
    found = known().get(id)
    return GENERAL if found is None else found.rule


def stays(id: str) -> bool:
    """Whether a condition ends by rules of its own, whatever gave it. Source: pf2e.affliction.conditions."""
    found = known().get(id)
    return found is not None and found.stays


def named(id: str) -> Text:
    """A condition or effect in the words of the book."""
    return book(SYSTEM).condition(id)


def condition_parts(fight: Fight, who: str, statistic: str, ability: str = "") -> Iterator[Part]:
    """What a creature's conditions add to a statistic.

    Args:
        fight: the moment.
        who: whose.
        statistic: its id: ac, perception, a save, a skill, attack, damage.
        ability: the ability it is based on.

    Source: pf2e.condition.general
    """
    wanted = {statistic, ability, ALL} | ({EVERY_SAVE} if statistic in SAVES else set())
    if statistic in ("damage", "initiative") or statistic.endswith("speed"):
        # Frightened and sickened weaken checks and DCs, not damage; initiative is a check that counts them already.
        wanted.discard(ALL)
    states = known()
    for effect in fight.body(who).effects:
        state = states.get(effect.id)
        for one in state.numbers if state is not None else ():
            if one.sight_only and sees_otherwise(fight.world.creature(who)):
                continue
            if one.to in wanted and one.of(effect):
                yield Part(one.of(effect), named(effect.id), one.type, state.rule if state else GENERAL)
