"""Where the keys of a TOML text stand; the parser of the standard library does not tell."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

Path = tuple[str | int, ...]
"""Keys and, for lists of tables, numbers from 0: ``("expect", 2, "from")``."""

_DEPTH = 8
"""Parts of a key path that are told apart; no file of ours has more."""

_KEY = re.compile(r"""[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+))[ \t]*""")
_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'')
_PLAIN = re.compile(r"""[^"'#\[\]{}\n]+""")


def parse_key(words: str) -> Path:
    """A key path from its shown form: ``combat.weapons[0].id``."""
    return tuple(int(part) if part.isdigit() else part for part in re.split(r"[.\[\]]+", words) if part)


class KeyLines:
    """Lines of the keys of a text that is valid TOML."""

    def __init__(self, text: str) -> None:
        """Scan a text once.

        Args:
            text: valid TOML; of another text some keys may be missing.
        """
        self._text = text
        self._newlines = [place for place, char in enumerate(text) if char == "\n"]
        self._lines: dict[Path, int] = {}
        self._contents: dict[Path, int] = {}
        self._counts: dict[Path, int] = {}
        self._scan()

    def line(self, path: Sequence[str | int]) -> int:
        """Line of a key, or of the nearest table around it; 0 when nothing is known."""
        whole = tuple(path[:_DEPTH])
        for length in range(len(whole), 0, -1):
            if whole[:length] in self._lines:
                return self._lines[whole[:length]]
        return 0

    def content_line(self, path: Sequence[str | int]) -> int:
        """Line where the text of a key begins: below the key when it opens with three quotes; 0 when unknown."""
        return self._contents.get(tuple(path), 0)

    def _scan(self) -> None:
        table: Path = ()
        place = self._skip_blank(0)
        while place < len(self._text):
            start = place
            if self._text[place] == "[":
                many = self._text.startswith("[[", place)
                keys, place = self._keys(place + 1 + many)
                table = self._open(keys, many=many)
                self._note(table, start)
                place += 1 + many
            else:
                keys, place = self._keys(place)
                path = self._inside(table, keys)
                self._note(path, start)
                place = self._skip_value(place + 1, path)
            if place <= start:
                return
            place = self._skip_blank(place)

    def _note(self, path: Path, place: int) -> None:
        line = self._line_at(place)
        for length in range(1, min(len(path), _DEPTH) + 1):
            self._lines.setdefault(path[:length], line)

    def _line_at(self, place: int) -> int:
        return bisect_right(self._newlines, place - 1) + 1

    def _skip_blank(self, place: int) -> int:
        match = _BLANK.match(self._text, place)
        return match.end() if match else place

    def _keys(self, place: int) -> tuple[list[str], int]:
        keys: list[str] = []
        while match := _KEY.match(self._text, place):
            if len(keys) < _DEPTH:
                keys.append(next(group for group in match.groups() if group is not None))
            place = match.end()
            if not self._text.startswith(".", place):
                break
            place += 1
        return keys, place

    def _inside(self, table: Path, keys: list[str]) -> Path:
        path = table
        for key in keys:
            path = (*path, key)
            if path in self._counts:
                path = (*path, self._counts[path])
        return path

    def _open(self, keys: list[str], *, many: bool) -> Path:
        if not many or not keys:
            return self._inside((), keys)
        path = (*self._inside((), keys[:-1]), keys[-1])
        self._counts[path] = self._counts.get(path, -1) + 1
        return (*path, self._counts[path])

    def _skip_value(self, place: int, path: Path) -> int:
        """The end of the line on which a value ends."""
        text, depth = self._text, 0  # tables in a list, such as steps = [{...}, {...}], have lines of their own
        while text.startswith((" ", "\t"), place):
            place += 1
        listed, tables = text.startswith("[", place), 0
        if text.startswith(('"""', "'''"), place):
            self._contents[path] = self._line_at(place) + text.startswith(("\n", "\r\n"), place + 3)
        while place < len(text) and (depth or text[place] != "\n"):
            char = text[place]
            if text.startswith(('"""', "'''"), place):
                place = self._skip_long(place)
            elif match := _STRING.match(text, place) or _PLAIN.match(text, place):
                place = match.end()
            elif char == "#":
                end = text.find("\n", place)
                place = end if end >= 0 else len(text)
            else:
                if char == "{" and depth == 1 and listed:
                    self._note((*path, tables), place)
                    tables += 1
                depth += (char in "[{") - (char in "]}")
                place += 1
        return place

    def _skip_long(self, place: int) -> int:
        quotes = self._text[place : place + 3]
        end = place + 3
        while True:
            found = self._text.find(quotes, end)
            if found < 0:
                return len(self._text)
            backslashes = 0
            while quotes == '"""' and self._text[found - 1 - backslashes] == "\\":
                backslashes += 1
            if backslashes % 2 == 0:
                end = found + 3
                while self._text.startswith(quotes[0], end) and end < found + 5:
                    end += 1
                return end
            end = found + 1
