"""Stat block files: ``assets/creatures/<ruleset>/<name>.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import MappingProxyType

from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.core.resources import resource_folder
from tactics.core.space import size_space
from tactics.files.document import CreatureDocument, Document, MapDocument
from tactics.files.faults import Faults, KeyPath, did_you_mean
from tactics.files.lengths import check_lengths
from tactics.files.lines import KeyLines
from tactics.files.reading import as_text, read_limited
from tactics.files.schema import CreatureTable, StatBlock
from tactics.files.terms import SYSTEMS
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
            try:
                found[system] = load_stat_block(path)
            except ProblemError as error:
                faults.found.extend(error.problems)
    if not there:
        wanted = " or ".join(str(_FOLDER / system / f"{name}.toml") for system in rulesets)
        faults.add(key, f"there is no stat block {wanted}")
    return MappingProxyType(found)


def _places(folder: Path, system: str, name: str) -> Iterator[Path]:
    above = folder.resolve()
    for start in (above, *above.parents, resource_folder("assets").parent):
        yield start / _FOLDER / system / f"{name}.toml"


def specimen(block: StatBlock, system: str, name: str) -> Document:
    """One creature of a stat block on a floor of its own size, so that it can be looked at.

    Args:
        block: the stat block.
        system: the rule system it belongs to.
        name: id of the creature.
    """
    size = block.size or "medium"
    space = size_space(size, Square(0, 0))
    creature = CreatureDocument(name, CreatureTable.model_validate({}), space, size, MappingProxyType({system: block}))
    ground = MapDocument(rows=("." * space.width,) * space.height)
    return Document(path=name, map=ground, rulesets=(system,), creatures=(creature,))


def load_stat_block(path: Path) -> StatBlock:
    """Read a stat block file. It may hold more than the keys of a creature.

    Raises:
        ProblemError: with every problem of the file.
    """
    text = as_text(read_limited(path, MAX_BLOCK_BYTES), str(path))
    faults = Faults(path, KeyLines(text))
    block = faults.read(StatBlock, parse_toml(text, str(path)), ())
    system = path.resolve().parent.name
    if system not in SYSTEMS:
        faults.add((), f"does not lie in the folder of a rule system; {did_you_mean(system, SYSTEMS)}")
    elif block is not None:
        check_lengths(block, system, faults, ())
    faults.stop()
    assert block is not None
    return block
