"""The message catalogues: collect the texts of the program, compile translations, check that nothing is missing.

Usage: python tools/catalogues.py update | compile | check
"""

from __future__ import annotations

import ast
import io
import string
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "tactics"
LOCALE = PACKAGE / "locale"
TEMPLATE = LOCALE / "tactics.pot"


@dataclass(frozen=True, slots=True)
class Call:
    """One ``text(...)`` or ``ntext(...)`` in the source.

    Attributes:
        path: the module, from the project's root.
        line: line of the call.
        messages: the literal English sentences: one, or singular and plural.
        fault: what is wrong with the call, "" when nothing is.
    """

    path: str
    line: int
    messages: tuple[str, ...]
    fault: str = ""


def calls(package: Path = PACKAGE) -> Iterator[Call]:
    """Every call that makes a text, in the order of files and lines."""
    for module in sorted(package.rglob("*.py")):
        path = module.relative_to(package.parent).as_posix()
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("text", "ntext"):
                yield _call(path, node)


def _call(path: str, node: ast.Call) -> Call:
    assert isinstance(node.func, ast.Name)
    wanted = 1 if node.func.id == "text" else 2
    if any(isinstance(one, ast.Attribute) and one.attr == "msgid" for one in node.args[:wanted]):
        return Call(path, node.lineno, ())  # the same message again with its parameters
    messages = tuple(
        one.value for one in node.args[:wanted] if isinstance(one, ast.Constant) and isinstance(one.value, str)
    )
    if len(messages) < wanted:
        return Call(path, node.lineno, (), "the message is not a literal string")
    return Call(path, node.lineno, messages, _parameter_fault(messages, {one.arg for one in node.keywords}))


def _parameter_fault(messages: tuple[str, ...], given: set[str | None]) -> str:
    """What a call gives too few or too many; a call that gives nothing makes a template to be filled later."""
    shown = {name for message in messages for name in placeholders(message)}
    if not given or None in given:
        return ""
    missing = shown - given - ({"n"} if len(messages) == 2 else set())
    unused = given - shown
    if missing:
        return f"{messages[0]!r} has no value for {_listed(missing)}"
    return f"{messages[0]!r} does not use {', '.join(sorted(map(str, unused)))}" if unused else ""


def placeholders(message: str) -> set[str]:
    """The parameter names a message shows.

    Raises:
        ValueError: its braces do not match.
    """
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


def collected(package: Path = PACKAGE) -> Catalog:
    """The template: every message with the modules it stands in."""
    template = Catalog(project="tactics", fuzzy=False, charset="utf-8")
    found: dict[tuple[str, ...], set[str]] = {}
    for call in calls(package):
        if call.messages:
            found.setdefault(call.messages, set()).add(call.path)
    for messages, paths in sorted(found.items()):
        template.add(messages if len(messages) == 2 else messages[0], locations=[(path, 0) for path in sorted(paths)])
    return template


def update(package: Path = PACKAGE, locale: Path = LOCALE) -> None:
    """Write the template and bring every translation in step with it; what nobody says any more is dropped."""
    template = collected(package)
    _write(locale / "tactics.pot", template)
    for path in translations(locale):
        translation = read(path)
        translation.update(template, no_fuzzy_matching=True)
        translation.obsolete.clear()
        _write(path, translation)


def compile_all(locale: Path = LOCALE) -> None:
    """Compile every translation beside its source."""
    for path in translations(locale):
        compiled = path.with_suffix(".new")
        with compiled.open("wb") as stream:
            write_mo(stream, read(path))
        compiled.replace(path.with_suffix(".mo"))


def faults(package: Path = PACKAGE, locale: Path = LOCALE) -> Iterator[str]:
    """Everything that is wrong with the texts and their translations, one sentence each."""
    for call in calls(package):
        if call.fault:
            yield f"{call.path}:{call.line}: {call.fault}"
    wanted = {message.id for message in collected(package) if message.id}
    for path in (locale / "tactics.pot", *translations(locale)):
        catalogue = read(path)
        name = path.relative_to(locale).as_posix()
        have = {message.id for message in catalogue if message.id}
        for message in sorted(map(_first, wanted - have)):
            yield f"{name}: not collected yet: {message!r}; run make catalogues"
        for message in sorted([*map(_first, have - wanted), *map(_first, catalogue.obsolete)]):
            yield f"{name}: nobody says it any more: {message!r}; run make catalogues"
        if path.suffix == ".po":
            for entry in catalogue:
                if entry.id:
                    yield from (f"{name}: {_first(entry.id)!r}: {fault}" for fault in _faults(entry, catalogue))


def _faults(message: Message, catalogue: Catalog) -> Iterator[str]:
    if message.fuzzy:
        yield "is marked fuzzy"
    if isinstance(message.id, str):
        forms, shown = [str(message.string or "")], placeholders(message.id)
    else:
        strings = message.string if isinstance(message.string, list | tuple) else ()
        forms = [*strings, *[""] * (catalogue.num_plurals - len(strings))]
        shown = placeholders(message.id[1])
    if not all(forms):
        yield "is not translated" if not any(forms) else f"needs {len(forms)} plural forms"
        return
    for form in forms:
        try:
            found = placeholders(form)
        except ValueError as error:
            yield f"{form!r}: {error}"
            continue
        if found != shown:
            yield f"{form!r} shows {_listed(found)} instead of {_listed(shown)}"


def _first(id: str | list[str] | tuple[str, ...]) -> str:
    return id if isinstance(id, str) else id[0]


def _listed(names: set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "nothing"


def translations(locale: Path = LOCALE) -> list[Path]:
    """The source files of the translations."""
    return sorted(locale.glob("*/LC_MESSAGES/tactics.po"))


def read(path: Path) -> Catalog:
    """A catalogue file; its language is the folder's name."""
    with path.open("rb") as stream:
        return read_po(stream, locale=path.parts[-3] if path.suffix == ".po" else None)


def _write(path: Path, catalogue: Catalog) -> None:
    """Write without dates and tool versions, so that a file changes only when a text does."""
    body = io.BytesIO()
    write_po(body, catalogue, width=120, sort_output=True, include_lineno=False, ignore_obsolete=True, omit_header=True)
    header = ["Content-Type: text/plain; charset=utf-8"]
    if catalogue.locale is not None:
        header += [f"Language: {catalogue.locale}", f"Plural-Forms: {catalogue.plural_forms}"]
    lines = ['msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in header), ""]
    path.write_bytes("\n".join([*lines, ""]).encode() + body.getvalue().rstrip(b"\n") + b"\n")


def main(arguments: list[str]) -> int:
    """Run one command; the exit code is 0, 1 for faults found or 2 for wrong usage."""
    match arguments:
        case ["update"]:
            update()
        case ["compile"]:
            compile_all()
        case ["check"]:
            found = list(faults())
            sys.stderr.writelines(f"{fault}\n" for fault in found)
            sys.stdout.write(f"message catalogues: {len(found) or 'no'} faults\n")
            return 1 if found else 0
        case _:
            sys.stderr.write(f"{__doc__}")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
