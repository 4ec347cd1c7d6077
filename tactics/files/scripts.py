"""Reading ``[[script]]`` tables: fights that must come out as written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tactics.core.lattice import Square
from tactics.files.document import Script, ScriptStep
from tactics.files.expect import Board
from tactics.files.faults import Faults, KeyPath, did_you_mean
from tactics.files.schema import AfterTable, ScriptTable, StepTable
from tactics.files.terms import MAX_EXPECTATIONS
from tactics.files.values import read_point, read_square, shown

_BY_CREATURE = ("hp", "temp_hp", "nonlethal", "has", "lacks", "at", "holds", "left", "out")


def read_scripts(tables: Any, rulesets: Sequence[str], faults: Faults, board: Board | None) -> tuple[Script, ...]:
    """Read the list of ``[[script]]`` tables.

    Args:
        tables: the list as it stands in the file.
        rulesets: rule systems of the file.
        faults: takes the problems.
        board: the map and who is on it; None when they are not known for their own problems.
    """
    if not isinstance(tables, list):
        faults.add(("script",), "needs [[script]] tables")
        return ()
    if len(tables) > MAX_EXPECTATIONS:
        faults.add(("script",), f"{len(tables)} scripts; a file may have {MAX_EXPECTATIONS}")
        return ()
    read = (_script(index, table, rulesets, faults, board) for index, table in enumerate(tables))
    return tuple(one for one in read if one is not None)


def _script(index: int, raw: Any, rulesets: Sequence[str], faults: Faults, board: Board | None) -> Script | None:
    key: KeyPath = ("script", index)
    table = faults.read(ScriptTable, raw, key)
    if table is None:
        return None
    before = len(faults.found)
    if table.system is not None and table.system not in rulesets:
        faults.add((*key, "system"), f"the file is not judged by {table.system}; rulesets: {', '.join(rulesets)}")
    if table.order is not None and table.dice:
        faults.add((*key, "dice"), "the order is given already; use order or dice, not both")
    for number, step in enumerate(table.steps):
        for inner, message in _step_problems(step):
            faults.add((*key, "steps", number, *inner), message)
    if board is not None:
        _check_places(table, board, faults, key)
    if len(faults.found) > before:
        return None
    return Script(
        index=index,
        title=table.title,
        system=table.system or (rulesets[0] if rulesets else ""),
        order=table.order or (),
        dice=table.dice,
        steps=tuple(
            _step(step, faults.lines.line((*key, "steps", number)) if faults.lines else 0)
            for number, step in enumerate(table.steps)
        ),
        rules=table.rule,
        why=table.why,
        line=faults.lines.line(key) if faults.lines else 0,
    )


def _step(table: StepTable, line: int) -> ScriptStep:
    return ScriptStep(
        do=table.do or "",
        answer=table.answer or "",
        who=table.who or "",
        arguments={name: _place(value) if name == "area" else value for name, value in table.arguments().items()},
        dice=table.dice,
        answers=table.answers,
        expects=expected(table.expect) if table.expect is not None else {},
        rules=table.rule,
        why=table.why,
        line=line,
    )


def _place(value: Any) -> Any:
    """A point or a square."""
    pointed = isinstance(value, list) or value.strip().startswith("<")
    return read_point(value) if pointed else read_square(value)


def expected(table: AfterTable) -> Mapping[str, Any]:
    """What a step expects: the keys that stand in the file."""
    return {name: getattr(table, name) for name in AfterTable.model_fields if name in table.model_fields_set}


def _step_problems(step: StepTable) -> Iterator[tuple[KeyPath, str]]:
    if (step.do is None) == (step.answer is None):
        yield (), "needs either do or answer"
    try:
        _place(step.area or "A1")
    except ValueError as error:
        yield ("area",), str(error)
    if step.to is not None and step.path is not None:
        yield ("to",), "the way is given already; use path or to, not both"
    if step.expect is None:
        return
    said = step.expect.model_fields_set
    if not said:
        yield ("expect",), f"nothing is expected; a step can expect {', '.join(AfterTable.model_fields)}"
    happened = sorted(said & {"events", "asked", "totals", "against"})
    if step.expect.refused is not None and happened:
        yield ("expect", happened[0]), "nothing happens when the step is refused"


def _check_places(table: ScriptTable, board: Board, faults: Faults, key: KeyPath) -> None:
    for name in table.order or ():
        _check_creature(name, board, faults, (*key, "order"))
    for number, step in enumerate(table.steps):
        inside = (*key, "steps", number)
        for name in ("who", "target", "friend"):
            if getattr(step, name) is not None:
                _check_creature(getattr(step, name), board, faults, (*inside, name))
        for one in step.targets or ():
            _check_creature(one, board, faults, (*inside, "targets"))
        for name in ("path", "squares", "to", "square"):
            value = getattr(step, name)
            for square in value if isinstance(value, tuple) and not isinstance(value, Square) else (value,):
                if square is not None:
                    _check_square(square, board, faults, (*inside, name))
        if step.expect is not None:
            _check_expected(step.expect, board, faults, (*inside, "expect"))


def _check_expected(table: AfterTable, board: Board, faults: Faults, key: KeyPath) -> None:
    for name in _BY_CREATURE:
        for who in getattr(table, name) or ():
            _check_creature(who, board, faults, (*key, name, who))
    for who in (*(table.order or ()), *((table.turn,) if table.turn else ())):
        _check_creature(who, board, faults, (*key, "order" if table.order and who in table.order else "turn"))
    for who, square in (table.at or {}).items():
        _check_square(square, board, faults, (*key, "at", who))


def _check_creature(value: str, board: Board, faults: Faults, key: KeyPath) -> None:
    if value not in board.creatures:
        faults.add(key, f"no creature {shown(value)}; {did_you_mean(value, list(board.creatures))}")


def _check_square(square: Square, board: Board, faults: Faults, key: KeyPath) -> None:
    if not (square.x < board.width and square.y < board.height):
        faults.add(key, f"{square} is off the map ({board.width} x {board.height} squares)")
