"""What conditions do in a fight."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import (
    BOOK,
    act,
    asked,
    fight,
    kept,
    lost,
    options,
    power,
    refused,
    rolled,
    running,
    sheet,
    way,
    weapon,
    where,
)

from tactics.core.dice import FixedDice
from tactics.core.lattice import Square
from tactics.engine.run import Playing, Waiting
from tactics.rules.action import Action, Decision
from tactics.rulesets.dnd4e.fight import conditions, dominating, moves, numbers, turn
from tactics.rulesets.dnd4e.fight.forcing import force
from tactics.rulesets.dnd4e.fight.opportunity import OpportunityAttack
from tactics.rulesets.dnd4e.fight.reactions import Trigger
from tactics.world.fight import Duration, Effect, Fight

BLOW = power("blow", attack=5, hit=[{"damage": "15"}])
SHOT = power("shot", kind="ranged", range=20, attack=5, provokes=False, hit=[{"damage": "15"}])
FIGHTER = sheet(hp=100, powers=[BLOW, SHOT], weapons=[weapon("longsword")])
FOE = sheet(hp=100, weapons=[weapon("longsword")], powers=[BLOW])
SAVED, LASTING = Duration("save"), Duration("encounter")
ADVANTAGE = [2]


def pair(rows: str = "AT", *, a: tuple[Any, ...] = (), t: tuple[Any, ...] = (), **more: Any) -> Fight:
    """A and T with effects."""
    return fight(rows, {"A": FIGHTER, "T": FOE, "U": FOE}, effects={"A": a, "T": t}, **more)


def from_position(moment: Fight, who: str = "A", target: str = "T", use: str = "blow") -> list[int]:
    """What counts for an attack besides its own number."""
    run = act(moment, who, "use", 1, power=use, target=target)
    return kept(rolled(run, "attack")[0].parts)[1:]


@pytest.mark.rule("dnd4e.condition.general")
@pytest.mark.rule("dnd4e.condition.weakened")
def test_weakened_once_or_twice_halves_once() -> None:
    for several in (["weakened"], [Effect("weakened", duration=SAVED), Effect("weakened", duration=LASTING)]):
        run = act(pair(a=tuple(several)), "A", "use", 19, power="blow", target="T")
        assert lost(run, "T") == 7


@pytest.mark.rule("dnd4e.condition.general")
@pytest.mark.rule("dnd4e.duration.overlap_save")
def test_a_condition_ends_when_the_last_that_gives_it_ends() -> None:
    twice = (Effect("dazed", duration=SAVED), Effect("dazed", duration=Duration("end", "T", 2)))
    moment = act(pair(a=twice), "A", "end_turn", 15).fight
    assert moment.body("A").has("dazed")
    moment = act(act(moment, "T", "end_turn").fight, "A", "end_turn").fight
    assert moment.body("A").has("dazed")
    assert not act(moment, "T", "end_turn").fight.body("A").has("dazed")


@pytest.mark.rule("dnd4e.condition.weakened")
def test_a_weakened_creature_deals_ongoing_and_unrolled_damage_in_full() -> None:
    burn = power("burn", attack=9, hit=[{"ongoing": "10", "types": ["fire"], "until": "save"}])
    aura = power("aura", kind="close_burst", size=1, targets="enemy", effect=[{"damage": "5"}])
    moment = fight(sheets={"A": sheet(powers=[burn, aura]), "T": FOE}, effects={"A": ["weakened"]})
    moment = act(moment, "A", "use", 19, power="burn", target="T").fight
    assert lost(act(moment, "A", "end_turn"), "T") == 10
    again = fight(sheets={"A": sheet(powers=[burn, aura]), "T": FOE}, effects={"A": ["weakened"]})
    assert lost(act(again, "A", "use", power="aura"), "T") == 5


@pytest.mark.rule("dnd4e.condition.blinded")
def test_the_blinded_strike_at_5_less_and_have_no_advantage() -> None:
    assert from_position(pair(a=("blinded",), t=("stunned",))) == [-5]
    assert from_position(pair(t=("blinded",))) == ADVANTAGE


@pytest.mark.rule("dnd4e.condition.blinded")
@pytest.mark.rule("dnd4e.condition.deafened")
@pytest.mark.parametrize("condition", ["blinded", "deafened"])
def test_who_sees_or_hears_nothing_notices_less(condition: str) -> None:
    own = sheet(skills={"perception": 5})
    assert numbers.passive(fight(sheets={"A": own}), "A", "perception") == 15
    assert numbers.passive(fight(sheets={"A": own}, effects={"A": [condition]}), "A", "perception") == 5


@pytest.mark.rule("dnd4e.condition.deafened")
def test_being_deafened_changes_no_attack() -> None:
    assert from_position(pair(a=("deafened",), t=("deafened",))) == []


@pytest.mark.rule("dnd4e.condition.blinded")
@pytest.mark.rule("dnd4e.condition.dazed")
@pytest.mark.rule("dnd4e.condition.dominated")
@pytest.mark.rule("dnd4e.condition.stunned")
@pytest.mark.rule("dnd4e.condition.surprised")
@pytest.mark.rule("dnd4e.condition.unconscious")
@pytest.mark.rule("dnd4e.condition.petrified")
@pytest.mark.parametrize(
    "condition", ["blinded", "dazed", "dominated", "stunned", "surprised", "unconscious", "petrified"]
)
def test_they_neither_strike_at_openings_nor_flank(condition: str) -> None:
    rows = "A.....\n.T...."
    trigger = Trigger("leaves", "A", path=(Square(0, 0), Square(1, 0)), action="walk")
    assert OpportunityAttack().offers(pair(rows), "T", trigger)
    assert not OpportunityAttack().offers(pair(rows, t=(condition,)), "T", trigger)
    flanking = fight("ATB", {"A": FIGHTER, "B": FIGHTER, "T": FOE}, {"B": {"side": "heroes"}})
    assert from_position(flanking) == ADVANTAGE
    alone = fight(
        "ATB", {"A": FIGHTER, "B": FIGHTER, "T": FOE}, {"B": {"side": "heroes"}}, {"B": [condition]},
    )  # fmt: skip
    assert from_position(alone) == []


@pytest.mark.rule("dnd4e.condition.dazed")
@pytest.mark.parametrize(
    ("first", "arguments"),
    [("walk", {"path": "A1 B1"}), ("drop_prone", {}), ("charge", {"target": "T", "path": "A1 B1 C1"})],
)
def test_the_dazed_have_one_action_of_any_kind(first: str, arguments: dict[str, Any]) -> None:
    moment = pair("A..T", a=("dazed",))
    faces = (1,) if first == "charge" else ()
    moment = act(moment, "A", first, *faces, **arguments).fight
    assert [turn.left(moment, "A", one) for one in turn.ORDER] == [0, 0, 0]
    assert refused(moment, "A", "shift", path="B1 B2") != ""
    assert turn.affordable(moment, "A", turn.FREE) is None


@pytest.mark.rule("dnd4e.condition.dazed")
@pytest.mark.rule("dnd4e.action.delay")
def test_the_dazed_cannot_delay() -> None:
    assert refused(pair(), "A", "delay") == ""
    assert refused(pair(a=("dazed",)), "A", "delay") != ""


@pytest.mark.rule("dnd4e.condition.dazed")
@pytest.mark.rule("dnd4e.condition.stunned")
@pytest.mark.parametrize("condition", ["dazed", "stunned", "dominated"])
def test_attackers_near_and_far_have_advantage(condition: str) -> None:
    assert from_position(pair(t=(condition,))) == ADVANTAGE
    assert from_position(pair("A....T", t=(condition,)), use="shot") == ADVANTAGE


def enthralled(rows: str = "UAT", *, t: dict[str, Any] | None = None, **more: Any) -> Fight:
    """T is dominated by A; U is its friend. A's turn."""
    sheets = {"A": FIGHTER, "T": t or FOE, "U": FOE}
    return fight(rows, sheets, effects={"T": [Effect("dominated", source="A", duration=LASTING)]}, **more)


