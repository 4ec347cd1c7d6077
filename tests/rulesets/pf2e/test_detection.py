"""Light, fog, senses, stealth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tactics.core.language import catalogue
from tactics.core.lattice import Square
from tactics.core.text import say
from tactics.rules.registry import book
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf2e.detection import flat_check_passed
from tactics.rulesets.pf2e.light import dim_radius_sq, light_at
from tactics.rulesets.pf2e.senses import blinded_by_darkness, parsed
from tactics.rulesets.pf2e.stealth import hide, sneak, sneak_bonus, sneak_ft
from tactics.world.board import Lamp
from tactics.world.world import World

Ask = Callable[..., Verdict]
Board = Callable[..., World]

GROUND = {"d": {"terrain": "dark_floor", "light": "dark"}, "m": {"terrain": "dim_floor", "light": "dim"}}


def _seen(ask: Ask, position: World, **arguments: Any) -> str:
    value = ask(position, "concealment", **{"from_": "A", "to": "T", **arguments}).value
    assert isinstance(value, str)
    return value


def _lit(board: Board, under: str, senses: list[str], **stats: Any) -> World:
    return board("A...T", legend=GROUND, creatures={"A": {"senses": senses, **stats}, "T": {"under": under}})


@pytest.mark.rule("pf2e.light.levels")
def test_a_torch_in_the_dark(board: Board) -> None:
    position = board(["." * 12], light="dark", lights=[{"at": "A1", "bright": 20, "dim": 40}])
    levels = [book("pf2e").light_at(position, Square(x, 0)) for x in range(12)]
    assert levels == ["bright"] * 5 + ["dim"] * 4 + ["dark"] * 3
    radii = [dim_radius_sq(Lamp(position.board.lamps[0].at, *radius)) for radius in ((4, 4), (4, 6), (0, 2))]
    assert radii == [8, 6, 2]


@pytest.mark.rule("pf2e.light.levels")
def test_a_map_without_a_word_about_light_is_bright(board: Board) -> None:
    assert light_at(board("A.."), Square(2, 0)) == "bright"


@pytest.mark.rule("pf2e.light.levels")
def test_walls_cast_shadows(board: Board) -> None:
    position = board("...#...", light="dark", lights=[{"at": "A1", "bright": 20, "dim": 40}])
    assert [light_at(position, Square(x, 0)) for x in (2, 4, 6)] == ["bright", "dark", "dark"]


@pytest.mark.rule("pf2e.light.bright", "pf2e.detect.observed")
def test_bright_light(board: Board, ask: Ask) -> None:
    assert _seen(ask, _lit(board, ".", [])) == "observed"


@pytest.mark.rule("pf2e.light.dim", "pf2e.sense.low_light_vision", "pf2e.sense.darkvision", "pf2e.detect.concealed")
@pytest.mark.parametrize(
    ("senses", "state", "dc"),
    [([], "concealed", 5), (["low_light_vision"], "observed", 0), (["darkvision"], "observed", 0)],
)
def test_dim_light(board: Board, ask: Ask, senses: list[str], state: str, dc: int) -> None:
    verdict = ask(_lit(board, "m", senses), "concealment", from_="A", to="T")
    assert (verdict.value, verdict.net("flat_check")) == (state, dc)


@pytest.mark.rule("pf2e.light.darkness", "pf2e.sense.imprecise", "pf2e.detect.hidden")
@pytest.mark.parametrize(
    ("senses", "state"),
    [([], "hidden"), (["low_light_vision"], "hidden"), (["darkvision"], "observed"), (["echolocation"], "observed")],
)
def test_darkness(board: Board, ask: Ask, senses: list[str], state: str) -> None:
    verdict = ask(_lit(board, "d", senses), "concealment", from_="A", to="T")
    assert (verdict.value, verdict.net("flat_check")) == (state, 11 if state == "hidden" else 0)


@pytest.mark.rule("pf2e.light.darkness")
def test_out_of_the_dark_into_the_light(board: Board, ask: Ask) -> None:
    position = board("A...T", legend=GROUND, creatures={"A": {"under": "d"}})
    assert _seen(ask, position) == "observed"
    assert blinded_by_darkness(position, position.creature("A"))
    assert not blinded_by_darkness(position, position.creature("T"))


@pytest.mark.rule("pf2e.light.darkness", "pf2e.detect.undetected")
def test_who_sneaked_in_the_dark_is_undetected(board: Board, ask: Ask) -> None:
    creatures = {"T": {"under": "d", "conditions": ["undetected"]}}
    assert _seen(ask, board("A...T", legend=GROUND, creatures=creatures)) == "undetected"


@pytest.mark.rule("pf2e.sense.precise", "pf2e.sense.best_applies")
@pytest.mark.parametrize(("rows", "state"), [("A...T", "observed"), ("A....T", "hidden")])
def test_a_precise_sense_has_a_range(board: Board, ask: Ask, rows: str, state: str) -> None:
    position = board(rows, legend=GROUND, creatures={"A": {"senses": ["echolocation_20"]}, "T": {"under": "d"}})
    assert _seen(ask, position) == state


@pytest.mark.rule("pf2e.sense.best_applies")
@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("scent", ("scent", "vague", None)),
        ("scent_30", ("scent", "vague", 30)),
        ("scent_imprecise_30", ("scent", "imprecise", 30)),
        ("scent_precise", ("scent", "precise", None)),
        ("precise_scent_20", ("scent", "precise", 20)),
        ("tremorsense_60", ("tremorsense", "imprecise", 60)),
        ("hearing_precise_30", ("hearing", "precise", 30)),
        ("darkvision", None),
    ],
)
def test_how_a_sense_is_written(word: str, meaning: tuple[str, str, int | None] | None) -> None:
    found = parsed(word)
    assert (None if found is None else tuple(found[1:])) == meaning


@pytest.mark.rule("pf2e.detect.concealed")
@pytest.mark.parametrize(
    ("rows", "under", "state"),
    [
        ("A...T", "%", "concealed"),
        ("...%\n.AT%\n...%", ".", "observed"),
        ("A.%.T", ".", "concealed"),
        ("A...T\n..%..", ".", "observed"),
        ("A...T", "@", "hidden"),
    ],
)
def test_fog(board: Board, ask: Ask, rows: str, under: str, state: str) -> None:
    assert _seen(ask, board(rows, creatures={"T": {"under": under}}), attack="ranged") == state


@pytest.mark.rule("pf2e.detect.concealed")
def test_one_who_looks_out_of_the_fog_sees_his_neighbour(board: Board, ask: Ask) -> None:
    position = board("AT..", creatures={"A": {"under": "%"}})
    assert _seen(ask, position) == "observed"


@pytest.mark.rule("pf2e.detect.concealed")
def test_a_big_target_wholly_in_fog(board: Board, ask: Ask) -> None:
    position = board(".....\nA%%..\n.%%..", creatures={"A": {}, "t": {"at": "B2", "size": "large", "side": "foes"}})
    assert _seen(ask, position, to="t") == "concealed"


@pytest.mark.rule("pf2e.detect.concealed")
def test_the_flat_check() -> None:
    assert [flat_check_passed(die, "concealed") for die in (4, 5)] == [False, True]
    assert [flat_check_passed(die, "hidden") for die in (10, 11)] == [False, True]
    assert flat_check_passed(1, "observed")


@pytest.mark.rule("pf2e.detect.concealed", "pf2e.check.flat_combined", "pf2e.detect.hidden")
def test_of_several_flat_checks_one_is_rolled(board: Board, ask: Ask) -> None:
    position = board("A...T", creatures={"T": {"under": "%", "conditions": ["hidden"]}})
    verdict = ask(position, "concealment", from_="A", to="T")
    assert verdict.value == "hidden"
    assert sorted((one.amount, one.kept) for one in verdict.modifiers) == [(5, False), (11, True)]


@pytest.mark.rule("pf2e.detect.concealed")
def test_areas_need_no_flat_check(board: Board, ask: Ask) -> None:
    verdict = ask(board("A...T", creatures={"T": {"under": "%"}}), "concealment", from_="A", to="T", attack="area")
    assert (verdict.value, verdict.modifiers) == ("concealed", ())


@pytest.mark.rule("pf2e.detect.invisible", "pf2e.detect.undetected")
def test_invisible(board: Board, ask: Ask) -> None:
    invisible = {"T": {"conditions": ["invisible"]}}
    assert _seen(ask, board("A.T", creatures=invisible)) == "undetected"
    assert _seen(ask, board("A.T", creatures={"A": {"senses": ["echolocation"]}, **invisible})) == "observed"


@pytest.mark.rule("pf2e.condition.dazzled", "pf2e.condition.blinded")
@pytest.mark.parametrize(("condition", "state"), [("dazzled", "concealed"), ("blinded", "hidden")])
def test_the_viewers_eyes(board: Board, ask: Ask, condition: str, state: str) -> None:
    assert _seen(ask, board("A.T", creatures={"A": {"conditions": [condition]}})) == state


def test_behind_a_curtain(board: Board, ask: Ask) -> None:
    position = board("A..T", walls=[{"line": [[2, 0], [2, 1]], "kind": "curtain"}])
    assert _seen(ask, position) == "hidden"


@pytest.mark.rule("pf2e.skill.hide", "pf2e.cover.stealth")
def test_hide() -> None:
    assert hide(15, "standard", 17) == "hidden"
    assert hide(14, "standard", 17) == "observed"
    assert hide(13, "greater", 17) == "hidden"
    assert hide(17, "none", 17, concealed=True) == "hidden"
    with pytest.raises(ValueError, match="cover"):
        hide(30, "lesser", 17)


@pytest.mark.rule("pf2e.skill.sneak")
def test_how_far_one_sneaks() -> None:
    assert [sneak_ft(speed) for speed in (30, 25, 10)] == [15, 10, 5]


@pytest.mark.rule("pf2e.skill.sneak")
@pytest.mark.parametrize(
    ("total", "sheltered", "visible", "state"),
    [
        (20, True, True, "undetected"),
        (19, True, True, "hidden"),
        (10, True, True, "observed"),
        (25, False, True, "observed"),
        (10, True, False, "hidden"),
        (25, False, False, "undetected"),
    ],
)
def test_what_sneaking_comes_to(total: int, sheltered: bool, visible: bool, state: str) -> None:
    assert sneak(total, 20, sheltered_at_end=sheltered, can_be_observed=visible) == state


@pytest.mark.rule("pf2e.skill.sneak")
def test_cover_helps_sneaking_if_it_lasts() -> None:
    assert sneak_bonus(["standard", "standard"]) == 2
    assert sneak_bonus(["standard", "none"]) == 0
    assert sneak_bonus([]) == 0


@pytest.mark.rule("pf2e.line_of_sight", "pf2e.detect.hidden")
def test_dense_fog_is_the_one_reason_why_there_is_no_sight(board: Board, ask: Ask) -> None:
    verdict = ask(board("A.@T"), "line_of_sight", from_="A", to="T")
    assert (verdict.value, [one.rule for one in verdict.steps]) == (False, ["pf2e.detect.hidden"])
    assert [one.blocked for one in verdict.lines] == [True]


@pytest.mark.rule("pf2e.detect.concealed", "pf2e.line_of_sight")
@pytest.mark.parametrize(
    ("rows", "under", "what"),
    [("A%T", ".", "light obscurement B1"), ("A@T", ".", "heavy obscurement B1"), ("A.T", "%", "light obscurement C1")],
)
def test_what_blurs_the_view_is_named(board: Board, ask: Ask, rows: str, under: str, what: str) -> None:
    verdict = ask(board(rows, creatures={"T": {"under": under}}), "concealment", from_="A", to="T")
    assert what in say(verdict.steps[0].text, catalogue("en"))
    curtained = board("A.T", walls=[{"line": [[1, 0], [1, 1]], "kind": "curtain"}])
    hidden = ask(curtained, "concealment", from_="A", to="T")
    assert [one.rule for one in hidden.steps] == ["pf2e.line_of_sight", "pf2e.sense.imprecise"]
