"""What a turn is to be, where a book lets that be chosen first, and the states shown on creatures. No pygame here."""

from __future__ import annotations

from collections.abc import Iterable

from tactics.core.text import Text, composed
from tactics.rules.action import MANEUVER, Badge, Option
from tactics.rules.registry import book
from tactics.world.fight import Effect, Fight


def is_stance(option: Option) -> bool:
    """Whether an option chooses what the turn is to be."""
    return option.id == MANEUVER


def stance_title(fight: Fight, who: str) -> Text | None:
    """What the turn of a creature was chosen to be, in words; None where nothing was."""
    chosen = _chosen(fight, who)
    rule = book(fight.system).rules.get(chosen.rule) if chosen is not None else None
    return None if rule is None else composed("{title}", title=rule.title)


def states_of(fight: Fight, who: str, badges: Iterable[Badge]) -> tuple[str, ...]:
    """Ids of the states to show on a creature; in place of the one that says what its turn is to be, what it is."""
    chosen = _chosen(fight, who)
    stance = MANEUVER if chosen is None else chosen.note.partition(":")[0] or MANEUVER
    return tuple(dict.fromkeys(stance if one.id == MANEUVER else one.id for one in badges))


def _chosen(fight: Fight, who: str) -> Effect | None:
    return next((one for one in fight.body(who).effects if one.id == MANEUVER), None)
