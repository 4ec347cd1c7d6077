"""A file is whole or not there, and a path that cannot work is refused before any work."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactics.cli.output import PICTURES, check_output, whole_file
from tactics.core.problems import ProblemError


def test_a_written_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "ruling.svg"
    path.write_text("old")
    with whole_file(path) as partial:
        partial.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "ruling.svg"
    path.write_text("old")

    def fail_halfway() -> None:
        with whole_file(path) as partial:
            partial.write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_halfway()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_a_problem_with_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "ruling.svg"
    with pytest.raises(ProblemError, match=r"ruling\.svg: cannot be written: No space left"), whole_file(path):
        raise OSError(28, "No space left on device")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ruling.gif", "the name must end in .svg or .png"),
        ("ruling", "the name must end in .svg or .png"),
        ("nowhere/ruling.svg", "there is no folder"),
        ("folder.svg", "is a folder"),
    ],
)
def test_a_path_that_cannot_work_is_refused(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(ProblemError, match=words):
        check_output(tmp_path / name, PICTURES)


def test_endings_may_be_capital(tmp_path: Path) -> None:
    assert check_output(tmp_path / "RULING.SVG", PICTURES) == tmp_path / "RULING.SVG"