@pytest.mark.rule("dnd4e.condition.dominated")
def test_whoever_dominates_makes_it_strike_its_friend() -> None:
    moment = enthralled("A.\nTU")
    decision = asked(moment, "A", "end_turn")
    assert (decision.who, decision.id, decision.default) == ("A", "dominate", "attack.melee_basic.longsword.U")
    run = act(moment, "A", "end_turn", 19, answers=("A attack.blow..U",))
    assert (lost(run, "U"), lost(run, "A"), run.fight.active) == (15, 0, "U")


@pytest.mark.rule("dnd4e.condition.dominated")
def test_only_at_will_powers_can_be_demanded() -> None:
    own = sheet(hp=50, powers=[BLOW, power("burst", attack=9, usage="encounter", hit=[{"damage": "20"}])])
    decision = asked(enthralled("A.\nTU", t=own), "A", "end_turn")
    assert not [one.id for one in decision.choices if "burst" in one.id]
    alone = fight("AT", {"T": own}, effects={"T": ["dominated"]}, order=["T"])
    assert refused(alone, "T", "use", power="burst", target="A") == "dnd4e.condition.dominated"
    assert refused(alone, "T", "use", power="blow", target="A") == ""


@pytest.mark.rule("dnd4e.condition.dominated")
def test_its_one_action_may_be_to_walk_or_nothing() -> None:
    moment = enthralled("A....T..U")
    decision = asked(moment, "A", "end_turn")
    assert "walk" in decision.needs
    assert where(act(moment, "A", "end_turn", answers=("A nothing",)).fight, "T") == "F1"


