"""Postures: by a manoeuvre, by a step, for nothing; and what they do to attacks, defences, shots and moves."""

from __future__ import annotations

import pytest

from tactics.rules.action import NeedSquare
from tactics.rulesets.dfrpg.fight import states
from tactics.rulesets.dfrpg.fight.postures import TITLES, listed_posture
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.blows import dice, effective
from tests.rulesets.dfrpg.fight.moments import cells, having, lying, names, put
from tests.rulesets.dfrpg.fight.ring import act, asked, chose, ended, fight, options, refused, rolled, sheet

CHANGE = "dfrpg.maneuver.change_posture"

NO_STANDING = "dfrpg.maneuver.change_posture.no_lying_to_standing"

CHOOSE = "dfrpg.maneuver.change_posture.choose_cell"

SPRING = "dfrpg.maneuver.change_posture.acrobatic_stand"

BY_STEP = "dfrpg.maneuver.change_posture.kneel_by_step"

CROUCH = "dfrpg.maneuver.change_posture.crouch_free"

FLOOR = """
.........
.........
.........
.........
....A..T.
.........
.........
"""


def change(moment: Fight, posture: str, *faces: int, **arguments: str) -> Fight:
    """The moment after a change of posture."""
    return act(moment, "A", "change_posture", *faces, posture=posture, **arguments).fight


def turn_over(moment: Fight) -> Fight:
    """The moment A acts again."""
    return ended(ended(moment, "A"), "T")


def possible(moment: Fight) -> list[str]:
    """The postures that can be taken now."""
    return [str(one.arguments["posture"]) for one in options(moment, "A", "change_posture")]


@pytest.mark.rule("dfrpg.posture.list")
def test_there_are_six_postures_and_crouching() -> None:
    assert sorted(TITLES) == ["crawling", "face_down", "face_up", "kneeling", "sitting", "standing"]
    assert set(table("postures")) == {"standing", "crouching", "kneeling", "sitting", "crawling", "prone"}
    assert listed_posture(having(fight(FLOOR), "A", "crouching"), "A") == "standing"


@pytest.mark.rule("dfrpg.posture.list")
@pytest.mark.parametrize(("posture", "note"), [("face_up", "face_up"), ("face_down", "face_down")])
def test_lying_is_on_the_back_or_on_the_face(posture: str, note: str) -> None:
    moment = change(chose(fight(FLOOR), "A", "change_posture"), posture, square="E4")
    assert states.has(moment, "A", states.PRONE, note)
    assert listed_posture(moment, "A") == posture


@pytest.mark.rule(CHANGE)
@pytest.mark.parametrize(
    ("before", "after"),
    [("standing", "kneeling"), ("sitting", "standing"), ("kneeling", "crawling"), ("crawling", "standing")],
)
def test_one_maneuver_changes_the_posture_on_the_spot(before: str, after: str) -> None:
    moment = fight(FLOOR) if before == "standing" else having(fight(FLOOR), "A", before)
    moment = change(chose(moment, "A", "change_posture"), after)
    assert states.posture_of(moment, "A") == after
    assert cells(moment, "A") == ("E5",)
    assert possible(moment) == []
    assert refused(moment, "A", "change_posture", posture=before) == CHANGE


@pytest.mark.rule(CHANGE)
def test_it_takes_the_maneuver_and_allows_every_defense_by_the_new_posture() -> None:
    moment = fight("AT")
    assert refused(chose(moment, "A", "attack"), "A", "change_posture", posture="kneeling") == "dfrpg.maneuver.attack"
    moment = chose(ended(change(chose(moment, "A", "change_posture"), "kneeling"), "A"), "T", "attack")
    decision = asked(moment, "T", "attack", *dice(10), weapon="broadsword", use="swing", target="A")
    assert {"dodge", "parry.broadsword", "none"} <= {one.id for one in decision.choices}
    assert decision.preview["dodge"].against == 6


@pytest.mark.rule(CHANGE)
def test_nobody_changes_into_the_posture_it_has() -> None:
    moment = chose(having(fight(FLOOR), "A", "kneeling"), "A", "change_posture")
    assert "kneeling" not in possible(moment)
    assert refused(moment, "A", "change_posture", posture="kneeling") == CHANGE
    assert refused(moment, "A", "change_posture", posture="floating") == "dfrpg.posture.list"


