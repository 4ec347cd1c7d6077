"""Between fights by D&D 4e: short and extended rest, surges, milestones, and who goes on to the next fight."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from rulesets.dnd4e.fight.ring import (
    act,
    fight,
    happened,
    power,
    rolled,
    running,
    sheet,
    value,
)
from rulesets.dnd4e.fight.ring import (
    refused as not_in_fight,
)

from tactics.engine.run import Playing
from tactics.rules.action import Action, Refused
from tactics.rules.event import CounterSet
from tactics.rules.resting import ONWARD
from tactics.rulesets.dnd4e.camp import time
from tactics.rulesets.dnd4e.camp.book import Dnd4eCamp
from tactics.rulesets.dnd4e.fight.book import Dnd4eFighting
from tactics.rulesets.dnd4e.fight.order import begin as begin_fight
from tactics.world.fight import Duration, Effect, Fight

CAMP = Dnd4eCamp()
POWERS = [
    power("often", attack=5, hit=[{"damage": "1"}]),
    power("once", attack=5, usage="encounter", hit=[{"damage": "1"}]),
    power("daily", attack=5, usage="daily", hit=[{"damage": "1"}]),
]
HERO = sheet(kind="hero", hp=40, surges=8, action_points=1, powers=POWERS, initiative=9)
HEALER = sheet(kind="hero", hp=40, surges=7, action_points=1, skills={"heal": 9})
PARTY = {"A": HERO, "B": HEALER}
FRIEND = {"B": {"side": "heroes"}}
NIGHT = 6 * 60


def won(
    rows: str = "AB.T", *, hp: int = 12, effects: dict[str, list[str | Effect]] | None = None, **counters: int
) -> Fight:
    """A fight that A and B have won: A has so many hit points left, and these counters."""
    moment = fight(rows, PARTY, FRIEND, effects)
    own = moment.body("A")
    left = replace(own, hp=hp, counters=MappingProxyType({**own.counters, **counters}))
    return replace(moment, bodies=MappingProxyType({**moment.bodies, "A": left}), over="heroes")


def camp(after: Fight | None = None, *faces: int, miles: int = 0, terrain: str = "plain") -> Fight:
    """The camp after a fight, begun."""
    run = running(CAMP.camp(after or won(), miles, terrain), *faces)
    CAMP.begin(run)
    return run.fight


def do(moment: Fight, id: str, who: str = "A", **arguments: Any) -> Playing:
    """Something done in a camp."""
    run = running(moment)
    CAMP.resolve(run, Action(who, id, arguments))
    return run


def refused(moment: Fight, id: str, who: str = "A") -> str:
    """The rule that refuses something, "" when it is allowed."""
    try:
        do(moment, id, who)
    except Refused as error:
        return error.refusal.rule
    return ""


def next_fight(there: Fight) -> Fight:
    """The next fight, before it begins."""
    return CAMP.carried(there, Dnd4eFighting().prepare(won().world))


@pytest.mark.rule("dnd4e.hp.rest")
def test_a_short_rest_makes_encounter_powers_ready_and_ends_what_lasts_for_the_encounter() -> None:
    lasting = Effect("bonus", 2, note="attack:", duration=Duration("encounter"))
    after = won(effects={"A": [lasting]}, **{"used.once": 1, "used.daily": 1, "used.second_wind": 1})
    here = camp(after)
    assert here.body("A").has("bonus")
    rested = do(here, "short_rest").fight
    assert not rested.body("A").has("bonus")
    counts = [rested.body("A").count(f"used.{one}") for one in ("once", "second_wind", "daily")]
    assert (counts, CAMP.clock(rested), rested.body("A").hp) == ([0, 0, 1], 5, 12)


@pytest.mark.rule("dnd4e.hp.rest")
@pytest.mark.rule("dnd4e.hp.surge")
def test_in_a_short_rest_surges_are_spent_as_long_as_there_are_any() -> None:
    here = camp()
    assert refused(here, "spend_surge") == "dnd4e.hp.rest"
    here = do(here, "short_rest").fight
    for hp, left in ((22, 7), (32, 6), (40, 5)):
        here = do(here, "spend_surge").fight
        assert (here.body("A").hp, here.body("A").count("surges")) == (hp, left)
    assert refused(here, "spend_surge") == "dnd4e.hp.surge"
    spent = do(camp(won(surges=0)), "short_rest").fight
    assert refused(spent, "spend_surge") == "dnd4e.hp.surge"


@pytest.mark.rule("dnd4e.hp.rest")
@pytest.mark.parametrize("rest", ["short_rest", "extended_rest"])
def test_temporary_hit_points_are_gone_after_a_rest(rest: str) -> None:
    after = won()
    buffered = replace(after.body("A"), temp_hp=7)
    here = camp(replace(after, bodies=MappingProxyType({**after.bodies, "A": buffered})))
    assert here.body("A").temp_hp == 7
    assert do(here, rest).fight.body("A").temp_hp == 0


@pytest.mark.rule("dnd4e.hp.rest")
@pytest.mark.rule("dnd4e.action.action_point")
def test_an_extended_rest_gives_everything_back_and_one_action_point() -> None:
    here = camp(won(surges=2, action_points=3, **{"used.daily": 1, "death_failures": 2}))
    rested = do(here, "extended_rest").fight.body("A")
    assert (rested.hp, rested.count("surges"), rested.count("action_points")) == (40, 8, 1)
    assert (rested.count("used.daily"), rested.count("death_failures")) == (0, 0)


@pytest.mark.rule("dnd4e.hp.rest")
def test_the_next_extended_rest_begins_twelve_hours_after_the_end_of_the_last() -> None:
    here = do(camp(), "extended_rest").fight
    assert CAMP.clock(here) == NIGHT
    for _ in range(12 * 12 - 1):
        here = do(here, "short_rest").fight
    assert (CAMP.clock(here), refused(here, "extended_rest")) == (NIGHT + 12 * 60 - 5, "dnd4e.hp.rest")
    here = do(here, "short_rest").fight
    assert (CAMP.clock(here), refused(here, "extended_rest")) == (NIGHT + 12 * 60, "")


@pytest.mark.rule("dnd4e.hp.rest")
def test_the_way_and_the_next_camp_know_of_the_last_extended_rest() -> None:
    # Speed 6 makes 3 miles an hour, and three quarters of that on difficult ground.
    for miles, terrain, wait in ((3, "plain", 660), (9, "difficult", 480), (0, "plain", 720)):
        here = do(camp(miles=miles, terrain=terrain), "extended_rest").fight
        there = do(here, "set_out").fight
        assert (there.over, there.body("A").count(time.WAIT)) == (ONWARD, wait)
        again = replace(next_fight(there), over="heroes")
        assert refused(camp(again), "extended_rest") == "dnd4e.hp.rest"


@pytest.mark.rule("dnd4e.hp.rest")
def test_a_rest_that_is_broken_off_counts_for_nothing() -> None:
    assert [time.rested_enough(minutes) for minutes in (4, 5, 9)] == [False, True, True]


@pytest.mark.rule("dnd4e.action.action_point")
def test_every_second_encounter_since_the_extended_rest_gives_an_action_point() -> None:
    here = camp(won(action_points=1))
    assert (here.body("A").count("action_points"), here.body("A").count("encounters")) == (1, 1)
    there = do(here, "set_out").fight
    second = camp(replace(next_fight(there), over="heroes"))
    assert second.body("A").count("action_points") == 2
    rested = do(second, "extended_rest").fight
    assert (rested.body("A").count("action_points"), rested.body("A").count("encounters")) == (1, 0)


@pytest.mark.rule("dnd4e.hp.rest")
@pytest.mark.rule("dnd4e.action.action_point")
def test_the_next_fight_has_hit_points_surges_points_and_used_powers() -> None:
    here = camp(won(surges=3, action_points=2, **{"used.once": 1, "used.daily": 1, "action_point_spent": 1}))
    run = running(next_fight(do(here, "set_out").fight), 10, 12, 8)
    begin_fight(run)
    own = run.fight.body("A")
    assert (own.hp, own.count("surges"), own.count("action_points"), own.count("action_point_spent")) == (12, 3, 2, 0)
    assert not_in_fight(run.fight, "A", "use", power="daily", target="T") == "dnd4e.hp.rest"
    assert not_in_fight(run.fight, "A", "use", power="once", target="T") == "dnd4e.hp.rest"
    rested = running(next_fight(do(do(here, "short_rest").fight, "set_out").fight), 10, 12, 8)
    begin_fight(rested)
    assert not rested.fight.body("A").count("used.once")


@pytest.mark.rule("dnd4e.hp.rest")
def test_no_surge_left_stays_so_in_the_next_fight() -> None:
    there = do(camp(won(surges=0, action_points=0)), "set_out").fight
    run = running(next_fight(there), 10, 12, 8)
    begin_fight(run)
    assert (run.fight.body("A").count("surges"), run.fight.body("A").count("action_points")) == (0, 0)
    assert run.fight.body("B").count("surges") == 7


@pytest.mark.rule("dnd4e.hp.rest")
def test_the_dead_stay_behind() -> None:
    there = do(camp(), "set_out").fight
    dead = replace(there.body("B"), out="dead")
    gone = next_fight(replace(there, bodies=MappingProxyType({**there.bodies, "B": dead})))
    assert set(gone.bodies) == {"A", "T"} == {one.id for one in gone.world.creatures}
    assert not [one for one in gone.items.values() if one.holder == "B"]


@pytest.mark.rule("dnd4e.hp.rest")
@pytest.mark.rule("dnd4e.duration.sustain_no_rest")
def test_what_was_sustained_ends_with_the_fight_and_nobody_rests_while_sustaining() -> None:
    held = Effect("bonus", 1, "A", Duration("sustain", "A"), "attack:")
    here = camp(won(effects={"B": [held]}))
    assert (here.body("B").has("bonus"), refused(here, "short_rest")) == (False, "")
    holding = replace(here.body("B"), effects=(*here.body("B").effects, held))
    still = replace(here, bodies=MappingProxyType({**here.bodies, "B": holding}))
    assert [refused(still, one) for one in ("short_rest", "extended_rest")] == ["dnd4e.duration.sustain_no_rest"] * 2


@pytest.mark.rule("dnd4e.save.end_of_turn")
@pytest.mark.rule("dnd4e.ongoing.save")
def test_saves_go_on_after_the_fight_until_they_succeed() -> None:
    burning = Effect("ongoing", 5, note="fire", duration=Duration("save"))
    here = camp(won(effects={"A": [burning, "prone", Effect("marked", source="T")]}), 9, 10)
    # Two turns begin with 5 damage each.
    assert here.body("A").hp == 2
    assert {one.id for one in here.body("A").effects} == {"journey"}


@pytest.mark.rule("dnd4e.hp.heal_dying")
@pytest.mark.rule("dnd4e.hp.death_save")
def test_the_dying_are_tended_before_each_save_for_their_life() -> None:
    fallen: list[str | Effect] = ["dying", Effect("unconscious", note="dying")]
    # The healer's check of 9 + 5 fails, the death save of 15 changes nothing; then 9 + 6 stabilizes.
    here = camp(won(hp=-5, effects={"A": fallen}), 5, 15, 6)
    assert (here.body("A").hp, value(here, "A", "stable")) == (-5, 0)
    rested = do(do(here, "short_rest").fight, "spend_surge").fight
    # The count starts at 0 hit points.
    assert (rested.body("A").hp, rested.body("A").has("unconscious")) == (10, False)
    dead = camp(won(hp=-5, effects={"A": fallen}), 5, 3, 5, 3, 5, 3)
    assert dead.body("A").out == "dead"


@pytest.mark.rule("dnd4e.hp.rest")
def test_monsters_that_win_come_along_too_without_milestones() -> None:
    moment = fight("AT", {"T": sheet(hp=30)}, effects={"T": ["prone"]})
    run = running(CAMP.camp(replace(moment, over="foes"), 0, "plain"))
    CAMP.begin(run)
    assert set(run.fight.bodies) == {"T"}
    assert not [one for one in happened(run) if isinstance(one, CounterSet) and one.key == "action_points"]


@pytest.mark.rule("dnd4e.hp.rest")
def test_everything_offered_in_a_camp_is_accepted() -> None:
    for here in (camp(), do(camp(), "short_rest").fight, do(camp(), "extended_rest").fight):
        for who in "AB":
            for option in CAMP.options(here, who):
                assert (refused(here, option.id, who) == "") is (option.refusal is None), option.id


@pytest.mark.rule("dnd4e.hp.rest")
def test_an_encounter_power_is_spent_until_the_rest() -> None:
    moment = fight("AT", {"A": HERO, "T": sheet(hp=50)})
    run = act(moment, "A", "use", 19, power="once", target="T")
    assert len(rolled(run, "attack")) == 1
    assert not_in_fight(run.fight, "A", "use", power="once", target="T") != ""
