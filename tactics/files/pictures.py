"""Sizes of encoded pictures, read from their headers."""

from __future__ import annotations

import binascii
import struct
from base64 import b64decode


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or WEBP picture in pixels, None for anything else."""
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR":
            return _positive(*struct.unpack(">II", data[16:24]))
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp_size(data)
    except struct.error:
        return None
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    chunk = data[12:16]
    if chunk == b"VP8X":
        width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
        return (width, height) if len(data) >= 30 else None
    if chunk == b"VP8L" and data[20:21] == b"\x2f":
        (bits,) = struct.unpack("<I", data[21:25])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if chunk == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", data[26:30])
        return _positive(width & 0x3FFF, height & 0x3FFF)
    return None


def _positive(width: int, height: int) -> tuple[int, int] | None:
    return (width, height) if width and height else None


def picture_kind(data: bytes) -> str:
    """What a file is by its first bytes, "" for text and everything unknown."""
    for start, kind in _STARTS:
        if data.startswith(start):
            return kind
    return "a WEBP picture" if data.startswith(b"RIFF") and data[8:12] == b"WEBP" else ""


_STARTS = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x1f\x8b", "a gzip archive"),
)


def embedded_picture(words: str) -> bytes:
    """The PNG or WEBP picture in base64 text, with or without ``data:...;base64,`` before it; else no bytes."""
    if words.startswith("data:"):
        words = words.partition(",")[2]
    try:
        data = b64decode("".join(words.split()), validate=True)
    except (binascii.Error, ValueError):
        return b""
    return data if picture_size(data) is not None else b""
