"""Flanking."""

from __future__ import annotations

from gettext import NullTranslations
from itertools import combinations
from typing import Any

import pytest
from rulesets.pf1.first import FOE, HERO, ask, first, refused_by, rules_of, value

from tactics.core.lattice import Square
from tactics.core.problems import ProblemError
from tactics.core.space import Space
from tactics.core.text import say
from tactics.rulesets.pf1.flanking import opposite_pair
from tactics.world.world import World


def _flank(position: World | str, source: str = "A", target: str = "T", partner: str | None = "B", **more: Any) -> bool:
    arguments = {"from_": source, "to": target, **more}
    if partner is not None:
        arguments["with_"] = partner
    return bool(value(position, "flanking", **arguments))


def _around(rows: str, **tables: dict[str, Any]) -> World:
    """A position of heroes around a foe T."""
    letters = {letter for letter in rows if letter.isupper()}
    return first(
        rows, {letter: {**(FOE if letter == "T" else HERO), **tables.get(letter, {})} for letter in sorted(letters)}
    )


@pytest.mark.rule("pf1.flank.basic")
@pytest.mark.parametrize(
    ("rows", "flanked"),
    [
        (".A.\n.T.\n.B.", True),
        ("A..\n.T.\n..B", True),
        ("A..\n.TB\n...", False),
        ("A.B\n.T.\n...", False),
        ("...\nATB\n...", True),
    ],
)
def test_opposite_sides_and_corners(rows: str, flanked: bool) -> None:
    here = _around(rows)
    assert _flank(here) is _flank(here, "B", partner="A") is flanked
    verdict = ask(here, "flanking", from_="A", to="T", with_="B")
    assert verdict.net("attack") == (2 if flanked else 0)
    assert verdict.creatures == (("B",) if flanked else ())


@pytest.mark.rule("pf1.flank.basic")
def test_a_shot_gets_nothing_from_flanking() -> None:
    bow, sword = {"name": "bow", "ranged": True}, {"name": "sword"}
    here = _around("ATB", A={"weapons": [bow, sword]})
    assert _flank(here, weapon="sword") is True
    assert _flank(here, weapon="bow") is False
    assert dict(value(here, "modifiers", from_="A", to="T", attack="melee")) == {"attack": 2}
    assert dict(value(here, "modifiers", from_="A", to="T", attack="ranged")) == {"attack": -4}


@pytest.mark.rule("pf1.flank.line_test")
@pytest.mark.parametrize(
    ("rows", "flanked"),
    [
        ("......\nATT...\n.TTB..\n......", True),
        ("A.....\n.TT...\n.TTB..", False),
        ("A.....\n.TT...\n.TT...\n...B..", True),
        (".A....\n.TT...\n.TT...\n..B...", True),
    ],
)
def test_the_line_passes_opposite_sides_of_a_big_target(rows: str, flanked: bool) -> None:
    assert _flank(_around(rows, T={"size": "large"})) is flanked


@pytest.mark.rule("pf1.flank.line_test")
@pytest.mark.parametrize(
    ("one", "other", "flanked"),
    [
        ((-1, 0), (2, -1), True),
        ((-2, 0), (2, -1), False),
        ((-2, 1), (1, 0), True),
        ((-1, 1), (1, -2), False),
        ((-2, -2), (1, 1), True),
        ((-2, 1), (2, -1), True),
        ((-1, 0), (1, -1), False),
        ((-1, 0), (0, -1), False),
    ],
)
def test_corners_belong_to_both_their_sides(one: tuple[int, int], other: tuple[int, int], flanked: bool) -> None:
    here = first(
        "\n".join(["......"] * 6),
        {
            "A": {"at": [one[0] + 2, one[1] + 2], "reach": 10, **HERO},
            "B": {"at": [other[0] + 2, other[1] + 2], "reach": 10, **HERO},
            "T": {"at": [2, 2], **FOE},
        },
    )
    assert _flank(here) is flanked


@pytest.mark.rule("pf1.flank.line_test")
@pytest.mark.parametrize(("side", "pairs"), [(1, 4), (2, 10), (3, 20)])
def test_how_many_pairs_of_neighbours_flank(side: int, pairs: int) -> None:
    target = Space(1, 1, side, side)
    around = [one for one in Space(0, 0, side + 2, side + 2).squares() if not target.holds(one)]
    spaces = [Space(*one, 1, 1) for one in around]
    found = [pair for pair in combinations(spaces, 2) if opposite_pair(*pair, target) is not None]
    assert len(found) == pairs


@pytest.mark.rule("pf1.flank.big_flanker")
def test_any_square_of_a_big_flanker_may_do() -> None:
    big = {"B": {"size": "large", "reach": 5}}
    assert _flank(_around(".BB\n.BB\n.T.\n.A.", **big)) is True
    assert _flank(_around(".BB.\n.BB.\n.T..\n..A.", **big)) is False
    verdict = ask(_around("BB...\nBBT..\n...A.", **big), "flanking", from_="A", to="T", with_="B")
    assert verdict.value is True
    assert opposite_pair(Space(3, 2, 1, 1), Space(0, 0, 2, 2), Space(2, 1, 1, 1)) == (Square(3, 2), Square(1, 0))
    gargantuan = _around("ATBBBB\n..BBBB\n..BBBB\n..BBBB", B={"size": "gargantuan"})
    assert _flank(gargantuan) is True


