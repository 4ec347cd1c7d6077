"""Bytes and text of a file, or a clear problem."""

from __future__ import annotations

from pathlib import Path
from stat import S_ISDIR, S_ISREG

from tactics.core.problems import problem


def read_limited(path: Path, most: int) -> bytes:
    """The content of a regular file of bounded size.

    Args:
        path: the file.
        most: bytes it may have; a bigger file is not read at all.

    Raises:
        ProblemError: it is missing, a folder, unreadable or too big.
    """
    try:
        found = path.stat()
        if S_ISDIR(found.st_mode):
            raise problem(str(path), "", "is a folder, not a file")
        if not S_ISREG(found.st_mode):
            raise problem(str(path), "", "is not a regular file")
        if found.st_size > most:
            raise problem(str(path), "", f"has {found.st_size} bytes; at most {most} are read")
        return path.read_bytes()
    except FileNotFoundError:
        raise problem(str(path), "", "there is no such file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise problem(str(path), "", f"cannot be read: {reason}") from None


def as_text(data: bytes, path: str) -> str:
    """UTF-8 text, a byte order mark dropped, line ends as in Unix.

    Raises:
        ProblemError: the bytes are not UTF-8.
    """
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise problem(path, "", f"is not UTF-8 text (byte {error.start})", line) from None
