"""What each kind of thin wall blocks and shelters before a file says otherwise."""

from __future__ import annotations

from tactics.world.board import BLOCKABLE, EFFECT, MOVEMENT, SIGHT

WALL_KINDS = ("wall", "low_wall", "window", "arrow_slit", "portcullis", "curtain", "door", "force")
DOOR_STATES = ("open", "closed", "locked")

_ALL = frozenset(BLOCKABLE)
_BARRIERS: dict[str, tuple[frozenset[str], str]] = {
    "wall": (_ALL, "solid"),
    "low_wall": (frozenset(), "low"),
    "window": (frozenset({MOVEMENT}), "window"),
    "arrow_slit": (frozenset({MOVEMENT}), "arrow_slit"),
    "portcullis": (frozenset({MOVEMENT}), "portcullis"),
    "curtain": (frozenset({SIGHT}), "none"),
    "force": (frozenset({MOVEMENT, EFFECT}), "solid"),
}


def barrier(kind: str, state: str, *, glazed: bool) -> tuple[frozenset[str], str]:
    """What a wall blocks and which shelter it is.

    Args:
        kind: one of `WALL_KINDS`.
        state: one of `DOOR_STATES` for doors, ignored otherwise.
        glazed: glass in a window: sight passes, effect does not.

    Returns:
        The set of things blocked and one of `tactics.world.board.COVERS`.

    Raises:
        ValueError: unknown kind or state.
    """
    if kind == "door":
        if state not in DOOR_STATES:
            raise ValueError(state)
        return (frozenset(), "none") if state == "open" else (_ALL, "solid")
    if kind not in _BARRIERS:
        raise ValueError(kind)
    blocks, cover = _BARRIERS[kind]
    return (blocks | {EFFECT}, "solid") if kind == "window" and glazed else (blocks, cover)
