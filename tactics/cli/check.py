"""``tactics check``: every file validated, every expectation asked."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from tactics.cli import options
from tactics.cli.output import put, put_json
from tactics.core.problems import Problem, ProblemError
from tactics.engine.campaign import chain_problems
from tactics.engine.script import StepOutcome, play_scripts
from tactics.files.creatures import load_stat_block, specimen
from tactics.files.document import Document
from tactics.files.lines import KeyLines, parse_key
from tactics.files.load import MAP_SUFFIXES, MAX_TOML_BYTES, load
from tactics.files.reading import as_text, read_limited
from tactics.files.schema import json_schema
from tactics.rules.expect import Expectation, Outcome, check_expectations
from tactics.rules.sheets import sheet_problems
from tactics.world.build import build
from tactics.world.world import World


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that does not hold, with the systems that say otherwise."""

    path: Path
    expectation: Expectation
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class FailedStep:
    """A step of a script that does not come out as written."""

    path: Path
    outcome: StepOutcome


@dataclass(slots=True)
class Report:
    """What was found in all files. An expectation counts once, however many systems it asks, and so does a step."""

    files: int = 0
    expectations: int = 0
    passed: int = 0
    failed: list[Failure | FailedStep] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether everything is as it should be."""
        return not self.failed and not self.problems

    def add(self, path: Path) -> None:
        """Check one file."""
        self.files += 1
        try:
            if is_stat_block(path):
                self.problems += stat_block_problems(path)
                return
            document = load(path)
            world = build(document)
        except ProblemError as error:
            self.problems += error.problems
            return
        self.problems += _placed(((one.key, one.key, one) for one in chain_problems(path, document)), path)
        sheets = [
            (f"creatures.{one.path}.{system}.{one.key}", f"creatures.{one.path}.{one.key}", one)
            for system, one in sheet_problems(world)
        ]
        self.problems += _placed(sheets, path)
        if not sheets:
            self._play(path, document, world)
        checked = check_expectations(world, document.expectations, str(path))
        self.problems += checked.problems
        for one in document.expectations:
            outcomes = tuple(outcome for outcome in checked.outcomes if outcome.index == one.index)
            wrong = tuple(outcome for outcome in outcomes if not outcome.passed)
            self.expectations += 1
            self.passed += bool(outcomes) and not wrong
            if wrong:
                self.failed.append(Failure(path, one, wrong))

    def _play(self, path: Path, document: Document, world: World) -> None:
        played = play_scripts(world, document.scripts, str(path))
        self.problems += played.problems
        self.expectations += len(played.outcomes)
        self.passed += sum(one.passed for one in played.outcomes)
        self.failed += (FailedStep(path, one) for one in played.outcomes if not one.passed)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of ``--json``."""
        return {
            "files": self.files,
            "expectations": self.expectations,
            "passed": self.passed,
            "failed": [_failure(one) if isinstance(one, Failure) else _failed_step(one) for one in self.failed],
            "problems": [
                {"file": one.path, "key": one.key, "line": one.line, "message": one.message} for one in self.problems
            ],
        }


def check(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="FILES-OR-FOLDERS...", help="Folders are searched through.")
    ] = None,
    as_json: options.JSON = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of scenario files instead.")] = False,
) -> None:
    """Validate files and run their expectations; exit 1 when anything is wrong."""
    if schema:
        put_json(json_schema())
        return
    if not paths:
        raise typer.BadParameter("name at least one file or folder")
    report = Report()
    for path in _shown(find_files(paths)):
        report.add(path)
    if as_json:
        put_json(report.to_dict())
    else:
        _put_report(report)
    if not report.good:
        raise typer.Exit(1)


def find_files(paths: Sequence[Path]) -> list[Path]:
    """The files named and everything in the folders named that the program can read.

    Raises:
        ProblemError: something named does not exist.
    """
    missing = [Problem(str(one), "", "no such file or folder") for one in paths if not one.exists()]
    if missing:
        raise ProblemError(missing)
    readable = (".toml", *MAP_SUFFIXES)
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += (one for one in sorted(path.rglob("*")) if one.suffix.lower() in readable and one.is_file())
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def is_stat_block(path: Path) -> bool:
    """Whether the file is a stat block: it lies in ``creatures/<rule system>/``."""
    return path.suffix == ".toml" and path.absolute().parent.parent.name == "creatures"


def stat_block_problems(path: Path) -> Iterator[Problem]:
    """What is wrong with the combat table of a stat block.

    Raises:
        ProblemError: with every problem of the other keys.
    """
    block = load_stat_block(path)
    world = build(specimen(block, path.absolute().parent.name, path.stem))
    return _placed(((one.key, one.key, one) for _, one in sheet_problems(world)), path)


def _placed(problems: Iterable[tuple[str, str, Problem]], path: Path) -> Iterator[Problem]:
    """Problems of creatures at their lines of the file; of the two keys each may have, under the one that is there."""
    found = list(problems)
    if not found:
        return
    lines = KeyLines(as_text(read_limited(path, MAX_TOML_BYTES), str(path)))
    for likely, other, problem in found:
        keys = [key for key in (likely, other) if lines.line(parse_key(key)) > lines.line(parse_key(key)[:2])]
        key = keys[0] if keys else other
        yield replace(problem, path=str(path), key=key, line=lines.line(parse_key(key)))


def _shown(files: Sequence[Path]) -> Iterable[Path]:
    """The files, with a progress bar on a terminal."""
    if not sys.stderr.isatty():
        return files
    from rich.console import Console
    from rich.progress import track

    return track(files, "Checking", console=Console(stderr=True), transient=True)


def _put_report(report: Report) -> None:
    for problem in report.problems:
        put(str(problem))
    for failure in report.failed:
        for line in _failure_lines(failure) if isinstance(failure, Failure) else _step_lines(failure):
            put(line)
    bad = f"{len(report.failed)} failed, {len(report.problems)} problems"
    put(f"{report.files} files, {report.expectations} expectations: {report.passed} passed, {bad}")


def _failure_lines(failure: Failure) -> Iterator[str]:
    line = failure.expectation.line
    place = f"{failure.path}:{line}" if line else str(failure.path)
    yield f"{place}: expect[{failure.expectation.index}]: {failure.outcomes[0].asked}"
    for one in failure.outcomes:
        yield f"    {one.ruleset}: expected {one.expected}, got {one.got}"
    if failure.expectation.why:
        yield f"    why: {failure.expectation.why}"


def _step_lines(failure: FailedStep) -> Iterator[str]:
    one = failure.outcome
    place = f"{failure.path}:{one.line}" if one.line else str(failure.path)
    yield f"{place}: script[{one.script}].steps[{one.step}]: {one.done}"
    yield from (f"    {difference}" for difference in one.wrong)
    if one.why:
        yield f"    why: {one.why}"


def _failed_step(failure: FailedStep) -> dict[str, Any]:
    one = failure.outcome
    place = {"file": str(failure.path), "line": one.line, "script": one.script, "step": one.step}
    return {**place, "asked": one.done, "wrong": list(one.wrong), "why": one.why}


def _failure(failure: Failure) -> dict[str, Any]:
    one = failure.expectation
    return {
        "file": str(failure.path),
        "line": one.line,
        "index": one.index,
        "ask": one.ask,
        "asked": failure.outcomes[0].asked,
        "expected": {outcome.ruleset: outcome.expected for outcome in failure.outcomes},
        "got": {outcome.ruleset: outcome.got for outcome in failure.outcomes},
        "why": one.why,
    }
