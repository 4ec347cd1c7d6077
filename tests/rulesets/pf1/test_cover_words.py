"""What a ruling on cover says: what decides, what does not count, and what is left to the game master."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import pytest
from rulesets.pf1.first import FOE, HERO, ask, first

from tactics.core.text import say
from tactics.rules.verdict import Verdict


def _cover(
    rows: str, creatures: dict[str, Any] | None = None, source: str = "A", target: str = "T", **more: Any
) -> Any:
    asked = {name: more.pop(name) for name in ("attack", "origin") if name in more}
    return ask(first(rows, creatures, **more), "cover", from_=source, to=target, **asked)


def _said(verdict: Verdict) -> list[str]:
    return [say(one.text, NullTranslations()) for one in verdict.steps]


def _rules(verdict: Verdict) -> list[str]:
    return [one.rule for one in verdict.steps]


@pytest.mark.rule("pf1.cover.partial")
def test_the_game_master_is_asked_only_where_more_than_half_is_in_view() -> None:
    shown = _cover("......\n##T##.\n......\n......\nA.....")
    assert (shown.value, len(shown.discretion)) == ("cover", 1)
    hidden = _cover("A....\n...#T")
    assert (hidden.value, hidden.discretion) == ("cover", ())
    soft = _cover("A..C..T", {"C": FOE})
    assert (soft.value, soft.discretion) == ("cover", ())


def test_without_cover_nothing_is_said_twice() -> None:
    verdict = _cover("A....T")
    assert _rules(verdict) == ["pf1.loe.line_of_effect", "pf1.cover.ranged", "pf1.cover.ranged"]
    assert _said(verdict)[-1] == "Corner <0,0>: all 4 lines are clear, so there is no cover."


@pytest.mark.rule("pf1.cover.melee_reach_attacker")
def test_long_arms_are_cited_as_such() -> None:
    rows, ogre = ".OO\n.OO\nA#.", {"O": {"size": "large", **FOE}}
    assert set(_rules(_cover(rows, ogre, "O", "A"))) >= {"pf1.cover.melee_reach_attacker"}
    assert "pf1.cover.melee_nonadjacent" not in _rules(_cover(rows, ogre, "O", "A"))


@pytest.mark.rule("pf1.cover.low_obstacle")
@pytest.mark.parametrize(
    ("rows", "value", "words"),
    [
        ("A....nT", "cover", "5 ft from the target and 25 ft from where the attack comes: low obstacle F1 counts."),
        (
            "An....T",
            "none",
            "25 ft from the target, but only 5 ft from where the attack comes: low obstacle B1 does not count.",
        ),
        ("A........n.......T", "none", "40 ft from the target is too far: low obstacle J1 does not count."),
    ],
)
def test_low_obstacles_come_before_the_lines(rows: str, value: str, words: str) -> None:
    verdict = _cover(rows)
    assert verdict.value == value
    assert _said(verdict)[2] == words


@pytest.mark.rule("pf1.cover.low_obstacle")
def test_who_is_too_tall_for_an_obstacle_is_told_so() -> None:
    legend = {"s": {"terrain": "stool", "cover": "low", "shelters_up_to": "small"}}
    verdict = _cover("A....sT", legend=legend)
    assert verdict.value == "none"
    assert any("too tall" in words for words in _said(verdict))


@pytest.mark.rule("pf1.cover.total")
@pytest.mark.rule("pf1.loe.line_of_effect")
def test_a_line_that_only_touches_is_named_where_it_is_the_last_hope() -> None:
    for rows, grazed in (("A####T\n......", True), ("A.\n##\n.T", False)):
        for verdict in (_cover(rows), ask(rows, "line_of_effect", from_="A", to="T")):
            assert verdict.value in ("total", False)
            assert any(words.startswith("Only a line that touches") for words in _said(verdict)) is grazed
            assert len(verdict.lines) == 1
            assert verdict.squares["blockers"]


@pytest.mark.rule("pf1.cover.grades")
def test_a_wall_and_a_creature_do_not_add_up_and_it_is_said() -> None:
    verdict = _cover("A....\n..C#T", {"C": FOE, "A": HERO, "T": FOE})
    assert verdict.value == "cover"
    kept = [(one.amount, one.kept) for one in verdict.modifiers if one.to == "ac"]
    assert kept == [(4, True), (4, False)]
    assert "The soft cover of creatures does not add to it." in _said(verdict)


@pytest.mark.rule("pf1.cover.improved")
@pytest.mark.parametrize(("rows", "wall"), [("A....T", [[5, 0], [5, 1]]), ("A\n.\n.\nT", [[0, 3], [1, 3]])])
def test_nothing_gets_past_a_slit_that_ends_at_the_edge_of_the_map(rows: str, wall: list[list[int]]) -> None:
    verdict = _cover(rows, walls=[{"line": wall, "kind": "arrow_slit"}])
    assert verdict.value == "improved"
    assert sum(line.blocked for line in verdict.lines) == 4


@pytest.mark.rule("pf1.cover.improved")
def test_a_slit_in_the_open_can_be_shot_past() -> None:
    slit = {"line": [[5, 1], [5, 2]], "kind": "arrow_slit"}
    assert _cover("......\n......\nA.....\n.....T\n......", walls=[slit]).value == "none"
    assert _cover("A.....\n......\n......\n.....T", walls=[slit]).value != "improved"


@pytest.mark.rule("pf1.cover.low_obstacle")
@pytest.mark.parametrize(
    ("heights", "value"),
    [((0, 0), "cover"), ((10, 0), "cover"), ((0, 10), "cover"), ((10, 4), "none"), ((3, 4), "cover")],
)
def test_who_flies_above_an_obstacle_is_not_sheltered_by_it(heights: tuple[int, int], value: str) -> None:
    legend = {"s": {"terrain": "hedge", "cover": "low", "top": 4}}
    verdict = _cover("A....sT", {"A": {"z": heights[0], **HERO}, "T": {"z": heights[1], **FOE}}, legend=legend)
    assert verdict.value == value
    assert any("Both are above" in words for words in _said(verdict)) is (value == "none")


@pytest.mark.rule("pf1.cover.reflex")
@pytest.mark.parametrize("glyph", "n#")
def test_an_area_is_argued_by_reflex_saves_alone(glyph: str) -> None:
    verdict = _cover(f"A.....\n....{glyph}T\n......", attack="area", origin=[1, 0], source="A")
    assert {(one.to, one.amount) for one in verdict.modifiers} == {("reflex", 2)}
    said = " ".join(_said(verdict))
    assert "on Reflex saves" in said
    assert "AC" not in said
    assert "Stealth" not in said
