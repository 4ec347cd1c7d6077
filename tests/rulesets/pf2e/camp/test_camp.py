"""Between fights: treating wounds, rest, preparations, Hero Points, and who goes on to the next fight."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from rulesets.pf2e.fight.ring import fight, happened, lost, rolled, running, sheet, value

from tactics.engine.run import Playing
from tactics.rules.action import Action, Refused
from tactics.rules.event import HpChanged
from tactics.rules.resting import ONWARD
from tactics.rulesets.pf2e.camp.book import Pf2eCamp
from tactics.rulesets.pf2e.camp.resting import may_invest, rest_hp, rested_enough
from tactics.rulesets.pf2e.camp.treating import attempts, healing
from tactics.rulesets.pf2e.fight import conditions
from tactics.rulesets.pf2e.fight.book import Pf2eFighting
from tactics.rulesets.pf2e.fight.order import begin as begin_fight
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.world.fight import Effect, Fight

CAMP = Pf2eCamp()
HEALER = sheet(
    level=5, kind="hero", wis=4, con=3, hp=60, proficiencies={"medicine": "expert", "stealth": "trained"},
    shield={"id": "steel_shield"}, armor={"id": "chain_mail"},
)  # fmt: skip
FRIEND = sheet(level=5, kind="hero", con=-1, hp=40)
PARTY = {"A": HEALER, "B": FRIEND}


def won(rows: str = "AB.T", *, hp: int = 10, effects: dict[str, list[str | Effect]] | None = None) -> Fight:
    """A fight that A and B have won: B has so many hit points left."""
    moment = fight(rows, PARTY, {"B": {"side": "heroes"}}, effects)
    bodies = {**moment.bodies, "B": replace(moment.body("B"), hp=hp)}
    return replace(moment, bodies=MappingProxyType(bodies), over="heroes")


def camp(after: Fight | None = None, *faces: int, miles: int = 0, terrain: str = "plain") -> Fight:
    """The camp after a fight, begun."""
    run = running(CAMP.camp(after or won(), miles, terrain), *faces)
    CAMP.begin(run)
    return run.fight


def do(moment: Fight, who: str, id: str, *faces: int, answers: tuple[str, ...] = (), **arguments: Any) -> Playing:
    """Something done in a camp."""
    run = running(moment, *faces, answers=answers)
    CAMP.resolve(run, Action(who, id, arguments))
    return run


def refused(moment: Fight, who: str, id: str, **arguments: Any) -> str:
    """The rule that refuses something, "" when it is allowed."""
    try:
        do(moment, who, id, *([5] * 20), **arguments)
    except Refused as error:
        return error.refusal.rule
    return ""


@pytest.mark.rule("pf2e.mode.kinds")
def test_a_camp_holds_those_who_won_with_what_outlasts_a_fight() -> None:
    after = won(effects={"B": ["flat_footed", Effect("wounded", 1), Effect("frightened", 2)], "A": ["prone"]})
    here = camp(after)
    assert set(here.bodies) == {"A", "B"}
    assert (here.body("B").hp, value(here, "B", "wounded")) == (10, 1)
    assert not {one.id for one in (*here.body("A").effects, *here.body("B").effects)} & {
        "flat_footed", "frightened", "prone",
    }  # fmt: skip
    assert "flat_footed" not in here.world.creature("B").of("pf2e").conditions


@pytest.mark.rule("pf2e.mode.kinds")
@pytest.mark.rule("pf2e.dying.recovery_check")
def test_who_is_dying_when_the_fight_ends_goes_on_to_roll() -> None:
    after = won(hp=0, effects={"B": [Effect("dying", 1), "unconscious"]})
    here = camp(after, 11)
    assert (value(here, "B", "dying"), value(here, "B", "wounded")) == (None, 1)
    dead = camp(after, 1, 2)
    assert dead.body("B").out == "dead"


@pytest.mark.rule("pf2e.skill.treat_wounds")
def test_treating_wounds_heals_ends_being_wounded_and_helps_once_an_hour() -> None:
    here = camp(won(effects={"B": [Effect("wounded", 2)]}))
    run = do(here, "A", "treat_wounds", 2, 5, 6, target="B", dc="15")
    assert [(one.total, one.against) for one in rolled(run, "skill")] == [(15, 15)]
    assert (run.fight.body("B").hp, value(run.fight, "B", "wounded")) == (21, None)
    assert refused(run.fight, "A", "treat_wounds", target="A", dc="15") == "pf2e.action.long_activity"
    later = do(run.fight, "A", "ten_minutes").fight
    assert refused(later, "A", "treat_wounds", target="B", dc="15") == "pf2e.skill.treat_wounds"
    for _ in range(5):
        later = do(later, "A", "ten_minutes").fight
    assert CAMP.clock(later) == 60
    assert refused(later, "A", "treat_wounds", target="B", dc="15") == ""


@pytest.mark.rule("pf2e.skill.treat_wounds")
def test_ranks_allow_harder_checks_that_heal_more() -> None:
    assert [(one["dc"], one["bonus"]) for one in attempts("legendary")] == [(15, 0), (20, 10), (30, 30), (40, 50)]
    assert [one["dc"] for one in attempts("expert")] == [15, 20]
    assert [str(healing(one, 10)) for one in ("critical_success", "success", "failure")] == ["4d8+10", "2d8+10", "None"]
    assert refused(camp(), "A", "treat_wounds", target="B", dc="30") == "pf2e.skill.treat_wounds"


@pytest.mark.rule("pf2e.skill.treat_wounds")
def test_a_critical_failure_hurts() -> None:
    assert lost(do(camp(), "A", "treat_wounds", 1, 7, target="B", dc="15"), "B") == 7


@pytest.mark.rule("pf2e.condition.wounded")
@pytest.mark.rule("pf2e.unconscious.recover_zero_hp")
def test_ten_minutes_at_full_hit_points_end_being_wounded_and_wake_who_lies_at_0() -> None:
    here = camp(won(hp=0, effects={"A": [Effect("wounded", 1)], "B": [Effect("unconscious", note="knocked_out")]}))
    run = do(here, "A", "ten_minutes")
    assert value(run.fight, "A", "wounded") is None
    assert (run.fight.body("B").hp, run.fight.body("B").has("unconscious")) == (1, False)


@pytest.mark.rule("pf2e.rest.daily")
@pytest.mark.rule("pf2e.rest.long_term")
def test_rest_gives_hit_points_by_constitution_and_level() -> None:
    healer, friend = (sheet_of(camp().world.creature(who)) for who in "AB")
    assert (rest_hp(healer), rest_hp(friend)) == (15, 5)
    assert (rest_hp(healer, whole_day=True), rest_hp(friend, whole_day=True)) == (30, 10)
    run = do(camp(won(effects={"B": [Effect("doomed", 2), Effect("drained", 1)]})), "A", "rest", armor="off")
    assert (run.fight.body("B").hp, value(run.fight, "B", "doomed"), value(run.fight, "B", "drained")) == (15, 1, None)
    assert CAMP.clock(run.fight) == 8 * 60
    assert refused(run.fight, "A", "rest", armor="off") == "pf2e.rest.daily"


@pytest.mark.rule("pf2e.rest.long_term")
@pytest.mark.rule("pf2e.downtime.general")
def test_downtime_goes_by_in_whole_days() -> None:
    first = do(camp(), "A", "long_term_rest", armor="off").fight
    assert (first.body("B").hp, CAMP.clock(first)) == (20, 24 * 60)
    assert CAMP.clock(do(first, "A", "long_term_rest", armor="off").fight) == 2 * 24 * 60


@pytest.mark.rule("pf2e.condition.fatigued")
def test_sleeping_in_armor_and_waking_too_long_tire() -> None:
    armored = do(camp(), "A", "rest", armor="on").fight
    assert (armored.body("A").has("fatigued"), armored.body("B").has("fatigued")) == (True, False)
    awake = camp()
    for _ in range(16 * 6):
        awake = do(awake, "A", "ten_minutes").fight
    assert not awake.body("A").has("fatigued")
    assert do(awake, "A", "ten_minutes").fight.body("A").has("fatigued")
    assert [rested_enough(hours) for hours in (5, 6)] == [False, True]


@pytest.mark.rule("pf2e.rest.daily_preparations")
def test_preparations_come_once_after_a_rest() -> None:
    here = camp()
    spent = replace(here.body("A"), counters=MappingProxyType({**here.body("A").counters, "uses.burst": 1}))
    here = replace(here, bodies=MappingProxyType({**here.bodies, "A": spent}))
    assert refused(here, "A", "daily_preparations") == "pf2e.rest.daily_preparations"
    rested = do(here, "A", "rest", armor="off").fight
    assert rested.body("A").count("uses.burst") == 1
    ready = do(rested, "A", "daily_preparations").fight
    assert (ready.body("A").count("uses.burst"), CAMP.clock(ready)) == (0, 9 * 60)
    assert refused(ready, "A", "daily_preparations") == "pf2e.rest.daily_preparations"
    assert [may_invest(items) for items in (10, 11)] == [True, False]


@pytest.mark.rule("pf2e.hero.points")
def test_hero_points_are_awarded_up_to_three_and_a_session_begins_with_one() -> None:
    here = camp()
    for expected in (1, 2, 3):
        here = do(here, "A", "award_hero_point").fight
        assert here.body("A").count("hero_points") == expected
    assert refused(here, "A", "award_hero_point") == "pf2e.hero.points"
    assert do(here, "A", "new_session").fight.body("A").count("hero_points") == 1


@pytest.mark.rule("pf2e.explore.travel_speed")
@pytest.mark.rule("pf2e.explore.avoid_notice")
@pytest.mark.rule("pf2e.explore.other_activities")
def test_activities_slow_the_way_and_prepare_the_next_fight() -> None:
    here = camp(miles=3)
    plain = do(here, "A", "set_out").fight
    # Speed 30 makes 3 miles an hour.
    assert (plain.over, plain.body("A").count("camp.awake")) == (ONWARD, 60)
    here = do(here, "A", "explore", kind="avoid_notice").fight
    here = do(here, "B", "explore", kind="scout").fight
    there = do(here, "A", "set_out").fight
    assert there.body("B").count("camp.awake") == 120
    fresh = Pf2eFighting().prepare(won().world)
    next_fight = CAMP.carried(there, fresh)
    assert next_fight.body("A").has("avoiding_notice")
    run = running(next_fight, 10, 10, 10)
    begin_fight(run)
    totals = {one.who: one.total for one in rolled(run, "initiative")}
    # Stealth of A: trained 7, chain mail -2; Perception of B: untrained 0; both are scouted for.
    assert totals == {"A": 16, "B": 11, "T": 10}


@pytest.mark.rule("pf2e.explore.other_activities")
def test_defending_on_the_way_raises_the_shield() -> None:
    here = do(camp(), "A", "explore", kind="defend").fight
    there = do(here, "A", "set_out").fight
    assert value(there, "A", "shield_raised") == 2
    assert refused(camp(), "B", "explore", kind="defend") == "pf2e.explore.other_activities"


@pytest.mark.rule("pf2e.mode.kinds")
def test_the_next_fight_has_the_wounds_of_the_last_and_not_its_dead() -> None:
    after = won(effects={"B": [Effect("wounded", 1)]})
    there = do(camp(after), "A", "set_out").fight
    fresh = Pf2eFighting().prepare(won().world)
    found = CAMP.carried(there, fresh)
    assert (found.body("B").hp, value(found, "B", "wounded"), found.body("T").hp) == (10, 1, 20)
    dead = replace(there.body("B"), out="dead")
    gone = CAMP.carried(replace(there, bodies=MappingProxyType({**there.bodies, "B": dead})), fresh)
    assert set(gone.bodies) == {"A", "T"} == {one.id for one in gone.world.creatures}


@pytest.mark.rule("pf2e.action.long_activity")
def test_an_activity_takes_its_stretch_and_the_hit_points_never_leave_their_bounds() -> None:
    run = do(camp(won(hp=39)), "A", "treat_wounds", 20, 8, 8, 8, 8, target="B", dc="15")
    assert run.fight.body("B").hp == 40
    assert [one.by for one in happened(run) if isinstance(one, HpChanged)] == [1]


@pytest.mark.rule("pf2e.condition.drained")
@pytest.mark.rule("pf2e.rest.daily")
def test_what_was_drained_comes_back_as_the_nights_go_by() -> None:
    drained = running(won(hp=40))
    conditions.gain(drained, "B", "drained", value=2)
    here = camp(drained.fight)
    assert (here.body("B").hp, here.body("B").max_hp) == (30, 30)
    fresh = fight("AB.T", PARTY, {"B": {"side": "heroes"}})
    on = CAMP.carried(here, fresh).body("B")
    assert (on.hp, on.max_hp, on.count("drained_hp")) == (30, 30, 10)
    rested = do(here, "A", "rest", armor="off").fight
    assert (rested.body("B").max_hp, value(rested, "B", "drained")) == (35, 1)
