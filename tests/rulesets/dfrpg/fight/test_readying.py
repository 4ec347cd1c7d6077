"""Ready: drawing, picking up, putting away, shields, letting go, tasks of several turns, using things."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.core.problems import ProblemError
from tactics.core.text import Text
from tactics.engine.compare import in_english
from tactics.rulesets.dfrpg.fight import holding
from tactics.world.fight import Fight, Item
from tests.rulesets.dfrpg.fight.moments import again, readied
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    asked,
    chose,
    ended,
    fight,
    noted,
    options,
    refused,
    running,
    sheet,
    weapon,
)

SHEATHED = sheet(weapons=[weapon("broadsword", hand="stowed")])

POTION = {"id": "potion", "kind": "potion", "heals": "1d6"}


def thing(moment: Fight, id: str) -> Item:
    return moment.items[id]


def shielded(id: str, hand: str = "stowed") -> dict[str, Any]:
    return sheet(shield={"id": id, "skill": 12, "hand": hand})


@pytest.mark.rule("dfrpg.maneuver.ready", "dfrpg.maneuver.ready.draw", "dfrpg.state.ready")
def test_a_sword_is_drawn_in_one_turn_which_leaves_nothing_else() -> None:
    moment = readied(fight("AT", {"A": SHEATHED}), "draw", item="A.broadsword")
    assert (thing(moment, "A.broadsword").hand, thing(moment, "A.broadsword").ready) == ("main", True)
    assert refused(moment, "A", "attack", weapon="broadsword", use="swing", target="T") == "dfrpg.maneuver.ready"
    assert refused(moment, "A", "stow", item="A.broadsword") == "dfrpg.maneuver.ready"
    assert refused(moment, "A", "maneuver", maneuver="attack") == "dfrpg.maneuver.choose_one"


@pytest.mark.rule("dfrpg.state.ready", "dfrpg.maneuver.ready")
def test_what_is_not_ready_neither_attacks_nor_parries_and_the_drawn_sword_does() -> None:
    moment = fight("AT", {"A": SHEATHED})
    attacking = chose(moment, "A", "attack")
    assert refused(attacking, "A", "attack", weapon="broadsword", use="swing", target="T") == "dfrpg.state.ready"
    for drawn in (False, True):
        now = readied(moment, "draw", item="A.broadsword") if drawn else chose(moment, "A", "ready")
        now = chose(ended(now, "A"), "T", "attack")
        ways = {
            one.id for one in asked(now, "T", "attack", 3, 4, 4, weapon="broadsword", use="swing", target="A").choices
        }
        assert "dodge" in ways
        assert ("parry.broadsword" in ways) == drawn


@pytest.mark.rule("dfrpg.state.ready", "dfrpg.defense.defense_bonus")
@pytest.mark.parametrize(("hand", "blocks"), [("off", True), ("stowed", False)])
def test_a_shield_on_the_back_neither_blocks_nor_helps(hand: str, blocks: bool) -> None:
    moment = chose(fight("AT", {"A": shielded("medium_shield", hand)}, order="TA"), "T", "attack")
    decision = asked(moment, "T", "attack", 3, 4, 4, weapon="broadsword", use="swing", target="A")
    assert ("block" in {one.id for one in decision.choices}) == blocks
    assert decision.preview["dodge"].against == (10 if blocks else 8)


@pytest.mark.rule("dfrpg.maneuver.ready.draw", "dfrpg.maneuver.ready.drop")
def test_full_hands_draw_nothing_until_something_is_let_go() -> None:
    both = [weapon("broadsword"), weapon("dagger", hand="off"), weapon("shortsword", hand="stowed")]
    moment = chose(fight("AT", {"A": sheet(weapons=both)}), "A", "ready")
    assert refused(moment, "A", "draw", item="A.shortsword") == "dfrpg.maneuver.ready.draw"
    moment = act(moment, "A", "drop", item="A.dagger").fight
    assert thing(act(moment, "A", "draw", item="A.shortsword").fight, "A.shortsword").hand == "off"


@pytest.mark.rule("dfrpg.maneuver.ready.draw")
def test_a_free_figure_chooses_the_hand_and_a_greatsword_takes_both() -> None:
    moment = chose(fight("AT", {"A": SHEATHED}), "A", "ready")
    (option,) = options(moment, "A", "draw")
    assert [one.id for one in option.needs[0].choices] == ["main", "off"]
    assert thing(act(moment, "A", "draw", item="A.broadsword", hand="off").fight, "A.broadsword").hand == "off"
    assert refused(moment, "A", "draw", item="A.broadsword", hand="both") == "dfrpg.maneuver.ready.draw"
    great = sheet(weapons=[weapon("greatsword", hand="stowed"), weapon("dagger")])
    moment = chose(fight("AT", {"A": great}), "A", "ready")
    assert refused(moment, "A", "draw", item="A.greatsword") == "dfrpg.maneuver.ready.draw"
    moment = act(moment, "A", "drop", item="A.dagger").fight
    assert thing(act(moment, "A", "draw", item="A.greatsword").fight, "A.greatsword").hand == "both"


@pytest.mark.rule("dfrpg.maneuver.ready.draw", "dfrpg.maneuver.ready.sequence")
def test_what_lies_in_a_pack_takes_as_long_as_its_stat_block_says() -> None:
    moment = fight("AT", {"A": sheet(gear=[{**POTION, "packed_seconds": 3}])})
    for hand in ("stowed", "stowed", "off"):
        moment = readied(moment, "draw", item="A.potion")
        assert thing(moment, "A.potion").hand == hand
        moment = again(moment)


@pytest.mark.rule("dfrpg.maneuver.ready.pick_up", "dfrpg.grid.adjacency")
@pytest.mark.parametrize(
    ("rows", "refusal"),
    [
        ("nA.T", ""),
        ("A..T\n.n..", ""),
        ("A.nT", "dfrpg.maneuver.ready.pick_up"),
    ],
)
def test_what_lies_on_a_table_is_taken_from_the_next_square(rows: str, refusal: str) -> None:
    place = {"nA.T": "A1", "A..T\n.n..": "B2", "A.nT": "C1"}[rows]
    moment = chose(fight(rows, {"A": sheet(gear=[{**POTION, "at": place}])}), "A", "ready")
    assert refused(moment, "A", "pick_up", item="A.potion") == refusal
    if not refusal:
        assert thing(act(moment, "A", "pick_up", item="A.potion").fight, "A.potion").hand == "off"


@pytest.mark.rule("dfrpg.maneuver.ready.pick_up")
def test_nothing_is_taken_out_of_another_ones_hand_or_through_a_wall() -> None:
    moment = chose(fight("AT"), "A", "ready")
    assert refused(moment, "A", "pick_up", item="T.broadsword") == "dfrpg.maneuver.ready.pick_up"
    walls = [{"line": [[1, 0], [1, 1]], "kind": "wall"}]
    lying = {"A": sheet(gear=[{**POTION, "at": "B1"}])}
    for built, refusal in (([], ""), (walls, "dfrpg.maneuver.ready.pick_up")):
        moment = chose(fight("A.T", lying, effects={"A": ["kneeling"]}, walls=built), "A", "ready")
        assert refused(moment, "A", "pick_up", item="A.potion") == refusal


@pytest.mark.rule("dfrpg.maneuver.ready.from_ground")
@pytest.mark.parametrize(
    ("posture", "refusal"),
    [
        ("", "dfrpg.maneuver.ready.from_ground"),
        ("crouching", "dfrpg.maneuver.ready.from_ground"),
        ("kneeling", ""),
        ("crawling", ""),
        ("sitting", ""),
        ("prone", ""),
    ],
)
def test_the_ground_is_at_hand_for_those_who_are_low(posture: str, refusal: str) -> None:
    effects = {"A": [posture]} if posture else {}
    lying = sheet(weapons=[weapon("broadsword", at="A1")])
    moment = chose(fight("A.T", {"A": lying}, effects=effects), "A", "ready")
    assert refused(moment, "A", "pick_up", item="A.broadsword") == refusal


@pytest.mark.rule("dfrpg.maneuver.ready.from_ground", "dfrpg.maneuver.ready.movement")
def test_a_sword_on_the_ground_is_up_in_two_turns() -> None:
    moment = chose(fight("A.T", {"A": sheet(weapons=[weapon("broadsword", at="A1")])}), "A", "ready")
    moment = act(moment, "A", "kneel").fight
    knelt = act(moment, "A", "pick_up", item="A.broadsword").fight
    assert refused(knelt, "A", "stand") == "dfrpg.maneuver.change_posture.kneel_by_step", "it has used its step"
    moment = chose(again(moment), "A", "ready")
    assert refused(act(moment, "A", "stand").fight, "A", "pick_up", item="A.broadsword") == (
        "dfrpg.maneuver.ready.from_ground"
    )
    moment = act(act(moment, "A", "pick_up", item="A.broadsword").fight, "A", "stand").fight
    assert not moment.body("A").has("kneeling")
    assert (thing(moment, "A.broadsword").hand, thing(moment, "A.broadsword").ready) == ("main", True)


@pytest.mark.rule("dfrpg.maneuver.ready.movement")
def test_who_fetches_something_stays_where_it_is_and_who_draws_may_step() -> None:
    moment = chose(fight("nA.T\n....", {"A": sheet(gear=[{**POTION, "at": "A1"}])}), "A", "ready")
    stepped = act(moment, "A", "step", square="B2").fight
    assert refused(stepped, "A", "pick_up", item="A.potion") == "dfrpg.maneuver.ready.movement"
    fetched = act(moment, "A", "pick_up", item="A.potion").fight
    assert refused(fetched, "A", "step", square="C1") == "dfrpg.maneuver.ready.movement"
    moment = chose(fight("A.T", {"A": SHEATHED}), "A", "ready")
    assert refused(act(moment, "A", "draw", item="A.broadsword").fight, "A", "step", square="B1") == ""
    assert refused(act(moment, "A", "step", square="B1").fight, "A", "draw", item="A.broadsword") == ""


@pytest.mark.rule("dfrpg.maneuver.ready.shield", "dfrpg.maneuver.ready.stow", "dfrpg.maneuver.ready.sequence")
@pytest.mark.parametrize(
    ("id", "turns"),
    [("small_shield", 1), ("medium_shield", 2), ("large_shield", 3), ("light_cloak", 1), ("heavy_cloak", 2)],
)
def test_a_shield_takes_as_many_turns_as_its_bonus_both_ways(id: str, turns: int) -> None:
    moment = fight("AT", {"A": shielded(id)})
    for number in range(1, turns + 1):
        moment = readied(moment, "ready_shield", item="A.shield")
        assert thing(moment, "A.shield").hand == ("off" if number == turns else "stowed")
        moment = again(moment)
    for number in range(1, turns + 1):
        moment = readied(moment, "stow_shield", item="A.shield")
        assert thing(moment, "A.shield").hand == ("stowed" if number == turns else "off")
        moment = again(moment)


@pytest.mark.rule("dfrpg.maneuver.ready.shield")
def test_a_buckler_is_drawn_like_a_weapon() -> None:
    moment = fight("AT", {"A": shielded("medium_buckler")})
    assert thing(readied(moment, "draw", item="A.shield"), "A.shield").hand == "off"
    assert refused(chose(moment, "A", "ready"), "A", "ready_shield", item="A.shield") == "dfrpg.maneuver.ready.shield"


@pytest.mark.rule("dfrpg.maneuver.ready.shield", "dfrpg.defense.critical")
@pytest.mark.parametrize(("id", "turns"), [("medium_buckler", 1), ("medium_shield", 2)])
def test_what_a_botched_block_left_unready_is_made_ready_again(id: str, turns: int) -> None:
    run = running(fight("AT", {"A": shielded(id, "off")}))
    holding.change(run, thing(run.fight, "A.shield"), ready=False)
    moment = run.fight
    for number in range(1, turns + 1):
        moment = readied(moment, "ready_shield", item="A.shield")
        assert thing(moment, "A.shield").ready == (number == turns)
        moment = again(moment)


@pytest.mark.rule("dfrpg.state.ready", "dfrpg.maneuver.ready.pick_up", "dfrpg.maneuver.ready.draw")
@pytest.mark.parametrize(("id", "ready"), [("great_axe", True), ("crossbow", False)])
@pytest.mark.parametrize("dropped", [True, False])
def test_taking_a_thing_into_the_hand_makes_it_ready_but_loads_nothing(id: str, ready: bool, dropped: bool) -> None:
    own = sheet(st=12, weapons=[weapon(id, hand="both")])
    run = running(fight("A.T", {"A": own}, effects={"A": ["kneeling"]}))
    holding.change(run, thing(run.fight, f"A.{id}"), ready=False)
    if dropped:
        holding.drop(run, thing(run.fight, f"A.{id}"))
    else:
        holding.change(run, thing(run.fight, f"A.{id}"), hand="stowed")
    moment = readied(run.fight, "pick_up" if dropped else "draw", item=f"A.{id}")
    assert (thing(moment, f"A.{id}").hand, thing(moment, f"A.{id}").ready) == ("both", ready)


@pytest.mark.rule("dfrpg.maneuver.ready.shield", "dfrpg.maneuver.ready.pick_up")
def test_a_shield_picked_up_has_yet_to_be_strapped_on() -> None:
    moment = fight("nA.T", {"A": sheet(shield={"id": "small_shield", "skill": 12, "at": "A1"})})
    moment = readied(moment, "pick_up", item="A.shield")
    assert (thing(moment, "A.shield").hand, thing(moment, "A.shield").ready) == ("off", False)
    assert thing(readied(again(moment), "ready_shield", item="A.shield"), "A.shield").ready


@pytest.mark.rule("dfrpg.maneuver.ready.shield", "dfrpg.maneuver.ready.sequence", "dfrpg.state.turn_state")
def test_an_attack_in_between_loses_the_progress() -> None:
    moment = again(readied(fight("AT", {"A": shielded("medium_shield")}), "ready_shield", item="A.shield"))
    assert moment.body("A").has("readying")
    run = act(moment, "A", "maneuver", maneuver="attack")
    assert not run.fight.body("A").has("readying")
    assert "dfrpg.maneuver.ready.sequence" in noted(run)
    moment = readied(again(run.fight), "ready_shield", item="A.shield")
    assert thing(moment, "A.shield").hand == "stowed"


@pytest.mark.rule("dfrpg.maneuver.ready.stow", "dfrpg.maneuver.ready.sequence")
def test_a_sword_is_sheathed_in_two_turns_in_a_row() -> None:
    moment = readied(fight("AT"), "stow", item="A.broadsword")
    assert thing(moment, "A.broadsword").hand == "main"
    (option,) = options(chose(again(moment), "A", "ready"), "A", "stow")
    assert in_english(option.cost) == "turn 2 of 2"
    assert thing(readied(again(moment), "stow", item="A.broadsword"), "A.broadsword").hand == "stowed"


@pytest.mark.rule("dfrpg.maneuver.ready.sequence")
def test_a_turn_of_ready_spent_on_nothing_or_on_something_else_breaks_a_task_off() -> None:
    two = sheet(weapons=[weapon("broadsword"), weapon("dagger", hand="stowed")])
    moment = again(readied(fight("AT", {"A": two}), "stow", item="A.broadsword"))
    for idle in (chose(moment, "A", "ready"), readied(moment, "draw", item="A.dagger")):
        moment = again(idle)
        assert not moment.body("A").has("readying")


TASKS = sheet(
    gear=[
        {"id": "stones", "name": "Pile up stones", "kind": "task", "seconds": 3, "keep_progress": True},
        {"id": "knots", "name": "Untie the knots", "kind": "task", "seconds": 3},
    ]
)


@pytest.mark.rule("dfrpg.maneuver.ready.sequence", "dfrpg.maneuver.ready.misc_actions")
@pytest.mark.parametrize(("item", "progress"), [("A.knots", 1), ("A.stones", 3)])
def test_some_tasks_may_be_gone_on_with_later(item: str, progress: int) -> None:
    moment = fight("AT", {"A": TASKS})
    for number in range(4):
        moment = chose(moment, "A", "attack") if number == 2 else readied(moment, "use", item=item)
        now, moment = moment, again(moment)
    done = [one.value for one in now.body("A").effects if one.id == "readying"]
    assert done == ([progress] if progress < 3 else [])
    assert now.body("A").has("accomplished") == (progress == 3)


@pytest.mark.rule("dfrpg.maneuver.ready.sequence", "dfrpg.state.stun")
def test_a_defense_does_not_break_a_task_off_and_being_stunned_does() -> None:
    moment = readied(fight("AT", {"A": TASKS}), "use", item="A.knots")
    moment = chose(ended(moment, "A"), "T", "attack")
    swing = {"weapon": "broadsword", "use": "swing", "target": "A"}
    dodged = act(moment, "T", "attack", 3, 4, 4, 2, 2, 2, answers=("A dodge",), **swing).fight
    assert dodged.body("A").has("readying")
    # Six points are a major wound; a roll of 12 against Health 10 stuns.
    hit = act(moment, "T", "attack", 3, 4, 4, 6, 4, 4, 4, answers=("A none", "A face_up"), **swing)
    assert hit.fight.body("A").has("stunned")
    assert not hit.fight.body("A").has("readying")


@pytest.mark.rule("dfrpg.core.free_action", "dfrpg.maneuver.ready.drop")
@pytest.mark.parametrize(
    ("maneuver", "own", "item", "refusal"),
    [
        ("move", sheet(), "A.broadsword", ""),
        ("move", shielded("medium_shield", "off"), "A.shield", "dfrpg.maneuver.ready.drop"),
        ("move", shielded("heavy_cloak", "off"), "A.shield", "dfrpg.maneuver.ready.drop"),
        ("move", shielded("medium_buckler", "off"), "A.shield", ""),
        ("attack", sheet(weapons=[weapon("broadsword"), weapon("axe", hand="off")]), "A.axe", ""),
        ("do_nothing", sheet(), "A.broadsword", ""),
        ("move", SHEATHED, "A.broadsword", "dfrpg.maneuver.ready.drop"),
    ],
)
def test_letting_go_goes_with_any_maneuver(maneuver: str, own: dict[str, Any], item: str, refusal: str) -> None:
    moment = chose(fight("AT", {"A": own}), "A", maneuver)
    assert refused(moment, "A", "drop", item=item) == refusal
    if not refusal:
        run = act(moment, "A", "drop", item=item)
        assert "dfrpg.core.free_action" in noted(run)
        assert (thing(run.fight, item).holder, str(thing(run.fight, item).square)) == ("", "A1")
        assert run.fight.body("A").count("acts") == 0


@pytest.mark.rule("dfrpg.maneuver.ready.drop")
def test_a_shield_is_let_fall_by_a_turn_of_ready() -> None:
    moment = readied(fight("AT", {"A": shielded("large_shield", "off")}), "drop_shield", item="A.shield")
    assert str(thing(moment, "A.shield").square) == "A1"


@pytest.mark.rule("dfrpg.state.ready", "dfrpg.state.turn_state")
def test_badges_name_what_is_not_ready_and_what_goes_on() -> None:
    own = sheet(shield={"id": "medium_shield", "skill": 12, "at": "B1"})
    moment = fight("An.T", {"A": own, "T": sheet()})
    moment = again(readied(moment, "pick_up", item="A.shield"))
    moment = readied(moment, "ready_shield", item="A.shield")
    titles = [in_english(one.title) for one in BOOK.badges(moment, "A")]
    assert "Medium shield is not ready" in titles
    assert "getting something ready 1: Medium shield" in titles


@pytest.mark.rule("dfrpg.maneuver.ready")
def test_whoever_chooses_a_maneuver_is_told_what_could_be_readied() -> None:
    moment = fight("AT", {"A": SHEATHED})
    (ready,) = [one for one in options(moment, "A", "maneuver") if one.arguments["maneuver"] == "ready"]
    assert "Possible now: Draw: Broadsword." in list(map(in_english, ready.notes))


@pytest.mark.rule("dfrpg.maneuver.ready")
def test_everything_that_is_offered_is_accepted() -> None:
    laden = sheet(
        weapons=[weapon("spear"), weapon("dagger", hand="stowed"), weapon("axe", at="B1")],
        shield={"id": "small_shield", "skill": 12, "hand": "stowed"},
        gear=[{**POTION, "hand": "off"}, {"id": "stones", "kind": "task", "seconds": 2}],
    )
    moment = chose(fight("A.T", {"A": laden}, effects={"A": ["kneeling"]}), "A", "ready")
    found = [one for one in BOOK.options(moment, "A") if one.group == "item"]
    assert {one.id for one in found if one.refusal is None} >= {"drop", "stow", "drink", "use"}
    for option in found:
        wanted = option.refusal.rule if option.refusal else ""
        assert refused(moment, "A", option.id, **option.arguments) == wanted, option
        assert option.refusal is None or isinstance(option.refusal.text, Text)


@pytest.mark.rule("dfrpg.state.ready")
def test_nothing_lies_beside_the_board() -> None:
    with pytest.raises(ProblemError) as error:
        fight("AT", {"A": sheet(gear=[{**POTION, "at": "C1"}])})
    assert "beside the board" in str(error.value.problems[0])


@pytest.mark.rule("dfrpg.state.ready")
@pytest.mark.parametrize(
    ("table", "key"),
    [
        ({"weapons": [weapon("dagger", at="12")]}, "at"),
        ({"weapons": [weapon("halberd", hand="both", reach=5)]}, "reach"),
        ({"gear": [{"id": "x", "kind": "cart"}]}, "kind"),
    ],
)
def test_a_stat_block_is_told_what_is_wrong_with_its_things(table: dict[str, Any], key: str) -> None:
    with pytest.raises(ProblemError) as error:
        fight("AT", {"A": sheet(**table)})
    assert any(key in one.key for one in error.value.problems)
