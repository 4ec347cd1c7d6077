"""Bonuses and penalties of one type do not add up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tactics.rules.verdict import Modifier


def stacked(modifiers: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """The modifiers with those of a type that another one beats marked as not kept.

    Of each type the best bonus and the worst penalty count, and both do; untyped penalties all count.

    Source: pf2e.bonus.same_type_no_stack, pf2e.penalty.stacking.
    """
    best: dict[tuple[str, str, bool], int] = {}
    listed = list(modifiers)
    for number, one in enumerate(listed):
        if one.type:
            key = (one.to, one.type, one.amount > 0)
            leader = best.setdefault(key, number)
            if abs(one.amount) > abs(listed[leader].amount):
                best[key] = number
    kept = set(best.values())
    return tuple(replace(one, kept=one.kept and (not one.type or number in kept)) for number, one in enumerate(listed))


def net(modifiers: Iterable[Modifier]) -> dict[str, int]:
    """What is left of each statistic after stacking, zeroes left out."""
    sums: dict[str, int] = {}
    for one in stacked(modifiers):
        if one.kept:
            sums[one.to] = sums.get(one.to, 0) + one.amount
    return {to: amount for to, amount in sums.items() if amount}
