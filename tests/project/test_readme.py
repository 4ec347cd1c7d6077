"""What the documents show is true: commands run, pictures are the ones the program draws, files load."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tactics.core.resources import checkout

ROOT = checkout()
pytestmark = pytest.mark.skipif(ROOT is None, reason="needs a source checkout")


def blocks(name: str, language: str) -> list[str]:
    """The fenced blocks of one language in a document."""
    assert ROOT is not None
    text = (ROOT / name).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """The `tactics` commands the README shows, without the window."""
    if ROOT is None:
        return []
    lines = [line for block in blocks("README.md", "sh") for line in block.replace("\\\n", "").splitlines()]
    return [line for line in lines if line.startswith("tactics ") and not line.startswith("tactics play")]


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tactics", *words], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_readme_runs(command: str, tmp_path: Path) -> None:
    assert ROOT is not None
    for name in ("scenarios", "maps", "assets"):
        (tmp_path / name).symlink_to(ROOT / name)
    done = run(shlex.split(command.partition(" #")[0])[1:], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_readme_shows_three_uses() -> None:
    assert len(commands()) >= 3


def test_the_readme_begins_with_the_two_commands() -> None:
    assert [line.split("#")[0].strip() for line in blocks("README.md", "sh")[0].strip().splitlines()] == [
        "make play",
        "make test",
    ]


def test_pictures_are_those_the_program_draws(tmp_path: Path) -> None:
    assert ROOT is not None
    from tools import pictures

    pictures.draw_all(tmp_path)
    drawn = sorted(tmp_path.iterdir())
    assert [path.name for path in drawn] == sorted(path.name for path in (ROOT / "docs" / "pictures").iterdir())
    for path in drawn:
        assert path.read_text("utf-8") == (ROOT / "docs" / "pictures" / path.name).read_text("utf-8"), (
            "run make pictures"
        )


def test_the_whole_file_of_the_format_page_holds(tmp_path: Path) -> None:
    (whole,) = (block for block in blocks("docs/file-formats.md", "toml") if "schema = 1" in block)
    (tmp_path / "shown.toml").write_text(whole, "utf-8")
    done = run(["check", "shown.toml"], tmp_path)
    assert done.returncode == 0, done.stdout


def test_links_between_documents_lead_somewhere() -> None:
    assert ROOT is not None
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
