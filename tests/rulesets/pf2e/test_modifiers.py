"""What the position adds to an attack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tactics.core.problems import ProblemError
from tactics.core.text import text
from tactics.rules.verdict import Modifier, Verdict
from tactics.rulesets.pf2e.stacking import net, stacked
from tactics.world.world import World

Ask = Callable[..., Verdict]
Board = Callable[..., World]


def _table(ask: Ask, position: World, **arguments: Any) -> dict[str, int]:
    value: Any = ask(position, "modifiers", **{"from_": "A", "to": "T", **arguments}).value
    return dict(value)


def _modifier(amount: int, type: str, to: str = "ac") -> Modifier:
    return Modifier(amount, to, type, text("test"), "pf2e.cover.standard")


@pytest.mark.rule("pf2e.bonus.same_type_no_stack", "pf2e.penalty.stacking")
@pytest.mark.parametrize(
    ("modifiers", "sums"),
    [
        ([(1, "circumstance"), (2, "circumstance")], {"ac": 2}),
        ([(2, "circumstance"), (2, "circumstance")], {"ac": 2}),
        ([(2, "circumstance"), (4, "circumstance")], {"ac": 4}),
        ([(1, "status"), (1, "status")], {"ac": 1}),
        ([(1, "status"), (-2, "status")], {"ac": -1}),
        ([(-1, "status"), (-2, "status")], {"ac": -2}),
        ([(-5, ""), (-2, "")], {"ac": -7}),
        ([(1, "item"), (1, "status"), (2, "circumstance")], {"ac": 4}),
        ([], {}),
    ],
)
def test_stacking(modifiers: list[tuple[int, str]], sums: dict[str, int]) -> None:
    assert net(_modifier(*one) for one in modifiers) == sums


@pytest.mark.rule("pf2e.bonus.same_type_no_stack")
def test_the_beaten_modifier_is_kept_on_record() -> None:
    assert [one.kept for one in stacked([_modifier(1, "circumstance"), _modifier(2, "circumstance")])] == [False, True]
    other = stacked([_modifier(1, "circumstance"), _modifier(2, "circumstance", "reflex")])
    assert all(one.kept for one in other)


def test_nothing_changes_a_plain_attack(board: Board, ask: Ask) -> None:
    assert _table(ask, board("A.T")) == {}


@pytest.mark.rule("pf2e.cover.standard")
def test_cover_helps_the_target(board: Board, ask: Ask) -> None:
    assert _table(ask, board("A.o.T")) == {"ac": 2}
    walled = board("......\n.....T\n......", walls=[{"line": [[5, 0], [5, 3]], "kind": "low_wall"}])
    assert dict(ask(walled, "modifiers", from_=[2, 1], to="T", attack="area").value) == {"reflex": 2}


@pytest.mark.rule("pf2e.condition.flat_footed", "pf2e.condition.prone", "pf2e.penalty.stacking")
def test_flat_footed_counts_once(board: Board, ask: Ask) -> None:
    creatures = {"A": {"side": "heroes"}, "B": {"side": "heroes"}, "T": {"side": "foes", "conditions": ["prone"]}}
    position = board("ATB", creatures=creatures)
    verdict = ask(position, "modifiers", from_="A", to="T")
    assert dict(verdict.value) == {"ac": -2}
    assert sorted(one.kept for one in verdict.modifiers) == [False, True]


@pytest.mark.rule("pf2e.condition.prone")
def test_prone_attackers_strike_worse(board: Board, ask: Ask) -> None:
    position = board("AT", creatures={"A": {"conditions": ["prone"]}})
    assert _table(ask, position) == {"attack": -2}


@pytest.mark.rule("pf2e.detect.hidden")
def test_an_unseen_attacker_finds_the_target_flat_footed(board: Board, ask: Ask) -> None:
    position = board("A..T", creatures={"A": {"conditions": ["hidden"]}})
    assert _table(ask, position) == {"ac": -2}
    assert _table(ask, position, from_="T", to="A") == {"flat_check": 11}


@pytest.mark.rule("pf2e.attack.range_penalty")
def test_range_increments_of_the_weapon(board: Board, ask: Ask) -> None:
    bow = {"name": "bow", "ranged": True, "range": 10}
    position = board("A......T" + "." * 20 + "U", creatures={"A": {"weapons": [bow]}})
    assert _table(ask, position, attack="ranged") == {"attack": -6}
    far = ask(position, "modifiers", from_="A", to="U", attack="ranged")
    assert (far.value, far.steps[-1].rule) == ((), "pf2e.attack.range_penalty")
    limited = board("A......T", creatures={"A": {"weapons": [{**bow, "long_range": 30}]}})
    assert ask(limited, "modifiers", from_="A", to="T", attack="ranged").value == ()
    assert _table(ask, position, attack="ranged", weapon="bow") == {"attack": -6}
    with pytest.raises(ProblemError, match="sling"):
        _table(ask, position, attack="ranged", weapon="sling")


@pytest.mark.rule("pf2e.mounted.penalties")
def test_riders_dodge_worse(board: Board, ask: Ask) -> None:
    creatures = {"M": {"size": "large"}, "t": {"at": "E1", "mount": "M"}}
    position = board("....MM\n....MM", creatures=creatures)
    assert dict(ask(position, "modifiers", from_=[1, 1], to="t", attack="area").value) == {"reflex": -2}


@pytest.mark.rule("pf2e.cover.relative")
def test_no_attack_through_a_wall(board: Board, ask: Ask) -> None:
    verdict = ask(board("A#T"), "modifiers", from_="A", to="T")
    assert (verdict.value, verdict.steps[0].rule) == ((), "pf2e.cover.relative")


@pytest.mark.rule("pf2e.move.climb_speed", "pf2e.condition.flat_footed")
def test_a_climber_with_a_climb_speed_is_not_flat_footed(board: Board, ask: Ask) -> None:
    climbing: dict[str, Any] = {"conditions": ["climbing"]}
    slow = board("AT", creatures={"T": climbing})
    quick = board("AT", creatures={"T": {**climbing, "speeds": {"climb": 20}}})
    assert dict(ask(slow, "modifiers", from_="A", to="T").value) == {"ac": -2}
    assert dict(ask(quick, "modifiers", from_="A", to="T").value) == {}


@pytest.mark.rule("pf2e.flanking.effect")
def test_a_bow_named_among_neighbours_does_not_flank(board: Board, ask: Ask) -> None:
    archer = {"side": "heroes", "weapons": [{"name": "bow", "ranged": True, "range": 60}]}
    position = board("ATB", creatures={"A": archer, "B": {"side": "heroes"}, "T": {"side": "foes"}})
    assert dict(ask(position, "modifiers", from_="A", to="T").value) == {"ac": -2}
    assert dict(ask(position, "modifiers", from_="A", to="T", weapon="bow").value) == {}


@pytest.mark.rule("pf2e.attack.range_penalty")
def test_out_of_range_there_is_nothing_to_add_up(board: Board, ask: Ask) -> None:
    sling = {"weapons": [{"name": "sling", "ranged": True, "range": 5}], "conditions": ["prone"]}
    verdict = ask(board("A......T", creatures={"A": sling}), "modifiers", from_="A", to="T")
    assert (verdict.value, verdict.modifiers) == ((), ())
    assert [one.rule for one in verdict.steps] == ["pf2e.attack.range_penalty"]


@pytest.mark.rule("pf2e.cover.measure", "pf2e.flanking.position", "pf2e.detect.concealed")
def test_the_sum_is_argued_part_by_part(board: Board, ask: Ask) -> None:
    creatures = {one: {"side": "heroes"} for one in "ABC"} | {"T": {"side": "foes"}}
    creatures["A"] = {"side": "heroes", "reach": 10}
    verdict = ask(board("AB%TC".replace("%", ""), creatures=creatures), "modifiers", from_="A", to="T")
    rules = [one.rule for one in verdict.steps]
    assert rules.index("pf2e.cover.lesser") > rules.index("pf2e.line_of_effect")
    assert ask(board("A%T"), "modifiers", from_="A", to="T").steps[-1].rule == "pf2e.detect.concealed"
    flanked = ask(board("ABTC", creatures=creatures), "modifiers", from_="A", to="T", attack="reach")
    assert "pf2e.flanking.position" in [one.rule for one in flanked.steps]
    assert [one.role for one in flanked.lines].count("flank") == 1