@pytest.mark.rule("dnd4e.condition.dominated")
def test_without_its_master_nobody_tells_it_anything() -> None:
    masterless = fight("A.T", {"A": FIGHTER, "T": FOE}, effects={"T": ["dominated"]})
    run = act(masterless, "A", "end_turn")
    assert run.fight.active == "T"
    assert turn.left(run.fight, "T", turn.STANDARD) == 1


@pytest.mark.rule("dnd4e.condition.grabbed")
def test_the_grabbed_stay_and_may_escape() -> None:
    moment = act(fight("AT", {"A": FIGHTER, "T": sheet(hp=50, str=18)}, order=["T"]), "T", "grab", 19, target="A").fight
    moment = act(moment, "T", "end_turn").fight
    assert refused(moment, "A", "walk", path="A1 A2") != ""
    assert refused(moment, "A", "shift", path="A1 A2") != ""
    assert options(moment, "A", "escape")
    run = running(moment)
    conditions.gain(run, "T", Effect("stunned", duration=LASTING))
    assert not run.fight.body("A").has("grabbed")


@pytest.mark.rule("dnd4e.condition.helpless")
@pytest.mark.rule("dnd4e.condition.unconscious")
def test_the_unconscious_are_helpless_and_can_be_finished_by_neighbours_only() -> None:
    run = running(pair())
    conditions.gain(run, "T", Effect("unconscious", duration=LASTING))
    moment = run.fight
    assert {"unconscious", "helpless", "prone"} <= conditions.held(moment, "T")
    assert from_position(moment) == ADVANTAGE
    assert refused(moment, "A", "coup_de_grace", target="T") == ""
    assert refused(pair("A.T", t=("unconscious", "helpless")), "A", "coup_de_grace", target="T") != ""


@pytest.mark.rule("dnd4e.condition.unconscious")
def test_the_unconscious_defend_at_5_less() -> None:
    hard = sheet(hp=50, defenses={"ac": 20})
    moment = fight("AT", {"A": FIGHTER, "T": hard}, effects={"T": ["unconscious", "prone"]})
    run = act(moment, "A", "use", 1, power="blow", target="T")
    assert (rolled(run, "attack")[0].against, from_position(moment)) == (15, ADVANTAGE)