@pytest.mark.rule(NO_STANDING)
def test_a_lying_figure_does_not_stand_up_at_once() -> None:
    moment = chose(lying(fight(FLOOR), "A", "E5", "F5"), "A", "change_posture")
    assert refused(moment, "A", "change_posture", posture="standing", square="E5") == NO_STANDING
    assert possible(moment) == ["kneeling", "sitting", "crawling", "face_down"]
    (standing,) = [one for one in options(moment, "A", "change_posture", possible=False) if one.refusal is not None]
    assert standing.arguments == {"posture": "standing"}
    kneeling = change(moment, "kneeling", square="E5")
    standing_up = chose(turn_over(kneeling), "A", "change_posture")
    assert states.posture_of(change(standing_up, "standing"), "A") == "standing"


@pytest.mark.rule(NO_STANDING, BY_STEP)
def test_after_kneeling_the_step_of_an_attack_is_enough() -> None:
    moment = chose(lying(fight("....\n.AT."), "A", "B2", "B1"), "A", "change_posture")
    moment = chose(turn_over(change(moment, "kneeling", square="B2")), "A", "attack")
    assert effective(moment, "A", weapon="broadsword", use="swing", target="T") == 12
    moment = act(moment, "A", "stand").fight
    assert effective(moment, "A", weapon="broadsword", use="swing", target="T") == 14


@pytest.mark.rule(CHOOSE)
def test_who_gets_up_chooses_one_of_its_two_squares() -> None:
    moment = chose(lying(fight(FLOOR), "A", "E5", "F5"), "A", "change_posture")
    kneel = options(moment, "A", "change_posture")[0]
    (need,) = kneel.needs
    assert isinstance(need, NeedSquare)
    assert names(need.squares) == ("E5", "F5")
    assert refused(moment, "A", "change_posture", posture="kneeling", square="G5") == CHOOSE
    assert refused(moment, "A", "change_posture", posture="kneeling") == CHOOSE
    for square in ("E5", "F5"):
        up = change(moment, "kneeling", square=square)
        assert cells(up, "A") == (square,)
        later = act(chose(turn_over(up), "A", "attack"), "A", "stand").fight
        assert cells(later, "A") == (square,)


@pytest.mark.rule(CHOOSE)
@pytest.mark.parametrize(("side", "squares"), [("foes", ("E5",)), ("heroes", ("E5", "F5"))])
def test_an_upright_enemy_keeps_its_square(side: str, squares: tuple[str, ...]) -> None:
    rows = FLOOR.replace("A..T.", "AB.T.")
    moment = lying(fight(rows, creatures={"B": {"side": side}}), "A", "E5", "F5")
    kneel = options(chose(moment, "A", "change_posture"), "A", "change_posture")[0]
    (need,) = kneel.needs
    assert isinstance(need, NeedSquare)
    assert names(need.squares) == squares


@pytest.mark.rule(CHOOSE)
def test_with_enemies_in_both_squares_nobody_gets_up() -> None:
    moment = lying(fight(FLOOR.replace("A..T.", "AB.T.")), "A", "E5", "F5")
    moment = chose(put(moment, "T", "E5"), "A", "change_posture")
    assert refused(moment, "A", "change_posture", posture="kneeling", square="E5") == CHOOSE
    assert possible(moment) == ["face_down"]


@pytest.mark.rule("dfrpg.posture.lying_two_cells")
def test_lying_down_takes_the_own_square_and_one_beside_it() -> None:
    moment = chose(fight(FLOOR), "A", "change_posture")
    (need,) = next(one for one in options(moment, "A", "change_posture") if one.arguments["posture"] == "face_up").needs
    assert isinstance(need, NeedSquare)
    assert sorted(names(need.squares)) == ["D4", "D5", "D6", "E4", "E6", "F4", "F5", "F6"]
    down = change(moment, "face_up", square="F5")
    assert cells(down, "A") == ("E5", "F5")
    assert down.world.creature("A").facing == 2
    assert refused(moment, "A", "change_posture", posture="face_up", square="G5") == "dfrpg.posture.lying_two_cells"


