"""What a turn holds."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf1.fight.acting import BOOK, act, options, refused, turn_of, where
from rulesets.pf1.fight.ring import fight, running, sheet, weapon

from tactics.rulesets.pf1.fight import opportunity, turn
from tactics.rulesets.pf1.fight.numbers import armor_class
from tactics.world.fight import Effect, Fight

ROWS = "........\n.A......\n..T.....\n........"
SWORD = [weapon("longsword")]


def mine(states: tuple[str, ...] = (), *, surprise: bool = False, **own: Any) -> Fight:
    """The turn of A, who has a sword, two squares from nobody and diagonal to T, who is unarmed."""
    moment = fight(ROWS, {"A": sheet(**{"weapons": SWORD, **own}), "T": sheet(hp=50)}, effects={"A": states})
    return turn_of(moment, "A", "T", surprise=surprise)


def left(moment: Fight) -> dict[str, int]:
    return {one.key: one.left for one in turn.resources(moment, "A")}


@pytest.mark.rule("pf1.action.economy")
@pytest.mark.parametrize(
    ("costs", "refusal"),
    [
        (("standard", "move"), ""),
        (("move", "standard"), ""),
        (("move", "move"), ""),
        (("full_round",), ""),
        (("standard", "standard"), "pf1.action.standard"),
        (("full_round", "move"), "pf1.action.move"),
        (("full_round", "standard"), "pf1.action.standard"),
        (("standard", "full_round"), "pf1.action.full_round"),
        (("move", "full_round"), "pf1.action.full_round"),
        (("move", "move", "move"), "pf1.action.move"),
        (("move", "move", "standard"), "pf1.action.standard"),
        (("standard", "move", "free", "free", "swift"), ""),
    ],
)
def test_what_goes_together(costs: tuple[str, ...], refusal: str) -> None:
    run = running(mine())
    for cost in costs[:-1]:
        assert turn.affordable(run.fight, "A", cost) is None
        turn.spend(run, "A", cost)
    found = turn.affordable(run.fight, "A", costs[-1])
    assert (found.rule if found else "") == refusal


@pytest.mark.rule("pf1.action.standard")
def test_standard_actions_are_offered_while_theirs_is_unspent() -> None:
    moment = mine()
    ids = ("attack", "total_defense", "ready", "trip", "grapple", "bull_rush")
    assert all(options(moment, "A", one) for one in ids)
    after = act(moment, "A", "total_defense").fight
    assert not any(options(after, "A", one) for one in ids)
    refusals = {
        found.refusal.rule for one in ids for found in options(after, "A", one, possible=False) if found.refusal
    }
    assert "pf1.action.standard" in refusals
    assert options(after, "A", "move")


@pytest.mark.rule("pf1.action.full_round")
def test_a_step_goes_with_a_full_attack_but_not_with_a_run() -> None:
    moment = mine(bab=6)
    after = act(moment, "A", "full_attack", 2, series="main", target="T").fight
    after = act(after, "A", "next_attack", 2, target="T").fight
    assert where(act(after, "A", "five_foot_step", path="B2 B1").fight, "A") == "B1"
    after = act(mine(), "A", "run", path="B2 B1").fight
    assert refused(after, "A", "five_foot_step", path="B1 A1") == "pf1.action.five_foot_step"


@pytest.mark.rule("pf1.action.swift")
@pytest.mark.rule("pf1.action.immediate")
def test_one_swift_action_a_turn() -> None:
    run = running(mine())
    turn.spend(run, "A", "swift")
    assert left(run.fight) == {"standard": 1, "move": 1, "swift": 0, "five_foot_step": 1}
    found = turn.affordable(run.fight, "A", "swift")
    assert found is not None
    assert found.rule == "pf1.action.swift"
    assert turn.affordable(run.fight, "A", "immediate") is not None


@pytest.mark.rule("pf1.action.immediate")
def test_an_immediate_action_between_turns_takes_the_next_swift_one() -> None:
    moment = turn_of(mine(), "T", "A")
    run = running(moment)
    assert turn.affordable(run.fight, "A", "immediate") is None
    turn.spend(run, "A", "immediate")
    assert turn.affordable(run.fight, "A", "immediate") is not None, "a second one before its turn"
    after = act(run.fight, "T", "end_turn").fight
    found = turn.affordable(after, "A", "swift")
    assert found is not None
    assert found.rule == "pf1.action.swift"
    run = running(act(after, "A", "end_turn").fight)
    assert turn.affordable(run.fight, "A", "immediate") is None, "the swift action of a turn that is over"
    later = act(act(after, "A", "end_turn").fight, "T", "end_turn").fight
    assert turn.affordable(later, "A", "swift") is None


@pytest.mark.rule("pf1.action.immediate")
def test_none_while_flat_footed() -> None:
    found = turn.affordable(mine(("flat_footed",)), "A", "immediate")
    assert found is not None
    assert found.rule == "pf1.action.immediate"


@pytest.mark.rule("pf1.action.restricted")
@pytest.mark.parametrize(("states", "surprise"), [(("staggered",), False), ((), True)])
def test_one_action_only(states: tuple[str, ...], surprise: bool) -> None:
    moment = mine(states, surprise=surprise, bab=6)
    assert left(moment) == {"standard": 1, "move": 0, "swift": 1, "five_foot_step": 1}
    assert refused(moment, "A", "full_attack", series="main", target="T") == "pf1.action.restricted"
    assert refused(moment, "A", "run", path="B2 C2") == "pf1.action.restricted"
    for after in (
        act(moment, "A", "attack", 2, weapon="longsword", kind="melee", target="T").fight,
        act(moment, "A", "move", path="B2 B1").fight,
    ):
        assert refused(after, "A", "move", path="B2 B1") == "pf1.action.restricted"
        assert refused(after, "A", "total_defense") == "pf1.action.restricted"
        assert options(after, "A", "drop_item")


@pytest.mark.rule("pf1.action.withdraw_restricted")
def test_the_staggered_withdraw_at_single_speed() -> None:
    moment = mine(("staggered",))
    far = "B2 C2 D2 E2 F2 G2 H2"
    assert where(act(moment, "A", "withdraw", path=far).fight, "A") == "H2"
    assert refused(moment, "A", "withdraw", path=far + " H1") == "pf1.action.withdraw"
    assert refused(mine(), "A", "withdraw", path=far + " H1") == ""


@pytest.mark.rule("pf1.action.total_defense")
@pytest.mark.parametrize(("ranks", "more"), [({}, 4), ({"acrobatics": 2}, 4), ({"acrobatics": 3}, 6)])
def test_total_defense(ranks: dict[str, int], more: int) -> None:
    moment = mine(ranks=ranks)
    before, _ = armor_class(moment, "A", "T", None)
    after = act(moment, "A", "total_defense").fight
    assert armor_class(after, "A", "T", None)[0] == before + more
    assert (opportunity.left(moment, "A"), opportunity.left(after, "A")) == (1, 0)


@pytest.mark.rule("pf1.action.free")
def test_letting_go_is_free_and_frees_both() -> None:
    moment = act(mine(weapons=[]), "A", "grapple", 20, target="T").fight
    assert moment.body("A").has("grappled")
    assert moment.body("T").has("grappled")
    free = act(moment, "A", "release").fight
    assert not free.body("A").has("grappled")
    assert not free.body("T").has("grappled")
    assert left(free)["move"] == 1
    assert options(free, "A", "move")


@pytest.mark.rule("pf1.condition.other")
def test_the_nauseated_have_one_move_action_and_nothing_else() -> None:
    own = sheet(weapons=[weapon("longsword")])
    moment = turn_of(fight("AT\n..", {"A": own}, effects={"A": ["nauseated"]}), "A", "T")
    for deed, arguments in (
        ("total_defense", {}),
        ("ready", {"weapon": "melee.longsword", "trigger": "attacks"}),
        ("attack", {"weapon": "longsword", "target": "T"}),
        ("withdraw", {"path": "A1 A2"}),
    ):
        assert refused(moment, "A", deed, **arguments) == "pf1.condition.other", deed
    once = act(moment, "A", "move", path="A1 A2").fight
    assert refused(once, "A", "move", path="A2 B2") == "pf1.condition.other"


@pytest.mark.rule("pf1.condition.pinned")
def test_the_pinned_do_nothing_but_try_to_get_out() -> None:
    moment = turn_of(fight("AT\n..", {"A": sheet(weapons=[weapon("longsword")])}, effects={"A": ["pinned"]}), "A", "T")
    allowed = {one.id for one in BOOK.options(moment, "A") if one.refusal is None}
    assert allowed == {"delay", "end_turn"}
    holder = Effect("grappling", source="T", note="A")
    held = fight("AT\n..", None, None, {"A": ["pinned"], "T": [holder, "grappled"]})
    assert "escape" in {one.id for one in BOOK.options(turn_of(held, "A", "T"), "A") if one.refusal is None}


@pytest.mark.rule("pf1.condition.grappled")
def test_nobody_fights_with_two_weapons_in_a_grapple() -> None:
    arms = [weapon("longsword"), weapon("shortsword", "off")]
    for states, found in (([], ["main", "two_weapons"]), (["grappled"], ["main"])):
        moment = fight("AT", {"A": sheet(bab=6, weapons=arms)}, effects={"A": states})
        moment = turn_of(moment, "A", "T")
        assert [one.arguments["series"] for one in options(moment, "A", "full_attack")] == found
    assert refused(moment, "A", "full_attack", series="two_weapons", target="T") == "pf1.condition.grappled"