@pytest.mark.rule("dnd4e.condition.immobilized")
def test_the_immobilized_stay_but_stand_up_and_shoot() -> None:
    moment = pair("A....T", a=("immobilized", "prone"))
    assert refused(moment, "A", "walk", path="A1 B1") != ""
    assert refused(moment, "A", "shift", path="A1 B1") != ""
    assert refused(moment, "A", "charge", target="T", path="A1 B1 C1 D1 E1") != ""
    assert not act(moment, "A", "stand_up").fight.body("A").has("prone")
    assert from_position(pair("A....T", a=("immobilized",), t=("immobilized",)), use="shot") == []


@pytest.mark.rule("dnd4e.condition.immobilized")
@pytest.mark.rule("dnd4e.condition.restrained")
@pytest.mark.parametrize(("condition", "pushed"), [("immobilized", "D1"), ("restrained", "B1")])
def test_the_immobilized_can_be_pushed_the_restrained_cannot(condition: str, pushed: str) -> None:
    run = running(pair("AT....", t=(condition,)), answers=("A usual",) if condition == "immobilized" else ())
    force(run, "A", "T", "push", 2)
    assert where(run.fight, "T") == pushed


@pytest.mark.rule("dnd4e.condition.restrained")
def test_the_restrained_strike_at_2_less_and_grant_advantage() -> None:
    assert from_position(pair(a=("restrained",))) == [-2]
    assert from_position(pair(t=("restrained",))) == ADVANTAGE


def marked_by(who: str) -> Effect:
    """A mark."""
    return Effect("marked", source=who, duration=LASTING)


@pytest.mark.rule("dnd4e.condition.marked")
def test_a_mark_hinders_attacks_that_leave_its_maker_out() -> None:
    moment = pair("TAU", a=(marked_by("U"),))
    assert (from_position(moment, target="T"), from_position(moment, target="U")) == ([-2], [])
    sweep = power("sweep", kind="close_burst", size=1, attack=5, targets="enemy", hit=[{"damage": "1"}])
    both = fight("TAU", {"A": sheet(powers=[sweep])}, effects={"A": [marked_by("U")]})
    run = act(both, "A", "use", 1, 1, power="sweep")
    assert [kept(one.parts) for one in rolled(run, "attack")] == [[5], [5]]


@pytest.mark.rule("dnd4e.condition.marked")
def test_a_new_mark_replaces_the_old_one_and_none_outlives_its_makers_senses() -> None:
    run = running(pair("TAU", a=(marked_by("T"),)))
    conditions.gain(run, "A", marked_by("U"))
    assert [one.source for one in run.fight.body("A").effects if one.id == "marked"] == ["U"]
    assert from_position(run.fight, target="T") == [-2]
    conditions.gain(run, "U", Effect("unconscious", duration=SAVED))
    assert from_position(run.fight, target="T") == []


@pytest.mark.rule("dnd4e.condition.petrified")
def test_stone_takes_20_less_and_does_nothing() -> None:
    hard = power("hard", attack=9, hit=[{"damage": "25"}])
    moment = fight("AT.U", {"A": sheet(powers=[hard]), "T": FOE}, effects={"T": ["petrified"]})
    assert lost(act(moment, "A", "use", 19, power="hard", target="T"), "T") == 5
    assert act(moment, "A", "end_turn").fight.active == "U"


@pytest.mark.rule("dnd4e.condition.petrified")
def test_where_nobody_will_ever_act_again_the_fight_is_over() -> None:
    moment = fight("AT", effects={"A": [Effect("petrified", duration=Duration("end", "A"))], "T": ["petrified"]})
    still = running(moment)
    conditions.gain(still, "A", Effect("petrified"))
    assert act(still.fight, "A", "end_turn").fight.over == "nobody"