@pytest.mark.rule("dfrpg.posture.lying_two_cells")
def test_who_rolls_over_stays_in_its_two_squares() -> None:
    moment = chose(lying(fight(FLOOR), "A", "E5", "F5"), "A", "change_posture")
    moment = change(moment, "face_down")
    assert cells(moment, "A") == ("E5", "F5")
    assert listed_posture(moment, "A") == "face_down"


@pytest.mark.rule("dfrpg.posture.lying_two_cells")
def test_without_room_a_figure_lies_in_one_square() -> None:
    moment = change(chose(fight("###T\n#A#.\n###."), "A", "change_posture"), "face_up")
    assert cells(moment, "A") == ("B2",)
    assert states.posture_of(moment, "A") == "prone"


@pytest.mark.rule("dfrpg.posture.lying_two_cells")
def test_by_a_switch_a_figure_on_all_fours_fills_two_squares() -> None:
    rules = {"dfrpg": {"crawling_two_cells": True}}
    moment = change(chose(fight(FLOOR, rules=rules), "A", "change_posture"), "crawling", square="F5")
    assert cells(moment, "A") == ("E5", "F5")
    moment = chose(turn_over(moment), "A", "change_posture")
    assert cells(change(moment, "standing", square="F5"), "A") == ("F5",)
    flat = chose(lying(fight(FLOOR, rules=rules), "A", "E5", "F5"), "A", "change_posture")
    assert cells(change(flat, "crawling"), "A") == ("E5", "F5")
    one = change(chose(fight(FLOOR), "A", "change_posture"), "crawling")
    assert cells(one, "A") == ("E5",)


@pytest.mark.rule("dfrpg.posture.lying_two_cells")
def test_a_figure_in_two_squares_does_not_turn_on_the_spot() -> None:
    rules = {"dfrpg": {"crawling_two_cells": True}}
    moment = change(chose(fight(FLOOR, rules=rules), "A", "change_posture"), "crawling", square="F5")
    for maneuver in ("move", "attack"):
        later = chose(turn_over(moment), "A", maneuver)
        assert options(later, "A", "turn") == []
        assert refused(later, "A", "turn", facing="N") == "dfrpg.movement.facing_change"


def springing(acrobatics: int = 15, load_lb: int = 30) -> Fight:
    """A lying figure that may spring to its feet, under a light load."""
    own = sheet(skills={"acrobatics": acrobatics} if acrobatics else {}, load_lb=load_lb)
    moment = fight(FLOOR, {"A": own}, rules={"dfrpg": {"acrobatic_stand": True}})
    return chose(lying(moment, "A", "E5", "F5"), "A", "change_posture")


@pytest.mark.rule(SPRING)
@pytest.mark.parametrize(
    ("total", "posture"), [(8, "standing"), (9, "sitting"), (17, "sitting"), (18, "prone"), (4, "standing")]
)
def test_a_spring_to_the_feet(total: int, posture: str) -> None:
    moment = springing(acrobatics=15) if total < 17 else springing(acrobatics=23)
    run = act(moment, "A", "change_posture", *dice(total), posture="standing", square="F5")
    (roll,) = rolled(run, "posture")
    assert roll.against == (8 if total < 17 else 16)
    assert roll.rule == SPRING
    assert states.posture_of(run.fight, "A") == posture
    assert cells(run.fight, "A") == (("E5", "F5") if posture == "prone" else ("F5",))


@pytest.mark.rule(SPRING)
@pytest.mark.parametrize("acrobatics", [0, 9])
def test_a_spring_takes_the_skill(acrobatics: int) -> None:
    moment = springing(acrobatics)
    assert refused(moment, "A", "change_posture", posture="standing", square="F5") == SPRING
    assert "standing" not in possible(moment)


@pytest.mark.rule(BY_STEP)
def test_standing_up_spends_the_whole_step() -> None:
    own = sheet(move=11)
    moment = act(chose(having(fight("....\n.AT.", {"A": own}), "A", "kneeling"), "A", "attack"), "A", "stand").fight
    assert options(moment, "A", "step") == []
    assert refused(moment, "A", "step", square="A2") == "dfrpg.movement.step"
    assert options(moment, "A", "kneel") == []
    assert refused(moment, "A", "kneel") == BY_STEP


