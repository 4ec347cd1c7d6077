"""An installed wheel works by itself: catalogues, rules, scenarios, maps and assets are in it."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tactics.core.resources import RESOURCES, checkout

ROOT = checkout()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(ROOT is None, reason="needs a source checkout")]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from the checkout, without network."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*build, "--wheel-dir", str(folder), str(ROOT)], check=True, timeout=120)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a fresh environment that has the wheel, and borrows only its dependencies."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False)
    commands = home / "bin"
    pip = [sys.executable, "-m", "pip", "--python", str(commands / "python"), "install", "--quiet", "--no-index"]
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True, timeout=120)
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return commands


def run(installed: Path, folder: Path, *words: str) -> str:
    """The output of a command of the fresh environment, far from the checkout."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [installed / words[0], *words[1:]],
        cwd=folder,
        env=clean,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_holds_code_catalogues_and_data(wheel: Path) -> None:
    assert ROOT is not None
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tactics").rglob("*.py")}
    wanted |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "tactics").rglob("*.toml")}
    wanted |= {"tactics/locale/ru/LC_MESSAGES/tactics.mo"}
    for folder in RESOURCES:
        wanted |= {f"tactics/_data/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / folder).rglob("*.toml")}
    assert wanted <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert any(name.endswith("licenses/NOTICE.md") for name in names)


def test_the_installed_program_judges_its_own_scenarios(installed: Path, tmp_path: Path) -> None:
    find = "from tactics.core.resources import resource_folder as f; print(f('scenarios')); print(f('assets'))"
    scenarios, assets = run(installed, tmp_path, "python", "-c", find).split()
    assert Path(scenarios).is_relative_to(installed.parent)
    assert "0 failed, 0 problems" in run(installed, tmp_path, "tactics", "check", scenarios, assets)


SCENARIO = (
    """
schema = 1
rulesets = ["pf1"]
map.rows = """
    + "'''\nA#.B\n....\n'''"
    + """
[creatures.A]
[creatures.B]
"""
)


def test_the_installed_program_answers_in_russian(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "here.toml").write_text(SCENARIO)
    question = ["ask", "cover", "here.toml", "--from", "A", "--to", "B"]
    said = run(installed, tmp_path, "tactics", *question, "--lang", "ru")
    assert any("а" <= letter.lower() <= "я" for letter in said)


def test_without_a_checkout_coverage_says_so(installed: Path, tmp_path: Path) -> None:
    assert "tests:" not in run(installed, tmp_path, "tactics", "rules", "pf1", "--coverage")
