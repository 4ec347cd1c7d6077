"""Hit points: damage, nonlethal damage, healing, dying and death."""

from __future__ import annotations

from tactics.rules.fighting import Run
from tactics.world.fight import Fight


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
    """
    raise NotImplementedError


def heal(run: Run, who: str, amount: int, *, source: str = "", rule: str = "pf1.hp.heal_cap") -> int:
    """Restore hit points up to the maximum, and take away as much nonlethal damage; returns hit points restored."""
    raise NotImplementedError


def start_of_turn(run: Run, who: str) -> None:
    """What the beginning of a creature's turn does to it: bleeding, regeneration, the check of a dying creature."""
    raise NotImplementedError


def after_strenuous(run: Run, who: str) -> None:
    """After a standard action: a disabled creature loses 1 hit point."""
    raise NotImplementedError


def kill(run: Run, who: str, *, source: str = "", rule: str = "pf1.hp.death") -> None:
    """Let a creature die."""
    raise NotImplementedError


def settle(run: Run, who: str) -> None:
    """Bring the conditions that hit points cause into line with them; `hurt` and `heal` do it themselves."""
    raise NotImplementedError


def down(fight: Fight, who: str) -> bool:
    """Whether a creature is out of action: dead, dying or unconscious."""
    raise NotImplementedError
