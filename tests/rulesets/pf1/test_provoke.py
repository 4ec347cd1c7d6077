"""Attacks of opportunity."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.first import FOE, HERO, ask, first, rules_of, value

from tactics.core.problems import ProblemError
from tactics.rulesets.pf1.tables import table
from tactics.world.world import World


def _reacts(position: World | str, *path: str, who: str = "A", **more: Any) -> set[str]:
    """Who may react to a path."""
    arguments = {"path": list(path), **more} if path else more
    return set(value(position, "provokes", who=who, **arguments))


@pytest.mark.rule("pf1.aoo.provoke_moving")
@pytest.mark.parametrize(
    ("rows", "path", "reacts"),
    [
        (".A.\n.E.", ["B1", "C1"], {"E"}),
        ("A...\n...E", ["A1", "B1", "C1"], set()),
        ("A....\n....E\n.....", ["A1", "B1", "C1", "D1", "E1"], {"E"}),
        ("E.A.F\n.....", ["C1", "C2"], set()),
        ("EA.\nF..", ["B1", "C1"], {"E", "F"}),
        ("....\n...E\n....\nA...", ["A4", "B3", "C3"], set()),
        ("....\n...E\n....\nA...", ["A4", "B3", "C3", "D3"], {"E"}),
    ],
)
def test_leaving_provokes_and_entering_does_not(rows: str, path: list[str], reacts: set[str]) -> None:
    assert _reacts(rows, *path) == reacts


@pytest.mark.rule("pf1.aoo.one_per_move")
def test_one_opportunity_for_each_foe() -> None:
    verdict = ask("A....\n.E...\n.....", "provokes", who="A", path=["A1", "B1", "C1", "C2", "C3"])
    assert verdict.value == ("E",)
    assert sum(step.rule == "pf1.aoo.provoke_moving" for step in verdict.steps) == 1


@pytest.mark.rule("pf1.action.five_foot_step")
def test_a_five_foot_step_is_free() -> None:
    verdict = ask("EAF\n.G.\n...", "provokes", who="A", path=["B1", "C2"], action="five_foot_step")
    assert (verdict.value, "pf1.action.five_foot_step" in rules_of(verdict)) == ((), True)
    assert _reacts("EAF\n.G.\n...", "B1", "C2") == {"E", "F", "G"}


@pytest.mark.rule("pf1.action.withdraw")
def test_withdrawing_frees_the_first_square_only() -> None:
    rows = "........\n.EA.....\n....F..."
    assert _reacts(rows, "C2", "D1", "E1", action="withdraw") == set()
    assert _reacts(rows, "C2", "D2", "E2", "F1", action="withdraw") == {"F"}
    assert _reacts(rows, "C2", "B1", "A1", action="withdraw") == {"E"}
    unseen = first(rows, {"A": {}, "E": {"conditions": ["invisible"]}, "F": {}})
    assert _reacts(unseen, "C2", "D1", "E1", action="withdraw") == {"E"}


@pytest.mark.rule("pf1.reach.approach_provokes")
def test_walking_up_to_long_reach() -> None:
    ogre = {"A": {}, "O": {"size": "large", "reach": 10}}
    assert _reacts(first("OO...A\nOO....", ogre), "F1", "E1", "D1", "C1") == {"O"}
    assert _reacts(first("OO...A\nOO....", ogre), "F1", "E1", "D1") == set()
    assert _reacts(first("OO.A..\nOO....", ogre), "D1", "C1", action="five_foot_step") == set()


@pytest.mark.rule("pf1.aoo.figure")
def test_the_figure_of_the_book() -> None:
    rows = "OO....\nOO.G..\n...A..\n......\n......"
    here = first(rows, {"A": HERO, "O": {"size": "large", "reach": 10, **FOE}, "G": FOE})
    assert _reacts(here, "D3", "E4") == {"O", "G"}
    assert _reacts(here, "D3", "C4", "C5", action="withdraw") == {"O"}
    assert _reacts(here, "D3", "E4", action="five_foot_step") == set()
    outside = first("OO......\nOO.G...A\n........", {"A": HERO, "O": {"size": "large", "reach": 10, **FOE}, "G": FOE})
    assert _reacts(outside, "H2", "G3", "F3") == set()


@pytest.mark.rule("pf1.aoo.cover_blocks")
def test_cover_forbids_the_attack() -> None:
    corner = first("F...\n#G..\n....\n....", {"F": HERO, "G": FOE})
    verdict = ask(corner, "provokes", who="G", path=["B2", "C3"])
    assert (verdict.value, "pf1.aoo.cover_blocks" in rules_of(verdict)) == ((), True)
    assert _reacts(corner, "B2", "B1", "C1", who="G") == {"F"}
    behind_ally = first("SBA..\n.....", {"A": HERO, "S": {"reach_weapon": True, **FOE}, "B": FOE})
    assert _reacts(behind_ally, "C1", "D1") == {"B"}
    free = first("S.A..\n.....", {"A": HERO, "S": {"reach_weapon": True, **FOE}})
    assert _reacts(free, "C1", "D1") == {"S"}


@pytest.mark.rule("pf1.aoo.cover_blocks")
def test_soft_cover_never_stops_a_neighbour() -> None:
    rows = "....\n.A..\nEM.."
    assert _reacts(first(rows, {"A": HERO, "E": FOE, "M": FOE}), "B2", "B1") == {"E", "M"}


@pytest.mark.rule("pf1.action.withdraw")
@pytest.mark.rule("pf1.aoo.cover_blocks")
def test_withdrawing_past_a_friend_of_the_foe() -> None:
    here = first("......\n.XA...\n.YM...\n......", {"A": HERO, "M": FOE, "X": {"size": "diminutive", **FOE}, "Y": FOE})
    assert _reacts(here, "C2", "B1", "A1", action="withdraw") == set()
    assert "M" in _reacts(here, "C2", "D2", "E2", action="withdraw")


@pytest.mark.rule("pf1.aoo.total_concealment_blocks")
def test_the_unseen_are_safe() -> None:
    invisible = ask(first("EA.", {"A": {"conditions": ["invisible"]}}), "provokes", who="A", path=["B1", "C1"])
    assert (invisible.value, "pf1.aoo.total_concealment_blocks" in rules_of(invisible)) == ((), True)
    assert _reacts(first("EA.", {"A": {"under": "%"}}), "B1", "C1") == {"E"}
    assert _reacts(first("EA.", {"A": {}, "E": {"conditions": ["blinded"]}}), "B1", "C1") == set()


@pytest.mark.rule("pf1.aoo.flat_footed")
@pytest.mark.rule("pf1.aoo.melee_only")
@pytest.mark.rule("pf1.threat.unarmed")
@pytest.mark.parametrize(
    ("foe", "reacts"),
    [
        ({}, True),
        ({"conditions": ["flat_footed"]}, False),
        ({"conditions": ["flat_footed"], "traits": ["combat_reflexes"]}, True),
        ({"conditions": ["flat_footed"], "traits": ["uncanny_dodge"]}, True),
        ({"conditions": ["grappled"]}, False),
        ({"conditions": ["unconscious"]}, False),
        ({"conditions": ["prone"]}, True),
        ({"armed": False}, False),
        ({"weapons": [{"name": "crossbow", "ranged": True}]}, False),
        ({"side": "heroes"}, False),
    ],
)
def test_who_can_take_an_opportunity(foe: dict[str, Any], reacts: bool) -> None:
    assert _reacts(first("EA.", {"A": HERO, "E": {**FOE, **foe}}), "B1", "C1") == ({"E"} if reacts else set())


@pytest.mark.rule("pf1.aoo.provoke_action")
@pytest.mark.rule("pf1.aoo.provoking_actions")
@pytest.mark.parametrize(
    ("action", "provokes"),
    [
        ("ranged_attack", True),
        ("attack_ranged", True),
        ("attack_melee", False),
        ("stand_up", True),
        ("draw_weapon", False),
        ("pick_up_item", True),
        ("withdraw", False),
        ("run", True),
        ("coup_de_grace", True),
        ("total_defense", False),
        ("cast", True),
        ("cast_quickened", False),
        ("activate_magic_item", False),
        ("read_scroll", True),
        ("load_light_crossbow", True),
        ("sheathe_weapon", True),
        ("open_door", False),
        ("mount", False),
        ("channel_energy", False),
        ("light_torch", True),
        ("escape_from_net", True),
        ("extinguish_flames", False),
        ("drink", True),
        ("trip", False),
    ],
)
def test_actions_that_provoke(action: str, provokes: bool) -> None:
    assert _reacts("EA...F", action=action) == ({"E"} if provokes else set())
    assert _reacts("E..A..", action=action) == set()


@pytest.mark.rule("pf1.aoo.provoking_actions")
def test_each_action_stands_in_one_list() -> None:
    actions = table("actions")
    listed = [*actions["provoke"], *actions["from_target"], *actions["free"]]
    assert len(listed) == len(set(listed))


def test_a_path_and_an_action_provoke_together() -> None:
    assert _reacts("EA....\n......\n...F..", "B1", "C1", "D2", action="run") == {"E", "F"} - {"F"}
    assert _reacts("EA....", action="forced") == set()
    assert _reacts("EA....", "B1", "C1", action="forced") == set()
    with pytest.raises(ProblemError, match="unknown action"):
        _reacts("EA....", action="shift")
    with pytest.raises(ProblemError, match="not next to"):
        _reacts("EA....", "B1", "D1")
    with pytest.raises(ProblemError, match="path, an action"):
        value("EA....", "provokes", who="A")


@pytest.mark.rule("pf1.move.big_creature")
def test_only_the_squares_that_are_left_count() -> None:
    rows = "..........\nAA........\nAA........\n....E.....\n.........."
    here = first(rows.replace("E", "."), {"A": {"size": "large"}, "E": {"at": [3, 3]}})
    assert _reacts(here, "A2", "B2", "C2") == set()
    assert _reacts(here, "A2", "B2", "C2", "D2") == {"E"}


@pytest.mark.rule("pf1.move.three_sizes")
def test_passing_through_much_bigger_or_smaller_creatures_provokes_them() -> None:
    rows = "EEE.\nEEEA\nEEE."
    here = first(rows, {"A": {"size": "small", **HERO}, "E": {"size": "huge", "reach": 5, **FOE}})
    assert _reacts(here, "D2", "C2") == {"E"}
    bare = first(rows, {"A": {"size": "small", **HERO}, "E": {"size": "huge", "armed": False, **FOE}})
    assert _reacts(bare, "D2", "C2") == set()
    friend = first(rows, {"A": {"size": "small", **HERO}, "E": {"size": "huge", **HERO}})
    assert _reacts(friend, "D2", "C2") == set()


@pytest.mark.rule("pf1.aoo.one_per_move")
def test_further_squares_and_further_acts_are_told_apart() -> None:
    here = first("A....\n.E...\n.....", {"A": HERO, "E": FOE})
    move = ask(here, "provokes", who="A", path=["A1", "B1", "C1", "D1"])
    assert (move.value, [one.rule for one in move.steps]) == (
        ("E",),
        ["pf1.aoo.provoke_moving", "pf1.aoo.one_per_move"],
    )
    both = ask(here, "provokes", who="A", path=["A1", "B1"], action="drink")
    assert both.value == ("E",)
    assert [one.rule for one in both.steps][-1] == "pf1.aoo.one_per_move"
    with pytest.raises(ProblemError, match="one square"):
        ask(here, "provokes", who="A", path=["A1", "B1", "C1"], action="five_foot_step")


@pytest.mark.rule("pf1.aoo.provoke_action")
@pytest.mark.parametrize(
    ("foe", "rule"),
    [
        ({"conditions": ["flat_footed"]}, "pf1.aoo.flat_footed"),
        ({"conditions": ["stunned"]}, "pf1.threat.squares"),
        ({"conditions": ["grappled"]}, "pf1.aoo.provoke_moving"),
        ({"armed": False}, "pf1.threat.unarmed"),
        ({"weapons": [{"name": "bow", "ranged": True}]}, "pf1.aoo.melee_only"),
    ],
)
def test_who_stands_by_and_cannot_react_is_named(foe: dict[str, Any], rule: str) -> None:
    here = first(".A.\n.E.\n...", {"A": HERO, "E": {**FOE, **foe}})
    for asked in ({"action": "cast"}, {"path": ["B1", "C1"]}):
        verdict = ask(here, "provokes", who="A", **asked)
        assert verdict.value == ()
        assert verdict.steps[-1].rule == rule
    assert ask(here, "provokes", who="A", action="ready").steps[-1].rule == "pf1.aoo.provoking_actions"


@pytest.mark.rule("pf1.aoo.provoking_actions")
def test_helping_provokes_as_what_it_helps_with() -> None:
    verdict = ask("AE", "provokes", who="A", action="aid_another")
    assert (verdict.value, len(verdict.discretion)) == ((), 1)
