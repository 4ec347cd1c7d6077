"""Balance, narrow surfaces, uneven ground."""

from __future__ import annotations

import pytest

from tactics.rulesets.pf2e.balancing import balance, balance_dc, consequence, needs_reflex_save
from tactics.rulesets.pf2e.tables import table


@pytest.mark.rule("pf2e.skill.balance")
def test_balance_by_degree() -> None:
    assert balance("success", 25).squares == 2
    assert balance("critical_success", 25).squares == 5
    failed, fumbled = balance("failure", 25), balance("critical_failure", 25)
    assert (failed.squares, failed.may_fall, failed.falls) == (0, True, False)
    assert (fumbled.squares, fumbled.falls) == (0, True)


@pytest.mark.rule("pf2e.skill.balance")
def test_sample_surfaces() -> None:
    surfaces = ("tangled_roots", "wooden_beam", "loose_gravel", "tightrope", "razors_edge")
    assert [balance_dc(one) for one in surfaces] == [10, 15, 20, 30, 40]


@pytest.mark.rule("pf2e.terrain.narrow_surface")
def test_a_hit_on_a_beam_calls_for_a_save() -> None:
    assert needs_reflex_save(hit=True, failed_save=False)
    assert needs_reflex_save(hit=False, failed_save=True)
    assert not needs_reflex_save(hit=False, failed_save=False)
    assert consequence("narrow", 14, 15) == "falls"
    assert consequence("narrow", 15, 15) == ""
    assert "balancing" in table("actions")["flat_footed"]


@pytest.mark.rule("pf2e.terrain.uneven_ground")
def test_a_hit_on_gravel_makes_prone() -> None:
    assert consequence("uneven", 19, 20) == "prone"
    assert consequence("uneven", 20, 20) == ""
    with pytest.raises(ValueError, match="flat"):
        consequence("flat", 10, 10)
