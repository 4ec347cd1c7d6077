"""What others' help adds to attacks, defenses and checks, and when it is used up."""

from __future__ import annotations

from collections.abc import Iterator

from tactics.core.text import text
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rulesets.dnd4e.fight import conditions
from tactics.world.fight import Effect, Fight

RULE = "dnd4e.action.aid_another"
ATTACK, DEFENSE, CHECK = "aided_attack", "aided_defense", "aided_check"
"""Effects on who is helped; the note says against whom, or in which skill, and who helps."""

HIDDEN = "hidden"
"""Effect of who is hidden: its note is the enemy, its value the Stealth result."""


def note(about: str, helper: str) -> str:
    """The note of a help: each helper helps once in the same matter."""
    return f"{about}:{helper}"


def helps(fight: Fight, who: str, id: str, about: str) -> Iterator[Effect]:
    """The helps of a kind that a creature has in some matter."""
    return (one for one in conditions.effects_of(fight, who, id) if one.note.rpartition(":")[0] == about)


def _parts(fight: Fight, who: str, id: str, about: str) -> tuple[Part, ...]:
    return tuple(
        Part(one.value, text("helped by {name}", name=fight.world.creature(one.source).name), "", RULE)
        for one in helps(fight, who, id, about)
    )


def attack_parts(fight: Fight, who: str, target: str) -> tuple[Part, ...]:
    """What helpers add to an attack on somebody. Source: dnd4e.action.aid_another."""
    return _parts(fight, who, ATTACK, target)


def defense_parts(fight: Fight, who: str, attacker: str) -> tuple[Part, ...]:
    """What helpers add to all defenses against somebody. Source: dnd4e.action.aid_another."""
    return _parts(fight, who, DEFENSE, attacker)


def check_parts(fight: Fight, who: str, skill: str) -> tuple[Part, ...]:
    """What helpers add to a check. Source: dnd4e.action.aid_another."""
    return _parts(fight, who, CHECK, skill)


def _used(run: Run, who: str, id: str, about: str) -> None:
    for one in list(helps(run.fight, who, id, about)):
        conditions.end(run, who, one)


def attacked(run: Run, who: str, target: str) -> None:
    """Use up what helped in an attack that was made."""
    _used(run, who, ATTACK, target)
    _used(run, target, DEFENSE, who)


def reveal(run: Run, who: str) -> None:
    """Nobody stays hidden who has attacked. Source: dnd4e.stealth.hide."""
    conditions.lose(run, who, HIDDEN)


def check_made(run: Run, who: str, skill: str) -> None:
    """Use up what helped in a check that was made."""
    _used(run, who, CHECK, skill)
