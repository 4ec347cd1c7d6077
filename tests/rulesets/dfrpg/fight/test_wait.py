"""Wait: what is declared, what sets it off, and acting in the middle of another one's turn."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from tactics.engine.answers import fits
from tactics.engine.battle import Battle
from tactics.rules.action import Action, Argument, NeedChoice, NeedCreature, NeedPath, NeedSquare
from tactics.rules.event import Moved
from tactics.rulesets.dfrpg.fight import waiting
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.guard import SPEAR, SWORD, choices, declared, waits
from tests.rulesets.dfrpg.fight.moments import with_hp
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    asked,
    chose,
    ended,
    fight,
    happened,
    lost,
    noted,
    options,
    refused,
    rolled,
    sheet,
    weapon,
    where,
)

HIT, MISSED = (3, 3, 3), (6, 5, 5)

BLOW = {"weapon": "broadsword", "use": "swing", "target": "T"}

KNEEL = "change_posture/change_posture,posture=kneeling"


def charged(what: str = SWORD, sheets: Mapping[str, Any] | None = None, **named: Any) -> Fight:
    """A foe that waits, and a hero five yards away who has chosen to move."""
    moment = fight("T....A", sheets, order=("T", "A"))
    return chose(waits(moment, "T", what, **named), "A", "move")


# Declaring.


@pytest.mark.rule("dfrpg.maneuver.wait")
def test_a_wait_turns_into_five_manoeuvres_and_no_other() -> None:
    armed = sheet(weapons=[weapon("broadsword", 14), weapon("dagger", 12, "stowed")])
    moment = chose(fight("T....A", {"T": armed}, order=("T", "A")), "T", "wait")
    found = {what.partition("/")[0].partition(":")[0] for what in waiting.whats_of(moment, "T")}
    assert found == {"change_posture", "attack", "feint", "all_out_attack", "ready"}


@pytest.mark.rule("dfrpg.maneuver.wait")
@pytest.mark.parametrize(
    "what", ["move", "aim/longbow", "concentrate", "move_and_attack/broadsword", "all_out_defense"]
)
def test_anything_else_is_refused(what: str) -> None:
    moment = chose(fight("T....A", order=("T", "A")), "T", "wait")
    assert refused(moment, "T", "wait", choice=what, trigger="reach") == "dfrpg.maneuver.wait"


@pytest.mark.rule("dfrpg.maneuver.wait", "dfrpg.state.turn_state")
def test_a_wait_in_vain_is_lost_with_the_next_turn() -> None:
    moment = charged()
    assert moment.body("T").has("wait")
    later = ended(moment, "A")
    assert later.active == "T"
    assert not later.body("T").has("wait")
    assert chose(later, "T", "attack").body("T").count("chosen")


@pytest.mark.rule("dfrpg.maneuver.wait.declaration")
@pytest.mark.parametrize(
    "named",
    [
        {"choice": SWORD},
        {"trigger": "reach"},
        {"choice": "all_out_attack/broadsword/swing", "trigger": "reach"},
        {"choice": "attack/spear/thrust", "trigger": "reach"},
        {"choice": SWORD, "trigger": "acts"},
        {"choice": SWORD, "trigger": "area"},
        {"choice": SWORD, "trigger": "signal", "target": "A"},
    ],
)
def test_action_and_trigger_are_both_named(named: dict[str, Any]) -> None:
    moment = chose(fight("T....A", order=("T", "A")), "T", "wait")
    assert refused(moment, "T", "wait", **named) == "dfrpg.maneuver.wait.declaration"


@pytest.mark.rule("dfrpg.maneuver.wait.declaration")
def test_what_was_declared_cannot_be_changed() -> None:
    moment = declared(fight("T....A", order=("T", "A")), "T")
    assert options(moment, "T", "wait", possible=False) == []
    again = refused(moment, "T", "wait", choice="feint/", trigger="reach")
    assert again == "dfrpg.maneuver.wait.declaration"


@pytest.mark.rule("dfrpg.maneuver.wait.declaration")
def test_only_what_was_declared_can_be_done() -> None:
    decision = asked(charged(), "A", "move", path="F1 E1 D1 C1 B1")
    assert (decision.who, decision.id) == ("T", "wait")
    assert choices(decision) == ["attack.broadsword.swing", "attack.move", "hold"]
    assert decision.default == "attack.broadsword.swing"
    assert decision.preview["attack.broadsword.swing"].against == 14


@pytest.mark.rule("dfrpg.maneuver.wait.declaration")
def test_one_may_let_the_chance_pass() -> None:
    run = act(charged(), "A", "move", path="F1 E1 D1 C1 B1", answers=("T hold",))
    assert where(run.fight, "A") == "B1"
    assert run.fight.body("T").has("wait")


@pytest.mark.rule("dfrpg.maneuver.wait.reflex_action")
def test_other_reflexes_are_up_to_the_game_master() -> None:
    off = chose(fight("T....A", order=("T", "A")), "T", "wait")
    rule = "dfrpg.maneuver.wait.reflex_action"
    assert refused(off, "T", "wait", choice="reflex", trigger="reach") == rule
    on = fight("T....A", order=("T", "A"), rules={"dfrpg": {"reflex_actions": True}})
    moment = chose(waits(on, "T", "reflex"), "A", "move")
    run = act(moment, "A", "move", path="F1 E1 D1 C1 B1", answers=("T reflex",))
    assert rule in noted(run)
    assert not run.fight.body("T").has("wait")


# Breaking in.


@pytest.mark.rule("dfrpg.maneuver.wait.interrupt", "dfrpg.maneuver.wait")
def test_a_foe_is_struck_on_its_way_and_goes_on() -> None:
    moment = chose(waits(fight("\n".join(("A.....", "...T..")), order=("T", "A")), "T"), "A", "move")
    run = act(moment, "A", "move", *MISSED, path="A1 B1 C1 D1 E1 F1", answers=("T attack.broadsword.swing", "T done"))
    steps = [number for number, one in enumerate(happened(run)) if isinstance(one, Moved)]
    blow = happened(run).index(rolled(run, "attack")[0])
    assert len(steps) == 5
    assert steps[1] < blow < steps[2], "it comes into reach in the second square"
    assert where(run.fight, "A") == "F1"
    assert run.fight.active == "A"


@pytest.mark.rule("dfrpg.maneuver.wait.interrupt")
def test_who_is_killed_goes_no_further() -> None:
    moment = chose(waits(fight("T...A", order=("T", "A")), "T"), "A", "move")
    answers = ("T attack.broadsword.swing", "A none")
    run = act(with_hp(moment, "A", -48), "A", "move", *HIT, 5, path="E1 D1 C1 B1", answers=answers)
    assert where(run.fight, "A") == "B1"
    assert run.fight.body("A").out == "dead"
    assert run.fight.over == "foes"


@pytest.mark.rule("dfrpg.maneuver.wait.interrupt", "dfrpg.maneuver.wait.declaration")
def test_who_attacks_is_struck_before_its_blow_and_strikes_no_more_when_it_falls() -> None:
    moment = waits(fight("TA", order=("T", "A")), "T", trigger="attacks", target="A")
    moment = with_hp(chose(moment, "A", "attack"), "A", -48)
    run = act(moment, "A", "attack", *HIT, 5, answers=("T attack.broadsword.swing", "A none"), **BLOW)
    assert [one.who for one in rolled(run, "attack")] == ["T"]
    assert run.fight.body("A").out == "dead"


@pytest.mark.rule("dfrpg.maneuver.wait.interrupt")
def test_the_blow_is_made_when_the_reaction_did_not_prevent_it() -> None:
    moment = waits(fight("TA", order=("T", "A")), "T", trigger="attacks", target="A")
    moment = chose(moment, "A", "attack")
    answers = ("T attack.broadsword.swing", "T done")
    run = act(moment, "A", "attack", *MISSED, *MISSED, answers=answers, **BLOW)
    assert [one.who for one in rolled(run, "attack")] == ["T", "A"]


@pytest.mark.rule("dfrpg.maneuver.wait.interrupt")
def test_a_wound_on_the_way_shortens_the_rest_of_it() -> None:
    moment = with_hp(chose(waits(fight("\n".join(("A.....", "..T...")), order=("T", "A")), "T"), "A", "move"), "A", 5)
    answers = ("T attack.broadsword.swing", "A none", "T done")
    run = act(moment, "A", "move", *HIT, 1, path="A1 B1 C1 D1 E1 F1", answers=answers)
    assert lost(run, "A") > 0
    assert where(run.fight, "A") == "B1", "reeling, of five points three are left, and the way costs more"
    assert run.fight.active == "A"
    left = [one for one in options(run.fight, "A", "move") if one.arguments["manner"] == "turning"]
    assert {
        cost for one in left for need in one.needs if isinstance(need, NeedPath) for cost in need.costs.values()
    } <= {1, 2, 3, 4}


@pytest.mark.rule("dfrpg.maneuver.wait.interrupt")
def test_several_waits_come_by_speed_and_one_may_set_off_another() -> None:
    rows = "\n".join(("T.....", "U....A"))
    moment = fight(rows, {"U": sheet(dx=14)}, {"T": {"side": "foes"}, "U": {"side": "foes"}}, order=("U", "T", "A"))
    moment = waits(waits(moment, "U"), "T", trigger="attacks", target="U")
    moment = chose(moment, "A", "move")
    decision = asked(moment, "A", "move", path="F2 E2 D2 C2 B2")
    assert decision.who == "U"
    following = asked(moment, "A", "move", path="F2 E2 D2 C2 B2", answers=("U attack.broadsword.swing",))
    assert (following.who, following.id) == ("T", "wait"), "the blow of the one is what the other has waited for"


@pytest.mark.rule("dfrpg.maneuver.wait.interrupt")
def test_two_waits_for_one_foe_are_asked_in_turn() -> None:
    rows = "\n".join(("T.....", "U....A"))
    moment = waits(waits(fight(rows, order=("U", "T", "A")), "U"), "T")
    moment = chose(moment, "A", "move")
    first = asked(moment, "A", "move", path="F2 E2 D2 C2 B2")
    second = asked(moment, "A", "move", path="F2 E2 D2 C2 B2", answers=("U hold",))
    assert (first.who, second.who) == ("U", "T")


@pytest.mark.rule("dfrpg.maneuver.wait.only_reaction_attack")
@pytest.mark.parametrize("maneuver", ["attack", "do_nothing"])
def test_without_a_wait_nobody_strikes_at_one_who_runs_past(maneuver: str) -> None:
    moment = fight("TA...", order=("T", "A"), facing={"A": "E"})
    moment = chose(ended(chose(moment, "T", maneuver), "T"), "A", "move")
    run = act(moment, "A", "move", path="B1 C1 D1 E1")
    assert where(run.fight, "A") == "E1"


@pytest.mark.rule("dfrpg.maneuver.wait.only_reaction_attack")
def test_with_a_wait_somebody_does() -> None:
    moment = fight("TA...", order=("T", "A"), facing={"A": "E"})
    moment = chose(waits(moment, "T", trigger="acts", target="A"), "A", "move")
    decision = asked(moment, "A", "move", path="B1 C1 D1 E1")
    assert "attack.broadsword.swing" in choices(decision)
    run = act(moment, "A", "move", *MISSED, path="B1 C1 D1 E1", answers=("T attack.broadsword.swing", "T done"))
    assert where(run.fight, "A") == "E1"
    first = next(one for one in happened(run) if isinstance(one, Moved))
    assert happened(run).index(rolled(run, "attack")[0]) < happened(run).index(first)


# Other triggers.


@pytest.mark.rule("dfrpg.maneuver.wait.declaration")
def test_a_square_is_watched() -> None:
    rows = "\n".join(("A.....", "...T.."))
    moment = chose(waits(fight(rows, order=("T", "A")), "T", trigger="area", square="D1"), "A", "move")
    asked(moment, "A", "move", path="A1 B1 C1 D1")
    assert where(act(moment, "A", "move", path="A1 B1 C1").fight, "A") == "C1"


@pytest.mark.rule("dfrpg.maneuver.wait.declaration")
def test_somebody_comes_into_view() -> None:
    rows = "\n".join(("A#....", ".#....", "...T.."))
    moment = chose(waits(fight(rows, order=("T", "A"), facing={"T": "N"}), "T", trigger="visible"), "A", "move")
    decision = asked(moment, "A", "move", path="A1 A2 A3")
    assert choices(decision) == ["attack.move", "hold"]
    assert decision.default == "hold"


@pytest.mark.rule("dfrpg.maneuver.wait.declaration")
def test_somebody_falls() -> None:
    moment = fight("TUA", {}, {"U": {"side": "foes"}}, order=("T", "U", "A"))
    moment = ended(chose(waits(moment, "T", KNEEL, "falls", target="U"), "U", "do_nothing"), "U")
    moment = with_hp(chose(moment, "A", "attack"), "U", -48)
    blow = {"weapon": "broadsword", "use": "swing", "target": "U"}
    decision = asked(moment, "A", "attack", *HIT, 5, answers=("U none",), **blow)
    assert (decision.who, choices(decision)) == ("T", ["change_posture", "hold"])
    run = act(moment, "A", "attack", *HIT, 5, answers=("U none", "T change_posture"), **blow)
    assert run.fight.body("T").has("kneeling")
    assert BOOK.badges(run.fight, "T")[0].id == "change_posture"


@pytest.mark.rule("dfrpg.maneuver.wait.declaration", "dfrpg.maneuver.wait")
def test_a_friend_gives_a_signal_and_a_weapon_is_drawn() -> None:
    ready = sheet(weapons=[weapon("broadsword", 14, "stowed")])
    moment = fight("TUA", {"T": ready}, {"U": {"side": "foes"}}, order=("T", "U", "A"))
    what = next(one for one in waiting.whats_of(chose(moment, "T", "wait"), "T") if one.startswith("ready/draw"))
    moment = waits(moment, "T", what, "signal", target="U")
    assert [one.id for one in options(moment, "U", "signal")] == ["signal"]
    run = act(moment, "U", "signal", answers=("T ready", "T done"))
    assert run.fight.items["T.broadsword"].hand == "main"
    assert run.fight.active == "U"
    assert refused(run.fight, "U", "signal") == "dfrpg.maneuver.wait.declaration"


# Everything offered is accepted, whatever is chosen.


def _value(pick: random.Random, need: object) -> Argument:
    match need:
        case NeedCreature(ids=ids):
            return pick.choice(ids)
        case NeedSquare(squares=squares):
            return pick.choice(squares)
        case NeedChoice(choices=found):
            return pick.choice(found).id
        case NeedPath(paths=paths):
            return paths[pick.choice(sorted(paths))]
    raise AssertionError(need)


@pytest.mark.rule("dfrpg.maneuver.wait", "dfrpg.state.turn_state")
@pytest.mark.parametrize("seed", range(6))
def test_everything_that_is_offered_can_be_done_and_undone(seed: int) -> None:
    rows = "\n".join(("T.....A", ".U...B.", ".......", "V.....C"))
    sides = {one: {"side": "foes" if one in "TUV" else "heroes"} for one in "TUVABC"}
    sheets = {"T": SPEAR, "A": SPEAR, "V": sheet(weapons=[weapon("longbow", 14, "both")])}
    first = fight(rows, sheets, sides)
    battle = Battle.new(first.world, seed=seed, system="dfrpg", fighting=BOOK)
    pick = random.Random(seed)
    for _ in range(120):
        if battle.fight.over:
            break
        decision = battle.decision
        if decision is not None:
            one = pick.choice(decision.choices).id
            needs = decision.needs.get(one, ())
            said = {need.name: _value(pick, need) for need in needs}
            assert all(fits(need, said[need.name]) for need in needs)
            battle.submit(Action(decision.who, one, said))
            continue
        who = battle.fight.active
        found = [one for one in battle.options(who) if one.refusal is None]
        waiting_ones = [one for one in found if one.id in ("wait", "stop_thrust", "cover")]
        waiting_ones += [one for one in found if one.arguments.get("maneuver") == "wait"]
        option = pick.choice(waiting_ones if waiting_ones and pick.random() < 0.6 else found)
        said = {**option.arguments, **{need.name: _value(pick, need) for need in option.needs}}
        battle.submit(Action(who, option.id, said))
        if pick.random() < 0.1 and battle.undo():
            battle.redo()


@pytest.mark.rule("dfrpg.maneuver.wait.interrupt", "dfrpg.movement.points")
@pytest.mark.parametrize(("balance", "falls"), [((3, 3, 3), False), ((6, 6, 4), True)])
def test_who_is_knocked_back_or_down_goes_on_from_there_with_what_is_left(
    balance: tuple[int, int, int], falls: bool
) -> None:
    club = sheet(st=20, weapons=[weapon("mace", 14)])
    sheets = {"T": club, "A": sheet(dr=50)}
    moment = fight("\n".join((".......", "T...A..", ".......")), sheets, order=("T", "A"))
    moment = chose(waits(moment, "T", "attack/mace/swing"), "A", "move")
    answers = ("T attack.mace.swing", "A none", "T done")
    run = act(moment, "A", "move", *HIT, 1, 1, 1, *balance, path="E2 D2 C2 B2", answers=answers)
    assert where(run.fight, "A") == "C2", "a yard back"
    assert run.fight.body("A").has("prone") == falls
    assert run.fight.active == "A"
    needs = [need for one in options(run.fight, "A", "move") for need in one.needs]
    costs = [cost for need in needs if isinstance(need, NeedPath) for cost in need.costs.values()]
    assert costs or falls
    assert max(costs, default=0) <= 4, "two of five points are left, in halves"


@pytest.mark.rule("dfrpg.maneuver.wait.declaration", "dfrpg.grid.sight_line", "dfrpg.defense.unaware")
@pytest.mark.parametrize(
    ("facing", "effects", "noticed"),
    [
        ("E", {}, True),
        ("N", {}, True),
        ("W", {}, False),
        ("E", {"A": ["invisible"]}, False),
        ("E", {"A": ["undetected"]}, False),
        ("E", {"T": ["blinded"]}, False),
        ("W", {"A": ["observed"]}, True),
    ],
)
@pytest.mark.parametrize("trigger", ["reach", "area", "acts"])
def test_only_what_is_perceived_sets_a_wait_off(
    facing: str, effects: dict[str, list[str]], noticed: bool, trigger: str
) -> None:
    moment = fight("T....A", {}, {}, effects, order=("T", "A"), facing={"T": facing})
    named = {"reach": {}, "area": {"square": "B1"}, "acts": {"target": "A"}}[trigger]
    moment = chose(waits(moment, "T", trigger=trigger, **named), "A", "move")
    answers = ("T hold",) if noticed else ()
    assert where(act(moment, "A", "move", answers=answers, path="F1 E1 D1 C1 B1").fight, "A") == "B1"


@pytest.mark.rule("dfrpg.maneuver.wait.interrupt", "dfrpg.maneuver.all_out_attack.movement")
def test_a_run_of_two_yards_over_bad_ground_goes_on_after_somebody_broke_in() -> None:
    moment = waits(fight(".,,,,T\nA,,,,.", order=("T", "A")), "T", trigger="area", square="B2")
    moment = chose(moment, "A", "all_out_attack", "strong")
    assert where(act(moment, "A", "move", path="A2 B2 C2", answers=("T hold",)).fight, "A") == "C2"
    first = act(moment, "A", "move", path="A2 B2", answers=("T hold",)).fight
    assert where(act(first, "A", "move", path="B2 C2").fight, "A") == "C2", "or in two moves"
    assert refused(act(first, "A", "move", path="B2 C2").fight, "A", "move", path="C2 D2")


@pytest.mark.rule("dfrpg.maneuver.wait.declaration", "dfrpg.state.ready")
def test_who_has_lost_its_weapon_is_not_asked() -> None:
    moment = declared(fight("T....A", order=("T", "A")), "T")
    moment = ended(act(moment, "T", "drop", item="T.broadsword").fight, "T")
    moment = chose(moment, "A", "move")
    assert where(act(moment, "A", "move", path="F1 E1 D1 C1 B1").fight, "A") == "B1"


@pytest.mark.rule("dfrpg.maneuver.wait.interrupt", "dfrpg.maneuver.governs_defense")
@pytest.mark.parametrize(("maneuver", "variant", "defends"), [("move", "", True), ("all_out_attack", "strong", False)])
def test_who_is_broken_in_on_defends_by_the_manoeuvre_it_has_chosen(maneuver: str, variant: str, defends: bool) -> None:
    moment = chose(waits(fight("T...A", order=("T", "A")), "T"), "A", maneuver, variant)
    if defends:
        decision = asked(moment, "A", "move", *HIT, path="E1 D1 C1 B1", answers=("T attack.broadsword.swing",))
        assert (decision.who, decision.id) == ("A", "defense")
    else:
        answers = ("T attack.broadsword.swing", "T done")
        run = act(moment, "A", "move", *HIT, 2, path="E1 D1 C1 B1", answers=answers)
        assert lost(run, "A") > 0
