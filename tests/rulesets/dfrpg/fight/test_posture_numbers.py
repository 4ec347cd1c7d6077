"""What postures do to attacks, defenses, shots and movement."""

from __future__ import annotations

import pytest
from fight_kit import need_of

from tactics.rules.action import NeedPath
from tests.rulesets.dfrpg.fight.blows import dice, effective
from tests.rulesets.dfrpg.fight.moments import cells, having, lying, names
from tests.rulesets.dfrpg.fight.ring import act, asked, chose, ended, fight, options, refused, sheet, weapon

TABLE = "dfrpg.posture.table"

FLOOR = """
.........
.........
.........
.........
....A..T.
.........
.........
"""


@pytest.mark.rule(TABLE)
@pytest.mark.parametrize(
    ("posture", "skill", "dodge", "parry"),
    [
        ("standing", 14, 8, 10),
        ("crouching", 12, 8, 10),
        ("kneeling", 12, 6, 8),
        ("sitting", 12, 6, 8),
        ("prone", 10, 5, 7),
    ],
)
def test_attack_and_defense_by_posture(posture: str, skill: int, dodge: int, parry: int) -> None:
    moment = fight("AT") if posture == "standing" else having(fight("AT"), "A", posture)
    blow = {"weapon": "broadsword", "use": "swing"}
    assert effective(chose(moment, "A", "attack"), "A", target="T", **blow) == skill
    strikes = chose(ended(moment, "A"), "T", "attack")
    previews = asked(strikes, "T", "attack", *dice(10), target="A", **blow).preview
    assert previews["dodge"].against == dodge
    assert previews["parry.broadsword"].against == parry


@pytest.mark.rule(TABLE)
def test_on_all_fours_only_reach_c_strikes() -> None:
    moment = chose(having(fight("AT"), "A", "crawling"), "A", "attack")
    assert refused(moment, "A", "attack", weapon="broadsword", use="swing", target="T") == TABLE
    assert refused(moment, "A", "attack", weapon="foot", use="kick", target="T") == TABLE
    assert options(moment, "A", "attack") == []


@pytest.mark.rule(TABLE, "dfrpg.posture.smaller_target")
@pytest.mark.parametrize("posture", ["crouching", "kneeling", "sitting", "crawling", "prone"])
def test_a_low_figure_is_a_smaller_target_for_shots_only(posture: str) -> None:
    archer = sheet(weapons=[weapon("bow", 14, "both")])
    moment = chose(fight("A.....T", {"A": archer}), "A", "attack")
    shot = {"weapon": "bow", "target": "T"}
    assert effective(having(moment, "T", posture), "A", **shot) == effective(moment, "A", **shot) - 2
    near = chose(fight("AT"), "A", "attack")
    blow = {"weapon": "broadsword", "use": "swing", "target": "T"}
    assert effective(having(near, "T", posture), "A", **blow) == effective(near, "A", **blow)


@pytest.mark.rule("dfrpg.posture.smaller_target")
@pytest.mark.parametrize(("posture", "less"), [("prone", 0), ("crawling", 0), ("kneeling", 2)])
def test_who_lies_near_is_no_smaller(posture: str, less: int) -> None:
    archer = sheet(weapons=[weapon("bow", 14, "both")])
    moment = chose(fight("A.T", {"A": archer}), "A", "attack")
    shot = {"weapon": "bow", "target": "T"}
    assert effective(having(moment, "T", posture), "A", **shot) == effective(moment, "A", **shot) - less


@pytest.mark.rule("dfrpg.posture.smaller_target")
@pytest.mark.parametrize(("posture", "less"), [("prone", 0), ("crawling", 0), ("kneeling", 2)])
def test_from_above_who_lies_is_no_smaller(posture: str, less: int) -> None:
    archer = sheet(weapons=[weapon("bow", 14, "both")])
    moment = chose(fight("A.....T", {"A": archer}, {"A": {"z": 2}}), "A", "attack")
    shot = {"weapon": "bow", "target": "T"}
    assert effective(having(moment, "T", posture), "A", **shot) == effective(moment, "A", **shot) - less


@pytest.mark.rule(TABLE)
def test_an_archer_shoots_as_well_from_its_knees() -> None:
    archer = sheet(weapons=[weapon("bow", 14, "both")])
    moment = chose(fight("A.....T", {"A": archer}), "A", "attack")
    shot = {"weapon": "bow", "target": "T"}
    assert effective(having(moment, "A", "kneeling"), "A", **shot) == effective(moment, "A", **shot)


@pytest.mark.rule(TABLE)
@pytest.mark.parametrize(("posture", "farthest"), [("standing", "F1"), ("crouching", "D1"), ("kneeling", "B1")])
def test_how_far_a_posture_walks(posture: str, farthest: str) -> None:
    moment = fight("A........T") if posture == "standing" else having(fight("A........T"), "A", posture)
    (move, _) = options(chose(moment, "A", "move"), "A", "move")
    assert max(names(tuple(need_of(move, NeedPath).costs))) == farthest


@pytest.mark.rule(TABLE)
def test_who_sits_goes_nowhere() -> None:
    moment = having(fight("A........T"), "A", "sitting")
    assert options(chose(moment, "A", "move"), "A", "move") == []
    assert options(chose(moment, "A", "attack"), "A", "step") == []


@pytest.mark.rule(TABLE, "dfrpg.grid.prone_two_cells")
def test_who_lies_crawls_one_square_with_all_it_has() -> None:
    moment = chose(lying(fight(FLOOR), "A", "E5", "F5"), "A", "move")
    moment = act(moment, "A", "move", path="E5 G5", manner="facing").fight
    assert cells(moment, "A") == ("F5", "G5")
    assert options(moment, "A", "move") == []
