"""Who acts when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest
from rulesets.pf1.fight.acting import BOOK, HEROES, act, asked, options, refused, turn_of
from rulesets.pf1.fight.ring import fight, happened, running, sheet

from tactics.rules.event import Began, CounterSet, EffectGained, Noted, RoundBegan
from tactics.rulesets.pf1.fight import turn
from tactics.world.fight import Duration, Effect, Fight

ROWS = "A....\n.....\nB...T\n.....\n....U"


def four(
    sheets: Mapping[str, Mapping[str, object]] | None = None,
    effects: Mapping[str, Iterable[str | Effect]] | None = None,
) -> Fight:
    """Two heroes, A and B, and two foes, T and U."""
    return fight(ROWS, sheets, {"B": HEROES}, effects)


def names(moment: Fight) -> str:
    return "".join(slot.who for slot in moment.order)


@pytest.mark.rule("pf1.init.roll")
def test_the_greater_modifier_goes_first_when_counts_are_equal() -> None:
    run = running(four({"A": sheet(dex=14), "B": sheet(dex=18)}), 16, 14, 20, 3)
    BOOK.begin(run)
    assert [(slot.who, slot.initiative) for slot in run.fight.order] == [("T", 20), ("B", 18), ("A", 18), ("U", 3)]
    assert (run.fight.active, run.fight.round) == ("T", 1)


@pytest.mark.rule("pf1.init.roll")
@pytest.mark.parametrize(("faces", "order"), [((7, 9), "BATU"), ((9, 7), "ABTU"), ((9, 9, 4, 5), "BATU")])
def test_equal_modifiers_roll_again(faces: tuple[int, ...], order: str) -> None:
    run = running(four(), 16, 16, 9, 3, *faces)
    BOOK.begin(run)
    assert names(run.fight) == order


@pytest.mark.rule("pf1.init.roll")
def test_improved_initiative() -> None:
    run = running(four({"U": sheet(feats=["improved_initiative"])}), 10, 9, 8, 7)
    BOOK.begin(run)
    assert names(run.fight) == "UABT"


@pytest.mark.rule("pf1.init.surprise")
def test_the_unaware_do_nothing_in_the_surprise_round() -> None:
    moment = fight(ROWS, None, {"B": HEROES, "T": {"conditions": ["unaware"]}, "U": {"conditions": ["unaware"]}})
    run = running(moment, 5, 4, 20, 19)
    BOOK.begin(run)
    (began,) = (one for one in happened(run) if isinstance(one, Began))
    assert began.surprise
    assert (run.fight.active, run.fight.surprise, run.fight.round) == ("A", True, 1)
    assert "flat_footed" not in [one.id for one in run.fight.body("A").effects]
    assert all("flat_footed" in [one.id for one in run.fight.body(foe).effects] for foe in "TUB")
    moved = act(run.fight, "A", "move", path="A1 B1").fight
    assert refused(moved, "A", "total_defense") == "pf1.action.restricted"
    after = act(moved, "A", "end_turn").fight
    assert after.active == "B"
    assert not options(after, "T", "move")
    first = act(after, "B", "end_turn")
    assert (first.fight.active, first.fight.surprise, first.fight.round) == ("T", False, 1)
    assert [one.number for one in happened(first) if isinstance(one, RoundBegan)] == [1]
    assert options(first.fight, "T", "move")
    assert [who for who in "ABTU" if first.fight.body(who).has("flat_footed")] == ["U"]
    assert all(after.body(foe).has("unaware") for foe in "TU")
    assert not any(first.fight.body(foe).has("unaware") for foe in "TU")


@pytest.mark.rule("pf1.init.surprise")
def test_no_surprise_when_nobody_knows_of_the_others() -> None:
    unaware = {"conditions": ["unaware"]}
    run = running(fight(ROWS, None, {"A": unaware, "B": {**HEROES, **unaware}, "T": unaware, "U": unaware}), 5, 4, 3, 2)
    BOOK.begin(run)
    assert (run.fight.surprise, run.fight.round, run.fight.active) == (False, 1, "A")


@pytest.mark.rule("pf1.init.round")
def test_what_lasts_a_round_ends_just_before_the_count_it_began_on() -> None:
    mark = Effect("shaken", duration=Duration("start", "B", 1))
    moment = turn_of(four(effects={"T": [mark]}), "B", "A", "T", "U")
    for who in "BAT":
        assert moment.active == who
        assert moment.body("T").has("shaken")
        moment = act(moment, who, "end_turn").fight
    moment = act(moment, "U", "end_turn").fight
    assert (moment.active, moment.round) == ("B", 2)
    assert not moment.body("T").has("shaken")


@pytest.mark.rule("pf1.init.round")
def test_only_in_ones_own_turn() -> None:
    moment = turn_of(four(), "A", "B", "T", "U")
    for deed, arguments in (
        ("end_turn", {}),
        ("delay", {"after": "T"}),
        ("move", {"path": "A3 B3"}),
        ("drop_prone", {}),
    ):
        assert refused(moment, "B", deed, **arguments) == "pf1.init.round"


@pytest.mark.rule("pf1.init.delay")
def test_a_delayed_turn_stays_where_it_was_taken() -> None:
    moment = turn_of(four(), "A", "B", "T", "U")
    run = act(moment, "A", "delay", after="T")
    assert names(run.fight) == "BTAU"
    assert run.fight.active == "B"
    moment = run.fight
    for who in "BTAU":
        assert moment.active == who
        moment = act(moment, who, "end_turn").fight
    assert (moment.active, moment.round, names(moment)) == ("B", 2, "BTAU")
    counts = {slot.who: slot.initiative for slot in moment.order}
    assert counts["A"] == counts["T"] == 18


@pytest.mark.rule("pf1.init.delay")
def test_nothing_was_done_before() -> None:
    moment = turn_of(four(), "A", "B", "T", "U")
    assert refused(act(moment, "A", "five_foot_step", path="A1 B1").fight, "A", "delay", after="T") == "pf1.init.delay"
    swift = running(moment)
    turn.spend(swift, "A", "swift")
    assert refused(swift.fight, "A", "delay", after="T") == "pf1.init.delay"
    assert refused(moment, "A", "delay", after="A") == "pf1.init.delay"


@pytest.mark.rule("pf1.init.delay")
def test_into_the_next_round_and_in_place_of_the_regular_turn() -> None:
    moment = turn_of(four(), "A", "B", "T", "U")
    for who in "AB":
        moment = act(moment, who, "end_turn").fight
    run = act(moment, "T", "delay", after="A")
    assert (run.fight.active, run.fight.round, names(run.fight)) == ("U", 1, "ATBU")
    assert {slot.who: slot.initiative for slot in run.fight.order}["T"] == 20
    moment = run.fight
    for who in "UATBUATBU":
        assert moment.active == who
        moment = act(moment, who, "end_turn").fight
    assert moment.round == 4


@pytest.mark.rule("pf1.init.delay")
def test_the_last_of_a_round_waits_into_the_next() -> None:
    moment = turn_of(four(), "A", "B", "T", "U")
    for who in "ABT":
        moment = act(moment, who, "end_turn").fight
    run = act(moment, "U", "delay", after="B")
    assert (run.fight.active, run.fight.round, names(run.fight)) == ("A", 2, "ABUT")


def waiting(who: str = "A") -> Fight:
    """Somebody, by default the first of A, B, T and U, waits until it says so."""
    moment = turn_of(four(), "A", "B", "T", "U")
    for other in "ABTU"[: "ABTU".index(who)]:
        moment = act(moment, other, "end_turn").fight
    return act(moment, who, "delay", after="any_time").fight


@pytest.mark.rule("pf1.init.delay")
def test_as_soon_as_one_says_so() -> None:
    moment = waiting()
    assert (moment.active, names(moment)) == ("B", "ABTU")
    decision = asked(moment, "B", "end_turn")
    assert (decision.who, decision.id, decision.default) == ("A", "delayed", "wait")
    moment = act(moment, "B", "end_turn", answers=("A wait",)).fight
    assert moment.active == "T"
    moment = act(moment, "T", "end_turn", answers=("A act",)).fight
    assert (moment.active, moment.round, names(moment)) == ("A", 1, "BTAU")
    assert {slot.who: slot.initiative for slot in moment.order}["A"] == 18
    assert not moment.body("A").has("delaying")
    for who in "AUBTAU":
        assert moment.active == who
        moment = act(moment, who, "end_turn").fight
    assert moment.round == 3


@pytest.mark.rule("pf1.init.delay")
def test_after_the_round_it_comes_before_its_regular_turn() -> None:
    moment = waiting("T")
    moment = act(moment, "U", "end_turn", answers=("T wait",)).fight
    assert (moment.active, moment.round) == ("A", 2)
    moment = act(moment, "A", "end_turn", answers=("T act",)).fight
    assert (moment.active, names(moment)) == ("T", "ATBU")
    for who in "TBUATBU":
        assert moment.active == who
        moment = act(moment, who, "end_turn").fight
    assert moment.round == 4


@pytest.mark.rule("pf1.init.delay")
def test_a_turn_that_waits_until_the_next_one_is_lost() -> None:
    mark = Effect("shaken", duration=Duration("start", "A", 2))
    moment = turn_of(four(effects={"T": [mark]}), "A", "B", "T", "U")
    moment = act(moment, "A", "delay", after="any_time").fight
    for who in "BT":
        moment = act(moment, who, "end_turn", answers=("A wait",)).fight
    run = act(moment, "U", "end_turn")
    assert [one.rule for one in happened(run) if isinstance(one, Noted)] == ["pf1.init.delay"]
    moment = run.fight
    assert (moment.active, moment.round, names(moment)) == ("A", 2, "ABTU")
    assert not moment.body("A").has("delaying")
    assert [one.duration.turns for one in moment.body("T").effects] == [1]
    assert refused(moment, "A", "delay", after="B") == ""


@pytest.mark.rule("pf1.init.delay")
@pytest.mark.rule("pf1.aoo.one_per_round")
def test_waiting_gives_no_second_opportunity() -> None:
    moment = waiting()
    run = running(moment)
    run.emit(CounterSet("A", turn.OPPORTUNITIES, 1))
    moment = act(run.fight, "B", "end_turn", answers=("A act",)).fight
    assert moment.body("A").count(turn.OPPORTUNITIES) == 1


@pytest.mark.rule("pf1.init.delay")
def test_who_fell_while_it_waited_is_not_asked() -> None:
    run = running(waiting())
    run.emit(EffectGained("A", Effect("unconscious")))
    assert act(run.fight, "B", "end_turn").fight.active == "T"


@pytest.mark.rule("pf1.init.delay")
@pytest.mark.parametrize("anchor", ["start", "end"])
def test_what_lasts_for_turns_does_not_run_out_twice_as_fast(anchor: str) -> None:
    mark = Effect("shaken", duration=Duration(anchor, "A", 2))
    moment = act(turn_of(four(effects={"T": [mark]}), "A", "B", "T", "U"), "A", "delay", after="B").fight
    moment = act(moment, "B", "end_turn").fight
    assert moment.active == "A"
    assert moment.body("T").has("shaken")
    moment = act(moment, "A", "end_turn").fight
    assert moment.body("T").has("shaken")


@pytest.mark.rule("pf1.init.delay")
def test_who_is_unaware_is_passed_over_when_somebody_delays() -> None:
    moment = fight(ROWS, None, {"B": HEROES, "T": {"conditions": ["unaware"]}, "U": {"conditions": ["unaware"]}})
    run = running(moment, 20, 2, 19, 18)
    BOOK.begin(run)
    assert names(run.fight) == "ATUB"
    after = act(run.fight, "A", "delay", after="B").fight
    assert (after.active, after.surprise, names(after)) == ("B", True, "TUBA")


@pytest.mark.rule("pf1.init.delay")
@pytest.mark.rule("pf1.action.immediate")
def test_a_swift_action_that_is_owed_stays_owed_when_one_delays() -> None:
    run = running(turn_of(four(), "T", "A", "B", "U"))
    turn.spend(run, "A", "immediate")
    moment = act(act(run.fight, "T", "end_turn").fight, "A", "delay", after="B").fight
    moment = act(moment, "B", "end_turn").fight
    assert moment.active == "A"
    assert turn.affordable(moment, "A", "swift") is not None
    assert turn.affordable(moment, "A", "move") is None


def test_the_fight_ends_when_one_side_is_left() -> None:
    moment = turn_of(four(effects={"T": ["unconscious"], "U": ["unconscious"]}), "A", "B", "T", "U")
    after = act(moment, "A", "end_turn").fight
    assert after.over == "heroes"
