"""Flanking by lines between the centres of squares."""

from __future__ import annotations

from itertools import combinations

import pytest
from rulesets.dnd4e.fourth import HEROES, ask, fourth, rules_of, value

from tactics.core.lattice import Square, centre
from tactics.core.space import Space
from tactics.geometry.area import close_burst
from tactics.geometry.flank import opposite
from tactics.world.world import World


def pair(rows: str, **creatures: dict[str, object]) -> World:
    """A and B, allies, beside T."""
    said = {name: {"side": "heroes", **creatures.pop(name, {})} for name in "AB"}
    return fourth(rows, creatures={**said, **creatures})


def flanks(here: World) -> bool:
    """Whether A flanks T with B, and B with A."""
    there, back = (value(here, "flanking", from_=a, to="T", with_=b) for a, b in (("A", "B"), ("B", "A")))
    assert there is back
    return bool(there)


@pytest.mark.rule("dnd4e.flank.line")
@pytest.mark.parametrize(
    ("rows", "flanked"),
    [
        ("A..\n.T.\n..B", True),
        ("A..\n.TB\n...", False),
        ("ATB", True),
        (".A.\n.T.\n.B.", True),
        ("A.B\n.T.\n...", False),
    ],
)
def test_opposite_sides_or_corners(rows: str, flanked: bool) -> None:
    assert flanks(pair(rows)) is flanked


@pytest.mark.rule("dnd4e.flank.line")
@pytest.mark.parametrize(("side", "pairs", "all_pairs"), [(1, 4, 28), (2, 10, 66), (3, 20, 120)])
def test_flanking_pairs_round_a_space(side: int, pairs: int, all_pairs: int) -> None:
    space = Space(0, 0, side, side)
    both = list(combinations(sorted(close_burst(space, 1)), 2))
    assert len(both) == all_pairs
    assert sum(opposite(centre(a), centre(b), space) for a, b in both) == pairs


@pytest.mark.rule("dnd4e.flank.line")
@pytest.mark.parametrize(
    ("size", "at", "one", "other", "flanked"),
    [
        ("large", (2, 2), (1, 2), (4, 3), True),
        ("large", (2, 2), (1, 1), (4, 3), False),
        ("huge", (2, 2), (1, 1), (5, 4), False),
        ("huge", (2, 2), (1, 2), (5, 4), True),
        ("huge", (2, 2), (4, 1), (5, 4), False),
    ],
)
def test_big_targets(
    size: str, at: tuple[int, int], one: tuple[int, int], other: tuple[int, int], flanked: bool
) -> None:
    here = pair(
        "\n".join(["." * 8] * 8),
        A={"at": list(one)},
        B={"at": list(other)},
        T={"at": list(at), "size": size, "side": "foes"},
    )
    assert flanks(here) is flanked


@pytest.mark.rule("dnd4e.flank.large")
def test_a_big_flanker_uses_any_of_its_squares() -> None:
    here = pair("AA...\nAA...\n..T..\n...B.", A={"size": "large"})
    verdict = ask(here, "flanking", from_="A", to="T", with_="B")
    assert verdict.value is True
    assert "dnd4e.flank.large" in rules_of(verdict)
    assert (verdict.lines[0].start, verdict.lines[0].end) == (centre(Square(1, 1)), centre(Square(3, 3)))


@pytest.mark.rule("dnd4e.flank.reach")
def test_reach_does_not_flank() -> None:
    far = pair("A.T.B", A={"reach_weapon": True}, B={"reach_weapon": True})
    verdict = ask(far, "flanking", from_="A", to="T", with_="B")
    assert (verdict.value, rules_of(verdict)) == (False, {"dnd4e.flank.reach"})
    assert flanks(pair("ATB")) is True


@pytest.mark.rule("dnd4e.flank.able")
@pytest.mark.parametrize("condition", ["dazed", "stunned", "unconscious", "blinded", "surprised", "dominated"])
def test_who_cannot_flank_denies_it_to_both(condition: str) -> None:
    assert flanks(pair("ATB", B={"conditions": [condition]})) is False


@pytest.mark.rule("dnd4e.flank.able")
@pytest.mark.parametrize("condition", ["prone", "immobilized", "restrained", "slowed"])
def test_who_may_still_flank(condition: str) -> None:
    assert flanks(pair("ATB", B={"conditions": [condition]})) is True


@pytest.mark.rule("dnd4e.flank.able")
def test_flanking_needs_effect_sight_and_a_common_cause() -> None:
    wall = [{"line": [[2, 0], [2, 1]]}]
    here = fourth("ATB", walls=wall, creatures={"B": HEROES})
    assert flanks(here) is False
    assert value(fourth("ATB"), "flanking", from_="A", to="T", with_="B") is False
    hidden = pair("ATB", T={"conditions": ["invisible"], "side": "foes"})
    assert flanks(hidden) is False


def test_any_ally_will_do() -> None:
    here = fourth("C..\nATB", creatures={"B": HEROES, "C": HEROES})
    verdict = ask(here, "flanking", from_="A", to="T")
    assert verdict.value is True
    assert verdict.creatures == ("B",)
    assert [(one.amount, one.to, one.rule) for one in verdict.modifiers] == [(2, "attack", "dnd4e.ca.bonus")]
    nobody = fourth("C..\nAT.", creatures={"C": HEROES})
    assert value(nobody, "flanking", from_="A", to="T") is False
    assert value(fourth("AT"), "flanking", from_="A", to="T") is False
