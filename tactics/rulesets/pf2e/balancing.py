"""Balance, narrow surfaces and uneven ground."""

from __future__ import annotations

from typing import NamedTuple

from tactics.rulesets.pf2e.tables import SQUARE_FT, check_degree, table


class Balance(NamedTuple):
    """What one Balance comes to.

    Attributes:
        budget_ft: Speed it may spend.
        surcharge_ft: what every square costs on top.
        falls: whether it falls, which ends its turn.
        may_fall: whether the table decides between standing still and falling.
    """

    budget_ft: int
    surcharge_ft: int = 0
    falls: bool = False
    may_fall: bool = False

    @property
    def squares(self) -> int:
        """Squares straight ahead it gets."""
        return self.budget_ft // (SQUARE_FT + self.surcharge_ft)


def balance(degree: str, speed_ft: int) -> Balance:
    """One Balance by the degree of its Acrobatics check.

    Source: pf2e.skill.balance.

    Raises:
        ValueError: unknown degree.
    """
    check_degree(degree)
    if degree == "critical_success":
        return Balance(speed_ft)
    if degree == "success":
        return Balance(speed_ft, surcharge_ft=table("movement")["surcharge_sq"][1] * SQUARE_FT)
    return Balance(0, falls=degree == "critical_failure", may_fall=degree == "failure")


def balance_dc(surface: str) -> int:
    """Simple DC of a sample surface.

    Source: pf2e.skill.balance.

    Raises:
        KeyError: no such surface.
    """
    return int(table("skills")["balance"][surface])


def needs_reflex_save(*, hit: bool, failed_save: bool) -> bool:
    """Whether something just shook a creature on such a surface. Source: pf2e.terrain.narrow_surface."""
    return hit or failed_save


def consequence(surface: str, reflex_total: int, dc: int) -> str:
    """What a Reflex save after a shock leads to.

    Args:
        surface: "narrow" or "uneven".
        reflex_total: total of the save.
        dc: DC to Balance there.

    Returns:
        "" nothing, "falls" off a narrow surface, "prone" on uneven ground.

    Source: pf2e.terrain.narrow_surface, pf2e.terrain.uneven_ground.

    Raises:
        ValueError: unknown surface.
    """
    if surface not in ("narrow", "uneven"):
        raise ValueError(surface)
    if reflex_total >= dc:
        return ""
    return "falls" if surface == "narrow" else "prone"