@pytest.mark.rule("dnd4e.condition.prone")
def test_prone_helps_against_shots_from_afar_and_hinders_all_else() -> None:
    own = {"defenses": {"ac": 20}}
    for rows, use, against, found in (
        ("AT", "blow", 20, ADVANTAGE),
        ("A.....T", "shot", 22, []),
        ("AT", "shot", 20, []),
    ):
        moment = fight(rows, {"A": FIGHTER, "T": {**FOE, **own}}, effects={"T": ["prone"]})
        run = act(moment, "A", "use", 1, power=use, target="T")
        assert (rolled(run, "attack")[0].against, from_position(moment, use=use)) == (against, found)
    assert from_position(pair(a=("prone",))) == [-2]


@pytest.mark.rule("dnd4e.condition.prone")
def test_the_prone_only_crawl() -> None:
    moment = pair("A.....\n.....T", a=("prone",))
    assert refused(moment, "A", "walk", path="A1 B1") == "dnd4e.condition.prone"
    assert refused(moment, "A", "shift", path="A1 B1") != ""
    assert where(act(moment, "A", "crawl", path="A1 B1 C1 D1").fight, "A") == "D1"
    assert refused(moment, "A", "crawl", path="A1 B1 C1 D1 E1") != ""


@pytest.mark.rule("dnd4e.condition.slowed")
@pytest.mark.parametrize(("speed", "bonus", "found"), [(6, 0, 2), (6, 1, 2), (1, 0, 1)])
def test_the_slowed_have_speed_2_whatever_helps_them(speed: int, bonus: int, found: int) -> None:
    helps = [Effect("bonus", bonus, note="speed:", duration=LASTING)] if bonus else []
    moment = fight("A....T", creatures={"A": {"dnd4e": {"speed": speed}}}, effects={"A": ["slowed", *helps]})
    assert moves.speed_of(moment, "A") == found


@pytest.mark.rule("dnd4e.condition.slowed")
def test_a_bonus_to_speed_counts_for_who_is_not_slowed() -> None:
    moment = fight("A....T", effects={"A": [Effect("bonus", 1, note="speed:power", duration=LASTING)]})
    assert moves.speed_of(moment, "A") == moves.speed_of(fight("A....T"), "A") + 1


@pytest.mark.rule("dnd4e.condition.slowed")
def test_the_slowed_run_4() -> None:
    moment = pair("A.........T", a=("slowed",))
    assert refused(moment, "A", "walk", path="A1 B1 C1 D1") == "dnd4e.move.walk"
    assert where(act(moment, "A", "run", path="A1 B1 C1 D1 E1").fight, "A") == "E1"
    assert refused(moment, "A", "run", path="A1 B1 C1 D1 E1 F1") == "dnd4e.move.run"


@pytest.mark.rule("dnd4e.condition.slowed")
def test_who_is_slowed_on_the_way_stops_there() -> None:
    trip = power("trip", attack=20, basic="melee", hit=[{"condition": "slowed", "until": "save"}])
    moment = fight("A......\n...T...", {"A": FIGHTER, "T": sheet(powers=[trip])})
    # T strikes when C1 is left, after two squares.
    run = act(moment, "A", "walk", 19, answers=("T strike.trip.",), path="A1 B1 C1 D1 E1 F1")
    assert where(run.fight, "A") == "C1"


@pytest.mark.rule("dnd4e.condition.stunned")
def test_the_stunned_do_nothing_but_save() -> None:
    moment = pair("AT.", t=(Effect("stunned", duration=SAVED),))
    run = act(moment, "A", "end_turn", 12)
    assert ([one.who for one in rolled(run, "save")], run.fight.active) == (["T"], "A")
    assert not run.fight.body("T").has("stunned")
    assert refused(pair(a=("stunned",)), "A", "walk", path="A1 A2") == "dnd4e.condition.stunned"


