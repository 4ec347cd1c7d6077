"""Every scripted fight comes out as written, and every stat block agrees with itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripted import BLOCKS, blocks_agree, comes_out_as_written, fights_in, shipped

from tactics.cli.check import Report

FIGHTS = (
    *fights_in("fights"),
    *(path for path in shipped("fight-*.toml") if 'rulesets = ["pf1"]' in path.read_text("utf-8")),
)


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_a_script_comes_out_as_written(path: Path) -> None:
    comes_out_as_written(path)


def test_stat_blocks_agree_with_what_they_state() -> None:
    blocks_agree("pf1", 40)
    assert all("[combat.stated]" in path.read_text("utf-8") for path in (BLOCKS / "pf1").glob("*.toml"))


def test_a_number_that_does_not_follow_is_a_problem_at_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "creatures" / "pf1"
    folder.mkdir(parents=True)
    block = (BLOCKS / "pf1" / "orc.toml").read_text("utf-8").replace("cmd = 14", "cmd = 15")
    (folder / "orc.toml").write_text(block)
    report = Report()
    report.add(folder / "orc.toml")
    (problem,) = report.problems
    assert (problem.path, problem.key) == (str(folder / "orc.toml"), "combat.stated.cmd")
    assert block.splitlines()[problem.line - 1] == "cmd = 15"
    assert "says 15, but the parts give 14" in problem.message


def test_a_bad_table_of_a_scenario_is_a_problem_of_that_file(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text(
        'schema = 1\nrulesets = ["pf1"]\nmap.rows = "A.B"\n[creatures.A]\nfrom = "orc"\n'
        '[creatures.B]\nfrom = "orc"\n[creatures.B.pf1.combat]\nlevle = 3\n[[script]]\nsteps = [{ do = "end_turn" }]\n'
    )
    report = Report()
    report.add(path)
    (problem,) = report.problems
    assert (problem.path, problem.key, problem.line) == (str(path), "creatures.B.pf1.combat.levle", 9)
    assert report.expectations == 0
