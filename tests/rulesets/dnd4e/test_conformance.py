"""Example files of other people, where they lie beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactics.core.resources import checkout
from tactics.files.load import load
from tactics.rules.expect import check_expectations
from tactics.world.build import build

ROOT = checkout()
FOLDER = ROOT.parent / "shared" / "conformance" if ROOT else Path("nowhere")
FILES = sorted(path for path in FOLDER.rglob("*.toml")) if FOLDER.is_dir() else []


@pytest.mark.skipif(not FILES, reason="the example files are not here")
@pytest.mark.parametrize("system", ["dnd4e", "dfrpg"])
def test_example_files_come_out_as_they_say(system: str) -> None:
    wrong, asked = [], 0
    for path in FILES:
        document = load(path)
        if system not in document.rulesets:
            continue
        checked = check_expectations(build(document), document.expectations, str(path))
        own = [one for one in checked.outcomes if one.ruleset == system]
        asked += len(own)
        wrong += [(path.name, one.asked, one.expected, one.got) for one in own if not one.passed]
    assert asked
    assert wrong == []


@pytest.mark.skipif(ROOT is None, reason="needs a source checkout")
def test_own_scenarios() -> None:
    assert ROOT is not None
    paths = sorted((ROOT / "tests" / "scenarios" / "dnd4e").glob("*.toml"))
    assert paths
    for path in paths:
        document = load(path)
        checked = check_expectations(build(document), document.expectations, str(path))
        assert checked.problems == ()
        assert [(path.name, one.asked, one.got) for one in checked.outcomes if not one.passed] == []
