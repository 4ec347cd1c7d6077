"""What distance and size do to shots."""

from __future__ import annotations

from tactics.rulesets.dfrpg.tables import table

TENFOLD = 10


def range_modifier(yards: int) -> int:
    """What a distance, with the target's speed where it counts, does to a shot.

    Source: dfrpg.ranged.size_speed_range
    """
    numbers = table("ranges")
    rows = numbers["ranges"]
    farther = 0
    while yards > rows[-1][0]:
        yards, farther = -(-yards // TENFOLD), farther + int(numbers["tenfold"])
    return farther + next(int(modifier) for most, modifier in rows if yards <= most)


def size_modifier(size: str) -> int:
    """Size modifier of a creature's size.

    Args:
        size: one of `tactics.core.space.SIZES`.

    Source: dfrpg.ranged.size_speed_range, dfrpg.grid.cell
    """
    found: int = table("ranges")["size"][size]
    return found


def length_modifier(half_yards: int) -> int:
    """Size modifier by length.

    Source: dfrpg.ranged.size_speed_range
    """
    rows = table("ranges")["lengths"]
    last: int = rows[-1][1]
    return next((int(modifier) for most, modifier in rows if half_yards <= most), last)


def is_half_damage(yards: int, half_yd: int | None) -> bool:
    """Whether a shot from so far does half its damage.

    Args:
        yards: distance.
        half_yd: half-damage range, None for a weapon without one.

    Source: dfrpg.ranged.half_damage
    """
    return half_yd is not None and yards >= half_yd


def half_damage(basic: int) -> int:
    """Basic damage from beyond half range, rounded down.

    Source: dfrpg.ranged.half_damage
    """
    divisor: int = table("fight")["halving"]["damage"]
    return basic // divisor


def covering_modifier(squares: int, *, line: bool = False, checking: bool = False) -> int:
    """What covering an area with a Wait does to the shot.

    Args:
        squares: how many are covered, 1 for a single target.
        line: they lie in one straight line, which is never worse than a fixed penalty.
        checking: the shooter looks whom he shoots at.

    Source: dfrpg.ranged.opportunity_fire
    """
    numbers = table("fight")["opportunity_fire"]
    found = next((int(amount) for most, amount in numbers["squares"] if squares <= most), int(numbers["more"]))
    if line:
        found = max(found, numbers["line"])
    return found + (int(numbers["checking"]) if checking else 0)


def aim_helps_covering(squares: int) -> bool:
    """Whether earlier aiming still helps a shot from a Wait.

    Source: dfrpg.ranged.opportunity_fire
    """
    most: int = table("fight")["opportunity_fire"]["aim_squares"]
    return squares <= most
