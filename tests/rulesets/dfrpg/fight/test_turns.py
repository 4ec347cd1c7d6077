"""The order of turns, and the manoeuvre of a turn: one of twelve, and what it allows until the next one."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from fight_kit import need_of

from tactics.core.dice import FixedDice
from tactics.engine.battle import Battle
from tactics.rules.action import Action, NeedPath
from tactics.rules.event import Rolled
from tactics.rulesets.dfrpg.fight import states, turn
from tactics.rulesets.dfrpg.fight.maneuvers import IDS
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.ring import BOOK, act, asked, chose, ended, fight, options, refused, sheet, weapon

SWING = {"weapon": "broadsword", "use": "swing"}
HIT = (3, 3, 4)


def fast(quarters: int, dx: int = 12, *traits: str) -> dict[str, object]:
    return sheet(speed_quarters=quarters, dx=dx, traits=list(traits))


def begun(moment: Fight, *faces: int) -> Battle:
    """A whole fight from the position of a moment."""
    return Battle.new(moment.world, dice=FixedDice(faces), fighting=BOOK)


@pytest.mark.rule("dfrpg.core.turn_order")
@pytest.mark.parametrize(
    ("sheets", "order"),
    [
        ({"A": fast(23, 11), "B": fast(24), "C": fast(23, 13)}, "BCA"),
        ({"A": fast(20), "B": fast(21), "C": fast(22)}, "CBA"),
        ({"A": fast(20, 12, "enhanced_time_sense"), "B": fast(30), "C": fast(22)}, "ABC"),
    ],
)
def test_the_quick_act_first(sheets: dict[str, dict[str, object]], order: str) -> None:
    battle = begun(fight("A.B.C", sheets))
    assert "".join(one.who for one in battle.fight.order) == order


@pytest.mark.rule("dfrpg.core.turn_order")
def test_a_die_settles_what_speed_and_dexterity_do_not_and_the_order_stays() -> None:
    battle = begun(fight("A.B.C"), 2, 5, 2, 1, 6)
    rolls = [one for one in battle.events if isinstance(one, Rolled)]
    assert [(one.who, one.total) for one in rolls] == [("A", 2), ("B", 5), ("C", 2), ("A", 1), ("C", 6)]
    order = [one.who for one in battle.fight.order]
    assert order == ["B", "C", "A"]
    seen = []
    for _ in range(6):
        seen.append(battle.fight.active)
        _end(battle)
    assert seen == order * 2


def _end(battle: Battle) -> None:
    battle.submit(Action(battle.fight.active, "end_turn"))


@pytest.mark.rule("dfrpg.grid.start_facing")
@pytest.mark.parametrize(
    ("rows", "facing"),
    [("A..T", 2), ("T..A", 6), ("A\n.\nT", 4), ("T\n.\nA", 0), ("A..\n...\n..T", 3), ("A....\n....T", 2)],
)
def test_everybody_looks_at_the_nearest_enemy_at_first(rows: str, facing: int) -> None:
    assert fight(rows).world.creature("A").facing == facing


@pytest.mark.rule("dfrpg.grid.start_facing")
def test_a_stat_block_may_say_where_somebody_looks() -> None:
    moment = fight("B.A..T", creatures={"B": {"side": "heroes"}}, facing={"A": "S"})
    assert [moment.world.creature(one).facing for one in "ABT"] == [4, 2, 6]


@pytest.mark.rule("dfrpg.maneuver.list")
def test_there_are_twelve_manoeuvres() -> None:
    offered = options(fight(), "A", "maneuver", possible=False)
    assert {str(one.arguments["maneuver"]) for one in offered} == set(IDS)
    assert len(IDS) == 12
    kinds = _kinds(one.arguments for one in offered)
    assert kinds["all_out_attack"] == {"double", "strong", "determined", "feint", "ranged"}
    assert kinds["all_out_defense"] == {"increased_dodge", "increased_parry", "increased_block", "double"}


def _kinds(arguments: Iterable[object]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for one in arguments:
        assert hasattr(one, "get")
        found.setdefault(str(one.get("maneuver")), set()).add(str(one.get("variant", "")))
    return found


@pytest.mark.rule("dfrpg.maneuver.choose_one")
def test_one_manoeuvre_a_turn() -> None:
    moment = fight()
    assert refused(moment, "A", "attack", **SWING, target="T") == "dfrpg.maneuver.choose_one"
    moment = chose(moment, "A", "move")
    assert refused(moment, "A", "maneuver", maneuver="attack") == "dfrpg.maneuver.choose_one"
    assert options(moment, "A", "maneuver", possible=False) == []
    assert refused(moment, "T", "maneuver", maneuver="attack") == "dfrpg.core.turn_order"


@pytest.mark.rule("dfrpg.maneuver.choose_one")
def test_who_chooses_nothing_did_nothing() -> None:
    moment = chose(fight(), "A", "attack")
    later = ended(ended(moment, "A"), "T")
    assert states.maneuver_of(later, "A") == ("attack", "")
    assert states.maneuver_of(later, "T") == ("do_nothing", "")
    assert states.maneuver_of(ended(later, "A"), "A") == ("do_nothing", "")


@pytest.mark.rule("dfrpg.maneuver.list")
@pytest.mark.parametrize("named", [{"maneuver": "evaluate"}, {"maneuver": "stop_thrust"}, {}])
def test_other_manoeuvres_there_are_none(named: dict[str, str]) -> None:
    assert refused(fight(), "A", "maneuver", **named) == "dfrpg.maneuver.list"


@pytest.mark.rule("dfrpg.maneuver.summary_table", "dfrpg.maneuver.movement_kinds")
@pytest.mark.parametrize(
    ("maneuver", "variant", "points", "step"),
    [
        ("do_nothing", "", 0, 0),
        ("move", "", 5, 0),
        ("aim", "", 0, 1),
        ("concentrate", "", 0, 1),
        ("change_posture", "", 0, 0),
        ("attack", "", 0, 1),
        ("feint", "", 0, 1),
        ("all_out_attack", "determined", 3, 0),
        ("move_and_attack", "", 5, 0),
        ("all_out_defense", "increased_parry", 0, 1),
        ("all_out_defense", "increased_dodge", 3, 0),
        ("ready", "", 0, 1),
    ],
)
def test_what_a_manoeuvre_gives_to_move(maneuver: str, variant: str, points: int, step: int) -> None:
    armed = sheet(weapons=[weapon("broadsword"), weapon("throwing_axe", hand="off")])
    moment = chose(fight("A........T", {"A": armed}), "A", maneuver, variant)
    assert turn.budget_half(moment, "A") == 2 * points
    assert turn.step_yd(moment, "A") == step
    assert bool(options(moment, "A", "step")) == bool(step)
    assert bool(options(moment, "A", "move")) == bool(points)
    if not points:
        assert refused(moment, "A", "move", path="A1 B1") != ""


@pytest.mark.rule("dfrpg.maneuver.summary_table")
@pytest.mark.parametrize(
    ("maneuver", "variant", "defends"),
    [("move", "", True), ("all_out_attack", "determined", False), ("attack", "", True), ("do_nothing", "", True)],
)
def test_what_a_manoeuvre_leaves_to_defend_with(maneuver: str, variant: str, defends: bool) -> None:
    sheets = {"A": sheet(hp=40, shield={"id": "medium_shield", "skill": 12})}
    moment = chose(ended(chose(fight(".AT", sheets), "A", maneuver, variant), "A"), "T", "attack")
    if not defends:
        run = act(moment, "T", "attack", *HIT, 3, **SWING, target="A")
        assert {one.purpose for one in run.trace if isinstance(one, Rolled)} == {"attack", "damage"}
        return
    ids = {one.id for one in asked(moment, "T", "attack", *HIT, **SWING, target="A").choices}
    assert {"dodge", "parry.broadsword", "block", "dodge_retreat"} <= ids


@pytest.mark.rule("dfrpg.maneuver.governs_defense", "dfrpg.maneuver.all_out_attack.no_defense")
def test_a_manoeuvre_governs_defences_until_the_next_one_is_chosen() -> None:
    rows = """