@pytest.mark.rule(BY_STEP)
@pytest.mark.parametrize("maneuver", ["move", "do_nothing", "change_posture", "move_and_attack"])
def test_only_a_step_stands_up(maneuver: str) -> None:
    moment = chose(having(fight("....\n.AT."), "A", "kneeling"), "A", maneuver)
    assert options(moment, "A", "stand", possible=False) == []
    assert refused(moment, "A", "stand") == BY_STEP


@pytest.mark.rule(BY_STEP)
def test_who_has_stepped_does_not_kneel_and_who_sits_does_not_stand_by_a_step() -> None:
    moment = chose(fight("....\n.AT."), "A", "attack")
    assert states.posture_of(act(moment, "A", "kneel").fight, "A") == "kneeling"
    stepped = act(moment, "A", "step", square="B1").fight
    assert refused(stepped, "A", "kneel") == BY_STEP
    quick = act(chose(fight("....\n.AT.", {"A": sheet(move=11)}), "A", "attack"), "A", "step", square="B1").fight
    assert options(quick, "A", "step")
    assert refused(quick, "A", "kneel") == BY_STEP
    sitting = chose(having(fight("....\n.AT."), "A", "sitting"), "A", "attack")
    assert refused(sitting, "A", "stand") == BY_STEP
    assert options(sitting, "A", "stand", possible=False) == []


@pytest.mark.rule(BY_STEP)
def test_one_stands_up_after_the_blow_as_well() -> None:
    moment = chose(having(fight("....\n.AT."), "A", "kneeling"), "A", "attack")
    moment = act(moment, "A", "attack", *dice(16), weapon="broadsword", use="swing", target="T").fight
    assert states.posture_of(act(moment, "A", "stand").fight, "A") == "standing"


@pytest.mark.rule(CROUCH, "dfrpg.core.free_action")
def test_crouching_is_free_in_any_turn() -> None:
    moment = fight("AT")
    assert states.posture_of(act(moment, "A", "crouch").fight, "A") == "crouching"
    for maneuver in ("attack", "move", "do_nothing", "concentrate"):
        crouched = act(chose(moment, "A", maneuver), "A", "crouch").fight
        assert states.posture_of(crouched, "A") == "crouching"
        assert states.posture_of(act(crouched, "A", "rise").fight, "A") == "standing"


@pytest.mark.rule(CROUCH)
def test_a_crouching_figure_strikes_worse_until_it_rises() -> None:
    moment = act(chose(fight("AT"), "A", "attack"), "A", "crouch").fight
    blow = {"weapon": "broadsword", "use": "swing", "target": "T"}
    assert effective(moment, "A", **blow) == 12
    assert effective(act(moment, "A", "rise").fight, "A", **blow) == 14


@pytest.mark.rule(CROUCH)
def test_nobody_crouches_after_more_than_a_step() -> None:
    moment = chose(fight(FLOOR), "A", "move")
    one = act(moment, "A", "move", path="E5 E4", manner="turning").fight
    assert states.posture_of(act(one, "A", "crouch").fight, "A") == "crouching"
    three = act(moment, "A", "move", path="E5 F5 G5", manner="turning").fight
    assert refused(three, "A", "crouch") == CROUCH
    assert options(three, "A", "crouch") == []
    rising = act(act(moment, "A", "crouch").fight, "A", "move", path="E5 F5 G5", manner="turning").fight
    assert states.posture_of(act(rising, "A", "rise").fight, "A") == "standing"


@pytest.mark.rule(CROUCH)
@pytest.mark.parametrize("posture", ["kneeling", "sitting", "crawling", "prone"])
def test_only_who_is_on_its_feet_crouches(posture: str) -> None:
    moment = having(fight("AT"), "A", posture)
    assert options(moment, "A", "crouch", possible=False) == []
    assert refused(moment, "A", "crouch") == CROUCH
    assert refused(moment, "A", "rise") == CROUCH


@pytest.mark.rule("dfrpg.core.free_action")
def test_a_stunned_figure_does_not_even_crouch() -> None:
    assert refused(having(fight("AT"), "A", "stunned"), "A", "crouch") == "dfrpg.maneuver.do_nothing.stunned_forced"
    assert refused(fight("AT"), "T", "crouch") == "dfrpg.core.turn_order"
