"""Every scenario and map that comes with the program loads, and says of every position what must be said."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from tactics.cli.check import find_files
from tactics.core.resources import checkout
from tactics.files.load import load
from tactics.rules.expect import check_expectations
from tactics.world.build import build
from tools import make_mill

ROOT = checkout() or Path(__file__).parents[2]
SCENARIOS = ROOT / "scenarios"
OURS = [SCENARIOS, ROOT / "maps", ROOT / "tests" / "scenarios"]
SHARED = ROOT.parent / "shared" / "conformance"
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def named(folders: list[Path], base: Path) -> list[object]:
    return [pytest.param(path, id=path.relative_to(base).as_posix()) for path in find_files(folders)]


def wrong(path: Path) -> Iterator[str]:
    """What a file says that does not hold."""
    document = load(path)
    checked = check_expectations(build(document), document.expectations, str(path))
    yield from map(str, checked.problems)
    for one in checked.outcomes:
        if not one.passed:
            asked = f"{path.name}:{one.line}: {one.ruleset}: {one.asked}"
            yield f"{asked}: expected {one.expected}, got {one.got} ({one.why})"


@pytest.mark.parametrize("path", named(OURS, ROOT))
def test_what_a_file_of_ours_says_holds(path: Path) -> None:
    assert list(wrong(path)) == []


@pytest.mark.skipif(not SHARED.exists(), reason="there are no shared conformance files here")
def test_what_the_shared_files_say_holds() -> None:
    files = find_files([SHARED])
    assert files
    assert [line for path in files for line in wrong(path)] == []


@pytest.mark.parametrize("path", named([SCENARIOS, ROOT / "maps"], ROOT))
def test_what_is_listed_is_told_in_both_languages(path: Path) -> None:
    if path.suffix != ".toml":
        return
    document = load(path)
    for said in (document.title, document.description, *(one.name for one in build(document).creatures)):
        assert said.en
        assert not CYRILLIC.search(said.en)
        assert CYRILLIC.search(said.ru)


def test_no_two_scenarios_have_the_same_title() -> None:
    titles = [load(path).title for path in find_files([SCENARIOS])]
    assert len(titles) >= 16
    for told in ([one.en for one in titles], [one.ru for one in titles]):
        assert len(set(told)) == len(told)


@pytest.mark.parametrize("path", named([SCENARIOS], SCENARIOS))
def test_every_expectation_of_a_scenario_names_its_rule_and_reason(path: Path) -> None:
    for one in load(path).expectations:
        assert one.rules, one
        assert one.why, one


def picture(file: Mapping[str, Any]) -> npt.NDArray[np.uint8]:
    with Image.open(io.BytesIO(base64.b64decode(file["image"]))) as image:
        return np.asarray(image.convert("RGB"))


def test_the_mill_is_what_its_script_draws() -> None:
    kept, drawn = json.loads(make_mill.TARGET.read_text("utf-8")), make_mill.mill()
    assert {**kept, "image": ""} == {**drawn, "image": ""}
    assert np.mean(picture(kept) != picture(drawn)) < 0.001