@pytest.mark.rule("pf1.flank.must_threaten")
@pytest.mark.parametrize(
    ("rows", "tables", "flanked"),
    [
        (".ATB.", {"B": {"armed": False}}, False),
        (".ATB.", {"B": {"reach_weapon": True}}, False),
        (".AT.B", {"B": {"reach_weapon": True}}, True),
        (".ATB.", {"B": {"conditions": ["unconscious"]}}, False),
        (".ATB.", {"B": {"conditions": ["stunned"]}}, False),
        (".ATB.", {"B": {"conditions": ["prone"]}}, True),
        (".AT.B", {"B": {"reach": 10}}, True),
        (".AT.B", {}, False),
        (".ATB.", {"A": {"armed": False}}, False),
        (".ATB.", {"B": FOE}, False),
    ],
)
def test_both_must_threaten(rows: str, tables: dict[str, Any], flanked: bool) -> None:
    assert _flank(_around(rows, **tables)) is flanked


@pytest.mark.rule("pf1.flank.must_threaten")
def test_nobody_flanks_through_a_wall() -> None:
    here = first(".ATB.", {"A": HERO, "B": HERO, "T": FOE}, walls=[{"line": [[3, 0], [3, 1]]}])
    verdict = ask(here, "flanking", from_="A", to="T", with_="B")
    assert (verdict.value, rules_of(verdict)) == (False, {"pf1.flank.must_threaten"})


@pytest.mark.rule("pf1.flank.reach_zero")
@pytest.mark.rule("pf1.size.tiny_reach")
def test_reach_zero_neither_flanks_nor_helps() -> None:
    here = _around(".ATB.", B={"size": "tiny"})
    verdict = ask(here, "flanking", from_="A", to="T", with_="B")
    assert (verdict.value, rules_of(verdict)) == (False, {"pf1.flank.reach_zero"})
    assert _flank(here, "B", partner="A") is False
    inside = first("AT.", {"A": HERO, "T": FOE, "B": {"at": "B1", "size": "tiny", **HERO}})
    assert _flank(inside) is False


def _figure(reach: int = 10) -> World:
    rows = "....G..\n....W..\n.......\n..FOO..\n...OOB.\n...R..."
    creatures = dict.fromkeys("FBRW", HERO)
    return first(rows, {**creatures, "G": FOE, "O": {"size": "large", "reach": reach, **FOE}})


@pytest.mark.rule("pf1.flank.figure")
def test_the_flanking_figure() -> None:
    here = _figure()
    assert _flank(here, "F", "O", "B") is True
    assert _flank(here, "R", "O", "F") is False
    assert _flank(here, "R", "O", "B") is False
    assert _flank(here, "R", "O", "W") is False
    assert _flank(here, "G", "W", "O") is True
    assert _flank(_figure(reach=5), "G", "W", "O") is False
    assert dict(value(here, "modifiers", from_="F", to="O")) == {"attack": 2}
    assert value(here, "modifiers", from_="R", to="O") == ()
    assert refused_by(here, who="W", action="attack", target="O") == "pf1.attack.melee_band"


def test_without_a_name_some_ally_is_enough() -> None:
    here = _around("ABC\n.TD\n...")
    assert _flank(here, partner=None) is False
    assert _flank(_around("ABC\n.T.\n..D"), partner=None) is True
    alone = ask(_around("AT."), "flanking", from_="A", to="T")
    assert (alone.value, rules_of(alone)) == (False, {"pf1.flank.basic"})


def test_senseless_questions_are_refused() -> None:
    here = _around("ATB")
    with pytest.raises(ProblemError, match="somebody else"):
        _flank(here, "A", "A")
    with pytest.raises(ProblemError, match="third creature"):
        _flank(here, partner="A")


@pytest.mark.rule("pf1.flank.line_test")
@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("....\nATTB\n.TT.", "The line from A (A2) to B (D2) runs through opposite sides of T: left, right."),
        ("A...\n.TT.\n.TT.\n...B", "The line from A (A1) to B (D4) runs through opposite corners of T."),
        (".A..\n.TTB\n.TT.", "The line from A (B1) to B (D2) does not run through opposite sides of T: upper, right."),
        ("A...\n.TT.\nBTT.", "The line from A (A1) to B (A3) does not cross T."),
    ],
)
def test_the_sides_that_are_crossed_are_named(rows: str, words: str) -> None:
    here = first(rows, {"A": HERO, "B": HERO, "T": {"size": "large", **FOE}})
    verdict = ask(here, "flanking", from_="A", to="T", with_="B")
    assert say(verdict.steps[0].text, NullTranslations()) == words
    assert [line.blocked for line in verdict.lines] == [not verdict.value]
    assert ask(here, "flanking", from_="A", to="T").lines == verdict.lines
