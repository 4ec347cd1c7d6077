"""Stat block files: ``assets/creatures/<ruleset>/<name>.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import MappingProxyType

import tactics
from tactics.core.problems import ProblemError
from tactics.files.faults import Faults, KeyPath
from tactics.files.lines import KeyLines
from tactics.files.reading import as_text, read_limited
from tactics.files.schema import StatBlock
from tactics.files.toml_in import parse_toml

MAX_BLOCK_BYTES = 1_000_000
_FOLDER = Path("assets", "creatures")


def read_blocks(
    name: str, rulesets: Sequence[str], folder: Path, faults: Faults, key: KeyPath
) -> MappingProxyType[str, StatBlock]:
    """A stat block as each rule system has it, the first system first.

    Args:
        name: the block's name.
        rulesets: rule systems of the file; at least one of them must have the block.
        folder: where the scenario lies; `assets` is looked for there, above it, and beside the program.
        faults: takes the problems.
        key: the key that names the block.
    """
    found = {}
    there = False
    for system in rulesets:
        path = next((one for one in _places(folder, system, name) if one.is_file()), None)
        if path is not None:
            there = True
            block = _read(path, faults)
            if block is not None:
                found[system] = block
    if not there:
        wanted = " or ".join(str(_FOLDER / system / f"{name}.toml") for system in rulesets)
        faults.add(key, f"there is no stat block {wanted}")
    return MappingProxyType(found)


def _places(folder: Path, system: str, name: str) -> Iterator[Path]:
    package = Path(tactics.__file__).resolve().parent
    above = folder.resolve()
    for start in (above, *above.parents, package, package.parent):
        yield start / _FOLDER / system / f"{name}.toml"


def _read(path: Path, faults: Faults) -> StatBlock | None:
    try:
        text = as_text(read_limited(path, MAX_BLOCK_BYTES), str(path))
        tables = parse_toml(text, str(path))
    except ProblemError as error:
        faults.found.extend(error.problems)
        return None
    own = Faults(path, KeyLines(text))
    block = own.read(StatBlock, tables, ())
    faults.found.extend(own.found)
    return block
