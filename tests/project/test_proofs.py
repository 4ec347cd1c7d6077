"""Tests and scenarios prove rules that exist."""

from __future__ import annotations

import pytest

from tactics.cli.coverage import proofs
from tactics.core.resources import checkout
from tactics.rules.registry import SYSTEMS, book

ROOT = checkout()


@pytest.mark.skipif(ROOT is None, reason="needs a source checkout")
def test_every_rule_a_test_names_is_in_its_book() -> None:
    assert ROOT is not None
    known = {rule for system in SYSTEMS for rule in book(system).rules}
    named = proofs(ROOT)
    assert named
    assert {rule: places for rule, places in named.items() if rule not in known} == {}