.B.
.AT
.U.
"""
    sheets = {"A": sheet(hp=60, ht=14)}
    moment = ended(chose(fight(rows, sheets, order="ABTU"), "A", "all_out_attack", "determined"), "A")
    for who in "BTU":
        run = act(chose(moment, who, "attack"), who, "attack", *HIT, 3, **SWING, target="A")
        assert not [one for one in run.trace if isinstance(one, Rolled) and one.purpose == "defense"]
        moment = ended(run.fight, who)
    assert turn.allowance(moment, "A").defenses == "none"
    assert turn.allowance(chose(moment, "A", "move"), "A").defenses == "any"


@pytest.mark.rule("dfrpg.maneuver.before_first_choice", "dfrpg.maneuver.do_nothing.default_at_start")
def test_who_has_not_chosen_yet_counts_as_doing_nothing_and_defends() -> None:
    moment = chose(fight(), "A", "attack")
    assert states.maneuver_of(moment, "T") == ("do_nothing", "")
    ids = {one.id for one in asked(moment, "A", "attack", *HIT, **SWING, target="T").choices}
    assert {"dodge", "parry.broadsword"} <= ids


@pytest.mark.rule("dfrpg.core.turn_length", "dfrpg.maneuver.attack")
def test_one_attack_a_turn_and_another_one_next_turn() -> None:
    moment = chose(fight(), "A", "attack")
    moment = act(moment, "A", "attack", 6, 6, 4, **SWING, target="T").fight
    assert refused(moment, "A", "attack", **SWING, target="T") == "dfrpg.maneuver.attack"
    later = chose(ended(ended(moment, "A"), "T"), "A", "attack")
    assert refused(later, "A", "attack", **SWING, target="T") == ""


@pytest.mark.rule("dfrpg.maneuver.attack")
def test_an_unready_weapon_does_not_attack() -> None:
    moment = chose(fight("AT", {"A": sheet(weapons=[weapon("broadsword", 14, "stowed")])}), "A", "attack")
    assert refused(moment, "A", "attack", **SWING, target="T") == "dfrpg.state.ready"


@pytest.mark.rule("dfrpg.maneuver.move")
def test_who_moves_does_nothing_else() -> None:
    moment = chose(fight("A........T"), "A", "move")
    (walk, *_) = options(moment, "A", "move")
    assert max(need_of(walk, NeedPath).costs.values()) == 5
    assert refused(moment, "A", "move", path="A1 B1 C1 D1 E1 F1") == ""
    assert refused(moment, "A", "move", path="A1 B1 C1 D1 E1 F1 G1") == "dfrpg.movement.points"
    beside = act(moment, "A", "move", path="A1 B1").fight
    assert refused(beside, "A", "attack", **SWING, target="T") == "dfrpg.maneuver.move"


@pytest.mark.rule("dfrpg.maneuver.movement_kinds")
def test_a_manoeuvre_without_movement_refuses_it() -> None:
    moment = chose(fight("A...T"), "A", "do_nothing")
    assert refused(moment, "A", "move", path="A1 B1").startswith("dfrpg.maneuver.")
    assert refused(moment, "A", "step", square="B1") == "dfrpg.movement.step"