@pytest.mark.rule("dnd4e.condition.stunned")
@pytest.mark.rule("dnd4e.move.fly")
def test_a_stunned_flyer_comes_down() -> None:
    high = {"T": {"z": 60, "dnd4e": {"speeds": {"walk": 6, "fly": 6}}}}
    run = running(fight("A..T", {"T": FOE}, high), 4, 5, 6)
    conditions.gain(run, "T", Effect("stunned", duration=SAVED))
    # A fly speed of 6 takes 30 feet off the fall.
    assert (lost(run, "T"), run.fight.world.creature("T").z_ft, run.fight.body("T").has("prone")) == (15, 0, True)
    calm = running(fight("A..T", {"T": FOE}, high))
    conditions.gain(calm, "T", Effect("dazed", duration=SAVED))
    assert calm.fight.world.creature("T").z_ft == 60


@pytest.mark.rule("dnd4e.condition.dominated")
@pytest.mark.rule("dnd4e.move.fall")
@pytest.mark.parametrize(("faces", "stands", "hurt"), [((10,), "C1", 0), ((9, 4, 4), "D1", 8)])
def test_ordered_over_an_edge_it_may_balk(faces: tuple[int, ...], stands: str, hurt: int) -> None:
    moment = fight(
        "A.Tp.\n....U", {"A": FIGHTER, "T": FOE, "U": FOE},
        effects={"T": [Effect("dominated", source="A", duration=LASTING)]},
        legend={"p": {"terrain": "pit", "z": -20}},
    )  # fmt: skip
    run = running(moment, *faces)
    dominating.command(_Told(run, "walk", "C1 D1"), "T")
    assert (where(run.fight, "T"), lost(run, "T")) == (stands, hurt)


class _Told:
    """A run whose only question is answered with a path."""

    def __init__(self, run: Any, id: str, path: str) -> None:
        self._run, self._answer = run, Action("A", id, {"path": way(path)})

    def __getattr__(self, name: str) -> Any:
        return getattr(self._run, name)

    def ask(self, decision: Decision) -> Action:
        return self._answer


@pytest.mark.rule("dnd4e.condition.dazed")
@pytest.mark.rule("dnd4e.condition.blinded")
@pytest.mark.rule("dnd4e.action.immediate")
@pytest.mark.parametrize(
    ("condition", "answers"), [("blinded", True), ("dazed", False), ("stunned", False), ("dominated", False)]
)
def test_the_blinded_still_answer_at_once_the_dazed_do_not(condition: str, answers: bool) -> None:
    guard = power("guard", kind="personal", targets="self", action="interrupt", trigger="hit",
                  effect=[{"bonus": "ac", "amount": 4, "until": "end_next"}])  # fmt: skip
    moment = fight(sheets={"A": FIGHTER, "T": sheet(hp=50, powers=[guard])}, effects={"T": [condition]})
    run = running(moment, 12)
    try:
        BOOK.resolve(run, Action("A", "use", {"power": "blow", "target": "T"}))
        asked_for = False
    except Waiting as waiting:
        asked_for = waiting.decision.who == "T"
    assert asked_for is answers


@pytest.mark.rule("dnd4e.condition.grabbed")
def test_a_teleport_out_of_reach_ends_the_grab() -> None:
    blink = power("blink", kind="personal", targets="self", action="move", effect=[{"teleport": 6, "to_user": True}])
    moment = fight("AT......", {"A": sheet(hp=50, powers=[blink]), "T": sheet(hp=50, str=18)}, order=["T"])
    moment = act(act(moment, "T", "grab", 19, target="A").fight, "T", "end_turn").fight
    assert moment.body("A").has("grabbed")
    decision = asked(moment, "A", "use", power="blink")
    choice, needs = next(iter(decision.needs.items()))
    run = Playing(moment, (), [Action("A", choice, {needs[0].name: Square(6, 0)})], FixedDice(()))
    BOOK.resolve(run, Action("A", "use", {"power": "blink"}))
    assert (where(run.fight, "A"), run.fight.body("A").has("grabbed")) == ("G1", False)
