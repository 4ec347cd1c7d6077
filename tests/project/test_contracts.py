"""The import contracts are awake: each one breaks when its rule is broken."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tactics.core.resources import checkout

ROOT = checkout()
OFFENCES = {
    "An import points to a lower layer": ("core/lattice.py", "tactics.world.board"),
    "Rule systems do not know each other": ("rulesets/pf1/__init__.py", "tactics.rulesets.pf2e"),
    "Rule systems are found by rules.registry alone": ("render/svg.py", "tactics.rulesets.pf1"),
    "Only scene.py of the geometry knows the world": ("geometry/metric.py", "tactics.world.world"),
    "pygame stays in the window and the PNG writer": ("render/svg.py", "pygame"),
    "pydantic stays in the files": ("world/board.py", "pydantic"),
    "What is measured against is not used": ("geometry/metric.py", "scipy"),
}


@pytest.mark.slow
@pytest.mark.skipif(ROOT is None, reason="needs a source checkout")
def test_every_contract_breaks_when_its_rule_is_broken(tmp_path: Path) -> None:
    assert ROOT is not None
    shutil.copytree(ROOT / "tactics", tmp_path / "tactics", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for path, module in OFFENCES.values():
        changed = tmp_path / "tactics" / path
        changed.write_text(f"{changed.read_text('utf-8')}\nimport {module}\n", "utf-8")
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    broken = {name for name in OFFENCES if re.search(rf"{re.escape(name)} BROKEN", done.stdout)}
    assert broken == set(OFFENCES)
    assert f"{len(OFFENCES)} broken" in done.stdout
