"""Where the creatures of a file stand, and whether they can stand there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tactics.core.lattice import Square, square_name
from tactics.core.space import SIZES, Space, size_space
from tactics.files.document import CreatureDocument, MapDocument
from tactics.files.faults import Faults, KeyPath, did_you_mean
from tactics.files.schema import CreatureTable, StatBlock, SystemTable
from tactics.files.terms import FEET_PER_HEIGHT, FEET_PER_SQUARE, SYSTEMS

_YIELDING = frozenset({"unconscious", "helpless", "dead", "dying", "paralyzed", "petrified"})
"""Who is in one of these conditions shares its squares with anybody."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A creature whose table is valid, before it is placed."""

    id: str
    table: CreatureTable
    blocks: Mapping[str, StatBlock]

    @property
    def size(self) -> str:
        """Its size: its own, that of its stat block, medium."""
        said = [self.table.size, *(block.size for block in self.blocks.values())]
        return next((size for size in said if size is not None), "medium")

    @property
    def key(self) -> KeyPath:
        """Its place in the file."""
        return ("creatures", self.id)

    def has(self, words: frozenset[str]) -> bool:
        """Whether a condition or a trait of it, in any rule system, is one of some words."""
        traits = (set(table.traits or ()) for table in self._tables())
        return bool(words & self.conditions) or any(words & one for one in traits)

    @property
    def conditions(self) -> frozenset[str]:
        """Its conditions in any rule system."""
        return frozenset(word for table in self._tables() for word in table.conditions or ())

    def _tables(self) -> Iterator[SystemTable]:
        tables: list[SystemTable | None] = [self.table, *self.blocks.values()]
        tables += [self.table.of(system) for system in SYSTEMS]
        return (table for table in tables if table is not None)


def place_all(
    candidates: Sequence[Candidate],
    letters: Mapping[str, Sequence[Square]],
    ground: MapDocument,
    faults: Faults,
    system: str,
) -> tuple[CreatureDocument, ...]:
    """Find everyone's squares and note every creature that cannot stand where it is put.

    Args:
        candidates: in file order.
        letters: squares of the creatures drawn on the map.
        ground: the map.
        faults: takes the problems.
        system: the file's first rule system, in whose unit heights are.
    """
    placed = []
    for one in candidates:
        space = _space(one, letters.get(one.id, ()), faults)
        if space is not None and _on_ground(one, space, ground, faults):
            placed.append((one, space))
    _check_mounts(placed, faults)
    _check_towards(placed, faults)
    _check_sharing(placed, faults, system)
    return tuple(CreatureDocument(one.id, _unplaced(one.table), space, one.size, one.blocks) for one, space in placed)


def _unplaced(table: CreatureTable) -> CreatureTable:
    """The table without the keys that only say where it stands."""
    return table.model_copy(update={"at": None, "under": None})


def _space(one: Candidate, drawn: Sequence[Square], faults: Faults) -> Space | None:
    at = one.table.at
    if drawn and at is not None:
        message = f"its letter stands on the map at {square_name(drawn[0])}; use the letter or at, not both"
        faults.add((*one.key, "at"), message)
        return None
    if at is None and not drawn:
        faults.add(one.key, "its letter is not on the map and it has no at")
        return None
    if at is not None and one.table.under is not None:
        faults.add((*one.key, "under"), "belongs to a letter on the map; with at the ground is drawn on the map itself")
    anchor = at if at is not None else Square(min(s.x for s in drawn), min(s.y for s in drawn))
    space = size_space(one.size, anchor)
    if one.table.space is not None:
        space = Space(anchor.x, anchor.y, *one.table.space)
    if drawn and set(drawn) != set(space.squares()):
        where = ", ".join(map(square_name, drawn[:8])) + (" ..." if len(drawn) > 8 else "")
        message = f"its letter stands at {where}; {one.size} fills a block of {space.width} x {space.height} squares"
        faults.add(one.key, message)
        return None
    return space


def _on_ground(one: Candidate, space: Space, ground: MapDocument, faults: Faults) -> bool:
    key = (*one.key, "at") if one.table.at is not None else one.key
    if space.x + space.width > ground.width or space.y + space.height > ground.height:
        size = f"{ground.width} x {ground.height} squares"
        faults.add(key, f"at {square_name(space.anchor)} it does not lie on the map ({size})")
        return False
    for square in space.squares():
        what = ground.ground(ground.rows[square.y][square.x])
        if what.hole:
            faults.add(key, f"there is no square at {square_name(square)} to stand on")
            return False
        if what.solid and not one.has(frozenset({"incorporeal"})):
            faults.add(key, f"it stands inside {what.terrain} at {square_name(square)}")
            return False
    return True


def _check_mounts(placed: Sequence[tuple[Candidate, Space]], faults: Faults) -> None:
    ids = [one.id for one, _ in placed]
    for one, _ in placed:
        if one.table.mount == one.id:
            faults.add((*one.key, "mount"), "it cannot ride itself")
        elif one.table.mount is not None and one.table.mount not in ids:
            faults.add((*one.key, "mount"), f"no creature {one.table.mount!r}; {did_you_mean(one.table.mount, ids)}")


def _check_towards(placed: Sequence[tuple[Candidate, Space]], faults: Faults) -> None:
    """Note conditions towards a creature that is not there."""
    ids = [one.id for one, _ in placed]
    for one, _ in placed:
        for word in one.conditions:
            towards = word.partition(":")[2]
            if towards and towards not in ids:
                faults.add((*one.key, "conditions"), f"no creature {towards!r}; {did_you_mean(towards, ids)}")


def _check_sharing(placed: Sequence[tuple[Candidate, Space]], faults: Faults, system: str) -> None:
    feet = FEET_PER_HEIGHT[system]
    on_square: dict[Square, list[Candidate]] = {}
    seen: set[tuple[str, str]] = set()
    for one, space in placed:
        for square in space.squares():
            for other in on_square.setdefault(square, []):
                apart_ft = abs((one.table.z or 0) - (other.table.z or 0)) * feet
                if (other.id, one.id) in seen or apart_ft >= FEET_PER_SQUARE or _may_share(one, other):
                    continue
                seen.add((other.id, one.id))
                faults.add(one.key, f"it shares {square_name(square)} with creature {other.id}")
            on_square[square].append(one)


def _may_share(one: Candidate, other: Candidate) -> bool:
    if one.table.mount == other.id or other.table.mount == one.id:
        return True
    return any(_yields(each) for each in (one, other))


def _yields(one: Candidate) -> bool:
    small = SIZES.index(one.size) <= SIZES.index("tiny")
    return small or one.has(_YIELDING | {"incorporeal", "swarm"})
