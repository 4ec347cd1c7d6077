"""Which tests prove a rule is read from marks and expectations, wherever they stand."""

from __future__ import annotations

from pathlib import Path

from tactics.cli.coverage import proofs

MARKED = """
import pytest

@pytest.mark.rule("pf1.one")
@pytest.mark.rule("pf1.two", "pf1.three")
def test_a(): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("pf1.four"))])
def test_b(n): ...

class TestC:
    @pytest.mark.rule("pf1.one")
    def test_d(self): ...

CASES = [pytest.param(1, marks=[pytest.mark.rule("pf1.five")])]
other = "pf1.six"
"""


def test_marks_and_expectations_are_found(tmp_path: Path) -> None:
    (tmp_path / "tests" / "deep").mkdir(parents=True)
    (tmp_path / "tests" / "deep" / "test_marked.py").write_text(MARKED)
    (tmp_path / "tests" / "deep" / "broken.toml").write_text("this is not TOML")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "one.toml").write_text(
        '[[expect]]\nrule = "pf1.one"\n[[expect]]\nrule = ["pf1.two", "pf1.six"]\n[[expect]]\nask = "cover"\n'
    )
    place = "tests/deep/test_marked.py"
    assert proofs(tmp_path) == {
        "pf1.one": [f"{place}::test_a", f"{place}::TestC", "scenarios/one.toml"],
        "pf1.two": [f"{place}::test_a", "scenarios/one.toml"],
        "pf1.three": [f"{place}::test_a"],
        "pf1.four": [f"{place}::test_b"],
        "pf1.five": [place],
        "pf1.six": ["scenarios/one.toml"],
    }
