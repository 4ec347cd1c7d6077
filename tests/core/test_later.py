"""Mappings that are worked out when they are wanted."""

from __future__ import annotations

import pytest

from tactics.core.later import Each, Later


def test_a_mapping_is_worked_out_once_and_not_before_it_is_wanted() -> None:
    asked: list[str] = []

    def make() -> dict[str, int]:
        asked.append("made")
        return {"a": 1, "b": 2}

    found = Later(make)
    assert asked == []
    assert ("a" in found, found["b"], len(found), dict(found)) == (True, 2, 2, {"a": 1, "b": 2})
    assert asked == ["made"]


def test_each_value_is_worked_out_for_a_key_there_is() -> None:
    asked: list[int] = []

    def square(number: int) -> int:
        asked.append(number)
        return number * number

    found = Each((2, 3), square)
    assert (len(found), list(found)) == (2, [2, 3])
    assert asked == []
    assert found[3] == 9
    with pytest.raises(KeyError):
        found[4]
    assert asked == [3]
